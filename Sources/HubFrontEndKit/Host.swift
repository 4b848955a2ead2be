import CHubFrontEnd

/// What a front end can ask of the host.
///
/// Everything is called on the plug-in's main thread except `log`. What a service lacks in this host answers `unavailable`, empty or nil.
public protocol Host: AnyObject {
  /// The version of the host; empty when it does not say.
  var hostVersion: String { get }
  /// The version of the ABI that the host speaks, such as `1.0`.
  var abiVersion: String { get }
  /// The app and the configuration as they are now.
  var app: AppInfo { get }
  /// Standard input and output.
  var terminal: TerminalInfo { get }
  /// Milliseconds since 1970-01-01 UTC.
  var now: Int64 { get }

  // MARK: Inbox

  /// The rows of a window, in the direction asked.
  func items(_ query: ItemQuery) -> [Item]
  /// Visits the rows of a window with constant memory, until the visitor returns false.
  func eachItem(_ query: ItemQuery, _ visit: (borrowing ItemView) -> Bool) -> HubStatus
  /// One row; nil: not there.
  func item(_ kind: ItemKind, _ id: HubID) -> Item?
  /// All rows and the unread ones.
  func counts() -> (total: Int, unread: Int)
  /// Marks a row read, for good.
  func markRead(_ kind: ItemKind, _ id: HubID) -> HubStatus
  /// Marks every row read.
  func markAllRead() -> HubStatus
  /// Takes in one push payload; `refused`: nothing in it could be stored.
  func push(_ payload: String) -> HubStatus
  /// Asks for a sync; `unavailable`: no agent runs.
  func refresh() -> HubStatus

  // MARK: Bodies and threads

  /// The body of a post, laid out for that many columns; nil: not wrapped.
  func body(of post: HubID, columns: Int?) -> PostBody
  /// The links of a post's body.
  func links(of post: HubID) -> [DocumentLink]
  /// The newest replies before a time (nil: of all), oldest first.
  func replies(of conversation: HubID, before: Int64?, limit: Int) -> [ReplyRecord]
  /// What can be opened in a reply's text, in its order.
  func links(ofReply reply: HubID) -> [TextLink]

  // MARK: Writing

  /// Writes a reply, at most 65,536 bytes; `refused`: it is blank.
  ///
  /// The text is trimmed, and on disk when this returns.
  func send(_ text: String, in conversation: HubID) -> (status: HubStatus, reply: HubID?)
  /// Sends a failed reply once more; `state`: it has not failed.
  func retry(_ reply: HubID) -> HubStatus
  /// Deletes a failed reply for good; `state`: it has not failed.
  func remove(_ reply: HubID) -> HubStatus
  /// The user sees the newest reply: the conversation is read up to it, here and on the server.
  func reachedEnd(of conversation: HubID) -> HubStatus
  /// Asks for replies older than those stored; `unavailable`: no agent runs; `state`: there are none.
  func fetchOlder(of conversation: HubID) -> HubStatus
  /// What the user has begun to write, as it was kept last; nil: nothing.
  func draft(of conversation: HubID) -> String?
  /// Keeps what the user has begun to write, at most 65,536 bytes; an empty text forgets it.
  func setDraft(_ text: String, of conversation: HubID) -> HubStatus
  /// How far the inbox is that of the server; nil: the host does not say.
  var sync: SyncInfo? { get }

  // MARK: Navigation

  /// Says that the Hub came on screen, after `showHub` answered `.later`.
  func hubShown()
  /// Says that the Hub went off the screen.
  func hubHidden()
  /// The user chose a tab.
  func selectTab(_ tag: String) -> HubStatus
  /// The user chose a row; `presentPost` or `presentConversation` follows.
  func showItem(_ kind: ItemKind, _ id: HubID) -> HubStatus
  /// The user went back; `state`: there is nothing to go back from.
  func back() -> HubStatus
  /// The user closed the topmost standalone presentation or the alert.
  func closed(_ what: Dismissal)
  /// Hands a URL to the app's handler; `refused`: it is not ours.
  func open(url: String) -> HubStatus
  /// The user chose a link inside a post; `refused`: it is never opened.
  func openLink(in post: HubID, url: String) -> HubStatus
  /// The Hub's path.
  func path() -> [PathEntry]

  // MARK: Loop

  /// Calls back while the descriptor can be read (level-triggered).
  func watch(fd: Int32, _ callback: @escaping (_ hangup: Bool) -> Void) -> HubStatus
  /// Ends a watch; before the descriptor is closed.
  func unwatch(fd: Int32)
  /// Calls back every so many milliseconds; nil: not available.
  func addTimer(every milliseconds: UInt64, _ callback: @escaping () -> Void) -> UInt64?
  /// Ends a timer; also from its own callback.
  func cancelTimer(_ timer: UInt64)
  /// Ends the program after this callback.
  func quit(reason: String)

  // MARK: Actions

  /// What this front end offers, as the host understood it.
  func actions() -> [ActionInfo]
  /// The keys that the app gives actions.
  func actionKeys() -> [ActionKey]
  /// Calls an action with values as text.
  func callAction(_ name: String, _ values: [(name: String, value: String)]) -> ActionResult
  /// Calls what the app gives a key; `notFound` without a fault: nothing.
  func press(key: String) -> ActionResult

  // MARK: Terminal and log

  /// Says which modes are on, so that the host can undo them.
  func setModes(_ modes: TerminalModes)
  /// Suspends the job, as Ctrl-Z.
  func suspend() -> HubStatus
  /// Writes a line to the log; the text is copied.
  ///
  /// Any thread.
  func log(_ level: LogLevel, _ text: String)
}

extension Host {
  /// None: a host without actions.
  public func actions() -> [ActionInfo] { [] }
  /// None.
  public func actionKeys() -> [ActionKey] { [] }
  /// `unavailable`.
  public func callAction(
    _ name: String, _ values: [(name: String, value: String)]
  ) -> ActionResult { ActionResult(.unavailable) }
  /// `unavailable`.
  public func press(key: String) -> ActionResult { ActionResult(.unavailable) }
  /// None.
  public func links(ofReply reply: HubID) -> [TextLink] { [] }
  /// `unavailable`.
  public func send(_ text: String, in conversation: HubID) -> (status: HubStatus, reply: HubID?) {
    (.unavailable, nil)
  }
  /// `unavailable`.
  public func retry(_ reply: HubID) -> HubStatus { .unavailable }
  /// `unavailable`.
  public func remove(_ reply: HubID) -> HubStatus { .unavailable }
  /// Marks the conversation read.
  public func reachedEnd(of conversation: HubID) -> HubStatus {
    markRead(.conversation, conversation)
  }
  /// `unavailable`.
  public func fetchOlder(of conversation: HubID) -> HubStatus { .unavailable }
  /// Nothing.
  public func draft(of conversation: HubID) -> String? { nil }
  /// `unavailable`.
  public func setDraft(_ text: String, of conversation: HubID) -> HubStatus { .unavailable }
  /// Not known.
  public var sync: SyncInfo? { nil }
  /// Empty: a host that does not say.
  public var hostVersion: String { "" }
  /// The version that the front end was built with.
  public var abiVersion: String { "\(HUB_ABI_MAJOR).\(HUB_ABI_MINOR)" }
}

/// What is taken away.
public enum Dismissal: String, Hashable, Sendable {
  /// The post in the Hub.
  case post
  /// The conversation in the Hub.
  case conversation
  /// The topmost standalone presentation.
  case standalone
  /// The alert.
  case alert
}
