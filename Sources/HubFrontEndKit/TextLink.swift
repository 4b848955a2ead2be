/// Something in a reply's text that can be opened.
public struct TextLink: Hashable, Sendable {
  /// Bytes of UTF-8 into the reply's text.
  public var offset: Int
  /// Bytes of UTF-8.
  public var length: Int
  /// What it opens: a URL with scheme.
  public var url: String

  /// A link of these values.
  public init(offset: Int, length: Int, url: String) {
    self.offset = offset
    self.length = length
    self.url = url
  }
}

extension TextLink {
  /// A text with the number of each link behind it, and where each link with its number stands now,
  /// in bytes of UTF-8.
  ///
  /// Links are given in the order of the text; one that lies outside of it is left out.
  package static func numbered(
    _ text: String, _ links: [(link: TextLink, number: Int)]
  ) -> (text: [UInt8], parts: [Range<Int>]) {
    let utf8 = Array(text.utf8)
    var result: [UInt8] = []
    var parts: [Range<Int>] = []
    var end = 0
    for (link, number) in links {
      guard link.length >= 0, link.offset >= end, link.offset <= utf8.count - link.length else {
        continue
      }
      result += utf8[end..<link.offset]
      let start = result.count
      end = link.offset + link.length
      result += utf8[link.offset..<end]
      result += Array(" [\(number)]".utf8)
      parts.append(start..<result.count)
    }
    return (result + utf8[end...], parts)
  }
}
