import HubModel
import Testing

struct ConfigTests {
  private func answer(_ text: String) throws -> HubConfigAnswer {
    try HubConfigAnswer(decoding: text.bytes)
  }

  @Test func `case 191: before any fetch only the inbox is on`() {
    let config = HubConfig()
    #expect(!config.isHomeEnabled)
    #expect(config.isInboxEnabled)
    #expect(!config.isSettingsViewEnabled)
    #expect(config.deepLink == nil)
    #expect(config.colorScheme == nil)
    #expect(config.accentColor == nil)
  }

  @Test func `case 192: a complete configuration decodes`() throws {
    let answer = try answer(
      """
      {"hub":{"isHomeEnabled":true,"isInboxEnabled":false,"isSettingsViewEnabled":true,
      "deepLink":"demo://hub","new":{}},"colorScheme":"auto","accentColor":"#2255CC","other":[]}
      """)
    #expect(
      answer.config
        == HubConfig(
          isHomeEnabled: true, isInboxEnabled: false, isSettingsViewEnabled: true,
          deepLink: "demo://hub", colorScheme: .auto, accentColor: "#2255CC"))
    #expect(answer.skipped.isEmpty)
  }

  @Test func `case 193: the key is deepLink and nothing else`() throws {
    let answer = try answer("{\"hub\":{\"deeplink\":\"demo://hub\"}}")
    #expect(answer.config == HubConfig())
    #expect(
      answer.skipped.elements == [
        SkippedElement(
          path: "hub.deeplink", reason: "hub.deeplink is ignored; the key must be deepLink.")
      ])
  }

  @Test(arguments: [
    ("{\"hub\":{\"deepLink\":\"\",\"isHomeEnabled\":true}}", "hub.deepLink"),
    ("{\"hub\":{\"deepLink\":7,\"isHomeEnabled\":true}}", "hub.deepLink"),
    ("{\"hub\":{\"isInboxEnabled\":\"no\",\"isHomeEnabled\":true}}", "hub.isInboxEnabled"),
    ("{\"hub\":{\"isSettingsViewEnabled\":1,\"isHomeEnabled\":true}}", "hub.isSettingsViewEnabled"),
    ("{\"colorScheme\":\"blue\",\"hub\":{\"isHomeEnabled\":true}}", "colorScheme"),
    ("{\"colorScheme\":[],\"hub\":{\"isHomeEnabled\":true}}", "colorScheme"),
    ("{\"accentColor\":3,\"hub\":{\"isHomeEnabled\":true}}", "accentColor"),
  ])
  func `cases 195, 196: a bad value drops its key only and is reported`(
    text: String, path: String
  ) throws {
    let answer = try answer(text)
    #expect(answer.config == HubConfig(isHomeEnabled: true))
    #expect(answer.skipped.elements.map(\.path) == [path])
    #expect(answer.skipped.elements.first?.reason.hasPrefix("\(path) must ") == true)
  }

  @Test(arguments: [
    "{\"hub\":{}}", "{\"hub\":null}", "{\"hub\":{\"deepLink\":null,\"isInboxEnabled\":null}}",
    "{\"hub\":{},\"colorScheme\":null,\"accentColor\":null}",
  ])
  func `case 196: missing and null keys take their defaults`(text: String) throws {
    let answer = try answer(text)
    #expect(answer.config == HubConfig())
    #expect(answer.skipped.isEmpty)
  }

  @Test func `a hub that is no object is dropped alone`() throws {
    let answer = try answer("{\"hub\":3,\"accentColor\":\"2255CC\"}")
    #expect(answer.config == HubConfig(accentColor: "2255CC"))
    #expect(answer.skipped.elements.map(\.reason) == ["hub must be an object."])
  }

  @Test(arguments: ["", "{", "[]", "{}", "{\"error\":\"down\"}", "<html></html>"])
  func `case 194: what is no configuration is refused`(text: String) {
    #expect(throws: WireError.self) { try answer(text) }
  }

  @Test(
    arguments: [
      ("#2255CC", 0x2255CC), ("2255CC", 0x2255CC), ("ff5733", 0xFF5733), ("#000000", 0),
      ("#FFF", nil), ("#GGGGGG", nil), ("", nil), ("#FF5733AA", nil), ("+FFFFF", nil), ("#", nil),
      ("##FFFFF", nil),
    ] as [(String, UInt32?)])
  func `case 197: an accent colour is six digits, with or without a number sign`(
    text: String, expected: UInt32?
  ) {
    #expect(HubConfig(accentColor: text).accentRGB == expected)
  }

  @Test(
    arguments: [
      (
        "{\"experienceURL\":\"https://demo.rover.example/a/home\"}",
        "https://demo.rover.example/a/home"
      ),
      ("{\"experienceURL\":null}", nil),
    ] as [(String, String?)])
  func `the home answer names a page or none`(text: String, expected: String?) throws {
    #expect(try HomeAnswer(decoding: text.bytes).experienceURL == expected)
  }

  @Test func `a home answer of the wrong form is refused`() {
    #expect(throws: WireError.self) { try HomeAnswer(decoding: "{\"experienceURL\":1}".bytes) }
  }
}
