import FoundationEssentials
import HubModel
import Testing

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
}
