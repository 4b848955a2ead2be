import HubFrontEndKit

/// Answers `list`: rows of the inbox as `items` events, with constant memory.
struct InboxListing {
  /// Most rows that `limit` may ask for.
  static let mostRows = 1000
  /// Most rows of one event when no limit is asked for.
  static let rowsInEvent = 500

  private let events: EventWriter
  private let counts: (total: Int, unread: Int)
  private let limit: Int?
  /// Rows in the event that is open; nil: none is.
  private var rows: Int?
  private var last: ItemPlace?
  /// Where the next window goes on; nil: there is none.
  private var next: ItemPlace?

  /// Writes the rows that a query finds, all of them when it has no limit.
  ///
  /// With a limit they stand in one event. Without, an event holds at most `rowsInEvent` and little
  /// more than one write takes, and has the cursor of what follows it. The visitor must not call
  /// the host, so the counts are taken before.
  static func write(_ query: ItemQuery, host: any Host, events: EventWriter) -> HubStatus {
    var listing = InboxListing(events: events, counts: host.counts(), limit: query.limit)
    var query = query
    // One row more tells whether there is a next window; the host takes no larger limit than ours.
    query.limit = query.limit.flatMap { $0 < mostRows ? $0 + 1 : nil }
    let status = host.eachItem(query) { listing.add($0) }
    listing.finish(status)
    return status
  }

  private init(events: EventWriter, counts: (total: Int, unread: Int), limit: Int?) {
    self.events = events
    self.counts = counts
    self.limit = limit
  }

  /// Takes a row; false: no more are wanted.
  private mutating func add(_ row: borrowing ItemView) -> Bool {
    if let limit {
      if rows == limit {
        next = last
        return false
      }
    } else if rows == Self.rowsInEvent || events.isFull {
      close(next: last)
      events.flush()
    }
    if events.isClosed { return false }
    if rows == nil { open() }
    events.item(row)
    rows = (rows ?? 0) + 1
    last = ItemPlace(activityAt: row.activityAt, kind: row.kind, id: row.id)
    return true
  }

  /// Ends the last event; an inbox without such rows is answered with an empty list.
  private mutating func finish(_ status: HubStatus) {
    if rows == nil {
      guard status.isGood, !events.isClosed else { return }
      open()
    }
    // After a failure the cursor says where to try again.
    close(next: status.isGood ? next : last)
  }

  private mutating func open() {
    rows = 0
    events.begin("items")
    events.beginList("items")
  }

  private mutating func close(next: ItemPlace?) {
    guard rows != nil else { return }
    rows = nil
    events.endList()
    events.member("next", next.map(Cursor.text(for:)))
    events.member("total", counts.total)
    events.member("unread", counts.unread)
    events.end()
  }
}
