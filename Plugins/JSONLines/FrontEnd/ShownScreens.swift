import HubFrontEndKit

/// The posts and conversations that are shown, with what was told of them last.
struct ShownScreens {
  enum Shown {
    /// A post, and a hash of its body; nil: there was none.
    case post(Item, body: Int?)
    /// A conversation, and its newest replies, oldest first.
    case conversation(ConversationRecord, [ReplyRecord])
  }

  private var hub: Shown?
  private var standalones: [Shown] = []

  /// Notes what is shown now.
  mutating func show(_ shown: Shown, _ presentation: Presentation) {
    switch presentation {
    case .hub: hub = shown
    case .standalone: standalones.append(shown)
    }
  }

  /// Notes what was taken away.
  mutating func dismiss(_ what: Dismissal) {
    switch what {
    case .post, .conversation: hub = nil
    case .standalone: _ = standalones.popLast()
    case .alert: break
    }
  }

  /// Lets each one that is shown be looked at.
  mutating func update(_ look: (inout Shown, Presentation) -> Void) {
    if var shown = hub {
      look(&shown, .hub)
      hub = shown
    }
    for index in standalones.indices { look(&standalones[index], .standalone) }
  }
}
