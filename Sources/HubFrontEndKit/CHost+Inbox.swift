import CHubFrontEnd

private let visitItem: hub_item_visitor = { unsafe VisitorBox<hub_item>.call($0, $1) }
private let visitLine: hub_line_visitor = { unsafe VisitorBox<hub_line>.call($0, $1) }
private let visitLink: hub_link_visitor = { unsafe VisitorBox<hub_link>.call($0, $1) }

extension CHost {
  func items(_ query: ItemQuery) -> [Item] {
    var rows: [Item] = []
    _ = eachItem(query) { view in
      rows.append(view.copy())
      return true
    }
    return rows
  }

  func eachItem(_ query: ItemQuery, _ visit: (borrowing ItemView) -> Bool) -> HubStatus {
    guard let items = unsafe items else { return .unavailable }
    return unsafe query.withCQuery { query in
      unsafe VisitorBox<hub_item>.lend(
        { unsafe visit(ItemView($0)) },
        { context in
          unsafe HubStatus(code: items.pointee.fetch(host, query, visitItem, context))
        })
    }
  }

  func item(_ kind: ItemKind, _ id: HubID) -> Item? {
    guard let items = unsafe items else { return nil }
    var found: Item?
    _ = unsafe VisitorBox<hub_item>.lend(
      {
        found = unsafe ItemView($0).copy()
        return false
      },
      { context in
        unsafe items.pointee.find(host, kind.rawValue, id.cValue, visitItem, context)
      })
    return found
  }

  func counts() -> (total: Int, unread: Int) {
    var counts = hub_counts(
      size: UInt32(MemoryLayout<hub_counts>.size), reserved: 0, total: 0, unread: 0)
    guard let items = unsafe items, unsafe items.pointee.counts(host, &counts) >= 0 else {
      return (0, 0)
    }
    return (Int(counts.total), Int(counts.unread))
  }

  func markRead(_ kind: ItemKind, _ id: HubID) -> HubStatus {
    guard let inbox = unsafe inbox else { return .unavailable }
    return unsafe HubStatus(code: inbox.pointee.mark_read(host, kind.rawValue, id.cValue))
  }

  func markAllRead() -> HubStatus {
    guard let inbox = unsafe inbox else { return .unavailable }
    return unsafe HubStatus(code: inbox.pointee.mark_all_read(host))
  }

  func push(_ payload: String) -> HubStatus {
    guard let inbox = unsafe inbox else { return .unavailable }
    return unsafe payload.withHubString { text in
      guard let data = unsafe text.data else { return .argument }
      return unsafe HubStatus(code: inbox.pointee.push(host, data, text.length))
    }
  }

  func refresh() -> HubStatus {
    guard let inbox = unsafe inbox else { return .unavailable }
    return unsafe HubStatus(code: inbox.pointee.refresh(host))
  }

  func body(of post: HubID, columns: Int?) -> PostBody {
    guard let document = unsafe document else { return .none }
    var lines: [DocumentLine] = []
    let code = unsafe VisitorBox<hub_line>.lend(
      {
        unsafe lines.append(DocumentLine($0.pointee))
        return true
      },
      { context in
        unsafe document.pointee.lines(
          host, post.cValue, UInt32(clamping: columns ?? 0), visitLine, context)
      })
    if code == HUB_E_UNAVAILABLE { return .unavailable }
    return code >= 0 ? .lines(lines) : .none
  }

  func links(of post: HubID) -> [DocumentLink] {
    guard let document = unsafe document else { return [] }
    var links: [DocumentLink] = []
    _ = unsafe VisitorBox<hub_link>.lend(
      {
        unsafe links.append(
          DocumentLink(
            number: Int($0.pointee.number), url: $0.pointee.url.text ?? "",
            text: $0.pointee.text.text ?? ""))
        return true
      },
      { context in
        unsafe document.pointee.links(host, post.cValue, visitLink, context)
      })
    return links
  }
}
