import FoundationEssentials
import Glibc
import HubStore
import Testing

@testable import HubCommands
@testable import HubSystem

struct BadgeCommandTests {
  let run = CommandRun(app: "{id:'com.example.demo', name:'A <b>&\\u001b[1m\\'\"'}")

  @Test(arguments: [
    (BadgeFormat.plain, 0, "\n"), (.plain, 2, "2\n"), (.plain, 1_234, "1234\n"),
    (.json, 0, "{\"badge\":null,\"count\":0}\n"), (.json, 2, "{\"badge\":\"2\",\"count\":2}\n"),
    (
      .waybar, 0,
      "{\"text\":\"\",\"alt\":\"none\",\"tooltip\":\"Demo: nothing unread\",\"class\":\"none\"}\n"
    ),
    (
      .waybar, 2,
      "{\"text\":\"2\",\"alt\":\"unread\",\"tooltip\":\"Demo: 2 unread\",\"class\":\"unread\"}\n"
    ),
  ])
  func `each format is one line`(format: BadgeFormat, count: Int, line: String) {
    #expect(format.line(count: count, appName: "Demo") == line)
  }

  @Test func `the formats are those of the option table`() {
    #expect(BadgeFormat.allCases.map(\.rawValue) == ["plain", "json", "waybar"])
  }

  @Test func `without a store there is no badge, and none is made`() {
    let result = run.run("badge")
    #expect(result.code == 0)
    #expect(result.output == "\n")
    #expect(result.errors == "")
    #expect(access(run.dataFolder, F_OK) != 0)
  }

  @Test func `cases 52 to 56: the badge counts posts and conversations, and goes at 0`() throws {
    #expect(run.run("push", input: Fixture.push()).code == 0)
    #expect(run.run("push", input: Fixture.conversationPush()).code == 0)
    #expect(run.run("badge").output == "2\n")
    #expect(run.run("badge", "--format", "json").output == "{\"badge\":\"2\",\"count\":2}\n")
    let id = try #require(UUID(uuidString: Fixture.postID))
    #expect(try run.store().markPostRead(id))
    #expect(run.run("badge").output == "1\n")
    #expect(try run.store().markAllRead() == 1)
    #expect(run.run("badge").output == "\n")
  }

  @Test func `the app's name is safe text, and escaped for Pango`() {
    let line = run.run("badge", "--format", "waybar").output
    #expect(line.contains("A &lt;b&gt;&amp;\u{FFFD}[1m&#39;&quot;: nothing unread"), "\(line)")
    #expect(!line.unicodeScalars.contains("\u{1b}"))
  }

  @Test func `a data folder that is a file is no empty inbox`() {
    run.folder.write(".local/share/hubhost/com.example.demo", "x")
    let result = run.run("badge")
    #expect(result.code == 73)
    #expect(result.output == "")
    #expect(result.errors.contains("Not a directory"))
  }

  @Test func `a file that is no store is told`() {
    run.folder.write(".local/share/hubhost/com.example.demo/hub.db", "this is no database, is it?")
    let result = run.run("badge")
    #expect(result.code == 65)
    #expect(result.output == "")
  }

  // MARK: --follow

  /// `badge --follow` in a thread, with its output at the other end of a pipe.
  private final class Follower: @unchecked Sendable {
    // The thread has `main` and the writing end for itself; the test only reads the other end and
    // looks at `code` after joining.
    private let main: HubhostMain
    private let writer: Int32
    private var reader: Int32
    private var thread = pthread_t()
    private var code: Int32 = -1
    private var rest = ""

    init(_ run: CommandRun) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      (reader, writer) = (ends[0], ends[1])
      main = run.main(input: 0, output: writer, error: 2)
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let me = Unmanaged<Follower>.fromOpaque(argument).takeUnretainedValue()
          me.code = me.main.run(["badge", "--follow"])
          // So that a test that waits for a line sees the end instead.
          close(me.writer)
          return nil
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The next line; waits for it.
    func line() -> String {
      while true {
        if let end = rest.firstIndex(of: "\n") {
          defer { rest = String(rest[rest.index(after: end)...]) }
          return String(rest[..<end])
        }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(reader, &buffer, buffer.count)
        guard count > 0 else { return "(end)" }
        rest += String(decoding: buffer[..<count], as: UTF8.self)
      }
    }

    /// Closes the reading end, as a status bar that quits; returns the exit code.
    func leave() -> Int32 {
      close(reader)
      pthread_join(thread, nil)
      return code
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `following prints each change once, from before there is a store to the reader's end`()
    throws
  {
    signal(SIGPIPE, SIG_IGN)
    let follower = Follower(run)
    #expect(follower.line() == "")
    #expect(run.run("push", input: Fixture.push()).code == 0)
    #expect(follower.line() == "1")
    // The same again changes nothing; were it printed, the next line would be "1".
    #expect(run.run("push", input: Fixture.push()).code == 0)
    #expect(run.run("push", input: Fixture.conversationPush()).code == 0)
    #expect(follower.line() == "2")
    #expect(try run.store().markAllRead() == 2)
    #expect(follower.line() == "")
    try FileManager.default.removeItem(atPath: run.dataFolder)
    #expect(run.run("push", input: Fixture.push()).code == 0)
    #expect(follower.line() == "1")
    #expect(follower.leave() == HubhostMain.readerLeft)
  }
}
