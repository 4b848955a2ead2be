/// Whether the Hub is on screen after `showHub`.
public enum HubAppearance: Hashable, Sendable {
  /// It is on screen now.
  case shown
  /// The front end calls `hubShown` once it is.
  case later
}

/// What a front end says about itself.
public struct FrontEndDescription: Hashable, Sendable {
  /// Reverse DNS, at most 255 bytes.
  public var id: String
  /// What `--frontend` takes: `[a-z0-9-]`, at most 32 bytes; the file is `libhub-<name>.so`.
  public var name: String
  /// Its version.
  public var version: String
  /// One line about it.
  public var summary: String
  /// Whether input and output must be a terminal.
  public var needsTerminal: Bool
  /// Whether it reads standard input.
  public var needsInput: Bool

  /// Whether it uses TCP or UDP; it runs only where the app file grants that.
  public var needsNetwork: Bool
  /// Files, and folders with all below them, that it reads beside its own and the system's.
  ///
  /// Absolute paths, or from `~/` on; at most 16. It runs only where the app file grants them.
  public var reads: [String]

  /// A description of these values.
  public init(
    id: String, name: String, version: String, summary: String, needsTerminal: Bool = false,
    needsInput: Bool = false, needsNetwork: Bool = false, reads: [String] = []
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.summary = summary
    self.needsTerminal = needsTerminal
    self.needsInput = needsInput
    self.needsNetwork = needsNetwork
    self.reads = reads
  }
}

/// A front end: what shows the Hub.
///
/// All of it is called on the plug-in's main thread; each method should return within 16 ms. Only
/// `showHub` and `presentPost` must be written.
public protocol FrontEnd: AnyObject {
  /// What the front end says about itself.
  static var description: FrontEndDescription { get }
  /// What it offers to links, keys and programs; always the same list.
  static var actions: [FrontEndAction] { get }

  /// Makes the front end; a thrown error is shown to the user and the next front end is tried.
  init(host: any Host) throws(FrontEndError)
  /// Takes the terminal and registers with the loop.
  func start() throws(FrontEndError)
  /// Gives everything back; nothing is called after it.
  func stop()

  /// Shows the Hub in its tab, with its badge.
  func showHub(tab: String, badge: String?) -> HubAppearance
  /// Shows a post; its text is `host.body(of:columns:)`.
  func presentPost(_ post: Item, presentation: Presentation)
  /// Shows a conversation.
  func presentConversation(_ conversation: ConversationRecord, presentation: Presentation)
  /// Another tab than the Hub's is visible now.
  func showTab(tag: String, title: String, text: String?)
  /// Takes something away.
  func dismiss(_ what: Dismissal)
  /// Rows moved.
  func inboxChanged(_ moved: Moved)
  /// The badge is another one; nil at 0.
  func badgeChanged(_ badge: String?, count: Int)
  /// The configuration is another one.
  func configChanged()
  /// The Hub's path is another one.
  func pathChanged()
  /// Something to say to the user.
  func alert(code: String, title: String, message: String)
  /// The app was asked to open a URL; `by` is router, app, system or refused.
  func urlOpened(_ url: String, by: String, reason: String?)
  /// The terminal has another size.
  func terminalResized(columns: Int, rows: Int)
  /// Leave the screen as it was found, at once.
  func terminalSuspend()
  /// Take the screen again and draw everything.
  func terminalResume()
  /// A sync begins, goes on or ends: `host.sync` is another one.
  func syncChanged()
}

extension FrontEnd {
  /// None.
  public static var actions: [FrontEndAction] { [] }
  /// Does nothing.
  public func start() throws(FrontEndError) {}
  /// Does nothing.
  public func stop() {}
  /// Does nothing.
  public func presentConversation(
    _ conversation: ConversationRecord, presentation: Presentation
  ) {}
  /// Does nothing.
  public func showTab(tag: String, title: String, text: String?) {}
  /// Does nothing.
  public func dismiss(_ what: Dismissal) {}
  /// Does nothing.
  public func inboxChanged(_ moved: Moved) {}
  /// Does nothing.
  public func badgeChanged(_ badge: String?, count: Int) {}
  /// Does nothing.
  public func configChanged() {}
  /// Does nothing.
  public func pathChanged() {}
  /// Does nothing.
  public func alert(code: String, title: String, message: String) {}
  /// Does nothing.
  public func urlOpened(_ url: String, by: String, reason: String?) {}
  /// Does nothing.
  public func terminalResized(columns: Int, rows: Int) {}
  /// Does nothing.
  public func terminalSuspend() {}
  /// Does nothing.
  public func terminalResume() {}
  /// Does nothing.
  public func syncChanged() {}
}
