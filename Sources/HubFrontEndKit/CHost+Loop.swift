import CHubFrontEnd

private let fdReady: hub_fd_callback = { context, _, events in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<WatchBox>.fromOpaque(context).takeUnretainedValue()
    .callback(events & HUB_HANGUP != 0)
}

private let timerFired: hub_timer_callback = { context, _ in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<TimerBox>.fromOpaque(context).takeUnretainedValue().callback()
}

extension CHost {
  var now: Int64 {
    guard let loop = unsafe loop else { return 0 }
    return unsafe loop.pointee.now(host)
  }

  var terminal: TerminalInfo {
    var info = hub_terminal_info(
      size: UInt32(MemoryLayout<hub_terminal_info>.size), flags: 0, input_fd: 0, output_fd: 1,
      columns: 80, rows: 24)
    if let service = unsafe terminalService { _ = unsafe service.pointee.describe(host, &info) }
    return TerminalInfo(
      inputIsTerminal: info.flags & HUB_TERMINAL_INPUT_IS_TTY != 0,
      outputIsTerminal: info.flags & HUB_TERMINAL_OUTPUT_IS_TTY != 0,
      wantsColor: info.flags & HUB_TERMINAL_COLOR != 0,
      isUnicode: info.flags & HUB_TERMINAL_UNICODE != 0, input: info.input_fd,
      output: info.output_fd, columns: Int(info.columns), rows: Int(info.rows))
  }

  func watch(fd: Int32, _ callback: @escaping (_ hangup: Bool) -> Void) -> HubStatus {
    guard let loop = unsafe loop else { return .unavailable }
    let box = WatchBox(callback)
    let context = unsafe Unmanaged.passUnretained(box).toOpaque()
    let code = unsafe loop.pointee.watch(host, fd, HUB_READABLE, fdReady, context)
    if code >= 0 { watches[fd] = box }
    return HubStatus(code: code)
  }

  func unwatch(fd: Int32) {
    guard let loop = unsafe loop else { return }
    _ = unsafe loop.pointee.unwatch(host, fd)
    watches[fd] = nil
  }

  func addTimer(every milliseconds: UInt64, _ callback: @escaping () -> Void) -> UInt64? {
    guard let loop = unsafe loop else { return nil }
    let box = TimerBox(callback)
    let context = unsafe Unmanaged.passUnretained(box).toOpaque()
    var timer: UInt64 = 0
    let code = unsafe loop.pointee.add_timer(host, milliseconds, timerFired, context, &timer)
    guard code >= 0 else { return nil }
    timers[timer] = box
    return timer
  }

  func cancelTimer(_ timer: UInt64) {
    guard let loop = unsafe loop else { return }
    _ = unsafe loop.pointee.cancel_timer(host, timer)
    timers[timer] = nil
  }

  func quit(reason: String) {
    guard let loop = unsafe loop else { return }
    unsafe reason.withHubString { text in
      guard let data = unsafe text.data else { return }
      _ = unsafe loop.pointee.quit(host, data, text.length)
    }
  }

  func setModes(_ modes: TerminalModes) {
    guard let service = unsafe terminalService else { return }
    _ = unsafe service.pointee.modes(host, modes.rawValue)
  }

  func suspend() -> HubStatus {
    guard let service = unsafe terminalService else { return .unavailable }
    return unsafe HubStatus(code: service.pointee.suspend(host))
  }

  func log(_ level: LogLevel, _ text: String) {
    guard let service = unsafe logService else { return }
    unsafe text.withHubString { text in
      guard let data = unsafe text.data else { return }
      unsafe service.pointee.write(host, level.rawValue, data, text.length)
    }
  }
}
