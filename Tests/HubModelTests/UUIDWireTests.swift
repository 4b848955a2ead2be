import FoundationEssentials
import HubModel
import Testing

struct UUIDWireTests {
  @Test(arguments: [
    "5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01", "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01",
    "5b0d7C1e-2F43-4e0A-9d55-0A1b2c3D4e01",
  ])
  func `any case of letters names the same id`(text: String) {
    #expect(UUID(wire: text) == Fixture.postID)
    #expect(UUID(wire: text)?.uuidString == "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01")
  }

  @Test(arguments: [
    "", "123", "5b0d7c1e2f434e0a9d550a1b2c3d4e01", "{5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01}",
    "5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e0", "5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e011",
    "5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e0g", "5b0d7c1-e2f43-4e0a-9d55-0a1b2c3d4e01",
    "5b0d7c1e-2f43-4e0a-9d55_0a1b2c3d4e01", " 5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e0",
  ])
  func `anything else is no id`(text: String) {
    #expect(UUID(wire: text) == nil)
  }
}
