import HubModel

/// A token: what proves who we are, and what no text, log or trace may show.
///
/// Printed, described or dumped it is a placeholder; the text comes out by `revealed` only.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  static let placeholder = "(secret)"

  /// The token itself: printable ASCII without blanks, so that it can stand in a header field.
  package let revealed: String

  /// The token in a text; nil when it is empty, too long, or could not stand in a header field.
  package init?(_ text: String) {
    guard WireLimits.isToken(text) else { return nil }
    revealed = text
  }

  package var description: String { Self.placeholder }
  package var debugDescription: String { Self.placeholder }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
