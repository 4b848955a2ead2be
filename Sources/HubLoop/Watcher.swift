import CLinux

/// One watched descriptor.
struct Watcher {
  var fd: Int32
  /// Tells this registration from an earlier one of the same descriptor.
  var generation: UInt32
  var owner: EventLoop.Owner
  var events: EventLoop.Events
  var callback: (EventLoop.Events) -> Void

  /// What epoll is told: the events, and a token of generation and descriptor.
  var epollEvent: epoll_event {
    var event = unsafe epoll_event()
    if events.contains(.readable) { unsafe event.events |= EPOLLIN.rawValue }
    if events.contains(.writable) { unsafe event.events |= EPOLLOUT.rawValue }
    unsafe event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: fd))
    return unsafe event
  }

  /// Takes apart what epoll tells.
  static func decode(
    _ event: epoll_event
  ) -> (generation: UInt32, fd: Int32, events: EventLoop.Events) {
    let token = unsafe event.data.u64
    var events: EventLoop.Events = []
    if unsafe event.events & EPOLLIN.rawValue != 0 { events.insert(.readable) }
    if unsafe event.events & EPOLLOUT.rawValue != 0 { events.insert(.writable) }
    if unsafe event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { events.insert(.hangup) }
    return (UInt32(token >> 32), Int32(bitPattern: UInt32(truncatingIfNeeded: token)), events)
  }
}
