import FoundationEssentials
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

  @Test(
    .disabled(if: Sanitizer.isOn, "a program without the sanitizer cannot load its library"),
    arguments: ["plain", "jsonl"])
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

/// The interface of the library against those of the versions that are kept, on headers that were doctored.
@Suite(
  .enabled(
    if: access("/usr/bin/abidiff", X_OK) == 0 && PluginFixtures.hasCompiler,
    "abidiff (abigail-tools) or a C compiler is missing: the interface is not compared"))
struct KeptLibraryTests {
  private static let header = "\(PluginFixtures.root)/Sources/CHub/include/hub/hub.h"

  private func check(replacing old: String = "", by new: String = "") throws -> ChildProcess.Result
  {
    let folder = try PluginFolder()
    _ = try folder.makeFolder("hub")
    var text = try String(contentsOfFile: Self.header, encoding: .utf8)
    if !old.isEmpty {
      #expect(text.ranges(of: old).count == 1, "\(old)")
      text.replace(old, with: new)
    }
    _ = try folder.write("hub/hub.h", Array(text.utf8))
    return try ChildProcess.run(
      "\(PluginFixtures.root)/Tests/abi/check", ["--library", "--include", folder.path])
  }

  @Test func `the interface is that of each version that is kept, or has grown`() throws {
    let result = try check()
    #expect(result.state == .exited(status: 0), "\(result.output)")
  }

  @Test(arguments: [
    (
      "  hub_string url;\n  /* Ends here in 1.0. */\n} hub_event;",
      "  hub_string url;\n  hub_string more;\n} hub_event;"
    ),
    ("#define HUB_EVENT_NOTICE 12u", "#define HUB_EVENT_MORE 14u\n#define HUB_EVENT_NOTICE 12u"),
    ("#define HUB_LIBRARY_MINOR 1", "#define HUB_LIBRARY_MINOR 2"),
  ])
  func `an addition passes`(_ old: String, _ new: String) throws {
    let result = try check(replacing: old, by: new)
    #expect(result.state == .exited(status: 0), "\(result.output)")
  }

  @Test(arguments: [
    ("  hub_string title;\n  hub_string text;", "  hub_string text;\n  hub_string title;"),
    ("#define HUB_EVENT_BADGE 8u", "#define HUB_EVENT_BADGE 9u"),
    ("#define HUB_VIEW_OWNS_TERMINAL 4u", ""),
    ("  uint64_t count;  /* unread", "  uint32_t count;  /* unread"),
    ("HUB_EXPORT int32_t hub_fd(hub *hub);", "HUB_EXPORT int32_t hub_fd(const hub *hub, int why);"),
  ])
  func `any other change fails`(_ old: String, _ new: String) throws {
    let result = try check(replacing: old, by: new)
    #expect(result.state != .exited(status: 0), "\(old)")
  }

  @Test func `the comparison knows every function of the header`() throws {
    let text = try String(contentsOfFile: Self.header, encoding: .utf8)
    let known = try String(
      contentsOfFile: "\(PluginFixtures.root)/Tests/abi/every-function.c", encoding: .utf8)
    let names = text.matches(of: #/(?m)^HUB_EXPORT .*?[ *](hub_[a-z_]+)\(/#).map { $0.1 }
    #expect(names.count == 20)
    for name in names {
      #expect(known.contains("\(name)(") || known.contains("(\(name))"), "\(name)")
    }
  }
}
