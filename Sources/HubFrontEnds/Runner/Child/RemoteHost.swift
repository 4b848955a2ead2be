import CHubFrontEnd
import Glibc
import HubLog
import HubLoop

/// The host as a front end in a runner sees it: the same `hub_host`, answered over the channel.
///
/// The loop, the time and the width of text are this process's own. Everything is for the main thread
/// but `log`, `wake` and what is marked so in the ABI header.
@safe
final class RemoteHost {
  /// What the front end is given; valid for the process's life.
  let host: UnsafePointer<hub_host>
  let channel: RunnerChannel
  let loop: EventLoop
  /// What is registered here belongs to the front end.
  let frontEndLoop: FrontEndLoop
  let mainThread = pthread_self()
  /// Standard input and output as the front end may use them.
  var input: Int32 = 0
  var output: Int32 = 1
  /// Descriptors and timers that the front end has registered.
  var registrations = 0
  var hasWake = false
  /// Messages that came while an answer was waited for, to be handled back in the loop.
  private(set) var waiting: [RunnerMessage] = []
  /// Called once there are any.
  var onWaiting: (() -> Void)?

  private let texts = TextArena()
  private let lentTexts = TextArena()
  private var isLending = false
  private var lent: [RecordBlock] = []
  private var lastRequest: UInt64 = 0
  private var toldRegistrations = 0

  /// The most bytes of a line of the front end's log; the rest is left out.
  static let maxLogBytes = 16 * 1024

  init(channel: RunnerChannel, loop: EventLoop, version: String) {
    self.channel = channel
    self.loop = loop
    frontEndLoop = FrontEndLoop(loop: loop)
    let value = UnsafeMutablePointer<hub_host>.allocate(capacity: 1)
    unsafe host = UnsafePointer(value)
    unsafe value.initialize(
      to: hub_host(
        size: UInt32(MemoryLayout<hub_host>.size), abi_minor: UInt32(HUB_ABI_MINOR),
        name: texts.keep("hubhost"), version: texts.keep(version), context: nil,
        service: { _, id, length in
          let bytes = unsafe UnsafeRawBufferPointer(start: id, count: Int(length))
          return unsafe RemoteServices.all.first { unsafe $0.id.utf8.elementsEqual(bytes) }?.table
        }))
    // Never freed, as the process lives for this one front end.
    unsafe value.pointee.context = Unmanaged.passRetained(self).toOpaque()
  }

  // MARK: Asking

  /// Asks the host and waits for its answer.
  ///
  /// The host answers at any time, also while it waits for a method to return, so this cannot
  /// deadlock. A host that is gone ends this process.
  ///
  /// - Returns: the status, and what stands behind it.
  func ask(
    _ call: ServiceCall, _ arguments: (inout WireWriter) -> Void = { _ in }
  ) -> (status: hub_status, answer: WireReader) {
    var writer = WireWriter()
    writer.number(call.rawValue)
    arguments(&writer)
    lastRequest += 1
    let request = RunnerMessage(kind: .request, number: lastRequest, payload: writer.bytes)
    guard channel.send(request) else { Self.end() }
    while true {
      let received: RunnerChannel.Received
      do throws(WireFault) {
        received = try channel.receive(waits: true)
      } catch {
        Self.end()
      }
      guard case .message(let message) = received else { Self.end() }
      if message.kind == .answer, message.number == lastRequest {
        var reader = WireReader(message.payload)
        let status = (try? reader.number(Int32.self)) ?? HUB_E_FAILED
        return (status, reader)
      }
      if waiting.isEmpty { frontEndLoop.later { [self] in onWaiting?() } }
      waiting.append(message)
    }
  }

  /// Ends the process without a word: its host is gone, and with it all that it was for.
  static func end() -> Never { _exit(0) }

  /// The next message that came while an answer was waited for.
  func takeWaiting() -> RunnerMessage? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Asks for one record, which stays valid until the front end returns to the loop.
  func ask(
    _ call: ServiceCall, filling target: UnsafeMutableRawPointer, _ shape: RecordShape,
    _ arguments: (inout WireWriter) -> Void = { _ in }
  ) -> hub_status {
    // The first member of every record is its size, set by the caller.
    guard unsafe target.load(as: UInt32.self) >= UInt32(shape.size) else { return HUB_E_ARGUMENT }
    let size = unsafe target.load(as: UInt32.self)
    let (status, answer) = ask(call, arguments)
    guard status >= 0 else { return status }
    let block = RecordBlock(answer)
    guard let record = unsafe try? block.record(shape) else { return HUB_E_FAILED }
    if lent.isEmpty { frontEndLoop.later { [self] in lent = [] } }
    lent.append(block)
    unsafe target.copyMemory(from: record, byteCount: shape.size)
    unsafe target.storeBytes(of: size, as: UInt32.self)
    return status
  }

  /// Asks for a list of records and lends them one by one.
  ///
  /// - Parameters:
  ///   - call: what is asked for.
  ///   - shape: what the records look like.
  ///   - arguments: writes what belongs to it.
  ///   - visit: returns whether to go on.
  /// - Returns: the status, and how many came.
  func ask(
    _ call: ServiceCall, listing shape: RecordShape,
    _ arguments: (inout WireWriter) -> Void = { _ in },
    _ visit: (UnsafeRawPointer) -> Bool
  ) -> (status: hub_status, count: Int, stopped: Bool) {
    var (status, answer) = ask(call, arguments)
    guard status >= 0, let count = try? answer.number(UInt32.self) else {
      return (status, 0, false)
    }
    let block = RecordBlock(answer)
    defer { withExtendedLifetime(block) {} }
    for index in 0..<Int(count) {
      guard let record = unsafe try? block.record(shape) else {
        return (HUB_E_FAILED, index, true)
      }
      if unsafe !visit(UnsafeRawPointer(record)) { return (status, Int(count), true) }
    }
    return (status, Int(count), false)
  }

  /// Lends a text until the front end returns to the loop; nil is an absent one.
  func lend(_ text: String?) -> hub_string {
    guard text != nil else { return unsafe hub_string(data: nil, length: 0) }
    if !isLending {
      isLending = true
      frontEndLoop.later { [self] in
        isLending = false
        lentTexts.clear()
      }
    }
    return unsafe lentTexts.keep(text)
  }

  // MARK: Telling

  /// Tells the host something that needs no answer.
  func tell(_ kind: RunnerMessage.Kind, _ number: UInt64 = 0, _ payload: [UInt8] = []) {
    guard channel.send(RunnerMessage(kind: kind, number: number, payload: payload)) else {
      Self.end()
    }
  }

  /// Writes to the host's log; from any thread.
  func log(_ level: UInt32, _ text: String) {
    var writer = WireWriter()
    writer.number(level)
    writer.text(String(decoding: text.utf8.prefix(Self.maxLogBytes), as: UTF8.self))
    tell(.log, 0, writer.bytes)
  }

  /// Tells the host how many descriptors and timers there are, if that changed.
  func tellRegistrations() {
    guard registrations != toldRegistrations else { return }
    toldRegistrations = registrations
    tell(.registrations, UInt64(clamping: registrations))
  }
}

/// The remote host behind a `hub_host`, whatever the thread.
func remoteHost(_ host: UnsafePointer<hub_host>) -> RemoteHost? {
  guard let context = unsafe host.pointee.context else { return nil }
  return unsafe Unmanaged<RemoteHost>.fromOpaque(context).takeUnretainedValue()
}

/// Does something for the front end, on the main thread only: any other gets `HUB_E_THREAD`.
func onRunnerMain(
  _ host: UnsafePointer<hub_host>, _ body: (RemoteHost) -> hub_status
) -> hub_status {
  guard let remote = unsafe remoteHost(host) else { return HUB_E_ARGUMENT }
  guard pthread_equal(pthread_self(), remote.mainThread) != 0 else { return HUB_E_THREAD }
  return body(remote)
}
