import HubFrontEndKit
import HubText

/// Does what lines of input ask for; each line gets exactly one result.
final class CommandRunner {
  private let host: any Host
  private let events: EventWriter
  private var lineNumber = 0
  /// What came of the line at hand, where there is more to tell than that it was done.
  private var value: Value?

  private enum Value {
    /// What an action returned.
    case status(HubStatus)
    /// The id of a reply that was written.
    case reply(HubID)
  }

  /// The badge that the host told last; nil: it has told none yet.
  var badge: String??

  /// Whether `quit` was asked for; what follows it is not looked at.
  private(set) var hasQuit = false

  init(host: any Host, events: EventWriter) {
    self.host = host
    self.events = events
  }

  /// Runs lines in order.
  func run(_ lines: [LineAssembler.Line]) {
    for line in lines {
      if hasQuit || events.isClosed { return }
      run(line)
      if events.isFull { events.flush() }
    }
    events.flush()
  }

  private func run(_ line: LineAssembler.Line) {
    lineNumber += 1
    var id: String?
    do throws(CommandError) {
      guard case .bytes(let bytes) = line else {
        throw CommandError(
          code: .tooLong,
          message: "Line \(lineNumber) has more than \(LineAssembler.maximumLineBytes) bytes.")
      }
      let command = try Command(line: bytes, number: lineNumber)
      id = command.id
      value = nil
      try run(command)
      result(id, nil)
    } catch {
      result(id, error)
    }
  }

  private func run(_ command: Command) throws(CommandError) {
    guard let name = command.name else {
      throw CommandError(
        code: .badArgument, message: "Line \(lineNumber) needs the key command with a string.")
    }
    guard let known = CommandName(rawValue: name) else {
      let shown = TextWidth.prefix(of: SafeText.line(name), columns: Self.shownColumns)
      throw CommandError(
        code: .unknownCommand,
        message: "There is no command \(shown); hubhost-jsonl(5) lists them.")
    }
    switch known {
    case .open: try open(command)
    case .show: try show(command)
    case .back: try check(host.back(), "There is nothing to go back from.")
    case .select: try select(command)
    case .list: try list(command)
    case .read: try read(command)
    case .readAll: try check(host.markAllRead(), "Not everything could be marked as read.")
    case .push: try push(command)
    case .refresh: try check(host.refresh(), "No agent runs that could look for new items.")
    case .badge: tellBadge()
    case .path: events.event("path") { $0.path(host.path()) }
    case .quit: quit()
    case .reply: try reply(command)
    case .retry:
      try check(host.retry(try identifier("reply", of: command)), Self.notAgain)
    case .delete:
      try check(host.remove(try identifier("reply", of: command)), Self.notFailed)
    case .action: try call(command)
    }
  }

  private func result(_ id: String?, _ error: CommandError?) {
    events.event("result") { events in
      events.member("for", json: id ?? "null")
      events.member("ok", error == nil)
      guard let error else {
        return tell(value)
      }
      events.object("error") {
        $0.member("code", error.code.word)
        $0.member("message", error.message)
      }
    }
  }

  private func tell(_ value: Value?) {
    guard let value else { return events.member("value", json: "null") }
    events.object("value") {
      switch value {
      case .status(let status): $0.member("status", status.description)
      case .reply(let id): $0.member("reply", id)
      }
    }
  }

  private static let shownColumns = 60
  private static let notAgain =
    "There is no reply with this id that was not delivered and that this user may send again."
  private static let notFailed = "There is no reply with this id that was not delivered."
}

// MARK: - Commands

extension CommandRunner {
  private func open(_ command: Command) throws(CommandError) {
    let url = try command.text("url")
    try check(host.open(url: url), "No part of this app takes the URL.")
  }

  private func show(_ command: Command) throws(CommandError) {
    let (kind, id) = try row(command)
    try check(host.showItem(kind, id), "The item cannot be shown.")
  }

  private func select(_ command: Command) throws(CommandError) {
    let tab = try command.text("tab")
    try check(host.selectTab(tab), "The app has no tab with this tag.")
  }

  private func list(_ command: Command) throws(CommandError) {
    var query = ItemQuery(
      limit: try command.optionalInteger("limit", in: 1...InboxListing.mostRows),
      unreadOnly: try command.optionalFlag("unread") ?? false,
      search: try command.optionalText("search"),
      subscription: try command.optionalText("subscription"))
    if let after = try command.optionalText("after") {
      guard let place = Cursor.place(of: after) else {
        throw command.mistyped("after", "the next of an event items")
      }
      query.anchor = .after(place)
    }
    let status = InboxListing.write(query, host: host, events: events)
    try check(status, "The inbox cannot be read.")
  }

  private func read(_ command: Command) throws(CommandError) {
    let (kind, id) = try row(command)
    try check(host.markRead(kind, id), "The item could not be marked as read.")
  }

  private func push(_ command: Command) throws(CommandError) {
    let payload = try command.object("payload")
    try check(host.push(payload), "Nothing in the payload could be stored.")
  }

  private func call(_ command: Command) throws(CommandError) {
    let done = host.callAction(try command.text("name"), try command.texts("args"))
    value = .status(done.status)
    try check(
      done.status, "The action was not done\(done.fault.map { ": \($0)" } ?? "").")
  }

  private func quit() {
    hasQuit = true
  }

  func tellBadge() {
    let unread = host.counts().unread
    let text = badge ?? (unread > 0 ? String(unread) : nil)
    events.event("badge") {
      $0.member("badge", text)
      $0.member("count", unread)
    }
  }

  private func reply(_ command: Command) throws(CommandError) {
    let conversation = try identifier("conversation", of: command)
    let done = host.send(try command.text("text"), in: conversation)
    try check(done.status, Self.refusal(of: done.status))
    value = done.reply.map { .reply($0) }
  }

  /// Why a reply was not taken, in words.
  private static func refusal(of status: HubStatus) -> String {
    switch status {
    case .refused: "The text of a reply must hold more than blank space."
    case .notFound: "There is no conversation with this id."
    case .argument: "The text of a reply has at most 65536 bytes."
    default: "The reply could not be put into the outbox."
    }
  }

  /// The row that the key `id` names.
  private func row(_ command: Command) throws(CommandError) -> (ItemKind, HubID) {
    let id = try identifier("id", of: command)
    for kind in [ItemKind.post, .conversation] where host.item(kind, id) != nil {
      return (kind, id)
    }
    throw CommandError(
      code: .notFound, message: "There is no post or conversation with the id \(id.text).")
  }

  private func identifier(_ key: String, of command: Command) throws(CommandError) -> HubID {
    guard let id = HubID(try command.text(key)) else { throw command.mistyped(key, "a UUID") }
    return id
  }

  private func check(_ status: HubStatus, _ message: String) throws(CommandError) {
    if status.isGood { return }
    throw CommandError(code: CommandError.Code(word: status.description), message: message)
  }
}

/// The commands that there are.
enum CommandName: String, CaseIterable {
  case open
  case show
  case back
  case select
  case list
  case read
  case readAll = "read-all"
  case reply
  case retry
  case delete
  case push
  case refresh
  case badge
  case path
  case action
  case quit
}
