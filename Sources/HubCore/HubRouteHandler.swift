import FoundationEssentials
import HubModel

/// Knows the links to posts and conversations (reference 4.2).
package struct HubRouteHandler: RouteHandler {
  package init() {}

  package func destination(for link: RouterLink) -> RouteAction? {
    // A universal link belongs to the web, whatever its path looks like.
    guard link.kind == .deepLink else { return nil }
    // The path was decoded before this split, so "a%2Fb" is the id "a"; what follows is ignored.
    guard let id = link.url.pathParts.first else { return nil }
    switch link.host.lowercased() {
    case "posts":
      return .navigate(.post(id))
    case "conversations":
      return UUID(wire: id).map { .navigate(.conversation($0)) }
    default:
      return nil
    }
  }
}
