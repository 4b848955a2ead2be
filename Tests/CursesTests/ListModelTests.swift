import HubFrontEndKit
import Testing

@testable import CursesFrontEnd

struct ListModelTests {
  let host = FakeHost(posts: 10_000)

  private func model(height: Int = 37) -> ListModel {
    var model = ListModel()
    model.prepare(height: height)
    model.showNewest(host)
    return model
  }

  @Test func `shows the newest rows first and selects the first`() {
    let model = model()
    #expect(model.visible.count == 37)
    #expect(model.selectedItem?.id == FakeHost.id(0))
    #expect(model.counts == (10_000, 3334))
    #expect(host.queries.count == 1)
  }

  @Test func `a step inside the screen asks for nothing`() {
    var model = model()
    host.forgetQueries()
    for _ in 0..<30 { model.move(by: 1, host) }
    for _ in 0..<30 { model.move(by: -1, host) }
    #expect(host.queries.isEmpty)
  }

  @Test func `never asks for more than three screens, nor holds more`() {
    var model = model()
    for _ in 0..<300 { model.move(by: 1, host) }
    for _ in 0..<40 { model.page(by: 1, host) }
    for _ in 0..<10 { model.halfPage(by: -1, host) }
    model.showOldest(host)
    for _ in 0..<40 { model.page(by: -1, host) }
    model.show(time: host.now - 5000 * 60_000, host)
    model.refresh(host)
    for _ in 0..<300 { model.move(by: -1, host) }
    #expect(host.queries.allSatisfy { ($0.limit ?? .max) <= 3 * 37 })
    #expect(model.rows.count <= 3 * 37)
  }

  @Test func `walks over every row in order, down and up`() {
    let host = FakeHost(posts: 400)
    var model = ListModel()
    model.prepare(height: 10)
    model.showNewest(host)
    for number in 0..<400 {
      #expect(model.selectedItem?.id == FakeHost.id(number))
      #expect((0..<10).contains(model.selectedLine))
      model.move(by: 1, host)
    }
    #expect(model.selectedItem?.id == FakeHost.id(399))
    for number in stride(from: 399, through: 0, by: -1) {
      #expect(model.selectedItem?.id == FakeHost.id(number))
      #expect((0..<10).contains(model.selectedLine))
      model.move(by: -1, host)
    }
    #expect(model.selectedItem?.id == FakeHost.id(0))
    #expect(!model.hasNewer)
  }

  @Test func `pages keep the line of the selection and end at the ends`() {
    var model = model()
    model.move(by: 5, host)
    model.page(by: 1, host)
    #expect(model.selectedItem?.id == FakeHost.id(42))
    #expect(model.selectedLine == 5)
    model.page(by: -1, host)
    #expect(model.selectedItem?.id == FakeHost.id(5))
    model.page(by: -1, host)
    #expect(model.selectedItem?.id == FakeHost.id(0))
    model.showOldest(host)
    #expect(model.selectedItem?.id == FakeHost.id(9999))
    #expect(model.selectedLine == 36)
    model.page(by: 1, host)
    #expect(model.selectedItem?.id == FakeHost.id(9999))
  }

  @Test func `new rows never move the row under the cursor`() {
    var model = model()
    model.move(by: 7, host)
    for number in 0..<100 {
      host.insert(FakeHost.post(20_000 + number, at: host.now + Int64(number)))
      model.refresh(host)
      #expect(model.selectedItem?.id == FakeHost.id(7))
      #expect(model.selectedLine == 7)
    }
    #expect(model.hasNewer)
    #expect(model.counts.total == 10_100)
  }

  @Test func `in a short inbox, too, new rows never move the row under the cursor`() {
    let host = FakeHost(posts: 3)
    var model = ListModel()
    model.prepare(height: 37)
    model.showNewest(host)
    model.move(by: 1, host)
    host.insert(FakeHost.post(9, at: host.now + 1))
    model.refresh(host)
    #expect(model.selectedItem?.id == FakeHost.id(1))
    #expect(model.selectedLine == 1)
    model.move(by: -1, host)
    model.move(by: -1, host)
    #expect(model.selectedItem?.id == FakeHost.id(9))
    #expect(model.selectedLine == 0)
  }

  @Test func `a reader who waits at the newest rows sees what comes, and keeps the selection`() {
    var model = model()
    for number in 0..<5 {
      host.insert(FakeHost.post(20_000 + number, at: host.now + 1 + Int64(number)))
      model.refresh(host)
      #expect(model.visible.first?.id == FakeHost.id(20_000 + number))
      #expect(model.selectedItem?.id == FakeHost.id(0))
    }
    for number in 5..<60 { host.insert(FakeHost.post(20_000 + number, at: host.now + 100)) }
    model.refresh(host)
    #expect(model.top == 0)
    #expect((0..<37).contains(model.selectedLine))
  }

  @Test func `what is selected stays selected when rows around it go and change`() {
    var model = model()
    model.page(by: 3, host)
    model.move(by: 4, host)
    let place = model.selectedItem?.place
    let line = model.selectedLine
    host.rows.removeAll { $0.place != place && $0.activityAt / 60_000 % 3 == 0 }
    for index in host.rows.indices { host.rows[index].isUnread = false }
    model.refresh(host)
    #expect(model.selectedItem?.place == place)
    #expect(model.selectedLine == line)
    #expect(model.visible.allSatisfy { !$0.isUnread })
    #expect(model.counts.unread == 0)
  }

  @Test func `when the selected row goes, the row after it takes its line`() {
    var model = model()
    model.move(by: 10, host)
    host.rows.removeAll { $0.id == FakeHost.id(10) }
    model.refresh(host)
    #expect(model.selectedItem?.id == FakeHost.id(11))
    #expect(model.selectedLine == 10)
    host.rows = []
    model.refresh(host)
    #expect(model.selectedItem == nil)
    #expect(model.visible.isEmpty)
    host.insert(FakeHost.post(1, at: 5))
    model.refresh(host)
    #expect(model.selectedItem?.id == FakeHost.id(1))
  }

  @Test func `search filters and comes back to where it was`() {
    var model = model()
    model.move(by: 20, host)
    let place = model.selectedItem?.place
    model.setSearch("POST #99", host)
    #expect(model.visible.allSatisfy { $0.subject?.hasPrefix("Post #99") == true })
    #expect(model.selected == 0)
    model.move(by: 1, host)
    model.endSearch(selecting: place, host)
    #expect(model.selectedItem?.place == place)
    model.setSearch("nothing like it", host)
    #expect(model.rows.isEmpty)
    model.endSearch(selecting: nil, host)
    #expect(model.selectedItem?.id == FakeHost.id(0))
  }

  @Test func `jumping to a time selects the first row at or before it`() {
    var model = model()
    model.show(time: host.now - 5000 * 60_000 + 30_000, host)
    #expect(model.selectedItem?.id == FakeHost.id(5000))
    model.move(by: -1, host)
    #expect(model.selectedItem?.id == FakeHost.id(4999))
    model.show(time: 0, host)
    #expect(model.selectedItem?.id == FakeHost.id(9999))
    model.show(time: .max, host)
    #expect(model.selectedItem?.id == FakeHost.id(0))
    model.show(time: host.now - 9990 * 60_000, host)
    #expect(model.selectedItem?.id == FakeHost.id(9990))
    #expect(model.visible.count == 37)
  }

  @Test func `the next unread row goes round at the end`() {
    let model = model()
    let last = host.rows[9999]
    #expect(model.nextUnread(after: host.rows[0].place, host)?.id == FakeHost.id(3))
    #expect(model.nextUnread(after: last.place, host)?.id == FakeHost.id(0))
    #expect(model.neighbour(of: last.place, older: true, host) == nil)
    #expect(model.neighbour(of: last.place, older: false, host)?.id == FakeHost.id(9998))
  }

  @Test(arguments: [1, 2, 3, 36, 60, 500])
  func `another height keeps the selected row on the screen`(height: Int) {
    var model = model()
    model.page(by: 4, host)
    model.move(by: 30, host)
    let place = model.selectedItem?.place
    model.resize(height: height, host)
    #expect(model.selectedItem?.place == place)
    #expect((0..<height).contains(model.selectedLine))
    #expect(model.visible.count == height)
  }

  @Test func `the wheel moves the rows and keeps the selection on the screen`() {
    let host = FakeHost(posts: 400)
    var model = ListModel()
    model.prepare(height: 37)
    model.showNewest(host)
    model.scrollRows(by: 3, host)
    #expect(model.visible.first?.id == FakeHost.id(3))
    #expect(model.selectedItem?.id == FakeHost.id(3))
    for _ in 0..<200 { model.scrollRows(by: 3, host) }
    #expect(model.visible.last?.id == FakeHost.id(399))
    for _ in 0..<200 { model.scrollRows(by: -3, host) }
    #expect(model.visible.first?.id == FakeHost.id(0))
  }
}
