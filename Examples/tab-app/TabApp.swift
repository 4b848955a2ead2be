import Glibc
import Hub

/// The app: its tabs, its own scheme, and the Hub in the second tab.
final class TabApp {
  let hub: Hub
  private let view: HubView
  private let input = Input()
  private let isTerminal = isatty(1) == 1
  private var tab = "home"
  private var isRunning = true

  init(data: String, isStandalone: Bool) throws {
    var app = HubApp(id: "com.example.tab-app", name: "Tab app")
    app.urlSchemes = ["rv-tabs"]  // links to posts, which the router takes: rv-tabs://posts/<id>
    app.appSchemes = ["tabs"]  // the app's own
    app.tabs = [.init(tag: "home", title: "Home"), .init(tag: "hub", title: "For you")]
    // Without a Hub deep link, posts open standalone, on top of whatever is visible.
    app.config.deepLink = isStandalone ? nil : "tabs://hub"
    app.dataFolder = data
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
    case .opened(let url, let by, let reason):
      say("opened \(url) by \(by.rawValue)\(reason.map { ": \($0)" } ?? "")")
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
    say((isTerminal ? "\u{1B}[2J\u{1B}[H" : "") + titles.joined(separator: "|"))
  }

  // MARK: The app's own loop

  /// Waits for commands and for the Hub, side by side, until `quit` or the end of the input.
  func run() {
    do { try view.open() } catch { say("\(error)") }
    drawTabs()
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
      }
    }
    view.close()
    hub.close()
  }

  private func obey(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("home", nil), ("hub", nil): select(line)
    case ("open", let url?): hub.open(url)
    case ("push", let payload?):
      do { try hub.push(payload) } catch { say("\(error)") }
    case ("back", nil): if !hub.back() { say("nothing to go back from") }
    case ("quit", nil): isRunning = false
    default: say("home, hub, open URL, push JSON, back, quit")
    }
  }
}
