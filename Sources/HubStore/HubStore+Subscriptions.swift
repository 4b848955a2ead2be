package import HubModel

extension HubStore {
  /// Stores subscriptions: added or replaced, never removed (reference 1.2).
  package func apply(subscriptions: [Subscription]) throws(StoreError) {
    try write(.normal, rows: subscriptions.count) { () throws(StoreError) in
      try store(subscriptions)
    }
  }

  /// The subscription with an id, a placeholder included.
  package func subscription(_ id: String) throws(StoreError) -> Subscription? {
    let query = try database.statement(
      "SELECT name, summary, opt_in, status, logo FROM subscriptions WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, id)
    guard try query.step() else { return nil }
    return Subscription(
      id: id, name: query.optionalText(0), summary: query.text(1),
      optIn: query.integer(2) != 0,
      status: Subscription.Status(rawValue: query.text(3)) ?? .published,
      logoURL: query.optionalText(4))
  }

  func store(_ subscriptions: [Subscription]) throws(StoreError) {
    guard !subscriptions.isEmpty else { return }
    var seen: Set<String> = []
    let update = try database.statement(
      """
      UPDATE subscriptions SET name = ?2, summary = ?3, opt_in = ?4, status = ?5, logo = ?6
      WHERE id = ?1 AND (name IS NOT ?2 OR summary IS NOT ?3 OR opt_in IS NOT ?4
        OR status IS NOT ?5 OR logo IS NOT ?6)
      """)
    for subscription in subscriptions where seen.insert(subscription.id).inserted {
      if try knownSubscriptionNumber(subscription.id) == nil {
        try insert(subscription)
      } else {
        bind(subscription, to: update)
        try update.run()
        // A sender's name may stand in any number of rows.
        if database.changes > 0 { pending.noteEverything() }
      }
    }
  }

  /// The row of a subscription; a placeholder is made for one that has not arrived yet.
  func subscriptionNumber(_ id: String?) throws(StoreError) -> Int64? {
    guard let id else { return nil }
    if let known = try knownSubscriptionNumber(id) { return known }
    return try insert(.placeholder(id: id))
  }

  private func knownSubscriptionNumber(_ id: String) throws(StoreError) -> Int64? {
    if let known = subscriptionNumbers[id] { return known }
    let query = try database.statement("SELECT n FROM subscriptions WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, id)
    guard try query.step() else { return nil }
    subscriptionNumbers[id] = query.integer(0)
    return query.integer(0)
  }

  @discardableResult
  private func insert(_ subscription: Subscription) throws(StoreError) -> Int64 {
    let insert = try database.statement(
      """
      INSERT INTO subscriptions(id, name, summary, opt_in, status, logo)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    bind(subscription, to: insert)
    try insert.run()
    subscriptionNumbers[subscription.id] = database.lastInsertedRow
    return database.lastInsertedRow
  }

  private func bind(_ subscription: Subscription, to statement: Statement) {
    statement.bind(1, subscription.id)
    statement.bind(2, subscription.name)
    statement.bind(3, subscription.summary)
    statement.bind(4, subscription.optIn)
    statement.bind(5, subscription.status.rawValue)
    statement.bind(6, subscription.logoURL)
  }
}
