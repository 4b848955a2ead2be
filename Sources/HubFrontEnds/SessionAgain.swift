import HubCore
import HubModel

/// What follows when another front end takes the place of one that is gone.
extension HubSession {
  /// Forgets what a front end had registered that is gone.
  package func forgetFrontEnd() {
    frontEnd = nil
    registrations = 0
    hasWake = false
  }

  /// Shows a new front end what the last one had on screen.
  ///
  /// - Parameter lost: the call in the middle of which the last one ended; an alert is told in words,
  ///   since nothing else would bring it back.
  package func showAgain(lost: RunnerCall?) {
    if let lost, lost.method == .alert {
      let texts = lost.arguments.compactMap { argument in
        if case .text(let text) = argument { text } else { nil }
      }
      settings.tell(texts.dropFirst().joined(separator: ": "))
    }
    send(.closed(.alert))
    switch core.root {
    case .nothing: break
    case .tab(let tag): carryOut(.showTab(tag))
    case .hub:
      // Told that it went off the screen, the core looks up again what lay on the list.
      send(.hubHidden)
      carryOut(.showHub(tab: AppDescription.hubTag, badge: core.badge.text, path: core.path))
    }
    for standalone in core.standalones {
      switch standalone.destination {
      case .post(let id): presentAgain(post: id)
      case .conversation(let id): carryOut(.presentConversation(id, .standalone))
      }
    }
    idleCheck()
  }
}
