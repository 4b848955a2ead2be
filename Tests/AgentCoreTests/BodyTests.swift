import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct BodyTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World(AgentSettings(identity: "me", holdsStream: false))
    world.service.onBody = { _ in
      .value(FetchedBody(bytes: [1, 2, 3], contentType: "text/html", etag: "\"v1\""))
    }
  }

  private func post(_ number: Int, url: String? = nil, isRead: Bool = false) -> Post {
    Post(
      id: UUID(high: 1, low: UInt64(number)), subject: "S", previewText: "P",
      receivedAt: Timestamp(milliseconds: Int64(number) * 1000),
      url: url ?? "https://a.example/\(number)", isRead: isRead)
  }

  private func sync(_ posts: [Post]) {
    service.onPosts = { _ in .value(PostsPage(posts: posts)) }
    world.agent.refresh()
    world.time.run(AgentLimits.prefetchTime * 2)
  }

  @Test func `pages of unread posts are fetched ahead, the newest first, those of the web only`()
    throws
  {
    sync([
      post(1), post(2, isRead: true), post(3, url: "file:///etc/passwd"),
      post(4, url: "HTTP://b.example/"), post(5, url: "javascript:alert(1)"),
    ])
    #expect(service.requests("GET h") == ["GET https://a.example/1"])
    #expect(service.requests("GET H") == ["GET HTTP://b.example/"])
    #expect(service.requests.last == "GET https://a.example/1")
    let id = post(1).id
    #expect(try world.store.body(of: id)?.bytes == [1, 2, 3])
    #expect(try world.store.bodySource(of: id)?.etag == "\"v1\"")
    service.forgetRequests()
    sync([post(1)])
    #expect(service.requests("GET https") == [])
  }

  @Test func `a pushed post's page is fetched ahead, too`() throws {
    try world.agent.receive(push: Payload.post())
    world.time.run(0)
    #expect(service.requests == ["GET https://posts.example.test/p/1"])
  }

  @Test func `at most so many pages are fetched ahead`() throws {
    sync((1...AgentLimits.prefetchCount + 5).map { post($0) })
    #expect(service.requests("GET https").count == AgentLimits.prefetchCount)
  }

  @Test func `at most so many pages are fetched at once`() throws {
    service.onBody = { _ in nil }
    sync((1...5).map { post($0) })
    #expect(service.requests("GET https").count == AgentLimits.mostBodies)
  }

  @Test func `the bytes of a round are limited`() throws {
    let big = [UInt8](repeating: 0, count: AgentLimits.bodyBytes)
    var asked: [Int] = []
    service.onBody = { request in
      asked.append(request.maxBytes)
      return .value(FetchedBody(bytes: big))
    }
    sync((1...AgentLimits.prefetchCount).map { post($0) })
    #expect(asked.allSatisfy { $0 <= AgentLimits.bodyBytes })
    // One more may be on its way when the last byte is spent.
    let most = AgentLimits.prefetchBytes / AgentLimits.bodyBytes
    #expect((most...most + AgentLimits.mostBodies - 1).contains(asked.count))
  }

  @Test func `the time of a round is limited`() throws {
    service.latency = { 20_000 }
    sync((1...AgentLimits.prefetchCount).map { post($0) })
    let rounds = Int(AgentLimits.prefetchTime / 20_000)
    #expect(service.requests("GET https").count == rounds * AgentLimits.mostBodies)
  }

  @Test func `a page that cannot be fetched is left alone for a time`() throws {
    service.onBody = { _ in noConnection() }
    sync([post(1)])
    sync([post(1)])
    #expect(service.requests("GET https").count == 1)
    world.time.run(AgentLimits.bodyRefusal)
    sync([post(1)])
    #expect(service.requests("GET https").count == 2)
  }

  @Test func `nothing is fetched ahead unless that is wanted`() throws {
    world.settings.fetchesAhead = false
    try world.restart()
    sync([post(1)])
    #expect(service.requests("GET https") == [])
  }

  @Test func `the page of an opened post is fetched at once, and asked about when it is old`()
    throws
  {
    try world.store.apply(posts: [postA])
    world.agent.postOpened(Known.pa)
    world.time.run(0)
    #expect(try world.store.body(of: Known.pa)?.bytes == [1, 2, 3])
    world.time.run(AgentLimits.bodyFreshness - 1)
    world.agent.postOpened(Known.pa)
    #expect(service.requests.count == 1)
    world.time.run(1)
    service.onBody = { _ in .notModified }
    world.agent.postOpened(Known.pa)
    world.time.run(0)
    #expect(service.requests.last == "GET https://posts.example.test/p/1 etag=\"v1\"")
    #expect(try world.store.body(of: Known.pa)?.bytes == [1, 2, 3])
    #expect(try world.store.bodySource(of: Known.pa)?.checkedAt == world.time.now)
    world.agent.postOpened(Known.pa)
    #expect(service.requests.count == 2)
  }

  @Test func `offline the stored page stays, and without one the host is told`() throws {
    try world.store.apply(posts: [postA, postB])
    try world.store.saveBody(
      StoredBody(bytes: [9], contentType: nil, fetchedAt: at(9, 0)), of: Known.pa)
    service.onBody = { _ in noConnection() }
    world.agent.postOpened(Known.pa)
    world.agent.postOpened(Known.pb)
    world.time.run(0)
    #expect(try world.store.body(of: Known.pa)?.bytes == [9])
    let failures = world.effects.filter { if case .bodyFailed = $0 { true } else { false } }
    #expect(failures == [.bodyFailed(post: Known.pb, reason: "No connection.")])
  }

  @Test func `a post whose address changed is fetched anew, without the old validators`() throws {
    try world.store.apply(posts: [postA])
    world.agent.postOpened(Known.pa)
    world.time.run(0)
    var moved = postA
    moved.url = "https://b.example/"
    try world.store.apply(posts: [moved])
    world.agent.postOpened(Known.pa)
    #expect(service.requests.last == "GET https://b.example/")
  }

  @Test(arguments: [(0, 1), (1, 0)])
  func `an address that fits into no request is not fetched`(excess: Int, count: Int) throws {
    let start = "https://a.example/"
    let rest = String(repeating: "u", count: AgentLimits.bodyURLBytes - start.utf8.count + excess)
    sync([post(1, url: start + rest)])
    #expect(service.requests("GET https").count == count)
  }

  @Test func `304 to a page that nobody has is told as a failure`() throws {
    try world.store.apply(posts: [postA])
    service.onBody = { _ in .notModified }
    world.agent.postOpened(Known.pa)
    world.time.run(0)
    #expect(
      world.effects.contains {
        if case .bodyFailed(Known.pa, let reason) = $0 { reason.contains("304") } else { false }
      })
  }
}
