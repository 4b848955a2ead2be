package import CHubFrontEnd
import Glibc
import HubText

/// The host as a front end sees it: `hub_host` with its services, for one session.
@safe
package final class ServiceTable {
  /// What the front end is given; valid as long as this table.
  package let host: UnsafePointer<hub_host>
  private let arena = TextArena()

  package init(session: HubSession) {
    let value = UnsafeMutablePointer<hub_host>.allocate(capacity: 1)
    unsafe value.initialize(
      to: hub_host(
        size: UInt32(MemoryLayout<hub_host>.size), abi_minor: UInt32(HUB_ABI_MINOR),
        name: arena.keep("hubhost"), version: arena.keep(session.settings.version),
        // The session outlives its table: RunCommand holds both, and front ends are never unloaded.
        context: Unmanaged.passUnretained(session).toOpaque(), service: findService))
    unsafe host = UnsafePointer(value)
  }

  deinit {
    unsafe UnsafeMutablePointer(mutating: host).deallocate()
  }
}

/// A service by its id; nil for an unknown one.
///
/// Any thread.
private func findService(
  _ host: UnsafePointer<hub_host>, _ id: UnsafePointer<CChar>, _ length: UInt64
) -> UnsafeRawPointer? {
  let bytes = unsafe UnsafeRawBufferPointer(start: id, count: Int(length))
  return unsafe Services.all.first { unsafe $0.id.utf8.elementsEqual(bytes) }?.table
}

/// The services of this host, made once and never freed: they are the same for each session.
enum Services {
  @safe
  struct Entry {
    let id: String
    let table: UnsafeRawPointer
  }

  // Written once, before any thread but the main one exists, and constant after.
  nonisolated(unsafe) static let all: [Entry] = unsafe [
    Entry(id: HUB_APP, table: kept(AppService.table)),
    Entry(id: HUB_ITEMS, table: kept(ItemsService.table)),
    Entry(id: HUB_DOCUMENT, table: kept(DocumentService.table)),
    Entry(id: HUB_INBOX, table: kept(InboxService.table)),
    Entry(id: HUB_NAVIGATION, table: kept(NavigationService.table)),
    Entry(id: HUB_CONVERSATIONS, table: kept(ConversationsService.table)),
    Entry(id: HUB_LOOP, table: kept(LoopService.table)),
    Entry(id: HUB_TERMINAL, table: kept(TerminalService.table)),
    Entry(id: HUB_TEXT, table: kept(TextService.table)),
    Entry(id: HUB_LOG, table: kept(LogService.table)),
    Entry(id: HUB_ACTIONS, table: kept(ActionsService.table)),
    Entry(id: HUB_SYNC, table: kept(SyncService.table)),
  ]

  private static func kept<Table>(_ table: Table) -> UnsafeRawPointer {
    let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    unsafe place.initialize(to: table)
    return UnsafeRawPointer(place)
  }
}

/// The session behind a host, whatever the thread.
func anySession(_ host: UnsafePointer<hub_host>) -> HubSession? {
  guard let context = unsafe host.pointee.context else { return nil }
  return unsafe Unmanaged<HubSession>.fromOpaque(context).takeUnretainedValue()
}

/// Does something for a front end, on the main thread only: any other gets `HUB_E_THREAD`.
func onMain(
  _ host: UnsafePointer<hub_host>, _ body: (HubSession) -> hub_status
) -> hub_status {
  guard let session = unsafe anySession(host) else { return HUB_E_ARGUMENT }
  session.watch.noteCall()
  guard pthread_equal(pthread_self(), session.mainThread) != 0 else {
    session.watch.noteStray()
    return HUB_E_THREAD
  }
  return body(session)
}

/// A copy of a text argument as safe bytes of Swift; nil when absent.
func argument(_ data: UnsafePointer<CChar>?, _ length: UInt64) -> String? {
  guard let data = unsafe data else { return nil }
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
  return unsafe String(decoding: bytes, as: UTF8.self)
}
