/// Why HTML could not be read.
package struct HTMLError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// libxml2 or one of the functions used from it is missing.
    case libraryMissing
    /// The parser had no memory.
    case outOfMemory
  }

  package var code: Code
  /// One sentence for people.
  package var description: String

  static func libraryMissing(_ reason: String) -> HTMLError {
    HTMLError(
      code: .libraryMissing,
      description:
        "HTML cannot be shown because \(XMLLibrary.fileName) cannot be loaded (\(reason)); "
        + "install the package libxml2.")
  }

  static let outOfMemory = HTMLError(
    code: .outOfMemory, description: "HTML cannot be shown because there is not enough memory.")
}
