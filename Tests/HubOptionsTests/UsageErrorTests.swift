import Testing

@testable import HubOptions

struct UsageErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let code: UsageError.Code
    let message: String

    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: [String], _ code: UsageError.Code, _ message: String) {
      self.arguments = arguments
      self.code = code
      self.message = message
    }
  }

  static let refused: [Case] = [
    Case(["bagde"], .unknownCommand, "there is no command 'bagde'; did you mean badge?"),
    Case(["xyzzy"], .unknownCommand, "there is no command 'xyzzy'; see hubhost --help"),
    Case(["bagde", "-h"], .unknownCommand, "there is no command 'bagde'; did you mean badge?"),
    Case([""], .unknownCommand, "there is no command ''; see hubhost --help"),
    Case(
      ["--fronted", "x"], .unknownOption,
      "there is no option '--fronted'; did you mean --frontend?"),
    Case(
      ["badge", "--formta=json"], .unknownOption,
      "there is no option '--formta'; did you mean --format?"),
    Case(["--front", "x"], .unknownOption, "option '--front' is cut short; write --frontend"),
    Case(["--xyzzy"], .unknownOption, "there is no option '--xyzzy'; see hubhost --help"),
    Case(["-x"], .unknownOption, "there is no option '-x'; see hubhost --help"),
    Case(["-json"], .unknownOption, "there is no option '-j'; see hubhost --help"),
    Case(
      ["badge", "-f", "x"], .wrongCommand,
      "option -f goes with hubhost run or hubhost open, not with hubhost badge"),
    Case(
      ["push", "--pages=p"], .wrongCommand,
      "option --pages goes with hubhost import, not with hubhost push"),
    Case(
      ["--isolate", "-f", "plain", "--in-process"], .contradiction,
      "--in-process and --isolate contradict each other; give one of them"),
    Case(
      ["reply", "--push", "p.json"], .missingOperand,
      "hubhost reply needs a text: hubhost reply [OPTIONS] TEXT"),
    Case(
      ["action"], .missingOperand,
      "hubhost action needs the name of an action: "
        + "hubhost action [OPTIONS] NAME [ARGUMENT=VALUE]..."),
    Case(["--data"], .missingValue, "option --data needs a value: --data DIR"),
    Case(["--data="], .missingValue, "option --data needs a value: --data DIR"),
    Case(["-f"], .missingValue, "option -f needs a value: -f NAME|PATH"),
    Case(
      ["--app", "--follow"], .missingValue,
      "option --app needs a value; if '--follow' is meant, write --app=VALUE"),
    Case(
      ["badge", "--format"], .missingValue,
      "option --format needs a value, one of plain, json, waybar"),
    Case(["--follow=yes"], .unexpectedValue, "option --follow takes no value; leave it out"),
    Case(
      ["badge", "--format", "waybra"], .badValue,
      "--format takes one of plain, json, waybar, not 'waybra'; did you mean waybar?"),
    Case(
      ["completions", "tcsh"], .badValue,
      "hubhost completions takes one of bash, zsh, fish, not 'tcsh'"),
    Case(
      ["new", "frontend"], .missingOperand,
      "hubhost new needs frontend and a name: hubhost new [OPTIONS] frontend NAME"),
    Case(["new", "plugin", "x"], .badValue, "hubhost new takes one of frontend, not 'plugin'"),
    Case(
      ["new", "frontend", "x", "--language", "c++"], .badValue,
      "--language takes one of c, swift, rust, not 'c++'"),
    Case(["open"], .missingOperand, "hubhost open needs a URL: hubhost open [OPTIONS] URL"),
    Case(
      ["import"], .missingOperand, "hubhost import needs a file: hubhost import [OPTIONS] FILE..."),
    Case(["open", ""], .badValue, "hubhost open needs a URL, not an empty argument"),
    Case(
      ["badge", "now"], .unexpectedOperand,
      "hubhost badge has no use for 'now': hubhost badge [OPTIONS]"),
    Case(
      ["a://b", "c://d"], .unexpectedOperand,
      "hubhost run has no use for 'c://d': hubhost [run] [OPTIONS] [URL]"),
    Case(
      ["-x://y"], .refusedLink,
      "the link '-x://y' begins with a hyphen and is refused; a scheme begins with a letter"),
    Case(
      ["open", "--", "-x:y"], .refusedLink,
      "the link '-x:y' begins with a hyphen and is refused; a scheme begins with a letter"),
    Case(
      ["b\u{1B}]0;x\u{7}\nä'\\"], .unknownCommand,
      "there is no command 'b\\u{1b}]0;x\\u{7}\\n\\u{e4}\\'\\\\'; see hubhost --help"),
  ]

  @Test(arguments: refused)
  func `what is wrong is said in one sentence, with what to do`(_ row: Case) throws {
    let error = try #require(throws: UsageError.self) { try ArgumentParser.parse(row.arguments) }
    #expect(error.code == row.code)
    #expect(error.message == row.message)
    #expect(error.exitCode.rawValue == 64)
  }

  /// With a colon the argument looks like a link, and is understood.
  @Test(arguments: (0..<256).filter { $0 != 0x3A })
  func `no byte that was typed acts on the terminal`(_ value: Int) throws {
    let odd = String(UnicodeScalar(UInt8(value)))
    for arguments in [["a" + odd], ["--x" + odd], ["badge", odd], ["--app", "--" + odd]] {
      guard
        let error = #expect(
          throws: UsageError.self,
          performing: {
            try ArgumentParser.parse(arguments)
          })
      else { continue }
      let isPlain = error.message.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      #expect(isPlain, "\(arguments)")
    }
  }

  @Test func `a very long argument is cut in the message`() throws {
    let fits = String(repeating: "x", count: Quoting.maximumLength)
    #expect(Quoting.quoted(fits) == "'\(fits)'")
    #expect(Quoting.quoted(fits + "x") == "'\(fits)...'")
    #expect(Quoting.quoted(fits.dropLast() + "\n") == "'\(fits.dropLast())...'")
  }
}

struct NearestTests {
  @Test(arguments: [
    ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0),
    ("ab", "ba", 1), ("badge", "bagde", 1), ("flaw", "lawn", 2), ("ä", "a", 2),
  ])
  func `the distance counts edits and swaps`(_ from: String, _ to: String, _ edits: Int) {
    #expect(Nearest.distance(from, to) == edits)
    #expect(Nearest.distance(to, from) == edits)
  }

  @Test func `only a close candidate is suggested, the first of the closest`() {
    #expect(Nearest.match("PUSH", in: ["push"]) == "push")
    #expect(Nearest.match("pusx", in: ["run", "push"]) == "push")
    #expect(Nearest.match("cat", in: ["bat", "hat"]) == "bat")
    #expect(Nearest.match("pull", in: ["push"]) == nil)
    #expect(Nearest.match("x", in: ["y"]) == nil)
    #expect(Nearest.match("", in: ["a"]) == nil)
  }

  @Test func `a word longer than the limit gets no suggestion`() {
    let longest = String(repeating: "x", count: Nearest.maximumLength)
    #expect(Nearest.match(longest, in: [longest]) == longest)
    #expect(Nearest.match(longest + "x", in: [longest]) == nil)
  }
}
