import HubModel

/// What the host may want to know before it sends an event.
extension HubCore {
  /// Whether `back` has something to go back from: an alert, a standalone, or an entry of the
  /// path.
  package var canGoBack: Bool {
    alert != nil || !standalones.isEmpty || (root == .hub(isShown: true) && !path.isEmpty)
  }

  /// Whether following a link inside a post leads anywhere: to the router, a tab or the system.
  package func opensLink(_ text: String) -> Bool {
    guard let url = AppURL(text) else { return false }
    if router.action(for: url) != nil { return true }
    if app.appSchemes.contains(url.scheme) { return asksApp || app.routes[url.text] != nil }
    return !router.claims(scheme: url.scheme)
      && Self.systemSchemes.contains(url.scheme.lowercased())
  }
}
