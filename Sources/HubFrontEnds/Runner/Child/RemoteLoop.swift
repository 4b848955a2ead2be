import CHubFrontEnd
import CLinux
import Glibc
import HubLog
import HubLoop

/// hub.loop/1 in a runner: the runner's own loop; only the end is the host's affair.
enum RemoteLoop {
  static var table: hub_loop {
    unsafe hub_loop(
      size: UInt32(MemoryLayout<hub_loop>.size), reserved: 0, watch: watch, modify: modify,
      unwatch: unwatch, add_timer: addTimer, cancel_timer: cancelTimer, on_wake: onWake,
      wake: { host in
        guard let remote = unsafe remoteHost(host) else { return HUB_E_ARGUMENT }
        remote.frontEndLoop.wake()
        return HUB_OK
      },
      quit: { unsafe RemoteServices.text($0, .quit, $1, $2) },
      now: { _ in
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
      })
  }

  private static let allEvents = HUB_READABLE | HUB_WRITABLE | HUB_HANGUP

  private static let watch:
    @convention(c) (
      UnsafePointer<hub_host>, Int32, UInt32, hub_fd_callback, UnsafeMutableRawPointer?
    ) -> hub_status = { host, fd, events, callback, context in
      unsafe onRunnerMain(host) { remote in
        guard fd >= 0, fd != remote.channel.descriptor, events & ~allEvents == 0, events != 0 else {
          return HUB_E_ARGUMENT
        }
        do throws(FrontEndError) {
          try remote.frontEndLoop.watch(fd: fd, events: events) { ready in
            unsafe callback(context, fd, ready)
            remote.tellRegistrations()
          }
          remote.registrations += 1
          return HUB_OK
        } catch {
          Log.debug("\(error)")
          return HUB_E_STATE
        }
      }
    }

  private static let modify: @convention(c) (UnsafePointer<hub_host>, Int32, UInt32) -> hub_status =
    { host, fd, events in
      unsafe onRunnerMain(host) { remote in
        guard events & ~allEvents == 0, events != 0 else { return HUB_E_ARGUMENT }
        guard fd != remote.channel.descriptor else { return HUB_E_NOT_FOUND }
        return remote.frontEndLoop.modify(fd: fd, events: events) ? HUB_OK : HUB_E_NOT_FOUND
      }
    }

  private static let unwatch: @convention(c) (UnsafePointer<hub_host>, Int32) -> hub_status = {
    host, fd in
    unsafe onRunnerMain(host) { remote in
      guard fd != remote.channel.descriptor, remote.frontEndLoop.unwatch(fd: fd) else {
        return HUB_E_NOT_FOUND
      }
      remote.registrations -= 1
      return HUB_OK
    }
  }

  private static let addTimer:
    @convention(c) (
      UnsafePointer<hub_host>, UInt64, hub_timer_callback, UnsafeMutableRawPointer?,
      UnsafeMutablePointer<UInt64>
    ) -> hub_status = { host, period, callback, context, timer in
      unsafe onRunnerMain(host) { remote in
        let period = max(period, UInt64(HUB_TIMER_MIN_MS))
        do throws(EventLoop.Fault) {
          unsafe timer.pointee = try remote.loop.addTimer(
            everyMilliseconds: period, owner: .frontEnd
          ) { number in
            unsafe callback(context, number)
            remote.tellRegistrations()
          }
        } catch {
          return HUB_E_STATE
        }
        remote.registrations += 1
        return HUB_OK
      }
    }

  private static let cancelTimer: @convention(c) (UnsafePointer<hub_host>, UInt64) -> hub_status = {
    host, timer in
    unsafe onRunnerMain(host) { remote in
      guard remote.frontEndLoop.cancelTimer(timer) else { return HUB_E_NOT_FOUND }
      remote.registrations -= 1
      return HUB_OK
    }
  }

  private static let onWake:
    @convention(c) (
      UnsafePointer<hub_host>, hub_wake_callback, UnsafeMutableRawPointer?
    ) -> hub_status = { host, callback, context in
      unsafe onRunnerMain(host) { remote in
        if !remote.hasWake { remote.registrations += 1 }
        remote.hasWake = true
        remote.frontEndLoop.onWake {
          unsafe callback(context)
          remote.tellRegistrations()
        }
        return HUB_OK
      }
    }
}
