import HubTestSupport
import Testing

/// The built `hubhost` with the sample inbox and a front end of `Tests/Fixtures/plugins`.
struct RunnerFixture {
  static let program = "\(PluginFixtures.products)/hubhost"
  private static let sample = "\(PluginFixtures.root)/Examples/sample"

  let folder: PluginFolder
  var data: String { folder["data"] }

  /// Stores the sample inbox in a folder of its own.
  init() throws {
    folder = try PluginFolder()
    let imported = try run([
      "import", "--pages", "\(Self.sample)/pages", "\(Self.sample)/posts.json",
      "\(Self.sample)/conversations.json", "\(Self.sample)/replies.json",
    ])
    guard imported.state == .exited(status: 0) else {
      throw ImportFault(description: imported.output)
    }
  }

  /// What `hubhost import` said.
  struct ImportFault: Error, CustomStringConvertible {
    let description: String
  }

  /// The options of every run.
  var options: [String] { ["--app", "\(Self.sample)/app.json5", "--data", data] }

  /// Builds a front end; its path.
  func build(_ name: String, _ defines: [String] = [], library: String? = nil) throws -> String {
    let path = folder[library ?? "libhub-\(name).so"]
    try PluginFixtures.build(name, as: path, defines: defines, extra: ["-lpthread"])
    return path
  }

  /// Runs `hubhost` to its end, with nothing on standard input.
  func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ChildProcess.Result {
    var variables = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    variables.merge(environment) { $1 }
    return try ChildProcess.run(Self.program, options + arguments, environment: variables)
  }

  /// Whether the store is whole: the badge command reads it and finds what was imported.
  func isWhole() throws -> Bool {
    let badge = try run(["badge"])
    return badge.state == .exited(status: 0) && badge.output.hasPrefix("1")
  }
}

/// The tests that run the built program with a runner, one after another: each waits for processes, and
/// would else keep all other tests waiting.
@Suite(.serialized)
enum RunnerSuites {}
