/// Reads HTML, however broken, into a ``Document``.
///
/// Nothing is fetched and nothing runs. Scripts, styles and hidden parts are left out. Pages beyond a limit are cut, and
/// the document says so.
package enum HTMLReader {
  /// The most bytes of a page that are read.
  package static let maximumBytes = HTMLSource.maximumBytes
  /// The most elements and texts that are looked at.
  package static let maximumNodes = 200_000
  /// The deepest nesting whose content is shown.
  package static let maximumDepth = 200
  /// How many of the lists and quotes that a block stands in are shown, from the outermost.
  package static let maximumContainers = 16

  /// The document of a page.
  ///
  /// - Parameters:
  ///   - html: The page, in UTF-8, UTF-16 with its mark, or Latin-1 if it says so; anything else is repaired.
  ///   - baseURL: What relative links are relative to; without it they are text only.
  /// - Returns: What the page says.
  /// - Throws: ``HTMLError`` when libxml2 is missing or memory is short, never for what stands in the page.
  package static func document(
    from html: [UInt8], baseURL: String? = nil
  ) throws(HTMLError) -> Document {
    let library = try XMLLibrary.shared.get()
    let source = HTMLSource(html)
    guard !source.utf8.isEmpty else { return Document() }
    var builder = DocumentBuilder(baseURL: baseURL)
    let gaveUp = try library.parse(source.utf8, &builder)
    var document = builder.finish()
    document.isCut = document.isCut || source.isCut || gaveUp
    return document
  }

  /// The document of a page that is text already.
  ///
  /// - Parameters:
  ///   - html: The page.
  ///   - baseURL: What relative links are relative to.
  /// - Returns: What the page says.
  /// - Throws: ``HTMLError`` as for bytes.
  package static func document(
    from html: String, baseURL: String? = nil
  ) throws(HTMLError) -> Document {
    try document(from: Array(html.utf8), baseURL: baseURL)
  }
}
