package import HubModel

/// A URL that the router was given, taken apart strictly (RFC 3986, section 3).
package struct RouterLink: Hashable, Sendable {
  /// The two kinds of links that a router knows (reference 4.1).
  package enum Kind: Hashable, Sendable {
    /// An http or https URL of an associated domain.
    case universal
    /// A URL of one of the app's URL schemes.
    case deepLink
  }

  package let kind: Kind
  package let url: AppURL
  /// The host, percent-decoded, letter case as it came; never empty.
  package let host: String

  /// The link that a URL is for an app; nil when it is none of its links or has no host.
  package init?(_ url: AppURL, app: AppDescription) {
    guard let host = url.host else { return nil }
    if url.scheme == "http" || url.scheme == "https" {
      // The domains are lower-cased and the URL's host is compared as it is (reference 4.1).
      guard app.associatedDomains.contains(where: { $0.lowercased() == host }) else { return nil }
      kind = .universal
    } else {
      guard app.urlSchemes.contains(url.scheme) else { return nil }
      kind = .deepLink
    }
    self.url = url
    self.host = host
  }
}
