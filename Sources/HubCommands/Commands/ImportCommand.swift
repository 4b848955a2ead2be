import FoundationEssentials
import HubModel
import HubOptions
import HubStore

/// `hubhost import`: stores answers of the server from files, without a server.
///
/// The cursors are left alone: a later sync asks for everything and merges it.
struct ImportCommand {
  let context: CommandContext

  /// Goes through the files in order; one that is bad is told, and the others go on.
  ///
  /// - Returns: 0, or the code of the first thing that went wrong.
  /// - Throws: what the store cannot do.
  func run(_ paths: [String]) throws -> Int32 {
    let app = try context.app()
    let pages = try context.arguments.value(.pages).map { path throws(CommandError) in
      try PageFolder(path)
    }
    let store = try HubStore(folder: try context.dataFolder(app))
    defer { store.close() }
    try store.requireWriting()
    for notice in store.openReport.notices { context.console.warning(notice) }
    let run = ImportRun(store: store, console: context.console, pages: pages)
    for path in paths { try take(InputSource(path, context.input), run) }
    if run.filesTaken > 0 { try context.output.write(run.counts.summary + "\n") }
    return (run.firstProblem ?? .done).rawValue
  }

  private func take(_ source: InputSource, _ run: ImportRun) throws(StoreError) {
    let answer: WireAnswer
    do throws(CommandError) {
      answer = try Self.answer(source)
    } catch {
      return run.report(error)
    }
    run.tellSkipped(answer.skipped, source.name)
    try run.apply(answer, source.name)
  }

  private static func answer(_ source: InputSource) throws(CommandError) -> WireAnswer {
    let bytes = try source.read(limit: WireLimits.maxAnswerBytes)
    do {
      return try WireAnswer.detect(bytes)
    } catch {
      throw CommandError(.badData, "\(source.name): \(error)")
    }
  }
}
