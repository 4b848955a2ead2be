import FoundationEssentials
import Glibc

/// The hidden command with which a host looks at one plug-in in a process of its own.
package enum DescribeCommand {
  /// The command's name.
  package static let name = "__describe"

  /// What the command prints: one line of JSON with one of the two.
  struct Answer: Codable {
    var description: FrontEndDescription?
    var refusal: String?
  }

  /// Loads a plug-in and prints what it says about itself, or why it is refused.
  ///
  /// The plug-in's constructors run; what they print goes to standard error.
  ///
  /// - Returns: the exit code, 0 if there is an answer.
  package static func run(path: String) -> Int32 {
    do {
      let output = try StandardOutput.keepPrivate()
      var line = try JSONEncoder().encode(answer(path: path))
      line.append(UInt8(ascii: "\n"))
      let written = unsafe line.withUnsafeBytes { unsafe write(output, $0.baseAddress, $0.count) }
      return written == line.count ? 0 : EX_IOERR
    } catch {
      return EX_OSERR
    }
  }

  private static func answer(path: String) -> Answer {
    // To be listed is no reason to run with all that the user may do.
    _ = Confinement.apply(plugin: path, environment: RunnerCommand.environment)
    do throws(FrontEndError) {
      return Answer(description: try FrontEndLoader.load(path: path).description)
    } catch {
      return Answer(refusal: error.message)
    }
  }
}
