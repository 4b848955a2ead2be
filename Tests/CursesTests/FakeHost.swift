import HubFrontEndKit

/// A host with an inbox in memory that records what it was asked.
final class FakeHost: Host {
  /// Newest first.
  var rows: [Item]
  var keys: [ActionKey] = []
  var pressed = ActionResult(.ok)

  func actions() -> [ActionInfo] {
    [ActionInfo(name: "jump", help: "Goes back in time", usage: "days=0..365")]
  }

  func actionKeys() -> [ActionKey] { keys }

  func press(key: String) -> ActionResult {
    _ = record("press \(key)")
    return pressed
  }

  var app = AppInfo(
    id: "com.example.demo", name: "Demo",
    tabs: [AppInfo.Tab(tag: "home", title: "Home"), AppInfo.Tab(tag: "hub", title: "For you")],
    hubTab: 1)
  var terminal = TerminalInfo(
    inputIsTerminal: true, outputIsTerminal: true, wantsColor: true, isUnicode: true, input: 0,
    output: 1, columns: 120, rows: 40)
  /// Thursday, 5 March 2026, 15:00 UTC.
  var now: Int64 = 1_772_722_800_000

  var bodies: [HubID: PostBody] = [:]
  var linksOfPosts: [HubID: [DocumentLink]] = [:]
  var repliesOfConversations: [HubID: [ReplyRecord]] = [:]
  /// What calls answer; `ok` when not named here.
  var answers: [String: HubStatus] = [:]

  /// Calls that change something, in order, such as `showItem post 0000…`.
  private(set) var calls: [String] = []
  private(set) var logged: [String] = []
  /// Each query for rows, in order.
  private(set) var queries: [ItemQuery] = []
  var onCall: ((String) -> Void)?
  var watches: [Int32: (Bool) -> Void] = [:]
  private(set) var timers: [UInt64: () -> Void] = [:]
  private var lastTimer: UInt64 = 0

  /// A host with so many posts, a minute apart; each third one is unread.
  init(posts: Int = 0) {
    rows = []
    rows = (0..<posts).map { FakeHost.post($0, at: now - Int64($0) * 60_000) }
  }

  static func id(_ number: Int) -> HubID {
    let digits = String(number, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 12 - digits.utf8.count) + digits
    guard let id = HubID("00000000-0000-4000-8000-\(padded)") else {
      preconditionFailure("a row number has at most 12 hexadecimal digits")
    }
    return id
  }

  static func post(_ number: Int, at time: Int64, subject: String? = nil) -> Item {
    Item(
      kind: .post, id: id(number), activityAt: time, isUnread: number % 3 == 0,
      sender: "Swift Blog", subject: subject ?? "Post #\(number)", preview: "Preview of \(number)",
      url: "https://example.com/\(number)")
  }

  /// Puts a row in its place.
  func insert(_ item: Item) {
    rows.insert(item, at: first { item.place.isNewer(than: $0.place) })
  }

  func forgetQueries() { queries = [] }

  private func record(_ call: String) -> HubStatus {
    calls.append(call)
    onCall?(call)
    return answers[String(call.prefix { $0 != " " })] ?? .ok
  }

  // MARK: Inbox

  func items(_ query: ItemQuery) -> [Item] {
    queries.append(query)
    let wanted = query.search?.lowercased() ?? ""
    var found: [Item] = []
    var index = start(query)
    while rows.indices.contains(index), found.count < query.limit ?? .max {
      let row = rows[index]
      index += query.goesOlder ? 1 : -1
      if query.unreadOnly, !row.isUnread { continue }
      let texts = [row.subject, row.preview].compactMap { $0 }
      guard wanted.isEmpty || texts.contains(where: { $0.lowercased().contains(wanted) }) else {
        continue
      }
      found.append(row)
    }
    return found
  }

  /// The index of the first row in the direction asked.
  private func start(_ query: ItemQuery) -> Int {
    switch (query.anchor, query.goesOlder) {
    case (.end, true): 0
    case (.end, false): rows.count - 1
    case (.after(let place), true): first { place.isNewer(than: $0.place) }
    case (.after(let place), false): first { !$0.place.isNewer(than: place) } - 1
    case (.from(let place), true): first { !$0.place.isNewer(than: place) }
    case (.from(let place), false): first { place.isNewer(than: $0.place) } - 1
    case (.at(let time), true): first { $0.activityAt <= time }
    case (.at(let time), false): first { $0.activityAt < time } - 1
    }
  }

  /// The first index at which a condition holds that goes on to hold from there.
  private func first(where holds: (Item) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(rows[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func eachItem(_ query: ItemQuery, _ visit: (borrowing ItemView) -> Bool) -> HubStatus {
    for row in items(query) where !row.withView(visit) { break }
    return .ok
  }

  func item(_ kind: ItemKind, _ id: HubID) -> Item? {
    rows.first { $0.kind == kind && $0.id == id }
  }

  func counts() -> (total: Int, unread: Int) {
    (rows.count, rows.count { $0.isUnread })
  }

  func markRead(_ kind: ItemKind, _ id: HubID) -> HubStatus {
    if let index = rows.firstIndex(where: { $0.kind == kind && $0.id == id }) {
      rows[index].isUnread = false
    }
    return record("markRead \(id.text)")
  }

  func markAllRead() -> HubStatus {
    for index in rows.indices { rows[index].isUnread = false }
    return record("markAllRead")
  }

  func push(_ payload: String) -> HubStatus { record("push") }
  func refresh() -> HubStatus { record("refresh") }

  // MARK: Bodies and threads

  func body(of post: HubID, columns: Int?) -> PostBody { bodies[post] ?? .none }
  func links(of post: HubID) -> [DocumentLink] { linksOfPosts[post] ?? [] }

  func replies(of conversation: HubID, before: Int64?, limit: Int) -> [ReplyRecord] {
    let all = repliesOfConversations[conversation] ?? []
    return all.filter { $0.createdAt < before ?? .max }.suffix(limit)
  }

  // MARK: Writing

  var linksOfReplies: [HubID: [TextLink]] = [:]
  var drafts: [HubID: String] = [:]
  var sync: SyncInfo?
  /// Told when the store changed by what the front end asked for, as a host does.
  var onChange: ((Moved) -> Void)?
  private var written = 0x900

  func links(ofReply reply: HubID) -> [TextLink] { linksOfReplies[reply] ?? [] }

  func send(_ text: String, in conversation: HubID) -> (status: HubStatus, reply: HubID?) {
    let status = record("send \(text)")
    guard status.isGood else { return (status, nil) }
    written += 1
    now += 1000
    let reply = ReplyRecord(
      id: Self.id(written), sender: nil, isMine: true, state: .queued, createdAt: now, text: text,
      images: [])
    repliesOfConversations[conversation, default: []].append(reply)
    onChange?(Moved(conversations: [conversation]))
    return (status, reply.id)
  }

  func retry(_ reply: HubID) -> HubStatus { record("retry \(reply.text)") }
  func remove(_ reply: HubID) -> HubStatus { record("remove \(reply.text)") }
  func reachedEnd(of conversation: HubID) -> HubStatus { record("reachedEnd") }
  func fetchOlder(of conversation: HubID) -> HubStatus { record("fetchOlder") }
  func draft(of conversation: HubID) -> String? { drafts[conversation] }

  func setDraft(_ text: String, of conversation: HubID) -> HubStatus {
    drafts[conversation] = text.isEmpty ? nil : text
    return .ok
  }

  // MARK: Navigation

  func hubShown() { _ = record("hubShown") }
  func hubHidden() { _ = record("hubHidden") }
  func selectTab(_ tag: String) -> HubStatus { record("selectTab \(tag)") }
  func showItem(_ kind: ItemKind, _ id: HubID) -> HubStatus { record("showItem \(id.text)") }
  func back() -> HubStatus { record("back") }
  func closed(_ what: Dismissal) { _ = record("closed \(what.rawValue)") }
  func open(url: String) -> HubStatus { record("open \(url)") }
  func openLink(in post: HubID, url: String) -> HubStatus { record("openLink \(url)") }
  func path() -> [PathEntry] { [] }

  // MARK: Loop

  func watch(fd: Int32, _ callback: @escaping (_ hangup: Bool) -> Void) -> HubStatus {
    watches[fd] = callback
    return record("watch")
  }

  func unwatch(fd: Int32) { watches[fd] = nil }

  func addTimer(every milliseconds: UInt64, _ callback: @escaping () -> Void) -> UInt64? {
    lastTimer += 1
    timers[lastTimer] = callback
    return lastTimer
  }

  func cancelTimer(_ timer: UInt64) { timers[timer] = nil }
  func quit(reason: String) { _ = record("quit \(reason)") }

  // MARK: Terminal and log

  func setModes(_ modes: TerminalModes) { _ = record("setModes \(modes.rawValue)") }
  func suspend() -> HubStatus { record("suspend") }
  func log(_ level: LogLevel, _ text: String) { logged.append("\(level): \(text)") }
}
