import HubLog
import Testing

/// Two Hubs in one process do not share a log.
@Suite struct ThreadLogTests {
  @Test func `work has a log of its own, also inside of other work`() {
    let (outer, inner) = (MemoryLogHandler(), MemoryLogHandler())
    let (first, second) = (
      Logger(level: .warning, handler: outer), Logger(level: .error, handler: inner)
    )
    Log.with(first) {
      Log.warning("one")
      Log.info("too small")
      Log.with(second) {
        Log.warning("too small here")
        Log.error("two")
      }
      Log.error("three")
    }
    #expect(outer.events.map(\.message) == ["one", "three"])
    #expect(inner.events.map(\.message) == ["two"])
    #expect(Log.current === Log.shared)
  }

  @Test func `the log is given back after a failure`() {
    struct Failure: Error {}
    let logger = Logger(level: .warning, handler: MemoryLogHandler())
    #expect(throws: Failure.self) { try Log.with(logger) { () throws(Failure) in throw Failure() } }
    #expect(Log.current === Log.shared)
  }
}
