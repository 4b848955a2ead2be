import HubCore
public import Observation

extension Hub {
  /// What the Hub's tab says: how much is unread.
  ///
  /// Observable: a view that reads `newBadge` is told when it changes. On the Hub's thread; only the
  /// streams may be read elsewhere.
  @Observable
  public final class Badge {
    /// The number as text, without a cap; nil when nothing is unread.
    public private(set) var newBadge: String?
    /// Unread posts and unread conversations together.
    public private(set) var count = 0
    @ObservationIgnored private let changes = Broadcast<String?>()

    init() {}

    /// The badge as it is now, and then each time that it is another one.
    ///
    /// A reader who is late gets the newest only. Ends when the Hub is closed.
    public var values: AsyncStream<String?> {
      changes.stream(from: .some(newBadge), keeping: .bufferingNewest(1))
    }

    func set(_ text: String?, count: Int) {
      guard text != newBadge || count != self.count else { return }
      newBadge = text
      self.count = count
      changes.send(text)
    }

    func finish() { changes.finish() }
  }
}

@available(*, unavailable)
extension Hub.Badge: Sendable {}
