import Synchronization

/// Hands values to any number of streams, which may be read in any task.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var next = 0
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  /// A stream of what comes from now on, behind a first value if there is one.
  func stream(
    from first: Element? = nil, keeping policy: AsyncStream<Element>.Continuation.BufferingPolicy
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    if let first { continuation.yield(first) }
    let number: Int? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.next += 1
      state.continuations[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ element: Element) {
    for continuation in state.withLock({ Array($0.continuations.values) }) {
      continuation.yield(element)
    }
  }

  /// Ends every stream.
  func finish() {
    let open = state.withLock { state in
      state.isOver = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in open { continuation.finish() }
  }
}
