/// The app and the Hub's configuration, as a front end sees them.
public struct AppInfo: Hashable, Sendable {
  /// What the user or the app wants of the colours.
  public enum ColorScheme: UInt32, Hashable, Sendable {
    /// As the terminal is.
    case auto = 0
    /// Dark text on a light ground.
    case light = 1
    /// Light text on a dark ground.
    case dark = 2
  }

  /// One tab of the app.
  public struct Tab: Hashable, Sendable {
    /// The name that links and commands use.
    public var tag: String
    /// What the tab bar shows.
    public var title: String

    /// A tab of these values.
    public init(tag: String, title: String) {
      self.tag = tag
      self.title = title
    }
  }

  /// Reverse DNS.
  public var id: String
  /// What people call the app.
  public var name: String
  /// The app's URL that shows the Hub.
  public var deepLink: String?
  /// Whether the inbox is switched on.
  public var isInboxEnabled: Bool
  /// Whether the home is switched on.
  public var isHomeEnabled: Bool
  /// Whether to stay and print what comes (`--follow`).
  public var follows: Bool
  /// The colour scheme asked for.
  public var colorScheme: ColorScheme
  /// 0xRRGGBB; nil: the front end's own.
  public var accent: UInt32?
  /// Never empty.
  public var tabs: [Tab]
  /// The index of the Hub's tab.
  public var hubTab: Int

  /// A description of these values.
  public init(
    id: String, name: String, deepLink: String? = nil, isInboxEnabled: Bool = true,
    isHomeEnabled: Bool = false, follows: Bool = false, colorScheme: ColorScheme = .auto,
    accent: UInt32? = nil, tabs: [Tab], hubTab: Int
  ) {
    self.id = id
    self.name = name
    self.deepLink = deepLink
    self.isInboxEnabled = isInboxEnabled
    self.isHomeEnabled = isHomeEnabled
    self.follows = follows
    self.colorScheme = colorScheme
    self.accent = accent
    self.tabs = tabs
    self.hubTab = hubTab
  }
}

/// Standard input and output, as the host found them.
public struct TerminalInfo: Hashable, Sendable {
  /// Whether standard input is a terminal.
  public var inputIsTerminal: Bool
  /// Whether standard output is a terminal.
  public var outputIsTerminal: Bool
  /// Whether colour is wanted.
  public var wantsColor: Bool
  /// Whether the locale is UTF-8.
  public var isUnicode: Bool
  /// The host's descriptor to read from; never close it.
  public var input: Int32
  /// The host's descriptor to write to; never close it.
  public var output: Int32
  /// Cells a line; 80 when unknown.
  public var columns: Int
  /// Lines; 24 when unknown.
  public var rows: Int

  /// A description of these values.
  public init(
    inputIsTerminal: Bool, outputIsTerminal: Bool, wantsColor: Bool, isUnicode: Bool, input: Int32,
    output: Int32, columns: Int, rows: Int
  ) {
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.wantsColor = wantsColor
    self.isUnicode = isUnicode
    self.input = input
    self.output = output
    self.columns = columns
    self.rows = rows
  }
}

/// Terminal modes that a front end has switched on, so that the host can undo them.
public struct TerminalModes: OptionSet, Hashable, Sendable {
  /// The bits that cross the ABI.
  public let rawValue: UInt32

  /// Modes by their bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The alternate screen.
  public static let screen = TerminalModes(rawValue: 1)
  /// Mouse reports.
  public static let mouse = TerminalModes(rawValue: 2)
  /// Bracketed paste.
  public static let paste = TerminalModes(rawValue: 4)
  /// Application keypad and cursor keys.
  public static let keypad = TerminalModes(rawValue: 8)
}

/// How important a line of the log is.
public enum LogLevel: UInt32, Hashable, Sendable {
  /// For whoever develops the front end.
  case debug = 1
  /// What happens in normal use.
  case info = 2
  /// Something is wrong and work goes on.
  case warning = 4
  /// Something asked for could not be done.
  case error = 5
}
