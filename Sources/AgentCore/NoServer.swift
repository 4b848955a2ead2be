package import FoundationEssentials
package import HubModel
package import HubStore

/// The server of an app that has none: every call fails, for good.
///
/// Its agent takes in pushes that come by another way, and says what becomes of their notifications.
package final class NoServer: EngageService {
  private static let problem = EngageProblem(.status(404), "This app has no server.")

  private let timers: any AgentTimers

  /// Makes one that answers on a later turn.
  package init(timers: any AgentTimers) {
    self.timers = timers
  }

  private func refuse<Value>(_ then: @escaping (ServiceAnswer<Value>) -> Void) -> EngageTicket {
    EngageTicket(number: timers.schedule(after: 0) { then(.problem(Self.problem)) }.number)
  }

  package func cancel(_ ticket: EngageTicket) {
    timers.cancel(AgentTimer(number: ticket.number))
  }

  package func posts(
    cursor: String?, then: @escaping (ServiceAnswer<PostsPage>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func subscriptions(
    then: @escaping (ServiceAnswer<SubscriptionsAnswer>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func participants(
    then: @escaping (ServiceAnswer<ParticipantsAnswer>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func conversations(
    _ place: PagePlace, modifiedSince: Timestamp?,
    then: @escaping (ServiceAnswer<ConversationsPage>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func replies(
    of conversation: UUID, _ place: PagePlace,
    then: @escaping (ServiceAnswer<RepliesPage>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func send(
    _ reply: Reply, then: @escaping (ServiceAnswer<Void>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func markRead(
    _ conversation: UUID, upTo reply: UUID?, then: @escaping (ServiceAnswer<ReadAnswer>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func config(
    then: @escaping (ServiceAnswer<HubConfigAnswer>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func home(then: @escaping (ServiceAnswer<HomeAnswer>) -> Void) -> EngageTicket {
    refuse(then)
  }

  package func send(
    events: [StoredEvent], then: @escaping (ServiceAnswer<Void>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func body(
    _ request: BodyRequest, then: @escaping (ServiceAnswer<FetchedBody>) -> Void
  ) -> EngageTicket { refuse(then) }

  package func stream(
    lastEventID: String?, signal: @escaping (StreamSignal) -> Void
  ) -> EngageTicket {
    EngageTicket(
      number: timers.schedule(after: 0) { signal(.ended(Self.problem)) }.number)
  }
}

@available(*, unavailable)
extension NoServer: Sendable {}
