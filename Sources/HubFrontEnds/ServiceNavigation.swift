import CHubFrontEnd
import FoundationEssentials
import HubCore
import HubModel
import HubStore
import HubText

private typealias PlainFunction = @convention(c) (UnsafePointer<hub_host>) -> hub_status
private typealias TextFunction =
  @convention(c) (UnsafePointer<hub_host>, UnsafePointer<CChar>, UInt64) -> hub_status
private typealias ItemFunction =
  @convention(c) (UnsafePointer<hub_host>, UInt32, hub_id) -> hub_status

/// hub.navigation/1.
enum NavigationService {
  static var table: hub_navigation {
    unsafe hub_navigation(
      size: UInt32(MemoryLayout<hub_navigation>.size), reserved: 0, hub_shown: hubShown,
      hub_hidden: hubHidden, select_tab: selectTab, show_item: showItem, back: back,
      closed: closed, open_url: openURL, open_link: openLink, path: path)
  }

  private static let hubShown: PlainFunction = { host in
    unsafe onMain(host) { session in
      session.watch.noteShown()
      session.send(.hubShown)
      return HUB_OK
    }
  }

  private static let hubHidden: PlainFunction = { host in
    unsafe onMain(host) { session in
      session.send(.hubHidden)
      return HUB_OK
    }
  }

  private static let selectTab: TextFunction = { host, tag, length in
    unsafe onMain(host) { session in
      let tag = unsafe argument(tag, length) ?? ""
      guard session.settings.app.tabs.contains(where: { $0.tag == tag }) else {
        return HUB_E_NOT_FOUND
      }
      session.send(.tabSelected(tag))
      return HUB_OK
    }
  }

  private static let showItem: ItemFunction = { host, kind, id in
    unsafe onMain(host) { session in
      guard let kind = ItemKind(abi: kind) else { return HUB_E_ARGUMENT }
      session.send(.itemSelected(kind, UUID(id)))
      return HUB_OK
    }
  }

  private static let back: PlainFunction = { host in
    unsafe onMain(host) { session in
      guard session.core.canGoBack else { return HUB_E_STATE }
      session.send(.back)
      return HUB_OK
    }
  }

  private static let closed: TextFunction = { host, what, length in
    unsafe onMain(host) { session in
      guard let layer = unsafe HubLayer(rawValue: argument(what, length) ?? "") else {
        return HUB_E_ARGUMENT
      }
      session.send(.closed(layer))
      return HUB_OK
    }
  }

  private static let openURL: TextFunction = { host, url, length in
    unsafe onMain(host) { session in
      session.open(unsafe argument(url, length) ?? "", from: .inside) ? HUB_OK : HUB_E_REFUSED
    }
  }

  private static let openLink:
    @convention(c) (UnsafePointer<hub_host>, hub_id, UnsafePointer<CChar>, UInt64) -> hub_status = {
      host, post, url, length in
      unsafe onMain(host) { session in
        let url = unsafe argument(url, length) ?? ""
        guard session.core.opensLink(url) else { return HUB_E_REFUSED }
        session.send(.linkTapped(post: UUID(post), url: url))
        return HUB_OK
      }
    }

  private static let path:
    @convention(c) (
      UnsafePointer<hub_host>, hub_path_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, visit, context in
      unsafe onMain(host) { session in
        let arena = TextArena()
        defer { withExtendedLifetime(arena) {} }
        for entry in session.core.path {
          var lent = unsafe hub_path_entry(entry, arena)
          if unsafe visit(context, &lent) != 0 { break }
        }
        return HUB_OK
      }
    }
}

extension hub_path_entry {
  init(_ entry: PathEntry, _ arena: TextArena) {
    let (kind, id): (UInt32, String) =
      switch entry {
      case .messages: (HUB_PATH_MESSAGES, "")
      case .post(let id): (HUB_PATH_POST, SafeText.line(id))
      case .conversation(let id): (HUB_PATH_CONVERSATION, id.uuidString)
      }
    unsafe self.init(
      size: UInt32(MemoryLayout<hub_path_entry>.size), kind: kind, id: arena.keep(id))
  }
}

/// hub.inbox/1.
enum InboxService {
  static var table: hub_inbox {
    unsafe hub_inbox(
      size: UInt32(MemoryLayout<hub_inbox>.size), reserved: 0, mark_read: markRead,
      mark_all_read: markAllRead, push: push, refresh: refresh)
  }

  private static let markRead: ItemFunction = { host, kind, id in
    unsafe onMain(host) { session in
      guard let kind = ItemKind(abi: kind) else { return HUB_E_ARGUMENT }
      let id = UUID(id)
      let isThere = session.answer { () throws(StoreError) in
        try session.store.item(kind: kind, id: id) == nil ? HUB_E_NOT_FOUND : HUB_OK
      }
      guard isThere == HUB_OK else { return isThere }
      return session.markRead(kind, id) ? HUB_OK : HUB_E_FAILED
    }
  }

  private static let markAllRead: PlainFunction = { host in
    unsafe onMain(host) { $0.markAllRead() }
  }

  private static let push: TextFunction = { host, payload, length in
    unsafe onMain(host) { session in
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: payload, count: Int(length)))
      return session.receive(bytes, from: .frontEnd)
    }
  }

  private static let refresh: PlainFunction = { host in
    unsafe onMain(host) { session in
      guard let agent = session.agent else { return HUB_E_UNAVAILABLE }
      agent.refresh()
      return HUB_OK
    }
  }
}
