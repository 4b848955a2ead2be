import Testing

@testable import HubOptions

struct CompletionsTests {
  @Test(arguments: zip(OptionTable.shells, ["hubhost.bash", "_hubhost", "hubhost.fish"]))
  func `each script is as stored`(_ shell: String, _ file: String) throws {
    try Snapshot.expect(try #require(Completions.script(for: shell)), is: file)
  }

  @Test func `a shell that is not known has no script`() {
    #expect(Completions.script(for: "tcsh") == nil)
  }

  @Test(.enabled(if: Shell.has("bash"), "bash is not installed: its completions are not parsed"))
  func `bash accepts its script`() throws {
    try expectSyntax("bash -n", Completions.bash())
  }

  @Test(.enabled(if: Shell.has("zsh"), "zsh is not installed: its completions are not parsed"))
  func `zsh accepts its script`() throws {
    try expectSyntax("zsh -f -n", Completions.zsh())
  }

  @Test(.enabled(if: Shell.has("fish"), "fish is not installed: its completions are not parsed"))
  func `fish accepts its script`() throws {
    try expectSyntax("fish --no-execute", Completions.fish())
  }

  private func expectSyntax(_ check: String, _ script: String) throws {
    try Shell.withFile(script) { path in
      let result = try Shell.run("\(check) '\(path)'")
      #expect(result.output.isEmpty)
      #expect(result.status == 0)
    }
  }

  @Test(
    .enabled(if: Shell.has("fish"), "fish is not installed: its completions are not tried"),
    arguments: [
      ("hubhost ba", ["badge"]), ("hubhost badge --fo", ["--follow", "--format"]),
      ("hubhost --fo", ["--follow"]), ("hubhost --app x badge --format=w", ["--format=waybar"]),
      ("hubhost badge --format ", ["json", "plain", "waybar"]), ("hubhost badge ", []),
      ("hubhost -f cur", ["curses"]), ("hubhost completions ", ["bash", "fish", "zsh"]),
      ("hubhost push /etc/hostnam", ["/etc/hostname"]),
      ("hubhost x://y --in", ["--in-process"]),
    ])
  func `fish offers what fits`(_ line: String, _ offers: [String]) throws {
    try Shell.withFile(Completions.fish()) { path in
      let script = "source \(path); complete -C '\(line)' | string replace -r '\\t.*' ''"
      let result = try Shell.run("fish -N -c \(Completions.quoted(script))")
      #expect(result.output.split(separator: "\n").map(String.init) == offers)
    }
  }

  /// Words as bash splits them, the last one under the cursor, and what is offered.
  static let offered: [(words: [String], offers: [String])] = [
    ([""], CommandID.allCases.map(\.rawValue)),
    (["ba"], ["badge"]),
    (["--app", "x", "ba"], ["badge"]),
    (["--fo"], ["--follow"]),
    (["badge", "--fo"], ["--follow", "--format"]),
    (["badge", "--format", ""], ["plain", "json", "waybar"]),
    (["badge", "--format", "="], ["plain", "json", "waybar"]),
    (["badge", "--format", "=", "w"], ["waybar"]),
    (["badge", "--format", "=", "json", "--fol"], ["--follow"]),
    (["badge", ""], []),
    (["--log-level", "e"], ["error"]),
    (["completions", ""], ["bash", "zsh", "fish"]),
    (["man", "hubhost-"], ["hubhost-frontend", "hubhost-jsonl"]),
    (["new", ""], ["frontend"]),
    (["new", "frontend", "x", "--language", ""], ["c", "swift", "rust"]),
    (["new", "--dir"], ["--directory"]),
    (["help", "o"], ["open"]),
    (["import", "--pa"], ["--pages"]),
    (["rv-demo", ":", "//x", "--in"], ["--in-process"]),
    (["-f", "cur"], ["curses"]),
    (["-f", "zz"], ["zz-other"]),
    (["-f", "$"], []),
    (["--data", "/us"], ["/usr"]),
    (["push", "/etc/hostnam"], ["/etc/hostname"]),
    (["import", "--", "/etc/hostnam"], ["/etc/hostname"]),
  ]

  @Test(
    .enabled(if: Shell.has("bash"), "bash is not installed: its completions are not tried"),
    arguments: offered)
  func `bash offers what fits`(_ row: (words: [String], offers: [String])) throws {
    let words = (["hubhost"] + row.words).map(Completions.quoted).joined(separator: " ")
    // A front end's name with code in it must neither run nor be offered.
    let script = """
      hubhost() { echo '[{"name":"zz-other"},{"name":"zz-$(echo pwned)"}]'; }
      command() { "$@"; }
      \(Completions.bash())
      complete -p hubhost >&2
      COMP_WORDS=(\(words)) COMP_CWORD=\(row.words.count)
      _hubhost
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try Shell.withFile(script) { path in
      let result = try Shell.run("bash --norc '\(path)' | sort")
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(Set(lines) == Set(row.offers + ["complete -F _hubhost hubhost"]))
    }
  }
}
