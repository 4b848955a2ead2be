package import HubModel

/// What a call came to (reference 2.2 and 2.3).
package enum EngageAnswer: Hashable, Sendable {
  case posts(PostsPage)
  case subscriptions(SubscriptionsAnswer)
  case participants(ParticipantsAnswer)
  case conversations(ConversationsPage)
  case replies(RepliesPage)
  /// The server took a reply: exactly 202.
  case sent
  case read(ReadAnswer)
  case config(HubConfigAnswer)
  case home(HomeAnswer)
  /// The server took the events.
  case delivered
  /// The push stream had begun, and ended in good order.
  case streamEnded
  /// Nothing moved since the time that was sent; E4 only.
  case notModified
  /// The server forgot what it gave us: everything of it is to be dropped; E1 to E7 only.
  case reset
  case failure(EngageFailure)

  /// Reads an outcome as the answer to a call.
  ///
  /// - Parameter now: what a `Retry-After` with a date is counted from.
  package init(_ outcome: HTTPOutcome, to call: EngageCall, now: Timestamp) {
    switch outcome {
    case .failure(let failure): self = .failure(EngageFailure(failure, of: call))
    case .answer(let answer):
      switch answer.status {
      case 304 where call.isConversations: self = .notModified
      case 410 where call.resetsOnGone: self = .reset
      case 200..<300: self = Self.success(answer, call, now)
      default: self = .failure(EngageFailure(answer, of: call, now: now))
      }
    }
  }

  private static func success(_ answer: HTTPAnswer, _ call: EngageCall, _ now: Timestamp)
    -> EngageAnswer
  {
    if case .sendReply = call {
      // Another 2xx does not say that the reply is kept (reference 2.11).
      guard answer.status == 202 else {
        return .failure(EngageFailure(answer, of: call, isRetryable: true, now: now))
      }
      return .sent
    }
    do throws(WireError) {
      return try decoded(answer.body, call)
    } catch {
      return .failure(EngageFailure(error, in: answer, of: call))
    }
  }

  private static func decoded(_ bytes: [UInt8], _ call: EngageCall) throws(WireError)
    -> EngageAnswer
  {
    switch call {
    case .posts: .posts(try PostsPage(decoding: bytes))
    case .subscriptions: .subscriptions(try SubscriptionsAnswer(decoding: bytes))
    case .participants: .participants(try ParticipantsAnswer(decoding: bytes))
    case .conversations: .conversations(try ConversationsPage(decoding: bytes))
    case .replies: .replies(try RepliesPage(decoding: bytes))
    case .markRead: .read(try ReadAnswer(decoding: bytes))
    case .config: .config(try HubConfigAnswer(decoding: bytes))
    case .home: .home(try HomeAnswer(decoding: bytes))
    case .sendReply: .sent
    case .events: .delivered
    case .stream: .streamEnded
    }
  }

  /// What was left out of the answer because it is bad.
  package var skipped: SkipReport {
    switch self {
    case .posts(let page): page.skipped
    case .subscriptions(let answer): answer.skipped
    case .participants(let answer): answer.skipped
    case .conversations(let page): page.skipped
    case .replies(let page): page.skipped
    case .config(let answer): answer.skipped
    case .sent, .read, .home, .delivered, .streamEnded, .notModified, .reset, .failure:
      SkipReport()
    }
  }
}

extension EngageCall {
  fileprivate var isConversations: Bool {
    if case .conversations = self { true } else { false }
  }
}
