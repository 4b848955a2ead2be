package import FoundationEssentials
package import HubModel

/// An event of the user's behaviour that waits to be sent (reference 6).
package struct StoredEvent: Hashable, Sendable {
  package var id: UUID
  /// Such as `Post Opened`.
  package var name: String
  /// A JSON object as text.
  package var attributes: String
  package var createdAt: Timestamp

  package init(id: UUID, name: String, attributes: String, createdAt: Timestamp) {
    self.id = id
    self.name = name
    self.attributes = attributes
    self.createdAt = createdAt
  }

  /// What the user did, as it waits.
  package init(_ event: AnalyticsEvent, id: UUID, at time: Timestamp) {
    self.init(id: id, name: event.name, attributes: event.attributes, createdAt: time)
  }
}

extension HubStore {
  /// Most events that wait; the oldest go first (reference 6).
  package static let keptEvents = 1000

  /// Puts an event at the end of the queue; the oldest are dropped beyond `keptEvents`.
  ///
  /// - Returns: how many were dropped.
  @discardableResult
  package func appendEvent(_ event: StoredEvent) throws(StoreError) -> Int {
    try write(.normal) { () throws(StoreError) in
      let insert = try database.statement(
        "INSERT INTO events(id, name, attributes, created_at) VALUES (?1, ?2, ?3, ?4)")
      insert.bind(1, event.id)
      insert.bind(2, event.name)
      insert.bind(3, event.attributes)
      insert.bind(4, event.createdAt.milliseconds)
      try insert.run()
      let trim = try database.statement(
        """
        DELETE FROM events WHERE n IN (SELECT n FROM events ORDER BY n LIMIT
          max(0, (SELECT count(*) FROM events) - ?1))
        """)
      trim.bind(1, Int64(Self.keptEvents))
      try trim.run()
      return database.changes
    }
  }

  /// The oldest events of the queue.
  package func events(limit: Int = keptEvents) throws(StoreError) -> [StoredEvent] {
    guard try hasAgentTables() else { return [] }
    let query = try database.statement(
      "SELECT id, name, attributes, created_at FROM events ORDER BY n LIMIT ?1")
    defer { query.reset() }
    query.bind(1, Int64(max(limit, 0)))
    var events: [StoredEvent] = []
    while try query.step() {
      events.append(
        StoredEvent(
          id: query.uuid(0), name: query.text(1), attributes: query.text(2),
          createdAt: Timestamp(milliseconds: query.integer(3))))
    }
    return events
  }

  /// How many events wait.
  package func eventCount() throws(StoreError) -> Int {
    guard try hasAgentTables() else { return 0 }
    return Int(try database.integer("SELECT count(*) FROM events"))
  }

  /// Takes events out of the queue: they were sent or refused.
  package func removeEvents(_ ids: [UUID]) throws(StoreError) {
    guard !ids.isEmpty else { return }
    try write(.normal) { () throws(StoreError) in
      let delete = try database.statement("DELETE FROM events WHERE id = ?1")
      for id in ids {
        delete.bind(1, id)
        try delete.run()
      }
    }
  }
}
