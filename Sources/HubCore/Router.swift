package import HubModel

/// What a route handler wants done for a link.
package enum RouteAction: Hashable, Sendable {
  /// Bring the user to this destination of the Hub.
  case navigate(HubDestination)
  /// Call an action of the front end.
  case action(ActionLink)
}

/// Something that knows links of the app.
package protocol RouteHandler: Sendable {
  /// What to do for a link; nil when it is not this handler's.
  ///
  /// Pure: the action is carried out by the core.
  func destination(for link: RouterLink) -> RouteAction?
}

/// Recognises the app's own links (reference 4.1).
package struct Router: Sendable {
  /// Asked in this order; the first action wins and the rest are not asked.
  package var handlers: [any RouteHandler]
  private let app: AppDescription

  /// The Hub's own handlers.
  package static let standardHandlers: [any RouteHandler] = [
    HubRouteHandler(), ActionRouteHandler(),
  ]

  package init(app: AppDescription, handlers: [any RouteHandler] = Router.standardHandlers) {
    self.app = app
    self.handlers = handlers
  }

  /// What to do for a URL; nil when it is no link of the app or no handler knows it.
  ///
  /// An action says that a link was recognised, not that its content exists.
  package func action(for url: AppURL) -> RouteAction? {
    guard let link = RouterLink(url, app: app) else { return nil }
    for handler in handlers {
      if let action = handler.destination(for: link) { return action }
    }
    return nil
  }

  /// Whether a scheme is one of the router's in any letter case: the desktop may not tell them
  /// apart.
  package func claims(scheme: String) -> Bool {
    app.urlSchemes.contains { $0.lowercased() == scheme.lowercased() }
  }
}
