import CLinux
import Glibc

/// The built `hubhost` with a home, a runtime folder and an app file of its own.
package final class Installation {
  /// What a finished command left behind.
  package struct Outcome: Sendable, CustomStringConvertible {
    package let state: ChildState
    package let output: [UInt8]
    package let errors: [UInt8]

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
    /// The lines of standard error.
    package var errorLines: [String] {
      errorText.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }
    /// The exit code; nil when a signal ended it, or when it did not end in time.
    package var code: Int32? { if case .exited(let status) = state { status } else { nil } }

    package var description: String {
      "\(state)\n--- stdout\n\(text.prefix(4000))\n--- stderr\n\(errorText.prefix(4000))"
    }
  }

  /// How the Hub is set up in the app file.
  package enum Hub: String, Sendable, CaseIterable {
    /// Inbox on, deep link `demo://hub`.
    case plus = "{ isInboxEnabled: true, deepLink: \"demo://hub\" }"
    /// Inbox on, no deep link.
    case minus = "{ isInboxEnabled: true }"
    /// Inbox off, with the deep link.
    case off = "{ isInboxEnabled: false, deepLink: \"demo://hub\" }"
  }

  /// The program that this build made.
  package static let program = PluginFixtures.products + "/hubhost"

  package let folder: PluginFolder
  package var environment: [String: String]

  /// Makes the folders and writes the app file.
  ///
  /// - Parameters:
  ///   - hub: the Hub's config.
  ///   - name: the app's name, JSON5 text without quotes.
  ///   - tabTitle: the title of the Hub's tab.
  ///   - routes: the app's routes, JSON5.
  ///   - rest: more keys of the app file, JSON5, ended by a comma.
  /// - Throws: when the folders cannot be made.
  package init(
    _ hub: Hub = .plus, name: String = "Demo", tabTitle: String = "For you",
    routes: String = "{ \"demo://hub\": \"hub\", \"demo://home\": \"home\" }", rest: String = ""
  ) throws {
    folder = try PluginFolder()
    for part in ["home", "config/hubhost", "data"] { _ = try folder.makeFolder(part) }
    let runtime = try folder.makeFolder("runtime", mode: 0o700)
    // Whatever is opened in the system ends here, one argument a line.
    _ = try folder.makeFolder("bin")
    _ = try folder.write(
      "bin/xdg-open", Array("#!/bin/sh\nprintf '%s\\n' \"$@\" >>'\(folder["opened"])'\n".utf8),
      mode: 0o755)
    environment = [
      "PATH": "\(folder["bin"]):/usr/bin:/bin", "DISPLAY": ":99", "HOME": folder["home"],
      "XDG_CONFIG_HOME": folder["config"],
      "XDG_DATA_HOME": folder["data"], "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    let app = """
      {
        id: "com.example.demo", name: \(Self.quoted(name)), urlSchemes: ["rv-demo"],
        associatedDomains: ["demo.rover.example"], appSchemes: ["demo"], routes: \(routes),
        tabs: [
          { tag: "home", title: "Home", text: "welcome.txt" },
          { tag: "hub", title: \(Self.quoted(tabTitle)) },
        ],
        config: { hub: \(hub.rawValue) },
        \(rest)
      }
      """
    try write(app: app)
    _ = try folder.write("config/hubhost/welcome.txt", Array("The home tab.\n".utf8))
  }

  /// Replaces the app file.
  package func write(app: String) throws {
    _ = try folder.write("config/hubhost/app.json5", Array(app.utf8))
  }

  /// The path of the app file.
  package var appFile: String { folder["config/hubhost/app.json5"] }
  /// The folder of the store.
  package var data: String { folder["data/hubhost/com.example.demo"] }
  /// The file of the store.
  package var store: String { data + "/hub.db" }

  /// A text as a JSON string.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x20...0x21, 0x23...0x5B, 0x5D...0x7E:
        result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return result + "\""
  }

  /// Starts a command.
  package func start(_ arguments: [String], hasInput: Bool = true) throws -> PipedProcess {
    try PipedProcess(
      Self.program, arguments, environment: environment, folder: folder.path, hasInput: hasInput)
  }

  /// Runs a command to its end.
  ///
  /// A command that does not end in time is killed; its outcome then has no code.
  @discardableResult
  package func run(
    _ arguments: [String], input: [UInt8]? = nil,
    within patience: Duration = PipedProcess.patience
  ) throws -> Outcome {
    let process = try start(arguments, hasInput: input != nil)
    if let input {
      process.send(input)
      process.closeInput()
    }
    let state = process.finish(within: patience)
    return Outcome(state: state ?? .running, output: process.output, errors: process.errors)
  }

  /// Starts a command on a terminal of its own.
  package func terminal(
    _ arguments: [String], columns: Int = 80, rows: Int = 24,
    with variables: [String: String] = [:]
  ) throws -> Terminal {
    try Terminal(
      Self.program, arguments, in: self, with: variables, columns: columns, rows: rows)
  }

  /// Hands in a push payload.
  @discardableResult
  package func push(_ payload: String) throws -> Outcome {
    try run(["push", "-"], input: Array(payload.utf8))
  }

  /// Asks the store's file with the command line tool of SQLite.
  package func query(_ sql: String) throws -> String {
    let result = try ChildProcess.run("/usr/bin/sqlite3", ["-cmd", ".timeout 10000", store, sql])
    guard result.state == .exited(status: 0) else {
      throw PluginFixtures.BuildError(description: result.output)
    }
    return String(result.output.drop { $0 == "\n" }.reversed().drop { $0 == "\n" }.reversed())
  }
}
