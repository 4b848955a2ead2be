import CHubFrontEnd
import HubFrontEnds
import HubTestSupport
import Testing

/// The structs of ABI 1.0: sizes and offsets that no later header may change.
struct LayoutTests {
  /// A member's name and its offset in ABI 1.0.
  struct Member: Sendable {
    var name: String
    var now: Int?
    var then: Int
  }

  private func check(_ members: [(String, Int?, Int)]) {
    for (name, now, then) in members { #expect(now == then, "\(name)") }
  }

  @Test
  func `values and records keep the layout of 1_0`() {
    check([
      ("string.data", MemoryLayout<hub_string>.offset(of: \.data), 0),
      ("string.length", MemoryLayout<hub_string>.offset(of: \.length), 8),
      ("call.request", MemoryLayout<hub_call>.offset(of: \.request), 8),
      ("post.flags", MemoryLayout<hub_post>.offset(of: \.flags), 4),
      ("post.id", MemoryLayout<hub_post>.offset(of: \.id), 8),
      ("post.received_at", MemoryLayout<hub_post>.offset(of: \.received_at), 24),
      ("post.subject", MemoryLayout<hub_post>.offset(of: \.subject), 32),
      ("post.preview", MemoryLayout<hub_post>.offset(of: \.preview), 48),
      ("post.sender", MemoryLayout<hub_post>.offset(of: \.sender), 64),
      ("post.url", MemoryLayout<hub_post>.offset(of: \.url), 80),
      ("post.cover", MemoryLayout<hub_post>.offset(of: \.cover), 96),
      ("conversation.id", MemoryLayout<hub_conversation>.offset(of: \.id), 8),
      ("conversation.activity_at", MemoryLayout<hub_conversation>.offset(of: \.activity_at), 24),
      ("conversation.subject", MemoryLayout<hub_conversation>.offset(of: \.subject), 32),
      ("conversation.preview", MemoryLayout<hub_conversation>.offset(of: \.preview), 48),
      ("conversation.sender", MemoryLayout<hub_conversation>.offset(of: \.sender), 64),
      ("conversation.participants", MemoryLayout<hub_conversation>.offset(of: \.participants), 80),
      (
        "conversation.participant_count",
        MemoryLayout<hub_conversation>.offset(of: \.participant_count), 88
      ),
    ])
    #expect(MemoryLayout<hub_string>.size == 16 && MemoryLayout<hub_call>.size >= 16)
    #expect(MemoryLayout<hub_post>.size >= 112 && MemoryLayout<hub_conversation>.size >= 96)
  }

  @Test
  func `the descriptor and its rows keep the layout of 1_0`() {
    check([
      ("method.name", MemoryLayout<hub_method>.offset(of: \.name), 0),
      ("method.signature", MemoryLayout<hub_method>.offset(of: \.signature), 16),
      ("method.since", MemoryLayout<hub_method>.offset(of: \.since), 32),
      ("method.function", MemoryLayout<hub_method>.offset(of: \.function), 40),
      ("host.abi_minor", MemoryLayout<hub_host>.offset(of: \.abi_minor), 4),
      ("host.name", MemoryLayout<hub_host>.offset(of: \.name), 8),
      ("host.version", MemoryLayout<hub_host>.offset(of: \.version), 24),
      ("host.context", MemoryLayout<hub_host>.offset(of: \.context), 40),
      ("host.service", MemoryLayout<hub_host>.offset(of: \.service), 48),
      ("frontend.abi_minor", MemoryLayout<hub_frontend>.offset(of: \.abi_minor), 4),
      ("frontend.id", MemoryLayout<hub_frontend>.offset(of: \.id), 8),
      ("frontend.name", MemoryLayout<hub_frontend>.offset(of: \.name), 24),
      ("frontend.version", MemoryLayout<hub_frontend>.offset(of: \.version), 40),
      ("frontend.summary", MemoryLayout<hub_frontend>.offset(of: \.summary), 56),
      ("frontend.needs", MemoryLayout<hub_frontend>.offset(of: \.needs), 72),
      ("frontend.method_size", MemoryLayout<hub_frontend>.offset(of: \.method_size), 80),
      ("frontend.method_count", MemoryLayout<hub_frontend>.offset(of: \.method_count), 84),
      ("frontend.methods", MemoryLayout<hub_frontend>.offset(of: \.methods), 88),
      ("frontend.create", MemoryLayout<hub_frontend>.offset(of: \.create), 96),
      ("frontend.start", MemoryLayout<hub_frontend>.offset(of: \.start), 104),
      ("frontend.stop", MemoryLayout<hub_frontend>.offset(of: \.stop), 112),
      ("frontend.destroy", MemoryLayout<hub_frontend>.offset(of: \.destroy), 120),
    ])
    #expect(FrontEndLoader.minDescriptorSize == 128 && MethodTable.minRowSize == 48)
  }

  @Test
  func `actions keep the layout of 1_1`() throws {
    check([
      ("frontend.action_size", MemoryLayout<hub_frontend>.offset(of: \.action_size), 128),
      ("frontend.action_count", MemoryLayout<hub_frontend>.offset(of: \.action_count), 132),
      ("frontend.actions", MemoryLayout<hub_frontend>.offset(of: \.actions), 136),
      ("frontend.reads", MemoryLayout<hub_frontend>.offset(of: \.reads), 144),
      ("frontend.read_count", MemoryLayout<hub_frontend>.offset(of: \.read_count), 152),
      ("action.signature", MemoryLayout<hub_action>.offset(of: \.signature), 16),
      ("action.help", MemoryLayout<hub_action>.offset(of: \.help), 32),
      ("action.argument_size", MemoryLayout<hub_action>.offset(of: \.argument_size), 48),
      ("action.arguments", MemoryLayout<hub_action>.offset(of: \.arguments), 56),
      ("action.function", MemoryLayout<hub_action>.offset(of: \.function), 64),
      ("action.dispatch", MemoryLayout<hub_action>.offset(of: \.dispatch), 72),
      // Since 1.3, behind the old end.
      ("action.flags", MemoryLayout<hub_action>.offset(of: \.flags), 80),
      ("argument.flags", MemoryLayout<hub_argument>.offset(of: \.flags), 32),
      ("argument.least", MemoryLayout<hub_argument>.offset(of: \.least), 40),
      ("argument.most_real", MemoryLayout<hub_argument>.offset(of: \.most_real), 64),
      ("value.text", MemoryLayout<hub_value>.offset(of: \.text), 8),
      ("value.real", MemoryLayout<hub_value>.offset(of: \.real), 40),
      ("actions.list", MemoryLayout<hub_actions>.offset(of: \.list), 8),
      ("actions.press", MemoryLayout<hub_actions>.offset(of: \.press), 32),
    ])
    #expect(ActionTable.minRowSize == 80 && MemoryLayout<hub_argument>.size == 72)
  }

  @Test
  func `conversations and sync keep the layout of 1_2`() {
    check([
      ("conversations.send", MemoryLayout<hub_conversations>.offset(of: \.send), 16),
      ("conversations.retry", MemoryLayout<hub_conversations>.offset(of: \.retry), 24),
      ("conversations.remove", MemoryLayout<hub_conversations>.offset(of: \.remove), 32),
      ("conversations.reached_end", MemoryLayout<hub_conversations>.offset(of: \.reached_end), 40),
      ("conversations.fetch_older", MemoryLayout<hub_conversations>.offset(of: \.fetch_older), 48),
      ("conversations.draft", MemoryLayout<hub_conversations>.offset(of: \.draft), 56),
      ("conversations.set_draft", MemoryLayout<hub_conversations>.offset(of: \.set_draft), 64),
      ("conversations.links", MemoryLayout<hub_conversations>.offset(of: \.links), 72),
      ("reply.sender_id", MemoryLayout<hub_reply>.offset(of: \.sender_id), 80),
      ("text_link.offset", MemoryLayout<hub_text_link>.offset(of: \.offset), 8),
      ("text_link.url", MemoryLayout<hub_text_link>.offset(of: \.url), 24),
      ("sync_info.last_sync_at", MemoryLayout<hub_sync_info>.offset(of: \.last_sync_at), 8),
      ("sync_info.rate", MemoryLayout<hub_sync_info>.offset(of: \.rate), 24),
      ("sync_info.reason", MemoryLayout<hub_sync_info>.offset(of: \.reason), 32),
      ("sync.describe", MemoryLayout<hub_sync>.offset(of: \.describe), 8),
    ])
    #expect(HostMethod(rawValue: 14)?.name == "sync_changed")
    #expect(HUB_REPLY_TEXT_MAX == 65_536)
  }

  @Test
  func `structs of services keep the layout of 1_0`() {
    check([
      ("item.sender", MemoryLayout<hub_item>.offset(of: \.sender), 40),
      ("item.cover", MemoryLayout<hub_item>.offset(of: \.cover), 104),
      ("query.anchor_at", MemoryLayout<hub_query>.offset(of: \.anchor_at), 16),
      ("query.search", MemoryLayout<hub_query>.offset(of: \.search), 48),
      ("query.subscription", MemoryLayout<hub_query>.offset(of: \.subscription), 64),
      ("app_info.id", MemoryLayout<hub_app_info>.offset(of: \.id), 8),
      ("app_info.hub_tab", MemoryLayout<hub_app_info>.offset(of: \.hub_tab), 68),
      ("reply.images", MemoryLayout<hub_reply>.offset(of: \.images), 72),
      ("line.spans", MemoryLayout<hub_line>.offset(of: \.spans), 24),
      ("link.text", MemoryLayout<hub_link>.offset(of: \.text), 24),
      ("terminal_info.rows", MemoryLayout<hub_terminal_info>.offset(of: \.rows), 20),
      ("path_entry.id", MemoryLayout<hub_path_entry>.offset(of: \.id), 8),
      ("items.counts", MemoryLayout<hub_items>.offset(of: \.counts), 24),
      ("document.links", MemoryLayout<hub_document>.offset(of: \.links), 16),
      ("inbox.refresh", MemoryLayout<hub_inbox>.offset(of: \.refresh), 32),
      ("navigation.path", MemoryLayout<hub_navigation>.offset(of: \.path), 72),
      ("conversations.replies", MemoryLayout<hub_conversations>.offset(of: \.replies), 8),
      ("loop.now", MemoryLayout<hub_loop>.offset(of: \.now), 72),
      ("terminal.suspend", MemoryLayout<hub_terminal>.offset(of: \.suspend), 24),
      ("text.prefix", MemoryLayout<hub_text>.offset(of: \.prefix), 16),
      ("log.write", MemoryLayout<hub_log>.offset(of: \.write), 8),
      ("app.tab", MemoryLayout<hub_app>.offset(of: \.tab), 16),
    ])
    #expect(MemoryLayout<hub_span>.size == 16)
  }

  @Test
  func `each method of 1_0 keeps its name, its place and the beginning of its signature`() throws {
    let then = [
      ("show_hub", "s?s"), ("present_post", "uP"), ("present_conversation", "uC"),
      ("show_tab", "ss?s"),
      ("dismiss", "s"), ("inbox_changed", "uyy"), ("badge_changed", "?su"), ("config_changed", ""),
      ("path_changed", ""), ("alert", "sss"), ("url_opened", "ss?s"), ("terminal_resized", "uu"),
      ("terminal_suspend", ""), ("terminal_resume", ""),
    ]
    for (index, (name, text)) in then.enumerated() {
      let method = try #require(HostMethod(rawValue: index))
      #expect(method.name == name)
      let fit = Signature.compare(host: method.signature, plugin: try Signature(parsing: text))
      switch fit {
      case .exact, .prefix: break
      default: Issue.record("\(name): \(fit)")
      }
    }
  }
}
