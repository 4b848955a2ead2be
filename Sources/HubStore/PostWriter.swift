import HubModel

/// The statements that store one post, held for a page.
struct PostWriter {
  enum Outcome: Hashable {
    /// There is no such row.
    case absent
    case inserted(Bool)
    /// There is one and it differs now; the unread count moves by that much.
    case updated(Int64)
    case same
  }

  private let insertion: Statement
  private let comparison: Statement
  private let guessedComparison: Statement
  private let change: Statement
  private let database: Database
  private let generation: Int64
  /// The row found last.
  private var last: Int64 = 0
  /// Where the next post probably is: pages come again in the order in which they came first.
  ///
  /// Looking there costs a fraction of a search by id, whose index is scattered over the file.
  private var guess: Int64?

  /// Prepares the statements; rows of unread posts will hold the generation.
  init(_ database: Database, generation: Int64) throws(StoreError) {
    self.database = database
    self.generation = generation
    insertion = try database.statement(
      """
      INSERT INTO items(id, activity, unread, sender, subject, preview, url, cover, kind)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1) ON CONFLICT DO NOTHING
      """)
    comparison = try database.statement(Self.difference + "id = ?1 AND kind = 1")
    guessedComparison = try database.statement(
      Self.difference + "n = ?9 AND +id = ?1 AND +kind = 1")
    change = try database.statement(
      """
      UPDATE items SET activity = ?2, unread = iif(?3, unread, 0), sender = coalesce(?4, sender),
        subject = ?5, preview = ?6, url = ?7, cover = ?8 WHERE n = ?1
      """)
  }

  private static let difference = """
    SELECT n, unread, activity IS NOT ?2 OR (unread = ?10 AND ?3 = 0)
      OR (?4 IS NOT NULL AND sender IS NOT ?4) OR subject IS NOT ?5 OR preview IS NOT ?6
      OR url IS NOT ?7 OR cover IS NOT ?8 FROM items WHERE\u{20}
    """

  /// Makes the row unless there is one.
  func insert(_ post: Post, sender: Int64?, isUnread: Bool) throws(StoreError) -> Bool {
    insertion.bind(1, post.id)
    bind(post, sender, isUnread, to: insertion)
    try insertion.run()
    return database.changes > 0
  }

  /// Merges a post into its row, if there is one.
  mutating func update(_ post: Post, sender: Int64?) throws(StoreError) -> Outcome {
    if let guess {
      guessedComparison.bind(9, guess)
      let outcome = try update(post, sender: sender, by: guessedComparison)
      if outcome != .absent { return outcome }
      self.guess = nil
    }
    return try update(post, sender: sender, by: comparison)
  }

  private mutating func update(
    _ post: Post, sender: Int64?, by comparison: Statement
  ) throws(StoreError) -> Outcome {
    comparison.bind(1, post.id)
    bind(post, sender, post.isUnread, to: comparison)
    comparison.bind(10, generation)
    defer { comparison.reset() }
    guard try comparison.step() else { return .absent }
    let number = comparison.integer(0)
    guess = number == last + 1 ? number + 1 : nil
    last = number
    guard comparison.integer(2) != 0 else { return .same }
    let becomesRead = comparison.integer(1) == generation && post.isRead
    change.bind(1, number)
    bind(post, sender, post.isUnread, to: change)
    try change.run()
    return .updated(becomesRead ? -1 : 0)
  }

  private func bind(_ post: Post, _ sender: Int64?, _ isUnread: Bool, to statement: Statement) {
    statement.bind(2, post.receivedAt.milliseconds)
    statement.bind(3, isUnread ? generation : 0)
    statement.bind(4, sender)
    statement.bind(5, post.subject)
    statement.bind(6, post.previewText)
    statement.bind(7, post.url)
    statement.bind(8, post.coverImageURL)
  }
}
