import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// `kill -9` of agent and host, while the server sends pushes and pages and takes replies.
@Suite(.serialized) struct AgentKillTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many times somebody is killed.
  static let kills = environment["HUBHOST_TEST_KILLS"].flatMap { Int($0) } ?? 10

  @Test func `what was acknowledged to the server or to the user is there after kill -9`() throws {
    let seed = KillTests.seed
    print("agent kill test: \(Self.kills) kills, seed \(seed); HUBHOST_TEST_SEED repeats it")
    var round = try AgentKillRound(seed: seed)
    for number in 1...Self.kills {
      try round.play()
      if let fault = try round.fault() {
        Issue.record("kill \(number) with seed \(seed): \(fault)")
        return
      }
    }
    try round.settle()
    if let fault = try round.fault() ?? round.lastFault() {
      Issue.record("after \(Self.kills) kills with seed \(seed): \(fault)")
    }
    print(
      "agent kill test: \(round.pushed.count) pushes, \(round.replies.count) replies acknowledged")
    #expect(!round.pushed.isEmpty)
    #expect(!round.replies.isEmpty)
  }
}

/// A server, an agent and a host, and somebody who kills two of them.
struct AgentKillRound {
  /// Microseconds within which the kill falls: about as long as a round takes.
  private static let span: UInt64 = 150_000

  private let world: AgentWorld
  private var random: SplitMix
  private var host: JSONLinesHost?
  private var number = 0
  /// Posts that were pushed, by the number of their event.
  private(set) var pushed: [String] = []
  /// Posts that stand on the server's pages.
  private var listed: [String] = []
  /// Texts of the replies that the host took.
  private(set) var replies: [String] = []

  init(seed: UInt64) throws {
    world = try AgentWorld(agent: "prefetch: false, idleSeconds: 600")
    random = SplitMix(state: seed)
    world.model.state.withLock { $0.pageSize = 2 }
    world.model.addConversation()
    let outcome = try world.installation.run(["sync"])
    guard outcome.code == 0 else { throw Failure(description: outcome.description) }
  }

  private func id(_ number: Int, pushed: Bool) -> String {
    "00000000-0000-4000-8000-\(pushed ? "A" : "B")\(10_000_000_000 + number)"
  }

  // MARK: - A round

  mutating func play() throws {
    let host = try together()
    number += 1
    for part in 0..<3 { push(number * 10 + part) }
    for part in 0..<3 {
      let id = id(number * 10 + part, pushed: false)
      listed.append(id)
      world.model.add(posts: [Fixture.post(id, "Listed \(number)")])
    }
    let text = "Reply \(number)"
    let line =
      "{\"command\":\"reply\",\"conversation\":\"\(Fixture.ca)\",\"text\":\"\(text)\","
      + "\"id\":\"r\(number)\"}\n{\"command\":\"refresh\"}\n"
    host.process.send(Array(line.utf8))
    wait(microseconds: random.next() % Self.span, host)
    let victim = random.next() % 3
    if victim != 1 { killAgents() }
    if victim != 0 {
      host.process.signal(SIGKILL)
      _ = host.process.finish()
      self.host = nil
    }
    let result = host.event { $0["event"]?.text == "result" && $0["for"]?.text == "r\(number)" }
    if result?["ok"] == .bool(true) { replies.append(text) }
  }

  private func killAgents() {
    for agent in world.agents { kill(agent, SIGKILL) }
    // A host starts the next one a second later at the earliest.
    #expect(world.server.waitForStreams(0))
  }

  private mutating func push(_ number: Int) {
    let id = id(number, pushed: true)
    pushed.append(id)
    send(pushed.count)
  }

  /// Sends the push with that number, counted from 1.
  private func send(_ event: Int) {
    world.push(
      Fixture.push(Fixture.post(pushed[event - 1], "Pushed \(event)")), event: "\(event)")
  }

  /// Agent and host, started where they are not running; the stream is taken up where it stood.
  private mutating func together() throws -> JSONLinesHost {
    let host = try runningHost()
    if world.agents.isEmpty { try world.startAgent() }
    guard world.server.waitForStreams(1) else {
      throw Failure(description: "no agent takes the stream: \(world.log)")
    }
    let last = world.server.requests.last { $0.path == "/stream" }?.values("last-event-id").first
    let known = Int(last ?? "") ?? 0
    let stored = try rows()
    for id in pushed.prefix(known) where stored[Self.key(id)] == nil {
      throw Failure(description: "the push of \(id) was acknowledged and is lost")
    }
    for event in known..<pushed.count { send(event + 1) }
    return host
  }

  private mutating func runningHost() throws -> JSONLinesHost {
    if let host { return host }
    let started = try JSONLinesHost(world.installation, [Fixture.linkCA])
    guard started.event("present-conversation") != nil else {
      throw Failure(description: "the host does not start: \(started.process.errorText)")
    }
    host = started
    return started
  }

  private func wait(microseconds: UInt64, _ host: JSONLinesHost) {
    let clock = ContinuousClock()
    let end = clock.now + .microseconds(Int64(microseconds))
    while clock.now < end { host.process.pump(within: .milliseconds(1)) }
  }

  /// Lets everything come to rest.
  mutating func settle() throws {
    let host = try together()
    host.does("\"command\":\"refresh\"")
    let wanted = Set((pushed + listed).map(Self.key))
    let isAll = world.waits(seconds: 60) {
      host.process.pump(within: .milliseconds(1))
      return wanted.isSubset(of: try rows().keys)
        && Set(replies).isSubset(of: Set(world.model.state.withLock { $0.taken.map(\.text) }))
    }
    guard isAll else {
      let missing = wanted.subtracting(try rows().keys)
      throw Failure(
        description: "it does not come to rest: \(missing.count) posts are missing, taken "
          + "\(world.model.state.withLock { $0.taken.count }) of \(replies.count) replies")
    }
  }

  // MARK: - What must hold

  private static func key(_ id: String) -> String { id.replacing("-", with: "") }

  /// Unread or not, by id.
  private func rows() throws -> [String: Bool] {
    var rows: [String: Bool] = [:]
    for row in try world.installation.query("SELECT hex(id), unread FROM items").split(
      separator: "\n")
    {
      let parts = row.split(separator: "|")
      rows[String(parts[0])] = parts[1] == "1"
    }
    return rows
  }

  /// What is wrong with the store; nil: nothing.
  func fault() throws -> String? {
    let integrity = try world.installation.query("PRAGMA integrity_check")
    guard integrity == "ok" else { return integrity }
    // Agent and host may write between the two looks: a difference must not stay.
    var told = ""
    let agrees = world.waits(seconds: 10) {
      let count = try rows().values.count { $0 }
      let badge = try world.installation.run(["badge", "--format", "json"])
      told = "the badge says \(badge.text), a recount \(count)"
      return badge.text.contains("\"count\":\(count)}")
    }
    if !agrees { return told }
    let texts = Set(
      try world.installation.query(
        "SELECT b.value FROM replies r JOIN blocks b ON b.reply = r.n WHERE r.sender IS NULL"
      ).split(separator: "\n").map(String.init))
    if let lost = replies.first(where: { !texts.contains($0) }) {
      return "the reply \"\(lost)\" was acknowledged and is lost"
    }
    return doubleSend()
  }

  /// A text that went out under two external ids.
  private func doubleSend() -> String? {
    var ids: [String: Set<String>] = [:]
    for request in world.server.requests
    where request.method == "POST" && request.path.hasSuffix("/replies") {
      guard let body = try? JSONValue(json: request.text), let id = body["externalID"]?.text,
        let text = body["content"]?.elements.first?["text"]?.text
      else { return "a reply without external id or text was sent: \(request.text)" }
      ids[text, default: []].insert(id)
    }
    return ids.first { $0.value.count > 1 }.map { "\"\($0.key)\" was sent as \($0.value)" }
  }

  /// What is wrong after everything came to rest.
  func lastFault() throws -> String? {
    let taken = world.model.state.withLock { $0.taken.map(\.text) }
    guard Set(taken).count == taken.count else { return "a reply was taken twice: \(taken)" }
    let states = try world.installation.query(
      "SELECT count(*) FROM replies WHERE sender IS NULL AND state = 3")
    return states == "0" ? nil : "\(states) replies failed"
  }
}
