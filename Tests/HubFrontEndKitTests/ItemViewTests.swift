import HubFrontEndKit
import Testing

struct ItemViewTests {
  @Test func `a lent row is the row, absent and empty texts told apart`() throws {
    let id = try #require(HubID("5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01"))
    let item = Item(
      kind: .conversation, id: id, activityAt: -5, isUnread: true, sender: nil, subject: "",
      preview: "é\n漢", url: nil, cover: "x")
    let copy = item.withView { $0.copy() }
    #expect(copy == item)
    let isAbsent = item.withView { view in view.withBytes(of: .sender) { $0 == nil } }
    let length = item.withView { view in view.withBytes(of: .subject) { $0?.count } }
    #expect(isAbsent)
    #expect(length == 0)
  }

  @Test func `a status has a word and says whether it is good`() {
    #expect(HubStatus.ok.isGood)
    #expect(HubStatus(code: 1).isGood)
    #expect(!HubStatus.refused.isGood)
    #expect(HubStatus.notFound.description == "not-found")
    #expect(HubStatus(code: -99).description == "failed")
  }
}
