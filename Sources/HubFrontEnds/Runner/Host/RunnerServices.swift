import CHubFrontEnd

/// Answers what a front end in a runner asks, with the very functions that one in the host calls.
@safe
struct RunnerServices {
  /// The host as a front end in this process sees it.
  private let host: UnsafePointer<hub_host>

  init(_ table: ServiceTable) { unsafe host = table.host }

  /// The answer to one request: a status, and what was asked for.
  ///
  /// - Throws: when the request breaks the form of messages.
  func answer(_ request: [UInt8]) throws(WireFault) -> [UInt8] {
    var reader = WireReader(request)
    guard let call = ServiceCall(rawValue: try reader.number()) else {
      throw WireFault("an unknown request came")
    }
    var writer = WireWriter()
    switch call {
    case .appDescribe, .appTab, .itemsCounts, .terminalDescribe, .syncDescribe:
      try record(call, &reader, &writer)
    case .itemsFetch, .itemsFind, .documentLines, .documentLinks, .path, .replies, .actionsList,
      .actionsKeys, .draft, .replyLinks:
      try list(call, &reader, &writer)
    case .markRead, .showItem, .retry, .remove, .reachedEnd, .fetchOlder:
      writer.number(try row(call, &reader))
    case .push, .selectTab, .closed, .openURL, .openLink, .quit:
      writer.number(try text(call, &reader))
    case .send, .setDraft:
      try write(call, &reader, &writer)
    case .actionsCall, .actionsPress:
      try action(call, &reader, &writer)
    case .terminalModes:
      writer.number(unsafe TerminalService.table.modes(host, try reader.number()))
    default:
      writer.number(plain(call))
    }
    return writer.bytes
  }

  /// Writes a line of the front end's log.
  func log(_ payload: [UInt8]) throws(WireFault) {
    var reader = WireReader(payload)
    let level = try reader.number(UInt32.self)
    let bytes = try reader.data() ?? []
    unsafe bytes.withUnsafeBytes { bytes in
      let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress ?? emptyWord
      unsafe LogService.table.write(host, level, text, UInt64(bytes.count))
    }
  }

  private func plain(_ call: ServiceCall) -> hub_status {
    switch call {
    case .markAllRead: unsafe InboxService.table.mark_all_read(host)
    case .refresh: unsafe InboxService.table.refresh(host)
    case .hubShown: unsafe NavigationService.table.hub_shown(host)
    case .hubHidden: unsafe NavigationService.table.hub_hidden(host)
    case .back: unsafe NavigationService.table.back(host)
    case .terminalSuspend: unsafe TerminalService.table.suspend(host)
    default: HUB_E_UNAVAILABLE
    }
  }

  private func row(_ call: ServiceCall, _ reader: inout WireReader) throws(WireFault) -> hub_status
  {
    let (kind, id) = try reader.row()
    return switch call {
    case .markRead: unsafe InboxService.table.mark_read(host, kind, id)
    case .retry: unsafe ConversationsService.table.retry(host, id)
    case .remove: unsafe ConversationsService.table.remove(host, id)
    case .reachedEnd: unsafe ConversationsService.table.reached_end(host, id)
    case .fetchOlder: unsafe ConversationsService.table.fetch_older(host, id)
    default: unsafe NavigationService.table.show_item(host, kind, id)
    }
  }

  /// Writes a reply or a draft; behind the status of a reply stands its id.
  private func write(
    _ call: ServiceCall, _ reader: inout WireReader, _ writer: inout WireWriter
  ) throws(WireFault) {
    let conversation = try reader.row().id
    let bytes = try reader.data() ?? []
    var reply = hub_id()
    let status = unsafe bytes.withUnsafeBytes { bytes in
      let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress ?? emptyWord
      let length = UInt64(bytes.count)
      let service = ConversationsService.table
      return call == .send
        ? unsafe service.send(host, conversation, text, length, &reply)
        : unsafe service.set_draft(host, conversation, text, length)
    }
    writer.number(status)
    if call == .send { writer.row(0, reply) }
  }

  private func text(_ call: ServiceCall, _ reader: inout WireReader) throws(WireFault) -> hub_status
  {
    let post = call == .openLink ? try reader.row().id : hub_id()
    let bytes = try reader.data() ?? []
    return unsafe bytes.withUnsafeBytes { bytes in
      let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress ?? emptyWord
      let length = UInt64(bytes.count)
      return switch call {
      case .push: unsafe InboxService.table.push(host, text, length)
      case .selectTab: unsafe NavigationService.table.select_tab(host, text, length)
      case .closed: unsafe NavigationService.table.closed(host, text, length)
      case .openURL: unsafe NavigationService.table.open_url(host, text, length)
      case .openLink: unsafe NavigationService.table.open_link(host, post, text, length)
      default: unsafe LoopService.table.quit(host, text, length)
      }
    }
  }

  /// Calls an action and writes its status and the sentence of its fault.
  private func action(
    _ call: ServiceCall, _ reader: inout WireReader, _ writer: inout WireWriter
  ) throws(WireFault) {
    let arena = TextArena()
    defer { withExtendedLifetime(arena) {} }
    let name = unsafe arena.keep(try reader.text() ?? "")
    guard let text = unsafe name.data else { throw WireFault("a name is missing") }
    var fault = unsafe hub_string(data: nil, length: 0)
    if call == .actionsPress {
      writer.number(unsafe ActionsService.table.press(host, text, name.length, &fault))
    } else {
      let count = try reader.number(UInt32.self)
      guard count <= UInt32(ActionsService.maxBindings) else {
        throw WireFault("an action gets too many values")
      }
      var bindings: [hub_binding] = unsafe []
      for _ in 0..<count {
        let (name, value) = (try reader.text() ?? "", try reader.text() ?? "")
        unsafe bindings.append(hub_binding(name: arena.keep(name), value: arena.keep(value)))
      }
      writer.number(
        unsafe bindings.withUnsafeBufferPointer {
          unsafe ActionsService.table.call(
            host, text, name.length, $0.baseAddress, UInt64($0.count), &fault)
        })
    }
    writer.text(unsafe fault.validated(upTo: Int(UInt16.max)))
  }

  private func record(
    _ call: ServiceCall, _ reader: inout WireReader, _ writer: inout WireWriter
  ) throws(WireFault) {
    switch call {
    case .appDescribe:
      var info = unsafe hub_app_info()
      unsafe info.size = UInt32(RecordShape.appInfo.size)
      writer.number(unsafe AppService.table.describe(host, &info))
      unsafe writer.record(&info, .appInfo)
    case .appTab:
      var tab = unsafe hub_tab()
      unsafe tab.size = UInt32(RecordShape.tab.size)
      writer.number(unsafe AppService.table.tab(host, try reader.number(), &tab))
      unsafe writer.record(&tab, .tab)
    case .itemsCounts:
      var counts = hub_counts()
      counts.size = UInt32(RecordShape.counts.size)
      writer.number(unsafe ItemsService.table.counts(host, &counts))
      unsafe writer.record(&counts, .counts)
    case .syncDescribe:
      var info = unsafe hub_sync_info()
      unsafe info.size = UInt32(RecordShape.syncInfo.size)
      writer.number(unsafe SyncService.table.describe(host, &info))
      unsafe writer.record(&info, .syncInfo)
    default:
      var info = hub_terminal_info()
      info.size = UInt32(RecordShape.terminal.size)
      writer.number(unsafe TerminalService.table.describe(host, &info))
      unsafe writer.record(&info, .terminal)
    }
  }

  /// Writes a status, a count, and the records.
  private func list(
    _ call: ServiceCall, _ reader: inout WireReader, _ writer: inout WireWriter
  ) throws(WireFault) {
    let collected = CollectedRecords()
    let context = unsafe Unmanaged.passUnretained(collected).toOpaque()
    defer { withExtendedLifetime(collected) {} }
    // Status and count, filled in at the end.
    collected.writer.number(Int32(0))
    collected.writer.number(UInt32(0))
    let status: hub_status
    switch call {
    case .itemsFetch:
      let block = RecordBlock(reader)
      let query = unsafe try block.record(.query).assumingMemoryBound(to: hub_query.self)
      // Without a limit an answer would have none either; a runner asks by the window.
      guard unsafe query.pointee.limit > 0 else { throw WireFault("a window has no limit") }
      unsafe status = ItemsService.table.fetch(
        host, query, { unsafe CollectedRecords.add($0, $1, .item) }, context)
      withExtendedLifetime(block) {}
    case .itemsFind:
      let (kind, id) = try reader.row()
      unsafe status = ItemsService.table.find(
        host, kind, id, { unsafe CollectedRecords.add($0, $1, .item) }, context)
    case .documentLines:
      let (columns, id) = try reader.row()
      unsafe status = DocumentService.table.lines(
        host, id, columns, { unsafe CollectedRecords.add($0, $1, .line) }, context)
    case .documentLinks:
      let (_, id) = try reader.row()
      unsafe status = DocumentService.table.links(
        host, id, { unsafe CollectedRecords.add($0, $1, .link) }, context)
    case .replies:
      let (limit, id) = try reader.row()
      unsafe status = ConversationsService.table.replies(
        host, id, try reader.number(), limit,
        { unsafe CollectedRecords.add($0, $1, .reply) }, context)
    case .draft:
      let (_, id) = try reader.row()
      unsafe status = ConversationsService.table.draft(
        host, id, { unsafe CollectedRecords.add($0, $1, .string) }, context)
    case .replyLinks:
      let (_, id) = try reader.row()
      unsafe status = ConversationsService.table.links(
        host, id, { unsafe CollectedRecords.add($0, $1, .textLink) }, context)
    case .actionsList:
      unsafe status = ActionsService.table.list(
        host, { unsafe CollectedRecords.add($0, $1, .actionInfo) }, context)
    case .actionsKeys:
      unsafe status = ActionsService.table.keys(
        host, { unsafe CollectedRecords.add($0, $1, .actionKey) }, context)
    default:
      unsafe status = NavigationService.table.path(
        host, { unsafe CollectedRecords.add($0, $1, .pathEntry) }, context)
    }
    collected.writer.replace(at: 0, with: UInt32(bitPattern: status))
    collected.writer.replace(at: 4, with: collected.count)
    writer = collected.writer
  }
}

/// Records on their way into an answer.
private final class CollectedRecords {
  var writer = WireWriter()
  var count: UInt32 = 0

  /// Adds the record that a visitor got; always goes on.
  static func add(
    _ context: UnsafeMutableRawPointer?, _ record: UnsafeRawPointer, _ shape: RecordShape
  ) -> Int32 {
    guard let context = unsafe context else { return 1 }
    let collected = unsafe Unmanaged<CollectedRecords>.fromOpaque(context).takeUnretainedValue()
    unsafe collected.writer.record(record, shape)
    collected.count += 1
    return 0
  }
}

/// Where an empty text points.
nonisolated(unsafe) private let emptyWord: UnsafePointer<CChar> = {
  let place = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  unsafe place.initialize(to: 0)
  return unsafe UnsafePointer(place)
}()

extension WireReader {
  /// A number of 32 bits and an id, as most requests have them.
  mutating func row() throws(WireFault) -> (number: UInt32, id: hub_id) {
    let number = try number(UInt32.self)
    var id = hub_id()
    let high = try self.number(UInt64.self)
    let low = try self.number(UInt64.self)
    unsafe withUnsafeMutableBytes(of: &id) { bytes in
      unsafe bytes.storeBytes(of: high.littleEndian, toByteOffset: 0, as: UInt64.self)
      unsafe bytes.storeBytes(of: low.littleEndian, toByteOffset: 8, as: UInt64.self)
    }
    return (number, id)
  }
}
