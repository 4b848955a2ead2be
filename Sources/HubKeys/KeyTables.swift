extension HubKeys {
  /// What a generated table of keys is for.
  package enum TableUse: Sendable {
    case readme
  }

  /// The keys as a Markdown table, one row a binding, ending with a newline.
  package static func table(for use: TableUse) -> String {
    switch use {
    case .readme: markdown
    }
  }

  private static var markdown: String {
    var text = "| keys | what they do |\n| --- | --- |\n"
    for section in KeySection.allCases {
      text += "| **\(section.rawValue)** | |\n"
      for binding in bindings(in: section) {
        let keys = binding.label == "1-9" ? ["1-9"] : binding.keys
        text += "| " + keys.map { "`\($0)`" }.joined(separator: ", ")
        text += " | \(binding.help)\(binding.place.isEmpty ? "" : " (\(binding.place))") |\n"
      }
    }
    return text
  }
}

extension KeyBinding {
  /// Where the keys work, in words; empty when that goes without saying.
  package var place: String {
    if screens.isSuperset(of: KeyScreen.scrolling) { return "" }
    let action = meaning.action
    if section == .prompt || section == .writing || action == .back || action == .help { return "" }
    let names = KeyScreen.allCases.filter(screens.contains).map(\.placeName)
    return names.joined(separator: ", ")
  }
}

extension KeyScreen {
  /// The screen in words, such as "in the inbox".
  package var placeName: String {
    switch self {
    case .list: "in the inbox"
    case .tab: "in a tab"
    case .post: "in a post"
    case .conversation: "in a conversation"
    case .standalone: "in a standalone post"
    case .alert: "in an alert"
    case .help: "in the help"
    case .prompt: "in a question"
    case .composer: "while writing"
    }
  }
}
