import FoundationEssentials
import Glibc
import HubOptions
import HubTestSupport
import Testing

@testable import HubCommands
@testable import HubSystem

struct NewCommandTests {
  /// A folder that looks like an installation.
  private static func installation(in folder: TemporaryFolder) -> String {
    folder.write("usr/include/hub/frontend.h", "")
    return folder.write("usr/bin/hubhost", "", mode: 0o700)
  }

  /// Makes a front end as `hubhost new frontend` does; the result is what it printed, or the error.
  private static func make(
    _ name: String, _ arguments: [String] = [], in folder: TemporaryFolder, executable: String
  ) throws -> CommandRun.Result {
    let run = CommandRun()
    let path = folder.write("stdout", "")
    let output = open(path, O_RDWR | O_TRUNC | O_CLOEXEC)
    defer { close(output) }
    let parsed = try ArgumentParser.parse(["new", "frontend", name] + arguments)
    let channel = OutputChannel(descriptor: output)
    let main = run.main(input: 0, output: output, error: 2)
    let context = CommandContext(
      arguments: parsed, environment: main.environment, places: run.places, input: 0,
      output: channel, console: main.console, seams: main.seams)
    do {
      let code = try NewCommand(context: context, executable: executable).run(name)
      try channel.flush()
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return CommandRun.Result(code: code, output: text, errors: "")
    } catch let error as CommandError {
      return CommandRun.Result(code: error.code.rawValue, output: "", errors: error.message)
    }
  }

  @Test(arguments: ["c", "swift", "rust"])
  func `a folder is made with every value in place`(language: String) throws {
    let folder = TemporaryFolder()
    let executable = Self.installation(in: folder)
    let path = "\(folder.path)/mine"
    let result = try Self.make(
      "my-2nd", ["--language", language, "--directory", path], in: folder, executable: executable)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("\(path): a front end in "))
    let template = try #require(FrontEndTemplate.named(language))
    for file in template.files {
      let made = "\(path)/\(file.path.replacing("@NAME@", with: "my-2nd"))"
      let text = try String(contentsOfFile: made, encoding: .utf8)
      #expect(!text.contains(#/@[A-Z]+@/#), "\(made)")
    }
    let make = try String(contentsOfFile: "\(path)/Makefile", encoding: .utf8)
    #expect(make.contains("\nNAME = my-2nd\nHUBHOST ?= \(executable)\n"))
    #expect(make.contains("\nSAMPLE ?= \(folder.path)/usr/share/hubhost/sample\n"))
  }

  @Test(
    .enabled(if: access("/usr/bin/python3", X_OK) == 0, "no Python: the templates are not compared")
  )
  func `the templates are what Examples hold`() throws {
    let script = "\(PluginFixtures.root)/Sources/HubCommands/New/.generate-templates"
    let result = try ChildProcess.run("/usr/bin/python3", [script, "--check"])
    #expect(result.state == .exited(status: 0), "\(result.output)")
  }

  @Test(arguments: ["c", "swift", "rust"])
  func `a language of the option table has a template`(language: String) {
    #expect(OptionTable.languages.contains(language))
    #expect(OptionTable.languages.count == 3)
    #expect(FrontEndTemplate.named(language) != nil)
  }

  @Test(arguments: [
    "", "-x", "Mine", "a_b", "a/b", "..", "é", "plain", "curses", "jsonl",
    String(repeating: "a", count: NewCommand.maxNameBytes + 1),
  ])
  func `a name that is none is refused before anything is made`(name: String) throws {
    let folder = TemporaryFolder()
    let executable = Self.installation(in: folder)
    guard !name.isEmpty, !name.hasPrefix("-") else {
      // The table refuses these two.
      #expect(throws: UsageError.self) { try ArgumentParser.parse(["new", "frontend", name]) }
      return
    }
    let path = "\(folder.path)/mine"
    let result = try Self.make(name, ["--directory", path], in: folder, executable: executable)
    #expect(result.code == 64)
    #expect(result.errors.contains("'\(name)'"))
    #expect(access(path, F_OK) != 0)
  }

  @Test func `the longest name is taken`() throws {
    let folder = TemporaryFolder()
    let executable = Self.installation(in: folder)
    let name = String(repeating: "a", count: NewCommand.maxNameBytes)
    let path = "\(folder.path)/mine"
    let result = try Self.make(name, ["--directory", path], in: folder, executable: executable)
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test func `a folder that is there is left alone`() throws {
    let folder = TemporaryFolder()
    let executable = Self.installation(in: folder)
    folder.write("mine/mine.c", "precious")
    let path = "\(folder.path)/mine"
    let result = try Self.make("mine", ["--directory", path], in: folder, executable: executable)
    #expect(result.code == 73)
    #expect(
      result.errors == "\(path) is there already; remove it, or name another with --directory DIR")
    #expect(try String(contentsOfFile: "\(path)/mine.c", encoding: .utf8) == "precious")
  }

  @Test func `a folder that cannot be made is said with its reason`() throws {
    let folder = TemporaryFolder()
    let executable = Self.installation(in: folder)
    let path = "\(folder.path)/not/there"
    let result = try Self.make("mine", ["--directory", path], in: folder, executable: executable)
    #expect(result.code == 73)
    #expect(result.errors.contains("no such file or directory"))
  }

  @Test func `without the header beside it hubhost says how to install it whole`() throws {
    let folder = TemporaryFolder()
    let executable = folder.write("usr/bin/hubhost", "", mode: 0o700)
    let path = "\(folder.path)/mine"
    let result = try Self.make("mine", ["--directory", path], in: folder, executable: executable)
    #expect(result.code == 69)
    #expect(result.errors.contains("Examples/install"))
    #expect(access(path, F_OK) != 0)
  }

  @Test func `the kit is found in the folder that hubhost was built in`() throws {
    let folder = TemporaryFolder()
    folder.write("src/Sources/CHubFrontEnd/include/hub/frontend.h", "")
    let kit = KitPlaces.find(executable: "\(folder.path)/src/.build/debug/hubhost")
    #expect(kit?.swiftPackage == "\(folder.path)/src")
    #expect(kit?.sample == "\(folder.path)/src/Examples/sample")
    #expect(KitPlaces.find(executable: "\(folder.path)/other/.build/debug/hubhost") == nil)
  }

  @Test func `a path means itself in a makefile and in a manifest`() {
    let kit = KitPlaces(include: "/a$b#c", swiftPackage: "/d\"e\\f", sample: "/g")
    let template = FrontEndTemplate(files: [
      FrontEndTemplate.File(path: "Makefile", text: "@INCLUDE@"),
      FrontEndTemplate.File(path: "Package.swift", text: "@KIT@"),
    ])
    let texts = template.filled(name: "x", executable: "/h", kit: kit).map(\.text)
    #expect(texts == [##"/a$$b\#c"##, ##"/d\"e\\f"##])
  }
}
