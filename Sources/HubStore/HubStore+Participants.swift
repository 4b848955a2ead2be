package import FoundationEssentials
package import HubModel

extension HubStore {
  /// Stores participants by `Participant.merged(with:)`; none is ever removed.
  package func apply(participants: [Participant]) throws(StoreError) {
    try write(.normal, rows: participants.count) { () throws(StoreError) in
      try store(participants)
    }
  }

  /// The participants that are linked to a conversation and have arrived, by name.
  package func participants(of conversation: UUID) throws(StoreError) -> [Participant] {
    let query = try database.statement(
      """
      SELECT p.id, p.name, p.avatar, p.bio, p.updated_at
      FROM items i JOIN conversation_participants l ON l.conversation = i.n
      JOIN participants p ON p.n = l.participant
      WHERE i.id = ?1 AND i.kind = 0 AND p.updated_at IS NOT NULL ORDER BY p.name, p.id
      """)
    defer { query.reset() }
    query.bind(1, conversation)
    var result: [Participant] = []
    while try query.step() { result.append(Self.participant(query)) }
    return result
  }

  /// The participant with an id; nil if it has not arrived.
  package func participant(_ id: String) throws(StoreError) -> Participant? {
    let query = try database.statement(
      """
      SELECT id, name, avatar, bio, updated_at FROM participants
      WHERE id = ?1 AND updated_at IS NOT NULL
      """)
    defer { query.reset() }
    query.bind(1, id)
    return try query.step() ? Self.participant(query) : nil
  }

  private static func participant(_ row: Statement) -> Participant {
    Participant(
      id: row.text(0), name: row.optionalText(1), avatarURL: row.optionalText(2),
      bio: row.optionalText(3), updatedAt: Timestamp(milliseconds: row.integer(4)))
  }

  func store(_ participants: [Participant]) throws(StoreError) {
    for incoming in participants {
      let number = try participantNumber(incoming.id)
      let old = try participant(incoming.id)
      let new = old?.merged(with: incoming) ?? incoming
      if new == old { continue }
      let update = try database.statement(
        "UPDATE participants SET name = ?2, avatar = ?3, bio = ?4, updated_at = ?5 WHERE n = ?1")
      update.bind(1, number)
      update.bind(2, new.name)
      update.bind(3, new.avatarURL)
      update.bind(4, new.bio)
      update.bind(5, new.updatedAt.milliseconds)
      try update.run()
      // A name may stand in any number of rows; a date alone is seen nowhere.
      let isSeen = new.name != old?.name || new.avatarURL != old?.avatarURL || new.bio != old?.bio
      guard isSeen else { continue }
      if try isLinked(number) { pending.noteEverything() }
    }
  }

  private func isLinked(_ number: Int64) throws(StoreError) -> Bool {
    let query = try database.statement(
      "SELECT EXISTS (SELECT 1 FROM conversation_participants WHERE participant = ?1)")
    defer { query.reset() }
    query.bind(1, number)
    guard try query.step() else { return false }
    return query.integer(0) == 1
  }

  /// The row of a participant; one that has not arrived gets a row without a date.
  func participantNumber(_ id: String) throws(StoreError) -> Int64 {
    let query = try database.statement("SELECT n FROM participants WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, id)
    if try query.step() { return query.integer(0) }
    let insert = try database.statement("INSERT INTO participants(id) VALUES (?1)")
    insert.bind(1, id)
    try insert.run()
    return database.lastInsertedRow
  }
}
