import HubFrontEnds
import HubModel
import HubOptions
import HubSystem
import HubText

/// `hubhost frontends`: every front end found, and why one is refused.
struct FrontEndsCommand {
  let context: CommandContext

  func run() throws -> Int32 {
    let rows = context.seams.findFrontEnds(context, try grants())
    if context.arguments.has(.json) {
      try context.output.write(Self.json(rows))
    } else {
      for row in rows { try context.output.write(Self.lines(row)) }
    }
    guard rows.isEmpty else { return ExitCode.done.rawValue }
    throw CommandError(
      .unavailable,
      "no front end was found; put libhub-NAME.so beside hubhost or name its folder in "
        + "$HUBHOST_FRONTEND_PATH")
  }

  /// What the app file grants; nothing where there is no app file and none was named.
  ///
  /// - Throws: codes 66, 74 and 78 for an app file that was named.
  private func grants() throws(CommandError) -> FrontEndGrants {
    let isNamed = context.arguments.value(.app) != nil || context.environment["HUBHOST_APP"] != nil
    do throws(CommandError) {
      return FrontEndGrants(try context.app().grants, home: context.environment["HOME"])
    } catch {
      if isNamed { throw error }
      if error.code != .noInput { context.console.warning(error.message) }
      return .none
    }
  }

  /// A line with what it is, and indented ones with where it is and what becomes of it.
  static func lines(_ row: FrontEndRow) -> String {
    var first = row.name
    if let version = row.version { first += " \(version)" }
    if let abi = row.abi { first += ", ABI \(abi)" }
    if let runs = row.runs { first += ", runs \(runs)" }
    if let summary = row.summary { first += ": \(summary)" }
    var lines = [first, "  \(row.path) (found: \(row.origin))"]
    if !row.needs.isEmpty { lines.append("  needs: \(row.needs.words)") }
    if !row.needs.isEmpty || !row.granted.isEmpty {
      lines.append("  granted: \(row.granted.isEmpty ? "nothing" : row.granted.words)")
    }
    if let confinement = row.confinement { lines.append("  confined: \(confinement)") }
    for action in row.actions {
      let usage = action.usage.isEmpty ? "" : " \(action.usage)"
      let closed = action.isClosedToLinks ? " (not for links)" : ""
      lines.append("  action \(action.name)\(usage): \(action.help)\(closed)")
    }
    if let other = row.shadowedBy { lines.append("  not taken: \(other) is found earlier") }
    if let refusal = row.refusal { lines.append("  refused: \(refusal)") }
    return lines.map { SafeText.line($0) + "\n" }.joined()
  }

  /// One array; keys as in the JSON lines.
  static func json(_ rows: [FrontEndRow]) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for row in rows {
      writer.beginObject()
      writer.member("name", SafeText.line(row.name))
      writer.member("version", row.version.map(SafeText.line))
      writer.member("summary", row.summary.map(SafeText.line))
      writer.member("abi", row.abi.map(SafeText.line))
      writer.member("path", SafeText.line(row.path))
      writer.member("origin", SafeText.line(row.origin))
      writer.member("runs", row.runs.map(SafeText.line))
      writer.member("confinement", row.confinement.map(SafeText.line))
      write(row.needs, as: "needs", to: &writer)
      write(row.granted, as: "granted", to: &writer)
      writer.member("shadowedBy", row.shadowedBy.map(SafeText.line))
      writer.member("refusal", row.refusal.map(SafeText.line))
      write(row.actions, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    return writer.text + "\n"
  }

  private static func write(
    _ needs: FrontEndNeeds, as key: StaticString, to writer: inout JSONWriter
  ) {
    writer.key(key)
    writer.beginObject()
    writer.member("network", needs.network)
    writer.beginArray("files")
    for file in needs.files { writer.value(SafeText.line(file)) }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ actions: [ActionDescription], to writer: inout JSONWriter) {
    writer.beginArray("actions")
    for action in actions {
      writer.beginObject()
      writer.member("name", action.name)
      writer.member("help", SafeText.line(action.help))
      writer.member("usage", action.usage)
      writer.member("links", !action.isClosedToLinks)
      writer.beginArray("arguments")
      for parameter in action.parameters {
        writer.beginObject()
        writer.member("name", parameter.name)
        writer.member("type", parameter.kind.rawValue)
        writer.member("required", !parameter.isOptional)
        if let range = parameter.integers {
          writer.member("least", Int(range.lowerBound))
          writer.member("most", Int(range.upperBound))
        } else if let range = parameter.reals {
          writer.key("least")
          writer.value(range.lowerBound)
          writer.key("most")
          writer.value(range.upperBound)
        }
        writer.member("help", SafeText.line(parameter.help))
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
  }
}
