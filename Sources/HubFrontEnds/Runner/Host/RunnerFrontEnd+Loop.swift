import CLinux
import Glibc
import HubLoop

/// The runner in the host's loop.
extension RunnerFrontEnd {
  func attach() throws(FrontEndError) {
    do throws(EventLoop.Fault) {
      try loop.watch(line.channel.descriptor, .readable) { [unowned self] _ in channelReady() }
      try loop.watch(process.errors, .readable) { [unowned self] _ in errorsReady() }
      if process.ending >= 0 {
        try loop.watch(process.ending, .readable) { [unowned self] _ in channelReady() }
      }
      timers.append(
        try loop.addTimer(everyMilliseconds: UInt64(limits.ping)) { [unowned self] _ in ping() })
    } catch {
      throw FrontEndError(.system, "a runner cannot be watched: \(error)")
    }
    line.onWaiting = { [unowned self] isWaiting in
      guard !isOver else { return }
      try? loop.modify(
        line.channel.descriptor, isWaiting ? [.readable, .writable] : [.readable])
    }
  }

  private func channelReady() {
    guard !isOver else { return }
    line.flush()
    do throws(WireFault) {
      if try !receive() { return end(nil) }
      // Its last words come before its end.
      if process.look() != nil {
        while try receive(), try !isDrained() {}
        end(nil)
      }
    } catch {
      end(.protocolBroken(error.reason))
    }
  }

  /// Whether nothing is left to read.
  private func isDrained() throws(WireFault) -> Bool {
    var ready = pollfd(fd: line.channel.descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) <= 0 || ready.revents & Int16(POLLIN) == 0
  }

  private func errorsReady() {
    if !noise.read() { try? loop.unwatch(process.errors) }
  }

  // MARK: Is it alive?

  /// Looks after a while whether the call that was sent now was taken up.
  func startWaiting() {
    usedAtCall = process.usedMilliseconds
    look(after: limits.acknowledge)
  }

  private func look(after milliseconds: Int) {
    let timer = try? loop.addTimer(afterMilliseconds: UInt64(milliseconds)) { [unowned self] id in
      timers.removeAll { $0 == id }
      checkCalls()
    }
    if let timer { timers.append(timer) }
  }

  private func checkCalls() {
    guard !isOver else { return }
    // What it sent in time may not have been read yet.
    channelReady()
    guard !isOver else { return }
    switch watch.verdictOfCalls(at: Self.now) {
    case .waiting(let milliseconds): look(after: milliseconds)
    case .ignoresCall(_, let milliseconds):
      if isExcused {
        watch.excuse(at: Self.now)
        return look(after: limits.acknowledge)
      }
      end(.hang(milliseconds: milliseconds))
    default: break
    }
  }

  private func ping() {
    guard !isOver else { return }
    channelReady()
    guard !isOver else { return }
    if case .ignoresPings(let milliseconds) = watch.verdictOfPings() {
      guard isExcused else {
        return end(.hang(milliseconds: milliseconds))
      }
      watch.excuse(at: Self.now)
    }
    line.send(RunnerMessage(kind: .ping, number: watch.nextPing()))
  }

  /// Whether its silence is not the plug-in's fault: its reader takes nothing, as a pager does, or the
  /// machine does not let it at a processor.
  private var isExcused: Bool {
    var ready = pollfd(fd: setting.output, events: Int16(POLLOUT), revents: 0)
    if unsafe poll(&ready, 1, 0) == 0 { return true }
    let before = usedAtCall
    usedAtCall = process.usedMilliseconds
    return process.isStarved(since: before)
  }

  // MARK: Waiting

  /// Serves the runner outside the loop until something has come true, for a bounded time.
  ///
  /// - Returns: whether it has.
  func pump(_ milliseconds: Int, until isDone: () -> Bool) -> Bool {
    let deadline = Self.now + Int64(milliseconds)
    while !isDone() {
      let left = deadline - Self.now
      guard left > 0 else { return false }
      let events = Int16(POLLIN) | (line.isWaiting ? Int16(POLLOUT) : 0)
      var ready = [
        pollfd(fd: line.channel.descriptor, events: events, revents: 0),
        pollfd(fd: process.errors, events: Int16(POLLIN), revents: 0),
      ]
      unsafe poll(&ready, UInt(ready.count), Int32(clamping: left))
      line.flush()
      if ready[1].revents != 0, !noise.read() { return isDone() }
      // A fault is noticed once more in the loop, which then ends the runner.
      guard (try? receive()) == true else { return isDone() }
    }
    return true
  }
}
