import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

extension RunnerSuites {
  /// The built program with a front end in a runner that takes the terminal and gives nothing back,
  /// under a shell with job control.
  @Suite(
    .enabled(
      if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built"),
    .timeLimit(.minutes(10)))
  struct RunnerTerminalTests {
    /// What takes the screen back, for all modes.
    private static let undo =
      "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[?25h"
      + "\u{1B}[?1049l\r\n"

    private struct Run {
      let fixture: RunnerFixture
      let terminal: PTY

      init(_ defines: [String]) throws {
        fixture = try RunnerFixture()
        let path = try fixture.build("unruly", defines + ["NEEDS=HUB_NEEDS_TERMINAL"])
        // Plain is the only one behind it: curses would take the screen.
        let script = """
          set -m
          stty rows 24 cols 80 intr ^K -ixon
          before=$(stty -g); flags=$(grep flags /proc/self/fdinfo/0)
          check() {
            [ "$before" = "$(stty -g)" ] && [ "$flags" = "$(grep flags /proc/self/fdinfo/0)" ] && echo SAME || echo CHANGED
          }
          "$0" "$@"
          status=$?; check; echo "STATUS $status."
          [ $status = 148 ] || exit; read -r line; fg; status=$?; check; echo "STATUS $status."
          """
        terminal = try PTY(
          "/bin/bash",
          ["--norc", "-c", script, RunnerFixture.program] + fixture.options + ["-f", path],
          environment: ["TERM": "dumb", "HUBHOST_RUNNER_PATIENCE": "30"])
      }

      /// What came after the last screen was taken.
      var report: String {
        let text = terminal.text
        var rest = text[...]
        while let taken = rest.firstRange(of: "HUB\r\n") { rest = rest[taken.upperBound...] }
        return String(rest)
      }

      var host: Int32? {
        get throws {
          let path = "/proc/\(terminal.child)/task/\(terminal.child)/children"
          let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
          return text.split(separator: " ").first.flatMap { Int32($0) }
        }
      }
    }

    @Test
    func `a polite end gives the terminal back byte for byte`() throws {
      let run = try Run([])
      #expect(run.terminal.read(until: "HUB"))
      #expect(run.terminal.text.contains("TAKEN"))
      run.terminal.send("q")
      #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
      #expect(run.report == "\(Self.undo)SAME\r\nSTATUS 0.\r\n", "\(run.report.debugDescription)")
    }

    @Test(arguments: [
      ("crash", "crashed (signal 11, SIGSEGV)"), ("give_up", "crashed (signal 6, SIGABRT)"),
      ("leave", "ended its process (status 5)"), ("spin", "did not answer for 1200 ms"),
      ("bomb", Sanitizer.bombEnds),
    ])
    func `however it ends, the terminal is as it was and the sentence stands on it`(
      what: String, words: String
    ) throws {
      let run = try Run(["WHAT=\(what)"])
      #expect(run.terminal.read(until: "HUB"))
      for _ in 0..<2 {
        let offset = run.terminal.output.count
        run.terminal.send("x")
        #expect(run.terminal.read(until: "hubhost: warning: ", after: offset))
        #expect(run.terminal.read(until: ";", after: offset))
        let part = String(decoding: run.terminal.output.dropFirst(offset), as: UTF8.self)
        #expect(part.hasPrefix(Self.undo + "hubhost: warning: the front end "), "\(part)")
        #expect(part.contains(words), "\(part)")
        _ = run.terminal.read(within: .seconds(3)) { terminal in
          String(decoding: terminal.output.dropFirst(offset), as: UTF8.self).contains("HUB\r\n")
        }
      }
      #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
      #expect(run.terminal.text.contains("and plain is shown instead"), "\(run.terminal.text)")
      #expect(
        run.terminal.text.hasSuffix("SAME\r\nSTATUS 69.\r\n"), "\(run.report.debugDescription)")
      #expect(!run.terminal.text.contains("Press space"))
      #expect(try run.fixture.isWhole())
    }

    @Test
    func `what it writes to standard error is shown when the screen is free, the end of it`() throws
    {
      let run = try Run(["WHAT=noise"])
      #expect(run.terminal.read(until: "HUB"))
      run.terminal.send("xq")
      #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
      #expect(run.report.hasPrefix(Self.undo), "\(run.report.prefix(200).debugDescription)")
      #expect(run.report.contains("noise 016383") && !run.report.contains("noise 000000"))
      #expect(run.report.utf8.count < 80 * 1024)
      #expect(run.report.hasSuffix("SAME\r\nSTATUS 0.\r\n"))
    }

    @Test(arguments: [(SIGTERM, 0), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int)])
    func `a signal to the host ends both and gives the terminal back`(signal: Int32, status: Int)
      throws
    {
      let run = try Run([])
      #expect(run.terminal.read(until: "HUB"))
      #expect(kill(try #require(try run.host), signal) == 0)
      #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
      #expect(run.report.contains(Self.undo), "\(run.report.debugDescription)")
      #expect(
        run.report.hasSuffix("SAME\r\nSTATUS \(status).\r\n"), "\(run.report.debugDescription)")
    }

    @Test
    func `case 64: a runner does not outlive its host`() throws {
      let run = try Run(["WHAT=spin"])
      #expect(run.terminal.read(until: "HUB"))
      let host = try #require(try run.host)
      let children = "/proc/\(host)/task/\(host)/children"
      let text = String(decoding: try Data(contentsOf: URL(filePath: children)), as: UTF8.self)
      let runner = try #require(text.split(separator: " ").first.flatMap { Int32($0) })
      #expect(kill(runner, 0) == 0)
      run.terminal.send("x")
      #expect(kill(host, SIGKILL) == 0)
      #expect(run.terminal.readToEnd())
      #expect(run.terminal.read { _ in kill(runner, 0) != 0 })
    }

    @Test
    func `stopped by a key, the runner leaves the screen, stands still, and takes it again`() throws
    {
      let run = try Run([])
      #expect(run.terminal.read(until: "HUB"))
      let offset = run.terminal.output.count
      run.terminal.send("z")
      #expect(
        run.terminal.read(until: "STATUS 148.", after: offset),
        "\(run.terminal.text.debugDescription)")
      let part = String(decoding: run.terminal.output.dropFirst(offset), as: UTF8.self)
      #expect(part.contains("LEAVING\r\n") && part.contains("SAME\r\n"), "\(part.debugDescription)")
      // The shell's `read` gets this line, not the runner.
      run.terminal.send("q\n")
      #expect(
        run.terminal.read(until: "RETAKEN\r\n", after: offset),
        "\(run.terminal.text.debugDescription)")
      run.terminal.send("q")
      #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
      #expect(run.report.hasSuffix("SAME\r\nSTATUS 0.\r\n"), "\(run.report.debugDescription)")
    }
  }
}
