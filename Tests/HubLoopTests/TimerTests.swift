import Glibc
import HubTestSupport
import Testing

@testable import HubLoop

@Suite(.timeLimit(.minutes(10)))
struct TimerTests {
  private static let millisecond: UInt64 = 1_000_000

  @Test
  func `timers come due in order of time, then of making`() {
    var heap = TimerHeap()
    var random = SeededGenerator(seed: 3)
    var due: [(UInt64, UInt64)] = []
    for _ in 0..<500 {
      let wait = UInt64.random(in: 1...50, using: &random)
      let id = heap.add(after: wait, isPeriodic: false, owner: .host, now: 0) { _ in }
      due.append((wait, id))
    }
    let cancelled = Set(due.map(\.1).filter { $0 % 3 == 0 })
    for id in cancelled {
      let isCancelled = heap.cancel(id)
      #expect(isCancelled)
    }
    due.removeAll { cancelled.contains($0.1) }
    due.sort { $0 < $1 }
    var taken: [UInt64] = []
    for now in UInt64(1)...50 {
      #expect(heap.nextDue.map { $0 >= now * Self.millisecond } ?? true)
      let batch = heap.takeDue(now: now * Self.millisecond)
      taken += batch
      for id in batch { heap.finish(id, now: now * Self.millisecond) }
    }
    #expect(taken == due.map(\.1))
    #expect(heap.nextDue == nil && heap.count(of: .host) == 0)
  }

  @Test
  func `a periodic timer is due a period after it was called`() {
    var heap = TimerHeap()
    let id = heap.add(after: 10, isPeriodic: true, owner: .frontEnd, now: 0) { _ in }
    let early = heap.takeDue(now: 9 * Self.millisecond)
    let late = heap.takeDue(now: 35 * Self.millisecond)
    #expect(early.isEmpty && late == [id])
    heap.finish(id, now: 36 * Self.millisecond)
    #expect(heap.nextDue == 46 * Self.millisecond)
    heap.cancelAll(of: .frontEnd)
    #expect(heap.nextDue == nil)
    let isCancelledAgain = heap.cancel(id)
    #expect(!isCancelledAgain)
  }

  @Test(arguments: [
    (UInt64(0), UInt64(1)), (1, 1), (TimerHeap.maxMilliseconds, TimerHeap.maxMilliseconds),
    (.max, TimerHeap.maxMilliseconds),
  ])
  func `a wait is at least 1 ms and at most a year`(asked: UInt64, given: UInt64) {
    var heap = TimerHeap()
    _ = heap.add(after: asked, isPeriodic: false, owner: .host, now: 5) { _ in }
    #expect(heap.nextDue == given * Self.millisecond + 5)
  }

  @Test
  func `cancelled timers do not pile up`() {
    var heap = TimerHeap()
    _ = heap.add(after: 1, isPeriodic: false, owner: .host, now: 0) { _ in }
    for _ in 0..<10_000 {
      let id = heap.add(after: 1_000, isPeriodic: true, owner: .host, now: 0) { _ in }
      _ = heap.cancel(id)
    }
    #expect(heap.heapCount < 64)
  }

  @Test
  func `timers of a loop fire, repeat and end when they are cancelled in their own call`() throws {
    let loop = try EventLoop()
    var order: [String] = []
    _ = try loop.addTimer(afterMilliseconds: 1) { _ in order.append("once") }
    var ticks = 0
    let periodic = try loop.addTimer(everyMilliseconds: 2) { id in
      ticks += 1
      if ticks == 3 {
        try? loop.cancelTimer(id)
        loop.quit("done")
      }
    }
    #expect(periodic != 0)
    #expect(loop.run() == "done")
    #expect(order == ["once"] && ticks == 3)
    #expect(throws: EventLoop.Fault.notWatched) { try loop.cancelTimer(periodic) }
  }

  @Test
  func `a front end holds 1024 timers at most`() throws {
    let loop = try EventLoop()
    for _ in 0..<EventLoop.maxPerOwner {
      _ = try loop.addTimer(afterMilliseconds: 100_000, owner: .frontEnd) { _ in }
    }
    #expect(throws: EventLoop.Fault.tooMany) {
      try loop.addTimer(afterMilliseconds: 1, owner: .frontEnd) { _ in }
    }
    loop.revoke(.frontEnd)
    _ = try loop.addTimer(afterMilliseconds: 1, owner: .frontEnd) { _ in loop.quit("again") }
    #expect(loop.run() == "again")
  }
}
