import Glibc
import Hub

/// The app: its tabs, its own scheme, and the Hub in the second tab.
final class TabApp {
  let hub: Hub
  private let view: HubView
  private let input = Input()
  private let isTerminal = isatty(1) == 1
  private var tab = "home"
  private static let commands = "home, hub, open URL, push JSON, sync, back, quit"
  private var isRunning = true

  init(data: String, isStandalone: Bool, server: String? = nil) throws {
    var app = HubApp(id: "com.example.tab-app", name: "Tab app")
    app.urlSchemes = ["rv-tabs"]  // links to posts, which the router takes: rv-tabs://posts/<id>
    app.appSchemes = ["tabs"]  // the app's own
    app.tabs = [.init(tag: "home", title: "Home"), .init(tag: "hub", title: "For you")]
    // Without a Hub deep link, posts open standalone, on top of whatever is visible.
    app.config.deepLink = isStandalone ? nil : "tabs://hub"
    app.dataFolder = data
    // With a server, an agent syncs: the process beside this one that has the network.
    app.endpoint = server
    app.accountToken = server.map { _ in "tab-app" }
    hub = try Hub(app: app)
    view = HubView(hub, frontEnd: "plain")
    hub.urlHandler = { [unowned self] url in open(url) }
    hub.onEvent = { [unowned self] event in show(event) }
  }

  /// The URL handler: the router first, then what is the app's own.
  private func open(_ url: String) -> Bool {
    let isRouted = hub.router.handle(url)
    say("handler \(url): router says \(isRouted)")
    if isRouted { return true }
    switch url {
    case "tabs://home": select("home")
    case "tabs://hub": select("hub")
    default: return false
    }
    return true
  }

  private func select(_ tag: String) {
    tab = tag
    // The tab begins below the tab bar, with a line between.
    if isTerminal { write("\u{1B}[2J\u{1B}[3;1H") }
    drawTabs()
    do {
      if tag == "hub" { try view.showHub() } else { hub.selectTab(tag) }
    } catch {
      say("\(error)")
    }
  }

  private func show(_ event: Hub.Event) {
    switch event {
    case .badge: drawTabs()
    case .sync(let status):
      if let reason = status.reason { say("\(status.state.rawValue): \(reason)") }
    case .opened(let url, .refused, let reason):
      say("refused \(url)\(reason.map { ": \($0)" } ?? "")")
    case .opened(let url, let by, _):
      say("opened \(url) by \(by.rawValue)")
    case .presentPost(_, .standalone), .presentConversation(_, .standalone):
      say("--- on top of \(tab) ---")
    case .dismiss("standalone"): drawTabs()
    case .notice(let sentence): say(sentence)
    case .viewClosed: select("home")
    default: break
    }
  }

  /// The tab bar, with the badge on the Hub's tab.
  private func drawTabs() {
    let titles = hub.app.tabs.map { tab in
      let badge = tab.tag == HubApp.hubTag ? hub.badge.newBadge.map { " (\($0))" } ?? "" : ""
      let title = " \(tab.title)\(badge) "
      guard tab.tag == self.tab else { return title }
      return isTerminal ? "\u{1B}[7m\(title)\u{1B}[0m" : "[\(title)]"
    }
    let bar = titles.joined(separator: "|")
    // In the top line, whatever else is on screen.
    if isTerminal { write("\u{1B}7\u{1B}[H\u{1B}[K\(bar)\u{1B}8") } else { say(bar) }
  }

  /// On a terminal the tab bar stays on top, and commands have a prompt.
  private func drawPrompt() {
    guard isTerminal, isRunning else { return }
    drawTabs()
    write("> ")
  }

  // MARK: The app's own loop

  /// Waits for commands and for the Hub, side by side, until `quit` or the end of the input.
  func run() {
    do { try view.open() } catch { say("\(error)") }
    if isTerminal { write("\u{1B}[2J\u{1B}[3;1H") }
    drawTabs()
    if isTerminal { say(Self.commands) }
    drawPrompt()
    while isRunning {
      var waits = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hub.fileDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      unsafe poll(&waits, 2, -1)
      while hub.step() > 0 {}
      guard waits[0].revents != 0 else { continue }
      guard let lines = input.read() else { break }
      for line in lines {
        obey(line)
        while hub.step() > 0 {}
        drawPrompt()
      }
    }
    view.close()
    hub.close()
  }

  private func obey(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("home", nil): select("home")
    case ("hub", nil):
      // The Hub's tab leads to its list, whatever is open in it.
      while hub.back() {}
      select("hub")
    case ("open", let url?): hub.open(url)
    case ("push", let payload?):
      do { try hub.push(payload) } catch { say("\(error)") }
    case ("back", nil): if !hub.back() { say("nothing to go back from") }
    case ("quit", nil): isRunning = false
    case ("sync", nil): if !hub.refresh() { say("there is no server to sync with") }
    case (nil, _): break
    default: say(Self.commands)
    }
  }
}
