import HubModel
import Testing

@testable import HubCommands
@testable import HubFrontEnds
@testable import HubHosting
@testable import HubSystem

struct CrashRecordTests {
  private func end(_ number: UInt64?) -> RunnerEnd {
    RunnerEnd(
      cause: .signal(11),
      call: number.map { RunnerCall(number: $0, method: .configChanged, arguments: []) })
  }

  @Test
  func `two crashes within a minute are too many`() {
    var record = CrashRecord()
    #expect(record.note(end(nil), at: Timestamp(milliseconds: 0)) == .restart)
    #expect(record.note(end(nil), at: Timestamp(milliseconds: 60_001)) == .restart)
    #expect(record.note(end(nil), at: Timestamp(milliseconds: 120_001)) == .setAside)
  }

  @Test
  func `two crashes in the same request are too many at any time`() {
    var record = CrashRecord()
    #expect(record.note(end(3), at: Timestamp(milliseconds: 0)) == .restart)
    #expect(record.note(end(4), at: Timestamp(milliseconds: 100_000)) == .restart)
    #expect(record.note(end(4), at: Timestamp(milliseconds: 9_000_000)) == .setAside)
  }
}
