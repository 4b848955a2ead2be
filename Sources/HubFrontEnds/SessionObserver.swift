package import HubCore

/// Whoever wants to know what goes on in a session besides the front end: the app around it.
///
/// Both are called on the main thread, in the middle of the work; what they ask the session for waits
/// until that is done.
package protocol SessionObserver: AnyObject {
  /// The core asks for this; it is done next.
  func session(does effect: HubEffect)
  /// These rows have moved; the front end is told next.
  func session(moved: MovedRows)
}
