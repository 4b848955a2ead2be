import FoundationEssentials
import HubCore
import HubModel
import Testing

/// Part A of the cases: what the router answers and what follows at once.
@Suite struct RouterCaseTests {
  private func stage(_ config: HubConfig) -> Stage {
    var stage = Stage(config)
    stage.posts[.pa] = "https://posts.example.test/p/1"
    stage.conversations = [.ca]
    stage.send(.launch(url: nil))
    return stage
  }

  /// What the app's handler says to a link.
  private func isHandled(_ link: String, _ config: HubConfig = .hubPlus) -> Bool {
    var core = stage(config).core
    return core.open(link, from: .outside, now: Stage.start).handled
  }

  @Test(arguments: [HubConfig.hubMinus, .hubX])
  func `cases 1 and 5: without a usable Hub a post is standalone and nothing is opened`(
    config: HubConfig
  ) {
    var stage = stage(config)
    let effects = stage.follow(.linkPA)
    #expect(effects.openings == ["\(String.linkPA) router"])
    #expect(effects.presentations == [.presentPost(.pa, .standalone)])
    #expect(effects.paths.isEmpty)
    #expect(effects.contains(.lookUpPost(UUID.pa.lower, .standalone)))
  }

  @Test func `case 2: with a Hub the deep link is opened once and no modal comes`() {
    var stage = stage(.hubPlus)
    let effects = stage.follow(.linkPA)
    #expect(effects.openings == ["\(String.linkPA) router", "demo://hub app"])
    #expect(stage.core.path == [.post(UUID.pa.lower)])
    #expect(effects.presentations == [.presentPost(.pa, .hub)])
  }

  @Test func `case 4: without a Hub deep link a conversation is standalone`() {
    var stage = stage(.hubMinus)
    #expect(stage.follow(.linkCA).presentations == [.presentConversation(.ca, .standalone)])
  }

  @Test func `case 7: the case of a conversation's id does not matter`() {
    var stage = stage(.hubPlus)
    let effects = stage.follow("rv-demo://conversations/\(UUID.ca.uuidString)")
    #expect(stage.core.path == [.conversation(.ca)])
    #expect(effects.presentations == [.presentConversation(.ca, .hub)])
  }

  @Test(arguments: [
    "rv-demo://conversations/not-a-uuid", "rv-demo://posts", "rv-demo://posts/",
    "rv-demo://posts?id=PA", "RV-DEMO://posts/PA", "rv-demo:///posts/PA", "rv-demo:posts/PA",
    "rv-demo://", "https://demo.rover.example/posts/PA",
    "https://demo.rover.example/conversations/\(UUID.ca)", "https://other.example/posts/PA",
    "rv-other://posts/PA",
  ])
  func `cases 8, 10, 11, 13, 17, 19, 20 and 22: somebody else's link does nothing`(link: String) {
    #expect(!isHandled(link))
    var stage = stage(.hubPlus)
    let effects = stage.follow(link)
    #expect(effects.openings == ["\(link) refused"])
    #expect(effects.count == 1)
    #expect(stage.core.path.isEmpty)
  }

  @Test(arguments: ["rv-demo://POSTS/PA", "rv-demo://Conversations/\(UUID.ca)"])
  func `case 14: the case of the host does not matter`(link: String) {
    #expect(isHandled(link))
  }

  @Test func `case 16: empty parts of the path are passed over`() {
    var stage = stage(.hubPlus)
    stage.follow("rv-demo://posts//\(UUID.pa.lower)/")
    #expect(stage.core.path == [.post(UUID.pa.lower)])
  }

  @Test func `a link of the app selects the tab of its route`() {
    var stage = stage(.hubMinus)
    #expect(
      stage.follow("demo://home") == [
        .opened(url: "demo://home", by: .app, reason: nil), .showTab("home"),
      ])
    #expect(stage.follow("demo://hub").openings == ["demo://hub app"])
    #expect(stage.core.root == .hub(isShown: true))
    #expect(!isHandled("demo://unknown"))
    #expect(isHandled("demo://home"))
  }

  @Test(arguments: ["https://a.example/x", "HTTP://a.example/x", "mailto:a@b.example"])
  func `what the app itself opens goes to the system`(url: String) {
    var stage = stage(.hubPlus)
    let expected: [HubEffect] = [.opened(url: url, by: .system, reason: nil), .openInSystem(url)]
    #expect(stage.send(.openRequested(url)) == expected)
    #expect(stage.send(.urlDelivered(url)) == expected)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://x/y", "javascript:alert(1)", "data:text/html,x", "-x", "--help",
    "tel:123", "https://a\u{7}b", "about:blank",
  ])
  func `everything else is refused with a reason`(url: String) {
    var stage = stage(.hubPlus)
    for event in [HubEvent.link(url), .openRequested(url), .urlDelivered(url)] {
      let effects = stage.send(event)
      guard case .opened(url, .refused, let reason) = effects.first else {
        Issue.record("\(url) gave \(effects)")
        continue
      }
      #expect(reason?.isEmpty == false)
      #expect(effects.count == 1)
    }
  }
}
