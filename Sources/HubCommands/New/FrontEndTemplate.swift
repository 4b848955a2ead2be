/// The files of a new front end in one language, with `@NAME@` and the like where values go.
struct FrontEndTemplate: Hashable, Sendable {
  struct File: Hashable, Sendable {
    let path: String
    let text: String
  }

  let files: [File]

  /// The template of a language of `OptionTable.languages`.
  static func named(_ language: String) -> FrontEndTemplate? {
    switch language {
    case "c": c
    case "swift": swift
    case "rust": rust
    default: nil
    }
  }

  /// The files with all values in place.
  func filled(name: String, executable: String, kit: KitPlaces) -> [File] {
    files.map { file in
      let isMake = file.path == "Makefile"
      let path = { (path: String) in isMake ? Self.makeText(path) : Self.quotedText(path) }
      let text = file.text
        .replacing("@NAME@", with: name)
        .replacing("@HUBHOST@", with: path(executable))
        .replacing("@SAMPLE@", with: path(kit.sample))
        .replacing("@INCLUDE@", with: path(kit.include))
        .replacing("@KIT@", with: path(kit.swiftPackage))
      return File(path: file.path.replacing("@NAME@", with: name), text: text)
    }
  }

  /// A path as a value in a makefile, to stand in double quotes of the shell where it is used.
  private static func makeText(_ path: String) -> String {
    path.replacing("$", with: "$$").replacing("#", with: "\\#")
  }

  /// A path inside the quotes of a Swift string.
  private static func quotedText(_ path: String) -> String {
    path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
