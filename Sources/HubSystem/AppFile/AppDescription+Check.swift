package import HubModel
import HubOptions

extension AppDescription {
  /// The same app after the checks that an app file goes through.
  ///
  /// - Parameter place: what stands in messages instead of a file.
  /// - Returns: the app and what is odd about it.
  /// - Throws: code 78 for what an app file must not say either.
  package func checked(as place: String) throws(CommandError) -> AppFile {
    var reader = AppFileReader(file: place)
    let description = try reader.description(
      try AppFileObject(file: place, name: "", node: node))
    return AppFile(path: place, description: description, warnings: reader.shortenedWarnings)
  }

  /// An app file that says the same, as JSON; what is said may include tokens.
  package var fileText: [UInt8] {
    var writer = JSONWriter()
    writer.write(node)
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private var node: JSON5Node {
    .object([
      ("id", .text(id)), ("name", .text(name)), ("accountToken", .text(accountToken)),
      ("endpoint", .text(endpoint)), ("urlSchemes", .texts(urlSchemes)),
      ("associatedDomains", .texts(associatedDomains)), ("appSchemes", .texts(appSchemes)),
      ("tabs", .node(.array(tabs.map(\.node)))),
      ("routes", .object(routes.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
      ("config", config.node), ("frontend", .text(frontEnd)),
      ("user", .object([("userID", .text(userID)), ("token", .text(userToken))])),
      ("agent", agent.node), ("grants", .object(grants.map { ($0.frontEnd, $0.node) })),
      ("keys", .object(keys.map { ($0.key, .text($0.line)) })),
      ("stallSeconds", .number(stallSeconds)),
    ])
  }
}

extension AppDescription.Tab {
  fileprivate var node: JSON5Node {
    .object([("tag", .text(tag)), ("title", .text(title)), ("text", .text(textPath))])
  }
}

extension AppDescription.Agent {
  fileprivate var node: JSON5Node {
    .object([
      ("idleSeconds", .number(idleSeconds)), ("events", .node(.bool(sendsEvents))),
      ("prefetch", .node(.bool(fetchesAhead))), ("stream", .node(.bool(holdsStream))),
    ])
  }
}

extension AppDescription.Grant {
  fileprivate var node: JSON5Node {
    .object([("network", .node(.bool(network))), ("files", .texts(files))])
  }
}

extension HubConfig {
  fileprivate var node: JSON5Node {
    .object([
      (
        "hub",
        .object([
          ("isHomeEnabled", .node(.bool(isHomeEnabled))),
          ("isInboxEnabled", .node(.bool(isInboxEnabled))),
          ("isSettingsViewEnabled", .node(.bool(isSettingsViewEnabled))),
          ("deepLink", .text(deepLink)),
        ])
      ),
      ("colorScheme", .text(colorScheme?.rawValue)), ("accentColor", .text(accentColor)),
    ])
  }
}

/// Nodes that stand in no file.
extension JSON5Node {
  fileprivate static func node(_ value: Value) -> JSON5Node { JSON5Node(line: 0, value: value) }

  fileprivate static func number(_ number: Int) -> JSON5Node { node(.number(Double(number))) }

  fileprivate static func text(_ text: String?) -> JSON5Node {
    node(text.map { .string($0) } ?? .null)
  }

  fileprivate static func texts(_ texts: [String]) -> JSON5Node {
    node(.array(texts.map { .text($0) }))
  }

  fileprivate static func object(_ members: [(name: String, node: JSON5Node)]) -> JSON5Node {
    node(.object(members.map { JSON5Member(name: $0.name, line: 0, node: $0.node) }))
  }
}
