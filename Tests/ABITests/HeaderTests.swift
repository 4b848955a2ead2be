import FoundationEssentials
import HubFrontEnds
import HubTestSupport
import Testing

struct HeaderTests {
  private static let folder = "\(PluginFixtures.root)/Sources/CHubFrontEnd/include"

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test
  func `the smallest front end is the header's first comment, letter by letter`() throws {
    let header = try text("\(Self.folder)/hub/frontend.h")
    let example = try text("\(PluginFixtures.root)/Examples/frontend-c/smallest.c")
    let lines = header.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasSuffix("#include <hub/frontend.h>") })
    let last = try #require(lines.firstIndex { $0.contains("HUB_EXPORT const hub_frontend *hub") })
    let code = lines[first...last].map { line in
      line.hasPrefix(" *   ") ? line.dropFirst(5) : line.dropFirst(2)
    }
    #expect(code.joined(separator: "\n") + "\n" == example)
    #expect(code.count < 40)
  }

  @Test
  func `the host knows every method of the header, in its order`() throws {
    let header = try text("\(Self.folder)/hub/frontend.h")
    let start = try #require(header.firstRange(of: "#define HUB_EACH_METHOD(X)"))
    let end = try #require(header[start.upperBound...].firstRange(of: "\n\n"))
    let names = header[start.upperBound..<end.lowerBound].split(separator: "X(").dropFirst()
      .map { String($0.prefix { $0 != "," }) }
    #expect(names == HostMethod.allCases.map(\.name))
  }

  @Test(
    .enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc"),
    arguments: [
      ["-std=c11"], ["-std=c17"], ["-x", "c++", "-std=c++17"], ["-x", "c++", "-std=c++20"],
    ])
  func `the header compiles without a warning`(options: [String]) throws {
    let folder = try PluginFolder()
    let source = try folder.write("only.c", Array("#include <hub/frontend.h>\n".utf8))
    let result = try ChildProcess.run(
      PluginFixtures.compiler,
      options + [
        "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I\(Self.folder)", source,
      ])
    #expect(result.state == .exited(status: 0), "\(result.output)")
  }

  @Test(.enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc"))
  func `a function of another type than its action's does not compile`() throws {
    let folder = try PluginFolder()
    func compile(_ parameters: String) throws -> ChildProcess.Result {
      let source = try folder.write(
        "action.c",
        Array(
          """
          #include <hub/frontend.h>
          #define JUMP(A) A(i, days, HUB_RANGE(0, 365), "How far back") A(os, who, HUB_ANY, "Whom")
          HUB_ACTION_TYPE(jump, JUMP)
          static hub_status jump(void *instance, const hub_call *call, \(parameters)) {
            (void)instance; (void)call; return HUB_OK;
          }
          const hub_action row = HUB_ACTION(jump, "jump", "Goes back", JUMP, jump);

          """.utf8))
      return try ChildProcess.run(
        PluginFixtures.compiler,
        ["-std=c11", "-Werror", "-fsyntax-only", "-I\(Self.folder)", source])
    }
    let good = try compile("int64_t days, const char *who, uint64_t who_length")
    #expect(good.state == .exited(status: 0), "\(good.output)")
    let wrong = try compile("double days, const char *who, uint64_t who_length")
    #expect(wrong.output.contains("pointer type mismatch"), "\(wrong.output)")
  }

  @Test(.enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc"))
  func `a function of another type than its method's does not compile`() throws {
    let folder = try PluginFolder()
    let source = try folder.write(
      "wrong.c",
      Array(
        """
        #include <hub/frontend.h>
        static hub_status wrong(void *instance, const hub_call *call, uint64_t tab) {
          (void)instance; (void)call; (void)tab; return HUB_OK;
        }
        const hub_method row = HUB_METHOD(show_hub, wrong);

        """.utf8))
    let result = try ChildProcess.run(
      PluginFixtures.compiler, ["-std=c11", "-Werror", "-fsyntax-only", "-I\(Self.folder)", source])
    #expect(result.state == .exited(status: 1))
    #expect(result.output.contains("pointer type mismatch"), "\(result.output)")
  }
}
