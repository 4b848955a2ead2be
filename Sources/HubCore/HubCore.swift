package import HubModel

/// The rules of the Hub: events in, effects out.
///
/// Pure: no file, no clock and no network. The caller carries out the effects in their order.
package struct HubCore: Sendable {
  package let app: AppDescription
  package internal(set) var config: HubConfig
  package internal(set) var badge = HubBadge(unread: 0)
  package internal(set) var foreground = ForegroundState()

  package init(app: AppDescription, config: HubConfig, homeURL: String?) {
    self.app = app
    self.config = config
    _ = homeURL
  }

  /// What follows from an event.
  package mutating func handle(_ event: HubEvent, now: Timestamp) -> [HubEffect] {
    []
  }
}
