import FoundationEssentials
import HubModel
import Testing

@testable import HubStore

struct WindowTests {
  /// A store with many ties and its rows in the inbox's order.
  private func filled(seed: UInt64, count: Int = 120) throws -> (HubStore, [InboxItem]) {
    let store = try HubStore()
    var generator = SeededGenerator(seed)
    for number in 0..<count {
      let activity = Int64.random(in: 0..<12, using: &generator)
      if Bool.random(using: &generator) {
        let subject = Bool.random(using: &generator) ? "Élan VITAL" : "plain"
        try store.apply(
          posts: [
            post(
              number, at: activity, subject: subject,
              subscription: Bool.random(using: &generator) ? "sub-news" : nil,
              isRead: Bool.random(using: &generator))
          ], subscriptions: [news])
      } else {
        try store.apply(
          conversations: [
            conversation(
              number, lastReply: activity, incoming: Bool.random(using: &generator) ? 1 : nil)
          ], participants: [ana])
      }
    }
    let all = try store.window(InboxQuery(limit: .max)).sorted { before($0.key, $1.key) }
    return (store, all)
  }

  private func before(_ left: ItemKey, _ right: ItemKey) -> Bool {
    if left.activityAt != right.activityAt { return left.activityAt > right.activityAt }
    if left.kind != right.kind { return left.kind.rawValue > right.kind.rawValue }
    return left.id > right.id
  }

  @Test(arguments: 0..<8)
  func `windows put together are the whole sorted inbox, both ways`(seed: UInt64) throws {
    let (store, all) = try filled(seed: seed)
    for direction in [InboxQuery.Direction.older, .newer] {
      var seen: [InboxItem] = []
      var anchor = InboxQuery.Anchor.end
      while true {
        let query = InboxQuery(anchor: anchor, direction: direction, limit: 7)
        let window = try store.window(query)
        seen += window
        guard let last = window.last else { break }
        anchor = .after(last.key)
      }
      #expect(seen == (direction == .older ? all : all.reversed()))
    }
  }

  @Test(arguments: 0..<8)
  func `anchors and filters take what a full sort would`(seed: UInt64) throws {
    let (store, all) = try filled(seed: seed)
    let key = all[Int(seed) * 11 % all.count].key
    let bySender: (InboxItem) -> Bool = { $0.key.kind == .post && $0.sender == "Team news" }
    let filters: [(InboxQuery, (InboxItem) -> Bool)] = [
      (InboxQuery(), { _ in true }),
      (InboxQuery(unreadOnly: true), { $0.isUnread }),
      (InboxQuery(subscriptionID: "sub-news"), bySender),
      (InboxQuery(subscriptionID: "sub-none"), { _ in false }),
      (InboxQuery(search: "vital"), { $0.subject == "Élan VITAL" }),
      (InboxQuery(search: "éLAN"), { $0.subject == "Élan VITAL" }),
      (InboxQuery(search: ""), { _ in true }),
      (
        InboxQuery(unreadOnly: true, subscriptionID: "sub-news", search: "PLAIN"),
        { $0.isUnread && bySender($0) && $0.subject == "plain" }
      ),
    ]
    for (base, accepts) in filters {
      var query = base
      query.limit = .max
      query.anchor = .after(key)
      let older = all.filter { accepts($0) && before(key, $0.key) }
      #expect(try store.window(query) == older)
      query.anchor = .from(key)
      #expect(try store.window(query) == all.filter { accepts($0) && !before($0.key, key) })
      query.anchor = .at(time(5))
      #expect(try store.window(query) == all.filter { accepts($0) && $0.key.activityAt <= time(5) })
      query.direction = .newer
      let newer = all.filter { accepts($0) && $0.key.activityAt >= time(5) }
      #expect(try store.window(query) == newer.reversed())
    }
  }

  @Test(arguments: [
    InboxQuery(), InboxQuery(direction: .newer),
    InboxQuery(anchor: .after(ItemKey(activityAt: time(1), kind: .post, id: id(1)))),
    InboxQuery(
      anchor: .from(ItemKey(activityAt: time(1), kind: .post, id: id(1))), direction: .newer),
    InboxQuery(anchor: .at(time(3)), unreadOnly: true),
  ])
  func `a window walks its index and sorts nothing`(query: InboxQuery) throws {
    let store = try HubStore()
    let plan = try store.database.prepare("EXPLAIN QUERY PLAN " + InboxSQL(query: query).text)
    var lines: [String] = []
    while try plan.step() { lines.append(plan.text(3)) }
    let first = try #require(lines.first)
    #expect(!lines.contains { $0.contains("TEMP B-TREE") })
    let index = query.unreadOnly ? "items_unread" : "items_order"
    #expect(first.contains(index))
    if query.anchor != .end { #expect(first.hasPrefix("SEARCH")) }
  }

  @Test func `case 202: a conversation without replies stands at its creation`() throws {
    let store = try HubStore()
    try store.apply(posts: [post(1, at: 400)])
    try store.apply(conversations: [conversation(2, lastReply: nil, incoming: nil)])
    #expect(try store.window(InboxQuery()).map(\.key.id) == [id(2), id(1)])
  }

  @Test func `at one instant posts come before conversations`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1, lastReply: 7)])
    try store.apply(posts: [post(2, at: 7)])
    #expect(try store.window(InboxQuery()).map(\.key.kind) == [.post, .conversation])
  }

  @Test func `a moved conversation moves in the order`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1, lastReply: 700)])
    try store.apply(posts: [post(2, at: 800)])
    try store.apply(conversations: [conversation(1, updated: 2000, lastReply: 900)])
    #expect(try store.window(InboxQuery()).map(\.key.id) == [id(1), id(2)])
  }

  @Test func `a visitor may stop, ask other questions meanwhile, and read raw text`() throws {
    let store = try HubStore()
    try store.apply(posts: (0..<10).map { post($0) })
    var seen: [String] = []
    try store.visit(InboxQuery()) { row in
      let nested = try? store.window(InboxQuery(limit: 2)).count
      #expect(nested == 2)
      seen.append(row.preview.map { String(decoding: $0, as: UTF8.self) } ?? "")
      #expect(row.sender == nil)
      return seen.count < 3
    }
    #expect(seen == ["Preview 9", "Preview 8", "Preview 7"])
    var count = 0
    try store.forEach(InboxQuery(limit: .max)) { _ in
      count += 1
      return true
    }
    #expect(count == 10)
    #expect(try store.window(InboxQuery(limit: 0)).isEmpty)
    #expect(try store.window(InboxQuery(limit: -1)).isEmpty)
  }
}
