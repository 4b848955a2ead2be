import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// Runs a small host with a front end that takes the terminal and gives nothing back, under a shell
/// with job control, and looks at the terminal before and after.
@Suite(
  .enabled(
    if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built"),
  .timeLimit(.minutes(10)))
struct GuardTests {
  /// What takes the screen back, for all modes.
  private static let undo =
    "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[?25h"
    + "\u{1B}[?1049l\r\n"

  /// A shell on a terminal that runs the host once and reports.
  private struct Run {
    let terminal: PTY
    private let folder: PluginFolder

    init(modes: Int = 15, plugin: String = "screen") throws {
      folder = try PluginFolder()
      let path = folder["libhub-\(plugin).so"]
      try PluginFixtures.build(plugin, as: path, defines: plugin == "zoo" ? ["EXACT"] : [])
      // The settings are odd on purpose: they must come back, and not some default. `read` waits for the
      // test, and the flags show O_NONBLOCK.
      let script = """
        set -m
        stty rows 24 cols 80 intr ^K -ixon
        before=$(stty -g); flags=$(grep flags /proc/self/fdinfo/0)
        check() {
          [ "$before" = "$(stty -g)" ] && [ "$flags" = "$(grep flags /proc/self/fdinfo/0)" ] && echo SAME || echo CHANGED
        }
        "$HOST" run "$PLUGIN" "$MODES"
        status=$?; check; echo "STATUS $status."
        # Written out: bash leaves a loop when a job in it is stopped.
        [ $status = 148 ] || exit; read -r line; fg; status=$?; check; echo "STATUS $status."
        [ $status = 148 ] || exit; read -r line; fg; status=$?; check; echo "STATUS $status."
        [ $status = 148 ] || exit; read -r line; fg; status=$?; check; echo "STATUS $status."
        """
      terminal = try PTY(
        "/bin/bash", ["--norc", "-c", script],
        environment: [
          "HOST": "\(PluginFixtures.products)/HubTestHost", "PLUGIN": path, "MODES": "\(modes)",
        ])
    }

    /// What the host and the shell wrote after it was ready.
    var report: String {
      let text = terminal.text
      guard let ready = text.firstRange(of: "ready") else { return text }
      return String(text[ready.upperBound...].drop { $0.isNewline })
    }

    /// The host's process id, as the shell's only child.
    func host() throws -> Int32 {
      let path = "/proc/\(terminal.child)/task/\(terminal.child)/children"
      let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      return try #require(text.split(separator: " ").first.flatMap { Int32($0) })
    }
  }

  @Test
  func `a polite end gives the terminal back byte for byte`() throws {
    let run = try Run()
    #expect(run.terminal.read(until: "ready"))
    #expect(run.terminal.text.contains("\u{1B}[?1049h"))
    run.terminal.send("q")
    #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
    #expect(run.report == "\(Self.undo)SAME\r\nSTATUS 0.\r\n", "\(run.report.debugDescription)")
  }

  @Test
  func `a front end that touches nothing costs the terminal no byte`() throws {
    let run = try Run(modes: 0, plugin: "zoo")
    #expect(run.terminal.read(until: "ready"))
    run.terminal.send("q\n")
    #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
    // The terminal itself echoes the keys.
    #expect(run.report == "q\r\nSAME\r\nSTATUS 0.\r\n", "\(run.report.debugDescription)")
  }

  @Test(arguments: [(1, "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l\r\n"), (0, "\u{1B}[0m\u{1B}[?25h")])
  func `only the modes that are on are undone`(modes: Int, undo: String) throws {
    let run = try Run(modes: modes)
    #expect(run.terminal.read(until: "ready"))
    run.terminal.send("q")
    #expect(run.terminal.readToEnd())
    #expect(run.report == "\(undo)SAME\r\nSTATUS 0.\r\n", "\(run.report.debugDescription)")
  }

  @Test(arguments: [(2, "INT"), (15, "TERM"), (1, "HUP"), (3, "QUIT")] as [(Int32, String)])
  func `a signal that ends gives the terminal back and is how the process ended`(
    signal: Int32, name: String
  ) throws {
    let run = try Run()
    #expect(run.terminal.read(until: "ready"))
    #expect(kill(try run.host(), signal) == 0)
    #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
    #expect(run.report.contains("\(Self.undo)"), "\(run.report.debugDescription)")
    // A shell that saw its job interrupted interrupts itself too.
    if signal != 2 {
      #expect(
        run.report.contains("SAME\r\nSTATUS \(128 + signal)."), "\(run.report.debugDescription)")
    }
  }

  @Test
  func `the interrupt key gives the terminal back`() throws {
    let run = try Run()
    #expect(run.terminal.read(until: "ready"))
    run.terminal.send("\u{0B}")
    #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
    #expect(run.report.contains(Self.undo), "\(run.report.debugDescription)")
  }

  @Test(arguments: [("s", 11), ("o", 11), ("a", 6)])
  func `a crash gives the terminal back, says so and shows no prompt`(key: String, signal: Int)
    throws
  {
    let run = try Run()
    #expect(run.terminal.read(until: "ready"))
    run.terminal.send(key)
    #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
    #expect(
      run.report.hasPrefix("\(Self.undo)hubhost: the front end screen crashed\r\n"),
      "\(run.report.debugDescription)")
    #expect(
      run.report.contains("SAME\r\nSTATUS \(128 + signal)."), "\(run.report.debugDescription)")
    #expect(!run.report.contains("Press space"))
  }

  @Test
  func `an exit out of the front end gives the terminal back`() throws {
    let run = try Run()
    #expect(run.terminal.read(until: "ready"))
    run.terminal.send("e")
    #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
    #expect(run.report == "\(Self.undo)SAME\r\nSTATUS 5.\r\n", "\(run.report.debugDescription)")
  }

  @Test(arguments: [true, false])
  func `stopped by a key or by a signal, the terminal is the shell's, and then taken again`(
    byKey: Bool
  ) throws {
    let run = try Run()
    #expect(run.terminal.read(until: "ready"))
    for round in 1...3 {
      let offset = run.terminal.output.count
      if byKey { run.terminal.send("z") } else { #expect(kill(try run.host(), 20) == 0) }
      #expect(
        run.terminal.read(until: "STATUS 148.", after: offset),
        "\(run.terminal.text.debugDescription)")
      let part = String(decoding: run.terminal.output.dropFirst(offset), as: UTF8.self)
      #expect(part.contains("LEAVING\r\n"), "\(round): \(part.debugDescription)")
      #expect(part.contains("SAME\r\n"), "\(round): \(part.debugDescription)")
      run.terminal.send("\n")
      #expect(
        run.terminal.read(until: "RETAKEN\r\n", after: offset),
        "\(run.terminal.text.debugDescription)")
    }
    // Taken once a round, though the continue signal came too.
    run.terminal.send("h")
    #expect(run.terminal.read(until: "HUB\r\n"))
    #expect(run.terminal.text.split(separator: "RETAKEN").count == 4)
    run.terminal.send("q")
    #expect(run.terminal.readToEnd(), "\(run.terminal.text.debugDescription)")
    #expect(run.report.hasSuffix("SAME\r\nSTATUS 0.\r\n"), "\(run.report.debugDescription)")
  }

  @Test
  func `a resize and a continue reach the front end`() throws {
    let run = try Run()
    #expect(run.terminal.read(until: "ready"))
    run.terminal.resize(columns: 100, rows: 30)
    #expect(run.terminal.read(until: "RESIZED"))
    #expect(kill(try run.host(), 18) == 0)
    #expect(run.terminal.read(until: "RETAKEN"))
    run.terminal.send("q")
    #expect(run.terminal.readToEnd())
    #expect(run.report.contains("STATUS 0."))
  }
}
