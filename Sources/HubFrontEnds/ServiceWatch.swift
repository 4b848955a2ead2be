import Synchronization

/// Counts what a front end does with its host that it must not do.
final class ServiceWatch: Sendable {
  private let strayCount = Atomic<Int>(0)
  private let lateCount = Atomic<Int>(0)
  private let shownCount = Atomic<Int>(0)
  private let over = Atomic<Bool>(false)

  /// Calls from another thread than the main one, of functions that are for that one alone.
  var strayCalls: Int { strayCount.load(ordering: .relaxed) }
  /// Calls after the front end was told that it is over.
  var lateCalls: Int { lateCount.load(ordering: .relaxed) }

  /// How often it has reported that the Hub is shown.
  var shownReports: Int { shownCount.load(ordering: .relaxed) }

  /// Whether the front end is stopped: nothing may come from it any more.
  var isOver: Bool {
    get { over.load(ordering: .relaxed) }
    set { over.store(newValue, ordering: .relaxed) }
  }

  func noteStray() { strayCount.add(1, ordering: .relaxed) }

  func noteShown() { shownCount.add(1, ordering: .relaxed) }

  func noteCall() { if isOver { lateCount.add(1, ordering: .relaxed) } }
}
