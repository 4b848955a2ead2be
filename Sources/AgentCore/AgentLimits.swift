/// The numbers of the agent, in milliseconds where nothing else is said.
package enum AgentLimits {
  // MARK: Syncs

  /// Between two looks at conversations while the list is shown (reference 2.6).
  package static let listPoll: Int64 = 10_000
  /// Between two looks at a conversation while it is shown (reference 2.6).
  package static let conversationPoll: Int64 = 5_000
  /// Between two looks at posts while there is no stream of pushes.
  package static let postsPoll: Int64 = 60_000
  /// The first wait after a failure; it doubles with each further one.
  package static let firstBackoff: Int64 = 2_000
  /// The longest wait after failures.
  package static let longestBackoff: Int64 = 300_000
  /// The first wait after a sync that a second reset in a row overtook; it doubles with each further one.
  package static let resetBackoff: Int64 = 60_000
  /// The longest `Retry-After` that is honoured.
  package static let longestRetryAfter: Int64 = 3_600_000
  /// Most pages of one walk through a stream: a million posts at fifty a page.
  package static let mostPages = 20_000
  /// Pages in a row that bring nothing new before a walk is given up.
  package static let mostIdlePages = 10
  /// Posts of one group of pages that are stored together.
  package static let groupRows = 4_000
  /// Posts of a group from which on the store takes more memory for storing them.
  package static let bulkRows = 1_000
  /// The longest that a group waits for further pages.
  package static let groupTime: Int64 = 500
  /// Least time between two announcements of progress.
  package static let progressInterval: Int64 = 200
  /// How long a reset waits for the notifications to be cleared.
  package static let clearingWait: Int64 = 5_000

  // MARK: Outbox (reference 2.11)

  /// How long after a reply was written it is tried.
  package static let outboxWindow: Int64 = 120_000
  /// The longest wait between two attempts.
  package static let longestReplyBackoff: Int64 = 30_000
  /// Attempts that fill the window when each fails at once; the clock may say otherwise when it was
  /// set back.
  package static let mostAttempts = 8
  /// Replies of different conversations that are sent at the same time.
  package static let mostSends = 4
  /// The wait after the store refused to note what became of a reply.
  package static let outboxPause: Int64 = 30_000

  // MARK: Stream of pushes

  /// Silence after which the connection counts as dead.
  package static let streamSilence: Int64 = 300_000
  /// How long a stream must have lasted to count as one, so that the waits begin anew.
  package static let streamSteady: Int64 = 20_000
  /// Most events and most bytes of the stream in `streamWindow`; a server that sends more is cut
  /// off and asked again later, behind the last event that was stored.
  package static let mostEvents = 1_000
  package static let mostStreamBytes = 64 << 20
  package static let streamWindow: Int64 = 60_000
  /// When a server without a stream is asked again.
  package static let streamRecheck: Int64 = 3_600_000
  /// Time without a stream after which its return starts a full sync: the server may not
  /// remember that far back.
  package static let streamGap: Int64 = 300_000

  // MARK: Pages of posts

  /// Most pages that one round fetches ahead.
  package static let prefetchCount = 20
  /// Longest address of a page in bytes; servers have 8 KiB of room for the line it stands in.
  package static let bodyURLBytes = 8_000
  /// Most bytes of one page.
  package static let bodyBytes = 2 << 20
  /// Most bytes that one round fetches ahead.
  package static let prefetchBytes = 16 << 20
  /// The longest that one round takes.
  package static let prefetchTime: Int64 = 60_000
  /// The longest that one page takes.
  package static let bodyTimeout: Int64 = 20_000
  /// Pages that are fetched at the same time.
  package static let mostBodies = 2
  /// How long a page is not asked for again after it was found current.
  package static let bodyFreshness: Int64 = 60_000
  /// How long a page that could not be fetched is not fetched ahead again.
  package static let bodyRefusal: Int64 = 3_600_000

  // MARK: Events (reference 6)

  /// Waiting events that are sent at once.
  package static let eventsAtOnce = 20
  /// The longest that fewer events wait.
  package static let eventsWait: Int64 = 30_000
  /// Most events of one call.
  package static let eventsPerCall = 100
  /// How long after a notification opening the app counts as its doing, this included (reference
  /// 3.6).
  package static let influenceTime: Int64 = 120_000
}

/// The wait after a number of failures: doubled with each, between half and one and a half of it
/// by chance, so that many clients do not come back at the same moment.
enum Backoff {
  static func wait(
    failures: Int, chance: UInt64, first: Int64 = AgentLimits.firstBackoff,
    longest: Int64 = AgentLimits.longestBackoff
  ) -> Int64 {
    let doublings = min(max(failures, 1) - 1, 20)
    let full = min(first << Int64(doublings), longest)
    return full / 2 + Int64(chance % UInt64(full + 1))
  }

  /// The wait between two attempts at a reply, which is exact (reference 2.11).
  static func reply(retryCount: Int) -> Int64 {
    min(1000 << Int64(min(max(retryCount, 1), 5)), AgentLimits.longestReplyBackoff)
  }
}
