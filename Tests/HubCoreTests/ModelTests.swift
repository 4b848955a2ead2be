import FoundationEssentials
import HubCore
import HubModel
import Testing

@Suite struct ForegroundTests {
  @Test func `case 79: a push of the conversation on screen is suppressed`() {
    var stage = Stage(.hubMinus)
    stage.conversations = [.ca]
    stage.follow(.linkCA)
    #expect(stage.send(.pushArrived(.conversation(.ca))) == [.notify(.suppress)])
  }

  @Test func `case 80: a push of another conversation, or of a post, is shown`() {
    var stage = Stage(.hubMinus)
    stage.send(.conversationAppeared(.cb))
    #expect(stage.send(.pushArrived(.conversation(.ca))) == [.notify(.show)])
    #expect(stage.send(.pushArrived(.post(.pa))) == [.notify(.show)])
  }

  @Test func `case 82: a push without Hub content is left to the app`() {
    var stage = Stage(.hubMinus)
    #expect(stage.send(.pushArrived(.other)) == [.notify(.notHandled)])
  }

  @Test func `case 100: a late disappearance leaves the displayed conversation alone`() {
    var stage = Stage(.hubMinus)
    #expect(stage.send(.conversationAppeared(.ca)) == [.clearNotifications(.ca)])
    #expect(stage.send(.conversationAppeared(.ca)).isEmpty)
    #expect(stage.send(.conversationAppeared(.cb)) == [.clearNotifications(.cb)])
    stage.send(.conversationDisappeared(.ca))
    #expect(stage.core.foreground.displayedConversation == .cb)
    stage.send(.conversationDisappeared(.cb))
    #expect(stage.core.foreground.displayedConversation == nil)
  }

  @Test func `a conversation that is closed or covered is no longer the displayed one`() {
    var stage = Stage(.hubPlus)
    stage.conversations = [.ca]
    stage.posts[.pa] = .some(nil)
    stage.send(.launch(url: nil))
    let shown = stage.follow(.linkCA)
    #expect(shown.contains(.clearNotifications(.ca)))
    #expect(stage.core.foreground.displayedConversation == .ca)
    stage.send(.back)
    #expect(stage.core.foreground.displayedConversation == nil)
    stage.follow(.linkCA)
    stage.send(.configChanged(.hubMinus))
    stage.follow(.linkPA)
    #expect(stage.core.foreground.displayedConversation == nil)
    stage.send(.closed(.standalone))
    #expect(stage.core.foreground.displayedConversation == .ca)
  }

  @Test(arguments: [
    (UUID.ca.lower, UUID?.none, true), (UUID.ca.uuidString, nil, true), (nil, .ca, true),
    ("other", .ca, true), ("other", .cb, false), (nil, nil, false),
  ])
  func `a notification belongs to a conversation by thread or by payload`(
    thread: String?, payload: UUID?, belongs: Bool
  ) {
    let matches = ForegroundState.matches(
      conversation: .ca, threadID: thread, payloadConversation: payload)
    #expect(matches == belongs)
  }
}

@Suite struct BadgeTests {
  @Test(arguments: [
    (-1, String?.none, 0), (0, nil, 0), (1, "1", 1), (2, "2", 2), (100, "100", 100),
  ])
  func `cases 52 and 56: the badge is nothing at zero, else the plain number`(
    unread: Int, text: String?, count: Int
  ) {
    let badge = HubBadge(unread: unread)
    #expect(badge.text == text)
    #expect(badge.count == count)
  }

  @Test func `the badge is told only when it is another one`() {
    var stage = Stage(.hubPlus)
    #expect(stage.send(.counted(unread: 0)).isEmpty)
    #expect(stage.send(.counted(unread: 2)) == [.badgeChanged(text: "2", count: 2)])
    #expect(stage.send(.counted(unread: 2)).isEmpty)
    let shown = stage.send(.launch(url: nil))
    #expect(shown.contains(.showHub(tab: "hub", badge: "2", path: [])))
    #expect(stage.send(.counted(unread: 0)) == [.badgeChanged(text: nil, count: 0)])
  }
}

@Suite struct JournalEntryTests {
  @Test(arguments: [
    HubDestination.post("abc"), .post(" a b%\r\n\u{301}\u{0}ü🙂"), .post(""), .conversation(.ca),
  ])
  func `an entry survives as text`(destination: HubDestination) {
    for path in [[PathEntry](), [.messages]] {
      let entry = JournalEntry(
        destination: destination, recordedAt: Stage.start, deepLink: "demo://hub?a=b c",
        path: path + [destination.pathEntry])
      #expect(JournalEntry(text: entry.text) == entry)
    }
  }

  @Test(arguments: [
    "", "handoff 2\nat 1\nlink demo://hub\npost a", "handoff 1\nat x\nlink demo://hub\npost a",
    "handoff 1\nat 1\npost a", "handoff 1\nat 1\nlink demo://hub",
    "handoff 1\nat 1\nlink demo://hub\nmessages",
    "handoff 1\nat 1\nlink demo://hub\nconversation a",
    "handoff 1\nat 1\nlink demo://hub\npost a\npost b", "handoff 1\nat 1\nlink demo://hub\npost %",
    "handoff 1\nat 1\nlink demo://hub\npost a\n",
    "handoff 1\nat 99999999999999999999\nlink a:b\npost a",
  ])
  func `text that is no entry is not read`(text: String) {
    #expect(JournalEntry(text: text) == nil)
  }

  @Test func `text of the greatest length is read, one byte more is not`() {
    let start = "handoff 1\nat 1\nlink demo://hub\npost "
    let id = String(repeating: "a", count: JournalEntry.maximumTextLength - start.utf8.count)
    #expect(JournalEntry(text: start + id)?.destination == .post(id))
    #expect(JournalEntry(text: start + id + "a") == nil)
  }

  @Test func `the longest link, journalled, is read back`() {
    let id = String(repeating: "%", count: AppURL.maximumLength)
    let link = "demo://" + String(repeating: " ", count: AppURL.maximumLength - 7)
    let entry = JournalEntry(
      destination: .post(id), recordedAt: Stage.start, deepLink: link, path: [.post(id)])
    #expect(JournalEntry(text: entry.text) == entry)
  }
}
