package import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// Something that the user did (reference 6).
package enum AgentEvent: Hashable, Sendable {
  package enum Source: String, Hashable, Sendable {
    case pushNotification, notificationCenter, influencedOpen
  }

  case postOpened(UUID)
  case postLinkClicked(UUID, link: String)
  case conversationOpened(UUID)
  case notificationOpened(id: String, campaignID: String, source: Source)

  /// The name on the wire.
  package var name: String {
    switch self {
    case .postOpened: "Post Opened"
    case .postLinkClicked: "Post Link Clicked"
    case .conversationOpened: "Conversation Opened"
    case .notificationOpened: "Notification Opened"
    }
  }

  /// The attributes on the wire, as a JSON object.
  package var attributes: String {
    switch self {
    case .postOpened(let id): Self.json(["postID": id.uuidString])
    case .postLinkClicked(let id, let link): Self.json(["link": link, "postID": id.uuidString])
    case .conversationOpened(let id): Self.json(["conversationID": id.uuidString])
    case .notificationOpened(let id, let campaignID, let source):
      Self.json(
        NotificationAttributes(
          notification: .init(campaignID: campaignID, id: id), source: source.rawValue))
    }
  }

  private struct NotificationAttributes: Encodable {
    struct Notification: Encodable {
      var campaignID: String
      var id: String
    }

    var notification: Notification
    var source: String
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// Keeps events on disk and sends them in batches (reference 6); off unless the app file turns it
/// on.
final class EventQueue {
  private let context: AgentContext
  private var timer: AgentTimer?
  private var ticket: EngageTicket?
  private var failures = 0

  init(_ context: AgentContext) {
    self.context = context
  }

  private var isOn: Bool { context.settings.sendsEvents }

  /// Goes on with what the last run left.
  func start() {
    if isOn { schedule() }
  }

  func stop() {
    context.cancel(timer)
    timer = nil
    if let ticket { context.service.cancel(ticket) }
    ticket = nil
  }

  /// Puts an event on disk.
  func record(_ event: AgentEvent) {
    guard isOn else { return }
    let stored = StoredEvent(
      id: context.newID(), name: event.name, attributes: event.attributes, createdAt: context.now)
    _ = try? context.withStore { store throws(StoreError) in try store.appendEvent(stored) }
    schedule()
  }

  private var count: Int {
    context.read(0) { store throws(StoreError) in try store.eventCount() }
  }

  /// Sends a full batch at once and fewer later; after a failure all of it waits.
  private func schedule() {
    guard ticket == nil else { return }
    let count = count
    guard count > 0 else { return }
    if failures == 0, count >= AgentLimits.eventsAtOnce { return send() }
    guard timer == nil else { return }
    var wait = AgentLimits.eventsWait
    if failures > 0 {
      wait = max(wait, Backoff.wait(failures: failures, chance: context.seams.random.next()))
    }
    arm(wait)
  }

  private func arm(_ milliseconds: Int64) {
    context.cancel(timer)
    timer = context.later(milliseconds) { [weak self] in
      self?.timer = nil
      self?.send()
    }
  }

  private func send() {
    context.cancel(timer)
    timer = nil
    let batch = context.read([]) { store throws(StoreError) in
      try store.events(limit: AgentLimits.eventsPerCall)
    }
    guard !batch.isEmpty else { return }
    guard !context.isEnded else { return }
    ticket = context.service.send(events: batch) { [weak self] answer in
      guard let self else { return }
      self.ticket = nil
      self.take(answer, batch.map(\.id))
    }
  }

  private func take(_ answer: ServiceAnswer<Void>, _ ids: [UUID]) {
    if case .problem(let problem) = answer {
      if problem.isRetryable {
        failures += 1
        let wait = Backoff.wait(failures: failures, chance: context.seams.random.next())
        let asked = min(problem.retryAfter ?? 0, AgentLimits.longestRetryAfter)
        return arm(max(wait, asked, AgentLimits.eventsWait))
      }
      context.log(
        .warning, "\(ids.count) events were refused and are dropped: \(problem.message)")
    }
    failures = 0
    guard
      (try? context.withStore { store throws(StoreError) in try store.removeEvents(ids) }) != nil
    else { return arm(AgentLimits.eventsWait) }
    schedule()
  }
}
