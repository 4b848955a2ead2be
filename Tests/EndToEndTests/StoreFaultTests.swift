import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// A store that cannot be written, or not be understood.
@Suite(.serialized) struct StoreFaultTests {
  /// A file system of its own for the store's folder; unmounted at the end.
  final class SmallDisk {
    private let path: String

    /// Mounts one; nil: this user may not.
    init?(at path: String, kibibytes: Int) {
      self.path = path
      let made = try? ChildProcess.run(
        "/bin/mount", ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "hubhost-test", path])
      guard made?.state == .exited(status: 0) else { return nil }
    }

    /// Lets nobody write to it any more.
    func makeReadOnly() -> Bool {
      let made = try? ChildProcess.run("/bin/mount", ["-o", "remount,ro", path])
      return made?.state == .exited(status: 0)
    }

    deinit { _ = try? ChildProcess.run("/bin/umount", [path]) }
  }

  /// Whether file systems can be mounted here.
  static let canMount: Bool = {
    guard getuid() == 0, let folder = try? PluginFolder() else { return false }
    return SmallDisk(at: folder.path, kibibytes: 64) != nil
  }()
  static let cannotMount: Comment = "needs root and mount: not tested here"

  private static let bigPosts = Fixture.page(
    (0..<300).map {
      Fixture.post(
        "00000000-0000-4000-8000-000000000\(100 + $0)", "Subject \($0)",
        preview: String(repeating: "long ", count: 400))
    })

  private func installation() throws -> Installation {
    let host = try Installation.withInbox()
    _ = try host.folder.write("big.json", Array(Self.bigPosts.utf8))
    return host
  }

  /// Checks that reading goes on: the list, the badge and a post.
  private func expectReading(_ host: Installation) throws {
    let list = try host.run(["-f", "plain"])
    #expect(list.code == 0, "\(list)")
    #expect(list.text.contains("Subject: Gate change\n"))
    #expect(try host.run(["badge"]).text == "3\n")
    let post = try host.run(["-f", "plain", Fixture.linkPA])
    #expect(post.text.contains("Subject: Gate change\n"), "\(post)")
  }

  private func expectSentence(
    _ outcome: Installation.Outcome, _ code: Int32, at place: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.code == code, "\(outcome)", sourceLocation: place)
    #expect(outcome.errorLines.count == 1, "\(outcome)", sourceLocation: place)
    #expect(outcome.errorText.contains("hub.db"), "\(outcome)", sourceLocation: place)
  }

  @Test(.disabled(if: Sanitizer.isOfThreads, "its own files are limited too"))
  func `a file that may not grow is code 74, and what was there stays`() throws {
    let host = try installation()
    let before = try host.query("SELECT count(*) FROM items")
    let process = try PipedProcess(
      "/bin/sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 200; exec \"$0\" \"$@\"", Installation.program, "import",
        host.folder["big.json"],
      ], environment: host.environment, hasInput: false)
    #expect(process.finish() == .exited(status: 74), "\(process.errorText)")
    #expect(process.errorText.split(separator: "\n").count == 1, "\(process.errorText)")
    #expect(try host.query("PRAGMA integrity_check") == "ok")
    #expect(try host.query("SELECT count(*) FROM items") == before)
    try expectReading(host)
  }

  @Test(.enabled(if: canMount, cannotMount))
  func `a full disk is code 74, and reading goes on`() throws {
    let host = try installation()
    let copy = host.folder["copy"]
    _ = try ChildProcess.run("/bin/cp", ["-r", host.data, copy])
    let disk = try #require(SmallDisk(at: host.data, kibibytes: 300))
    _ = try ChildProcess.run("/bin/sh", ["-c", "cp \(copy)/* \(host.data)/"])
    expectSentence(try host.run(["import", host.folder["big.json"]]), 74)
    #expect(try host.query("PRAGMA integrity_check") == "ok")
    try expectReading(host)
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: canMount, cannotMount))
  func `a read-only folder is code 77 for who writes, and reading goes on`() throws {
    let host = try installation()
    let copy = host.folder["copy"]
    _ = try ChildProcess.run("/bin/cp", ["-r", host.data, copy])
    let disk = try #require(SmallDisk(at: host.data, kibibytes: 2000))
    _ = try ChildProcess.run("/bin/sh", ["-c", "cp \(copy)/* \(host.data)/"])
    #expect(disk.makeReadOnly())
    expectSentence(try host.push(Fixture.pushA), 77)
    expectSentence(try host.run(["import", host.folder["big.json"]]), 77)
    let list = try host.run(["-f", "plain"])
    #expect(list.errorLines.count == 1, "\(list)")
    try expectReading(host)
    withExtendedLifetime(disk) {}
  }

  @Test func `a data folder that cannot be made is code 73`() throws {
    let host = try Installation()
    let file = try host.folder.write("file", [])
    for arguments in [["push", "-"], ["-f", "plain"]] {
      let outcome = try host.run(
        ["--data", "\(file)/store"] + arguments, input: Array(Fixture.pushA.utf8))
      #expect(outcome.code == 73, "\(outcome)")
      #expect(outcome.errorLines.count == 1, "\(outcome)")
      #expect(outcome.errorText.contains("\(file)/store"))
    }
  }

  @Test func `a store from the future is only read`() throws {
    let host = try installation()
    _ = try host.query("PRAGMA user_version = 999")
    expectSentence(try host.push(Fixture.pushB), 65)
    expectSentence(try host.run(["import", host.folder["big.json"]]), 65)
    try expectReading(host)
    #expect(try host.query("PRAGMA user_version; SELECT count(*) FROM items") == "999\n3")
  }

  @Test func `a damaged store is set aside, with its name told, and the host goes on`() throws {
    let host = try installation()
    let file = open(host.store, O_RDWR | O_CLOEXEC)
    #expect(file >= 0)
    let garbage = [UInt8](repeating: 0xA5, count: 8192)
    #expect(pwrite(file, garbage, garbage.count, 0) == garbage.count)
    close(file)
    let outcome = try host.run(["-f", "plain"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.errorLines.count == 1, "\(outcome)")
    let names = try FileManager.default.contentsOfDirectory(atPath: host.data)
    #expect(names.contains { $0 != "hub.db" && outcome.errorText.contains($0) }, "\(names)")
    #expect(try host.push(Fixture.pushA).code == 0)
  }

  @Test(arguments: [["badge"], ["-f", "plain"], ["frontends"]])
  func `output that cannot be written is code 74`(arguments: [String]) throws {
    let host = try Installation.withInbox()
    let process = try PipedProcess(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" >/dev/full", Installation.program] + arguments,
      environment: host.environment, hasInput: false)
    #expect(process.finish() == .exited(status: 74), "\(process.errorText)")
    #expect(process.errorText.split(separator: "\n").count == 1, "\(process.errorText)")
  }
}
