import Synchronization

/// Counts what a front end does with its host that it must not do.
final class ServiceWatch: Sendable {
  private let strayCount = Atomic<Int>(0)
  private let lateCount = Atomic<Int>(0)
  private let shownCount = Atomic<Int>(0)
  private let over = Atomic<Bool>(false)
  private let callbackCount = Atomic<Int>(0)
  private let loop = Mutex(LoopUse())

  /// What a front end asked of hub.loop/1.
  private struct LoopUse {
    var watched: Set<Int32> = []
    var refusals: [String] = []
  }

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

  /// How often the loop called a front end back, for a descriptor or a timer.
  var callbacks: Int { callbackCount.load(ordering: .relaxed) }
  /// The descriptors that are being watched.
  var watched: Set<Int32> { loop.withLock { $0.watched } }
  /// Every request to the loop that was refused: the function and its status.
  var refusals: [String] { loop.withLock { $0.refusals } }

  func noteCallback() { callbackCount.add(1, ordering: .relaxed) }

  func noteWatch(_ descriptor: Int32) { loop.withLock { _ = $0.watched.insert(descriptor) } }

  func noteUnwatch(_ descriptor: Int32) { loop.withLock { _ = $0.watched.remove(descriptor) } }

  /// Takes down what the loop refuses, and returns the status.
  func refuse(_ function: StaticString, _ status: Int32) -> Int32 {
    loop.withLock { use in
      guard use.refusals.count < Self.maxRefusals else { return }
      use.refusals.append("\(function): \(StatusName.of(status))")
    }
    return status
  }

  /// The most refusals that are kept.
  private static let maxRefusals = 100

  func noteStray() { strayCount.add(1, ordering: .relaxed) }

  func noteShown() { shownCount.add(1, ordering: .relaxed) }

  func noteCall() { if isOver { lateCount.add(1, ordering: .relaxed) } }
}
