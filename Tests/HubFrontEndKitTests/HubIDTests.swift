import CHubFrontEnd
import HubFrontEndKit
import Testing

struct HubIDTests {
  private static let text = "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01"

  @Test func `an id keeps its 16 bytes in network order`() throws {
    let id = try #require(HubID(Self.text))
    let bytes = withUnsafeBytes(of: id.cValue) { Array($0) }
    #expect(bytes.prefix(4) == [0x5B, 0x0D, 0x7C, 0x1E])
    #expect(bytes.suffix(2) == [0x4E, 0x01])
    #expect(HubID(id.cValue) == id)
  }

  @Test func `the text is upper case, whatever came in`() {
    #expect(HubID(Self.text.lowercased())?.text == Self.text)
  }

  @Test(arguments: [
    "", "5B0D7C1E2F434E0A9D550A1B2C3D4E01", "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E0",
    "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E011", "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E0G",
    "{5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E}", "5B0D7C1E+2F43-4E0A-9D55-0A1B2C3D4E01",
  ])
  func `any other text is no id`(text: String) {
    #expect(HubID(text) == nil)
  }
}

struct ItemPlaceTests {
  private static func place(_ time: Int64, _ kind: ItemKind, _ id: String) throws -> ItemPlace {
    ItemPlace(activityAt: time, kind: kind, id: try #require(HubID(id)))
  }

  @Test func `newest first, a post before a conversation, then by id`() throws {
    let low = "00000000-0000-4000-8000-000000000001"
    let high = "F0000000-0000-4000-8000-000000000001"
    let places = [
      try Self.place(2, .conversation, low), try Self.place(1, .post, high),
      try Self.place(1, .post, low), try Self.place(1, .conversation, high),
    ]
    for (index, place) in places.enumerated() {
      #expect(!place.isNewer(than: place))
      for later in places[(index + 1)...] {
        #expect(place.isNewer(than: later))
        #expect(!later.isNewer(than: place))
      }
    }
  }
}
