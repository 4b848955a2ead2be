import FoundationEssentials
package import HubModel

/// The user's token, which the app hands in and renews (reference 2.1).
package struct BearerToken: Hashable, Sendable {
  package let secret: Secret
  /// When a JSON Web Token ends; nil when the token is none, or does not say.
  package let expiry: Timestamp?

  package init(_ secret: Secret) {
    self.secret = secret
    expiry = Self.expiry(of: secret.revealed)
  }

  /// Whether it ends so soon that a new one is asked for before a call.
  ///
  /// A token whose end cannot be read is used as it is.
  package func needsRenewal(at now: Timestamp) -> Bool {
    guard let expiry else { return false }
    return expiry < now.advanced(bySeconds: EngageLimits.tokenMarginSeconds)
  }

  /// The claim that is looked at (RFC 7519, 4.1.4): seconds since 1970, a fraction allowed.
  private struct Claims: Decodable {
    let exp: Double
  }

  private static func expiry(of token: String) -> Timestamp? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = decoded(parts[1]),
      let claims = try? JSONDecoder().decode(Claims.self, from: payload),
      let milliseconds = Int64(exactly: (claims.exp * 1_000).rounded(.down))
    else { return nil }
    return Timestamp(milliseconds: milliseconds)
  }

  /// Base64url (RFC 4648, 5), its padding there or left out.
  private static func decoded(_ text: Substring) -> Data? {
    var base64 = String(text).replacing("-", with: "+").replacing("_", with: "/")
    if !base64.hasSuffix("=") { base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4) }
    return Data(base64Encoded: base64)
  }
}
