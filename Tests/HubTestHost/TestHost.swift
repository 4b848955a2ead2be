import CHubFrontEnd
import Glibc
import HubFrontEnds
import HubLoop

/// Loads one front end and lets keys drive it.
enum TestHost {
  /// Runs until `q`, or a signal.
  static func run() -> Never {
    do throws(FrontEndError) {
      let output = try StandardOutput.keepPrivate()
      let loop = try EventLoop.forFrontEnd()
      let terminal = TerminalGuard(output: output)
      let front = try FrontEndLoader.load(path: CommandLine.arguments[2])
      terminal.watchForCrashes(note: "the front end \(front.description.name) crashed")
      var ending: Int32 = 0
      try terminal.attach(
        to: loop,
        TerminalGuard.Hooks(
          end: { signal in
            ending = signal
            loop.quit("signal")
          },
          leave: { _ = front.terminalSuspend() }, take: { _ = front.terminalResume() },
          resized: { _ = front.terminalResized(columns: 0, rows: 0) }, childChanged: {}))
      var host = unsafe emptyHost
      try unsafe front.create(host: &host)
      try front.start()
      let modes = UInt32(CommandLine.arguments.last ?? "") ?? 0
      terminal.modes = modes
      try watchKeys(loop, terminal, front)
      say("ready\n", output)
      _ = loop.run()
      front.destroy()
      if ending != 0 { terminal.die(of: ending) }
      terminal.restore()
      exit(0)
    } catch {
      say("\(error)\n", STDERR_FILENO)
      exit(1)
    }
  }

  private static func watchKeys(
    _ loop: EventLoop, _ terminal: TerminalGuard, _ front: LoadedFrontEnd
  ) throws(FrontEndError) {
    do throws(EventLoop.Fault) {
      try loop.watch(STDIN_FILENO, .readable) { _ in
        var key: UInt8 = 0
        guard unsafe read(STDIN_FILENO, &key, 1) == 1 else { return }
        switch key {
        case UInt8(ascii: "q"): loop.quit("key")
        case UInt8(ascii: "z"):
          let modes = terminal.modes
          terminal.suspend(
            wholeJob: true, leave: { _ = front.terminalSuspend() },
            take: { _ = front.terminalResume() })
          terminal.modes = modes
        default: _ = front.showHub(tab: String(UnicodeScalar(key)), badge: nil)
        }
      }
    } catch {
      throw FrontEndError(.system, "keys cannot be watched: \(error)")
    }
  }

  static var emptyHost: hub_host {
    unsafe hub_host(
      size: UInt32(MemoryLayout<hub_host>.size), abi_minor: UInt32(HUB_ABI_MINOR),
      name: hub_string(), version: hub_string(), context: nil, service: { _, _, _ in nil })
  }

  private static func say(_ text: String, _ descriptor: Int32) {
    var text = text
    _ = text.withUTF8 { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }
}
