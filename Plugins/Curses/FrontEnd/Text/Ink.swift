/// How a piece of text looks, in terms of what it means; a palette turns it into colours and attributes.
struct Ink: Hashable, Sendable {
  /// What the colour says.
  enum Role: Hashable, Sendable {
    case plain
    /// The app's colour: dots, links, the active tab.
    case accent
    /// Of less importance.
    case faint
    /// Something went wrong.
    case warning
  }

  /// Attributes that also work without colours.
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = Traits(rawValue: 1)
    static let italic = Traits(rawValue: 2)
    static let underline = Traits(rawValue: 4)
    static let reverse = Traits(rawValue: 8)
  }

  var role = Role.plain
  var traits: Traits = []

  static let plain = Ink()
  static let bold = Ink(traits: .bold)
  static let faint = Ink(role: .faint)
  static let accent = Ink(role: .accent)
  static let dot = Ink(role: .accent, traits: .bold)
  static let link = Ink(role: .accent, traits: .underline)
  static let selected = Ink(traits: .reverse)
  static let bar = Ink(traits: .reverse)
  static let activeTab = Ink(role: .accent, traits: [.reverse, .bold])
  static let warning = Ink(role: .warning, traits: .bold)
}
