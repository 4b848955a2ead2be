import HubFrontEndKit
import Testing

@testable import CursesFrontEnd

struct FrontEndTests {
  @Test func `without a terminal it does not start and says what to do`() throws {
    let host = FakeHost(posts: 1)
    host.terminal.outputIsTerminal = false
    let frontEnd = try CursesFrontEnd(host: host)
    let error = #expect(throws: FrontEndError.self) { try frontEnd.start() }
    #expect(error?.description.contains("--frontend plain") == true)
    #expect(host.watches.isEmpty)
  }

  @Test func `it can be told everything before it has a screen`() throws {
    let host = FakeHost(posts: 3)
    let frontEnd = try CursesFrontEnd(host: host)
    #expect(frontEnd.showHub(tab: "hub", badge: "1") == .shown)
    frontEnd.presentPost(host.rows[0], presentation: .standalone)
    frontEnd.inboxChanged(Moved(everything: true))
    frontEnd.terminalResized(columns: 1, rows: 1)
    frontEnd.terminalSuspend()
    frontEnd.terminalResume()
    frontEnd.stop()
    #expect(host.calls.isEmpty)
  }

  @Test func `it is found by its name and needs a terminal`() {
    #expect(CursesFrontEnd.description.name == "curses")
    #expect(CursesFrontEnd.description.needsTerminal)
    #expect(!CursesFrontEnd.description.summary.isEmpty)
  }
}
