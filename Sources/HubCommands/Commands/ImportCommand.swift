import FoundationEssentials
import HubModel
import HubOptions
import HubStore
import HubSystem

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
    try take(paths.map { InputSource($0, context.input) }, run)
    if run.filesTaken > 0 { try context.output.write(run.counts.summary + "\n") }
    return (run.firstProblem ?? .done).rawValue
  }

  /// Takes files that follow each other in one go, which writes the scattered pages of the store once
  /// for many of them; anything else may keep us waiting, and others could not write meanwhile.
  private func take(_ sources: [InputSource], _ run: ImportRun) throws(StoreError) {
    var rest = sources[...]
    while !rest.isEmpty {
      let files = rest.prefix { $0.isFile }
      rest = rest.dropFirst(files.count)
      if !files.isEmpty {
        try run.store.bulk { () throws(StoreError) in
          for file in files { try take(file, run) }
        }
      }
      if let other = rest.popFirst() { try take(other, run) }
    }
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
