import CLinux
import Glibc
import HubCore
import HubModel
import HubOptions
import Testing

@testable import HubCommands
@testable import HubHosting
@testable import HubSystem

struct HubhostMainTests {
  let run = CommandRun()

  @Test func `run shows the Hub, with the link that launched the app`() {
    #expect(run.run().code == 42)
    #expect(run.ranHost?.app.id == "com.example.demo")
    #expect(run.ranHost?.url == nil)
    #expect(run.run("rv-demo://posts/x").code == 42)
    #expect(run.ranHost?.url == "rv-demo://posts/x")
  }

  @Test(arguments: [
    (["--help"], Help.text(command: nil)), (["help"], Help.text(command: nil)),
    (["badge", "--help"], Help.text(command: .badge)),
    (["help", "push"], Help.text(command: .push)),
    (["--version"], Help.version), (["man"], ManPage.named("hubhost") ?? ""),
    (["man", "hubhost-jsonl"], ManPage.named("hubhost-jsonl") ?? ""),
    (["completions", "fish"], Completions.script(for: "fish") ?? ""),
  ])
  func `what explains hubhost needs no app file`(arguments: [String], expected: String) {
    run.variables["HUBHOST_APP"] = "/nowhere"
    let result = run.run(arguments)
    #expect(result.code == 0)
    #expect(result.output == expected)
    #expect(!expected.isEmpty)
    #expect(result.errors == "")
  }

  @Test(arguments: [["--hlep"], ["pusch"], ["open"], ["badge", "--format", "xml"], ["import"]])
  func `a wrong command line exits with 64 and one sentence`(arguments: [String]) {
    let result = run.run(arguments)
    #expect(result.code == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("hubhost: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `what is odd in the app file is told once, and not when told not to`() {
    let app = run.folder.write("odd.json5", "{id:'a.b', nmae:'x\\u001b[31m'}")
    let result = run.run("badge", "--app", app)
    #expect(result.code == 0)
    #expect(
      result.errors
        == "hubhost: warning: \(app), line 1: unknown key \"nmae\"; did you mean \"name\"?\n")
    #expect(run.run("badge", "--app", app, "--log-level", "error").errors == "")
  }

  @Test func `nothing that an error quotes acts on the terminal`() {
    let app = run.folder.write("odd.json5", "{id:'a.b', '\\u001b]0;x\\u0007\\nk':1}")
    let errors = run.run("badge", "--app", app).errors
    #expect(errors.contains("unknown key"))
    #expect(errors.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    #expect(errors.split(separator: "\n").count == 1)
  }

  // MARK: Output

  @Test func `a reader who left ends the command without a word`() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    defer { close(ends[1]) }
    let errors = open(run.folder.path + "/stderr", O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(errors) }
    #expect(run.main(input: 0, output: ends[1], error: errors).run(["--help"]) == 141)
    #expect(lseek(errors, 0, SEEK_CUR) == 0)
  }

  @Test func `a full disk exits with 74`() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let errors = open(run.folder.path + "/stderr", O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(errors) }
    #expect(run.main(input: 0, output: full, error: errors).run(["man"]) == 74)
    #expect(lseek(errors, 0, SEEK_CUR) > 0)
  }

  @Test func `a pipe that is full and does not block is waited for`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe2(&ends, O_NONBLOCK) == 0)
    let (reader, writer) = (ends[0], ends[1])
    let channel = OutputChannel(descriptor: writer)
    let size = 1 << 20
    let sink = Sink(reader)
    try channel.write(String(repeating: "x", count: size))
    try channel.flush()
    close(writer)
    #expect(sink.total() == size)
    close(reader)
  }

  /// Reads a descriptor to its end in a thread.
  private final class Sink: @unchecked Sendable {
    // `count` is the thread's until it is joined.
    private let reader: Int32
    private var count = 0
    private var thread = pthread_t()

    init(_ reader: Int32) {
      self.reader = reader
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let me = Unmanaged<Sink>.fromOpaque(argument).takeUnretainedValue()
          var buffer = [UInt8](repeating: 0, count: 4096)
          while true {
            var entry = pollfd(fd: me.reader, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 10_000) > 0 else { return nil }
            let got = read(me.reader, &buffer, buffer.count)
            guard got > 0 else { return nil }
            me.count += got
          }
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    func total() -> Int {
      pthread_join(thread, nil)
      return count
    }
  }

  // MARK: open

  @Test(arguments: ["nonsense", "://x", "1a:b", "a:\u{7}"])
  func `what is no URL exits with 64`(url: String) {
    let result = run.run("open", url)
    #expect(result.code == 64)
    #expect(run.ranHost == nil)
  }

  @Test func `with no host running one is run on the link`() {
    #expect(run.run("open", "rv-demo://posts/x").code == 42)
    #expect(run.ranHost?.url == "rv-demo://posts/x")
  }

  @Test(arguments: [
    (ControlAnswer(opened: [], handled: true), 0, "", ""),
    (ControlAnswer(opened: [], handled: false), 1, "", ""),
    (
      ControlAnswer(
        opened: [
          ControlAnswer.Opened(url: "rv-demo://posts/x", by: "router"),
          ControlAnswer.Opened(url: "demo://hub", by: "app"),
        ], handled: true), 0, "opened  rv-demo://posts/x  by router\nopened  demo://hub  by app\n",
      ""
    ),
    (
      ControlAnswer(
        opened: [ControlAnswer.Opened(url: "file:///x\u{1b}", by: "refused", reason: "no")],
        handled: false), 1, "refused  file:///x\u{FFFD}  (no)\n", ""
    ),
    (
      ControlAnswer(opened: [], handled: false, problem: "the host is leaving"), 69, "",
      "hubhost: the host is leaving\n"
    ),
  ])
  func `the running host's word is printed`(
    answer: ControlAnswer, code: Int, output: String, errors: String
  ) throws {
    let folder = try ControlFolder(
      places: run.places, appID: "com.example.demo", dataFolder: run.dataFolder)
    let server = try ControlServer(folder: folder)
    server.handler = { server.answer($1, answer) }
    let host = ServerThread(server)
    let result = run.run("open", "rv-demo://posts/x")
    host.join()
    server.handler = { _, _ in }
    #expect(Int(result.code) == code)
    #expect(result.output == output)
    #expect(result.errors == errors)
    #expect(run.ranHost == nil)
  }

  // MARK: frontends

  @Test func `front ends are listed with what they are, or why they are refused`() {
    run.frontEnds = [
      FrontEndRow(
        path: "/a/libhub-plain.so", name: "plain", origin: "beside the executable",
        version: "0.1", summary: "Text", abi: "1.0", runs: "in the host"),
      FrontEndRow(
        path: "/b/libhub-plain.so", name: "plain", origin: "$X", shadowedBy: "/a/libhub-plain.so"),
      FrontEndRow(
        path: "/b/libhub-x\u{1b}.so", name: "x\u{1b}", origin: "$X",
        refusal: "others may write\nthe file"),
    ]
    #expect(
      run.run("frontends").output == """
        plain 0.1, ABI 1.0, runs in the host: Text
          /a/libhub-plain.so (found: beside the executable)
        plain
          /b/libhub-plain.so (found: $X)
          not taken: /a/libhub-plain.so is found earlier
        x\u{FFFD}
          /b/libhub-x\u{FFFD}.so (found: $X)
          refused: others may write the file

        """)
    let json = run.run("frontends", "--json").output
    #expect(json.hasPrefix("[{\"name\":\"plain\",\"version\":\"0.1\","))
    #expect(
      json.hasSuffix(
        "\"shadowedBy\":null,\"refusal\":\"others may write the file\",\"actions\":[]}]\n"))
    #expect(json.split(separator: "\n").count == 1)
  }

  @Test func `no front end at all exits with 69`() {
    #expect(run.run("frontends").code == 69)
    let json = run.run("frontends", "--json")
    #expect(json.code == 69)
    #expect(json.output == "[]\n")
  }
}
