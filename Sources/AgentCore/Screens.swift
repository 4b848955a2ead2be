package import FoundationEssentials

/// The number of a host, unique among those of one agent.
package struct AgentHost: Hashable, Sendable {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }
}

/// A screen that a host shows, as far as it makes the agent do something (reference 2.6).
package enum AgentScreen: Hashable, Sendable {
  /// The Hub's root.
  case hub
  /// The list of posts and conversations.
  case list
  case conversation(UUID)
}

/// Which screens are shown by whom, and the polls that go with them.
final class Screens {
  private let context: AgentContext
  private let syncs: SyncCoordinator
  private var shown: [AgentScreen: Set<AgentHost>] = [:]
  /// The conversation that a host shows, from its appearing to its disappearing (reference 3.5).
  private var displayed: [AgentHost: UUID] = [:]
  private var pollers: [AgentScreen: Poller] = [:]

  init(_ context: AgentContext, _ syncs: SyncCoordinator) {
    self.context = context
    self.syncs = syncs
  }

  /// Whether a host shows a conversation, so that its notifications are suppressed.
  func displays(_ conversation: UUID) -> Bool {
    displayed.values.contains(conversation)
  }

  func show(_ screen: AgentScreen, on host: AgentHost) {
    shown[screen, default: []].insert(host)
    if case .conversation(let id) = screen { display(id, on: host) }
    begin(screen)
  }

  func hide(_ screen: AgentScreen, on host: AgentHost) {
    // Another conversation may have appeared before this one disappeared.
    if case .conversation(let id) = screen, displayed[host] == id { displayed[host] = nil }
    shown[screen]?.remove(host)
    end(screen)
  }

  func leave(_ host: AgentHost) {
    displayed[host] = nil
    for screen in shown.keys.filter({ shown[$0]?.contains(host) ?? false }) {
      hide(screen, on: host)
    }
  }

  func stop() {
    for poller in pollers.values { poller.stop() }
    pollers = [:]
    shown = [:]
    displayed = [:]
  }

  private func display(_ conversation: UUID, on host: AgentHost) {
    guard displayed.updateValue(conversation, forKey: host) != conversation else { return }
    context.emit(
      .notification(NotificationDecision(.withdraw, thread: conversation.uuidString)))
  }

  // MARK: - Polls

  private func begin(_ screen: AgentScreen) {
    guard context.settings.hasServer else { return }
    switch screen {
    case .hub: syncs.hubAppeared()
    case .list:
      guard pollers[screen] == nil else { return }
      start(
        screen,
        Poller(context, .conversations, every: AgentLimits.listPoll) { [syncs] then in
          syncs.conversations.runForward(then)
        })
      syncs.conversations.runBackward { _ in }
    case .conversation(let id):
      guard pollers[screen] == nil else { return }
      start(
        screen,
        Poller(context, .replies(id), every: AgentLimits.conversationPoll) { [syncs] then in
          syncs.pollConversation(id, then)
        })
    }
  }

  private func start(_ screen: AgentScreen, _ poller: Poller) {
    pollers[screen] = poller
    poller.start(now: true)
  }

  private func end(_ screen: AgentScreen) {
    guard shown[screen]?.isEmpty ?? true else { return }
    shown[screen] = nil
    pollers.removeValue(forKey: screen)?.stop()
  }
}
