import CHubFrontEnd

extension DocumentLine {
  init(_ line: hub_line) {
    text = unsafe line.text.text ?? ""
    let parts = unsafe UnsafeBufferPointer(start: line.spans, count: Int(line.span_count))
    spans = unsafe parts.map { span in
      Span(
        offset: Int(span.offset), length: Int(span.length), style: Style(rawValue: span.style),
        link: span.link == 0 ? nil : Int(span.link))
    }
  }
}

extension ReplyRecord {
  /// A copy of what the host lends; an older host's record is shorter.
  init(_ reply: UnsafePointer<hub_reply>) {
    let images = unsafe UnsafeBufferPointer(
      start: reply.pointee.images, count: Int(reply.pointee.image_count))
    let hasID = unsafe reply.pointee.size >= UInt32(MemoryLayout<hub_reply>.size)
    unsafe self.init(
      id: HubID(reply.pointee.id), sender: unsafe reply.pointee.sender.text,
      senderID: hasID ? reply.pointee.sender_id.text : nil,
      isMine: reply.pointee.flags & HUB_FLAG_MINE != 0,
      state: State(rawValue: reply.pointee.state) ?? .confirmed,
      createdAt: reply.pointee.created_at, text: unsafe reply.pointee.text.text ?? "",
      images: unsafe images.map { unsafe $0.text ?? "" })
  }
}

extension Item {
  init(_ post: hub_post) {
    unsafe self.init(
      kind: .post, id: HubID(post.id), activityAt: post.received_at,
      isUnread: post.flags & HUB_FLAG_UNREAD != 0, sender: unsafe post.sender.text,
      subject: unsafe post.subject.text, preview: unsafe post.preview.text,
      url: unsafe post.url.text, cover: unsafe post.cover.text)
  }
}

extension ConversationRecord {
  init(_ record: hub_conversation) {
    let names = unsafe UnsafeBufferPointer(
      start: record.participants, count: Int(record.participant_count))
    unsafe self.init(
      item: Item(
        kind: .conversation, id: HubID(record.id), activityAt: record.activity_at,
        isUnread: record.flags & HUB_FLAG_UNREAD != 0, sender: unsafe record.sender.text,
        subject: unsafe record.subject.text, preview: unsafe record.preview.text),
      participants: unsafe names.map { unsafe $0.text ?? "" })
  }
}

extension ItemQuery {
  /// Lends the query in its C form for the length of the call.
  func withCQuery<Result>(_ body: (UnsafePointer<hub_query>) -> Result) -> Result {
    unsafe search.withHubString { search in
      unsafe subscription.withHubString { subscription in
        var query = unsafe hub_query()
        unsafe query.size = unsafe UInt32(MemoryLayout<hub_query>.size)
        unsafe query.direction = goesOlder ? HUB_OLDER : HUB_NEWER
        unsafe query.limit = limit.map { UInt32(clamping: max($0, 1)) } ?? 0
        unsafe query.unread_only = unreadOnly ? 1 : 0
        unsafe query.search = search
        unsafe query.subscription = subscription
        switch anchor {
        case .end: unsafe query.anchor = HUB_ANCHOR_END
        case .after(let place): unsafe query.set(HUB_ANCHOR_AFTER, place)
        case .from(let place): unsafe query.set(HUB_ANCHOR_FROM, place)
        case .at(let time):
          unsafe query.anchor = HUB_ANCHOR_TIME
          unsafe query.anchor_at = time
        }
        return unsafe withUnsafePointer(to: &query) { unsafe body($0) }
      }
    }
  }
}

extension hub_query {
  fileprivate mutating func set(_ anchor: UInt32, _ place: ItemPlace) {
    unsafe self.anchor = anchor
    unsafe anchor_at = place.activityAt
    unsafe anchor_kind = place.kind.rawValue
    unsafe anchor_id = place.id.cValue
  }
}

/// The ids out of bytes that hold 16 for each.
func ids(_ bytes: UnsafePointer<UInt8>?, _ length: UInt64) -> [HubID] {
  guard let bytes = unsafe bytes else { return [] }
  return (0..<Int(length) / 16).map { index in
    var id = hub_id()
    unsafe withUnsafeMutableBytes(of: &id) { target in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(start: bytes + 16 * index, count: 16))
    }
    return HubID(id)
  }
}
