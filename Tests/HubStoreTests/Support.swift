import FoundationEssentials
import Glibc
import HubModel
import Testing

@testable import HubStore

/// A fresh folder that goes away with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/hubstore-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    path = String(cString: made)
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  var file: String { path + "/" + HubStore.fileName }

  func store(
    _ access: HubStore.Access = .readWrite, checking: Bool = false
  ) throws -> HubStore {
    try HubStore(folder: path, access: access, checking: checking)
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

/// The id number `number`, in scattered order.
func id(_ number: Int) -> UUID {
  var generator = SeededGenerator(UInt64(number) &+ 77)
  return UUID.random(using: &generator)
}

func post(
  _ number: Int, at milliseconds: Int64? = nil, subject: String = "Subject",
  subscription: String? = nil, isRead: Bool = false
) -> Post {
  Post(
    id: id(number), subject: subject, previewText: "Preview \(number)",
    receivedAt: time(milliseconds ?? Int64(number) * 1000), url: "https://a.example/\(number)",
    subscriptionID: subscription, isRead: isRead)
}

func conversation(
  _ number: Int, updated: Int64 = 1000, lastReply: Int64? = 1000, incoming: Int64? = 1000,
  participants: Set<String> = ["p-ana"]
) -> Conversation {
  Conversation(
    id: id(number), createdAt: time(500), updatedAt: time(updated),
    lastReplyAt: lastReply.map { time($0) }, lastIncomingReplyAt: incoming.map { time($0) },
    subject: "Seat \(number)", lastReplyPreview: "Row 3", lastIncomingParticipantID: "p-ana",
    participantIDs: participants)
}

func reply(
  _ number: Int, in conversation: Int, at milliseconds: Int64, mine: Bool = false,
  externalID: String? = nil, state: Reply.State = .confirmed, text: String = "hi"
) -> Reply {
  Reply(
    id: id(number), conversationID: id(conversation), sender: mine ? .fan : .participant("p-ana"),
    content: [.text(text)], externalID: externalID, createdAt: time(milliseconds), state: state)
}

let ana = Participant(id: "p-ana", name: "Ana Ruiz", updatedAt: time(1))

let news = Subscription(id: "sub-news", name: "Team news", summary: "All the news")

extension UUID {
  static func random(using generator: inout SeededGenerator) -> UUID {
    let (high, low) = (generator.next(), generator.next())
    return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
