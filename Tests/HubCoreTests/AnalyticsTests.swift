import FoundationEssentials
import HubCore
import HubModel
import Testing

/// Part O of the cases: what the analytics queue gets (reference 6).
@Suite struct AnalyticsTests {
  private func stage(_ config: HubConfig = .hubPlus) -> Stage {
    var stage = Stage(config)
    stage.posts = [.pa: "https://posts.example.test/p/1", .pb: nil]
    stage.conversations = [.ca]
    stage.send(.launch(url: nil))
    return stage
  }

  @Test func `cases 227 and 229: each opening of a post is an event, and the list is none`() {
    var stage = stage()
    stage.send(.itemSelected(.post, .pa))
    stage.send(.closed(.post))
    stage.send(.itemSelected(.post, .pa))
    #expect(stage.log.records == [.postOpened(.pa), .postOpened(.pa)])
  }

  @Test func `coming back to what is open in the Hub is no opening`() {
    var stage = stage()
    stage.send(.itemSelected(.post, .pa))
    stage.send(.tabSelected("home"))
    #expect(stage.send(.tabSelected("hub")).records.isEmpty)
    stage.follow(.linkCA)
    stage.send(.hubHidden)
    #expect(stage.send(.hubShown).presentations == [.presentConversation(.ca, .hub)])
    #expect(stage.log.records == [.postOpened(.pa), .conversationOpened(.ca)])
  }

  @Test func `each link that leads into the Hub is an opening, also to what is open`() {
    var stage = stage()
    stage.follow(.linkPA)
    stage.follow(.linkPA)
    stage.follow(.linkCA)
    stage.follow(.linkCA)
    #expect(
      stage.log.records == [
        .postOpened(.pa), .postOpened(.pa), .conversationOpened(.ca), .conversationOpened(.ca),
      ])
  }

  @Test func `a destination that waits for its Hub counts when it is shown`() {
    var stage = stage()
    stage.send(.itemSelected(.conversation, .ca))
    stage.showsHub = false
    #expect(stage.follow(.linkPA).records.isEmpty)
    #expect(stage.send(.hubShown).records == [.postOpened(.pa)])
    stage.follow(.linkCA)
    stage.restart()
    stage.showsHub = true
    #expect(stage.send(.launch(url: nil)).records == [.conversationOpened(.ca)])
  }

  @Test func `a standalone post counts, and a standalone conversation does not`() {
    var stage = stage(.hubMinus)
    stage.follow(.linkPA)
    stage.follow(.linkCA)
    #expect(stage.log.presentations.count == 2)
    #expect(stage.log.records == [.postOpened(.pa)])
  }

  @Test func `what is missing counts when it comes and is shown after all`() {
    var stage = stage()
    stage.posts = [:]
    #expect(stage.follow(.linkPA).records.isEmpty)
    stage.posts[.pa] = .some(nil)
    #expect(stage.send(.itemsMoved(posts: [.pa], conversations: [])).records == [.postOpened(.pa)])
  }

  @Test func `a link that is no URL is no click`() {
    var stage = stage()
    #expect(stage.send(.linkTapped(post: .pa, url: "no url")).records.isEmpty)
    #expect(
      stage.send(.linkTapped(post: .pa, url: "strange:x")).records == [
        .postLinkClicked(.pa, link: "strange:x")
      ])
  }
}

extension [HubEffect] {
  /// What the analytics queue gets.
  var records: [AnalyticsEvent] {
    compactMap { if case .record(let event) = $0 { event } else { nil } }
  }
}
