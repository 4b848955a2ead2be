import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct ConfigTests {
  let world: World
  let host = AgentHost(number: 1)
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
  }

  private func config(_ json: String) {
    service.onConfig = { wire(json, HubConfigAnswer.init(decoding:)) }
  }

  @Test(arguments: [500, 404])
  func `case 194: a failed fetch keeps the configuration`(number: Int) throws {
    try world.store.saveConfig(HubConfig(deepLink: "demo://hub"))
    service.onConfig = { status(number) }
    world.sync()
    #expect(try world.store.config() == HubConfig(deepLink: "demo://hub"))
  }

  @Test func `cases 194 and 195, better: an unknown value drops its key only`() throws {
    config(
      ##"{"hub":{"deepLink":""},"colorScheme":"blue","accentColor":"#2255CC"}"##)
    world.sync()
    #expect(try world.store.config() == HubConfig(accentColor: "#2255CC"))
    #expect(world.logs.contains { $0.hasPrefix("GET /config brought 2 bad elements") })
  }

  @Test func `case 193: the key of two old releases is no deep link`() throws {
    config(#"{"hub":{"deeplink":"demo://hub"}}"#)
    world.sync()
    #expect(try world.store.config()?.deepLink == nil)
  }

  @Test func `an equal configuration is no change`() throws {
    config(#"{"hub":{"deepLink":"demo://hub"}}"#)
    world.sync()
    world.forgetEffects()
    world.sync()
    #expect(!world.effects.contains { if case .changed = $0 { true } else { false } })
  }

  @Test func `case 200: with home off the Hub's appearing asks only for the configuration`() throws
  {
    world.agent.show(.hub, on: host)
    world.time.run(0)
    #expect(service.requests == ["GET /config"])
  }

  @Test func `O9: a configuration that turns home on brings the home at once`() throws {
    config(#"{"hub":{"isHomeEnabled":true}}"#)
    service.onHome = {
      wire(#"{"experienceURL":"https://home.example"}"#, HomeAnswer.init(decoding:))
    }
    world.agent.show(.hub, on: host)
    world.time.run(0)
    #expect(service.requests == ["GET /config", "GET /home"])
    #expect(try world.store.home()?.experienceURL == "https://home.example")
  }

  @Test func `cases 198 and 199: no home is stored, a failure keeps what is known`() throws {
    try world.store.saveConfig(HubConfig(isHomeEnabled: true))
    try world.store.saveHome(StoredHome(experienceURL: "https://home.example"))
    config(#"{"hub":{"isHomeEnabled":true}}"#)
    service.onHome = { status(500) }
    world.agent.show(.hub, on: host)
    world.time.run(0)
    #expect(try world.store.home()?.experienceURL == "https://home.example")
    service.onHome = { wire(#"{"experienceURL":null}"#, HomeAnswer.init(decoding:)) }
    world.agent.show(.hub, on: host)
    world.time.run(60_000)
    #expect(try world.store.home() == StoredHome(experienceURL: nil))
  }
}
