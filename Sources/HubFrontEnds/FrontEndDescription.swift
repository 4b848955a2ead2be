import CHubFrontEnd

/// What a plug-in says about itself, copied out of its descriptor and checked.
package struct FrontEndDescription: Hashable, Sendable, Codable {
  /// The most bytes of an id.
  package static let maxIDBytes = 255
  /// The most bytes of a name.
  package static let maxNameBytes = 32
  /// The most bytes of a version.
  package static let maxVersionBytes = 64
  /// The most bytes of a summary.
  package static let maxSummaryBytes = 1_024

  /// Reverse DNS.
  package let id: String
  /// What `--frontend` takes.
  package let name: String
  package let version: String
  /// One line.
  package let summary: String
  /// The minor version of the ABI that it was built with.
  package let abiMinor: UInt32
  /// Input and output must be a terminal.
  package let needsTerminal: Bool
  /// It reads standard input.
  package let needsInput: Bool
  /// What it may do only where the app file grants it.
  package internal(set) var needs = FrontEndNeeds()
  /// What links, keys and programs can call.
  package internal(set) var actions: [ActionDescription] = []

  /// The ABI version as people write it.
  package var abi: String { "\(HUB_ABI_MAJOR).\(abiMinor)" }

  /// Refuses to stand where there is no terminal, if it needs one.
  ///
  /// - Throws: `failed`.
  package func checkTerminal(input: Bool, output: Bool) throws(FrontEndError) {
    guard needsTerminal, !input || !output else { return }
    throw FrontEndError(
      .failed,
      "the front end \(name) needs a terminal, and input or output is none; use plain or jsonl")
  }

  /// Whether a text can name a front end: `[a-z0-9-]`, 1 to 32 bytes.
  package static func isName(_ text: String) -> Bool {
    (1...maxNameBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}

extension FrontEndDescription {
  /// Copies and checks the texts of a descriptor.
  init(_ descriptor: hub_frontend, path: String) throws(FrontEndError) {
    id = try unsafe Self.text(descriptor.id, "id", Self.maxIDBytes, path: path)
    name = try unsafe Self.text(descriptor.name, "name", Self.maxNameBytes, path: path)
    version = try unsafe Self.text(descriptor.version, "version", Self.maxVersionBytes, path: path)
    summary = try unsafe Self.text(descriptor.summary, "summary", Self.maxSummaryBytes, path: path)
    abiMinor = unsafe descriptor.abi_minor
    needsTerminal = unsafe descriptor.needs & UInt64(HUB_NEEDS_TERMINAL) != 0
    needsInput = unsafe descriptor.needs & UInt64(HUB_NEEDS_STDIN) != 0
    needs = try unsafe FrontEndNeeds(descriptor, path: path)
    guard Self.isName(name) else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) gives itself a name with other characters than a to z, 0 to 9 and -; "
          + "report it to its author")
    }
  }

  private static func text(
    _ string: hub_string, _ member: String, _ limit: Int, path: String
  ) throws(FrontEndError) -> String {
    guard let text = unsafe string.validated(upTo: limit), !text.isEmpty else {
      throw FrontEndError(
        .badDescriptor,
        "the \(member) of \(path) is not a text of 1 to \(limit) bytes in UTF-8; "
          + "report it to its author")
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw FrontEndError(
        .badDescriptor,
        "the \(member) of \(path) holds a control character; report it to its author")
    }
    return text
  }
}
