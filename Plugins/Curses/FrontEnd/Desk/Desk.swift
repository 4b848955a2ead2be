import HubFrontEndKit
import HubKeys

/// Everything that is open, in the order in which it covers the screen; without a terminal.
///
/// The inbox or another tab lies below, then what is open in the Hub, then the stack of standalone presentations, help,
/// alerts, and a prompt in the last line.
final class Desk {
  /// Rows of the whole inbox above which a search waits for a pause in the typing.
  static let liveSearchLimit = 20_000
  /// Milliseconds of that pause.
  static let searchPause: UInt64 = 150
  /// The smallest screen on which anything is shown.
  static let leastColumns = 20
  static let leastRows = 5
  /// The most columns, and the most rows, that a terminal is believed to have.
  static let mostCells = 2_000
  /// The most alerts that wait, with the one that is shown.
  static let mostAlerts = 8

  let host: any Host
  var glyphs: Glyphs
  var app: AppInfo
  var columns = 80
  var rows = 24

  var list = ListScreen()
  /// Whether the inbox was ever loaded, and whether it changed since it was drawn.
  var isListLoaded = false
  var isListStale = false
  /// Whether rows came that stand above the screen.
  var hasNews = false
  var newest: ItemPlace?

  /// The post or conversation that is open in the Hub.
  var open: (any ReadingScreen)?
  /// Counts what was opened, so that a change under a call to the host is noticed.
  var opened = 0
  /// Whether the inbox selects what is open when it is closed.
  var selectsOpen = false
  var standalones: [any ReadingScreen] = []
  var alerts: [Alert] = []
  var help: HelpScreen?
  var prompt: Prompt?
  var searchTimer: UInt64?
  /// Runs while the last line says what is going on.
  var noticeTimer: UInt64?
  /// Runs while something was written that is not kept yet.
  var draftTimer: UInt64?
  /// How far the inbox is that of the server, as last told.
  var sync: SyncInfo?

  /// The tab that is visible and is not the Hub's.
  var tab: TabScreen?
  var isHubShown = false
  var badge: String?
  var message: Message?
  /// Where the tabs stood in the frame drawn last.
  var tabPlaces: [Range<Int>] = []
  /// The keys that the app gives actions; they come before the desk's own.
  private(set) lazy var actionKeys = host.actionKeys()
  /// Whether it was said that one of them does nothing.
  var hasToldOfIdleKey = false
  /// Called after the desk changed by itself, to draw it.
  var onTimer: (() -> Void)?
  /// Set by Ctrl-L: the whole screen is to be sent again.
  var wantsRepaint = false

  /// A short sentence in the last line, until the next key.
  struct Message: Hashable {
    /// What ends it before, since it is not true any more.
    enum End: Hashable {
      /// A sync ended.
      case sync
      /// The thread on screen changed.
      case thread
    }

    var text: String
    var isWarning = false
    var end: End?
  }

  /// Milliseconds after which a sentence goes that only its end would take away, whatever became of it.
  static let noticeTime: UInt64 = 10_000

  /// A desk with nothing on it.
  init(host: any Host, glyphs: Glyphs) {
    self.host = host
    self.glyphs = glyphs
    app = host.app
  }

  /// What has the keyboard.
  var focus: KeyScreen {
    if prompt != nil { return .prompt }
    if !alerts.isEmpty { return .alert }
    if help != nil { return .help }
    if !standalones.isEmpty {
      guard let conversation else { return .standalone }
      return conversation.isWriting ? .composer : .conversation
    }
    if tab != nil || !isHubShown { return .tab }
    if let conversation { return conversation.isWriting ? .composer : .conversation }
    return open == nil ? .list : .post
  }

  /// Whether keys are typed into a text, so that what is pasted belongs there.
  var takesText: Bool { focus == .prompt || focus == .composer }

  /// The conversation that is read, in the Hub or on top.
  var conversation: ConversationScreen? { reading as? ConversationScreen }

  /// What is read: what is on top, else what is open in the Hub while its tab is visible.
  var reading: (any ReadingScreen)? { standalones.last ?? (tab == nil && isHubShown ? open : nil) }

  /// Rows between the tab bar and the last line.
  var contentRows: Int { max(1, rows - 2) }

  /// The tag of the visible tab.
  var visibleTab: String {
    if let tab { return tab.tag }
    guard isHubShown, app.tabs.indices.contains(app.hubTab) else { return "" }
    return app.tabs[app.hubTab].tag
  }

  /// Takes another size.
  func resize(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    if isListLoaded { list.model.resize(height: contentRows, host) }
  }

  /// Brings the inbox up to date before it is drawn.
  func loadList() {
    if !isListLoaded {
      list.model.prepare(height: contentRows)
      list.model.showNewest(host)
      isListLoaded = true
      newest = list.model.rows.first?.place
    } else if isListStale {
      list.model.refresh(host)
      lookForNews()
    }
    isListStale = false
    if list.model.isAtHome || !list.model.hasNewer {
      hasNews = false
      newest = list.model.search == nil ? list.model.rows.first?.place : newest
    }
  }

  private func lookForNews() {
    guard !list.model.isAtHome, let first = host.items(ItemQuery(limit: 1)).first?.place else {
      return
    }
    if let newest, first.isNewer(than: newest) { hasNews = true }
    newest = first
  }

  /// Says something in the last line; with an end, what is going on until then.
  func say(_ text: String, isWarning: Bool = false, until end: Message.End? = nil) {
    message = Message(text: text, isWarning: isWarning, end: end)
    stopNoticeTimer()
    guard let end else { return }
    noticeTimer = host.addTimer(every: Self.noticeTime) { [weak self] in
      self?.stopNoticeTimer()
      self?.ended(end)
      self?.onTimer?()
    }
  }

  /// Something ended: what was said to be going on is said no longer.
  func ended(_ end: Message.End) {
    guard message?.end == end else { return }
    message = nil
    stopNoticeTimer()
  }

  private func stopNoticeTimer() {
    if let noticeTimer { host.cancelTimer(noticeTimer) }
    noticeTimer = nil
  }
}
