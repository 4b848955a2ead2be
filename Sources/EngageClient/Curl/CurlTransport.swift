import CCurl
import CLinux
import Glibc
package import HubLoop

/// Carries requests with libcurl on an event loop; nothing here ever waits.
///
/// Names are looked up on threads of libcurl's own, connections are kept and shared, answers are
/// decompressed. It belongs to the thread of its loop and must be let go of before the loop.
@safe
package final class CurlTransport: HTTPTransport {
  package let limits: CurlLimits
  private let loop: EventLoop
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UInt64: CurlTransfer] = [:]
  private var lastNumber: UInt64 = 0
  private var timer: UInt64?
  private var watched: Set<Int32> = []
  private var streamTimer: UInt64?
  /// Transfers that ended before they began, and nobody was told yet.
  private var stillborn: [(transfer: HTTPTransfer, failure: HTTPFailure)] = []
  /// Looks on the loop's next turn at what ended inside `start`.
  private var lookTimer: UInt64?

  /// Done once in the process, on first use.
  private static let isReady: Bool = {
    guard hub_curl_global_init() == CURLE_OK else { return false }
    // libcurl leaves SIGPIPE to us; a connection that has gone must not end the process.
    var current = sigaction()
    unsafe sigaction(SIGPIPE, nil, &current)
    if unsafe current.__sigaction_handler.sa_handler == nil { _ = signal(SIGPIPE, SIG_IGN) }
    return true
  }()

  /// A transport on a loop.
  ///
  /// - Throws: when the system's libcurl cannot be used, or looks names up on the calling thread.
  package init(loop: EventLoop, limits: CurlLimits = CurlLimits()) throws(EngageError) {
    guard Self.isReady, let multi = unsafe curl_multi_init() else {
      throw EngageError(.unusable, "libcurl cannot start; close other programs to make room")
    }
    guard hub_curl_resolves_aside() != 0 else {
      unsafe curl_multi_cleanup(multi)
      throw EngageError(
        .unusable, "this libcurl waits for name lookups; install Debian's libcurl4 instead")
    }
    unsafe self.multi = unsafe multi
    self.loop = loop
    self.limits = limits
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe hub_curl_multi_set_callbacks(
      multi,
      { _, socket, what, context, _ in
        unsafe CurlTransport.at(context)?.watch(socket, what)
        return 0
      },
      { _, milliseconds, context in
        unsafe CurlTransport.at(context)?.setTimer(milliseconds)
        return 0
      }, context)
    unsafe hub_curl_multi_set_long(
      multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.maxHostConnections)
    unsafe hub_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.maxConnections)
  }

  deinit {
    // From here on libcurl asks for nothing: there is nobody left to ask.
    unsafe hub_curl_multi_set_callbacks(multi, nil, nil, nil)
    for fd in watched { try? loop.unwatch(fd) }
    for timer in [timer, streamTimer, lookTimer].compactMap({ $0 }) {
      try? loop.cancelTimer(timer)
    }
    for transfer in transfers.values { detach(transfer) }
    unsafe curl_multi_cleanup(multi)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransport? {
    unsafe context.map { unsafe Unmanaged<CurlTransport>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Requests

  package func start(
    _ request: HTTPRequest, then: @escaping (HTTPOutcome) -> Void
  ) -> HTTPTransfer {
    add(request, .whole, then)
  }

  /// Starts a request whose answer never ends.
  ///
  /// Its `timeoutMilliseconds` is the time until the answer begins, its `maxAnswerBytes` the most
  /// that may come in one turn of the loop.
  package func stream(
    _ request: HTTPRequest, opened: @escaping (HTTPAnswer) -> Void,
    receive: @escaping ([UInt8]) -> Void, then: @escaping (HTTPOutcome) -> Void
  ) -> HTTPTransfer {
    add(request, .stream(opened: opened, receive: receive), then)
  }

  package func cancel(_ transfer: HTTPTransfer) {
    guard let found = transfers.removeValue(forKey: transfer.number) else { return }
    detach(found)
  }

  /// How many transfers are under way.
  package var count: Int { transfers.count }

  private func add(
    _ request: HTTPRequest, _ receiver: CurlTransfer.Receiver,
    _ then: @escaping (HTTPOutcome) -> Void
  ) -> HTTPTransfer {
    lastNumber += 1
    let now = MonotonicTime.milliseconds
    let transfer = CurlTransfer(
      HTTPTransfer(number: lastNumber), request, receiver, limits: limits, now: now, then: then)
    transfers[lastNumber] = transfer
    if let failure = attach(transfer, now: now) {
      stillborn.append((transfer.number, failure))
      lookLater()
    } else {
      sendNow()
    }
    if transfer.isStream { armStreamTimer() }
    return transfer.number
  }

  private func attach(_ transfer: CurlTransfer, now: UInt64) -> HTTPFailure? {
    guard let address = CurlAddress(transfer.request.url) else {
      return HTTPFailure(.unreachable, "what is asked for is no web address")
    }
    guard
      address.isEncrypted || address.isLoopback
        || !transfer.request.headers.contains(where: \.isSecret)
    else {
      return HTTPFailure(.untrusted, "a token is not sent to \(address.shown) in the clear")
    }
    guard transfer.request.reach == .anywhere || !address.isLoopback else {
      return CurlFault.outOfReach(address.shown)
    }
    guard let easy = unsafe transfer.prepare(now: now),
      unsafe curl_multi_add_handle(multi, easy) == CURLM_OK
    else {
      transfer.release()
      return HTTPFailure(.broken, "the request to \(address.shown) cannot be made")
    }
    return nil
  }

  private func detach(_ transfer: CurlTransfer) {
    if let easy = unsafe transfer.easy { unsafe curl_multi_remove_handle(multi, easy) }
    transfer.release()
  }

  /// Lets a request out at once: whoever asked may be busy before the loop turns.
  private func sendNow() {
    var running: Int32 = 0
    unsafe curl_multi_socket_action(multi, hub_curl_timeout_socket(), 0, &running)
    if Int(running) < transfers.count { lookLater() }
  }

  /// Tells what has ended on the loop's next turn, since nobody is called from inside `start`.
  private func lookLater() {
    guard lookTimer == nil else { return }
    lookTimer = try? loop.addTimer(afterMilliseconds: 0) { [weak self] _ in
      guard let self else { return }
      lookTimer = nil
      let told = stillborn
      stillborn = []
      for (transfer, failure) in told {
        transfers[transfer.number].map { end($0, .failure(failure)) }
      }
      tellStreams()
      finishDone()
    }
  }

  // MARK: What libcurl asks of the loop

  private func watch(_ socket: Int32, _ what: Int32) {
    let events: EventLoop.Events
    switch what {
    case CURL_POLL_IN: events = .readable
    case CURL_POLL_OUT: events = .writable
    case CURL_POLL_INOUT: events = [.readable, .writable]
    default:
      if watched.remove(socket) != nil { try? loop.unwatch(socket) }
      return
    }
    if watched.contains(socket) {
      if (try? loop.modify(socket, events)) != nil { return }
      // The number was closed and is another socket now.
      try? loop.unwatch(socket)
    }
    watched.insert(socket)
    try? loop.watch(socket, events) { [weak self] in self?.act(on: socket, $0) }
  }

  private func act(on socket: Int32, _ events: EventLoop.Events) {
    var mask: Int32 = 0
    if events.contains(.readable) { mask |= CURL_CSELECT_IN }
    if events.contains(.writable) { mask |= CURL_CSELECT_OUT }
    if events.contains(.hangup) { mask |= CURL_CSELECT_ERR }
    act(socket, mask)
  }

  private func setTimer(_ milliseconds: Int) {
    if let timer { try? loop.cancelTimer(timer) }
    timer = nil
    guard milliseconds >= 0 else { return }
    timer = try? loop.addTimer(afterMilliseconds: UInt64(milliseconds)) { [weak self] _ in
      guard let self else { return }
      timer = nil
      act(hub_curl_timeout_socket(), 0)
    }
  }

  private func act(_ socket: curl_socket_t, _ mask: Int32) {
    var running: Int32 = 0
    unsafe curl_multi_socket_action(multi, socket, mask, &running)
    // Callers are only heard outside of libcurl, which they may use from what they are told.
    tellStreams()
    finishDone()
  }

  // MARK: What the callers hear

  private func tellStreams() {
    for number in transfers.keys.sorted() {
      guard let transfer = transfers[number], transfer.isAnswering,
        case .stream(let opened, let receive) = transfer.receiver
      else { continue }
      if !transfer.isOpenedTold {
        transfer.isOpenedTold = true
        armStreamTimer()
        opened(HTTPAnswer(status: transfer.status, headers: transfer.headers))
      }
      guard transfers[number] != nil else { continue }
      let bytes = transfer.takeBody()
      if !bytes.isEmpty { receive(bytes) }
    }
  }

  private func finishDone() {
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    while unsafe hub_curl_next_done(multi, &easy, &code) != 0 {
      guard let handle = unsafe easy,
        let transfer = unsafe CurlTransfer.at(hub_curl_context(handle))
      else { continue }
      let target = unsafe hub_curl_redirect(handle).map { unsafe String(cString: $0) }
      let verdict = transfer.outcome(code, target: target)
      detach(transfer)
      finish(transfer, verdict)
    }
  }

  private func finish(_ transfer: CurlTransfer, _ verdict: RedirectRule.Verdict) {
    switch verdict {
    case .deliver: end(transfer, .answer(transfer.answer))
    case .refuse(let failure): end(transfer, .failure(failure))
    case .follow(let next):
      transfer.redirect(to: next)
      if let failure = attach(transfer, now: MonotonicTime.milliseconds) {
        end(transfer, .failure(failure))
      }
    }
  }

  private func end(_ transfer: CurlTransfer, _ outcome: HTTPOutcome) {
    guard transfers.removeValue(forKey: transfer.number.number) != nil else { return }
    transfer.then(outcome)
  }

  // MARK: Time limits of streams

  private func armStreamTimer() {
    if let streamTimer { try? loop.cancelTimer(streamTimer) }
    streamTimer = nil
    guard let due = transfers.values.filter(\.isStream).map(streamDue).min() else { return }
    let now = MonotonicTime.milliseconds
    streamTimer = try? loop.addTimer(afterMilliseconds: due > now ? due - now : 0) {
      [weak self] _ in
      self?.endSilentStreams()
    }
  }

  /// When a stream is given up unless a byte comes before.
  private func streamDue(_ transfer: CurlTransfer) -> UInt64 {
    transfer.isAnswering
      ? transfer.lastByte + UInt64(clamping: limits.streamIdleMilliseconds) : transfer.deadline
  }

  private func endSilentStreams() {
    streamTimer = nil
    let now = MonotonicTime.milliseconds
    for number in transfers.keys.sorted() {
      guard let transfer = transfers[number], transfer.isStream, streamDue(transfer) <= now else {
        continue
      }
      detach(transfer)
      end(
        transfer,
        .failure(CurlFault.failure(CURLE_OPERATION_TIMEDOUT, transfer.request, limits)))
    }
    armStreamTimer()
  }
}
