import HubFrontEndKit
import HubTestSupport
import PlainFrontEnd
import Testing

struct FollowTests {
  private let new = Item(
    kind: .post, id: id(50), activityAt: receivedAt + 60_000, isUnread: true, sender: "Swift.org",
    subject: "New", preview: "Just in")

  private func following() -> (FakeTextHost, PlainFrontEnd) {
    let host = FakeTextHost()
    host.app.follows = true
    host.fill()
    let front = host.plain()
    _ = front.showHub(tab: "hub", badge: "2")
    _ = host.output()
    return (host, front)
  }

  private func block(_ row: String, _ head: String = "Unread post") -> String {
    "\(head)\nFrom: Swift.org\nTime: 2026-03-05 14:20\nSubject: \(row)\nPreview: Just in\n\n"
  }

  @Test func `rows that moved are printed, oldest first`() {
    let (host, front) = following()
    var newer = new
    newer.id = id(51)
    newer.activityAt += 1
    newer.subject = "Newer"
    newer.isUnread = false
    host.rows += [newer, new]
    front.inboxChanged(Moved(posts: [id(51), id(50), id(404)]))
    #expect(host.output() == block("New") + block("Newer", "Read post"))
  }

  @Test func `when anything may have moved only newer rows are printed`() {
    let (host, front) = following()
    front.inboxChanged(Moved(everything: true))
    #expect(host.output().isEmpty)
    host.rows.append(new)
    front.inboxChanged(Moved(everything: true))
    #expect(host.output() == block("New"))
    front.inboxChanged(Moved(everything: true))
    #expect(host.output().isEmpty)
  }

  @Test func `a row printed by itself is not printed again with everything`() {
    let (host, front) = following()
    host.rows.append(new)
    front.inboxChanged(Moved(posts: [id(50)]))
    front.inboxChanged(Moved(everything: true))
    #expect(host.output() == block("New"))
  }

  @Test func `the badge is one line`() {
    let (host, front) = following()
    front.badgeChanged("3", count: 3)
    front.badgeChanged(nil, count: 0)
    #expect(host.output() == "Badge: 3\n\nBadge: none\n\n")
  }

  @Test func `without follow nothing is printed that was not asked for`() {
    let host = FakeTextHost()
    host.fill()
    let front = host.plain()
    front.inboxChanged(Moved(posts: [id(1)]))
    front.inboxChanged(Moved(everything: true))
    front.badgeChanged("3", count: 3)
    #expect(host.output().isEmpty)
  }
}
