package import HubModel

/// Standard input and output as the host found them.
package struct SessionTerminal: Hashable, Sendable {
  /// The host's descriptors for the front end.
  package var input: Int32
  package var output: Int32
  package var inputIsTerminal: Bool
  package var outputIsTerminal: Bool
  package var wantsColor: Bool
  package var isUnicode: Bool
  /// Cells a line and lines; 80 and 24 when unknown.
  package var columns: Int
  package var rows: Int

  package init(
    input: Int32, output: Int32, inputIsTerminal: Bool, outputIsTerminal: Bool, wantsColor: Bool,
    isUnicode: Bool, columns: Int, rows: Int
  ) {
    self.input = input
    self.output = output
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.wantsColor = wantsColor
    self.isUnicode = isUnicode
    self.columns = columns
    self.rows = rows
  }
}

/// What a session is told about its surroundings.
package struct SessionSettings {
  package var app: AppDescription
  /// `--follow`.
  package var follows: Bool
  package var terminal: SessionTerminal
  /// The host's version, as front ends see it.
  package var version: String
  /// The time, for everything that the core decides.
  package var now: () -> Timestamp
  /// Hands an http, https or mailto URL to the system.
  package var openInSystem: (String) -> Void
  /// Says which terminal modes the front end has on.
  package var modesChanged: (UInt32) -> Void
  /// Tells people something, once, where it does not disturb the front end.
  package var tell: (String) -> Void

  package init(
    app: AppDescription, follows: Bool, terminal: SessionTerminal, version: String,
    now: @escaping () -> Timestamp, openInSystem: @escaping (String) -> Void,
    modesChanged: @escaping (UInt32) -> Void = { _ in }, tell: @escaping (String) -> Void
  ) {
    self.app = app
    self.follows = follows
    self.terminal = terminal
    self.version = version
    self.now = now
    self.openInSystem = openInSystem
    self.modesChanged = modesChanged
    self.tell = tell
  }
}
