import FoundationEssentials
import HubModel

/// The app's URL handler: router first, then the app's own routes, then the system.
extension HubCore {
  /// Schemes that the system opens.
  static let systemSchemes: Set<String> = ["http", "https", "mailto"]
  /// Schemes that a post must not use; they are passed over in silence (reference 7.4).
  static let blockedSchemes: Set<String> = ["javascript", "data", "blob", "vbscript"]

  mutating func openURL(_ text: String, from origin: LinkOrigin, now: Timestamp) -> Bool {
    guard let url = AppURL(text) else {
      return refuse(
        text,
        "This is no URL, or it is longer than \(AppURL.maximumLength) bytes or holds control "
          + "characters.")
    }
    if asksApp, isLinkOfApp(url) {
      emit(.askApp(text, origin))
      return true
    }
    if let action = router.action(for: url) {
      emit(.opened(url: text, by: .router, reason: nil))
      perform(action, now: now)
      return true
    }
    if app.appSchemes.contains(url.scheme) { return openByApp(url) }
    if router.claims(scheme: url.scheme) {
      return refuse(text, "No route handler knows this link.")
    }
    guard Self.systemSchemes.contains(url.scheme.lowercased()) else {
      return refuse(text, "Its scheme is neither the app's nor http, https or mailto.")
    }
    guard origin == .inside else { return refuse(text, "This URL is not one of the app's links.") }
    emit(.opened(url: text, by: .system, reason: nil))
    emit(.openInSystem(text))
    return true
  }

  /// Whether a link leads into the Hub by way of the Hub deep link.
  func startsHandoff(_ text: String) -> Bool {
    guard let url = AppURL(text), case .navigate = router.action(for: url),
      case .usable = HubDeepLink(config: config, router: router)
    else { return false }
    return true
  }

  /// Whether a link leads to a tab by the app's own routes.
  func selectsTab(_ text: String) -> Bool {
    guard !asksApp, let url = AppURL(text), router.action(for: url) == nil else { return false }
    return tab(routedBy: url) != nil
  }

  private func tab(routedBy url: AppURL) -> String? {
    guard app.appSchemes.contains(url.scheme), let tag = app.routes[url.text],
      app.tabs.contains(where: { $0.tag == tag })
    else { return nil }
    return tag
  }

  /// A link inside a post: the same road, but what a page must not do passes in silence.
  mutating func followLink(_ text: String, of post: UUID, now: Timestamp) {
    if let url = AppURL(text) {
      if Self.blockedSchemes.contains(url.scheme.lowercased()) { return }
      emit(.record(.postLinkClicked(post, link: url.text)))
    }
    _ = openURL(text, from: .inside, now: now)
  }

  private mutating func openByApp(_ url: AppURL) -> Bool {
    guard let tag = tab(routedBy: url) else {
      return refuse(url.text, "The app has no route for this URL.")
    }
    emit(.opened(url: url.text, by: .app, reason: nil))
    select(tab: tag)
    return true
  }

  /// Whether a URL is for the app's handler: a link that the router could take, or one of the app's
  /// own schemes.
  private func isLinkOfApp(_ url: AppURL) -> Bool {
    app.appSchemes.contains(url.scheme) || router.claims(scheme: url.scheme)
      || RouterLink(url, app: app) != nil
  }

  /// The app's handler gave a URL to the router, which took it.
  mutating func follow(routed text: String, now: Timestamp) {
    guard let url = AppURL(text) else { return }
    emit(.opened(url: text, by: .router, reason: nil))
    // None: it is a route handler of the app's that knows the link, and does what follows.
    if let action = router.action(for: url) { perform(action, now: now) }
  }

  /// The app's handler has been asked.
  mutating func answered(_ text: String, from origin: LinkOrigin, _ answer: AppAnswer) {
    switch answer {
    case .router:
      break
    case .app:
      emit(.opened(url: text, by: .app, reason: nil))
    case .refused:
      if handoff?.entry.deepLink == text { handoff?.isRefused = true }
      // A link of an associated domain is a web page like any other when the app leaves it.
      if origin == .inside, let url = AppURL(text), Self.systemSchemes.contains(url.scheme) {
        emit(.opened(url: text, by: .system, reason: nil))
        emit(.openInSystem(text))
      } else {
        _ = refuse(text, "The app's URL handler did not take this URL.")
      }
    }
  }

  private mutating func refuse(_ text: String, _ reason: String) -> Bool {
    emit(.opened(url: text, by: .refused, reason: reason))
    return false
  }

  private mutating func perform(_ action: RouteAction, now: Timestamp) {
    switch action {
    case .action(let link):
      // A link that launched the app acts on something: what is seen without one.
      if root == .nothing, standalones.isEmpty, handoff == nil { showDefaultRoot() }
      emit(.callAction(link))
    case .navigate(let destination):
      switch HubDeepLink(config: config, router: router) {
      case .usable(let deepLink):
        startHandoff(to: destination, through: deepLink, now: now)
      case .none:
        presentStandalone(destination)
      case .unusable(let reason):
        emit(.warn(code: .deepLinkUnusable, message: reason))
        presentStandalone(destination)
      }
    }
  }
}
