import HubLog
package import HubLoop

/// The event loop as a session uses it; what is registered here belongs to the front end.
package final class FrontEndLoop: SessionLoop {
  private let loop: EventLoop
  private var turns: [() -> Void] = []
  private var wakeCallback: (() -> Void)?

  package init(loop: EventLoop) {
    self.loop = loop
  }

  package func later(_ work: @escaping () -> Void) {
    turns.append(work)
    guard turns.count == 1 else { return }
    let door = LoopDoor(self)
    loop.waker.enqueue { door.loop.turn() }
  }

  /// Does the work that was asked for before this turn; what that asks for waits for the next one.
  private func turn() {
    let due = turns
    turns = []
    for work in due where !loop.isQuitting { work() }
  }

  package func watch(
    fd: Int32, events: UInt32, _ callback: @escaping (_ events: UInt32) -> Void
  ) throws(FrontEndError) {
    do throws(EventLoop.Fault) {
      try loop.watch(fd, EventLoop.Events(rawValue: events), owner: .frontEnd) {
        callback($0.rawValue)
      }
    } catch {
      throw FrontEndError(.system, "the front end cannot watch descriptor \(fd): \(error)")
    }
  }

  package func modify(fd: Int32, events: UInt32) -> Bool {
    (try? loop.modify(fd, EventLoop.Events(rawValue: events))) != nil
  }

  package func unwatch(fd: Int32) -> Bool {
    (try? loop.unwatch(fd)) != nil
  }

  package func addTimer(
    milliseconds: UInt64, repeats: Bool, _ callback: @escaping () -> Void
  ) -> UInt64? {
    if repeats {
      try? loop.addTimer(everyMilliseconds: milliseconds, owner: .frontEnd) { _ in callback() }
    } else {
      try? loop.addTimer(afterMilliseconds: milliseconds, owner: .host) { _ in callback() }
    }
  }

  package func cancelTimer(_ timer: UInt64) -> Bool {
    (try? loop.cancelTimer(timer)) != nil
  }

  package func onWake(_ callback: @escaping () -> Void) {
    wakeCallback = callback
  }

  package func wake() {
    let door = LoopDoor(self)
    loop.waker.enqueue { door.loop.wakeCallback?() }
  }

  package func quit(reason: String) {
    loop.quit(reason)
  }
}

extension EventLoop {
  /// An empty loop for a process that shows a front end.
  package static func forFrontEnd() throws(FrontEndError) -> EventLoop {
    do throws(LoopError) {
      return try EventLoop()
    } catch {
      throw FrontEndError(.system, error.message)
    }
  }
}

/// Carries the loop through the door for other threads.
///
/// Unchecked: what goes through the door is run on the loop's own thread, the only one that looks
/// inside.
private struct LoopDoor: @unchecked Sendable {
  let loop: FrontEndLoop

  init(_ loop: FrontEndLoop) { self.loop = loop }
}
