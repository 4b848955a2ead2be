import CHubFrontEnd

/// A host of another minor version of the ABI, as its front end sees it; the functions are this host's.
///
/// An older one lacks the services that came later and the later ends of those that have grown: what
/// lies there is 0, so that whoever calls it crashes. A newer one has everything, and more behind it.
@safe
final class CheckHost {
  /// Valid as long as this.
  let host: UnsafePointer<hub_host>

  /// Bytes that a newer host has behind what this one knows.
  private static let moreBytes = 64
  /// The services that came after version 1.0.
  private static let laterServices: Set<String> = [HUB_ACTIONS, HUB_SYNC]
  /// The sizes that services had in version 1.0, if they have grown since.
  private static let firstSizes: [String: Int] = unsafe [
    HUB_CONVERSATIONS: MemoryLayout<hub_conversations>.offset(of: \.send) ?? 0
  ]

  // Both are written once, on the main thread, and constant after.
  private nonisolated(unsafe) static let older = unsafe Services.all.compactMap { service in
    if laterServices.contains(service.id) { return Services.Entry?.none }
    let older = copy(service) { size in (firstSizes[service.id] ?? size, size) }
    if older.id == HUB_CONVERSATIONS { unsafe OlderReplies.put(into: older.table) }
    return older
  }
  private nonisolated(unsafe) static let newer = unsafe Services.all.map { service in
    copy(service) { size in (size + moreBytes, size + moreBytes) }
  }

  /// Makes the host of a version out of this one's.
  ///
  /// - Parameters:
  ///   - real: this host, valid as long as this.
  ///   - minor: the version; 0 is an old one, more than this host's a new one.
  init(_ real: UnsafePointer<hub_host>, minor: UInt32) {
    let isOlder = minor < UInt32(HUB_ABI_MINOR)
    let size = unsafe MemoryLayout<hub_host>.size
    let room = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: size + Self.moreBytes, alignment: MemoryLayout<hub_host>.alignment)
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: size + Self.moreBytes)
    var made = unsafe real.pointee
    unsafe made.size = UInt32(isOlder ? size : size + Self.moreBytes)
    unsafe made.abi_minor = minor
    unsafe made.service =
      isOlder
      ? { unsafe CheckHost.find(CheckHost.older, $1, $2) }
      : { unsafe CheckHost.find(CheckHost.newer, $1, $2) }
    unsafe room.initializeMemory(as: hub_host.self, to: made)
    unsafe host = UnsafePointer(room.assumingMemoryBound(to: hub_host.self))
  }

  deinit { unsafe UnsafeMutableRawPointer(mutating: host).deallocate() }

  private static func find(
    _ services: [Services.Entry], _ id: UnsafePointer<CChar>, _ length: UInt64
  ) -> UnsafeRawPointer? {
    let bytes = unsafe UnsafeRawBufferPointer(start: id, count: Int(length))
    return unsafe services.first { unsafe $0.id.utf8.elementsEqual(bytes) }?.table
  }

  /// A copy that says to have so many bytes, in a room of so many; never freed, as services are.
  private static func copy(
    _ service: Services.Entry, _ sizes: (_ size: Int) -> (said: Int, room: Int)
  ) -> Services.Entry {
    let size = unsafe Int(service.table.load(as: UInt32.self))
    let (said, room) = sizes(size)
    let place = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: room)
    unsafe place.copyMemory(from: service.table, byteCount: min(said, size))
    unsafe place.storeBytes(of: UInt32(said), as: UInt32.self)
    return unsafe Services.Entry(id: service.id, table: UnsafeRawPointer(place))
  }
}

/// `replies` of hub.conversations/1 as version 1.0 had it, whose records are shorter.
private enum OlderReplies {
  typealias Function =
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, Int64, UInt32, hub_reply_visitor, UnsafeMutableRawPointer?
    ) -> hub_status

  /// Whom the front end wants to be called, and with what.
  @safe
  private struct Relay {
    let visit: hub_reply_visitor
    let context: UnsafeMutableRawPointer?
  }

  /// Bytes of a record; what lies behind them is nobody's, and leads nowhere.
  private static let size = unsafe MemoryLayout<hub_reply>.offset(of: \.sender_id) ?? 0

  /// Puts it into a table.
  static func put(into table: UnsafeRawPointer) {
    guard let place = unsafe MemoryLayout<hub_conversations>.offset(of: \.replies) else { return }
    unsafe UnsafeMutableRawPointer(mutating: table).storeBytes(
      of: visited, toByteOffset: place, as: Function.self)
  }

  private static let visited: Function = { host, id, before, limit, visit, context in
    var relay = unsafe Relay(visit: visit, context: context)
    return unsafe withUnsafeMutablePointer(to: &relay) { relay in
      unsafe ConversationsService.table.replies(
        host, id, before, limit,
        { relay, reply in
          guard let relay = unsafe relay?.assumingMemoryBound(to: Relay.self).pointee else {
            return 0
          }
          return unsafe OlderReplies.show(reply, relay)
        }, relay)
    }
  }

  private static func show(_ reply: UnsafePointer<hub_reply>, _ relay: Relay) -> Int32 {
    unsafe withUnsafeTemporaryAllocation(of: hub_reply.self, capacity: 1) { room in
      let bytes = UnsafeMutableRawBufferPointer(room)
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
      guard let start = bytes.baseAddress, let shown = room.baseAddress else {
        return 0
      }
      unsafe start.copyMemory(from: reply, byteCount: size)
      unsafe start.storeBytes(of: UInt32(size), as: UInt32.self)
      return unsafe relay.visit(relay.context, shown)
    }
  }
}
