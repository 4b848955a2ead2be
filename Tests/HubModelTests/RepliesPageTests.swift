import HubModel
import Testing

struct RepliesPageTests {
  private func page(_ replies: String...) throws -> RepliesPage {
    try RepliesPage(decoding: Fixture.repliesPage(replies).bytes)
  }

  @Test func `the example of the wire decodes completely`() throws {
    let mine = Fixture.replyA.with("\"participant\",\"participantID\":\"p-ana\"", "\"fan\"")
      .with(
        "\"content\":[", "\"externalID\":\"X-1\",\"content\":[{\"type\":\"image\",\"url\":\"u\"},")
    let page = try page(Fixture.replyA, mine)
    #expect(page.replies.map(\.sender) == [.participant("p-ana"), .fan])
    #expect(page.replies.map(\.isMine) == [false, true])
    #expect(page.replies.map(\.externalID) == [nil, "X-1"])
    #expect(page.replies.last?.content == [.image("u"), .text("Row 3 is free")])
    #expect(page.replies.first?.id == Fixture.replyID)
    #expect(page.replies.first?.state == .confirmed)
    #expect(page.nextCursor == "rf-4")
    #expect(page.nextBefore == "rb-9")
    #expect(page.hasMore)
  }

  @Test func `case 139: an unknown block is kept as text and not shown`() throws {
    let poll = "{\"type\":\"poll\",\"q\":{\"a\":[1, 2.50, \"?\"]},\"n\":12345678901234567890}"
    let page = try page(Fixture.replyA.with("[{\"type\":\"text\"", "[\(poll),{\"type\":\"text\""))
    let reply = try #require(page.replies.first)
    #expect(reply.content == [.unknown(json: poll), .text("Row 3 is free")])
    #expect(reply.visibleContent == [.text("Row 3 is free")])
    #expect(reply.text == "Row 3 is free")
    #expect(reply.imageURLs.isEmpty)
  }

  @Test func `the type of a block is matched exactly`() throws {
    let block = "{\"type\":\"Text\",\"text\":1}"
    let page = try page(
      Fixture.replyA.with("{\"type\":\"text\",\"text\":\"Row 3 is free\"}", block))
    #expect(page.replies.first?.content == [.unknown(json: block)])
  }

  @Test(arguments: [
    ("\"participantID\":\"p-ana\"", "\"participantID\":null", "participantID is missing."),
    ("\"participantID\":\"p-ana\",", "", "participantID is missing."),
    (
      "\"senderType\":\"participant\"", "\"senderType\":\"bot\"",
      "senderType must be fan or participant."
    ),
    ("\"text\":\"Row 3 is free\"", "\"t\":\"\"", "content[0].text is missing."),
    ("\"text\":\"Row 3 is free\"", "\"text\":5", "content[0].text must be a text."),
    ("\"type\":\"text\"", "\"type\":\"image\"", "content[0].url is missing."),
    ("\"type\":\"text\"", "\"type\":\"image\",\"url\":\"\"", "content[0].url must not be empty."),
    ("\"type\":\"text\",", "", "content[0].type is missing."),
    ("[{\"type\"", "[7,{\"type\"", "content[0] must be an object."),
    ("\"createdAt\"", "\"madeAt\"", "createdAt is missing."),
  ])
  func `cases 140, 242: a bad reply is skipped and reported, the rest is kept`(
    old: String, new: String, reason: String
  ) throws {
    let page = try page(Fixture.replyA, Fixture.replyA.with(old, new), Fixture.replyA)
    #expect(page.replies.count == 2)
    #expect(page.skipped.elements == [SkippedElement(path: "replies[1]", reason: reason)])
    #expect(page.nextCursor == "rf-4")
  }

  @Test func `a reply may have no content at all`() throws {
    let empty = Fixture.replyA.with("[{\"type\":\"text\",\"text\":\"Row 3 is free\"}]", "[]")
    #expect(try page(empty).replies.first?.content == [])
  }

  @Test func `a fan's reply needs no participant`() throws {
    let mine = Fixture.replyA.with("\"participantID\":\"p-ana\"", "\"participantID\":null")
      .with("\"senderType\":\"participant\"", "\"senderType\":\"fan\"")
    #expect(try page(mine).replies.first?.sender == .fan)
  }
}
