import Glibc
import HubTestSupport
import Testing

/// `libhub.so` in programs that know nothing of Swift.
@Suite(
  .enabled(if: PluginFixtures.hasCompiler, "there is no C compiler"), .timeLimit(.minutes(2)))
struct LibraryTests {
  private var library: String { PluginFixtures.products + "/libhub.so" }
  private let includes = ["CHub", "CHubFrontEnd"].map {
    "-I\(PluginFixtures.root)/Sources/\($0)/include"
  }

  @Test(arguments: ["plain", "jsonl"])
  func `a program in C goes through a handoff, old structs, threads and closing`(
    _ frontEnd: String
  ) throws {
    let folder = try PluginFolder()
    let program = folder.path + "/embed"
    let built = try ChildProcess.run(
      PluginFixtures.compiler,
      ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", program] + includes
        + ["\(PluginFixtures.root)/Tests/Fixtures/embed/embed.c", library])
    try #require(built.state == .exited(status: 0), "\(built.output)")
    let run = try PipedProcess(program, [folder.path, frontEnd], environment: ["PATH": "/usr/bin"])
    run.closeInput()
    let end = run.finish()
    #expect(run.text.isEmpty, "\(run.text)")
    #expect(end == .exited(status: 0))
    // What the front end has shown.
    #expect(run.errorText.contains("Gate change"))
  }

  @Test(arguments: ["-std=c11 -xc", "-std=c++17 -xc++"])
  func `the header is whole in C and in C++`(_ flags: String) throws {
    let folder = try PluginFolder()
    let source = try folder.write("empty.c", Array("#include <hub/hub.h>\n".utf8))
    let built = try ChildProcess.run(
      PluginFixtures.compiler,
      flags.split(separator: " ").map(String.init) + includes
        + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", source])
    #expect(built.state == .exited(status: 0), "\(built.output)")
  }

  @Test func `the library exports the functions of its header and nothing else`() throws {
    let header = try ChildProcess.run(
      "/usr/bin/grep",
      ["-ohE", "hub_[a-z_]+\\(", "\(PluginFixtures.root)/Sources/CHub/include/hub/hub.h"])
    let declared = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "sed -n '/^HUB_EXPORT/s/.*[ *]\\(hub_[a-z_]*\\)(.*/\\1/p' \"$0\" | sort",
        "\(PluginFixtures.root)/Sources/CHub/include/hub/hub.h",
      ])
    let exported = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "nm -D --defined-only --extern-only \"$0\" | sed -n 's/.* T \\([a-z_]*\\)@.*/\\1/p' | sort",
        library,
      ])
    #expect(header.output.contains("hub_open("))
    #expect(!declared.output.isEmpty)
    #expect(declared.output == exported.output)
  }
}
