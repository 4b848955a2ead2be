package import HubModel

/// What the agent knows from its last run.
package struct AgentRecord: Hashable, Sendable {
  /// For whom the data was fetched: a fingerprint of account and user; nil before the first sync.
  package var identity: String?
  /// The id of the last push of the stream that is stored here, for `Last-Event-ID`.
  package var pushEvent: String?
  /// When a full sync last ended well.
  package var syncedAt: Timestamp?

  package init(identity: String? = nil, pushEvent: String? = nil, syncedAt: Timestamp? = nil) {
    self.identity = identity
    self.pushEvent = pushEvent
    self.syncedAt = syncedAt
  }
}

extension HubStore {
  /// What the agent wrote down; nothing in a store that no agent has opened.
  package func agentRecord() throws(StoreError) -> AgentRecord {
    guard try hasAgentTables() else { return AgentRecord() }
    let query = try database.statement("SELECT identity, push_event, synced_at FROM agent")
    defer { query.reset() }
    guard try query.step() else { return AgentRecord() }
    return AgentRecord(
      identity: query.optionalText(0), pushEvent: query.optionalText(1), syncedAt: query.time(2))
  }

  /// Writes down what the agent needs next time; an equal record writes nothing.
  package func saveAgentRecord(_ record: AgentRecord) throws(StoreError) {
    guard try agentRecord() != record else { return }
    try write(.normal) { () throws(StoreError) in
      let insert = try database.statement("INSERT OR REPLACE INTO agent VALUES (1, ?1, ?2, ?3)")
      insert.bind(1, record.identity)
      insert.bind(2, record.pushEvent)
      insert.bind(3, record.syncedAt?.milliseconds)
      try insert.run()
    }
  }

  /// Stores what a push of the stream brought together with the stream's event id; both are on
  /// disk when this returns.
  ///
  /// An `event` of nil leaves the id alone.
  ///
  /// - Returns: whether the push had something to store; not whether it was new.
  @discardableResult
  package func receive(
    _ content: PushPayload.Content, event: String?
  ) throws(StoreError) -> Bool {
    try write(.full) { () throws(StoreError) in
      let stored = try store(content)
      if let event {
        let update = try database.statement("UPDATE agent SET push_event = ?1")
        update.bind(1, event)
        try update.run()
      }
      return stored
    }
  }

  /// Whether the tables of the second schema are here.
  ///
  /// A store that can only be read may be older.
  func hasAgentTables() throws(StoreError) -> Bool {
    if knowsAgentTables { return true }
    knowsAgentTables = try database.integer("PRAGMA user_version") >= 2
    return knowsAgentTables
  }
}
