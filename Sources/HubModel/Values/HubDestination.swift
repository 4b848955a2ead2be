package import FoundationEssentials

/// Where a deep link leads (reference 4.2).
package enum HubDestination: Hashable, Sendable {
  /// A post by the text of its id, exactly as the link had it; it need not be a UUID.
  case post(String)
  case conversation(UUID)
}

/// One entry of the Hub's navigation stack.
package enum PathEntry: Hashable, Sendable {
  case messages
  case post(String)
  case conversation(UUID)
}

/// The two ways of showing a destination.
package enum Presentation: UInt8, Hashable, Sendable {
  /// Inside the Hub.
  case hub = 0
  /// The modal one, on top of whatever is visible.
  case standalone = 1
}
