import HubKeys
import Testing

@testable import HubOptions

struct HelpTests {
  @Test func `the help of hubhost is as stored`() throws {
    try Snapshot.expect(Help.text(command: nil), is: "help.txt")
  }

  @Test(arguments: CommandID.allCases)
  func `the help of each command is as stored`(_ command: CommandID) throws {
    try Snapshot.expect(Help.text(command: command), is: "help-\(command.rawValue).txt")
  }

  @Test(arguments: [nil] + CommandID.allCases)
  func `help fits 80 columns of ASCII and shows examples first`(_ command: CommandID?) {
    let lines = Help.text(command: command).split(separator: "\n", omittingEmptySubsequences: false)
    let wide = lines.filter { $0.count > Help.width }
    #expect(wide.isEmpty)
    let odd = lines.filter { !$0.utf8.allSatisfy { (0x20...0x7E).contains($0) } || $0.last == " " }
    #expect(odd.isEmpty)
    #expect(lines[2] == "Examples:")
    #expect(lines.last?.isEmpty == true)
  }

  @Test(arguments: CommandID.allCases)
  func `every example is a command line that parses`(_ command: CommandID) throws {
    for example in OptionTable.command(command).examples {
      let words = example.line.split(separator: " ").map(String.init)
      let start = try #require(words.firstIndex { $0.hasSuffix("hubhost") })
      let own = words[(start + 1)...].prefix { !["|", "<", ">"].contains($0) }
        .map { $0.filter { !")\"".contains($0) } }
      #expect(try ArgumentParser.parse(own).command == command, "\(example.line)")
    }
  }

  @Test func `tables answer help, version, man and completions, and nothing else`() throws {
    func answer(_ arguments: String...) throws -> String? {
      StaticAnswer.text(for: try ArgumentParser.parse(arguments))
    }
    #expect(try answer("--help") == Help.text(command: nil))
    #expect(try answer("help") == Help.text(command: nil))
    #expect(try answer("run", "-h") == Help.text(command: .run))
    #expect(try answer("help", "push") == Help.text(command: .push))
    #expect(try answer("--version") == "hubhost \(OptionTable.version)\n")
    #expect(try answer("man") == ManPage.hubhost())
    #expect(try answer("man", "hubhost-jsonl") == ManPage.jsonLines())
    for shell in OptionTable.shells {
      #expect(try answer("completions", shell) == Completions.script(for: shell))
    }
    #expect(try answer() == nil)
    #expect(try answer("badge") == nil)
    #expect(try answer("frontends", "--json") == nil)
  }
}

struct OptionTableTests {
  @Test func `commands and option names stand in the table once for each command`() {
    #expect(Set(OptionTable.commands.map(\.id)) == Set(CommandID.allCases))
    #expect(OptionTable.commands.count == CommandID.allCases.count)
    #expect(Set(OptionTable.options.map(\.id)) == Set(OptionID.allCases))
    for command in CommandID.allCases {
      let ids = OptionTable.options(of: command).map(\.id)
      #expect(ids.count == Set(ids).count)
    }
  }

  @Test func `an option that stands twice takes an argument in both places or in neither`() {
    for option in OptionTable.options {
      let same = OptionTable.options.filter { $0.id == option.id }
      #expect(Set(same.map(\.takesArgument)).count == 1)
      #expect(option.placeholder.isEmpty != option.takesArgument)
    }
  }

  @Test(arguments: OptionTable.options)
  func `every option appears in help, man page and all completions`(_ option: OptionSpec) throws {
    for command in option.commands {
      #expect(Help.text(command: command).contains("--\(option.long)"))
    }
    #expect(ManPage.hubhost().contains(Roff.escape("--\(option.long)")))
    #expect(Completions.bash().contains("--\(option.long)"))
    #expect(Completions.zsh().contains("--\(option.long)"))
    #expect(Completions.fish().contains("-l \(option.long)"))
    for choice in option.choices {
      #expect(Help.text(command: option.commands.first).contains(choice))
      for shell in OptionTable.shells {
        #expect(try #require(Completions.script(for: shell)).contains(choice))
      }
    }
  }

  @Test(arguments: CommandID.allCases)
  func `every command appears in help, man page and all completions`(_ command: CommandID) throws {
    #expect(Help.text(command: nil).contains("\n  \(command.rawValue) "))
    #expect(ManPage.hubhost().contains(Roff.escape(OptionTable.command(command).summary)))
    for shell in OptionTable.shells {
      #expect(try #require(Completions.script(for: shell)).contains(command.rawValue))
    }
  }
}
