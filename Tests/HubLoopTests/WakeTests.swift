import Glibc
import HubLoop
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WakeTests {
  /// What threads do: hand 1000 numbers each to the loop.
  private final class Worker: Sendable {
    static let count = 1_000
    let waker: EventLoop.Waker
    let seen = Mutex<[Int]>([])

    init(_ waker: EventLoop.Waker) { self.waker = waker }

    func run() {
      for number in 0..<Self.count {
        waker.enqueue { self.seen.withLock { $0.append(number) } }
      }
    }
  }

  private func start(_ worker: Worker) -> pthread_t {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(worker).toOpaque())
    return thread
  }

  @Test
  func `work from other threads runs on the loop in the order of its thread`() throws {
    let loop = try EventLoop()
    let workers = (0..<4).map { _ in Worker(loop.waker) }
    let threads = workers.map(start)
    while workers.contains(where: { $0.seen.withLock(\.count) < Worker.count }) {
      loop.step(timeoutMilliseconds: 30_000)
    }
    for thread in threads { pthread_join(thread, nil) }
    for worker in workers { #expect(worker.seen.withLock { $0 } == Array(0..<Worker.count)) }
  }

  @Test
  func `wakes merge, and a wake that comes in a wake is not lost`() throws {
    let loop = try EventLoop()
    let waker = loop.waker
    for _ in 0..<100 { waker.wake() }
    #expect(loop.step(timeoutMilliseconds: 0) == 1)
    #expect(loop.step(timeoutMilliseconds: 0) == 0)
    let turns = Mutex(0)
    waker.enqueue {
      turns.withLock { $0 += 1 }
      waker.enqueue { turns.withLock { $0 += 1 } }
    }
    loop.step(timeoutMilliseconds: 0)
    #expect(turns.withLock { $0 } == 1)
    loop.step(timeoutMilliseconds: 0)
    #expect(turns.withLock { $0 } == 2)
    #expect(loop.step(timeoutMilliseconds: 0) == 0)
  }

  @Test
  func `signals come as callbacks, and the thread gets its own back`() throws {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    do {
      let loop = try EventLoop()
      var seen: [Int32] = []
      try loop.onSignals([SIGUSR1, SIGWINCH]) { seen.append($0) }
      pthread_kill(pthread_self(), SIGUSR1)
      pthread_kill(pthread_self(), SIGWINCH)
      loop.step(timeoutMilliseconds: 0)
      #expect(seen.sorted() == [SIGUSR1, SIGWINCH])
      loop.step(timeoutMilliseconds: 0)
      #expect(seen.count == 2)
    }
    var after = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &after)
    #expect(sigismember(&after, SIGUSR1) == sigismember(&before, SIGUSR1))
  }
}
