import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// The script that compares the ABI with those of earlier versions, on headers that were doctored.
@Suite(
  .enabled(
    if: access("/usr/bin/abidiff", X_OK) == 0 && PluginFixtures.hasCompiler,
    "abidiff (abigail-tools) or a C compiler is missing: the ABI is not compared"))
struct KeptABITests {
  private static let folder = "\(PluginFixtures.root)/Sources/CHubFrontEnd/include"

  /// What the script says about the headers with one text in place of another.
  private func check(
    _ header: String, _ old: String, _ new: String
  ) throws -> ChildProcess.Result {
    let folder = try PluginFolder()
    _ = try folder.makeFolder("hub")
    var changes = 0
    for name in ["frontend", "services", "actions"] {
      var text = try String(contentsOfFile: "\(Self.folder)/hub/\(name).h", encoding: .utf8)
      // The header's own checks of its layout would stop the compiler before.
      text.replace(#/(?m)^HUB_STATIC_ASSERT.*$/#, with: "")
      if name == header {
        changes = text.ranges(of: old).count
        text.replace(old, with: new)
      }
      _ = try folder.write("hub/\(name).h", Array(text.utf8))
    }
    #expect(changes == 1, "\(old) stands \(changes) times in the header")
    return try ChildProcess.run(
      "\(PluginFixtures.root)/Tests/abi/check", ["--include", folder.path])
  }

  @Test func `the headers are those of every version that is kept, or have grown`() throws {
    let result = try ChildProcess.run("\(PluginFixtures.root)/Tests/abi/check", [])
    #expect(result.state == .exited(status: 0), "\(result.output)")
  }

  @Test(arguments: [
    ("services", "  hub_string cover;\n", "  hub_string cover;\n  uint64_t a;\n  uint64_t b;\n"),
    ("services", "\n} hub_log;", "\n  void (*flush)(const hub_host *host);\n} hub_log;"),
    ("frontend", "\n} hub_method;", "\n  hub_string help;\n} hub_method;"),
    ("frontend", "#define HUB_ABI_MINOR 3", "#define HUB_ABI_MINOR 4"),
    ("services", "#define HUB_HANGUP 4u", "#define HUB_PRIORITY 8u\n#define HUB_HANGUP 4u"),
    (
      "frontend", "#define HUB_EACH_METHOD(X) ",
      "#define HUB_ARGS_hello(A) A(s, who)\n#define HUB_EACH_METHOD(X) X(hello, 1) "
    ),
  ])
  func `an addition passes`(_ header: String, _ old: String, _ new: String) throws {
    let result = try check(header, old, new)
    #expect(result.state == .exited(status: 0), "\(result.output)")
  }

  @Test(arguments: [
    ("services", "  hub_string cover;\n", "", "hub_item"),
    ("services", "  hub_string cover;\n", "  hub_string picture;\n", "hub_item"),
    ("services", "  hub_string url;\n  hub_string cover;", "  hub_string cover, url;", "hub_item"),
    ("services", "  hub_string cover;", "  uint64_t a;\n  hub_string cover;", "hub_item"),
    ("services", "  int32_t input_fd;", "  uint32_t input_fd;", "hub_terminal_info"),
    ("services", "(*refresh)(const hub_host *host)", "(*refresh)(void)", "hub_inbox"),
    (
      "services", "(*hub_timer_callback)(void *HUB_NULLABLE context, uint64_t timer)",
      "(*hub_timer_callback)(void *HUB_NULLABLE context, uint32_t timer)", "hub_timer_callback"
    ),
    ("services", "\n} hub_span;", "\n  uint64_t color;\n} hub_span;", "hub_span"),
    ("services", "#define HUB_HANGUP 4u", "#define HUB_HANGUP 8u", "HUB_HANGUP"),
    ("services", "#define HUB_LOOP \"hub.loop/1\"", "#define HUB_LOOP \"hub.loop/2\"", "HUB_LOOP"),
    ("frontend", "A(os, badge) A(u, count)", "A(s, badge) A(u, count)", "HUB_ARGS_badge_changed"),
    ("frontend", "X(dismiss, 0) ", "", "1 Removed"),
    ("actions", "  hub_string line; /*", "  hub_string help2; /*", "hub_action_key"),
    ("services", "  uint64_t posts; /*", "  uint32_t posts; uint32_t more; /*", "hub_sync_info"),
    (
      "services", "(*retry)(const hub_host *host, hub_id reply)", "(*retry)(void)",
      "hub_conversations"
    ),
  ])
  func `anything else fails, and is named`(
    _ header: String, _ old: String, _ new: String, _ name: String
  ) throws {
    let result = try check(header, old, new)
    #expect(result.state == .exited(status: 1), "\(result.output)")
    #expect(result.output.contains(name), "\(result.output)")
  }

  @Test func `every type of the headers is compared`() throws {
    let source = try String(
      contentsOfFile: "\(PluginFixtures.root)/Tests/abi/every-type.c", encoding: .utf8)
    for name in ["frontend", "services", "actions"] {
      let header = try String(contentsOfFile: "\(Self.folder)/hub/\(name).h", encoding: .utf8)
      let structs = header.matches(of: #/(?m)^\}\ (hub_[a-z_]+);/#).map(\.1)
      let functions = header.matches(of: #/typedef [a-z0-9_]+ \(\*(hub_[a-z_]+)\)/#).map(\.1)
      for type in structs + functions { #expect(source.contains("USE(\(type))"), "\(type)") }
    }
  }
}
