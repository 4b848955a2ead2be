import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

@testable import HubFrontEnds

extension RunnerSuites {
  /// Every member of the zoo in a runner, on a terminal under a shell: the host lives, the terminal and
  /// the inbox are as before, a sentence says what happened, and the exit code is the right one.
  @Suite(.timeLimit(.minutes(10)))
  struct ZooRunnerTests {
    private static let link = "rv-sample://posts/E0000000-0000-4000-8000-000000000001"
    /// The end of a member's own words and the beginning of the shell's.
    private static let end = "@@ "

    /// Settings, flags, the exit code, and whether the modes are as at the start.
    private static let script = """
      stty rows 24 cols 80 -ixon
      before=$(stty -g); flags=$(grep flags /proc/self/fdinfo/0)
      "$0" "$@"
      status=$?
      [ "$before" = "$(stty -g)" ] && [ "$flags" = "$(grep flags /proc/self/fdinfo/0)" ] && same=SAME || same=CHANGED
      echo "@@ $status $same"
      """

    @Test(arguments: Zoo.members.filter(\.canBeBuilt))
    func `in a runner it costs no more than it may`(member: ZooMember) throws {
      let fixture = try RunnerFixture()
      let path = try member.build(in: fixture.folder)
      let terminal = try PTY(
        "/bin/bash",
        ["--norc", "-c", Self.script, RunnerFixture.program] + fixture.options
          + ["-f", path] + (member.opensPost ? [Self.link] : []),
        environment: ["TERM": "dumb", "HUBHOST_RUNNER_PATIENCE": "30", "RUST_BACKTRACE": "0"])
      #expect(terminal.readToEnd(), "\(terminal.text.debugDescription)")
      let text = terminal.text
      let said = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("hubhost: ") }
      let last = text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
      let isPlain = text.contains("Subject: Welcome to the Hub")
      func expect(_ status: Int, sentences: [String], plain: Bool) {
        #expect(last == "\(Self.end)\(status) SAME", "\(text.debugDescription)")
        #expect(said.count == sentences.count, "\(text.debugDescription)")
        for (line, part) in zip(said, sentences) { #expect(line.contains(part), "\(line)") }
        #expect(isPlain == plain, "\(text.debugDescription)")
      }
      switch member.run {
      case .quiet: expect(0, sentences: [], plain: false)
      case .warns(let part), .crashesAtEnd(let part): expect(0, sentences: [part], plain: false)
      case .refused(let part, let status): expect(status, sentences: [part], plain: false)
      case .fails(let part): expect(69, sentences: [part], plain: true)
      case .crashes(let part):
        expect(69, sentences: [part, "not for the first time; it is set aside"], plain: true)
      }
      #expect(TerminalModesSeen.leftOn(terminal.output) == nil, "\(text.debugDescription)")
      #expect(!text.contains("Press space"))
      #expect(try fixture.isWhole())
    }
  }
}
