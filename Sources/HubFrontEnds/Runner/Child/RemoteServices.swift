import CHubFrontEnd
import HubText

/// The services of a runner: the tables of the ABI header, carried to the host by one road.
enum RemoteServices {
  @safe
  struct Entry {
    let id: String
    let table: UnsafeRawPointer
  }

  // Written once, before any thread but the main one exists, and constant after.
  nonisolated(unsafe) static let all: [Entry] = unsafe [
    Entry(id: HUB_APP, table: kept(app)),
    Entry(id: HUB_ITEMS, table: kept(items)),
    Entry(id: HUB_DOCUMENT, table: kept(document)),
    Entry(id: HUB_INBOX, table: kept(inbox)),
    Entry(id: HUB_NAVIGATION, table: kept(navigation)),
    Entry(id: HUB_CONVERSATIONS, table: kept(RemoteConversations.table)),
    Entry(id: HUB_LOOP, table: kept(RemoteLoop.table)),
    Entry(id: HUB_TERMINAL, table: kept(terminal)),
    // Needs no host: the same functions as in the host itself.
    Entry(id: HUB_TEXT, table: kept(TextService.table)),
    Entry(id: HUB_LOG, table: kept(log)),
    Entry(id: HUB_ACTIONS, table: kept(RemoteActions.table)),
    Entry(id: HUB_SYNC, table: kept(sync)),
  ]

  private static func kept<Table>(_ table: Table) -> UnsafeRawPointer {
    let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    unsafe place.initialize(to: table)
    return UnsafeRawPointer(place)
  }

  // MARK: What is asked in one of these forms

  private static func plain(_ host: UnsafePointer<hub_host>, _ call: ServiceCall) -> hub_status {
    unsafe onRunnerMain(host) { $0.ask(call).status }
  }

  static func text(
    _ host: UnsafePointer<hub_host>, _ call: ServiceCall, _ text: UnsafePointer<CChar>,
    _ length: UInt64
  ) -> hub_status {
    unsafe onRunnerMain(host) { remote in
      guard length <= maxTextBytes else { return HUB_E_ARGUMENT }
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(length))
      return remote.ask(call) { unsafe $0.data(Array(bytes)) }.status
    }
  }

  /// The most bytes of a text that goes to the host: a push payload, with room.
  static let maxTextBytes: UInt64 = 1 << 20

  private static func row(
    _ host: UnsafePointer<hub_host>, _ call: ServiceCall, _ kind: UInt32, _ id: hub_id
  ) -> hub_status {
    unsafe onRunnerMain(host) { $0.ask(call) { $0.row(kind, id) }.status }
  }

  // MARK: Tables

  private static var app: hub_app {
    unsafe hub_app(
      size: UInt32(MemoryLayout<hub_app>.size), reserved: 0,
      describe: { host, info in
        unsafe onRunnerMain(host) { unsafe $0.ask(.appDescribe, filling: info, .appInfo) }
      },
      tab: { host, index, tab in
        unsafe onRunnerMain(host) {
          unsafe $0.ask(.appTab, filling: tab, .tab) { $0.number(index) }
        }
      })
  }

  private static var items: hub_items {
    unsafe hub_items(
      size: UInt32(MemoryLayout<hub_items>.size), reserved: 0,
      fetch: { host, query, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe RemoteWindow.fetch(remote, query) { unsafe visit(context, $0) == 0 }
        }
      },
      find: { host, kind, id, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.itemsFind, listing: .item, { $0.row(kind, id) }) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_item.self)) == 0
          }.status
        }
      },
      counts: { host, counts in
        unsafe onRunnerMain(host) { unsafe $0.ask(.itemsCounts, filling: counts, .counts) }
      })
  }

  private static var document: hub_document {
    unsafe hub_document(
      size: UInt32(MemoryLayout<hub_document>.size), reserved: 0,
      lines: { host, id, columns, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.documentLines, listing: .line, { $0.row(columns, id) }) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_line.self)) == 0
          }.status
        }
      },
      links: { host, id, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.documentLinks, listing: .link, { $0.row(0, id) }) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_link.self)) == 0
          }.status
        }
      })
  }

  private static var inbox: hub_inbox {
    unsafe hub_inbox(
      size: UInt32(MemoryLayout<hub_inbox>.size), reserved: 0,
      mark_read: { unsafe RemoteServices.row($0, .markRead, $1, $2) },
      mark_all_read: { unsafe RemoteServices.plain($0, .markAllRead) },
      push: { unsafe RemoteServices.text($0, .push, $1, $2) },
      refresh: { unsafe RemoteServices.plain($0, .refresh) })
  }

  private static var navigation: hub_navigation {
    unsafe hub_navigation(
      size: UInt32(MemoryLayout<hub_navigation>.size), reserved: 0,
      hub_shown: { unsafe RemoteServices.plain($0, .hubShown) },
      hub_hidden: { unsafe RemoteServices.plain($0, .hubHidden) },
      select_tab: { unsafe RemoteServices.text($0, .selectTab, $1, $2) },
      show_item: { unsafe RemoteServices.row($0, .showItem, $1, $2) },
      back: { unsafe RemoteServices.plain($0, .back) },
      closed: { unsafe RemoteServices.text($0, .closed, $1, $2) },
      open_url: { unsafe RemoteServices.text($0, .openURL, $1, $2) },
      open_link: { host, post, url, length in
        unsafe onRunnerMain(host) { remote in
          guard length <= RemoteServices.maxTextBytes else { return HUB_E_ARGUMENT }
          let bytes = unsafe UnsafeRawBufferPointer(start: url, count: Int(length))
          return remote.ask(.openLink) {
            $0.row(0, post)
            unsafe $0.data(Array(bytes))
          }.status
        }
      },
      path: { host, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.path, listing: .pathEntry) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_path_entry.self)) == 0
          }.status
        }
      })
  }

  private static var terminal: hub_terminal {
    unsafe hub_terminal(
      size: UInt32(MemoryLayout<hub_terminal>.size), reserved: 0,
      describe: { host, info in
        unsafe onRunnerMain(host) { remote in
          let status = unsafe remote.ask(.terminalDescribe, filling: info, .terminal)
          // The host's numbers of the descriptors are not this process's.
          unsafe info.pointee.input_fd = remote.input
          unsafe info.pointee.output_fd = remote.output
          return status
        }
      },
      modes: { host, modes in
        unsafe onRunnerMain(host) { $0.ask(.terminalModes) { $0.number(modes) }.status }
      },
      suspend: { unsafe RemoteServices.plain($0, .terminalSuspend) })
  }

  private static var sync: hub_sync {
    unsafe hub_sync(
      size: UInt32(MemoryLayout<hub_sync>.size), reserved: 0,
      describe: { host, info in
        unsafe onRunnerMain(host) { unsafe $0.ask(.syncDescribe, filling: info, .syncInfo) }
      })
  }

  private static var log: hub_log {
    unsafe hub_log(
      size: UInt32(MemoryLayout<hub_log>.size), reserved: 0,
      write: { host, level, text, length in
        unsafe remoteHost(host)?.log(level, argument(text, length) ?? "")
      })
  }
}

extension WireWriter {
  /// A number of 32 bits and an id, as most requests have them.
  mutating func row(_ number: UInt32, _ id: hub_id) {
    self.number(number)
    var id = id
    unsafe withUnsafeBytes(of: &id) { unsafe raw($0) }
  }
}

/// `fetch` of hub.items/1 in windows: one question a window, each going on behind the last row.
enum RemoteWindow {
  /// Rows of one answer: enough for any screen, and little to wait for.
  static let rows: UInt32 = 256

  /// Visits rows as the header prescribes; a limit of 0 is none.
  static func fetch(
    _ remote: RemoteHost, _ given: UnsafePointer<hub_query>,
    _ visit: (UnsafePointer<hub_item>) -> Bool
  ) -> hub_status {
    guard unsafe given.pointee.size >= UInt32(RecordShape.query.size) else { return HUB_E_ARGUMENT }
    var query = unsafe given.pointee
    guard unsafe query.limit <= HUB_LIMIT_MAX else { return HUB_E_ARGUMENT }
    var left = unsafe query.limit == 0 ? Int.max : Int(query.limit)
    while true {
      let wanted = min(left, Int(rows))
      unsafe query.limit = UInt32(wanted)
      let asked = unsafe query
      let arguments: (inout WireWriter) -> Void = { writer in
        unsafe withUnsafePointer(to: asked) { unsafe writer.record(UnsafeRawPointer($0), .query) }
      }
      let (status, count, stopped) = unsafe remote.ask(.itemsFetch, listing: .item, arguments) {
        record in
        let item = unsafe record.assumingMemoryBound(to: hub_item.self)
        unsafe query.anchor = HUB_ANCHOR_AFTER
        unsafe query.anchor_at = item.pointee.activity_at
        unsafe query.anchor_id = item.pointee.id
        unsafe query.anchor_kind = item.pointee.kind
        return unsafe visit(item)
      }
      left -= count
      if status < 0 || stopped || count < wanted || left <= 0 { return status }
    }
  }
}
