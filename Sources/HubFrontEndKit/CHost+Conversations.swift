import CHubFrontEnd

private let visitReply: hub_reply_visitor = { unsafe VisitorBox<hub_reply>.call($0, $1) }
private let visitText: hub_text_visitor = { unsafe VisitorBox<hub_string>.call($0, $1) }
private let visitTextLink: hub_text_link_visitor = {
  unsafe VisitorBox<hub_text_link>.call($0, $1)
}

extension CHost {
  func replies(of conversation: HubID, before: Int64?, limit: Int) -> [ReplyRecord] {
    guard let conversations = unsafe conversations else { return [] }
    var replies: [ReplyRecord] = []
    _ = unsafe VisitorBox<hub_reply>.lend(
      {
        unsafe replies.append(ReplyRecord($0))
        return true
      },
      { context in
        unsafe conversations.pointee.replies(
          host, conversation.cValue, before ?? .max, UInt32(clamping: limit), visitReply, context)
      })
    return replies
  }

  /// The service as version 1.2 knows it; nil: the host is older.
  private var writing: UnsafePointer<hub_conversations>? {
    guard let service = unsafe conversations,
      unsafe service.pointee.size >= UInt32(MemoryLayout<hub_conversations>.size)
    else { return nil }
    return unsafe service
  }

  func send(_ text: String, in conversation: HubID) -> (status: HubStatus, reply: HubID?) {
    guard let service = unsafe writing else { return (.unavailable, nil) }
    var reply = hub_id()
    let status = unsafe text.withHubString { text in
      guard let data = unsafe text.data else { return HubStatus.argument }
      return unsafe HubStatus(
        code: service.pointee.send(host, conversation.cValue, data, text.length, &reply))
    }
    return (status, status.isGood ? HubID(reply) : nil)
  }

  func retry(_ reply: HubID) -> HubStatus {
    guard let service = unsafe writing else { return .unavailable }
    return unsafe HubStatus(code: service.pointee.retry(host, reply.cValue))
  }

  func remove(_ reply: HubID) -> HubStatus {
    guard let service = unsafe writing else { return .unavailable }
    return unsafe HubStatus(code: service.pointee.remove(host, reply.cValue))
  }

  func reachedEnd(of conversation: HubID) -> HubStatus {
    guard let service = unsafe writing else { return markRead(.conversation, conversation) }
    return unsafe HubStatus(code: service.pointee.reached_end(host, conversation.cValue))
  }

  func fetchOlder(of conversation: HubID) -> HubStatus {
    guard let service = unsafe writing else { return .unavailable }
    return unsafe HubStatus(code: service.pointee.fetch_older(host, conversation.cValue))
  }

  func draft(of conversation: HubID) -> String? {
    guard let service = unsafe writing else { return nil }
    var draft: String?
    _ = unsafe VisitorBox<hub_string>.lend(
      {
        draft = unsafe $0.pointee.text
        return false
      },
      { unsafe service.pointee.draft(host, conversation.cValue, visitText, $0) })
    return draft
  }

  func setDraft(_ text: String, of conversation: HubID) -> HubStatus {
    guard let service = unsafe writing else { return .unavailable }
    return unsafe text.withHubString { text in
      guard let data = unsafe text.data else { return .argument }
      return unsafe HubStatus(
        code: service.pointee.set_draft(host, conversation.cValue, data, text.length))
    }
  }

  func links(ofReply reply: HubID) -> [TextLink] {
    guard let service = unsafe writing else { return [] }
    var links: [TextLink] = []
    _ = unsafe VisitorBox<hub_text_link>.lend(
      {
        unsafe links.append(
          TextLink(
            offset: Int(clamping: $0.pointee.offset), length: Int(clamping: $0.pointee.length),
            url: $0.pointee.url.text ?? ""))
        return true
      },
      { unsafe service.pointee.links(host, reply.cValue, visitTextLink, $0) })
    return links
  }

  var sync: SyncInfo? {
    guard let service = unsafe syncService else { return nil }
    var info = unsafe hub_sync_info()
    unsafe info.size = unsafe UInt32(MemoryLayout<hub_sync_info>.size)
    guard unsafe service.pointee.describe(host, &info) >= 0 else { return nil }
    return unsafe SyncInfo(
      SyncInfo.State(rawValue: info.state) ?? .offline,
      lastSyncAt: info.last_sync_at == 0 ? nil : info.last_sync_at,
      posts: Int(clamping: info.posts), rate: info.rate > 0 ? info.rate : nil,
      reason: info.reason.text)
  }
}
