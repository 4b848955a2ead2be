import FoundationEssentials
import HubCore
import HubModel
import Testing

/// An app with a URL handler of its own, which decides instead of its routes.
@Suite struct AppHandlerTests {
  private func stage(_ config: HubConfig = .hubPlus) -> Stage {
    var stage = Stage(config)
    stage.core.asksApp = true
    stage.posts = [.pa: "https://posts.example.test/p/1"]
    stage.send(.tabSelected("home"))
    return stage
  }

  @Test(arguments: [
    String.linkPA, "demo://hub", "demo://nowhere", "rv-demo://nowhere", "RV-DEMO://posts/PA",
    "rv-demo:posts", "https://demo.rover.example/x",
  ])
  func `the app is asked for its links, and nothing else happens`(_ url: String) {
    var stage = stage()
    #expect(stage.send(.link(url)) == [.askApp(url, .outside)])
    #expect(stage.send(.urlDelivered(url)) == [.askApp(url, .inside)])
  }

  @Test(arguments: ["https://other.example/x", "file:///etc/passwd", "javascript:1", "no url"])
  func `the app is not asked for what is not its own`(_ url: String) {
    var stage = stage()
    #expect(
      stage.send(.link(url)).allSatisfy {
        if case .opened(_, .refused, _) = $0 { true } else { false }
      })
  }

  @Test func `what the router took is followed as ever, and the deep link goes to the app`() {
    var stage = stage()
    let effects = stage.send(.routed(.linkPA))
    #expect(effects.first == .opened(url: .linkPA, by: .router, reason: nil))
    #expect(effects.contains(.openURL("demo://hub")))
    #expect(stage.send(.appAnswered(.linkPA, .outside, .router)).isEmpty)
    #expect(stage.settle() == [.askApp("demo://hub", .inside)])
    #expect(
      stage.send(.appAnswered("demo://hub", .inside, .app)) == [
        .opened(url: "demo://hub", by: .app, reason: nil)
      ])
    #expect(stage.core.path == [.post(UUID.pa.lower)])
    #expect(stage.send(.tabSelected("hub")).contains(.presentPost(.pa, .hub)))
  }

  @Test func `a link that a route handler of the app's took is told as the router's`() {
    var stage = stage()
    #expect(
      stage.send(.routed("rv-demo://map/4")) == [
        .opened(url: "rv-demo://map/4", by: .router, reason: nil)
      ])
  }

  @Test func `a refusal is told, and web links go to the system`() {
    var stage = stage()
    let link = "https://demo.rover.example/x"
    #expect(
      stage.send(.appAnswered(link, .inside, .refused)) == [
        .opened(url: link, by: .system, reason: nil), .openInSystem(link),
      ])
    for (url, origin) in [(link, LinkOrigin.outside), ("demo://nowhere", .inside)] {
      #expect(
        stage.send(.appAnswered(url, origin, .refused)) == [
          .opened(
            url: url, by: .refused, reason: "The app's URL handler did not take this URL.")
        ])
    }
  }

  @Test(arguments: [
    (AppAnswer.refused, "the app's URL handler did not take the Hub deep link demo://hub"),
    (.app, "the front end has not shown the Hub yet"),
  ])
  func `a stall names what keeps the Hub away`(_ answer: AppAnswer, _ words: String) {
    var stage = stage()
    stage.send(.routed(.linkPA))
    stage.settle()
    stage.send(.appAnswered("demo://hub", .inside, answer))
    let told = stage.log.count
    stage.wait(seconds: 3)
    let warnings = stage.log[told...].compactMap { effect -> String? in
      guard case .warn(.handoffStalled, let message) = effect else { return nil }
      return message
    }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains(words) == true)
    // The destination goes on waiting.
    #expect(stage.send(.tabSelected("hub")).contains(.presentPost(.pa, .hub)))
  }

  @Test func `links inside a post to the app's own URLs lead somewhere`() {
    let stage = stage()
    #expect(stage.core.opensLink("demo://anything"))
    #expect(!Stage(.hubPlus).core.opensLink("demo://anything"))
  }
}
