import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// `kill -9` at any point loses nothing that was acknowledged.
@Suite(.serialized) struct KillTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many processes are killed.
  static let kills = environment["HUBHOST_TEST_KILLS"].flatMap { Int($0) } ?? 20
  /// Begins the random numbers; a failure can be run again with it.
  static let seed =
    environment["HUBHOST_TEST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)

  @Test func `what was acknowledged is there after kill -9`() throws {
    print("kill test: \(Self.kills) kills, seed \(Self.seed); HUBHOST_TEST_SEED repeats it")
    var round = try KillRound(seed: Self.seed)
    for number in 1...Self.kills {
      try round.play()
      if let fault = try round.fault() {
        Issue.record("kill \(number) with seed \(Self.seed): \(fault)")
        return
      }
    }
    print("kill test: \(round.pushed.count) pushes and \(round.read.count) read marks acknowledged")
    #expect(round.pushed.count > 0)
    #expect(round.read.count > 0)
  }
}

/// Pushes and read marks on one store, and somebody who is killed among them.
struct KillRound {
  /// Milliseconds within which the kill falls: about as long as a push takes.
  private static let span: ClosedRange<UInt64> = 0...60_000

  private let installation: Installation
  private var random: SplitMix
  private var host: JSONLinesHost?
  private var number = 0
  /// What was acknowledged: the ids of posts, in upper case.
  private(set) var pushed: [String] = []
  private(set) var read: Set<String> = []

  init(seed: UInt64) throws {
    installation = try Installation()
    random = SplitMix(state: seed)
    // So that the store is there.
    _ = try installation.run(["badge"])
    try push()
  }

  private mutating func nextPost() -> (id: String, payload: String) {
    number += 1
    let digits = String(100_000 + number)
    let id = "00000000-0000-4000-8000-000000\(digits)"
    return (id, Fixture.push(Fixture.post(id, "Post \(number)")))
  }

  private mutating func push() throws {
    let (id, payload) = nextPost()
    let outcome = try installation.push(payload)
    guard outcome.code == 0 else { throw Failure(description: outcome.description) }
    pushed.append(id)
  }

  /// One kill: of the one that pushes, or of the host that reads.
  mutating func play() throws {
    try push()
    let host = try runningHost()
    let asked = ask(host)
    let (id, payload) = nextPost()
    let pusher = try installation.start(["push", "-"])
    pusher.send(Array(payload.utf8))
    pusher.closeInput()
    wait(microseconds: Self.span.lowerBound + random.next() % Self.span.upperBound, host)
    if random.next() % 2 == 0 {
      pusher.signal(SIGKILL)
    } else {
      host.process.signal(SIGKILL)
      _ = host.process.finish()
      self.host = nil
    }
    if pusher.finish() == .exited(status: 0) { pushed.append(id) }
    collect(asked, from: host)
  }

  private mutating func runningHost() throws -> JSONLinesHost {
    if let host { return host }
    let started = try JSONLinesHost(installation)
    guard started.event("show-hub") != nil else {
      throw Failure(description: "the host does not start: \(started.process.errorText)")
    }
    host = started
    return started
  }

  /// Asks for read marks without waiting for their results.
  private mutating func ask(_ host: JSONLinesHost) -> [String] {
    let unread = pushed.filter { !read.contains($0) }.prefix(3)
    let lines = unread.map { "{\"command\":\"read\",\"id\":\"\($0)\"}\n" }
    host.process.send(Array(lines.joined().utf8))
    return Array(unread)
  }

  /// The results: of a host that lives, all of them; of a dead one, those that it wrote.
  private mutating func collect(_ asked: [String], from host: JSONLinesHost) {
    for id in asked {
      let result = host.event { $0["event"]?.text == "result" && $0["for"]?.text == id }
      if result?["ok"] == .bool(true) { read.insert(id) }
    }
  }

  private func wait(microseconds: UInt64, _ host: JSONLinesHost) {
    let clock = ContinuousClock()
    let end = clock.now + .microseconds(Int64(microseconds))
    while clock.now < end { host.process.pump(within: .milliseconds(1)) }
  }

  /// What is wrong with the store; nil: nothing.
  func fault() throws -> String? {
    let integrity = try installation.query("PRAGMA integrity_check")
    guard integrity == "ok" else { return integrity }
    let rows = try installation.query("SELECT hex(id), unread FROM items")
    var unread: [String: Bool] = [:]
    for row in rows.split(separator: "\n") {
      let parts = row.split(separator: "|")
      unread[String(parts[0])] = parts[1] == "1"
    }
    for id in pushed where unread[id.replacing("-", with: "")] == nil {
      return "the push of \(id) was acknowledged and is lost"
    }
    for id in read where unread[id.replacing("-", with: "")] != false {
      return "the read mark of \(id) was acknowledged and is lost"
    }
    let count = unread.values.count { $0 }
    let badge = try installation.run(["badge", "--format", "json"])
    guard badge.text.contains("\"count\":\(count)}") else {
      return "the badge says \(badge.text), a recount \(count)"
    }
    return nil
  }
}

/// Random numbers with a seed (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
