extension HubKeys {
  /// The id of the front end whose keys these are.
  package static let frontEnd = "io.hubhost.curses"

  /// The function keys that an app file can give actions: as many as terminals send with Shift and Ctrl too.
  package static let mostFunctionKeys = 48

  /// Why a key that an app file names is never pressed: the end of a sentence, without a full stop.
  ///
  /// - Parameter name: a name as in `KeyBinding.keys`, or what was taken for one.
  /// - Returns: nil when a terminal can send it.
  package static func fault(ofKey name: String) -> String? {
    guard let right = spelled(name) else { return "no terminal sends a key of that name" }
    guard right == name else { return "write it \(right)" }
    let isAlt = name.hasPrefix(alt)
    let plain = isAlt ? String(name.dropFirst(alt.count)) : name
    if let twin = twins[plain] { return "a terminal sends \(isAlt ? alt : "")\(twin) for it" }
    if taken.contains(plain) { return "the terminal keeps it for itself" }
    if isAlt, begins.contains(plain) { return "other keys begin with what a terminal sends for it" }
    return nil
  }

  private static let alt = "Alt-"
  /// Keys that send the byte of another one.
  private static let twins = ["Ctrl-H": "Backspace", "Ctrl-I": "Tab", "Ctrl-M": "Enter"]
  /// What interrupts, suspends, stops the output and lets it go on before a program hears of it.
  private static let taken: Set<String> = ["Ctrl-C", "Ctrl-Z", "Ctrl-S", "Ctrl-Q"]
  /// What follows an escape in the sequences of other keys.
  private static let begins: Set<String> = ["[", "O", "Esc"]

  /// The names of more than one character, by the same in small letters.
  private static let names: [String: String] = {
    let named = [
      "Space", "Enter", "Esc", "Backspace", "Tab", "Shift-Tab", "Up", "Down", "Left", "Right",
      "PageUp", "PageDown", "Home", "End", "Insert", "Delete",
    ]
    let functions = (1...mostFunctionKeys).map { "F\($0)" }
    let controls = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "Ctrl-\($0)" }
    let all = named + functions + controls
    return Dictionary(uniqueKeysWithValues: all.map { ($0.lowercased(), $0) })
  }()

  /// The name as it is written, whatever the case; nil: there is none.
  private static func spelled(_ name: String) -> String? {
    guard name.lowercased().hasPrefix(alt.lowercased()) else { return spelledAlone(name) }
    return spelledAlone(String(name.dropFirst(alt.count))).map { alt + $0 }
  }

  private static func spelledAlone(_ name: String) -> String? {
    name.count == 1 ? name : names[name.lowercased()]
  }
}
