package import FoundationEssentials

/// What happens to a push that arrives in the foreground (reference 3.3).
package enum ForegroundDecision: Hashable, Sendable {
  /// Sound and banner.
  case show
  /// Nothing: its conversation is on screen.
  case suppress
  /// Not a Hub push: left to the app.
  case notHandled
}

/// What is on screen, as far as notifications depend on it (reference 3.5).
package struct ForegroundState: Hashable, Sendable {
  /// The conversation on screen.
  package private(set) var displayedConversation: UUID?

  package init() {}

  /// Notes that a conversation is on screen; true when its notifications have to be cleared.
  ///
  /// The same one again clears nothing.
  package mutating func appeared(_ conversation: UUID) -> Bool {
    defer { displayedConversation = conversation }
    return displayedConversation != conversation
  }

  /// Notes that a conversation left the screen, unless another one has taken its place.
  package mutating func disappeared(_ conversation: UUID) {
    if displayedConversation == conversation { displayedConversation = nil }
  }

  /// How a push is presented; a post is never suppressed, even when it is open.
  package func decision(for subject: PushSubject) -> ForegroundDecision {
    switch subject {
    case .post: .show
    case .conversation(let id): id == displayedConversation ? .suppress : .show
    case .other: .notHandled
    }
  }

  /// Whether a delivered notification belongs to a conversation: by its thread, in any letter
  /// case, or by the conversation that its payload names.
  package static func matches(
    conversation: UUID, threadID: String?, payloadConversation: UUID?
  ) -> Bool {
    threadID?.uppercased() == conversation.uuidString || payloadConversation == conversation
  }
}
