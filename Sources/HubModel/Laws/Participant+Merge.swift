extension Participant {
  /// This stored participant after an incoming copy of it arrived.
  ///
  /// A good value is never replaced by null or blank, which on one of the phones made avatars
  /// flap (reference 1.4); an older copy only fills what is still missing, so that the order of
  /// pushes does not matter.
  package func merged(with incoming: Participant) -> Participant {
    let isOlder = incoming.updatedAt < updatedAt
    let (first, second) = isOlder ? (self, incoming) : (incoming, self)
    var result = self
    result.name = Self.good(first.name, else: second.name)
    result.avatarURL = Self.good(first.avatarURL, else: second.avatarURL)
    result.bio = Self.good(first.bio, else: second.bio)
    result.updatedAt = max(updatedAt, incoming.updatedAt)
    return result
  }

  private static func good(_ first: String?, else second: String?) -> String? {
    if let first, !first.isBlank { return first }
    if let second, !second.isBlank { return second }
    return first ?? second
  }
}

extension String {
  /// Empty or nothing but white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
