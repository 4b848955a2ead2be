import CHubFrontEnd
import HubLog
import HubModel
import HubText

/// hub.loop/1.
enum LoopService {
  static var table: hub_loop {
    unsafe hub_loop(
      size: UInt32(MemoryLayout<hub_loop>.size), reserved: 0, watch: watch, modify: modify,
      unwatch: unwatch, add_timer: addTimer, cancel_timer: cancelTimer, on_wake: onWake,
      wake: wake, quit: quit, now: now)
  }

  private static let allEvents = HUB_READABLE | HUB_WRITABLE | HUB_HANGUP

  private static let watch:
    @convention(c) (
      UnsafePointer<hub_host>, Int32, UInt32, hub_fd_callback, UnsafeMutableRawPointer?
    ) -> hub_status = { host, fd, events, callback, context in
      unsafe onMain(host) { session in
        guard fd >= 0, events & ~allEvents == 0, events != 0 else {
          return session.watch.refuse("watch", HUB_E_ARGUMENT)
        }
        do {
          try session.loop.watch(fd: fd, events: events) { ready in
            session.watch.noteCallback()
            unsafe callback(context, fd, ready)
            session.idleCheck()
          }
          session.registrations += 1
          session.watch.noteWatch(fd)
          return HUB_OK
        } catch {
          Log.debug("\(error)")
          return session.watch.refuse("watch", HUB_E_STATE)
        }
      }
    }

  private static let modify: @convention(c) (UnsafePointer<hub_host>, Int32, UInt32) -> hub_status =
    { host, fd, events in
      unsafe onMain(host) { session in
        guard events & ~allEvents == 0, events != 0 else {
          return session.watch.refuse("modify", HUB_E_ARGUMENT)
        }
        return session.loop.modify(fd: fd, events: events)
          ? HUB_OK : session.watch.refuse("modify", HUB_E_NOT_FOUND)
      }
    }

  private static let unwatch: @convention(c) (UnsafePointer<hub_host>, Int32) -> hub_status = {
    host, fd in
    unsafe onMain(host) { session in
      guard session.loop.unwatch(fd: fd) else {
        return session.watch.refuse("unwatch", HUB_E_NOT_FOUND)
      }
      session.registrations -= 1
      session.watch.noteUnwatch(fd)
      return HUB_OK
    }
  }

  private static let addTimer:
    @convention(c) (
      UnsafePointer<hub_host>, UInt64, hub_timer_callback, UnsafeMutableRawPointer?,
      UnsafeMutablePointer<UInt64>
    ) -> hub_status = { host, period, callback, context, timer in
      unsafe onMain(host) { session in
        let box = TimerNumber()
        let period = max(period, UInt64(HUB_TIMER_MIN_MS))
        let added = session.loop.addTimer(milliseconds: period, repeats: true) {
          session.watch.noteCallback()
          unsafe callback(context, box.number)
          session.idleCheck()
        }
        guard let added else { return session.watch.refuse("add_timer", HUB_E_STATE) }
        box.number = added
        unsafe timer.pointee = box.number
        session.registrations += 1
        return HUB_OK
      }
    }

  private static let cancelTimer: @convention(c) (UnsafePointer<hub_host>, UInt64) -> hub_status = {
    host, timer in
    unsafe onMain(host) { session in
      guard session.loop.cancelTimer(timer) else {
        return session.watch.refuse("cancel_timer", HUB_E_NOT_FOUND)
      }
      session.registrations -= 1
      return HUB_OK
    }
  }

  private static let onWake:
    @convention(c) (
      UnsafePointer<hub_host>, hub_wake_callback, UnsafeMutableRawPointer?
    ) -> hub_status = { host, callback, context in
      unsafe onMain(host) { session in
        if !session.hasWake { session.registrations += 1 }
        session.hasWake = true
        session.loop.onWake { unsafe callback(context) }
        return HUB_OK
      }
    }

  private static let wake: @convention(c) (UnsafePointer<hub_host>) -> hub_status = { host in
    guard let session = unsafe anySession(host) else { return HUB_E_ARGUMENT }
    session.loop.wake()
    return HUB_OK
  }

  private static let quit:
    @convention(c) (UnsafePointer<hub_host>, UnsafePointer<CChar>, UInt64) -> hub_status = {
      host, reason, length in
      unsafe onMain(host) { session in
        let reason = unsafe argument(reason, length) ?? ""
        session.quit(reason: SafeText.line(reason))
        return HUB_OK
      }
    }

  private static let now: @convention(c) (UnsafePointer<hub_host>) -> Int64 = { host in
    unsafe anySession(host)?.settings.now().milliseconds ?? 0
  }
}

/// The number of a timer, known to its callback.
private final class TimerNumber {
  var number: UInt64 = 0
}

/// hub.terminal/1.
enum TerminalService {
  static var table: hub_terminal {
    unsafe hub_terminal(
      size: UInt32(MemoryLayout<hub_terminal>.size), reserved: 0, describe: describe,
      modes: modes, suspend: suspend)
  }

  private static let describe:
    @convention(c) (
      UnsafePointer<hub_host>, UnsafeMutablePointer<hub_terminal_info>
    ) -> hub_status = { host, info in
      unsafe onMain(host) { session in
        guard unsafe info.pointee.size >= MemoryLayout<hub_terminal_info>.size else {
          return HUB_E_ARGUMENT
        }
        let terminal = session.terminal
        var flags: UInt32 = 0
        if terminal.inputIsTerminal { flags |= HUB_TERMINAL_INPUT_IS_TTY }
        if terminal.outputIsTerminal { flags |= HUB_TERMINAL_OUTPUT_IS_TTY }
        if terminal.wantsColor { flags |= HUB_TERMINAL_COLOR }
        if terminal.isUnicode { flags |= HUB_TERMINAL_UNICODE }
        unsafe info.pointee.flags = flags
        unsafe info.pointee.input_fd = terminal.input
        unsafe info.pointee.output_fd = terminal.output
        unsafe info.pointee.columns = UInt32(clamping: terminal.columns)
        unsafe info.pointee.rows = UInt32(clamping: terminal.rows)
        return HUB_OK
      }
    }

  private static let modes: @convention(c) (UnsafePointer<hub_host>, UInt32) -> hub_status = {
    host, modes in
    unsafe onMain(host) { session in
      session.settings.modesChanged(modes)
      return HUB_OK
    }
  }

  private static let suspend: @convention(c) (UnsafePointer<hub_host>) -> hub_status = { host in
    unsafe onMain(host) { session in
      guard let suspend = session.suspend else { return HUB_E_UNAVAILABLE }
      // On a later turn: the front end is in the middle of its own callback.
      session.later { suspend() }
      return HUB_OK
    }
  }
}
