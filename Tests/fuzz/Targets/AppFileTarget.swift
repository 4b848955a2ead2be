import HubModel
import HubOptions

@testable import HubCommands
@testable import HubSystem

/// An app file: JSON5, then the app that it describes.
enum AppFileTarget {
  private static let path = "app.json5"

  static func run(_ bytes: [UInt8]) throws {
    try checkAgainstJSON(bytes)
    let file: AppFile
    do throws(CommandError) {
      file = try AppFile.read(bytes, path: path)
    } catch {
      try check(error.code == .badAppFile, "an app file is refused as something else")
      return try checkPlace(in: error.message, bytes)
    }
    try check(file == (try? AppFile.read(bytes, path: path)), "the same bytes give another app")
    try check(file.warnings.count <= AppFile.maximumWarnings + 1, "too many warnings")
    for warning in file.warnings.prefix(AppFile.maximumWarnings) {
      try checkPlace(in: warning, bytes)
    }
    try checkApp(file.description)
  }

  /// Every JSON text is a JSON5 text, but for what an app file's reader refuses on purpose.
  private static func checkAgainstJSON(_ bytes: [UInt8]) throws {
    guard StrictJSON.isObject(bytes) else { return }
    do throws(JSON5Error) {
      _ = try JSON5Reader.read(bytes)
    } catch {
      try check(
        error.message.contains("stands twice") || error.message.hasPrefix("nested deeper"),
        "a JSON object is refused: \(error.message)")
    }
  }

  private static func checkApp(_ app: AppDescription) throws {
    try check(app.id.utf8.count <= AppFile.maximumIDLength, "the id is too long")
    try check(
      !app.id.utf8.contains(UInt8(ascii: "/")) && !app.id.contains("..") && app.id.first != ".",
      "the id would leave its folder")
    try check(AppFile.stallRange.contains(app.stallSeconds), "the stall is out of range")
    try check((1...AppFile.maximumTabs).contains(app.tabs.count), "\(app.tabs.count) tabs")
    let tags = app.tabs.map(\.tag)
    try check(Set(tags).count == tags.count, "a tag is there twice")
    try check(tags.count { $0 == AppDescription.hubTag } == 1, "the Hub has no tab of its own")
    try check(app.routes.values.allSatisfy { tags.contains($0) }, "a route leads nowhere")
    try check(
      app.tabs.allSatisfy { $0.textPath?.hasPrefix("/") != false }, "a text has no absolute path")
    try check(
      !app.urlSchemes.contains { ["http", "https", "mailto"].contains($0.lowercased()) },
      "a scheme of the system is taken for the app's")
    for count in [app.urlSchemes.count, app.appSchemes.count, app.associatedDomains.count] {
      try check(count <= AppFile.maximumEntries, "\(count) entries")
    }
  }

  /// Each message names a line that the file has.
  private static func checkPlace(in message: String, _ bytes: [UInt8]) throws {
    let start = "\(path), line "
    guard message.hasPrefix(start) else {
      throw Violation(description: "a message names no line: \(message)")
    }
    let digits = message.dropFirst(start.count).prefix { $0.isASCII && $0.isNumber }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.unicodeScalars.count { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) } + 1
    try check(Int(digits).map { (1...lines).contains($0) } == true, "no such line: \(message)")
  }
}
