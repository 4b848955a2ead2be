import AgentCore
import FoundationEssentials
import Glibc
import HubModel
import HubStore
import Testing

/// Random schedules of everything that can happen, on two devices of one user.
struct ScheduleTests {
  private static let chunk = 50
  private static let steps = 32

  /// One schedule alone, to look into: `HUBHOST_TEST_SCHEDULE`.
  private static var only: Int? {
    getenv("HUBHOST_TEST_SCHEDULE").flatMap { Int(String(cString: $0)) }
  }

  /// How many schedules are run: `HUBHOST_TEST_SCHEDULES`, else two hundred.
  private static var chunks: Range<Int> {
    let wanted = getenv("HUBHOST_TEST_SCHEDULES").flatMap { Int(String(cString: $0)) } ?? 200
    return only.map { $0 / chunk..<$0 / chunk + 1 } ?? 0..<max(1, wanted / chunk)
  }

  @Test(arguments: chunks)
  func `stores and server agree after any schedule, and nothing acknowledged is lost`(
    chunk: Int
  ) throws {
    for seed in chunk * Self.chunk..<(chunk + 1) * Self.chunk
    where Self.only.map({ $0 == seed }) ?? true {
      let schedule = try Schedule(seed: UInt64(seed))
      for _ in 0..<Self.steps { try schedule.step() }
      try schedule.settle()
      try schedule.check()
    }
  }
}

/// One schedule with its world.
final class Schedule {
  private let seed: UInt64
  private let random: SeededRandom
  private let time = VirtualTime()
  private let server: ServerModel
  private let devices: [Device]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed)
    server = ServerModel(random, time)
    for _ in 0..<random.below(8) { server.addPost() }
    for _ in 0..<random.below(8) { server.addReply(inNew: random.chance(60)) }
    devices = [try Device(server, time, random), try Device(server, time, random)]
    for device in devices { try device.restart() }
  }

  func step() throws {
    let device = devices[random.below(2)]
    switch random.below(100) {
    case 0..<12:
      server.addPost()
      for device in devices { device.push() }
    case 12..<24:
      server.addReply(inNew: random.chance(25))
      for device in devices { device.push() }
    case 24..<28: server.editPost()
    case 28..<38: try device.readPost()
    case 38..<48: try device.readConversation()
    case 48..<62: try device.write()
    case 62..<66: try device.settleFailure()
    case 66..<72: try device.show()
    case 72..<75: device.hide()
    case 75..<80: device.refresh()
    case 80..<85: try device.restart()
    case 85..<88: device.service.dropStream()
    case 88..<91: try device.receiveAgain()
    case 91..<94: device.faults = random.below(2) * random.below(70)
    case 94..<96: reset()
    default: time.run(Int64(random.below(60_000)))
    }
    if random.chance(70) { time.run(Int64(random.below(4_000))) }
    for device in devices { try device.noteFailures() }
  }

  private func reset() {
    server.reset()
    for device in devices { device.service.dropStream() }
  }

  func settle() throws {
    for device in devices { try device.beginSettling() }
    // Longer than the window of any reply.
    time.run(AgentLimits.outboxWindow + 10_000)
    for _ in 0..<2 {
      for device in devices { device.askAll() }
      for _ in 0..<3 {
        time.run(5_000)
        for device in devices { device.askOlder() }
      }
      time.run(5_000)
      for device in devices { device.hide() }
    }
    time.run(5_000)
    for device in devices { try device.noteFailures() }
  }

  // MARK: - What must hold

  func check() throws {
    for (index, device) in devices.enumerated() {
      let place = "seed \(seed), device \(index)"
      try checkPosts(device, place)
      try checkConversations(device, place)
      try checkOwnReplies(device, place)
      let counts = try device.store.counts()
      #expect(try device.store.recount() == counts, "\(place)")
      #expect(device.badge == counts.unread, "\(place)")
      if seed % 25 == 0 { #expect(try device.store.integrityCheck() == [], "\(place)") }
    }
  }

  private func checkPosts(_ device: Device, _ place: String) throws {
    let items = try device.store.window(InboxQuery(limit: 1000)).filter { $0.key.kind == .post }
    var stored: [UUID: Post] = [:]
    for item in items { stored[item.key.id] = try device.store.post(item.key.id) }
    var expected = server.posts.mapValues(\.value)
    for id in expected.keys { expected[id]?.isRead = device.readPosts.contains(id) }
    let differing = Set(stored.keys).union(expected.keys).filter { stored[$0] != expected[$0] }
    for id in differing {
      Issue.record(
        "\(place): \(String(describing: stored[id])) is not \(String(describing: expected[id]))")
    }
  }

  private func checkConversations(_ device: Device, _ place: String) throws {
    let items = try device.store.window(InboxQuery(limit: 1000))
    let stored = Set(items.filter { $0.key.kind == .conversation }.map(\.key.id))
    #expect(stored == Set(server.conversations.keys), "\(place)")
    for (id, numbered) in server.conversations {
      guard let mine = try device.store.conversation(id) else { continue }
      let theirs = numbered.value
      #expect(mine.lastIncomingReplyAt == theirs.lastIncomingReplyAt, "\(place)")
      #expect(mine.createdAt == theirs.createdAt, "\(place)")
      if !device.hadFailure.contains(id) {
        #expect(mine.lastReplyAt == theirs.lastReplyAt, "\(place) \(id)")
        #expect(mine.lastReplyPreview == theirs.lastReplyPreview, "\(place) \(id)")
      }
      for mark in [theirs.lastReadAt, device.readMarks[id]] {
        if let mark { #expect(mine.lastReadAt.map { $0 >= mark } ?? false, "\(place) \(id)") }
      }
      let replies = try device.store.replies(conversation: id, limit: 1000)
      let confirmed = replies.filter { $0.state == .confirmed }
      let known = (server.replies[id] ?? []).map(\.value)
      #expect(
        Set(confirmed.map { "\($0.id) \($0.text)" })
          == Set(known.map { "\($0.id) \($0.text)" }), "\(place) \(id)")
      #expect(!replies.contains { $0.state == .queued || $0.state == .sent }, "\(place) \(id)")
    }
  }

  /// Each reply that was written is with the server, or still here to be sent again, or deleted by
  /// its writer; and no text is with the server twice.
  private func checkOwnReplies(_ device: Device, _ place: String) throws {
    let unsent = Set(try device.store.unsentReplies().compactMap(\.externalID))
    for (externalID, text) in device.written where server.accepted[externalID] == nil {
      #expect(
        unsent.contains(externalID) || device.deleted.contains(externalID), "\(place): \(text)")
    }
    let own = server.replies.values.joined().map(\.value).filter(\.isMine).map(\.text)
    #expect(Set(own).count == own.count, "\(place)")
  }
}
