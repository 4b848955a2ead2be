import CHubFrontEnd
import HubModel

/// What a front end asks for beyond what any may do; it runs only where the app file grants it.
package struct FrontEndNeeds: Hashable, Sendable, Codable {
  /// The most paths that one front end may ask for.
  package static let maxPaths = 16

  /// It uses the network.
  package var network: Bool
  /// Files, and folders with all below them, that it reads: absolute, or from `~/` on.
  package var files: [String]

  package init(network: Bool = false, files: [String] = []) {
    self.network = network
    self.files = files
  }

  package var isEmpty: Bool { !network && files.isEmpty }

  /// For people: `the network and to read ~/Music`; empty when nothing is needed.
  package var words: String {
    var parts: [String] = network ? ["the network"] : []
    if !files.isEmpty { parts.append("to read \(files.joined(separator: ", "))") }
    return parts.joined(separator: " and ")
  }

  /// What is to be written into the app file for it.
  func entry(for id: String) -> String {
    var members: [String] = network ? ["network: true"] : []
    if !files.isEmpty {
      members.append("files: [\(files.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    return "grants: { \"\(id)\": { \(members.joined(separator: ", ")) } }"
  }
}

extension FrontEndNeeds {
  /// Copies and checks what a descriptor asks for.
  init(_ descriptor: hub_frontend, path: String) throws(FrontEndError) {
    network = unsafe descriptor.needs & UInt64(HUB_NEEDS_NETWORK) != 0
    files = []
    let count = unsafe descriptor.read_count
    guard count > 0 else { return }
    guard count <= Self.maxPaths, let rows = unsafe descriptor.reads else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) asks to read \(count) files and folders, and 1 to \(Self.maxPaths) can be asked "
          + "for; report it to its author")
    }
    for index in 0..<Int(count) {
      guard let text = unsafe rows[index].validated(upTo: AppDescription.Grant.maxPathBytes),
        AppDescription.Grant.isPath(text)
      else {
        throw FrontEndError(
          .badDescriptor,
          "row \(index + 1) of what \(path) asks to read is no path that begins with / or ~/; "
            + "report it to its author")
      }
      files.append(text)
    }
  }
}
