import HubModel
import Testing

struct PostMergeTests {
  private func post(
    subject: String = "Old", isRead: Bool, subscriptionID: String? = "sub-news", url: String? = "u"
  ) -> Post {
    Post(
      id: Fixture.postID, subject: subject, previewText: subject,
      receivedAt: Timestamp(milliseconds: 1), url: url, subscriptionID: subscriptionID,
      isRead: isRead)
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `case 74: a read post stays read and its fields are updated`(stored: Bool, incoming: Bool) {
    let merged = post(isRead: stored)
      .merged(with: post(subject: "New", isRead: incoming, url: nil))
    #expect(merged == post(subject: "New", isRead: stored || incoming, url: nil))
  }

  @Test func `case 121: an absent subscription keeps the stored link`() {
    let merged = post(isRead: false).merged(with: post(isRead: false, subscriptionID: nil))
    #expect(merged.subscriptionID == "sub-news")
    let moved = merged.merged(with: post(isRead: false, subscriptionID: "sub-x"))
    #expect(moved.subscriptionID == "sub-x")
  }

  @Test func `case 118: a placeholder is published, opted in and has no name`() {
    let placeholder = Subscription.placeholder(id: "sub-x")
    #expect(placeholder.id == "sub-x")
    #expect(placeholder.name == nil)
    #expect(placeholder.optIn)
    #expect(placeholder.status == .published)
  }
}

struct ConversationMergeTests {
  @Test func `case 76: an equal updatedAt keeps the stored texts`() {
    let stored = Fixture.conversation(updatedAt: 1000, preview: "first")
    #expect(
      stored.merged(with: Fixture.conversation(updatedAt: 1000, preview: "second"))
        .lastReplyPreview == "first")
    #expect(
      stored.merged(with: Fixture.conversation(updatedAt: 999, preview: "second"))
        .lastReplyPreview == "first")
    #expect(
      stored.merged(with: Fixture.conversation(updatedAt: 1001, preview: "second"))
        .lastReplyPreview == "second")
  }

  @Test func `a newer copy takes even missing texts`() {
    let stored = Fixture.conversation(updatedAt: 1000, preview: "first")
    #expect(stored.merged(with: Fixture.conversation(updatedAt: 1001)).lastReplyPreview == nil)
  }

  @Test(
    arguments: [
      (1310, 1305, 1310), (1310, nil, 1310), (1310, 1310, 1310), (1310, 1311, 1311),
      (nil, 1305, 1305), (nil, nil, nil),
    ] as [(Int64?, Int64?, Int64?)])
  func `cases 77, 184, 185: the read mark never goes back`(
    stored: Int64?, incoming: Int64?, expected: Int64?
  ) {
    let merged = Fixture.conversation(lastReadAt: stored, lastReadReplyID: Fixture.id(low: 1))
      .merged(
        with: Fixture.conversation(
          updatedAt: 9, lastReadAt: incoming, lastReadReplyID: Fixture.id(low: 2)))
    #expect(merged.lastReadAt?.milliseconds == expected)
    #expect(merged.lastReadReplyID == Fixture.id(low: expected == stored ? 1 : 2))
  }

  @Test func `the earlier creation and the later replies stay`() {
    let stored = Fixture.conversation(
      createdAt: 5, updatedAt: 10, lastReplyAt: 10, lastIncomingReplyAt: 8)
    let older = Fixture.conversation(createdAt: 4, updatedAt: 9, lastIncomingReplyAt: 9)
    let merged = stored.merged(with: older)
    #expect(merged.createdAt.milliseconds == 4)
    #expect(merged.updatedAt.milliseconds == 10)
    #expect(merged.lastReplyAt?.milliseconds == 10)
    #expect(merged.lastIncomingReplyAt?.milliseconds == 9)
  }

  @Test func `participants are only ever added`() {
    var stored = Fixture.conversation(updatedAt: 1)
    stored.participantIDs = ["a"]
    var incoming = Fixture.conversation(updatedAt: 2)
    incoming.participantIDs = ["b"]
    #expect(stored.merged(with: incoming).participantIDs == ["a", "b"])
  }

  @Test(arguments: 0..<50)
  func `the order of copies does not matter and nothing goes back`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    // Every time is given once, so that no tie decides.
    var times = (1...40).map { Int64($0) }.shuffled(using: &generator)
    let copies = (0..<8).map { number in
      var copy = Fixture.conversation(
        createdAt: times.removeLast(), updatedAt: times.removeLast(),
        lastReplyAt: Bool.random(using: &generator) ? times.removeLast() : nil,
        preview: "copy \(number)",
        lastReadAt: Bool.random(using: &generator) ? times.removeLast() : nil,
        lastReadReplyID: Fixture.id(low: UInt64(number)))
      copy.participantIDs = ["p\(number)"]
      return copy
    }
    let first = try #require(copies.first)
    var state = first
    for copy in copies {
      let next = state.merged(with: copy)
      #expect(next.createdAt <= state.createdAt)
      #expect(next.updatedAt >= state.updatedAt)
      #expect(next.activityAt >= state.activityAt || state.lastReplyAt == nil)
      if let before = state.lastReadAt { #expect(next.lastReadAt.map { $0 >= before } == true) }
      #expect(next.merged(with: copy) == next)
      state = next
    }
    var shuffled = copies.shuffled(using: &generator)
    let start = shuffled.removeFirst()
    var other = shuffled.reduce(start) { $0.merged(with: $1) }
    // Without any read mark the marked reply is whatever the first copy had.
    if other.lastReadAt == nil { other.lastReadReplyID = state.lastReadReplyID }
    #expect(other == state)
  }
}

struct ParticipantMergeTests {
  private func participant(_ name: String?, avatar: String? = nil, at time: Int64) -> Participant {
    Participant(
      id: "p", name: name, avatarURL: avatar, updatedAt: Timestamp(milliseconds: time))
  }

  @Test(
    arguments: [
      ("Ana", "Bea", 2, "Bea"), ("Ana", "Bea", 1, "Bea"), ("Ana", "Bea", 0, "Ana"),
      ("Ana", nil, 2, "Ana"), ("Ana", "", 2, "Ana"), ("Ana", " \n", 2, "Ana"),
      (nil, "Bea", 0, "Bea"), (nil, nil, 2, nil), ("", nil, 2, ""),
    ] as [(String?, String?, Int64, String?)])
  func `a good value is never replaced by nothing and a newer one wins`(
    stored: String?, incoming: String?, time: Int64, expected: String?
  ) {
    let merged = participant(stored, avatar: stored, at: 1)
      .merged(with: participant(incoming, avatar: incoming, at: time))
    #expect(merged.name == expected)
    #expect(merged.avatarURL == expected)
    #expect(merged.updatedAt.milliseconds == max(1, time))
  }
}

struct ReplyUpsertTests {
  @Test func `case 158: the server's copy of a sent reply takes the place of the local one`() {
    var stored = [
      Fixture.reply(1, at: 1),
      Fixture.reply(2, at: 2, sender: .fan, externalID: "x", state: .sent, text: "local"),
    ]
    let incoming = Fixture.reply(9, at: 3, sender: .fan, externalID: "x", text: "server")
    Reply.upsert(incoming, into: &stored)
    #expect(
      stored == [
        Fixture.reply(1, at: 1), Fixture.reply(9, at: 3, sender: .fan, text: "server"),
      ])
    Reply.upsert(incoming, into: &stored)
    #expect(stored.count == 2)
  }

  @Test(arguments: [Reply.State.queued, .sent, .failed])
  func `a local reply in any state becomes confirmed`(state: Reply.State) {
    var stored = [Fixture.reply(2, sender: .fan, externalID: "x", state: state)]
    Reply.upsert(Fixture.reply(9, sender: .fan, externalID: "x"), into: &stored)
    #expect(stored == [Fixture.reply(9, sender: .fan)])
  }

  @Test func `a reply that came without the client's id is not kept twice`() {
    var stored = [
      Fixture.reply(9, sender: .fan),
      Fixture.reply(2, sender: .fan, externalID: "x", state: .sent),
    ]
    let incoming = Fixture.reply(9, sender: .fan, externalID: "x")
    #expect(Reply.match(incoming, in: stored) == Reply.Match(row: 1, duplicate: 0))
    Reply.upsert(incoming, into: &stored)
    #expect(stored == [Fixture.reply(9, sender: .fan)])
  }

  @Test func `an unknown reply is added, a known one is replaced`() {
    var stored: [Reply] = []
    Reply.upsert(Fixture.reply(1, text: "a"), into: &stored)
    Reply.upsert(Fixture.reply(2, text: "b"), into: &stored)
    Reply.upsert(Fixture.reply(1, text: "c"), into: &stored)
    #expect(stored.map(\.text) == ["c", "b"])
  }
}
