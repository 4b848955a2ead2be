import FoundationEssentials
import HubCalendar
import HubModel
import Testing

struct ThreadTests {
  @Test func `case 206: gaps of 119 and 120 seconds keep a group together`() {
    let replies = [(1, 0), (2, 119), (3, 239)].map { Fixture.reply($0, at: $1) }
    #expect(ReplyGroup.groups(of: replies).map(\.replies) == [replies])
  }

  @Test func `case 207: a longer gap begins a group`() {
    var late = Fixture.reply(2, at: 120)
    late.createdAt = Timestamp(milliseconds: 120_001)
    #expect(ReplyGroup.groups(of: [Fixture.reply(1), late]).count == 2)
  }

  @Test func `case 208: another sender begins a group`() {
    let replies = [
      Fixture.reply(1), Fixture.reply(2, sender: .participant("p-bob")),
      Fixture.reply(3, sender: .fan), Fixture.reply(4, sender: .fan),
    ]
    #expect(ReplyGroup.groups(of: replies).map(\.replies.count) == [1, 1, 2])
    #expect(ReplyGroup.groups(of: []).isEmpty)
  }

  @Test func `case 209: a group keeps its id while it grows and has the last time`() {
    let replies = [Fixture.reply(1, at: 10), Fixture.reply(2, at: 20)]
    let before = ReplyGroup.groups(of: [replies[0]])
    let after = ReplyGroup.groups(of: replies)
    #expect(before.map(\.id) == after.map(\.id))
    #expect(after.map(\.time) == [Timestamp(milliseconds: 20_000)])
  }

  @Test func `case 210: a group across midnight is not split and a new day gets a date`() {
    let day: Int64 = 86_400
    let replies = [
      Fixture.reply(1, at: day - 60), Fixture.reply(2, at: day + 30),
      Fixture.reply(3, at: day + 3600), Fixture.reply(4, at: 2 * day + 5),
    ]
    let rows = ThreadRow.rows(of: replies, calendar: .utc)
    #expect(
      rows == [
        .separator(replies[0].createdAt), .group(ReplyGroup(replies[0], [replies[1]])),
        .group(ReplyGroup(replies[2])), .separator(replies[3].createdAt),
        .group(ReplyGroup(replies[3])),
      ])
  }

  @Test func `case 211: older replies of the same day bring no second date`() {
    let replies = (0..<4).map { Fixture.reply(UInt64($0), at: Int64($0) * 3600) }
    let dates = ThreadRow.rows(of: replies, calendar: .utc).filter {
      if case .separator = $0 { true } else { false }
    }
    #expect(dates == [.separator(replies[0].createdAt)])
    #expect(ThreadRow.rows(of: [], calendar: .utc).isEmpty)
  }

  @Test func `case 215: what stands under a bubble`() {
    let failed = Fixture.reply(1, at: 60, sender: .fan, state: .failed)
    let queued = Fixture.reply(2, at: 61, sender: .fan, state: .queued)
    let last = Fixture.reply(3, at: 62, sender: .fan)
    func note(_ reply: Reply, _ group: ReplyGroup, isNewest: Bool = true) -> String? {
      ThreadText.note(under: reply, in: group, isNewestGroup: isNewest, calendar: .utc)
    }
    let group = ReplyGroup(failed, [queued, last])
    #expect(note(failed, group) == "Not Delivered")
    #expect(note(failed, group, isNewest: false) == "Not Delivered")
    #expect(note(queued, group) == nil)
    #expect(note(last, group) == "Sending…")
    #expect(note(last, group, isNewest: false) == nil)
    #expect(note(last, ReplyGroup(last)) == "12:01 AM")
  }

  @Test(arguments: [(0, nil), (1, "1 new message"), (2, "2 new messages")] as [(Int, String?)])
  func `cases 217, 218: the pill counts replies`(count: Int, text: String?) {
    #expect(ThreadText.newMessages(count: count) == text)
  }
}

struct LabelTests {
  private func item(_ text: String?) -> InboxItem {
    InboxItem(
      key: ItemKey(
        activityAt: Timestamp(milliseconds: 0), kind: .post, id: Fixture.postID),
      sender: text, subject: text, preview: text, isUnread: true)
  }

  @Test func `case 203: nothing has a word, empty text stays empty`() {
    #expect(item(nil).subjectLabel == "No subject")
    #expect(item("").subjectLabel == "")
    #expect(item(nil).senderLabel == "Unknown")
    #expect(item("").senderLabel == "")
    #expect(item(nil).previewLabel == "Unknown")
    #expect(item("x").previewLabel == "x")
    #expect(item("x").readLabel == "Unread")
  }

  @Test func `a screen reader gets the parts that are there`() {
    #expect(item(nil).accessibilityLabel(date: "Yesterday") == "Unknown, Yesterday")
    #expect(item("a").accessibilityLabel(date: "") == "a, a, a")
  }

  @Test func `a conversation without subject has a title`() {
    #expect(Fixture.conversation().title == "Conversation")
  }

  @Test(
    arguments: [
      ("https://a.example", true), ("HTTP://a.example", true), ("ftp://x/y", false),
      ("httpx://a", false), ("no scheme", false), ("", false), (nil, false),
    ] as [(String?, Bool)])
  func `only web pages can be shown`(url: String?, expected: Bool) {
    var post = Post(
      id: Fixture.postID, subject: "", previewText: "", receivedAt: Timestamp(milliseconds: 0))
    post.url = url
    #expect(post.hasWebPage == expected)
  }

  @Test(
    arguments: [
      ("Mary Jane Watson", "MW"), ("Madonna", "M"), ("  ", nil), ("", nil), ("ada  lovelace", "AL"),
      ("josé ávila", "JÁ"), ("ßeta x", "SSX"), (" Ana\tRuiz\n", "AR"),
    ] as [(String, String?)])
  func `case 221: initials are those of the first and the last word`(
    name: String, expected: String?
  ) {
    #expect(Initials.text(for: name) == expected)
  }
}
