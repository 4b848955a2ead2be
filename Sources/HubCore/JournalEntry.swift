package import HubModel

/// A handoff on its way, as the store keeps it until the Hub takes it (reference 4.4).
package struct JournalEntry: Hashable, Sendable {
  /// Longest text that is read, in bytes: an id as long as the longest link, escaped, and the rest.
  package static let maximumTextLength = 64 * 1024

  /// Where the link leads.
  package var destination: HubDestination
  /// When the link arrived.
  package var recordedAt: Timestamp
  /// The Hub deep link that was opened for it.
  package var deepLink: String
  /// The path that the Hub gets, decided when the link arrived; the destination comes last
  /// (reference 4.5).
  package var path: [PathEntry]

  package init(
    destination: HubDestination, recordedAt: Timestamp, deepLink: String, path: [PathEntry]
  ) {
    self.destination = destination
    self.recordedAt = recordedAt
    self.deepLink = deepLink
    self.path = path
  }
}
