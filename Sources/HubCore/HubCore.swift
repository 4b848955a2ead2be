import FoundationEssentials
package import HubModel

/// The rules of the Hub: events in, effects out.
///
/// Pure: no file, no clock and no network. The caller carries out all effects of one event, in their
/// order, before it sends the next event; answers to effects are events like all others.
package struct HubCore: Sendable {
  /// Whoever embeds the Hub.
  package let app: AppDescription
  /// Asked before the app's own routes.
  package let router: Router
  /// Whether the app has a URL handler of its own, which then decides instead of its routes.
  package var asksApp = false
  /// The path, the configuration and the home experience's URL.
  package internal(set) var coordinator: HubCoordinator
  /// As it was counted last.
  package internal(set) var badge = HubBadge(unread: 0)
  /// The conversation that counts as displayed.
  package internal(set) var foreground = ForegroundState()
  /// The destination that waits for the Hub.
  package internal(set) var handoff: Handoff?
  /// What lies at the bottom of the screen.
  package internal(set) var root = HubRoot.nothing
  /// The standalones, topmost last.
  package internal(set) var standalones: [Standalone] = []
  /// The screen of the path's last entry.
  var hubTop = ScreenState.idle
  /// Whether the screen of the path's last entry was not shown yet: coming back to one is no opening.
  var isTopNew = true
  /// What the front end has on the Hub's list: the path's top, or until a handoff or a look-up ends
  /// what was there before.
  var hubOnScreen: HubDestination?
  /// The one alert, on top of everything.
  var alert: OpenAlert?
  var nextStandalone = 0
  /// The time that was asked for last.
  var deadline: Timestamp?
  /// The conversation that the core itself has on screen.
  var visibleConversation: UUID?
  /// Effects of the event at hand.
  var effects: [HubEffect] = []

  /// A Hub of which nothing is on screen yet.
  package init(
    app: AppDescription, config: HubConfig, homeURL: String?,
    handlers: [any RouteHandler] = Router.standardHandlers
  ) {
    self.app = app
    self.router = Router(app: app, handlers: handlers)
    self.coordinator = HubCoordinator(config: config, homeURL: homeURL)
  }

  /// The configuration that decides now.
  package var config: HubConfig { coordinator.config }
  /// The Hub's navigation stack, topmost last.
  package var path: [PathEntry] { coordinator.path }

  /// What follows from an event.
  package mutating func handle(_ event: HubEvent, now: Timestamp) -> [HubEffect] {
    dropExpiredHandoff(now: now)
    apply(event, now: now)
    return finish()
  }

  /// What follows from a URL that the app is asked to open, and whether anybody took it.
  ///
  /// Taken says that the link was recognised, not that its content exists. The events `link`,
  /// `openRequested` and `urlDelivered` do the same.
  package mutating func open(
    _ url: String, from origin: LinkOrigin, now: Timestamp
  ) -> (handled: Bool, effects: [HubEffect]) {
    dropExpiredHandoff(now: now)
    let handled = openURL(url, from: origin, now: now)
    return (handled, finish())
  }

  private mutating func apply(_ event: HubEvent, now: Timestamp) {
    switch event {
    case .launch(let url): launch(url, now: now)
    case .link(let url): _ = openURL(url, from: .outside, now: now)
    case .openRequested(let url), .urlDelivered(let url):
      _ = openURL(url, from: .inside, now: now)
    case .linkTapped(let post, let url): followLink(url, of: post, now: now)
    case .routed(let url): follow(routed: url, now: now)
    case .appAnswered(let url, let origin, let answer): answered(url, from: origin, answer)
    case .recovered(let entry): recover(entry, now: now)
    case .tick: warnAboutStall(now: now)
    case .configChanged(let config): adopt(config)
    case .homeChanged(let url): coordinator.homeURL = url
    case .counted(let unread): count(unread)
    case .conversationAppeared(let id): conversationAppeared(id)
    case .conversationDisappeared(let id): foreground.disappeared(id)
    case .pushArrived(let subject): emit(.notify(foreground.decision(for: subject)))
    default: applyScreenEvent(event)
    }
  }

  /// What the front end or the store reports of what is shown.
  private mutating func applyScreenEvent(_ event: HubEvent) {
    switch event {
    case .hubShown: hubShown()
    case .hubHidden: hubHidden()
    case .tabSelected(let tag): select(tab: tag)
    case .itemSelected(.post, let id): select(.post(id.uuidString))
    case .itemSelected(.conversation, let id): select(.conversation(id))
    case .back: goBack()
    case .closed(let layer): closed(layer)
    case .postLookedUp(let id, let presentation, let result):
      lookedUp(post: id, presentation, result)
    case .conversationLookedUp(let id, let presentation, let result):
      lookedUp(conversation: id, presentation, result)
    case .itemsMoved(let posts, let conversations): arrived(posts, conversations)
    case .conversationGone(let id): conversationGone(id)
    default: break
    }
  }

  private mutating func finish() -> [HubEffect] {
    followVisibleConversation()
    if deadline != nextDeadline {
      deadline = nextDeadline
      emit(.setDeadline(deadline))
    }
    defer { effects = [] }
    return effects
  }

  mutating func emit(_ effect: HubEffect) {
    effects.append(effect)
  }
}

/// Where a URL that the app is asked to open comes from.
package enum LinkOrigin: Hashable, Sendable {
  /// Somebody hands the app a link that should be its own: http and https belong to others.
  case outside
  /// The app itself wants it opened: http, https and mailto go to the system.
  case inside
}
