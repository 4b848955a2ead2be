package import FoundationEssentials
import HubModel

/// What moved in a store since a point in its history.
package struct StoreChanges: Hashable, Sendable {
  package var posts: [UUID] = []
  package var conversations: [UUID] = []
  /// The configuration or the home answer.
  package var config = false
  /// Too much to list, or the point is no longer remembered: read everything anew.
  package var everything = false
  /// The point to ask from next time.
  package var sequence: Int64

  package var isEmpty: Bool { posts.isEmpty && conversations.isEmpty && !config && !everything }
}

/// What one transaction has changed so far.
struct PendingChanges {
  /// Ids of one transaction that are listed one by one; more make it "everything".
  static let mostListed = 64

  private(set) var listed: [(kind: ChangeKind, id: UUID)] = []
  private var seen: Set<UUID> = []
  private(set) var everything = false
  var config = false
  /// By how much the counters move.
  var total: Int64 = 0
  var unread: Int64 = 0
  var mayHaveReadMarks = false
  /// What `items.unread` holds in rows that are unread.
  var generation: Int64 = 0

  mutating func note(_ kind: ChangeKind, _ id: UUID) {
    guard !everything, seen.insert(id).inserted else { return }
    if listed.count == Self.mostListed { return noteEverything() }
    listed.append((kind, id))
  }

  mutating func noteEverything() {
    everything = true
    listed = []
    seen = []
  }
}

/// The kinds of the rows in the table of changes.
enum ChangeKind: Int64 {
  case conversation = 0
  case post = 1
  case config = 2
  case everything = 3
}

extension HubStore {
  /// Changes that are remembered.
  package static let keptChanges: Int64 = 1000
  /// Old changes are dropped whenever the sequence passes a multiple of this.
  private static let trimEvery: Int64 = 100

  /// A number that differs from the last one exactly when another connection wrote meanwhile.
  ///
  /// The cheapest question there is: no table is read.
  package func dataVersion() throws(StoreError) -> Int64 {
    try database.integer("PRAGMA data_version")
  }

  /// The number of the latest change.
  package func changeSequence() throws(StoreError) -> Int64 {
    try database.integer("SELECT max(seq) FROM changes")
  }

  /// What moved after a change of that number.
  package func changes(since sequence: Int64) throws(StoreError) -> StoreChanges {
    let query = try database.statement(
      "SELECT seq, kind, id, (SELECT min(seq) FROM changes) FROM changes WHERE seq > ?1 ORDER BY seq"
    )
    defer { query.reset() }
    query.bind(1, sequence)
    var result = StoreChanges(sequence: sequence)
    while try query.step() {
      if query.integer(3) > sequence + 1 { result.everything = true }
      Self.add(query, to: &result)
      result.sequence = query.integer(0)
    }
    return try result.sequence == sequence ? confirmed(result) : deduplicated(result)
  }

  private static func add(_ row: Statement, to result: inout StoreChanges) {
    switch ChangeKind(rawValue: row.integer(1)) {
    case .conversation: result.conversations.append(row.uuid(2))
    case .post: result.posts.append(row.uuid(2))
    case .config: result.config = true
    case .everything, nil: result.everything = true
    }
  }

  /// Nothing came: unless the sequence lies beyond all changes, which is another file's history.
  private func confirmed(_ result: StoreChanges) throws(StoreError) -> StoreChanges {
    let latest = try changeSequence()
    guard latest != result.sequence else { return result }
    return StoreChanges(everything: true, sequence: latest)
  }

  private func deduplicated(_ changes: StoreChanges) -> StoreChanges {
    var result = changes
    if changes.everything {
      result.posts = []
      result.conversations = []
      return result
    }
    var seen: Set<UUID> = []
    result.posts = changes.posts.filter { seen.insert($0).inserted }
    seen.removeAll()
    result.conversations = changes.conversations.filter { seen.insert($0).inserted }
    return result
  }

  func saveChanges() throws(StoreError) {
    let before = try changeSequenceIfChanging()
    guard let before else { return }
    let insert = try database.statement("INSERT INTO changes(kind, id) VALUES (?1, ?2)")
    if pending.everything { try save(.everything, nil, by: insert) }
    if pending.config { try save(.config, nil, by: insert) }
    for change in pending.listed { try save(change.kind, change.id, by: insert) }
    let latest = database.lastInsertedRow
    guard latest / Self.trimEvery != before / Self.trimEvery else { return }
    let trim = try database.statement("DELETE FROM changes WHERE seq <= ?1")
    trim.bind(1, latest - Self.keptChanges)
    try trim.run()
  }

  private func changeSequenceIfChanging() throws(StoreError) -> Int64? {
    guard pending.everything || pending.config || !pending.listed.isEmpty else { return nil }
    return try changeSequence()
  }

  private func save(
    _ kind: ChangeKind, _ id: UUID?, by insert: Statement
  ) throws(StoreError) {
    insert.bind(1, kind.rawValue)
    insert.bind(2, id)
    try insert.run()
  }
}
