import Glibc
import HubOptions
import Testing

@testable import HubCommands
@testable import HubSystem

struct SystemOpenerTests {
  let folder = TemporaryFolder()

  /// A program that writes its arguments, one a line, to a file of its own name.
  private func install(_ name: String, exit code: Int = 0) {
    let script = """
      #!/bin/sh
      for argument; do printf '%s\\n' "$argument"; done > '\(folder.path)/\(name).log'
      exit \(code)
      """
    folder.write("bin/\(name)", script, mode: 0o700)
  }

  private func opener(_ variables: [String: String] = [:]) -> SystemOpener {
    var all = variables
    all["PATH"] = "relative:\(folder.path)/bin"
    return SystemOpener(environment: Environment(all))
  }

  private func log(_ name: String) throws -> String {
    String(
      decoding: try InputFile.read("\(folder.path)/\(name).log", limit: 1 << 20), as: UTF8.self)
  }

  /// Starts the opener; again while a process that another test is just starting still has the
  /// script open for writing, which no descriptor flag can prevent.
  private func start(_ opener: SystemOpener, _ url: String) throws(CommandError) -> Int32 {
    while true {
      do throws(CommandError) {
        return try opener.open(url)
      } catch  where error.message.contains(SystemError.text(ETXTBSY)) {
        sched_yield()
      }
    }
  }

  private func ended(_ process: Int32) -> Int32 {
    var status: Int32 = -1
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  @Test(arguments: [
    "https://a.example/x?y=$(touch%20z)&a;b|c`d`", "HTTP://a.example/'\"$HOME",
    "mailto:a@b.example",
    "https://a.example/ä",
  ])
  func `the URL is one argument and no shell reads it`(url: String) throws {
    install("gio")
    let process = try start(opener(), url)
    let status = ended(process)
    #expect(status == 0)
    #expect(SystemOpener.problem(url, status: status) == nil)
    let arguments = try log("gio").split(separator: "\n").map(String.init)
    #expect(arguments == ["open", try SystemOpener.argument(for: url)])
  }

  @Test(arguments: [
    ("https://a.example/%20", "https://a.example/%20"), ("https://a/'", "https://a/'"),
    ("https://a/\"<>`{}|\\^", "https://a/%22%3C%3E%60%7B%7D%7C%5C%5E"),
    ("https://a/ä", "https://a/%C3%A4"),
  ])
  func `bytes that no URL has are percent-encoded`(url: String, expected: String) throws {
    #expect(try SystemOpener.argument(for: url) == expected)
  }

  @Test(arguments: [
    "", "-x", "--help", "https", "https:", "javascript:alert(1)", "data:text/html,x",
    "file:///etc/passwd", "ssh://h", "vbscript:x", "blob:x", " https://a", "https://a b",
    "https://a\nb", "https://a\u{0}b", "https://a\u{1b}[0m",
  ])
  func `everything but http, https and mailto is refused with 77`(url: String) {
    install("gio")
    let error = #expect(throws: CommandError.self) { try opener().open(url) }
    #expect(error?.code == .refused)
    #expect(access("\(folder.path)/gio.log", F_OK) != 0)
  }

  @Test func `a URL has a longest length`() throws {
    let start = "https://a/"
    let fill = Syntax.maximumURLLength - start.utf8.count
    let longest = start + String(repeating: "x", count: fill)
    #expect(try SystemOpener.argument(for: longest) == longest)
    #expect(throws: CommandError.self) { try SystemOpener.argument(for: longest + "x") }
  }

  @Test(arguments: [["DISPLAY": ":0"], ["WAYLAND_DISPLAY": "wayland-0"]])
  func `with a display xdg-open is asked`(display: [String: String]) throws {
    install("gio")
    install("xdg-open")
    #expect(ended(try start(opener(display), "https://a/")) == 0)
    #expect(try log("xdg-open") == "https://a/\n")
    #expect(access("\(folder.path)/gio.log", F_OK) != 0)
  }

  @Test func `without a display xdg-open is not asked, because it does not tell the truth there`()
    throws
  {
    install("xdg-open")
    let error = #expect(throws: CommandError.self) { try opener().open("https://a/") }
    #expect(error?.code == .unavailable)
    install("gio")
    #expect(ended(try start(opener(), "https://a/")) == 0)
    #expect(try log("gio") == "open\nhttps://a/\n")
  }

  @Test func `with a display and no xdg-open gio is asked`() throws {
    install("gio")
    #expect(ended(try start(opener(["DISPLAY": ":0"]), "https://a/")) == 0)
    #expect(try log("gio") == "open\nhttps://a/\n")
  }

  @Test func `an opener that fails is told`() throws {
    install("gio", exit: 4)
    let status = ended(try start(opener(), "https://a/"))
    #expect(SystemOpener.problem("https://a/", status: status)?.contains("exit code 4") == true)
    #expect(SystemOpener.problem("https://a/", status: SIGKILL)?.contains("signal 9") == true)
  }

  @Test func `a program that cannot be started is told`() {
    folder.write("bin/gio", "\u{7f}ELF", mode: 0o700)
    let error = #expect(throws: CommandError.self) { try opener().open("https://a/") }
    #expect(error?.code == .unavailable)
  }

  @Test func `the opener gets none of our descriptors, and its own session`() throws {
    let script = """
      #!/bin/sh
      { ls /proc/$$/fd; cut -d ' ' -f 6 /proc/$$/stat; } > '\(folder.path)/gio.log'
      """
    folder.write("bin/gio", script, mode: 0o700)
    let leaked = open("/dev/null", O_RDONLY)
    let moved = dup2(leaked, 77)
    defer {
      close(leaked)
      close(moved)
    }
    var opener = opener()
    var variables = opener.environment.variables
    variables["PATH"]? += ":/usr/bin:/bin"
    opener = SystemOpener(environment: Environment(variables))
    let process = try start(opener, "https://a/")
    #expect(ended(process) == 0)
    let lines = try log("gio").split(separator: "\n")
    #expect(lines.last == "\(process)")
    #expect(lines.dropLast().contains("0"))
    #expect(!lines.dropLast().contains("77"))
  }
}
