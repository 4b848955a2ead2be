import FoundationEssentials
import HubModel
import Testing

@testable import HubStore

struct PostsTests {
  @Test func `a post comes back as it was stored, whatever its text holds`() throws {
    let store = try HubStore()
    var original = post(1, subscription: "sub-news")
    original.subject = "NUL \u{0} RTL \u{202E} emoji 👩‍👩‍👧 \u{1B}[31m"
    original.previewText = ""
    original.url = nil
    original.coverImageURL = "https://a.example/c.png"
    try store.apply(posts: [original], subscriptions: [news])
    #expect(try store.post(original.id) == original)
    #expect(try store.post(id(2)) == nil)
    let item = try #require(try store.item(kind: .post, id: original.id))
    #expect(item.subject == original.subject)
    #expect(item.sender == "Team news")
    #expect(item.isUnread)
    #expect(try store.item(kind: .conversation, id: original.id) == nil)
  }

  @Test(arguments: 0..<20)
  func `storing posts is the merge law of the model`(seed: UInt64) throws {
    let store = try HubStore()
    var generator = SeededGenerator(seed)
    var model: [UUID: Post] = [:]
    for _ in 0..<40 {
      var page: [Post] = []
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        page.append(random(using: &generator))
      }
      for post in page { model[post.id] = model[post.id]?.merged(with: post) ?? post }
      try store.apply(posts: page)
    }
    for (id, expected) in model { #expect(try store.post(id) == expected) }
    #expect(try store.counts() == store.recount())
    #expect(try store.counts().total == model.count)
  }

  private func random(using generator: inout SeededGenerator) -> Post {
    let links = [nil, "sub-a", "sub-b"]
    return Post(
      id: id(Int.random(in: 0..<8, using: &generator)),
      subject: Bool.random(using: &generator) ? "one" : "two", previewText: "p",
      receivedAt: time(Int64.random(in: 0..<4, using: &generator)),
      url: Bool.random(using: &generator) ? nil : "https://a.example",
      coverImageURL: Bool.random(using: &generator) ? nil : "c",
      subscriptionID: links[Int.random(in: 0..<3, using: &generator)],
      isRead: Bool.random(using: &generator))
  }

  @Test func `cases 118 and 119: an unknown subscription gets a placeholder, upgraded later`()
    throws
  {
    let store = try HubStore()
    try store.apply(posts: [post(1, subscription: "sub-x")])
    #expect(try store.subscription("sub-x") == .placeholder(id: "sub-x"))
    #expect(try store.item(kind: .post, id: id(1))?.sender == nil)
    try store.apply(subscriptions: [Subscription(id: "sub-x", name: "Named")])
    #expect(try store.item(kind: .post, id: id(1))?.sender == "Named")
    #expect(try store.counts().total == 1)
  }

  @Test func `case 121: an absent subscription keeps the link`() throws {
    let store = try HubStore()
    try store.apply(posts: [post(1, subscription: "sub-news")], subscriptions: [news])
    try store.apply(posts: [post(1, subject: "New")])
    #expect(try store.post(id(1))?.subscriptionID == "sub-news")
    #expect(try store.post(id(1))?.subject == "New")
  }

  @Test func `the first subscription of an id counts within a page`() throws {
    let store = try HubStore()
    let second = Subscription(id: "sub-news", name: "Second")
    try store.apply(posts: [], subscriptions: [news, second])
    #expect(try store.subscription("sub-news") == news)
  }

  @Test func `case 116: the cursor moves with its page, and null empties it`() throws {
    let store = try HubStore()
    try store.apply(posts: [post(1)], end: PageEnd(nextCursor: "c2"))
    #expect(try store.cursor(of: .posts).cursor == "c2")
    try store.apply(posts: [post(2)])
    #expect(try store.cursor(of: .posts).cursor == "c2")
    try store.apply(PostsPage(posts: [], nextCursor: nil))
    #expect(try store.cursor(of: .posts) == StoredCursor())
    try store.apply(PostsPage(posts: [], nextCursor: "c3"), movesCursor: false)
    #expect(try store.cursor(of: .posts) == StoredCursor())
  }

  @Test func `a read post never becomes unread again`() throws {
    let store = try HubStore()
    try store.apply(posts: [post(1)])
    #expect(try store.markPostRead(id(1)))
    #expect(try !store.markPostRead(id(1)))
    #expect(try !store.markPostRead(id(2)))
    try store.apply(posts: [post(1, subject: "Changed")])
    #expect(try store.post(id(1))?.isRead == true)
    #expect(try store.counts() == InboxCounts(total: 1, unread: 0))
  }

  @Test func `a page with nothing new writes no page of the file`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let posts = (0..<200).map { post($0, subscription: "sub-news", isRead: $0 % 3 == 0) }
    try store.apply(posts: posts, subscriptions: [news], end: PageEnd(nextCursor: "c"))
    try store.apply(
      conversations: [conversation(500)], participants: [ana], end: PageEnd(nextCursor: "d"))
    try store.apply(replies: [reply(600, in: 500, at: 900)], of: id(500))
    let size = StoreFolder.size(of: folder.file + "-wal")
    let sequence = try store.changeSequence()
    let again = try store.apply(
      posts: posts, subscriptions: [news], end: PageEnd(nextCursor: "c"))
    #expect(again == Applied())
    try store.apply(
      conversations: [conversation(500)], participants: [ana], end: PageEnd(nextCursor: "d"))
    try store.apply(replies: [reply(600, in: 500, at: 900)], of: id(500))
    #expect(StoreFolder.size(of: folder.file + "-wal") == size)
    #expect(try store.changeSequence() == sequence)
  }

  @Test func `an error undoes rows, counters and cursor of its page`() throws {
    let store = try HubStore()
    try store.apply(posts: [post(1)], end: PageEnd(nextCursor: "c1"))
    try store.database.execute(
      """
      CREATE TRIGGER fault BEFORE INSERT ON items WHEN new.subject = 'bad'
      BEGIN SELECT RAISE(ABORT, 'fault'); END
      """)
    #expect(throws: StoreError.self) {
      try store.apply(posts: [post(2), post(3, subject: "bad")], end: PageEnd(nextCursor: "c2"))
    }
    #expect(try store.counts() == InboxCounts(total: 1, unread: 1))
    #expect(try store.recount() == InboxCounts(total: 1, unread: 1))
    #expect(try store.cursor(of: .posts).cursor == "c1")
    try store.apply(posts: [post(2)])
    #expect(try store.counts().total == 2)
  }

  @Test func `a bulk commits by rows and at its end`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let reader = try folder.store()
    try store.bulk { () throws(StoreError) in
      try store.apply(posts: (0..<HubStore.bulkRows - 1).map { post($0) })
      #expect(try reader.counts().total == 0)
      try store.apply(posts: [post(HubStore.bulkRows)])
      #expect(try reader.counts().total == HubStore.bulkRows)
      try store.apply(posts: [post(HubStore.bulkRows + 1)])
      #expect(try reader.counts().total == HubStore.bulkRows)
      try store.markPostRead(id(1))
      #expect(try reader.counts().total == HubStore.bulkRows + 1)
      try store.apply(posts: [post(HubStore.bulkRows + 2)])
    }
    #expect(try reader.counts() == reader.recount())
    #expect(try reader.counts().total == HubStore.bulkRows + 2)
  }

  @Test func `a bulk that fails keeps what was committed and undoes the rest`() throws {
    let store = try HubStore()
    #expect(throws: StoreError.self) {
      try store.bulk { () throws(StoreError) in
        try store.apply(posts: [post(1)])
        try store.markPostRead(id(1))
        try store.apply(posts: [post(2)])
        throw StoreError(code: .internalFault, message: "stop")
      }
    }
    #expect(try store.counts() == InboxCounts(total: 1, unread: 0))
    try store.apply(posts: [post(3)])
    #expect(try store.counts() == store.recount())
  }
}
