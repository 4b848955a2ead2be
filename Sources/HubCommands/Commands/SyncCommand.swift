import HubOptions
import HubSystem

/// `hubhost sync`: one full sync.
struct SyncCommand {
  let context: CommandContext

  /// - Throws: code 69 when the server cannot be reached, 75 when the sync failed otherwise.
  func run() throws -> Int32 {
    let app = try context.app()
    let agent = try context.agent(of: app)
    guard case .done(_, let problem, let isOffline) = try agent.ask(.sync(ticket: 1)) else {
      throw CommandError(.software, "the agent gave another answer; use one version of both")
    }
    if let problem {
      throw CommandError(
        isOffline ? .unavailable : .tryAgain, "the sync failed: \(problem.withoutFullStop)")
    }
    return ExitCode.done.rawValue
  }
}

extension String {
  /// A sentence as the end of another one.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
