import Glibc
package import HubFrontEndKit

/// A host in memory for front ends that write to a descriptor: its loop is stepped by hand, what it
/// is asked is written down, and what it answers is set by the test.
package final class FakeTextHost: Host {
  package let hostVersion = "9.8.7"
  package var app = AppInfo(
    id: "com.example.demo", name: "Demo", deepLink: "demo://hub",
    tabs: [
      AppInfo.Tab(tag: "home", title: "Home"), AppInfo.Tab(tag: "hub", title: "For you"),
    ], hubTab: 1)
  package var terminal: TerminalInfo
  /// 2026-03-05 15:00 UTC, a Thursday.
  package var now: Int64 = 1_772_722_800_000

  /// The rows of the inbox, in any order.
  package var rows: [Item] = []
  package var bodies: [HubID: PostBody] = [:]
  package var threads: [HubID: [ReplyRecord]] = [:]
  /// Links of replies.
  package var links: [HubID: [TextLink]] = [:]
  package var sync: SyncInfo?
  /// The id of the reply that `send` answers with; nil: it is refused.
  package var writtenReply: HubID?
  package var currentPath: [PathEntry] = []
  /// What calls answer, by their name; `ok` for the rest.
  package var answers: [String: HubStatus] = [:]
  /// What was asked of the host, in order: `open demo://hub`.
  package private(set) var calls: [String] = []
  package private(set) var logged: [String] = []
  package private(set) var quitReason: String?
  /// The widths that bodies were laid out for.
  package private(set) var bodyColumns: [Int?] = []

  private var watches: [Int32: (Bool) -> Void] = [:]
  private var timers: [UInt64: () -> Void] = [:]
  private var nextTimer: UInt64 = 1
  private var inputEnd: Int32
  private var written = 0

  /// A host whose output is a file that `output()` reads; with columns it says it is a terminal.
  package init(columns: Int? = nil) {
    // As the host does: writing to a pipe that nobody reads is an error, not a signal.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    inputEnd = ends[1]
    let file = memfd_create("output", UInt32(MFD_CLOEXEC))
    precondition(file >= 0)
    terminal = TerminalInfo(
      inputIsTerminal: columns != nil, outputIsTerminal: columns != nil, wantsColor: false,
      isUnicode: true, input: ends[0], output: file, columns: columns ?? 80, rows: 24)
  }

  deinit {
    close(terminal.input)
    close(terminal.output)
    endInput()
  }

  package func callAction(
    _ name: String, _ values: [(name: String, value: String)]
  ) -> ActionResult {
    let words = values.map { "\($0.name)=\($0.value)" }
    calls.append((["callAction", name] + words).joined(separator: " "))
    let status = answers["callAction"] ?? .ok
    return ActionResult(status, fault: status.isGood ? nil : "the sentence")
  }

  // MARK: Input, output, loop

  /// What was written since the last call.
  package func output() -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(terminal.output, &piece, piece.count, off_t(written))
      if count <= 0 { break }
      bytes += piece[..<count]
      written += count
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Puts bytes into standard input; at most what a pipe holds, 64 KiB, between two turns.
  package func type(_ bytes: some Sequence<UInt8>) {
    let all = Array(bytes)
    precondition(write(inputEnd, all, all.count) == all.count)
  }

  /// Ends standard input.
  package func endInput() {
    if inputEnd >= 0 { close(inputEnd) }
    inputEnd = -1
  }

  /// Replaces standard input, such as by a file that cannot be watched.
  package func replaceInput(_ descriptor: Int32) {
    close(terminal.input)
    terminal.input = descriptor
  }

  /// Replaces standard output.
  package func replaceOutput(_ descriptor: Int32) {
    close(terminal.output)
    terminal.output = descriptor
  }

  /// One turn of the loop: what can be read, then each timer once; nothing after `quit`.
  package func turn() {
    for (descriptor, callback) in watches where quitReason == nil {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 0) == 1 else { continue }
      callback(request.revents & Int16(POLLHUP) != 0)
    }
    for (timer, callback) in timers.sorted(by: { $0.key < $1.key }) where quitReason == nil {
      if timers[timer] != nil { callback() }
    }
  }

  /// Turns the loop until the front end quits; false: it did not in that many turns.
  package func turnUntilQuit(most: Int = 1000) -> Bool {
    for _ in 0..<most {
      if quitReason != nil { return true }
      turn()
    }
    return quitReason != nil
  }

  package func watch(fd: Int32, _ callback: @escaping (Bool) -> Void) -> HubStatus {
    var about = stat()
    guard fstat(fd, &about) == 0, about.st_mode & S_IFMT != S_IFREG else { return .failed }
    watches[fd] = callback
    return .ok
  }

  package func unwatch(fd: Int32) { watches[fd] = nil }

  package func addTimer(every milliseconds: UInt64, _ callback: @escaping () -> Void) -> UInt64? {
    defer { nextTimer += 1 }
    timers[nextTimer] = callback
    return nextTimer
  }

  package func cancelTimer(_ timer: UInt64) { timers[timer] = nil }
  package func quit(reason: String) { quitReason = quitReason ?? reason }

  /// Whether anything is watched or timed.
  package var isIdle: Bool { watches.isEmpty && timers.isEmpty }

  // MARK: Inbox

  package func items(_ query: ItemQuery) -> [Item] {
    var found: [Item] = []
    _ = eachItem(query) {
      found.append($0.copy())
      return true
    }
    return found
  }

  package func eachItem(
    _ query: ItemQuery, _ visit: (borrowing ItemView) -> Bool
  ) -> HubStatus {
    if let limit = query.limit { precondition((1...1000).contains(limit)) }
    calls.append("items \(query.subscription ?? "-")")
    var left = query.limit ?? .max
    for row in rows.sorted(by: { $0.place.isNewer(than: $1.place) }) where left > 0 {
      if case .after(let place) = query.anchor, !place.isNewer(than: row.place) { continue }
      if query.unreadOnly, !row.isUnread { continue }
      if let search = query.search?.lowercased(), !search.isEmpty {
        let text = ((row.subject ?? "") + "\n" + (row.preview ?? "")).lowercased()
        if !text.contains(search) { continue }
      }
      left -= 1
      if !row.withView(visit) { break }
    }
    return answers["eachItem"] ?? .ok
  }

  package func item(_ kind: ItemKind, _ id: HubID) -> Item? {
    rows.first { $0.kind == kind && $0.id == id }
  }

  package func counts() -> (total: Int, unread: Int) {
    (rows.count, rows.count { $0.isUnread })
  }

  package func body(of post: HubID, columns: Int?) -> PostBody {
    bodyColumns.append(columns)
    return bodies[post] ?? .none
  }

  package func links(of post: HubID) -> [DocumentLink] { [] }

  package func replies(of conversation: HubID, before: Int64?, limit: Int) -> [ReplyRecord] {
    precondition((1...1000).contains(limit))
    return (threads[conversation] ?? []).filter { $0.createdAt < before ?? .max }.suffix(limit)
  }

  package func links(ofReply reply: HubID) -> [TextLink] { links[reply] ?? [] }

  package func send(
    _ text: String, in conversation: HubID
  ) -> (status: HubStatus, reply: HubID?) {
    let status = call("send", "\(conversation.text) \(text)")
    return (status, status.isGood ? writtenReply : nil)
  }

  // MARK: What is only written down

  package func retry(_ reply: HubID) -> HubStatus { call("retry", reply.text) }
  package func remove(_ reply: HubID) -> HubStatus { call("remove", reply.text) }

  package func markRead(_ kind: ItemKind, _ id: HubID) -> HubStatus {
    call("markRead", "\(kind) \(id.text)")
  }
  package func markAllRead() -> HubStatus { call("markAllRead") }
  package func push(_ payload: String) -> HubStatus { call("push", payload) }
  package func refresh() -> HubStatus { call("refresh") }
  package func hubShown() { _ = call("hubShown") }
  package func hubHidden() { _ = call("hubHidden") }
  package func selectTab(_ tag: String) -> HubStatus { call("selectTab", tag) }
  package func showItem(_ kind: ItemKind, _ id: HubID) -> HubStatus {
    call("showItem", "\(kind) \(id.text)")
  }
  package func back() -> HubStatus { call("back") }
  package func closed(_ what: Dismissal) { _ = call("closed", what.rawValue) }
  package func open(url: String) -> HubStatus { call("open", url) }
  package func openLink(in post: HubID, url: String) -> HubStatus { call("openLink", url) }
  package func path() -> [PathEntry] { currentPath }
  package func setModes(_ modes: TerminalModes) { _ = call("setModes", "\(modes.rawValue)") }
  package func suspend() -> HubStatus { call("suspend") }
  package func log(_ level: LogLevel, _ text: String) { logged.append("\(level): \(text)") }

  private func call(_ name: String, _ argument: String? = nil) -> HubStatus {
    calls.append(argument.map { "\(name) \($0)" } ?? name)
    return answers[name] ?? .ok
  }
}
