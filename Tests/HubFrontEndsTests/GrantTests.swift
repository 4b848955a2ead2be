import CLinux
import Glibc
import HubModel
import HubTestSupport
import Testing

@testable import HubFrontEnds

/// What front ends ask for, and what of it the app file grants.
struct GrantTests {
  private static func about(_ needs: FrontEndNeeds) -> FrontEndDescription {
    FrontEndDescription(
      id: "com.example.x", name: "x", version: "1", summary: "X", abiMinor: 2,
      needsTerminal: false, needsInput: false, needs: needs)
  }

  private static func grants(
    _ frontEnd: String, network: Bool = false, files: [String] = []
  ) -> FrontEndGrants {
    FrontEndGrants(
      [AppDescription.Grant(frontEnd: frontEnd, network: network, files: files)], home: "/home/ana")
  }

  @Test(arguments: [
    (["/srv"], "/srv", true), (["/srv"], "/srv/a/b", true), (["/srv/"], "/srv", true),
    (["/srv"], "/srv2", false), (["/srv/a"], "/srv", false), (["/"], "/anything", true),
    (["~"], "~/Music", true), (["~/Music"], "~", false), (["/home/ana"], "~/Music", true),
    (["~/Music"], "/home/ana/Music/x", true), (["~/Music"], "/home/bob/Music", false),
    (["/a", "/b"], "/b/c", true), ([], "/a", false), (["/srv/./x//y"], "/srv/x/y", true),
  ])
  func `a granted folder holds what lies below it`(granted: [String], asked: String, goes: Bool) {
    let about = Self.about(FrontEndNeeds(files: [asked]))
    let needs = try? Self.grants("x", files: granted).check(about, path: "/p")
    #expect((needs != nil) == goes)
  }

  @Test func `the refusal names front end, need, and what to write where`() {
    let error = #expect(throws: FrontEndError.self) {
      try FrontEndGrants.none.check(
        Self.about(FrontEndNeeds(network: true, files: ["/srv", "/opt/x"])), path: "/p/libhub-x.so")
    }
    #expect(error?.code == .notGranted)
    #expect(
      error?.message
        == "the front end x (/p/libhub-x.so) needs the network and to read /srv, /opt/x, which the app "
        + "file does not grant; write grants: { \"com.example.x\": { network: true, files: [\"/srv\", "
        + "\"/opt/x\"] } } into it")
  }

  @Test func `a home that is not known is said`() {
    let error = #expect(throws: FrontEndError.self) {
      try FrontEndGrants.none.check(Self.about(FrontEndNeeds(files: ["~/x"])), path: "/p")
    }
    #expect(error?.message.hasSuffix("and no home folder is known; set HOME") == true)
  }

  @Test func `a grant is for a name or an id, and for nobody else`() {
    let needs = FrontEndNeeds(network: true)
    for name in ["x", "com.example.x"] {
      #expect(throws: Never.self) {
        try Self.grants(name, network: true).check(Self.about(needs), path: "/p")
      }
    }
    for name in ["y", "com.example", "com.example.x.y", "X"] {
      #expect(throws: FrontEndError.self) {
        try Self.grants(name, network: true).check(Self.about(needs), path: "/p")
      }
    }
  }

  @Test func `what needs nothing gets nothing, however much is granted`() throws {
    let granted = Self.grants("x", network: true, files: ["/"])
    #expect(try granted.check(Self.about(FrontEndNeeds()), path: "/p").isEmpty)
  }

  @Test func `before a file is loaded, grants by another name are left out`() {
    let all = FrontEndGrants(
      ["x", "y", "com.example.x", "com.example.y"].map { AppDescription.Grant(frontEnd: $0) },
      home: nil)
    #expect(
      all.possible(forFile: "/p/libhub-x.so").grants.map(\.frontEnd)
        == ["x", "com.example.x", "com.example.y"])
  }

  @Test(arguments: [
    ("/", true), ("/a b", true), ("~", true), ("~/x", true), ("/a/..b", true),
    ("/" + String(repeating: "x", count: AppDescription.Grant.maxPathBytes - 1), true),
    ("/" + String(repeating: "x", count: AppDescription.Grant.maxPathBytes), false),
    ("", false), ("a", false), ("~ana/x", false), ("/a/../b", false), ("..", false),
    ("/a\"b", false), ("/a\nb", false), ("/a\\b", false),
  ])
  func `a path is absolute or from the home folder on`(text: String, isPath: Bool) {
    #expect(AppDescription.Grant.isPath(text) == isPath)
  }
}

extension RunnerSuites {
  /// The built program with a front end that asks for more, in a runner and in the host.
  @Suite(
    .enabled(
      if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built"),
    .timeLimit(.minutes(10)))
  struct RunnerGrantTests {
    /// A port of this machine that takes connections.
    private final class Listener {
      let descriptor: Int32
      let port: UInt16

      init() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { place in
          place.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
            _ = hub_bind(descriptor, plain, length)
            _ = listen(descriptor, 8)
            _ = getsockname(descriptor, .init(__sockaddr__: plain), &length)
          }
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
      }

      deinit { close(descriptor) }
    }

    /// Runs a front end that reaches for both, with what it asks for and what is granted.
    private func run(
      needs: String = "0", reads: String? = nil, grants: String, options: [String] = []
    ) throws -> (output: String, state: ChildState, path: String) {
      let fixture = try RunnerFixture()
      let listener = Listener()
      _ = try fixture.folder.makeFolder("home")
      _ = try fixture.folder.makeFolder("plugins")
      let secret = try fixture.folder.write("home/secret", Array("sesame".utf8))
      let path = try fixture.build(
        "unruly",
        [
          "WHAT=reaches", "AT_SHOW", "NEEDS=\(needs)", "PORT=\(listener.port)",
          "FILE_TO_READ=\"\(secret)\"",
        ] + (reads.map { ["READS=HUB_STRING(\"\($0)\"),"] } ?? []),
        library: "plugins/libhub-unruly.so")
      let app = try fixture.folder.write(
        "app.json5", Array("{ id: 'io.example.grants', name: 'G', grants: \(grants) }".utf8))
      let result = try ChildProcess.run(
        RunnerFixture.program,
        ["--app", app, "--data", fixture.folder["store"], "-f", path] + options,
        environment: ["PATH": "/usr/bin:/bin", "HOME": fixture.folder["home"]])
      return (result.output, result.state, path)
    }

    private static let all = "{ unruly: { network: true, files: ['~/'] } }"

    @Test(arguments: ["HUB_NEEDS_NETWORK", "0"], ["~/secret", nil])
    func `what is asked for and granted works, and nothing else does`(needs: String, reads: String?)
      throws
    {
      let (output, state, _) = try run(needs: needs, reads: reads, grants: Self.all)
      #expect(state == .exited(status: 0), "\(output)")
      let connects = needs != "0"
      #expect(
        output.contains("connect: \(connects ? "yes" : "Permission denied")\n"), "\(output)")
      #expect(output.contains("local socket: Permission denied\n"), "\(output)")
      #expect(
        output.contains("read: \(reads != nil ? "sesame" : "Permission denied")\n"), "\(output)")
      #expect(output.contains("write: Permission denied\n"), "\(output)")
    }

    @Test(
      arguments: [
        ("HUB_NEEDS_NETWORK", nil, "{}", "needs the network, which", "network: true"),
        (
          "0", "~/secret", "{ unruly: { network: true } }", "needs to read ~/secret, which",
          "~/secret"
        ),
        (
          "HUB_NEEDS_NETWORK", "~/secret",
          "{ 'com.example.other': { network: true, files: ['/'] } }",
          "needs the network and to read ~/secret, which", "network: true, files: [\"~/secret\"]"
        ),
        ("0", "~/secret", "{ unruly: { files: ['~/secret/more'] } }", "needs to read", "~/secret"),
      ] as [(String, String?, String, String, String)], [[], ["--in-process"]])
    func
      `without the grant it does not run, a sentence says what to write, and the next one is shown`(
        asked: (needs: String, reads: String?, grants: String, words: String, key: String),
        options: [String]
      ) throws
    {
      let (output, state, path) = try run(
        needs: asked.needs, reads: asked.reads, grants: asked.grants, options: options)
      #expect(state == .exited(status: 77), "\(output)")
      let said = output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("hubhost: ") }
      #expect(said.count == 1, "\(output)")
      #expect(
        said.first?.contains("the front end unruly (\(path)) \(asked.words)") == true, "\(output)")
      #expect(said.first?.contains("grants: { \"com.example.unruly\": {") == true, "\(output)")
      #expect(said.first?.contains(asked.key) == true, "\(output)")
      #expect(!output.contains("connect:"), "\(output)")
      // Plain is behind it.
      #expect(output.contains("Badge: none"), "\(output)")
    }

    @Test func `granted in the host it works, and there nothing keeps it from more`() throws {
      let (output, state, _) = try run(
        needs: "HUB_NEEDS_NETWORK", grants: "{ 'com.example.unruly': { network: true } }",
        options: ["--in-process"])
      #expect(state == .exited(status: 0), "\(output)")
      #expect(output.contains("connect: yes\n") && output.contains("read: sesame\n"), "\(output)")
    }

    @Test func `a plug-in that is a link to where it was built can read what is beside it`() throws
    {
      let fixture = try RunnerFixture()
      _ = try fixture.folder.makeFolder("built")
      _ = try fixture.folder.makeFolder("found")
      let path = try fixture.build(
        "Examples/frontend-c/smallest.c", library: "built/libhub-smallest.so")
      let link = fixture.folder["found/libhub-smallest.so"]
      #expect(symlink(path, link) == 0)
      let result = try fixture.run(["-f", link])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      #expect(result.output == "Hub in tab hub, badge 14\n", "\(result.output)")
    }

    @Test func `hubhost frontends shows what is needed, what is granted, and what it cannot do`()
      throws
    {
      let fixture = try RunnerFixture()
      _ = try fixture.folder.makeFolder("plugins")
      let path = try fixture.build(
        "unruly", ["NEEDS=HUB_NEEDS_NETWORK", "READS=HUB_STRING(\"/srv\"),"],
        library: "plugins/libhub-unruly.so")
      func list(_ grants: String, _ options: [String] = []) throws -> String {
        let app = try fixture.folder.write(
          "app.json5", Array("{ id: 'io.example.grants', grants: \(grants) }".utf8))
        return try ChildProcess.run(
          RunnerFixture.program, ["frontends", "--app", app] + options,
          environment: ["HUBHOST_FRONTEND_PATH": fixture.folder["plugins"], "HOME": "/nowhere"]
        ).output
      }
      let refused = try list("{}")
      #expect(refused.contains("  needs: the network and to read /srv\n  granted: nothing\n"))
      #expect(
        refused.contains("  refused: the front end unruly (\(path)) needs the network"),
        "\(refused)")
      let granted = try list("{ unruly: { network: true, files: ['/srv'] } }")
      #expect(granted.contains("  granted: the network and to read /srv\n"), "\(granted)")
      let confined = granted.split(separator: "\n").drop { !$0.hasPrefix("unruly") }
        .first { $0.hasPrefix("  confined: ") }
      #expect(confined?.contains("no network") == false, "\(granted)")
      #expect(confined?.contains("/srv") == (Landlock.version > 0), "\(granted)")
      let json = try JSONValue(
        json: try list("{ unruly: { network: true, files: ['/srv'] } }", ["--json"]))
      let row = json.elements.first { $0["name"]?.text == "unruly" }
      #expect(row?["needs"]?["network"] == .bool(true))
      #expect(row?["granted"]?["files"]?.elements.map(\.text) == ["/srv"])
      #expect(row?["refusal"] == .null)
    }
  }
}
