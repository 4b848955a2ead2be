import CLinux
import Glibc
import HubTestSupport
import Testing

@testable import HubLoop

@Suite(.timeLimit(.minutes(10)))
struct LoopTests {
  /// The two ends of a pipe.
  final class Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw SystemCallError("pipe2") }
      reading = ends[0]
      writing = ends[1]
    }

    deinit {
      close(reading)
      close(writing)
    }

    func put() { write(writing, [1] as [UInt8], 1) }

    func take() {
      var byte: UInt8 = 0
      read(reading, &byte, 1)
    }
  }

  @Test
  func `a readable descriptor is reported until it was read`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var seen: [EventLoop.Events] = []
    try loop.watch(pipe.reading, .readable) { seen.append($0) }
    #expect(loop.step(timeoutMilliseconds: 0) == 0)
    pipe.put()
    loop.step(timeoutMilliseconds: 0)
    loop.step(timeoutMilliseconds: 0)
    #expect(seen == [.readable, .readable])
    pipe.take()
    #expect(loop.step(timeoutMilliseconds: 0) == 0)
    try loop.unwatch(pipe.reading)
    pipe.put()
    #expect(loop.step(timeoutMilliseconds: 0) == 0)
  }

  @Test
  func `watching can change between reading, writing and nothing`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var seen: [EventLoop.Events] = []
    try loop.watch(pipe.writing, .readable) { seen.append($0) }
    loop.step(timeoutMilliseconds: 0)
    try loop.modify(pipe.writing, [.readable, .writable])
    loop.step(timeoutMilliseconds: 0)
    try loop.modify(pipe.writing, [])
    loop.step(timeoutMilliseconds: 0)
    #expect(seen == [.writable])
  }

  @Test
  func `a closed other end is a hang-up even if nothing was asked for`() throws {
    let loop = try EventLoop()
    var ends: [Int32] = [-1, -1]
    #expect(pipe2(&ends, O_CLOEXEC) == 0)
    var seen: [EventLoop.Events] = []
    try loop.watch(ends[0], []) { seen.append($0) }
    close(ends[1])
    loop.step(timeoutMilliseconds: 0)
    #expect(seen == [.hangup])
    try loop.unwatch(ends[0])
    close(ends[0])
  }

  @Test
  func `faults of registration are told apart`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    try loop.watch(pipe.reading, .readable) { _ in }
    #expect(throws: EventLoop.Fault.watchedAlready) {
      try loop.watch(pipe.reading, .readable) { _ in }
    }
    #expect(throws: EventLoop.Fault.badDescriptor) { try loop.watch(-1, .readable) { _ in } }
    #expect(throws: EventLoop.Fault.badDescriptor) { try loop.watch(1_000_000, .readable) { _ in } }
    #expect(throws: EventLoop.Fault.notWatched) { try loop.unwatch(pipe.writing) }
    #expect(throws: EventLoop.Fault.notWatched) { try loop.modify(pipe.writing, .readable) }
    #expect(throws: EventLoop.Fault.notWatched) { try loop.cancelTimer(99) }
  }

  @Test
  func `a descriptor removed by a callback gets no event of the same batch`() throws {
    let loop = try EventLoop()
    let pipes = try (0..<8).map { _ in try Pipe() }
    var calls = 0
    for pipe in pipes {
      try loop.watch(pipe.reading, .readable) { _ in
        calls += 1
        for other in pipes where other.reading != pipe.reading { try? loop.unwatch(other.reading) }
      }
      pipe.put()
    }
    loop.step(timeoutMilliseconds: 0)
    #expect(calls == 1)
  }

  @Test
  func `a descriptor removed and watched again in a callback gets no old event`() throws {
    let loop = try EventLoop()
    let pipes = try [Pipe(), Pipe()]
    var old = 0
    var new = 0
    for pipe in pipes {
      let other = pipes[pipe === pipes[0] ? 1 : 0]
      try loop.watch(pipe.reading, .readable) { _ in
        old += 1
        other.take()
        try? loop.unwatch(other.reading)
        try? loop.watch(other.reading, .readable) { _ in new += 1 }
      }
      pipe.put()
    }
    loop.step(timeoutMilliseconds: 0)
    #expect(old == 1 && new == 0)
  }

  @Test
  func `a callback may unwatch itself`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    pipe.put()
    var calls = 0
    try loop.watch(pipe.reading, .readable) { _ in
      calls += 1
      try? loop.unwatch(pipe.reading)
    }
    loop.step(timeoutMilliseconds: 0)
    loop.step(timeoutMilliseconds: 0)
    #expect(calls == 1)
  }

  @Test
  func `a regular file is always ready`() throws {
    let loop = try EventLoop()
    let folder = try PluginFolder()
    let fd = hub_open(try folder.write("a", [1]), O_RDONLY | O_CLOEXEC, 0)
    defer { close(fd) }
    var calls = 0
    try loop.watch(fd, .readable) { events in
      #expect(events == .readable)
      calls += 1
    }
    // Waiting for ever returns at once.
    #expect(loop.step(timeoutMilliseconds: -1) == 1)
    loop.step(timeoutMilliseconds: -1)
    #expect(calls == 2)
    try loop.modify(fd, [])
    #expect(loop.step(timeoutMilliseconds: 0) == 0)
    try loop.unwatch(fd)
    #expect(loop.step(timeoutMilliseconds: 0) == 0)
  }

  @Test
  func `a front end holds 1024 descriptors at most, and all are revoked together`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    pipe.put()
    var duplicates: [Int32] = []
    defer { for fd in duplicates { close(fd) } }
    // The process may have room for fewer open files than the loop has for watched ones.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 4_096)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var calls = 0
    for _ in 0..<EventLoop.maxPerOwner {
      let fd = dup(pipe.reading)
      duplicates.append(fd)
      try loop.watch(fd, .readable, owner: .frontEnd) { _ in calls += 1 }
    }
    #expect(throws: EventLoop.Fault.tooMany) {
      try loop.watch(pipe.reading, .readable, owner: .frontEnd) { _ in }
    }
    loop.step(timeoutMilliseconds: 0)
    #expect(calls == EventLoop.maxBatch)
    var hostCalls = 0
    try loop.watch(pipe.reading, .readable) { _ in hostCalls += 1 }
    loop.revoke(.frontEnd)
    calls = 0
    loop.step(timeoutMilliseconds: 0)
    #expect(calls == 0 && hostCalls == 1)
  }

  @Test
  func `run returns the first reason after the callback that quit`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    pipe.put()
    try loop.watch(pipe.reading, .readable) { _ in
      loop.quit("first")
      loop.quit("second")
      #expect(loop.isQuitting)
    }
    #expect(loop.run() == "first")
    #expect(!loop.isQuitting)
    #expect(loop.run() == "first")
  }

  @Test
  func `a step on another thread ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<EventLoop>.fromOpaque(argument).takeUnretainedValue().step(
            timeoutMilliseconds: 0)
          return nil
        }, Unmanaged.passRetained(loop).toOpaque())
      pthread_join(thread, nil)
    }
  }
}
