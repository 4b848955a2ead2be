import FoundationEssentials
import HubTestSupport
import Testing

extension RunnerSuites {
  /// The built program with front ends that misbehave: the host lives, says one sentence, and goes on.
  @Suite(
    .enabled(
      if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built"),
    .timeLimit(.minutes(10)))
  struct RunnerTests {
    private static let plain = "Subject: Welcome to the Hub"

    private func lines(_ output: String) -> [Substring] {
      output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("hubhost: ") }
    }

    @Test(arguments: [
      ("crash", "crashed (signal 11, SIGSEGV)"), ("give_up", "crashed (signal 6, SIGABRT)"),
      ("leave", "ended its process (status 5)"), ("leave_well", "ended its process (status 0)"),
      ("crashes_thread", "crashed (signal 11, SIGSEGV)"), ("bomb", Sanitizer.bombEnds),
      ("closes", "ended its process"), ("garbage", "was ended because a packet of 7 bytes came"),
      ("asks_for_ever", "was ended because a packet of an unknown kind came"),
    ])
    func `case 61: an end within a call is replayed once, and then the next front end is shown`(
      what: String, words: String
    ) throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=\(what)", "AT_SHOW"])
      let result = try fixture.run(["-f", path])
      let said = lines(result.output)
      #expect(result.state == .exited(status: 69), "\(result.output)")
      #expect(said.count == 2, "\(result.output)")
      #expect(
        said.first?.contains("\(path) \(words)") == true
          && said.first?.hasSuffix(" in show_hub (request 1); it is started again") == true,
        "\(result.output)")
      #expect(
        said.last?.contains(" in show_hub (request 1), not for the first time; it is set aside")
          == true && said.last?.hasSuffix("and plain is shown instead") == true, "\(result.output)")
      #expect(result.output.contains(Self.plain), "\(result.output)")
      #expect(try fixture.isWhole())
    }

    @Test(arguments: [
      ("crash", "AT_LOAD", "crashed (signal 11, SIGSEGV) before it stood"),
      ("leave", "AT_CREATE", "ended its process (status 5) before it stood"),
      ("give_up", "AT_START", "crashed (signal 6, SIGABRT) before it stood"),
    ])
    func `an end before it stood is not tried again`(what: String, moment: String, words: String)
      throws
    {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=\(what)", moment])
      let result = try fixture.run(["-f", path])
      #expect(result.state == .exited(status: 69), "\(result.output)")
      #expect(lines(result.output).count == 1, "\(result.output)")
      #expect(result.output.contains("\(path) \(words)"), "\(result.output)")
      #expect(result.output.contains(Self.plain), "\(result.output)")
    }

    @Test
    func `one crash between calls costs a sentence and a restart`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=crash", "AT_TIMER"])
      let result = try fixture.run(["-f", path])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      let said = lines(result.output)
      #expect(said.count == 1, "\(result.output)")
      #expect(
        said.first?.hasSuffix("crashed (signal 11, SIGSEGV); it is started again") == true,
        "\(result.output)")
      #expect(result.output.split(whereSeparator: \.isNewline).filter { $0 == "HUB" }.count == 2)
    }

    @Test
    func `a crash on the way out costs a sentence`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=crash", "AT_STOP"])
      let result = try fixture.run(["-f", path])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      #expect(
        result.output.contains("crashed (signal 11, SIGSEGV) when it was to stop"),
        "\(result.output)")
    }

    @Test(arguments: ["hang", "spin", "stops"])
    func `case 62: what hangs is ended, also when it ignores SIGTERM or is stopped`(what: String)
      throws
    {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=\(what)", "AT_SHOW"])
      let result = try fixture.run(["-f", path], environment: ["HUBHOST_RUNNER_PATIENCE": "30"])
      #expect(result.state == .exited(status: 69), "\(result.output)")
      #expect(lines(result.output).count == 2, "\(result.output)")
      #expect(
        result.output.contains("did not answer for 1200 ms and was ended in show_hub"),
        "\(result.output)")
      #expect(result.output.contains(Self.plain), "\(result.output)")
      #expect(try fixture.isWhole())
    }

    @Test(arguments: ["AT_LOAD", "AT_START"])
    func `what does not stand in time is ended`(moment: String) throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=spin", moment])
      let result = try fixture.run(["-f", path], environment: ["HUBHOST_RUNNER_PATIENCE": "20"])
      #expect(result.state == .exited(status: 69), "\(result.output)")
      #expect(
        result.output.contains("was ended because it was not ready within 1000 ms"),
        "\(result.output)")
      #expect(result.output.contains(Self.plain), "\(result.output)")
    }

    @Test
    func `what does not stop in time is killed`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=spin", "AT_STOP"])
      let result = try fixture.run(["-f", path], environment: ["HUBHOST_RUNNER_PATIENCE": "30"])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      #expect(
        result.output.contains("did not end within 600 ms and was killed"), "\(result.output)")
    }

    @Test
    func `case 63: a megabyte on standard error comes through as safe text`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=noise", "AT_SHOW"])
      let result = try fixture.run(["-f", path])
      #expect(result.state == .exited(status: 0))
      #expect(result.output.contains("noise 000000 ") && result.output.contains("noise 016383 "))
      #expect(!result.output.contains("\u{1B}"))
    }

    @Test
    func `what a plug-in prints by mistake does not get into the output`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=prints", "AT_SHOW"])
      let script = "exec \"$0\" \"$@\" 2>/dev/null"
      let result = try ChildProcess.run(
        "/bin/sh", ["-c", script, RunnerFixture.program] + fixture.options + ["-f", path])
      #expect(result.output == "HUB\r\n")
    }

    @Test
    func `a plug-in is confined, and threads and the system's files still work`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=tries", "AT_SHOW"])
      let result = try fixture.run(["-f", path], environment: ["HUB_SECRET": "x"])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      #expect(result.output.contains("CONFINED"), "\(result.output)")
      #expect(!result.output.contains("NO "), "\(result.output)")
    }

    @Test
    func `the same plug-in is free in the host, which shows that the test can fail`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=tries", "AT_SHOW"])
      let result = try fixture.run(
        ["--in-process", "-f", path], environment: ["HUB_SECRET": "x"])
      #expect(!result.output.contains("CONFINED"), "\(result.output)")
    }

    @Test
    func
      `a front end that was set aside gives way to the next until it is another build or forgiven`()
      throws
    {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=crash", "AT_SHOW"])
      _ = try fixture.run(["-f", path])
      let refused = try fixture.run(["-f", path])
      #expect(refused.state == .exited(status: 69), "\(refused.output)")
      #expect(lines(refused.output).count == 1, "\(refused.output)")
      #expect(refused.output.contains(Self.plain), "\(refused.output)")
      #expect(
        refused.output.contains(
          "was set aside, because it crashed (signal 11, SIGSEGV) in show_hub (request 1)"),
        "\(refused.output)")
      let file = try #require(
        refused.output.split(separator: " ").first { $0.hasSuffix(".json") }.map(String.init))
      // In the host it is the user's own risk.
      let better = try fixture.build("unruly", ["WHAT=nothing", "AT_SHOW"])
      #expect(better == path)
      #expect(try fixture.run(["-f", path]).state == .exited(status: 0))
      #expect(!FileManager.default.fileExists(atPath: file))
      _ = try fixture.build("unruly", ["WHAT=crash", "AT_SHOW"])
      _ = try fixture.run(["-f", path])
      try FileManager.default.removeItem(atPath: file)
      #expect(try fixture.run(["-f", path]).output.contains("it is started again"))
    }

    @Test(arguments: [[], ["--in-process"]])
    func `the loop keeps what its header promises, at every edge, either way`(options: [String])
      throws
    {
      let fixture = try RunnerFixture()
      let path = try fixture.build("habits", ["GOOD_HABITS"])
      let result = try fixture.run(options + ["--log-level", "error", "-f", path])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      #expect(result.output.isEmpty, "\(result.output)")
    }

    @Test(arguments: [[], ["--in-process"]])
    func `a push of a front end that cannot be stored is told with the front end's name`(
      options: [String]
    ) throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=pushes_rubbish", "AT_SHOW"])
      let result = try fixture.run(options + ["-f", path])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      let said = lines(result.output)
      #expect(said.count == 2, "\(result.output)")
      for line in said {
        #expect(line.contains("A push from the front end unruly was not stored. The "), "\(line)")
      }
      #expect(said.first?.contains("is no JSON") == true, "\(result.output)")
    }

    @Test func `hubhost frontends says what was set aside, and changes nothing`() throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build("unruly", ["WHAT=crash", "AT_SHOW"])
      func row(_ options: [String]) throws -> JSONValue? {
        let listed = try ChildProcess.run(
          RunnerFixture.program, ["frontends", "--json"] + options,
          environment: ["HUBHOST_FRONTEND_PATH": fixture.folder.path, "HOME": "/nowhere"])
        return try JSONValue(json: listed.output).elements.first { $0["name"]?.text == "unruly" }
      }
      #expect(try row(fixture.options)?["refusal"] == .null)
      _ = try fixture.run(["-f", path])
      let refused = try row(fixture.options)
      #expect(refused?["refusal"]?.text?.contains("was set aside, because it crashed") == true)
      #expect(refused?["runs"] == .null)
      // Without an app nobody knows.
      #expect(try row([])?["refusal"] == .null)
      let file = try #require(
        refused?["refusal"]?.text?.split(separator: " ").first { $0.hasSuffix(".json") })
      _ = try fixture.build("unruly", ["WHAT=nothing", "AT_SHOW"])
      #expect(try row(fixture.options)?["refusal"] == .null)
      #expect(FileManager.default.fileExists(atPath: String(file)))
    }

    @Test(arguments: [[], ["--in-process"]])
    func `the smallest front end shows the Hub and then the post of a link, either way`(
      options: [String]
    ) throws {
      let fixture = try RunnerFixture()
      let path = try fixture.build(
        "Examples/frontend-c/smallest.c", library: "libhub-smallest.so")
      let result = try fixture.run(
        options + ["-f", path, "rv-sample://posts/E0000000-0000-4000-8000-000000000001"])
      #expect(result.state == .exited(status: 0), "\(result.output)")
      #expect(
        result.output == "Hub in tab hub, badge 14\nPost in the Hub: Welcome to the Hub\n",
        "\(result.output)")
    }

    @Test
    func `every service answers the same in a runner as in the host`() throws {
      var outputs: [String] = []
      for option in [["--in-process"], []] {
        let fixture = try RunnerFixture()
        // More rows than one window of a runner holds.
        let posts = (1...600).map { number in
          """
          {"id":"F0000000-0000-4000-8000-\(String(100_000_000_000 + number))","subject":"Post \
          number \(number)","previewText":"\\u001b[31m \(number)","receivedAt":\
          "2026-02-01T\(10 + number % 10):\(10 + number % 50):00.000Z","url":null,\
          "coverImageURL":null,"subscriptionID":null,"isRead":false}
          """
        }
        let file = try fixture.folder.write(
          "many.json",
          Array("{\"posts\":[\(posts.joined(separator: ","))],\"hasMore\":false}".utf8))
        #expect(try fixture.run(["import", file]).state == .exited(status: 0))
        let path = try fixture.build("probe")
        let result = try fixture.run(option + ["--log-level", "error", "-f", path])
        #expect(result.state == .exited(status: 0), "\(result.output)")
        outputs.append(result.output)
      }
      #expect(outputs[0] == outputs[1])
      #expect(outputs[0].contains("fetch 0 0 0: 0, 614 rows"), "\(outputs[0])")
      #expect(outputs[0].contains("present_post"), "\(outputs[0])")
      for line in [
        "blank -7", "nowhere -3", "long -1", "send 0", "same 0", "retry -2", "older -4",
        "text link 40 2 20 6 <mailto:a@b.de>", "set longest 0", "set long -1", "end 0", "no end -3",
      ] {
        #expect(outputs[0].contains("\n\(line)\n"), "\(line) in \(outputs[0])")
      }
    }

    @Test(
      arguments: [
        ("jump?days=7&who=a%20b", "days=7 who=a b factor=0 loud=0", 0),
        ("jump?days=999", "a whole number from 0 to 365", 1),
        ("none", "the action none of zoo failed", 1),
        ("nope", "has no action \"nope\"; hubhost frontends lists", 1),
      ] as [(String, String, Int32)])
    func `an action is called in a runner as in the host`(
      call: String, part: String, status: Int32
    ) throws {
      var outputs: [String] = []
      for option in [["--in-process"], []] {
        let fixture = try RunnerFixture()
        let path = try fixture.build("zoo", ["EXACT", "NEEDS=0"])
        let result = try fixture.run(option + ["-f", path, "rv-sample://action/zoo/\(call)"])
        #expect(result.state == .exited(status: status), "\(result.output)")
        #expect(result.output.contains(part), "\(option) \(result.output)")
        outputs.append(result.output)
      }
      #expect(outputs[0] == outputs[1])
    }

    @Test
    func `a bundled front end does the same action in a runner`() throws {
      let link = "rv-sample://action/plain/list?limit=2"
      let inHost = try RunnerFixture().run(["-f", "plain", link])
      let inRunner = try RunnerFixture().run(["--isolate", "-f", "plain", link])
      #expect(inHost.output == inRunner.output)
      #expect(inHost.output.contains("Subject: Welcome to the Hub"), "\(inHost.output)")
    }

    @Test(arguments: ["plain", "jsonl"])
    func `a bundled front end prints the same in a runner`(name: String) throws {
      // The post is read by being shown, so each has an inbox of its own.
      let link = "rv-sample://posts/E0000000-0000-4000-8000-000000000001"
      let inHost = try RunnerFixture().run(["-f", name, link])
      let inRunner = try RunnerFixture().run(["--isolate", "-f", name, link])
      #expect(inHost.state == .exited(status: 0) && inRunner.state == inHost.state)
      #expect(inHost.output == inRunner.output)
      #expect(inHost.output.contains("Welcome to the Hub"))
    }
  }
}
