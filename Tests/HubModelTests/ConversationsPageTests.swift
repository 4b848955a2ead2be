import HubModel
import Testing

struct ConversationsPageTests {
  private func page(_ conversations: [String], _ participants: [String]?) throws
    -> ConversationsPage
  {
    try ConversationsPage(
      decoding: Fixture.conversationsPage(conversations, participants: participants).bytes)
  }

  @Test func `the example of the wire decodes completely`() throws {
    let page = try page([Fixture.convA], [Fixture.ana])
    let reply = Timestamp(wire: "2026-03-05T13:00:00.000Z")
    let conversation = try #require(page.conversations.first)
    #expect(conversation.id == Fixture.conversationID)
    #expect(conversation.subject == "Seat upgrade")
    #expect(conversation.lastReplyAt == reply)
    #expect(conversation.lastIncomingReplyAt == reply)
    #expect(conversation.lastIncomingParticipantID == "p-ana")
    #expect(conversation.lastReplyPreview == "Row 3 is free")
    #expect(conversation.lastReadAt == nil)
    #expect(conversation.participantIDs == ["p-ana"])
    #expect(page.participants.map(\.name) == ["Ana Ruiz"])
    #expect(page.nextCursor == "cf-2")
    #expect(page.nextBefore == "cb-1")
    #expect(!page.hasMore)
  }

  @Test func `case 134: a participant that no conversation lists is not stored`() throws {
    let page = try page([Fixture.convA.with("[\"p-ana\"]", "[]")], [Fixture.ana])
    #expect(page.conversations.count == 1)
    #expect(page.participants.isEmpty)
    #expect(page.skipped.isEmpty)
  }

  @Test func `case 136: without included participants the conversation is stored`() throws {
    let page = try page([Fixture.convA], nil)
    #expect(page.conversations.map(\.participantIDs) == [["p-ana"]])
    #expect(page.participants.isEmpty)
  }

  @Test(arguments: [
    (",\"participantIDs\":[\"p-ana\"]", "", "participantIDs is missing."),
    ("[\"p-ana\"]", "[1]", "participantIDs[0] must be a text."),
    ("\"participantIDs\":[\"p-ana\"]", "\"participantIDs\":null", "participantIDs must be a list."),
    ("\"updatedAt\":\"2026-03-05T13:00:00.000Z\",", "", "updatedAt is missing."),
    (
      "\"lastReadReplyID\":null", "\"lastReadReplyID\":\"x\"",
      "lastReadReplyID must be a UUID (8-4-4-4-12 hexadecimal digits)."
    ),
  ])
  func `a bad conversation is skipped and its participants with it`(
    old: String, new: String, reason: String
  ) throws {
    let page = try page([Fixture.convA.with(old, new)], [Fixture.ana])
    #expect(page.conversations.isEmpty)
    #expect(page.participants.isEmpty)
    #expect(page.skipped.elements == [SkippedElement(path: "conversations[0]", reason: reason)])
  }

  @Test func `a list is read up to its largest number of elements and not beyond`() throws {
    let ids = String(repeating: "\"p-ana\",", count: WireLimits.maxElements - 1) + "\"p-bob\""
    let allowed = try page([Fixture.convA.with("[\"p-ana\"]", "[\(ids)]")], nil)
    #expect(allowed.conversations.map(\.participantIDs) == [["p-ana", "p-bob"]])
    let beyond = try page([Fixture.convA.with("[\"p-ana\"]", "[\(ids),\"p-cleo\"]")], nil)
    #expect(beyond.conversations.isEmpty)
    #expect(
      beyond.skipped.elements.map(\.reason) == [
        "participantIDs has more than \(WireLimits.maxElements) elements."
      ])
  }

  @Test func `case 241: a participant without updatedAt is skipped, the page is kept`() throws {
    let bad = Fixture.ana.with(",\"updatedAt\":\"2026-03-01T08:00:00.000Z\"", "")
    let page = try page([Fixture.convA], [bad])
    #expect(page.conversations.count == 1)
    #expect(page.nextCursor == "cf-2")
    #expect(
      page.skipped.elements == [
        SkippedElement(path: "included.participants[0]", reason: "updatedAt is missing.")
      ])
  }

  @Test func `case 239: an empty body is a failure`() {
    #expect(throws: WireError.self) { try ConversationsPage(decoding: []) }
  }

  @Test(arguments: ["{\"conversations\":[]}", "{\"hasMore\":false}"])
  func `the required keys of a page are required`(text: String) {
    #expect(throws: WireError.self) { try ConversationsPage(decoding: text.bytes) }
  }

  @Test func `the answer of the participants call decodes`() throws {
    let text = "{\"participants\":[\(Fixture.ana),\(Fixture.ana),null]}"
    let answer = try ParticipantsAnswer(decoding: text.bytes)
    #expect(answer.participants.map(\.id) == ["p-ana"])
    #expect(answer.skipped.elements.map(\.path) == ["participants[2]"])
  }
}
