import AgentCore
import FoundationEssentials
import Glibc
import HubLog
import HubModel
import HubStore
import Testing

/// A fresh folder that goes away with its owner.
final class TemporaryFolder {
  let path: String

  /// `inMemory` takes the memory file system, where there is one: nothing there survives the
  /// machine, but everything survives the process.
  init(inMemory: Bool = false) throws {
    let base = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/agentcore-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    path = String(cString: made)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// One agent on a store in a folder, with a scripted server, on virtual time.
final class World {
  let folder: TemporaryFolder
  let time: VirtualTime
  let service: ScriptedService
  private(set) var store: HubStore
  private(set) var agent: HubAgent
  private(set) var effects: [AgentEffect] = []
  var settings: AgentSettings
  /// Whether a reset's clearing of notifications ends at once.
  var clearsAtOnce = true

  init(_ settings: AgentSettings = AgentSettings(identity: "me", fetchesAhead: false)) throws {
    folder = try TemporaryFolder()
    time = VirtualTime()
    service = ScriptedService(time)
    self.settings = settings
    store = try HubStore(folder: folder.path)
    agent = Self.unmade(store, service, time, settings)
    makeAgent()
  }

  private static func unmade(
    _ store: HubStore, _ service: ScriptedService, _ time: VirtualTime, _ settings: AgentSettings
  ) -> HubAgent {
    HubAgent(
      store: store, service: service,
      seams: AgentSeams(clock: time, timers: time, random: SeededRandom(7)), settings: settings,
      effects: { _ in })
  }

  private func makeAgent() {
    agent = HubAgent(
      store: store, service: service,
      seams: AgentSeams(clock: time, timers: time, random: SeededRandom(7)), settings: settings
    ) { [weak self] effect in
      guard let self else { return }
      self.effects.append(effect)
      if effect == .clearNotifications, self.clearsAtOnce { self.agent.notificationsCleared() }
    }
  }

  /// Ends the agent where it stands and opens the store anew.
  func restart(_ access: HubStore.Access = .readWrite) throws {
    agent.stop()
    store.close()
    store = try HubStore(folder: folder.path, access: access)
    makeAgent()
  }

  /// A full sync to its end.
  @discardableResult
  func sync() -> SyncOutcome? {
    var outcome: SyncOutcome?
    agent.hostAppeared(AgentHost(number: 99)) { outcome = $0 }
    time.run(0)
    return outcome
  }

  /// A full sync that the user asked for, to its end.
  @discardableResult
  func refresh() -> SyncOutcome? {
    var outcome: SyncOutcome?
    agent.refresh { outcome = $0 }
    time.run(0)
    return outcome
  }

  /// Writes a reply as a host does, and tells the agent.
  @discardableResult
  func send(_ text: String, in conversation: UUID = Known.ca) throws -> UUID {
    let reply = own(text, in: conversation, at: time.now)
    try #require(try store.enqueueReply(reply, preview: text))
    agent.outboxChanged(conversation)
    return reply.id
  }

  func forgetEffects() { effects = [] }

  var logs: [String] {
    effects.compactMap { if case .log(_, let message) = $0 { message } else { nil } }
  }
  var badges: [String?] {
    effects.compactMap { effect -> String?? in
      if case .badge(_, let text) = effect { .some(text) } else { nil }
    }
  }
  var statuses: [AgentStatus.Activity] {
    effects.compactMap { if case .status(let status) = $0 { status.activity } else { nil } }
  }
  var notifications: [NotificationDecision] {
    effects.compactMap { if case .notification(let decision) = $0 { decision } else { nil } }
  }
}

/// The ids of the cases.
enum Known {
  static let pa = id("5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01")
  static let pb = id("5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e02")
  static let ca = id("8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01")
  static let cb = id("8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a02")
  static let ra = id("c3d4e5f6-0a1b-4c2d-8e3f-1a2b3c4d5e01")
  static let r9 = id("c3d4e5f6-0a1b-4c2d-8e3f-1a2b3c4d5e09")

  private static func id(_ text: String) -> UUID {
    UUID(wire: text) ?? UUID()
  }
}

/// A time of the day of the cases, 2026-03-05.
func at(_ hour: Int64, _ minute: Int64, _ second: Int64 = 0) -> Timestamp {
  let minutes = (hour - 13) * 60 + minute - 20
  return Timestamp(milliseconds: VirtualTime.start.milliseconds + (minutes * 60 + second) * 1000)
}

let postA = Post(
  id: Known.pa, subject: "Gate change", previewText: "Use gate 4 tonight",
  receivedAt: at(13, 19, 23), url: "https://posts.example.test/p/1", subscriptionID: "sub-news")
let postB = Post(
  id: Known.pb, subject: "Recap", previewText: "2-1 win", receivedAt: at(9, 0),
  url: "https://posts.example.test/p/2")
let news = Subscription(id: "sub-news", name: "Team news", summary: "All the news")
let ana = Participant(id: "p-ana", name: "Ana Ruiz", updatedAt: at(8, 0))

func convA(
  _ id: UUID = Known.ca, updated: Timestamp = at(13, 0), preview: String = "Row 3 is free"
) -> Conversation {
  Conversation(
    id: id, createdAt: at(10, 0), updatedAt: updated, lastReplyAt: updated,
    lastIncomingReplyAt: updated, subject: "Seat upgrade", lastReplyPreview: preview,
    lastIncomingParticipantID: "p-ana", participantIDs: ["p-ana"])
}

let replyRA = Reply(
  id: Known.ra, conversationID: Known.ca, sender: .participant("p-ana"),
  content: [.text("Row 3 is free")], createdAt: at(13, 0))

func own(_ text: String, in conversation: UUID, at time: Timestamp) -> Reply {
  let id = UUID()
  return Reply(
    id: id, conversationID: conversation, sender: .fan, content: text.isEmpty ? [] : [.text(text)],
    externalID: "X-\(id.uuidString)", createdAt: time, state: .queued)
}

/// The payload of a post, or of a conversation, of reference 3.1.
enum Payload {
  static let action = #""action":{"url":"rv-demo://posts/\#(Known.pa.uuidString)"}"#

  static func post(_ id: UUID = Known.pa, alert: Bool = true, action: String = action) -> [UInt8] {
    let aps = alert ? #"{"alert":{"title":"Team news","body":"Gate change"}}"# : "{}"
    return Array(
      """
      {"aps":\(aps),"rover":{"post":{"id":"\(id.uuidString.lowercased())","subject":"Gate change",
      "previewText":"Use gate 4 tonight","receivedAt":"2026-03-05T13:19:23.260Z",
      "url":"https://posts.example.test/p/1","subscriptionID":"sub-news","isRead":false},
      \(action)}}
      """.utf8)
  }

  static func conversation(
    _ id: String = Known.ca.uuidString.lowercased(), reply: String = Known.ra.uuidString
  ) -> [UInt8] {
    Array(
      """
      {"aps":{"alert":{"title":"Ana Ruiz","body":"Row 3 is free"}},"rover":{"conversation":{
      "id":"\(id)","subject":"Seat upgrade","createdAt":"2026-03-01T10:00:00.000Z",
      "updatedAt":"2026-03-05T13:00:00.000Z","lastReplyAt":"2026-03-05T13:00:00.000Z",
      "lastIncomingReplyAt":"2026-03-05T13:00:00.000Z","lastReplyPreview":"Row 3 is free",
      "participantIDs":["p-ana"]},"reply":{"id":"\(reply)","conversationID":"\(id)",
      "senderType":"participant","participantID":"p-ana",
      "content":[{"type":"text","text":"Row 3 is free"}],
      "createdAt":"2026-03-05T13:00:00.000Z"},"participant":{"id":"p-ana","name":"Ana Ruiz",
      "updatedAt":"2026-03-01T08:00:00.000Z"},
      "action":{"url":"rv-demo://conversations/\(id)"}}}
      """.utf8)
  }

  static func text(_ json: String) -> [UInt8] { Array(json.utf8) }
}
