import HubModel

/// The SQL of a window of the inbox: a walk along an index from a key, never an offset.
struct InboxSQL {
  /// What `items.unread` holds in rows that are unread; read once by a statement.
  static let generation = "(SELECT generation FROM counters)"
  /// Whether a row of `items` is unread, so that SQLite sees that `items_unread` has it.
  static let isUnread = "unread > 0 AND unread = \(generation)"

  /// The columns of `InboxRow`, in its order.
  static let columns = """
    i.kind, i.id, i.activity, i.unread = \(generation),
    CASE i.kind WHEN 1 THEN (SELECT name FROM subscriptions WHERE n = i.sender)
    ELSE (SELECT name FROM participants WHERE n = i.sender) END,
    i.subject, i.preview, i.url, i.cover
    """

  let query: InboxQuery

  /// The text to look for; nil if everything is found.
  var needle: String? {
    guard let search = query.search, !search.isEmpty else { return nil }
    return search
  }

  /// The statement: ?1 limit, ?2 to ?4 the anchor, ?5 the subscription, ?6 the search.
  var text: String {
    let descending = query.direction == .older
    var conditions: [String] = []
    if let anchor = anchorCondition(descending: descending) { conditions.append(anchor) }
    if query.unreadOnly { conditions.append(Self.isUnread) }
    if query.subscriptionID != nil {
      conditions.append("i.kind = 1 AND i.sender = (SELECT n FROM subscriptions WHERE id = ?5)")
    }
    if needle != nil {
      conditions.append("(hub_contains(?6, i.subject) OR hub_contains(?6, i.preview))")
    }
    let index = query.unreadOnly ? "items_unread" : "items_order"
    let order = descending ? "DESC" : "ASC"
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return """
      SELECT \(Self.columns) FROM items i INDEXED BY \(index)\(filter)
      ORDER BY i.activity \(order), i.kind \(order), i.id \(order) LIMIT ?1
      """
  }

  private func anchorCondition(descending: Bool) -> String? {
    let beyond = descending ? "<" : ">"
    switch query.anchor {
    case .end: return nil
    case .after: return "(i.activity, i.kind, i.id) \(beyond) (?2, ?3, ?4)"
    case .from: return "(i.activity, i.kind, i.id) \(beyond)= (?2, ?3, ?4)"
    case .at: return "i.activity \(beyond)= ?2"
    }
  }

  func bind(to statement: Statement) {
    statement.bind(1, Int64(query.limit))
    switch query.anchor {
    case .end: break
    case .after(let key), .from(let key):
      statement.bind(2, key.activityAt.milliseconds)
      statement.bind(3, Int64(key.kind.rawValue))
      statement.bind(4, key.id)
    case .at(let time): statement.bind(2, time.milliseconds)
    }
    if let id = query.subscriptionID { statement.bind(5, id) }
    if let needle { statement.bind(6, needle) }
  }
}
