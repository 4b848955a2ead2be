package import FoundationEssentials

/// One message of a conversation (reference 1.5).
package struct Reply: Hashable, Sendable {
  /// Who wrote a reply.
  package enum Sender: Hashable, Sendable {
    /// The user of this app.
    case fan
    /// A participant, by id.
    case participant(String)
  }

  /// Where a reply stands on its way to the server.
  ///
  /// What arrives from outside is `confirmed`.
  package enum State: String, Hashable, Sendable {
    case queued, sent, confirmed, failed
  }

  package var id: UUID
  package var conversationID: UUID
  package var sender: Sender
  package var content: [ContentBlock]
  /// The client's id of an outgoing reply, echoed by the server.
  package var externalID: String?
  package var createdAt: Timestamp
  package var state: State

  package init(
    id: UUID, conversationID: UUID, sender: Sender, content: [ContentBlock],
    externalID: String? = nil, createdAt: Timestamp, state: State = .confirmed
  ) {
    self.id = id
    self.conversationID = conversationID
    self.sender = sender
    self.content = content
    self.externalID = externalID
    self.createdAt = createdAt
    self.state = state
  }

  package var isMine: Bool { sender == .fan }

  /// What is shown: the blocks of known types (reference 1.5).
  package var visibleContent: [ContentBlock] {
    content.filter { block in
      if case .unknown = block { false } else { true }
    }
  }

  /// The text blocks, a line break between them.
  package var text: String {
    content.compactMap { block in
      if case .text(let text) = block { text } else { nil }
    }
    .joined(separator: "\n")
  }

  /// The pictures, by URL text.
  package var imageURLs: [String] {
    content.compactMap { block in
      if case .image(let url) = block { url } else { nil }
    }
  }
}

/// A piece of a reply, in the order of the array.
package enum ContentBlock: Hashable, Sendable {
  case text(String)
  /// A picture, by URL text.
  case image(String)
  /// A type that this version does not know: its JSON is kept as text and never shown.
  case unknown(json: String)
}
