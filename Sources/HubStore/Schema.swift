/// The tables of the store and how older files are brought up to them.
///
/// Each migration is named and runs once, in order, in one transaction; `PRAGMA user_version` is
/// the number of those that ran. A migration that was released never changes.
enum Schema {
  /// One step from a version to the next.
  struct Migration {
    /// Kept in the table `migrations`, for people.
    var name: String
    var sql: String
  }

  /// Marks the file as a store of the Hub ("HubS").
  static let applicationID: Int64 = 0x4875_6253

  static let migrations = [
    Migration(name: "inbox", sql: inbox), Migration(name: "agent", sql: agent),
    Migration(name: "users", sql: users),
  ]

  /// The schema that this version writes.
  static var version: Int64 { Int64(migrations.count) }

  /// Brings a database up to date; nothing happens if another process did so meanwhile.
  static func migrate(_ database: Database) throws(StoreError) {
    try database.begin()
    do throws(StoreError) {
      let done = try database.integer("PRAGMA user_version")
      if done < version { try run(migrations[Int(max(done, 0))...], on: database) }
      try database.commit()
    } catch {
      database.rollback()
      throw error
    }
  }

  private static func run(
    _ steps: ArraySlice<Migration>, on database: Database
  ) throws(StoreError) {
    try database.execute(
      "CREATE TABLE IF NOT EXISTS migrations(number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    for step in steps {
      try database.execute(step.sql)
      let record = try database.statement("INSERT INTO migrations(name) VALUES (?1)")
      record.bind(1, step.name)
      try record.run()
    }
    try database.execute(
      "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }
}

extension Schema {
  // Ids are 16-byte blobs and times are milliseconds since 1970. `n` is the row's number in this
  // file: other tables point at it, since an integer key costs a fraction of an id. Small columns
  // come first, so that a filter need not read a row's overflow pages. `unread` is 0 for a read row;
  // else it is the generation in which the row became unread, and the row is unread as long as that is
  // the current one: marking everything read begins a new generation and touches no row.
  private static let inbox = """
    CREATE TABLE items(
      n INTEGER PRIMARY KEY, kind INTEGER NOT NULL, activity INTEGER NOT NULL,
      unread INTEGER NOT NULL, sender INTEGER, id BLOB NOT NULL,
      subject TEXT, preview TEXT, url TEXT, cover TEXT);
    CREATE UNIQUE INDEX items_id ON items(id, kind);
    CREATE INDEX items_order ON items(activity DESC, kind DESC, id DESC);
    CREATE INDEX items_unread ON items(unread, activity DESC, kind DESC, id DESC)
      WHERE unread > 0;

    CREATE TABLE subscriptions(
      n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT, summary TEXT NOT NULL,
      opt_in INTEGER NOT NULL, status TEXT NOT NULL, logo TEXT);

    CREATE TABLE participants(
      n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT, avatar TEXT, bio TEXT,
      updated_at INTEGER);

    CREATE TABLE conversations(
      n INTEGER PRIMARY KEY, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      last_reply_at INTEGER, last_incoming_reply_at INTEGER, last_incoming_participant TEXT,
      last_read_at INTEGER, last_read_reply BLOB);
    CREATE TABLE conversation_participants(
      conversation INTEGER NOT NULL, participant INTEGER NOT NULL,
      PRIMARY KEY(conversation, participant)) WITHOUT ROWID;

    CREATE TABLE replies(
      n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, conversation INTEGER NOT NULL,
      created_at INTEGER NOT NULL, state INTEGER NOT NULL, sender TEXT, external_id TEXT,
      retry_count INTEGER NOT NULL DEFAULT 0, next_retry_at INTEGER, last_error TEXT);
    CREATE INDEX replies_order ON replies(conversation, created_at, id);
    CREATE UNIQUE INDEX replies_external ON replies(external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX replies_queued ON replies(conversation, created_at, n) WHERE state = 0;
    CREATE TABLE blocks(
      reply INTEGER NOT NULL, position INTEGER NOT NULL, type INTEGER NOT NULL,
      value TEXT NOT NULL, PRIMARY KEY(reply, position)) WITHOUT ROWID;

    CREATE TABLE bodies(
      n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, fetched_at INTEGER NOT NULL, type TEXT,
      bytes BLOB NOT NULL);

    CREATE TABLE read_marks(n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE);

    CREATE TABLE cursors(
      stream TEXT PRIMARY KEY, cursor TEXT, backwards_cursor TEXT,
      history_complete INTEGER NOT NULL) WITHOUT ROWID;

    CREATE TABLE journal(
      n INTEGER PRIMARY KEY CHECK (n = 1), kind INTEGER NOT NULL, target TEXT NOT NULL,
      extra TEXT, recorded_at INTEGER NOT NULL);

    CREATE TABLE config(
      n INTEGER PRIMARY KEY CHECK (n = 1), home INTEGER NOT NULL, inbox INTEGER NOT NULL,
      settings INTEGER NOT NULL, deep_link TEXT, color_scheme TEXT, accent TEXT);
    CREATE TABLE home(n INTEGER PRIMARY KEY CHECK (n = 1), url TEXT);

    CREATE TABLE counters(
      n INTEGER PRIMARY KEY CHECK (n = 1), total INTEGER NOT NULL, unread INTEGER NOT NULL,
      generation INTEGER NOT NULL);
    INSERT INTO counters VALUES (1, 0, 0, 1);

    CREATE TABLE changes(seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, id BLOB);
    """

  // `waiting` names conversations that a reset took while own replies to them were unsent: their
  // replies have its negative number, in no conversation, until the conversation comes again.
  private static let agent = """
    CREATE TABLE drafts(
      n INTEGER PRIMARY KEY, conversation BLOB NOT NULL UNIQUE, text TEXT NOT NULL,
      saved_at INTEGER NOT NULL);

    CREATE TABLE body_sources(
      n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, url TEXT NOT NULL, etag TEXT,
      last_modified TEXT, checked_at INTEGER NOT NULL);

    CREATE TABLE events(
      n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
      attributes TEXT NOT NULL, created_at INTEGER NOT NULL);

    CREATE TABLE waiting(n INTEGER PRIMARY KEY CHECK (n < 0), conversation BLOB NOT NULL UNIQUE);

    CREATE TABLE agent(
      n INTEGER PRIMARY KEY CHECK (n = 1), identity TEXT, push_event TEXT, synced_at INTEGER);
    INSERT INTO agent(n) VALUES (1);
    """

  // Texts that another user left unsent: a reply by its id, a draft by that of its conversation.
  private static let users = """
    CREATE TABLE foreign_texts(n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE);
    """
}
