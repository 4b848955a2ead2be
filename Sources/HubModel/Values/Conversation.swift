package import FoundationEssentials

/// A conversation of the inbox (reference 1.3).
package struct Conversation: Hashable, Sendable {
  package var id: UUID
  package var createdAt: Timestamp
  package var updatedAt: Timestamp
  package var lastReplyAt: Timestamp?
  package var lastIncomingReplyAt: Timestamp?
  package var subject: String?
  package var lastReplyPreview: String?
  package var lastIncomingParticipantID: String?
  package var lastReadAt: Timestamp?
  package var lastReadReplyID: UUID?
  /// Participants linked to the conversation; they are only ever added.
  package var participantIDs: Set<String>

  package init(
    id: UUID, createdAt: Timestamp, updatedAt: Timestamp, lastReplyAt: Timestamp? = nil,
    lastIncomingReplyAt: Timestamp? = nil, subject: String? = nil,
    lastReplyPreview: String? = nil, lastIncomingParticipantID: String? = nil,
    lastReadAt: Timestamp? = nil, lastReadReplyID: UUID? = nil, participantIDs: Set<String> = []
  ) {
    self.id = id
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.lastReplyAt = lastReplyAt
    self.lastIncomingReplyAt = lastIncomingReplyAt
    self.subject = subject
    self.lastReplyPreview = lastReplyPreview
    self.lastIncomingParticipantID = lastIncomingParticipantID
    self.lastReadAt = lastReadAt
    self.lastReadReplyID = lastReadReplyID
    self.participantIDs = participantIDs
  }

  /// What orders the conversation in the inbox: its last reply, else its creation (reference 1.7).
  package var activityAt: Timestamp { lastReplyAt ?? createdAt }

  /// Unread exactly when the reference reply is strictly later than the read mark (reference 1.6).
  package var isUnread: Bool {
    guard let reference = lastIncomingReplyAt ?? lastReplyAt else { return false }
    guard let lastReadAt else { return true }
    return reference > lastReadAt
  }

  /// This stored conversation after an incoming copy of it arrived; nothing ever goes back
  /// (reference 1.3).
  ///
  /// Only participants that are linked by the caller's rule are in `incoming`.
  package func merged(with incoming: Conversation) -> Conversation {
    var result = self
    result.createdAt = min(createdAt, incoming.createdAt)
    result.updatedAt = max(updatedAt, incoming.updatedAt)
    result.lastReplyAt = later(lastReplyAt, incoming.lastReplyAt)
    result.lastIncomingReplyAt = later(lastIncomingReplyAt, incoming.lastIncomingReplyAt)
    if incoming.updatedAt > updatedAt {
      result.subject = incoming.subject
      result.lastReplyPreview = incoming.lastReplyPreview
      result.lastIncomingParticipantID = incoming.lastIncomingParticipantID
    }
    if let readAt = incoming.lastReadAt, lastReadAt.map({ readAt > $0 }) ?? true {
      result.lastReadAt = readAt
      result.lastReadReplyID = incoming.lastReadReplyID
    }
    result.participantIDs.formUnion(incoming.participantIDs)
    return result
  }

  private func later(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
    guard let left else { return right }
    guard let right else { return left }
    return max(left, right)
  }
}
