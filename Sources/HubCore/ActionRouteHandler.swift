package import HubModel

/// A link `<scheme>://action/<front end>/<name>?argument=value`, taken apart.
package struct ActionLink: Hashable, Sendable {
  /// The name of the front end that it is for.
  package var frontEnd: String
  /// The name of the action.
  package var name: String
  /// The values, percent-decoded, in their order; nil when the query cannot be read.
  package var bindings: [ActionBinding]?

  package init(frontEnd: String, name: String, bindings: [ActionBinding]?) {
    self.frontEnd = frontEnd
    self.name = name
    self.bindings = bindings
  }
}

/// Knows the links to actions of a front end.
///
/// That a link is recognised says nothing about whether the front end has the action.
package struct ActionRouteHandler: RouteHandler {
  package init() {}

  package func destination(for link: RouterLink) -> RouteAction? {
    guard link.kind == .deepLink, link.host.lowercased() == "action" else { return nil }
    let parts = link.url.pathParts
    guard parts.count == 2 else { return nil }
    return .action(
      ActionLink(
        frontEnd: parts[0], name: parts[1], bindings: Self.bindings(link.url.query ?? "")))
  }

  /// The values of a query (RFC 3986, section 3.4): `name=value`, separated by `&`; a plus is a plus.
  ///
  /// Nil when a percent sign encodes nothing, the result is no UTF-8, or a name is empty.
  private static func bindings(_ query: String) -> [ActionBinding]? {
    var bindings: [ActionBinding] = []
    for piece in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = piece.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decode(parts[0]), !name.isEmpty,
        let value = parts.count > 1 ? PercentCoding.decode(parts[1]) : ""
      else { return nil }
      bindings.append(ActionBinding(name, value))
    }
    return bindings
  }
}
