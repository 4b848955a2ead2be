import HubCalendar
import HubFrontEndKit

/// Something that is to be printed.
enum Showing {
  /// The Hub's head and the inbox.
  case hub(title: String, badge: String?)
  /// The same after it was waited for: the badge is that of the rows that came.
  case awaitedHub(title: String)
  case post(Item, Presentation)
  case conversation(ConversationRecord, Presentation)

  /// The same for when it is printed later.
  var awaited: Showing {
    if case .hub(let title, _) = self { .awaitedHub(title: title) } else { self }
  }

  /// Whether a part of it is not here and may come from the server soon.
  ///
  /// What `isNew` was not waited for before: an inbox with rows is not waited for then, and offline
  /// nothing is. What is waited for has an answer of its own, or the host ends.
  func isOnItsWay(_ host: any Host, isNew: Bool = false) -> Bool {
    guard let sync = host.sync, !isNew || sync.state != .offline else { return false }
    switch self {
    case .hub, .awaitedHub:
      // Of an inbox that is switched off no row is waited for.
      return host.app.isInboxEnabled && sync.state == .syncing && sync.lastSyncAt == nil
        && (!isNew || host.counts().total == 0)
    case .post(let post, _):
      return Self.isWeb(post) && host.body(of: post.id, columns: nil) == .none
    case .conversation(let conversation, _):
      let newest = host.replies(of: conversation.item.id, before: nil, limit: 1)
      return conversation.item.gap(in: newest) != nil
    }
  }

  /// Whether a post has a page that could be fetched.
  static func isWeb(_ post: Item) -> Bool {
    let scheme = post.url?.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "https"
  }
}

extension SyncInfo? {
  /// Says that something is not here, such as "the messages are"; nil where there is no server.
  func missing(_ what: String) -> String? {
    guard let self, self.hasServer else { return nil }
    return self.state == .offline
      ? "Offline: \(what) not here yet."
      : "\(what.prefix(1).uppercased())\(what.dropFirst()) not here yet."
  }
}

/// What was said of the sync, so that nothing is said twice.
struct SyncTold {
  /// The end of a sync that was told last.
  private var end: SyncInfo?
  private var posts = 0
  private var hasBegun = false

  /// What is to be said now, as a fact; nil: nothing.
  ///
  /// A sync that is tried again is passed over in silence until it brings something or ends in
  /// another way than the last one.
  mutating func news(
    of sync: SyncInfo, _ calendar: LocalCalendar
  ) -> (label: StaticString, text: String)? {
    guard sync.state != .syncing else { return progress(of: sync) }
    posts = 0
    guard
      end?.state != sync.state || end?.reason != sync.reason
        || end?.lastSyncAt != sync.lastSyncAt
    else { return nil }
    let before = end
    end = sync
    switch sync.state {
    case .idle: return sync.lastSyncAt.map { ("Synced", calendar.stamp($0)) }
    case .failed where before?.state != .failed || before?.reason != sync.reason:
      return ("Sync failed", sync.reason ?? "the log says why.")
    case .offline where before?.state != .offline || before?.reason != sync.reason:
      return ("Offline", sync.reason ?? "what is stored is shown.")
    case .failed, .offline, .syncing: return nil
    }
  }

  private mutating func progress(
    of sync: SyncInfo
  ) -> (label: StaticString, text: String)? {
    guard sync.posts > 0 else {
      guard !hasBegun, end == nil else { return nil }
      hasBegun = true
      return ("Syncing", "no post yet")
    }
    hasBegun = true
    guard sync.posts != posts else { return nil }
    posts = sync.posts
    let rate = sync.rate.flatMap { Int(exactly: $0.rounded()) }.map { ", \($0)/s" } ?? ""
    return ("Syncing", "\(posts) \(posts == 1 ? "post" : "posts")\(rate)")
  }
}
