import FoundationEssentials
import HubCore
import HubModel
import Testing

/// Part C of the cases, standalones, and the way back.
@Suite struct ScreenTests {
  private static let postAlert = HubEffect.alert(
    code: .postNotFound, title: "Post Not Found",
    message: "The requested post could not be found.")

  private func stage(_ config: HubConfig = .hubPlus, homeURL: String? = nil) -> Stage {
    var stage = Stage(config, homeURL: homeURL)
    stage.posts = [.pa: "https://posts.example.test/p/1", .pb: nil]
    stage.conversations = [.ca, .cb]
    stage.send(.launch(url: nil))
    return stage
  }

  @Test func `cases 41 and 55: a stored post is shown at once and is read then`() {
    var stage = stage()
    let effects = stage.send(.itemSelected(.post, .pa))
    #expect(
      effects == [
        .pathChanged([.post(UUID.pa.uuidString)]), .lookUpPost(UUID.pa.uuidString, .hub),
        .presentPost(.pa, .hub), .markPostRead(.pa), .record(.postOpened(.pa)),
      ])
  }

  @Test(arguments: ["some-post-id", "00000000-0000-4000-8000-000000000000"])
  func `cases 43, 44 and 47: without a network a missing post is alerted at once`(id: String) {
    var stage = stage()
    let effects = stage.follow("rv-demo://posts/\(id)")
    #expect(effects.contains(Self.postAlert))
    #expect(stage.send(.closed(.alert)) == [.pathChanged([])])
    #expect(stage.core.path.isEmpty)
  }

  @Test func `case 46: a post that comes while its alert is up is shown after all`() {
    for config in [HubConfig.hubPlus, .hubMinus] {
      var stage = stage(config)
      stage.posts = [:]
      stage.follow(.linkPA)
      #expect(stage.send(.itemsMoved(posts: [.pb], conversations: [.ca])).isEmpty)
      stage.posts[.pa] = .some(nil)
      let effects = stage.send(.itemsMoved(posts: [.pa], conversations: []))
      let presentation: Presentation = config == .hubPlus ? .hub : .standalone
      #expect(
        effects == [
          .dismiss(.alert), .lookUpPost(UUID.pa.lower, presentation),
          .presentPost(.pa, presentation), .markPostRead(.pa), .record(.postOpened(.pa)),
        ])
    }
  }

  @Test func `case 49: a missing conversation is alerted, and shown when it comes`() {
    var stage = stage()
    stage.conversations = []
    #expect(stage.follow(.linkCA).codes == [.conversationNotFound])
    stage.conversations = [.ca]
    let effects = stage.send(.itemsMoved(posts: [], conversations: [.ca]))
    #expect(effects.presentations == [.presentConversation(.ca, .hub)])
  }

  @Test func `a conversation is marked read once its end was presented`() {
    var stage = stage()
    let effects = stage.follow(.linkCA)
    let shown = effects.firstIndex(of: .presentConversation(.ca, .hub))
    #expect(shown.map { effects[$0 + 1] } == .markConversationRead(.ca))
    stage.conversations = []
    #expect(!stage.follow(.linkCA).contains(.markConversationRead(.ca)))
  }

  @Test func `case 50: a page that is not on the web is alerted, and the post is read`() {
    var stage = stage()
    stage.posts[.pa] = "ftp://x/y"
    let effects = stage.send(.itemSelected(.post, .pa))
    #expect(effects.codes == [.contentUnavailable])
    #expect(effects.contains(.markPostRead(.pa)))
    #expect(stage.send(.closed(.alert)).isEmpty)
    #expect(stage.core.path == [.post(UUID.pa.uuidString)])
  }

  @Test(arguments: [("ftp://x/y", true), ("HTTPS://a.example/", false), (nil, false)])
  func `a post with a text of its own, a web page or no page needs no alert`(
    url: String?, hasBody: Bool
  ) {
    var core = stage().core
    _ = core.handle(.itemSelected(.post, .pa), now: Stage.start)
    let result = PostLookup.found(.pa, url: url, hasBody: hasBody)
    let effects = core.handle(
      .postLookedUp(UUID.pa.uuidString, .hub, result), now: Stage.start)
    #expect(
      effects == [.presentPost(.pa, .hub), .markPostRead(.pa), .record(.postOpened(.pa))])
  }

  @Test func `a store that cannot be read is named`() {
    var core = stage(.hubMinus).core
    _ = core.open(.linkPA, from: .outside, now: Stage.start)
    let post = core.handle(
      .postLookedUp(UUID.pa.lower, .standalone, .unavailable), now: Stage.start)
    #expect(post.codes == [.storageUnavailable])
    _ = core.open(.linkCA, from: .outside, now: Stage.start)
    let conversation = core.handle(
      .conversationLookedUp(.ca, .standalone, .unavailable), now: Stage.start)
    #expect(conversation.codes == [.storageUnavailable])
  }

  @Test func `an answer that comes too late is passed over`() {
    var core = stage().core
    _ = core.handle(.itemSelected(.post, .pa), now: Stage.start)
    _ = core.handle(.itemSelected(.post, .pb), now: Stage.start)
    let late = core.handle(
      .postLookedUp(UUID.pa.uuidString, .hub, .missing), now: Stage.start)
    #expect(late.isEmpty)
    let strange = core.handle(.conversationLookedUp(.ca, .standalone, .found), now: Stage.start)
    #expect(strange.isEmpty)
  }

  @Test func `a new link while the alert is up closes the alert`() {
    for config in [HubConfig.hubPlus, .hubMinus] {
      var stage = stage(config)
      stage.follow("rv-demo://posts/none")
      let effects = stage.follow(.linkPA)
      #expect(effects.contains(.dismiss(.alert)))
      #expect(effects.presentations.count == 1)
      #expect(stage.send(.closed(.alert)).isEmpty)
    }
  }

  @Test func `case 37: closing a standalone returns to the one below`() {
    var stage = stage(.hubMinus)
    stage.follow(.linkCA)
    let effects = stage.follow(.linkPA)
    #expect(effects.presentations == [.presentPost(.pa, .standalone)])
    #expect(!effects.contains(.dismiss(.standalone)))
    stage.send(.closed(.standalone))
    #expect(stage.core.standalones.map(\.destination) == [.conversation(.ca)])
    #expect(stage.send(.back) == [.dismiss(.standalone)])
    #expect(stage.core.standalones.isEmpty)
    #expect(stage.core.root == .hub(isShown: true))
  }

  @Test func `after the last standalone the Hub is shown when nothing else is visible`() {
    let app = AppDescription.demo { $0.tabs = [AppDescription.Tab(tag: "hub", title: "Hub")] }
    for link in [String.linkPA, "rv-demo://posts/none"] {
      var stage = Stage(.hubMinus, app: app)
      stage.posts[.pa] = .some(nil)
      stage.send(.launch(url: link))
      #expect(stage.core.root == .nothing)
      let layer: HubLayer = link == .linkPA ? .standalone : .alert
      #expect(stage.send(.closed(layer)) == [.showHub(tab: "hub", badge: nil, path: [])])
    }
  }

  @Test func `a standalone whose row is gone closes as soon as it is on top`() {
    var stage = stage(.hubMinus)
    stage.follow(.linkCA)
    stage.follow(.linkPA)
    #expect(stage.send(.conversationGone(.ca)).isEmpty)
    #expect(stage.send(.closed(.standalone)) == [.dismiss(.standalone)])
    #expect(stage.core.standalones.isEmpty)
  }

  @Test func `one standalone above the greatest number takes the topmost's place`() {
    var stage = stage(.hubMinus)
    for _ in 0..<HubCore.maximumStandalones { stage.follow(.linkPA) }
    #expect(!stage.log.contains(.dismiss(.standalone)))
    #expect(stage.core.standalones.count == HubCore.maximumStandalones)
    #expect(stage.follow(.linkPB).contains(.dismiss(.standalone)))
    #expect(stage.core.standalones.count == HubCore.maximumStandalones)
  }

  @Test func `back takes the topmost of alert, standalone and path`() {
    var stage = stage(HubConfig(isHomeEnabled: true), homeURL: "https://home.example.test/")
    stage.posts[.pb] = "ftp://x/y"
    stage.send(.itemSelected(.conversation, .cb))
    stage.follow(.linkPA)
    stage.follow(.linkPB)
    #expect(stage.send(.back) == [.dismiss(.alert)])
    #expect(stage.send(.back) == [.dismiss(.standalone)])
    #expect(stage.send(.back) == [.dismiss(.standalone), .clearNotifications(.cb)])
    #expect(stage.send(.back) == [.dismiss(.conversation), .pathChanged([.messages])])
    #expect(stage.send(.back) == [.dismiss(.messages), .pathChanged([])])
    #expect(stage.send(.back).isEmpty)
  }

  @Test func `what the front end closed is no longer on the path`() {
    var stage = stage()
    stage.send(.itemSelected(.post, .pa))
    #expect(stage.send(.closed(.conversation)).isEmpty)
    #expect(stage.send(.closed(.post)) == [.pathChanged([])])
    #expect(stage.send(.closed(.post)).isEmpty)
    #expect(stage.send(.closed(.alert)).isEmpty)
    #expect(stage.send(.closed(.standalone)).isEmpty)
  }

  @Test func `who comes back to the Hub finds what was open there`() {
    var stage = stage()
    stage.send(.itemSelected(.post, .pa))
    #expect(stage.send(.tabSelected("home")) == [.showTab("home")])
    let effects = stage.send(.tabSelected("hub"))
    #expect(effects.presentations == [.presentPost(.pa, .hub)])
    #expect(stage.send(.tabSelected("hub")).presentations.isEmpty)
    #expect(stage.send(.tabSelected("unknown")).isEmpty)
  }

  @Test func `a post gives way to the alert that the next one is missing`() {
    var stage = stage()
    stage.send(.itemSelected(.post, .pa))
    let effects = stage.follow("rv-demo://posts/none")
    #expect(effects.suffix(2) == [.dismiss(.post), Self.postAlert])
    #expect(stage.send(.closed(.alert)) == [.pathChanged([])])
  }

  @Test func `going back while a handoff waits closes what is on screen and keeps its path`() {
    var stage = stage()
    stage.send(.itemSelected(.conversation, .ca))
    stage.showsHub = false
    stage.follow(.linkPA)
    #expect(stage.send(.back) == [.dismiss(.conversation)])
    #expect(stage.send(.back).isEmpty)
    #expect(stage.core.path == [.post(UUID.pa.lower)])
    #expect(stage.send(.hubShown).presentations == [.presentPost(.pa, .hub)])
  }

  @Test func `a handoff that is dropped before a visible Hub leaves the list`() {
    var stage = stage()
    stage.send(.itemSelected(.conversation, .ca))
    stage.showsHub = false
    stage.follow(.linkPA)
    let effects = stage.send(.configChanged(.hubMinus))
    #expect(effects.contains(.dismiss(.conversation)))
    #expect(stage.core.path.isEmpty)
  }

  @Test func `a row chosen outside the Hub is opened in it`() {
    var stage = stage()
    stage.send(.tabSelected("home"))
    #expect(stage.send(.itemSelected(.post, .pa)).presentations == [.presentPost(.pa, .hub)])
  }

  @Test func `a Hub that leaves the screen takes its alert along`() {
    var stage = stage()
    stage.follow("rv-demo://posts/none")
    #expect(stage.send(.hubHidden) == [.dismiss(.alert), .pathChanged([])])
    #expect(stage.send(.hubHidden).isEmpty)
    #expect(stage.send(.hubShown).isEmpty)
  }

  @Test(arguments: [
    (true, false, HubRoot.hub(isShown: true)), (false, true, .hub(isShown: true)),
    (false, false, .tab("home")),
  ])
  func `without a link the Hub is seen first, unless it is empty`(
    inbox: Bool, home: Bool, root: HubRoot
  ) {
    let stage = stage(HubConfig(isHomeEnabled: home, isInboxEnabled: inbox))
    #expect(stage.core.root == root)
  }

  @Test func `an inbox that is switched off takes its screens along`() {
    var stage = stage()
    stage.send(.itemSelected(.post, .pa))
    let effects = stage.send(.configChanged(.hubX))
    #expect(effects == [.configChanged(.hubX), .dismiss(.post), .pathChanged([])])
    stage.send(.configChanged(.hubPlus))
    stage.follow("rv-demo://posts/none")
    #expect(stage.send(.configChanged(.hubX)).contains(.dismiss(.alert)))
  }

  @Test func `case 223: a web link of a post is an event, and opened by the system`() {
    var stage = stage()
    let url = "https://a.example/x"
    #expect(
      stage.send(.linkTapped(post: .pa, url: url)) == [
        .record(.postLinkClicked(.pa, link: url)), .opened(url: url, by: .system, reason: nil),
        .openInSystem(url),
      ])
  }

  @Test(arguments: ["JavaScript:alert(1)", "data:text/html,x", "blob:x", "vbscript:x"])
  func `case 224: what a post must not do passes in silence`(url: String) {
    var stage = stage()
    #expect(stage.send(.linkTapped(post: .pa, url: url)).isEmpty)
  }

  @Test func `case 226: a link of a post to a conversation hands off to it`() {
    var stage = stage()
    stage.send(.itemSelected(.post, .pa))
    let tap = stage.send(.linkTapped(post: .pa, url: .linkCA))
    #expect(tap.first == .record(.postLinkClicked(.pa, link: .linkCA)))
    let effects = stage.settle()
    #expect(effects.presentations == [.presentConversation(.ca, .hub)])
    #expect(stage.core.path == [.conversation(.ca)])
  }
}
