import CHubFrontEnd
package import FoundationEssentials
package import HubModel

/// Whatever can call a front end's methods: one in this process, or later one in a runner.
///
/// Every call is made on the plug-in's main thread and blocks until the front end returns.
package protocol FrontEndMethods: AnyObject {
  /// Calls a method.
  ///
  /// - Parameters:
  ///   - method: what is called.
  ///   - arguments: must match the host's signature of the method.
  /// - Returns: the method's status, or nil if the front end does not have it; then its documented
  ///   default is the caller's to do.
  func call(_ method: HostMethod, _ arguments: [ArgumentValue]) -> Int32?

  /// Calls a method with arguments that are handed over one after the other.
  ///
  /// - Parameters:
  ///   - method: what is called.
  ///   - feed: hands over what matches the host's signature, in its order; may be asked twice.
  /// - Returns: as of the other call.
  func call(_ method: HostMethod, feeding feed: (inout ArgumentFeed) -> Void) -> Int32?

  /// What the plug-in says about itself, its actions included; nil when that is not known.
  var about: FrontEndDescription? { get }

  /// Calls an action.
  ///
  /// - Parameters:
  ///   - name: of the action.
  ///   - values: must match its signature, as those of `ActionCall.convert` do.
  /// - Returns: the action's status, or nil if the front end does not have it.
  func callAction(_ name: String, _ values: [ArgumentValue]) -> Int32?
}

/// A front end that offers nothing.
extension FrontEndMethods {
  package func call(
    _ method: HostMethod, feeding feed: (inout ArgumentFeed) -> Void
  ) -> Int32? {
    var list = ArgumentFeed()
    feed(&list)
    return call(method, list.values)
  }

  package var about: FrontEndDescription? { nil }

  package func callAction(_ name: String, _ values: [ArgumentValue]) -> Int32? { nil }
}

/// What moved in the inbox.
package struct MovedRows: Hashable, Sendable {
  package var posts: [UUID]
  package var conversations: [UUID]
  package var config: Bool
  /// Any row may have moved; the lists are not looked at.
  package var everything: Bool

  package init(
    posts: [UUID] = [], conversations: [UUID] = [], config: Bool = false, everything: Bool = false
  ) {
    self.posts = posts
    self.conversations = conversations
    self.config = config
    self.everything = everything
  }
}

/// One typed call a method, so that the order and types of its arguments stand in one place.
extension FrontEndMethods {
  /// Shows the Hub in the tab with that tag; nil badge: none.
  package func showHub(tab: String, badge: String?) -> Int32? {
    call(.showHub) {
      $0.text(tab)
      $0.text(badge)
    }
  }

  /// Shows a post.
  package func presentPost(_ post: PostRecord, _ presentation: Presentation) -> Int32? {
    call(.presentPost) {
      $0.unsigned(presentation.abiValue)
      $0.post(post)
    }
  }

  /// Shows a conversation.
  package func presentConversation(
    _ conversation: ConversationRecord, _ presentation: Presentation
  ) -> Int32? {
    call(.presentConversation) {
      $0.unsigned(presentation.abiValue)
      $0.conversation(conversation)
    }
  }

  /// Says that another tab than the Hub's is visible.
  package func showTab(tag: String, title: String, text: String?) -> Int32? {
    call(.showTab) {
      $0.text(tag)
      $0.text(title)
      $0.text(text)
    }
  }

  /// Takes away `post`, `conversation`, `standalone` or `alert`.
  package func dismiss(_ what: String) -> Int32? {
    call(.dismiss) { $0.text(what) }
  }

  /// Says which rows moved.
  package func inboxChanged(_ moved: MovedRows) -> Int32? {
    let posts = moved.everything ? [] : moved.posts
    let conversations = moved.everything ? [] : moved.conversations
    var flags: UInt64 = 0
    if !posts.isEmpty { flags |= UInt64(HUB_MOVED_POSTS) }
    if !conversations.isEmpty { flags |= UInt64(HUB_MOVED_CONVERSATIONS) }
    if moved.config { flags |= UInt64(HUB_MOVED_CONFIG) }
    if moved.everything { flags |= UInt64(HUB_MOVED_EVERYTHING) }
    return call(.inboxChanged) {
      $0.unsigned(flags)
      $0.bytes(posts.flatMap(\.bytes))
      $0.bytes(conversations.flatMap(\.bytes))
    }
  }

  /// Says what the badge is now.
  package func badgeChanged(_ badge: String?, count: Int) -> Int32? {
    call(.badgeChanged) {
      $0.text(badge)
      $0.unsigned(UInt64(clamping: count))
    }
  }

  /// Says that the configuration changed.
  package func configChanged() -> Int32? { call(.configChanged) { _ in } }

  /// Says that the Hub's path changed.
  package func pathChanged() -> Int32? { call(.pathChanged) { _ in } }

  /// Tells the user something; `code` is stable.
  package func alert(code: String, title: String, message: String) -> Int32? {
    call(.alert) {
      $0.text(code)
      $0.text(title)
      $0.text(message)
    }
  }

  /// Says that the app was asked to open a URL; `by` is `router`, `app`, `system` or `refused`.
  package func urlOpened(_ url: String, by: String, reason: String?) -> Int32? {
    call(.urlOpened) {
      $0.text(url)
      $0.text(by)
      $0.text(reason)
    }
  }

  /// Says that the terminal has another size.
  package func terminalResized(columns: Int, rows: Int) -> Int32? {
    call(.terminalResized) {
      $0.unsigned(UInt64(clamping: columns))
      $0.unsigned(UInt64(clamping: rows))
    }
  }

  /// Makes the front end leave the screen as it was found.
  package func terminalSuspend() -> Int32? { call(.terminalSuspend) { _ in } }

  /// Makes the front end take the screen again and draw everything.
  package func terminalResume() -> Int32? { call(.terminalResume) { _ in } }

  /// Says that a sync begins, goes on or ends.
  package func syncChanged() -> Int32? { call(.syncChanged) { _ in } }
}

extension UUID {
  /// The 16 bytes in network order.
  package var bytes: [UInt8] {
    let id = uuid
    return [
      id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7, id.8, id.9, id.10, id.11, id.12, id.13,
      id.14, id.15,
    ]
  }
}

extension Presentation {
  /// `HUB_PRESENTATION_…` of the ABI header.
  package var abiValue: UInt64 {
    switch self {
    case .hub: UInt64(HUB_PRESENTATION_HUB)
    case .standalone: UInt64(HUB_PRESENTATION_STANDALONE)
    }
  }
}
