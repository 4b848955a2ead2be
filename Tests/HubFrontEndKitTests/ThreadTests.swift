import HubCalendar
import HubFrontEndKit
import Testing

/// A reply of a thread, by its number and its time in seconds.
func reply(
  _ number: Int, at seconds: Int64 = 0, from sender: String? = "ann", id senderID: String? = nil,
  isMine: Bool = false, state: ReplyRecord.State = .confirmed, text: String = "text"
) -> ReplyRecord {
  let digits = String(number)
  let padded = String(repeating: "0", count: 12 - digits.utf8.count) + digits
  guard let id = HubID("00000000-0000-4000-8000-\(padded)") else {
    preconditionFailure("\(number) has more than 12 digits")
  }
  return ReplyRecord(
    id: id, sender: isMine ? nil : sender, senderID: isMine ? nil : senderID, isMine: isMine,
    state: state, createdAt: seconds * 1000, text: text, images: [])
}

struct ThreadTests {
  private let day = { (time: Int64) in LocalCalendar.utc.civil(time).dayNumber }

  @Test func `case 206: gaps of 119 and 120 seconds keep a group together`() {
    let replies = [(1, 0), (2, 119), (3, 239)].map { reply($0, at: $1) }
    #expect(ReplyGroup.groups(of: replies).map(\.replies) == [replies])
  }

  @Test func `case 207: a longer gap begins a group`() {
    var late = reply(2, at: 120)
    late.createdAt = 120_001
    #expect(ReplyGroup.groups(of: [reply(1), late]).count == 2)
    let ends = [reply(1, at: .min / 1000), reply(2, at: .max / 1000)]
    #expect(ReplyGroup.groups(of: ends).count == 2)
  }

  @Test func `case 208: another writer begins a group, also one of the same name`() {
    let replies = [
      reply(1), reply(2, from: "bob"), reply(3, isMine: true), reply(4, isMine: true),
      reply(5, from: "bob", id: "p1"), reply(6, from: "bob", id: "p2"),
    ]
    #expect(ReplyGroup.groups(of: replies).map(\.replies.count) == [1, 1, 2, 1, 1])
    #expect(ReplyGroup.groups(of: []).isEmpty)
  }

  @Test func `case 209: a group keeps its id while it grows and has the last time`() {
    let replies = [reply(1, at: 10), reply(2, at: 20)]
    let before = ReplyGroup.groups(of: [replies[0]])
    let after = ReplyGroup.groups(of: replies)
    #expect(before.map(\.id) == after.map(\.id))
    #expect(after.map(\.time) == [20_000])
  }

  @Test func `case 210: a group across midnight is not split and a new day gets a date`() {
    let length: Int64 = 86_400
    let replies = [
      reply(1, at: length - 60), reply(2, at: length + 30), reply(3, at: length + 3600),
      reply(4, at: 2 * length + 5),
    ]
    #expect(
      ThreadRow.rows(of: replies, day: day) == [
        .separator(replies[0].createdAt), .group(ReplyGroup(replies[0], [replies[1]])),
        .group(ReplyGroup(replies[2])), .separator(replies[3].createdAt),
        .group(ReplyGroup(replies[3])),
      ])
  }

  @Test func `case 211: older replies of the same day bring no second date`() {
    let replies = (0..<4).map { reply($0, at: Int64($0) * 3600) }
    let dates = ThreadRow.rows(of: replies, day: day).filter {
      if case .separator = $0 { true } else { false }
    }
    #expect(dates == [.separator(replies[0].createdAt)])
    #expect(ThreadRow.rows(of: [], day: day).isEmpty)
  }

  @Test func `cases 215, 216: what stands under a reply`() {
    let failed = reply(1, at: 60, isMine: true, state: .failed)
    let queued = reply(2, at: 61, isMine: true, state: .queued)
    let last = reply(3, at: 62, isMine: true)
    func note(_ reply: ReplyRecord, _ group: ReplyGroup, isNewest: Bool = true) -> ReplyNote? {
      ReplyNote(under: reply, in: group, isNewestGroup: isNewest)
    }
    let group = ReplyGroup(failed, [queued, last])
    #expect(note(failed, group) == .notDelivered)
    #expect(note(failed, group, isNewest: false) == .notDelivered)
    #expect(note(queued, group) == nil)
    #expect(note(last, group) == .sending)
    #expect(note(last, group, isNewest: false) == nil)
    #expect(note(last, ReplyGroup(last)) == .time(62_000))
  }

  @Test(arguments: [(0, nil), (1, "1 new message"), (2, "2 new messages")] as [(Int, String?)])
  func `cases 217, 218: the pill counts replies`(count: Int, text: String?) {
    #expect(ThreadText.newMessages(count: count) == text)
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

/// What became of a thread between two looks.
struct ThreadDifferenceTests {
  @Test func `what came is told, what is older than all that was known is not`() {
    let old = [reply(5, at: 50), reply(6, at: 60)]
    let new = [reply(1, at: 10)] + old + [reply(7, at: 70), reply(8, at: 80, isMine: true)]
    let difference = ThreadDifference(from: old, to: new)
    #expect(difference.arrived.map(\.id) == [reply(7).id, reply(8).id])
    #expect(difference.changed.isEmpty)
    #expect(ThreadDifference(from: [], to: new).arrived == new)
  }

  @Test func `case 158: an own reply that the server gave another id has changed, not come`() {
    let queued = reply(5, at: 50, isMine: true, state: .queued, text: "hi")
    let other = reply(6, at: 55, isMine: true, state: .queued, text: "ho")
    let confirmed = reply(9, at: 52, isMine: true, text: "hi")
    let difference = ThreadDifference(from: [queued, other], to: [confirmed, other])
    #expect(difference.arrived.isEmpty)
    #expect(difference.changed == [.init(before: queued, now: confirmed)])
    // One that was confirmed and is gone is no pair for one that came from another device.
    let again = ThreadDifference(
      from: [confirmed], to: [reply(10, at: 60, isMine: true, text: "hi")])
    #expect(again.changed.isEmpty)
    #expect(again.arrived.count == 1)
  }

  @Test func `a state that changed is told with what it was`() {
    let before = reply(5, isMine: true, state: .queued)
    var now = before
    now.state = .failed
    let difference = ThreadDifference(from: [before], to: [now])
    #expect(difference.changed == [.init(before: before, now: now)])
    #expect(ThreadDifference(from: [now], to: []) == ThreadDifference(from: [], to: []))
  }
}

/// Numbers behind the links of a text.
struct TextLinkTests {
  @Test func `each link gets its number, at its place in bytes`() {
    let text = "Grüße: a.de und b.de"
    let links = [
      (link: TextLink(offset: 9, length: 4, url: "http://a.de"), number: 7),
      (link: TextLink(offset: 18, length: 4, url: "http://b.de"), number: 12),
    ]
    let result = TextLink.numbered(text, links)
    #expect(String(decoding: result.text, as: UTF8.self) == "Grüße: a.de [7] und b.de [12]")
    #expect(
      result.parts.map { String(decoding: result.text[$0], as: UTF8.self) }
        == ["a.de [7]", "b.de [12]"])
  }

  @Test(arguments: [(-1, 2), (0, -1), (19, 4), (3, .max), (.max, 1)])
  func `a link outside of the text is left out`(offset: Int, length: Int) {
    let links = [(link: TextLink(offset: offset, length: length, url: "x:"), number: 1)]
    #expect(TextLink.numbered("twenty bytes of text", links).parts.isEmpty)
  }
}
