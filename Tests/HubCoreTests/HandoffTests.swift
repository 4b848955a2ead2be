import FoundationEssentials
import HubCore
import HubModel
import Testing

/// Part B of the cases: the handoff and the path.
@Suite struct HandoffTests {
  private let pathPA = [PathEntry.post(UUID.pa.lower)]

  private func stage(
    _ config: HubConfig = .hubPlus, homeURL: String? = nil, app: AppDescription = .demo,
    launch: String? = "demo://home"
  ) -> Stage {
    var stage = Stage(config, homeURL: homeURL, app: app)
    stage.posts = [.pa: "https://posts.example.test/p/1", .pb: "https://posts.example.test/p/2"]
    stage.conversations = [.ca]
    stage.send(.launch(url: launch))
    stage.settle()
    return stage
  }

  private func entry(_ stage: Stage, _ config: HubConfig = .hubPlus) -> JournalEntry {
    JournalEntry(
      destination: .post(UUID.pa.lower), recordedAt: stage.now, deepLink: "demo://hub",
      path: pathPA)
  }

  @Test func `case 23: the destination is recorded before the app's handler runs again`() {
    var stage = stage()
    let deadline = stage.now.advanced(bySeconds: 3)
    #expect(
      stage.send(.link(.linkPA)) == [
        .opened(url: .linkPA, by: .router, reason: nil), .journal(entry(stage)),
        .pathChanged(pathPA), .openURL("demo://hub"), .setDeadline(deadline),
      ])
    #expect(stage.core.path == pathPA)
    let entry = stage.journal
    #expect(entry == self.entry(stage))
    #expect(
      stage.settle() == [
        .opened(url: "demo://hub", by: .app, reason: nil),
        .showHub(tab: "hub", badge: nil, path: pathPA), .takeJournal,
        .lookUpPost(UUID.pa.lower, .hub), .setDeadline(nil), .presentPost(.pa, .hub),
        .markPostRead(.pa), .record(.postOpened(.pa)),
      ])
    #expect(stage.journal == nil)
  }

  @Test func `case 25: a link replaces what the Hub shows`() {
    var stage = stage()
    stage.follow(.linkPB)
    let effects = stage.follow(.linkPA)
    #expect(effects.openings == ["\(String.linkPA) router", "demo://hub app"])
    #expect(stage.core.path == pathPA)
    #expect(effects.presentations == [.presentPost(.pa, .hub)])
  }

  @Test func `case 26: of two links the last one wins`() {
    var stage = stage()
    let effects = stage.send(.link(.linkPA)) + stage.send(.link(.linkCA)) + stage.settle()
    #expect(effects.filter { $0 == .openURL("demo://hub") }.count == 2)
    #expect(stage.core.path == [.conversation(.ca)])
    #expect(effects.presentations == [.presentConversation(.ca, .hub)])
    #expect(effects.filter { $0 == .takeJournal }.count == 1)
  }

  @Test(arguments: [
    (false, "h", true, [PathEntry]()), (true, "h", true, [.messages]), (true, nil, true, []),
    (true, "h", false, []), (false, nil, false, []),
  ])
  func `cases 28 and 29: the messages list lies on the home experience`(
    home: Bool, url: String?, inbox: Bool, below: [PathEntry]
  ) {
    let config = HubConfig(isHomeEnabled: home, isInboxEnabled: inbox, deepLink: "demo://hub")
    var coordinator = HubCoordinator(config: config, homeURL: url)
    coordinator.navigate(to: .conversation(.ca))
    #expect(coordinator.path == below + [.conversation(.ca)])
    #expect(coordinator.resetCounter == 1)
  }

  @Test func `whether the messages list comes first is decided when the link arrives`() {
    let config = HubConfig(isHomeEnabled: true, deepLink: "demo://hub")
    var stage = stage(config)
    stage.send(.link(.linkPA))
    stage.send(.homeChanged("https://home.example.test/"))
    stage.settle()
    #expect(stage.core.path == pathPA)
    stage.follow(.linkPA)
    #expect(stage.core.path == [.messages] + pathPA)
  }

  @Test func `case 31: the same link twice`() {
    var stage = stage()
    let before = stage.core.coordinator.resetCounter
    let effects = stage.follow(.linkPA) + stage.follow(.linkPA)
    #expect(effects.filter { $0 == .openURL("demo://hub") }.count == 2)
    #expect(stage.core.path == pathPA)
    #expect(stage.core.coordinator.resetCounter == before + 2)
  }

  @Test func `case 35: a Hub deep link that the app ignores leaves the destination waiting`() {
    var stage = stage(app: .demo { $0.routes["demo://hub"] = nil })
    let effects = stage.follow(.linkPA)
    #expect(effects.openings == ["\(String.linkPA) router", "demo://hub refused"])
    #expect(effects.presentations.isEmpty)
    #expect(stage.core.path == pathPA)
    #expect(stage.journal != nil)
    let later = stage.send(.tabSelected("hub"))
    #expect(later.presentations == [.presentPost(.pa, .hub)])
    #expect(later.contains(.takeJournal))
  }

  @Test func `case 38: the router answers before anything else happens`() {
    var core = stage().core
    let (handled, effects) = core.open(.linkPA, from: .outside, now: Stage.start)
    #expect(handled)
    #expect(effects.first == .opened(url: .linkPA, by: .router, reason: nil))
    #expect(effects.presentations.isEmpty)
  }

  @Test func `case 40: a conversation whose row is gone closes by itself`() {
    var stage = stage()
    stage.follow(.linkCA)
    stage.conversations = []
    let effects = stage.send(.conversationGone(.ca))
    #expect(effects == [.dismiss(.conversation), .pathChanged([])])
    #expect(stage.send(.conversationGone(.ca)).isEmpty)
  }

  @Test func `from cold a handoff shows the Hub and no tab before it`() {
    var stage = Stage(.hubPlus)
    stage.posts[.pa] = .some(nil)
    let effects = stage.send(.launch(url: .linkPA)) + stage.settle()
    #expect(!effects.contains(.showTab("home")))
    #expect(effects.openings == ["\(String.linkPA) router", "demo://hub app"])
    #expect(effects.contains(.showHub(tab: "hub", badge: nil, path: pathPA)))
    #expect(effects.presentations == [.presentPost(.pa, .hub)])
  }

  @Test func `from cold a link to a tab shows that tab, once`() {
    for (link, tag) in [("demo://home", "home"), ("demo://hub", "hub")] {
      var stage = Stage(.hubPlus)
      let effects = stage.send(.launch(url: link)) + stage.settle()
      let tabs = effects.compactMap { effect -> String? in
        switch effect {
        case .showTab(let tag): tag
        case .showHub(let tag, _, _): tag
        default: nil
        }
      }
      #expect(tabs == [tag], "\(link)")
    }
  }

  @Test func `from cold a standalone lies on the app's own tab`() {
    var stage = Stage(.hubMinus)
    stage.posts[.pa] = .some(nil)
    let effects = stage.send(.launch(url: .linkPA)) + stage.settle()
    #expect(effects.first == .showTab("home"))
    #expect(effects.presentations == [.presentPost(.pa, .standalone)])
  }

  @Test(arguments: [
    "RV-DEMO://hub", "rv-demo://hub", .linkPB, "no url", "demo://\u{7}",
    "demo://" + String(repeating: "a", count: AppURL.maximumLength),
  ])
  func `a Hub deep link that cannot work is told and a modal is used`(deepLink: String) {
    var stage = stage(HubConfig(deepLink: deepLink))
    let effects = stage.follow(.linkPA)
    #expect(effects.codes == [.deepLinkUnusable])
    #expect(effects.openings == ["\(String.linkPA) router"])
    #expect(effects.presentations == [.presentPost(.pa, .standalone)])
    #expect(stage.journal == nil)
  }

  @Test func `a Hub that appears late gets its destination once`() {
    var stage = stage()
    stage.showsHub = false
    #expect(stage.follow(.linkPA).presentations.isEmpty)
    stage.wait(seconds: 599)
    #expect(stage.send(.hubShown).presentations == [.presentPost(.pa, .hub)])
    #expect(stage.send(.hubShown).isEmpty)
  }

  @Test func `a handoff to a Hub that a standalone covers takes the standalone away`() {
    var stage = stage(.hubMinus)
    stage.follow(.linkCA)
    stage.send(.configChanged(.hubPlus))
    let effects = stage.follow(.linkPA)
    #expect(effects.contains(.dismiss(.standalone)))
    #expect(effects.presentations == [.presentPost(.pa, .hub)])
    #expect(stage.core.standalones.isEmpty)
  }
}

/// What a destination survives, and when it is given up.
@Suite struct HandoffSurvivalTests {
  private let pathPA = [PathEntry.post(UUID.pa.lower)]

  /// A host in which a destination waits for a Hub that is slow to appear.
  private func waiting(_ config: HubConfig = .hubPlus, app: AppDescription = .demo) -> Stage {
    var stage = Stage(config, app: app)
    stage.posts[.pa] = "https://posts.example.test/p/1"
    stage.showsHub = false
    stage.send(.launch(url: "demo://home"))
    stage.follow(.linkPA)
    return stage
  }

  @Test func `case 34: what the Hub shows survives a changed deep link`() {
    var stage = waiting()
    stage.send(.hubShown)
    let effects = stage.send(.configChanged(HubConfig(deepLink: "demo://new")))
    #expect(effects == [.configChanged(HubConfig(deepLink: "demo://new"))])
    #expect(stage.core.path == pathPA)
  }

  @Test func `case 32: an equal configuration changes nothing`() {
    var stage = waiting()
    let before = stage.core.coordinator
    #expect(stage.send(.configChanged(.hubPlus)).isEmpty)
    #expect(stage.core.coordinator == before)
  }

  @Test func `a waiting destination survives an unrelated change`() {
    var stage = waiting()
    let counter = stage.core.coordinator.resetCounter
    var config = HubConfig.hubPlus
    config.accentColor = "#2255CC"
    #expect(stage.send(.configChanged(config)) == [.configChanged(config)])
    #expect(stage.core.coordinator.resetCounter == counter + 1)
    #expect(stage.send(.hubShown).presentations == [.presentPost(.pa, .hub)])
  }

  @Test(arguments: [HubConfig.hubX, .hubMinus, HubConfig(deepLink: "demo://new")])
  func `a waiting destination goes with its Hub or its deep link`(config: HubConfig) {
    var stage = waiting()
    let effects = stage.send(.configChanged(config))
    #expect(effects.contains(.dropJournal))
    #expect(effects.paths == [[]])
    #expect(effects.codes == [.handoffDropped])
    #expect(effects.last == .setDeadline(nil))
    #expect(stage.send(.hubShown).presentations.isEmpty)
  }

  @Test func `a crash between the two calls loses nothing`() {
    var stage = waiting()
    stage.restart()
    let effects = stage.send(.launch(url: nil))
    #expect(effects == [.showHub(tab: "hub", badge: nil, path: pathPA)])
    let shown = stage.send(.hubShown)
    #expect(shown.first == .takeJournal)
    #expect(shown.presentations == [.presentPost(.pa, .hub)])
    #expect(stage.journal == nil)
  }

  @Test func `the Hub deep link is not opened again after a crash`() {
    var stage = waiting()
    stage.restart()
    stage.send(.launch(url: nil))
    stage.settle()
    #expect(stage.log.openings.isEmpty)
    #expect(stage.deadline == stage.now.advanced(bySeconds: 3))
  }

  @Test func `a destination that is found after the Hub appeared is shown at once`() {
    var stage = waiting()
    let entry = stage.journal
    stage = Stage(.hubPlus)
    stage.posts[.pa] = .some(nil)
    stage.send(.launch(url: nil))
    if let entry { stage.send(.recovered(entry)) }
    #expect(stage.log.presentations == [.presentPost(.pa, .hub)])
  }

  @Test(arguments: [HubConfig.hubX, .hubMinus])
  func `after a crash a destination without its Hub is given up`(config: HubConfig) {
    var stage = waiting()
    stage.restart(config: config)
    #expect(stage.log.codes == [.handoffDropped])
    #expect(stage.journal == nil)
  }

  @Test(arguments: [(599, true), (600, false)])
  func `a destination expires after ten minutes`(age: Int64, survives: Bool) {
    var stage = waiting()
    stage.now = stage.now.advanced(bySeconds: age)
    let effects = stage.send(.hubShown)
    #expect(effects.presentations.isEmpty == !survives)
    #expect(effects.contains(.dropJournal) == !survives)
    #expect(effects.codes == (survives ? [] : [.handoffExpired]))

    stage = waiting()
    stage.now = stage.now.advanced(bySeconds: age)
    stage.restart()
    #expect(stage.log.contains(.dropJournal) == !survives)
  }

  @Test func `a tick ends a destination that nobody shows`() {
    var stage = waiting()
    stage.wait(seconds: 3)
    #expect(stage.deadline == Stage.start.advanced(bySeconds: 600))
    stage.wait(seconds: 597)
    #expect(stage.log.codes == [.handoffStalled, .handoffExpired])
    #expect(stage.core.path.isEmpty)
    #expect(stage.deadline == nil)
  }

  @Test func `a clock that was set back does not make a destination live longer`() {
    var stage = waiting()
    stage.now = stage.now.advanced(bySeconds: -100_000)
    stage.restart()
    stage.now = stage.now.advanced(bySeconds: 600)
    #expect(stage.send(.hubShown).codes == [.handoffExpired])
  }

  @Test(arguments: [
    (AppDescription.demo { $0.appSchemes = ["other"] }, "scheme \"demo\""),
    (.demo { $0.routes["demo://hub"] = nil }, "no route"),
    (.demo { $0.routes["demo://hub"] = "home" }, "tab \"home\""),
    (.demo, "has not shown the Hub"),
  ])
  func `a stall is told once, after the app's seconds, with its cause`(
    app: AppDescription, cause: String
  ) throws {
    var app = app
    app.stallSeconds = 7
    var stage = waiting(app: app)
    stage.wait(seconds: 6)
    #expect(stage.log.codes.isEmpty)
    stage.wait(seconds: 1)
    #expect(stage.log.codes == [.handoffStalled])
    #expect(try #require(stage.log.warnings.first).contains(cause))
    stage.send(.tick)
    #expect(stage.log.codes == [.handoffStalled])
    #expect(stage.journal != nil)
  }

  @Test func `an inbox that is switched off is named as the cause`() throws {
    var stage = waiting()
    let effects = stage.send(.configChanged(.hubX))
    #expect(try #require(effects.warnings.first).contains("the inbox is off"))
  }

  @Test func `a stall before a visible Hub is told, and the post is shown there`() {
    var stage = Stage(.hubPlus, app: .demo { $0.routes["demo://hub"] = nil })
    stage.posts[.pa] = .some(nil)
    stage.send(.launch(url: nil))
    stage.follow(.linkPA)
    #expect(stage.log.presentations.isEmpty)
    stage.wait(seconds: 3)
    #expect(stage.log.codes == [.handoffStalled])
    #expect(stage.log.presentations == [.presentPost(.pa, .hub)])
  }

  @Test func `an app without another tab and without a route still gets to its Hub`() {
    let app = AppDescription.demo {
      $0.routes = [:]
      $0.tabs = [AppDescription.Tab(tag: "hub", title: "Hub")]
    }
    var stage = Stage(.hubPlus, app: app)
    stage.posts[.pa] = .some(nil)
    stage.send(.launch(url: .linkPA))
    stage.settle()
    stage.wait(seconds: 3)
    #expect(stage.log.presentations == [.presentPost(.pa, .hub)])
  }
}
