import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// Fetches the pages of posts: that of an opened post at once, those of unread ones ahead within a
/// budget.
final class BodyFetcher {
  private struct Round {
    var left: [BodyCandidate]
    var bytes: Int
    /// In monotonic milliseconds.
    var deadline: Int64
  }

  private let context: AgentContext
  private var running: [UUID: EngageTicket] = [:]
  private var round: Round?
  /// Pages that are not fetched ahead until then, in monotonic milliseconds.
  private var refused: [UUID: Int64] = [:]
  /// Posts whose page somebody waits for.
  private var wanted: Set<UUID> = []

  init(_ context: AgentContext) {
    self.context = context
  }

  /// Ends all transfers and the round.
  func reset() {
    let tickets = running.values
    running = [:]
    round = nil
    refused = [:]
    wanted = []
    for ticket in tickets { context.service.cancel(ticket) }
  }

  /// Fetches pages of unread posts, unless that is being done already.
  func fetchAhead() {
    guard context.settings.fetchesAhead, context.settings.hasServer, round == nil else { return }
    let found = context.read([]) { store throws(StoreError) in
      try store.bodyCandidates(looking: AgentLimits.prefetchCount)
    }
    refused = refused.filter { $0.value > context.monotonic }
    let left = found.filter { refused[$0.post] == nil && Self.isWeb($0.url) }
    guard !left.isEmpty else { return }
    round = Round(
      left: left, bytes: AgentLimits.prefetchBytes,
      deadline: context.monotonic + AgentLimits.prefetchTime)
    goOn()
  }

  /// Fetches the page of a post that is opened, unless the stored one was found current just now.
  ///
  /// What is stored is shown meanwhile, and stays when nothing comes.
  func open(_ post: UUID) {
    wanted.insert(post)
    guard running[post] == nil else { return }
    let (url, source) = context.read((nil, nil)) { store throws(StoreError) in
      (try store.post(post)?.url, try store.bodySource(of: post))
    }
    guard let url, Self.isWeb(url) else {
      wanted.remove(post)
      return
    }
    if let source, source.url == url {
      let age = context.now.milliseconds - source.checkedAt.milliseconds
      if 0..<AgentLimits.bodyFreshness ~= age {
        wanted.remove(post)
        return
      }
    }
    fetch(post, url, source, bytes: AgentLimits.bodyBytes)
  }

  /// Whether an address is one of the web, and fits into a request; no other is ever fetched.
  static func isWeb(_ url: String) -> Bool {
    guard url.utf8.count <= AgentLimits.bodyURLBytes else { return false }
    let lowered = url.prefix(8).lowercased()
    return lowered.hasPrefix("http://") || lowered.hasPrefix("https://")
  }

  // MARK: - Ahead

  private func goOn() {
    while running.count < AgentLimits.mostBodies, var round {
      guard context.monotonic < round.deadline, round.bytes > 0, !round.left.isEmpty else {
        self.round = nil
        return
      }
      let next = round.left.removeFirst()
      self.round = round
      guard running[next.post] == nil else { continue }
      fetch(next.post, next.url, nil, bytes: min(AgentLimits.bodyBytes, round.bytes))
    }
  }

  // MARK: - One page

  private func fetch(_ post: UUID, _ url: String, _ source: BodySource?, bytes: Int) {
    let known = source?.url == url ? source : nil
    let request = BodyRequest(
      url: url, etag: known?.etag, lastModified: known?.lastModified, maxBytes: bytes,
      timeoutMilliseconds: Int(AgentLimits.bodyTimeout))
    running[post] = context.service.body(request) { [weak self] answer in
      guard let self, self.running.removeValue(forKey: post) != nil else { return }
      self.take(answer, post, url, known)
      self.wanted.remove(post)
      self.goOn()
    }
  }

  private func take(
    _ answer: ServiceAnswer<FetchedBody>, _ post: UUID, _ url: String, _ known: BodySource?
  ) {
    let now = context.now
    switch answer {
    case .value(let body):
      round?.bytes -= body.bytes.count
      save(
        StoredBody(bytes: body.bytes, contentType: body.contentType, fetchedAt: now), post,
        BodySource(
          url: url, etag: body.etag, lastModified: body.lastModified, checkedAt: now))
    case .notModified:
      guard var known else {
        refused[post] = context.monotonic + AgentLimits.bodyRefusal
        return fail(
          post, EngageProblem(.status(304), "The page's server answered 304 without a page."))
      }
      known.checkedAt = now
      _ = try? context.withStore { store throws(StoreError) in
        try store.saveBodySource(known, of: post)
      }
    case .problem(let problem):
      refused[post] = context.monotonic + AgentLimits.bodyRefusal
      fail(post, problem)
    }
  }

  private func save(_ body: StoredBody, _ post: UUID, _ source: BodySource) {
    _ = try? context.withStore { store throws(StoreError) in
      try store.saveBody(body, of: post, from: source)
    }
    context.announce()
  }

  private func fail(_ post: UUID, _ problem: EngageProblem) {
    context.log(.info, "The page of a post was not fetched: \(problem.message)")
    guard wanted.contains(post) else { return }
    let isStored = context.read(true) { store throws(StoreError) in
      try store.body(of: post) != nil
    }
    if !isStored { context.emit(.bodyFailed(post: post, reason: problem.message)) }
  }
}
