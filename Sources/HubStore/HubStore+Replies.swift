package import FoundationEssentials
package import HubModel

extension HubStore {
  /// Stores replies of one conversation and where its stream stands, in one transaction.
  ///
  /// - Returns: nil if the conversation is not here: nothing is stored then, not even the cursor
  ///   (reference 2.4).
  @discardableResult
  package func apply(
    replies: [Reply], of conversation: UUID, end: PageEnd? = nil
  ) throws(StoreError) -> Applied? {
    try write(.normal, rows: replies.count) { () throws(StoreError) in
      guard let number = try conversationNumber(conversation) else { return nil }
      var applied = Applied()
      for reply in replies where reply.conversationID == conversation {
        try store(reply, number, &applied)
      }
      if let end { try save(end, of: .replies(conversation)) }
      return applied
    }
  }

  /// The newest replies of a conversation that come before a given one, oldest first.
  ///
  /// `reply` is the oldest one that is known already, nil for the end of the thread.
  package func replies(
    conversation: UUID, before reply: Reply? = nil, limit: Int
  ) throws(StoreError) -> [Reply] {
    try replies(
      of: conversation, before: reply?.createdAt ?? Timestamp(milliseconds: .max),
      id: reply?.id ?? .highest, limit: limit)
  }

  /// The newest replies of a conversation from before a time, oldest first.
  package func replies(
    conversation: UUID, before time: Timestamp, limit: Int
  ) throws(StoreError) -> [Reply] {
    try replies(of: conversation, before: time, id: .lowest, limit: limit)
  }

  private func replies(
    of conversation: UUID, before time: Timestamp, id: UUID, limit: Int
  ) throws(StoreError) -> [Reply] {
    let query = try database.statement(
      """
      SELECT n, id, created_at, state, sender, external_id FROM replies
      WHERE conversation = (SELECT n FROM items WHERE id = ?1 AND kind = 0)
        AND (created_at, id) < (?2, ?3)
      ORDER BY created_at DESC, id DESC LIMIT ?4
      """)
    defer { query.reset() }
    query.bind(1, conversation)
    query.bind(2, time.milliseconds)
    query.bind(3, id)
    query.bind(4, Int64(max(limit, 0)))
    var result: [Reply] = []
    while try query.step() { result.append(try self.reply(query, of: conversation)) }
    return result.reversed()
  }

  /// The reply with an id; nil if there is none.
  package func reply(_ id: UUID) throws(StoreError) -> Reply? {
    let query = try database.statement(
      """
      SELECT r.n, r.id, r.created_at, r.state, r.sender, r.external_id, i.id
      FROM replies r JOIN items i ON i.n = r.conversation WHERE r.id = ?1
      """)
    defer { query.reset() }
    query.bind(1, id)
    return try query.step() ? reply(query, of: query.uuid(6)) : nil
  }

  // MARK: - Rows

  func conversationNumber(_ id: UUID) throws(StoreError) -> Int64? {
    let query = try database.statement("SELECT n FROM items WHERE id = ?1 AND kind = 0")
    defer { query.reset() }
    query.bind(1, id)
    return try query.step() ? query.integer(0) : nil
  }

  func reply(_ row: Statement, of conversation: UUID) throws(StoreError) -> Reply {
    Reply(
      id: row.uuid(1), conversationID: conversation,
      sender: row.optionalText(4).map { .participant($0) } ?? .fan,
      content: try blocks(of: row.integer(0)), externalID: row.optionalText(5),
      createdAt: Timestamp(milliseconds: row.integer(2)),
      state: Reply.State(stored: row.integer(3)))
  }

  private func blocks(of reply: Int64) throws(StoreError) -> [ContentBlock] {
    let query = try database.statement(
      "SELECT type, value FROM blocks WHERE reply = ?1 ORDER BY position")
    defer { query.reset() }
    query.bind(1, reply)
    var blocks: [ContentBlock] = []
    while try query.step() {
      blocks.append(ContentBlock(stored: query.integer(0), value: query.text(1)))
    }
    return blocks
  }

  /// Stores one reply of the server: matched by the client's id first, then by its own
  /// (reference 1.5).
  func store(
    _ incoming: Reply, _ conversation: Int64, _ applied: inout Applied
  ) throws(StoreError) {
    let confirmed = incoming.confirmed
    let byID = try replyNumber("id = ?1") { $0.bind(1, incoming.id) }
    var number = byID
    if let externalID = incoming.externalID,
      let own = try replyNumber(
        "external_id = ?1 AND conversation = ?2",
        bind: {
          $0.bind(1, externalID)
          $0.bind(2, conversation)
        })
    {
      if let byID, byID != own { try deleteReply(byID) }
      number = own
    }
    guard let number else {
      try insert(confirmed, conversation)
      applied.inserted += 1
      pending.note(.conversation, incoming.conversationID)
      return
    }
    if number == byID, try reply(incoming.id) == confirmed { return }
    try replaceReply(number, by: confirmed, conversation)
    applied.updated += 1
    pending.note(.conversation, incoming.conversationID)
  }

  private func replyNumber(
    _ condition: String, bind: (Statement) -> Void
  ) throws(StoreError) -> Int64? {
    let query = try database.statement("SELECT n FROM replies WHERE \(condition)")
    defer { query.reset() }
    bind(query)
    return try query.step() ? query.integer(0) : nil
  }

  func insert(_ reply: Reply, _ conversation: Int64) throws(StoreError) {
    let row = try database.statement(
      """
      INSERT INTO replies(id, conversation, created_at, state, sender, external_id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    row.bind(1, reply.id)
    bindReply(reply, conversation, to: row)
    try row.run()
    try insert(reply.content, of: database.lastInsertedRow)
  }

  private func replaceReply(
    _ number: Int64, by reply: Reply, _ conversation: Int64
  ) throws(StoreError) {
    let update = try database.statement(
      """
      UPDATE replies SET id = ?1, conversation = ?2, created_at = ?3, state = ?4, sender = ?5,
        external_id = ?6, retry_count = 0, next_retry_at = NULL, last_error = NULL WHERE n = ?7
      """)
    update.bind(1, reply.id)
    bindReply(reply, conversation, to: update)
    update.bind(7, number)
    try update.run()
    try deleteBlocks(of: number)
    try insert(reply.content, of: number)
  }

  private func bindReply(_ reply: Reply, _ conversation: Int64, to statement: Statement) {
    statement.bind(2, conversation)
    statement.bind(3, reply.createdAt.milliseconds)
    statement.bind(4, reply.state.stored)
    if case .participant(let id) = reply.sender {
      statement.bind(5, id)
    } else {
      statement.bindNull(5)
    }
    statement.bind(6, reply.externalID)
  }

  private func insert(_ content: [ContentBlock], of reply: Int64) throws(StoreError) {
    let insert = try database.statement("INSERT INTO blocks VALUES (?1, ?2, ?3, ?4)")
    for (position, block) in content.enumerated() {
      let (type, value) = block.stored
      insert.bind(1, reply)
      insert.bind(2, Int64(position))
      insert.bind(3, type)
      insert.bind(4, value)
      try insert.run()
    }
  }

  func deleteReply(_ number: Int64) throws(StoreError) {
    let delete = try database.statement("DELETE FROM replies WHERE n = ?1")
    delete.bind(1, number)
    try delete.run()
    try deleteBlocks(of: number)
  }

  private func deleteBlocks(of reply: Int64) throws(StoreError) {
    let delete = try database.statement("DELETE FROM blocks WHERE reply = ?1")
    delete.bind(1, reply)
    try delete.run()
  }
}

extension Reply.State {
  /// The number in the table; 0 is what the outbox's index is built on.
  var stored: Int64 {
    switch self {
    case .queued: 0
    case .sent: 1
    case .confirmed: 2
    case .failed: 3
    }
  }

  init(stored: Int64) {
    switch stored {
    case 0: self = .queued
    case 1: self = .sent
    case 3: self = .failed
    default: self = .confirmed
    }
  }
}

extension ContentBlock {
  fileprivate var stored: (type: Int64, value: String) {
    switch self {
    case .text(let text): (0, text)
    case .image(let url): (1, url)
    case .unknown(let json): (2, json)
    }
  }

  fileprivate init(stored type: Int64, value: String) {
    switch type {
    case 0: self = .text(value)
    case 1: self = .image(value)
    default: self = .unknown(json: value)
    }
  }
}
