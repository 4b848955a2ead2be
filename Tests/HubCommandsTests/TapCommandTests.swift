import Testing

@testable import HubCommands

struct TapCommandTests {
  let run = CommandRun()

  @Test(arguments: ["-x", "--help", "no url", ""])
  func `an action that is no URL is bad data, and nothing is run`(url: String) {
    let result = run.run("tap", input: "{\"rover\":{\"action\":{\"url\":\"\(url)\"}}}")
    #expect(result.code == (url.isEmpty ? 1 : 65), "\(result.errors)")
    #expect(url.isEmpty || result.errors.contains("\"\(url)\", which is no URL"))
    #expect(run.ranHost == nil)
  }

  @Test func `an action's URL is given to a host`() {
    let result = run.run("tap", input: "{\"rover\":{\"action\":{\"url\":\"rv-demo://x\"}}}")
    #expect(result.code == 42, "\(result.errors)")
    #expect(run.ranHost?.url == "rv-demo://x")
  }
}
