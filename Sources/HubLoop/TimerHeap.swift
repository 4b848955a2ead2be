/// The timers of a loop, earliest first; pure, with the clock given.
struct TimerHeap {
  private struct Timer {
    var period: UInt64?
    var owner: EventLoop.Owner
    var callback: (UInt64) -> Void
  }

  private struct Entry {
    var due: UInt64
    var id: UInt64
  }

  /// The longest time to wait, a year, so that no sum overflows.
  static let maxMilliseconds: UInt64 = 366 * 24 * 3_600 * 1_000

  private var timers: [UInt64: Timer] = [:]
  /// A binary heap by due time, then by id; entries of cancelled timers are skipped when they come up.
  private var heap: [Entry] = []
  private var lastID: UInt64 = 0

  func count(of owner: EventLoop.Owner) -> Int { timers.values.count { $0.owner == owner } }

  /// Entries of the heap, those of cancelled timers included.
  var heapCount: Int { heap.count }

  /// When the next timer is due, in the clock's nanoseconds.
  var nextDue: UInt64? { heap.first?.due }

  /// Adds a timer that is due `milliseconds`, at least 1, after `now`.
  mutating func add(
    after milliseconds: UInt64, isPeriodic: Bool, owner: EventLoop.Owner, now: UInt64,
    _ callback: @escaping (UInt64) -> Void
  ) -> UInt64 {
    let wait = min(max(milliseconds, 1), Self.maxMilliseconds) * 1_000_000
    lastID += 1
    timers[lastID] = Timer(period: isPeriodic ? wait : nil, owner: owner, callback: callback)
    push(Entry(due: now + wait, id: lastID))
    return lastID
  }

  mutating func cancel(_ id: UInt64) -> Bool {
    guard timers.removeValue(forKey: id) != nil else { return false }
    dropCancelled()
    return true
  }

  mutating func cancelAll(of owner: EventLoop.Owner) {
    timers = timers.filter { $0.value.owner != owner }
    dropCancelled()
  }

  /// Takes the timers that are due out of the heap, earliest first; each is to be finished after its call.
  mutating func takeDue(now: UInt64) -> [UInt64] {
    var due: [UInt64] = []
    while let first = heap.first, first.due <= now {
      pop()
      if timers[first.id] != nil { due.append(first.id) }
    }
    return due
  }

  func callback(of id: UInt64) -> ((UInt64) -> Void)? { timers[id]?.callback }

  /// Sets a periodic timer again, counted from `now`, and removes a one-shot.
  mutating func finish(_ id: UInt64, now: UInt64) {
    guard let timer = timers[id] else { return }
    guard let period = timer.period else {
      timers[id] = nil
      return
    }
    push(Entry(due: now + period, id: id))
  }

  private mutating func dropCancelled() {
    while let first = heap.first, timers[first.id] == nil { pop() }
    // Cancelled entries deep in the heap must not pile up.
    if heap.count > 2 * timers.count + 16 {
      let kept = heap.filter { timers[$0.id] != nil }
      heap = []
      for entry in kept { push(entry) }
    }
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    (left.due, left.id) < (right.due, right.id)
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, Self.precedes(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if Self.precedes(heap[child], heap[first]) { first = child }
      }
      guard first != parent else { return }
      heap.swapAt(first, parent)
      parent = first
    }
  }
}
