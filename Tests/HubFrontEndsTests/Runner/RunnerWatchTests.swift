import Testing

@testable import HubFrontEnds

struct RunnerWatchTests {
  private var watch = RunnerWatch(limits: RunnerLimits())

  @Test
  func `a call is waited for as long as the limit and no longer`() {
    var watch = watch
    #expect(watch.verdictOfCalls(at: 0) == .alive)
    let isFirst = watch.sent(1, at: 1_000)
    #expect(isFirst)
    #expect(watch.verdictOfCalls(at: 1_499) == .waiting(1))
    #expect(watch.verdictOfCalls(at: 1_500) == .ignoresCall(1, 500))
  }

  @Test
  func `a call that was taken up is not waited for, however long it lasts`() {
    var watch = watch
    _ = watch.sent(1, at: 0)
    watch.acknowledged(1, at: 10)
    #expect(watch.verdictOfCalls(at: 3_600_000) == .alive)
  }

  @Test
  func `the time begins anew with every sign of life`() {
    var watch = watch
    _ = watch.sent(1, at: 0)
    let others = [watch.sent(2, at: 0), watch.sent(3, at: 0)]
    #expect(others == [false, false])
    watch.acknowledged(1, at: 400)
    #expect(watch.verdictOfCalls(at: 899) == .waiting(1))
    watch.sign(at: 899)
    #expect(watch.verdictOfCalls(at: 1_398) == .waiting(1))
    #expect(watch.verdictOfCalls(at: 1_399) == .ignoresCall(2, 500))
    watch.excuse(at: 1_399)
    #expect(watch.verdictOfCalls(at: 1_400) == .waiting(499))
  }

  @Test
  func `two pings without an answer are too many, one is not`() {
    var watch = watch
    #expect(watch.verdictOfPings() == .alive)
    let first = watch.nextPing()
    #expect(watch.verdictOfPings() == .alive)
    let second = watch.nextPing()
    #expect(watch.verdictOfPings() == .ignoresPings(4_000))
    watch.answered(first, at: 0)
    #expect(watch.verdictOfPings() == .alive)
    watch.answered(second, at: 0)
    #expect(watch.missedPings == 0)
    // An answer to a ping that was never sent counts for nothing.
    watch.answered(99, at: 0)
    _ = watch.nextPing()
    #expect(watch.missedPings == 1)
  }

  @Test
  func `a front end that asks for something is alive`() {
    var watch = watch
    _ = watch.nextPing()
    _ = watch.nextPing()
    watch.sign(at: 0)
    #expect(watch.verdictOfPings() == .alive)
  }

  @Test(arguments: [
    (nil, 5_000, 500), ("100", 5_000, 500), ("30", 1_500, 150), ("10", 500, 50), ("9", 5_000, 500),
    ("10000", 500_000, 50_000), ("10001", 5_000, 500), ("", 5_000, 500), ("-1", 5_000, 500),
    ("fast", 5_000, 500),
  ])
  func `patience is a percentage from 10 to 10000, and anything else is not heard`(
    text: String?, start: Int, acknowledge: Int
  ) {
    let limits = RunnerLimits(environment: text.map { [RunnerLimits.variable: $0] } ?? [:])
    #expect(limits.start == start && limits.acknowledge == acknowledge && limits.misses == 2)
  }
}
