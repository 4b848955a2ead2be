import CHubFrontEnd

/// hub.conversations/1 of a runner, carried to the host.
enum RemoteConversations {
  static var table: hub_conversations {
    unsafe hub_conversations(
      size: UInt32(MemoryLayout<hub_conversations>.size), reserved: 0, replies: replies,
      send: send,
      retry: { unsafe RemoteConversations.ask($0, .retry, $1) },
      remove: { unsafe RemoteConversations.ask($0, .remove, $1) },
      reached_end: { unsafe RemoteConversations.ask($0, .reachedEnd, $1) },
      fetch_older: { unsafe RemoteConversations.ask($0, .fetchOlder, $1) },
      draft: { host, id, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.draft, listing: .string, { $0.row(0, id) }) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_string.self)) == 0
          }.status
        }
      },
      set_draft: { host, id, text, length in
        unsafe onRunnerMain(host) { remote in
          guard length <= HUB_REPLY_TEXT_MAX else { return HUB_E_ARGUMENT }
          let bytes = unsafe Array(UnsafeRawBufferPointer(start: text, count: Int(length)))
          return remote.ask(.setDraft) {
            $0.row(0, id)
            $0.data(bytes)
          }.status
        }
      },
      links: { host, id, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.replyLinks, listing: .textLink, { $0.row(0, id) }) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_text_link.self)) == 0
          }.status
        }
      })
  }

  private static func ask(
    _ host: UnsafePointer<hub_host>, _ call: ServiceCall, _ id: hub_id
  ) -> hub_status {
    unsafe onRunnerMain(host) { $0.ask(call) { $0.row(0, id) }.status }
  }

  private static let replies:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, Int64, UInt32, hub_reply_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, id, before, limit, visit, context in
      unsafe onRunnerMain(host) { remote in
        let arguments: (inout WireWriter) -> Void = {
          $0.row(limit, id)
          $0.number(before)
        }
        return unsafe remote.ask(.replies, listing: .reply, arguments) { record in
          unsafe visit(context, record.assumingMemoryBound(to: hub_reply.self)) == 0
        }.status
      }
    }

  private static let send:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, UnsafePointer<CChar>, UInt64, UnsafeMutablePointer<hub_id>?
    ) -> hub_status = { host, id, text, length, reply in
      unsafe onRunnerMain(host) { remote in
        guard length <= HUB_REPLY_TEXT_MAX else { return HUB_E_ARGUMENT }
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: text, count: Int(length)))
        var (status, answer) = remote.ask(.send) {
          $0.row(0, id)
          $0.data(bytes)
        }
        guard status >= 0 else { return status }
        guard let written = try? answer.row().id else { return HUB_E_FAILED }
        unsafe reply?.pointee = written
        return status
      }
    }
}
