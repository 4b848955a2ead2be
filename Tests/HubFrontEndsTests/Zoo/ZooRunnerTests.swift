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

    /// Runs a front end to its end, and what was on the terminal then.
    private func run(_ path: String, _ arguments: [String], in fixture: RunnerFixture) throws -> PTY
    {
      let terminal = try PTY(
        "/bin/bash",
        ["--norc", "-c", Self.script, RunnerFixture.program] + fixture.options + ["-f", path]
          + arguments,
        environment: ["TERM": "dumb", "HUBHOST_RUNNER_PATIENCE": "30", "RUST_BACKTRACE": "0"])
      #expect(terminal.readToEnd(), "\(terminal.text.debugDescription)")
      return terminal
    }

    @Test(.enabled(if: PluginFixtures.hasCompiler, "no C compiler: plug-ins cannot be built"))
    func `a link that is exchanged all the time never leads to a file that others can write`()
      throws
    {
      let fixture = try RunnerFixture()
      let folder = fixture.folder
      for name in ["good", "open", "found"] { _ = try folder.makeFolder(name) }
      _ = try fixture.build(
        "unruly", ["WHAT=nothing", "AT_SHOW"], library: "good/libhub-unruly.so")
      let bad = try fixture.build(
        "unruly", ["WHAT=noise", "AT_LOAD"], library: "open/libhub-unruly.so")
      #expect(chmod(bad, 0o666) == 0)
      let link = folder["found/libhub-unruly.so"]
      #expect(symlink(folder["good/libhub-unruly.so"], link) == 0)
      let script = """
        cd "$0/found"
        while [ -e . ]; do
          for to in open good; do ln -s "../$to/libhub-unruly.so" next; mv -T next libhub-unruly.so; done
        done
        """
      let swapper = try ChildProcess.spawn(
        "/bin/sh", ["-c", script, folder.path], environment: ["PATH": "/usr/bin:/bin"])
      defer {
        kill(swapper, SIGKILL)
        _ = ChildProcess.wait(swapper)
      }
      for _ in 0..<12 {
        let text = try run(link, [], in: fixture).text
        #expect(!text.contains("noise"), "\(text.prefix(500))")
        let isGood = text.contains("HUB") && text.hasSuffix("\(Self.end)0 SAME\r\n")
        let isRefused = text.contains("hubhost: ") && text.hasSuffix("\(Self.end)77 SAME\r\n")
        #expect(isGood || isRefused, "\(text.debugDescription)")
      }
      #expect(try fixture.isWhole())
    }

    @Test(
      arguments: Zoo.members.filter(\.canBeBuilt))
    func `in a runner it costs no more than it may`(member: ZooMember) throws {
      let fixture = try RunnerFixture()
      let path = try member.build(in: fixture.folder)
      let terminal = try run(path, member.opensPost ? [Self.link] : [], in: fixture)
      let text = terminal.text
      let said = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("hubhost: ") }
      let last = text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
      let isPlain = text.contains("Welcome to the Hub")
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
