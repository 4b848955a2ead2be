import CHubFrontEnd
import FoundationEssentials
import HubModel
import HubStore
import HubText

private typealias ConversationFunction =
  @convention(c) (UnsafePointer<hub_host>, hub_id) -> hub_status

/// hub.conversations/1.
enum ConversationsService {
  static var table: hub_conversations {
    unsafe hub_conversations(
      size: UInt32(MemoryLayout<hub_conversations>.size), reserved: 0, replies: replies,
      send: send, retry: retry, remove: remove, reached_end: reachedEnd, fetch_older: fetchOlder,
      draft: draft, set_draft: setDraft, links: links)
  }

  private static let replies:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, Int64, UInt32, hub_reply_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, id, before, limit, visit, context in
      unsafe onMain(host) { session in
        guard limit >= 1, limit <= HUB_LIMIT_MAX else { return HUB_E_ARGUMENT }
        return session.answer { () throws(StoreError) in
          let conversation = UUID(id)
          let found = try session.store.replies(
            conversation: conversation, before: Timestamp(milliseconds: before),
            limit: Int(limit))
          let names = try session.store.participants(of: conversation).reduce(
            into: [String: String]()
          ) { names, participant in names[participant.id] = participant.name }
          for reply in found {
            if unsafe !lend(reply, names, { unsafe visit(context, $0) == 0 }) { break }
          }
          return HUB_OK
        }
      }
    }

  private static func lend(
    _ reply: Reply, _ names: [String: String], _ body: (UnsafePointer<hub_reply>) -> Bool
  ) -> Bool {
    let arena = TextArena()
    defer { withExtendedLifetime(arena) {} }
    let images = unsafe reply.imageURLs.map { unsafe arena.keep(SafeText.line($0)) }
    var sender: String?
    var senderID: String?
    if case .participant(let id) = reply.sender {
      sender = names[id].map { SafeText.line($0) }
      senderID = SafeText.line(id)
    }
    return unsafe images.withUnsafeBufferPointer { images in
      var lent = unsafe hub_reply(
        size: UInt32(MemoryLayout<hub_reply>.size), flags: reply.isMine ? HUB_FLAG_MINE : 0,
        id: reply.id.abi, created_at: reply.createdAt.milliseconds, state: reply.state.abi,
        image_count: UInt32(images.count), sender: arena.keep(sender),
        text: arena.keep(reply.safeText), images: images.baseAddress,
        sender_id: arena.keep(senderID))
      return unsafe body(&lent)
    }
  }
}

// MARK: Writing

extension ConversationsService {
  private static let send:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, UnsafePointer<CChar>, UInt64, UnsafeMutablePointer<hub_id>?
    ) -> hub_status = { host, conversation, text, length, reply in
      unsafe onMain(host) { session in
        guard length <= HUB_REPLY_TEXT_MAX else { return HUB_E_ARGUMENT }
        let (status, id) = session.write(
          unsafe argument(text, length) ?? "", in: UUID(conversation))
        if let id { unsafe reply?.pointee = id.abi }
        return status
      }
    }

  private static let retry: ConversationFunction = { host, reply in
    unsafe onMain(host) { $0.retry(UUID(reply)) }
  }

  private static let remove: ConversationFunction = { host, reply in
    unsafe onMain(host) { $0.remove(UUID(reply)) }
  }

  private static let reachedEnd: ConversationFunction = { host, conversation in
    unsafe onMain(host) { session in
      switch session.reachedEnd(of: UUID(conversation)) {
      case true: HUB_OK
      case false: HUB_E_NOT_FOUND
      case nil: HUB_E_FAILED
      }
    }
  }

  private static let fetchOlder: ConversationFunction = { host, conversation in
    unsafe onMain(host) { $0.fetchOlder(of: UUID(conversation)) }
  }

  private static let draft:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, hub_text_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, conversation, visit, context in
      unsafe onMain(host) { session in
        session.answer { () throws(StoreError) in
          let conversation = UUID(conversation)
          guard let text = try session.store.draft(of: conversation) else {
            let isThere = try session.store.item(kind: .conversation, id: conversation) != nil
            return isThere ? HUB_OK : HUB_E_NOT_FOUND
          }
          let arena = TextArena()
          var lent = unsafe arena.keep(SafeText.block(text))
          unsafe _ = visit(context, &lent)
          withExtendedLifetime(arena) {}
          return HUB_OK
        }
      }
    }

  private static let setDraft:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, UnsafePointer<CChar>, UInt64
    ) -> hub_status = { host, conversation, text, length in
      unsafe onMain(host) { session in
        guard length <= HUB_REPLY_TEXT_MAX else { return HUB_E_ARGUMENT }
        let text = unsafe argument(text, length) ?? ""
        return session.answer { () throws(StoreError) in
          let conversation = UUID(conversation)
          guard try session.store.item(kind: .conversation, id: conversation) != nil else {
            return HUB_E_NOT_FOUND
          }
          try session.store.saveDraft(text, of: conversation, at: session.settings.now())
          return HUB_OK
        }
      }
    }

  private static let links:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, hub_text_link_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, reply, visit, context in
      unsafe onMain(host) { session in
        session.answer { () throws(StoreError) in
          guard let reply = try session.store.reply(UUID(reply)) else { return HUB_E_NOT_FOUND }
          let text = reply.safeText
          let arena = TextArena()
          defer { withExtendedLifetime(arena) {} }
          for (index, link) in LinkDetector.links(in: text).enumerated() {
            arena.clear()
            let utf8 = text.utf8
            var lent = unsafe hub_text_link(
              size: UInt32(MemoryLayout<hub_text_link>.size), number: UInt32(index + 1),
              offset: UInt64(utf8.distance(from: utf8.startIndex, to: link.range.lowerBound)),
              length: UInt64(utf8[link.range].count), url: arena.keep(SafeText.line(link.target)))
            if unsafe visit(context, &lent) != 0 { break }
          }
          return HUB_OK
        }
      }
    }
}

extension Reply {
  /// The text blocks as a front end gets them, one a line.
  var safeText: String { SafeText.block(text) }
}

extension Reply.State {
  var abi: UInt32 {
    switch self {
    case .queued: HUB_REPLY_QUEUED
    case .sent: HUB_REPLY_SENT
    case .confirmed: HUB_REPLY_CONFIRMED
    case .failed: HUB_REPLY_FAILED
    }
  }
}
