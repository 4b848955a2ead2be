package import FoundationEssentials

/// A stream of pages that is followed by cursors (reference 1.8).
package enum PageStream: Hashable, Sendable {
  case posts
  case conversations
  /// The replies of one conversation.
  case replies(UUID)

  /// The key of the stream's record.
  package var key: String {
    switch self {
    case .posts: "posts"
    case .conversations: "conversations"
    case .replies(let id): "replies:\(id.uuidString)"
    }
  }
}

/// What a page said about the pages after it.
package struct PageEnd: Hashable, Sendable {
  /// Longest cursor in bytes: it has to fit into the first line of a request, for which servers
  /// have 8 KiB of room.
  package static let maxCursorBytes = 4_096

  /// Which way the page was asked for.
  package enum Direction: Hashable, Sendable {
    case forward, backward
  }

  package var direction: Direction
  package var nextCursor: String?
  package var nextBefore: String?
  package var hasMore: Bool

  /// A cursor that can be asked for; nil for none, and for one that is too long.
  package static func usable(_ cursor: String?) -> String? {
    cursor.flatMap { $0.utf8.count <= maxCursorBytes ? $0 : nil }
  }

  package init(
    _ direction: Direction = .forward, nextCursor: String? = nil, nextBefore: String? = nil,
    hasMore: Bool = false
  ) {
    self.direction = direction
    self.nextCursor = nextCursor
    self.nextBefore = nextBefore
    self.hasMore = hasMore
  }
}

/// How far a stream was followed.
package struct StoredCursor: Hashable, Sendable {
  /// Where newer pages start; nil asks for everything.
  package var cursor: String?
  /// Where older pages start.
  package var backwardsCursor: String?
  /// Whether there is nothing older.
  package var historyComplete: Bool

  package init(
    cursor: String? = nil, backwardsCursor: String? = nil, historyComplete: Bool = false
  ) {
    self.cursor = cursor
    self.backwardsCursor = backwardsCursor
    self.historyComplete = historyComplete
  }

  /// This record after a page of the stream was stored (reference 2.4).
  package func after(_ end: PageEnd, of stream: PageStream) -> StoredCursor {
    var result = self
    switch (stream, end.direction) {
    case (.posts, _):
      result.cursor = end.nextCursor
    case (.conversations, .forward):
      result.cursor = end.nextCursor
      result.backwardsCursor = end.nextBefore ?? backwardsCursor
    case (.conversations, .backward):
      result.backwardsCursor = end.nextBefore
      result.historyComplete = !end.hasMore
    case (.replies, .forward):
      result.cursor = end.nextCursor
      result.backwardsCursor = backwardsCursor ?? end.nextBefore
    case (.replies, .backward):
      result.backwardsCursor = end.nextBefore ?? backwardsCursor
      result.historyComplete = !end.hasMore
    }
    return result
  }
}

extension HubStore {
  /// How far a stream was followed; the defaults if never.
  package func cursor(of stream: PageStream) throws(StoreError) -> StoredCursor {
    let query = try database.statement(
      "SELECT cursor, backwards_cursor, history_complete FROM cursors WHERE stream = ?1")
    defer { query.reset() }
    query.bind(1, stream.key)
    guard try query.step() else { return StoredCursor() }
    return StoredCursor(
      cursor: PageEnd.usable(query.optionalText(0)),
      backwardsCursor: PageEnd.usable(query.optionalText(1)),
      historyComplete: query.integer(2) != 0)
  }

  /// Whether a page of a stream was ever stored, however little it said.
  func hasRecord(of stream: PageStream) throws(StoreError) -> Bool {
    let query = try database.statement("SELECT 1 FROM cursors WHERE stream = ?1")
    defer { query.reset() }
    query.bind(1, stream.key)
    return try query.step()
  }

  /// Whether a page of replies is the first of its conversation: that it came counts, although it
  /// may say nothing of the next one (reference 2.10).
  private func isFirst(_ stream: PageStream) throws(StoreError) -> Bool {
    guard case .replies = stream else { return false }
    return try !hasRecord(of: stream)
  }

  /// Moves a stream's record; the rest of the record is read now, not when the page was asked for.
  func save(_ end: PageEnd, of stream: PageStream) throws(StoreError) {
    let old = try cursor(of: stream)
    let new = old.after(end, of: stream)
    let isFirst = try isFirst(stream)
    guard new != old || isFirst else { return }
    // That a thread has nothing, or nothing older, is news to whoever shows it.
    if case .replies(let id) = stream, new.historyComplete != old.historyComplete || new == old {
      pending.note(.conversation, id)
    }
    let insert = try database.statement("INSERT OR REPLACE INTO cursors VALUES (?1, ?2, ?3, ?4)")
    insert.bind(1, stream.key)
    insert.bind(2, new.cursor)
    insert.bind(3, new.backwardsCursor)
    insert.bind(4, new.historyComplete)
    try insert.run()
  }
}
