import HubCore
import HubFrontEnds
import HubText

extension Hub {
  /// A link that one of your route handlers is asked about.
  public struct Link: Hashable, Sendable {
    /// The URL as it came.
    public let url: String
    /// Whether it is an http or https URL of an associated domain; else it has one of the app's
    /// `urlSchemes`.
    public let isUniversal: Bool
    /// The host, percent-decoded, letter case as it came; never empty.
    public let host: String
    /// The parts of the path between the slashes, percent-decoded, without empty ones.
    public let path: [String]
    /// What stands between `?` and `#`, as it came; nil when there is no `?`.
    public let query: String?
  }

  /// Recognises links: asked first by the app's URL handler.
  public final class Router {
    /// Knows some links: gives what is to be done for one, or nil when it is not this handler's.
    public typealias RouteHandler = (Link) -> (() -> Void)?

    private let engine: Engine
    private var handlers: [RouteHandler] = []

    init(_ engine: Engine) {
      self.engine = engine
    }

    /// Asks the handlers for a URL; the first that knows it wins, and the rest are not asked.
    ///
    /// What is to be done for the link is done later, on a turn of the loop: true says that the link
    /// was recognised, not that its content exists.
    public func handle(_ url: String) -> Bool {
      engine.enter {
        guard engine.isOpen, let checked = AppURL(url) else { return false }
        if engine.session.core.router.action(for: checked) != nil {
          engine.route(url) {}
          return true
        }
        guard let link = RouterLink(checked, app: engine.session.settings.app) else { return false }
        let asked = Link(
          url: url, isUniversal: link.kind == .universal, host: link.host, path: checked.pathParts,
          query: checked.query)
        for handler in handlers {
          guard let action = handler(asked) else { continue }
          engine.route(url, action)
          return true
        }
        return false
      }
    }

    /// Adds a handler of the app's own, behind the Hub's and those added before.
    public func register(_ handler: @escaping RouteHandler) {
      engine.enter { handlers.append(handler) }
    }

    func forget() { handlers = [] }
  }
}

@available(*, unavailable)
extension Hub.Router: Sendable {}
