import HubFrontEndKit

/// The conversations that are shown, with what was told of them last.
struct ShownConversations {
  struct Shown {
    var record: ConversationRecord
    /// The newest replies, oldest first.
    var replies: [ReplyRecord]
  }

  private var hub: Shown?
  /// One for each standalone presentation; nil for a post.
  private var standalones: [Shown?] = []

  /// Notes what is shown now; nil is a post.
  mutating func show(_ shown: Shown?, _ presentation: Presentation) {
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
    for index in standalones.indices {
      guard var shown = standalones[index] else { continue }
      look(&shown, .standalone)
      standalones[index] = shown
    }
  }
}
