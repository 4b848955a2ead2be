import FoundationEssentials

/// The law of incoming replies (reference 1.5).
extension Reply {
  /// Which stored replies an incoming one concerns.
  package struct Match: Hashable, Sendable {
    /// Index of the stored reply that becomes the incoming one; nil when it is new.
    package var row: Int?
    /// Index of a second stored reply with the incoming id, which goes away: the same message
    /// came once without the client's id and once with it.
    package var duplicate: Int?

    package init(row: Int?, duplicate: Int? = nil) {
      self.row = row
      self.duplicate = duplicate
    }
  }

  /// Finds the stored reply by the client's id first, then by the server's.
  package static func match(_ incoming: Reply, in stored: [Reply]) -> Match {
    let byID = stored.firstIndex { $0.id == incoming.id }
    guard let externalID = incoming.externalID,
      let byExternalID = stored.firstIndex(where: {
        $0.externalID == externalID && $0.conversationID == incoming.conversationID
      })
    else { return Match(row: byID) }
    return Match(row: byExternalID, duplicate: byID == byExternalID ? nil : byID)
  }

  /// What is stored of a reply that the server confirmed: its own id and content, and the
  /// client's id no longer.
  package var confirmed: Reply {
    var result = self
    result.state = .confirmed
    result.externalID = nil
    return result
  }

  /// Applies an incoming reply to the stored ones of its conversation.
  package static func upsert(_ incoming: Reply, into stored: inout [Reply]) {
    let match = match(incoming, in: stored)
    if let row = match.row {
      stored[row] = incoming.confirmed
    } else {
      stored.append(incoming.confirmed)
    }
    if let duplicate = match.duplicate { stored.remove(at: duplicate) }
  }
}
