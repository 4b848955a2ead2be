import Glibc
import HubFrontEnds
import HubOptions
import HubSystem
import HubText

/// `hubhost check`: whether a front end keeps the rules of its interface.
struct CheckCommand {
  let context: CommandContext

  /// The hidden command that does one check in a process of its own.
  static let childName = CheckChild.name

  /// Does one check; the arguments are its id, the seed and the path.
  static func runChild(_ arguments: [String]) -> Int32 { CheckChild.run(arguments) }

  /// - Returns: 0 when no rule of the level must is broken, else 65.
  /// - Throws: code 64 for an id or a seed that is none, 66 when there is no such file.
  func run(_ file: String) throws -> Int32 {
    guard unsafe access(file, F_OK) == 0 else {
      throw CommandError(
        .noInput,
        "\(SafeText.line(file)) cannot be opened: \(SystemError.text(errno)); check the path")
    }
    let seed = try seed()
    let run = CheckRun(
      path: file.contains("/") ? file : "./\(file)", seed: seed,
      inProcess: context.arguments.has(.inProcess))
    let ids = context.arguments.value(.only).map { $0.split(separator: ",").map(String.init) }
    var results: [CheckResult] = []
    let isJSON = context.arguments.has(.json)
    do throws(UnknownCheck) {
      try run.run(only: ids) { result in
        results.append(result)
        // Shown as they come; what cannot be written is told at the end.
        if !isJSON { try? context.output.write(Self.lines(result)) }
        if !isJSON { try? context.output.flush() }
      }
    } catch {
      throw CommandError(
        .usage,
        "there is no check \"\(SafeText.line(error.id))\"; the checks are "
          + CheckRun.ids.joined(separator: ", "))
    }
    try context.output.write(
      isJSON ? Self.json(results, file: file, seed: seed) : Self.summary(results, seed: seed))
    return Self.exitCode(results).rawValue
  }

  private func seed() throws(CommandError) -> UInt64 {
    guard let text = context.arguments.value(.seed) else { return UInt64.random(in: 1...999_999) }
    guard let seed = UInt64(text) else {
      throw CommandError(
        .usage,
        "--seed needs a whole number, not \"\(SafeText.line(text))\"; take the one that was told")
    }
    return seed
  }

  /// A line with the outcome and the id, and what was seen indented below it.
  static func lines(_ result: CheckResult) -> String {
    var lines = "\(result.outcome.rawValue.padded(to: 5)) \(result.id)"
    if result.outcome == .pass { return lines + "\n" }
    if result.outcome != .skip { lines += " (\(result.level.rawValue)): \(result.rule)" }
    if let message = result.message { lines += "\n      \(SafeText.line(message))" }
    return lines + "\n"
  }

  /// How many there were of each.
  static func summary(_ results: [CheckResult], seed: UInt64) -> String {
    func count(_ outcome: CheckOutcome) -> Int { results.count { $0.outcome == outcome } }
    let counts = [
      "\(count(.pass)) passed", "\(count(.fail)) failed", "\(count(.crash)) crashed",
      "\(count(.warn)) warned", "\(count(.skip)) skipped",
    ]
    return counts.joined(separator: ", ") + " (seed \(seed))\n"
  }

  /// One object; each check as its result has it.
  static func json(_ results: [CheckResult], file: String, seed: UInt64) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("path", SafeText.line(file))
    writer.member("seed", Int(clamping: seed))
    writer.member("passed", exitCode(results) == .done)
    writer.beginArray("checks")
    for result in results {
      writer.beginObject()
      writer.member("id", result.id)
      writer.member("level", result.level.rawValue)
      writer.member("rule", result.rule)
      writer.member("outcome", result.outcome.rawValue)
      writer.member("message", result.message.map(SafeText.line))
      writer.member("milliseconds", result.milliseconds)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.text + "\n"
  }

  /// 65 when a rule of the level must is broken or the front end crashed; warnings do no harm.
  static func exitCode(_ results: [CheckResult]) -> ExitCode {
    results.contains { $0.outcome == .fail || $0.outcome == .crash } ? .badData : .done
  }
}

extension String {
  /// The text with blanks behind it, up to so many columns.
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
