package import HubModel

/// The Hub's navigation path and what decides it (reference 4.5).
package struct HubCoordinator: Hashable, Sendable {
  package private(set) var path: [PathEntry] = []
  /// Goes up with each navigation and each changed configuration; the home experience then goes
  /// back to its own root.
  package private(set) var resetCounter = 0
  package private(set) var config: HubConfig
  package var homeURL: String?

  package init(config: HubConfig, homeURL: String?) {
    self.config = config
    self.homeURL = homeURL
  }

  /// Whether the messages list lies on the home experience, below every destination.
  private var isMessagesFirst: Bool {
    config.isHomeEnabled && homeURL != nil && config.isInboxEnabled
  }

  /// The destination on top of the path.
  package var top: HubDestination? { path.last?.destination }

  /// Whether the Hub has anything to show at its root.
  package var hasRoot: Bool { config.isInboxEnabled || config.isHomeEnabled }

  /// The path that leads to a destination from the Hub's root.
  package func path(to destination: HubDestination) -> [PathEntry] {
    (isMessagesFirst ? [.messages] : []) + [destination.pathEntry]
  }

  /// Replaces the path by the one to a destination, as every handoff does.
  package mutating func navigate(to destination: HubDestination) {
    path = path(to: destination)
    resetCounter += 1
  }

  /// Opens what the user chose in the messages list.
  package mutating func select(_ destination: HubDestination) {
    path = path(to: destination)
  }

  /// Puts a path back that was decided earlier.
  package mutating func restore(_ path: [PathEntry]) {
    self.path = path
  }

  /// Takes the topmost entry away and returns it.
  package mutating func pop() -> PathEntry? {
    path.popLast()
  }

  /// Takes a configuration over; false when it is equal to the present one.
  ///
  /// A change empties the path only when it takes the inbox away: what the user was just brought
  /// to survives every other one (fault O5 of reference 9.1).
  package mutating func adopt(_ config: HubConfig) -> Bool {
    guard config != self.config else { return false }
    if self.config.isInboxEnabled, !config.isInboxEnabled { path = [] }
    self.config = config
    resetCounter += 1
    return true
  }
}

extension HubDestination {
  /// The destination as an entry of the path.
  package var pathEntry: PathEntry {
    switch self {
    case .post(let id): .post(id)
    case .conversation(let id): .conversation(id)
    }
  }
}

extension PathEntry {
  /// The entry as a destination; nil for the messages list.
  package var destination: HubDestination? {
    switch self {
    case .messages: nil
    case .post(let id): .post(id)
    case .conversation(let id): .conversation(id)
    }
  }

  /// The layer that the entry is on the screen.
  package var layer: HubLayer {
    switch self {
    case .messages: .messages
    case .post: .post
    case .conversation: .conversation
    }
  }
}
