import CHub
import Hub

/// What a `hub *` points to.
final class Handle {
  let hub: Hub
  var view: HubView?
  let badgeTexts = Lent()
  let syncTexts = Lent()
  private let eventTexts = Lent()
  private var events: [Hub.Event] = []
  private var hasLost = false

  init(_ app: HubApp, _ options: Hub.Options) throws(HubError) {
    hub = try Hub(app: app, options: options)
    hub.onEvent = { [unowned self] in keep($0) }
  }

  /// The handle behind a pointer, on its own thread; nil on any other.
  @unsafe
  static func of(_ pointer: OpaquePointer) -> Handle? {
    let handle = unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer))
      .takeUnretainedValue()
    return handle.hub.isOnItsThread ? handle : nil
  }

  private func keep(_ event: Hub.Event) {
    if events.count == Int(HUB_EVENTS_KEPT) {
      events.removeFirst()
      hasLost = true
    }
    events.append(event)
  }

  /// Takes the next event as the program has it; nil when there is none.
  @unsafe
  func nextEvent() -> hub_event? {
    guard !events.isEmpty else { return nil }
    eventTexts.clear()
    var event = unsafe hub_event(events.removeFirst(), eventTexts)
    if hasLost { unsafe event.flags |= UInt32(HUB_EVENT_LOST) }
    hasLost = false
    return unsafe event
  }
}

/// Does something with a Hub, on its thread only.
@unsafe
func onThread(_ pointer: OpaquePointer, _ work: (Handle) -> hub_status) -> hub_status {
  guard let handle = unsafe Handle.of(pointer) else { return HUB_E_THREAD }
  return work(handle)
}

/// Does something that may fail with a sentence.
@unsafe
func attempt(
  _ problem: UnsafeMutablePointer<hub_problem>?, _ work: () throws(HubError) -> Void
) -> hub_status {
  do throws(HubError) {
    try work()
    return HUB_OK
  } catch {
    let status = hub_status(error.code)
    if let problem = unsafe problem { unsafe fill(problem, status, error.message) }
    return status
  }
}

@unsafe
private func fill(
  _ problem: UnsafeMutablePointer<hub_problem>, _ status: hub_status, _ message: String
) {
  var value = hub_problem()
  value.status = status
  var bytes = Array(message.utf8.prefix(Int(HUB_PROBLEM_BYTES) - 1))
  // Not in the middle of a character.
  while String(validating: bytes, as: UTF8.self) == nil, !bytes.isEmpty { bytes.removeLast() }
  value.length = UInt64(bytes.count)
  unsafe withUnsafeMutableBytes(of: &value.text) { text in
    for (index, byte) in bytes.enumerated() { unsafe text[index] = byte }
  }
  _ = unsafe Sized.write(value, to: problem)
}

extension hub_status {
  /// The status of a kind of fault.
  fileprivate init(_ code: HubError.Code) {
    switch code {
    case .invalidApp: self = HUB_E_ARGUMENT
    case .notFound: self = HUB_E_NOT_FOUND
    case .notTrusted, .badPush: self = HUB_E_REFUSED
    case .terminalTaken: self = HUB_E_UNAVAILABLE
    case .state: self = HUB_E_STATE
    default: self = HUB_E_FAILED
    }
  }
}
