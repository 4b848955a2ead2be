import CHubFrontEnd
import FoundationEssentials
import HubLog
import HubModel
import HubStore
import HubText

/// hub.items/1.
enum ItemsService {
  static var table: hub_items {
    unsafe hub_items(
      size: UInt32(MemoryLayout<hub_items>.size), reserved: 0, fetch: fetch, find: find,
      counts: counts)
  }

  private static let fetch:
    @convention(c) (
      UnsafePointer<hub_host>, UnsafePointer<hub_query>, hub_item_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, query, visit, context in
      unsafe onMain(host) { session in
        guard let query = unsafe InboxQuery(query) else { return HUB_E_ARGUMENT }
        let lender = RowLender()
        return session.answer { () throws(StoreError) in
          try session.store.visit(query) { row in
            unsafe lender.lend(row) { unsafe visit(context, $0) == 0 }
          }
          return HUB_OK
        }
      }
    }

  private static let find:
    @convention(c) (
      UnsafePointer<hub_host>, UInt32, hub_id, hub_item_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, kind, id, visit, context in
      unsafe onMain(host) { session in
        guard let kind = ItemKind(abi: kind) else { return HUB_E_ARGUMENT }
        return session.answer { () throws(StoreError) in
          guard let item = try session.store.item(kind: kind, id: UUID(id)) else {
            return HUB_E_NOT_FOUND
          }
          unsafe RowLender().lend(item) { unsafe _ = visit(context, $0) }
          return HUB_OK
        }
      }
    }

  private static let counts:
    @convention(c) (UnsafePointer<hub_host>, UnsafeMutablePointer<hub_counts>) -> hub_status = {
      host, counts in
      unsafe onMain(host) { session in
        guard unsafe counts.pointee.size >= MemoryLayout<hub_counts>.size else {
          return HUB_E_ARGUMENT
        }
        return session.answer { () throws(StoreError) in
          let kept = try session.store.counts()
          unsafe counts.pointee.total = UInt64(clamping: kept.total)
          unsafe counts.pointee.unread = UInt64(clamping: kept.unread)
          return HUB_OK
        }
      }
    }
}

extension HubSession {
  /// The status of something asked of the store; a failure goes to the log.
  func answer(_ body: () throws(StoreError) -> hub_status) -> hub_status {
    do {
      return try body()
    } catch {
      Log.error("The store could not answer: \(error)")
      return HUB_E_FAILED
    }
  }
}

/// Lends rows to a visitor: safe texts straight out of SQLite, the others as safe copies.
@safe
private final class RowLender {
  /// Copies of the texts of one row that were not safe as they are.
  private var copies: [[UInt8]] = []

  func lend(_ row: borrowing InboxRow, _ body: (UnsafePointer<hub_item>) -> Bool) -> Bool {
    copies.removeAll(keepingCapacity: true)
    var item = unsafe hub_item()
    unsafe item.size = unsafe UInt32(MemoryLayout<hub_item>.size)
    unsafe item.kind = UInt32(row.kind.rawValue)
    unsafe item.flags = row.isUnread ? HUB_FLAG_UNREAD : 0
    unsafe item.id = row.id.abi
    unsafe item.activity_at = row.activityAt.milliseconds
    unsafe item.sender = safe(row.sender)
    unsafe item.subject = safe(row.subject)
    unsafe item.preview = safe(row.preview)
    unsafe item.url = safe(row.url)
    unsafe item.cover = safe(row.coverImageURL)
    return unsafe withUnsafePointer(to: &item) { unsafe body($0) }
  }

  func lend(_ item: InboxItem, _ body: (UnsafePointer<hub_item>) -> Void) {
    let arena = TextArena()
    var lent = unsafe hub_item()
    unsafe lent.size = unsafe UInt32(MemoryLayout<hub_item>.size)
    unsafe lent.kind = UInt32(item.key.kind.rawValue)
    unsafe lent.flags = item.isUnread ? HUB_FLAG_UNREAD : 0
    unsafe lent.id = item.key.id.abi
    unsafe lent.activity_at = item.key.activityAt.milliseconds
    unsafe lent.sender = arena.keep(item.sender.map { SafeText.line($0) })
    unsafe lent.subject = arena.keep(item.subject.map { SafeText.line($0) })
    unsafe lent.preview = arena.keep(item.preview.map { SafeText.line($0) })
    unsafe lent.url = arena.keep(item.url.map { SafeText.line($0) })
    unsafe lent.cover = arena.keep(item.coverImageURL.map { SafeText.line($0) })
    unsafe withUnsafePointer(to: &lent) { unsafe body($0) }
    withExtendedLifetime(arena) {}
  }

  private func safe(_ bytes: UnsafeBufferPointer<UInt8>?) -> hub_string {
    guard let bytes = unsafe bytes else { return unsafe hub_string(data: nil, length: 0) }
    let span = unsafe Span(_unsafeElements: bytes)
    if SafeText.isSafeLine(span) {
      let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      return unsafe hub_string(data: start ?? emptyText, length: UInt64(bytes.count))
    }
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count + 1)
    SafeText.appendLine(span, to: &copy)
    // One more byte, so that an empty text still has a place in memory.
    let length = copy.count
    copy.append(0)
    copies.append(copy)
    // An array's storage does not move while it is only kept.
    return unsafe copies[copies.count - 1].withUnsafeBytes { kept in
      unsafe hub_string(
        data: kept.baseAddress?.assumingMemoryBound(to: CChar.self), length: UInt64(length))
    }
  }
}

/// Where an empty text points: not NULL, which would mean an absent one.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
  let place = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  unsafe place.initialize(to: 0)
  return unsafe UnsafePointer(place)
}()

extension ItemKind {
  init?(abi kind: UInt32) {
    self.init(rawValue: UInt8(truncatingIfNeeded: kind))
    guard kind <= HUB_KIND_POST else { return nil }
  }
}

extension UUID {
  init(_ id: hub_id) { self.init(uuid: id.bytes) }

  var abi: hub_id { hub_id(bytes: uuid) }
}

extension InboxQuery {
  /// The query of a front end; nil when a value is out of its range.
  init?(_ query: UnsafePointer<hub_query>) {
    guard unsafe query.pointee.size >= MemoryLayout<hub_query>.size,
      unsafe query.pointee.limit <= HUB_LIMIT_MAX, unsafe query.pointee.direction <= HUB_NEWER,
      let kind = unsafe ItemKind(abi: query.pointee.anchor_kind)
    else { return nil }
    let time = unsafe Timestamp(milliseconds: query.pointee.anchor_at)
    let key = unsafe ItemKey(activityAt: time, kind: kind, id: UUID(query.pointee.anchor_id))
    let anchor: Anchor
    switch unsafe query.pointee.anchor {
    case HUB_ANCHOR_END: anchor = .end
    case HUB_ANCHOR_AFTER: anchor = .after(key)
    case HUB_ANCHOR_FROM: anchor = .from(key)
    case HUB_ANCHOR_TIME: anchor = .at(time)
    default: return nil
    }
    let search = unsafe query.pointee.search
    let subscription = unsafe query.pointee.subscription
    unsafe self.init(
      anchor: anchor, direction: query.pointee.direction == HUB_OLDER ? .older : .newer,
      limit: query.pointee.limit == 0 ? .max : Int(query.pointee.limit),
      unreadOnly: query.pointee.unread_only != 0,
      subscriptionID: argument(subscription.data, subscription.length),
      search: argument(search.data, search.length))
  }
}
