import FoundationEssentials
package import HubModel

/// What lies at the bottom of the screen.
package enum HubRoot: Hashable, Sendable {
  /// Nothing yet.
  case nothing
  /// A tab of the app, by tag.
  case tab(String)
  /// The Hub; it is asked for before the front end says that it is on screen.
  case hub(isShown: Bool)
}

/// How far a destination's screen has come.
enum ScreenState: Hashable, Sendable {
  /// Not on screen and not asked for.
  case idle
  case lookingUp
  case shown
  /// Not found; an alert says so.
  case missing
}

/// A destination shown on top of whatever is visible.
package struct Standalone: Hashable, Sendable {
  /// Told apart by this number, since one destination can be there twice.
  let id: Int
  package let destination: HubDestination
  var state = ScreenState.lookingUp
  /// Its row is gone: it closes as soon as it is on top.
  var isGone = false

  init(id: Int, destination: HubDestination) {
    self.id = id
    self.destination = destination
  }
}

/// The alert on screen.
struct OpenAlert: Hashable, Sendable {
  /// The screen that goes when the alert is closed.
  enum Owner: Hashable, Sendable {
    case hub
    case standalone(Int)
    case nobody
  }

  let owner: Owner
}
