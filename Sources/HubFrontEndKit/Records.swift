/// What a row of the inbox is.
public enum ItemKind: UInt32, Hashable, Sendable {
  /// A conversation.
  case conversation = 0
  /// A post.
  case post = 1
}

/// One row of the inbox; its texts are safe to show.
public struct Item: Hashable, Sendable {
  /// Post or conversation.
  public var kind: ItemKind
  /// The id within its kind.
  public var id: HubID
  /// When something last happened in it: milliseconds since 1970-01-01 UTC.
  public var activityAt: Int64
  /// Whether the user has not read it.
  public var isUnread: Bool
  /// Who it comes from; nil: unknown.
  public var sender: String?
  /// Its subject; nil: none.
  public var subject: String?
  /// The beginning of its text; nil: unknown.
  public var preview: String?
  /// The web page of a post.
  public var url: String?
  /// The URL of a post's picture.
  public var cover: String?

  /// A row of these values.
  public init(
    kind: ItemKind, id: HubID, activityAt: Int64, isUnread: Bool, sender: String? = nil,
    subject: String? = nil, preview: String? = nil, url: String? = nil, cover: String? = nil
  ) {
    self.kind = kind
    self.id = id
    self.activityAt = activityAt
    self.isUnread = isUnread
    self.sender = sender
    self.subject = subject
    self.preview = preview
    self.url = url
    self.cover = cover
  }

  /// The row's place in the inbox.
  public var place: ItemPlace { ItemPlace(activityAt: activityAt, kind: kind, id: id) }
}

/// The place of a row in the inbox: newest first, a post before a conversation of the same instant,
/// then by id; total, so it can be an anchor.
public struct ItemPlace: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var activityAt: Int64
  /// Post or conversation.
  public var kind: ItemKind
  /// The id within its kind.
  public var id: HubID

  /// A place of these values.
  public init(activityAt: Int64, kind: ItemKind, id: HubID) {
    self.activityAt = activityAt
    self.kind = kind
    self.id = id
  }

  /// Whether this place comes before (is newer than) the other in the inbox.
  public func isNewer(than other: ItemPlace) -> Bool {
    if activityAt != other.activityAt { return activityAt > other.activityAt }
    if kind != other.kind { return kind.rawValue > other.kind.rawValue }
    return (id.high, id.low) > (other.id.high, other.id.low)
  }
}

/// A window of the inbox.
public struct ItemQuery: Hashable, Sendable {
  /// Where a window starts.
  public enum Anchor: Hashable, Sendable {
    /// The newest row when going older, the oldest when going newer.
    case end
    /// Strictly beyond this place.
    case after(ItemPlace)
    /// This place included.
    case from(ItemPlace)
    /// The first row at or beyond this time, in milliseconds since 1970-01-01 UTC.
    case at(Int64)
  }

  /// Where the window starts.
  public var anchor: Anchor
  /// Whether rows come from newer to older (the usual) or the other way.
  public var goesOlder: Bool
  /// Most rows; nil: all, streamed.
  ///
  /// Range 1 to 1,000.
  public var limit: Int?
  /// Only unread rows.
  public var unreadOnly: Bool
  /// Case-insensitive part of subject or preview; nil or empty: all.
  public var search: String?
  /// Only posts of the subscription with this id; nil: all.
  public var subscription: String?

  /// A window of these values.
  public init(
    anchor: Anchor = .end, goesOlder: Bool = true, limit: Int? = 50, unreadOnly: Bool = false,
    search: String? = nil, subscription: String? = nil
  ) {
    self.anchor = anchor
    self.goesOlder = goesOlder
    self.limit = limit
    self.unreadOnly = unreadOnly
    self.search = search
    self.subscription = subscription
  }
}

/// A conversation as it is presented; its texts are safe to show.
public struct ConversationRecord: Hashable, Sendable {
  /// The conversation's row.
  public var item: Item
  /// Names of the participants.
  public var participants: [String]

  /// A record of these values.
  public init(item: Item, participants: [String]) {
    self.item = item
    self.participants = participants
  }
}

/// One message of a conversation; its texts are safe to show.
public struct ReplyRecord: Hashable, Sendable {
  /// Where a reply stands on its way to the server.
  public enum State: UInt32, Hashable, Sendable {
    /// Waiting to be sent.
    case queued = 0
    /// Accepted by the server.
    case sent = 1
    /// Seen in the server's own list.
    case confirmed = 2
    /// Given up.
    case failed = 3
  }

  /// The reply's id.
  public var id: HubID
  /// Who wrote it; nil: unknown.
  public var sender: String?
  /// Tells writers of one name apart; nil: the user, or a host before 1.2.
  public var senderID: String?
  /// Whether the user wrote it.
  public var isMine: Bool
  /// Where it stands.
  public var state: State
  /// Milliseconds since 1970-01-01 UTC.
  public var createdAt: Int64
  /// Its text blocks, one a line.
  public var text: String
  /// URLs of its pictures.
  public var images: [String]

  /// A record of these values.
  public init(
    id: HubID, sender: String?, senderID: String? = nil, isMine: Bool, state: State,
    createdAt: Int64, text: String, images: [String]
  ) {
    self.id = id
    self.sender = sender
    self.senderID = senderID
    self.isMine = isMine
    self.state = state
    self.createdAt = createdAt
    self.text = text
    self.images = images
  }
}

/// The two ways of showing something.
public enum Presentation: UInt64, Hashable, Sendable {
  /// Inside the Hub.
  case hub = 0
  /// On top of whatever is visible.
  case standalone = 1
}

/// One entry of the Hub's navigation stack.
public enum PathEntry: Hashable, Sendable {
  /// The inbox list under the home.
  case messages
  /// A post, by the id text of the link that led to it.
  case post(String)
  /// A conversation, by UUID text.
  case conversation(String)
}

/// What moved in the inbox.
public struct Moved: Hashable, Sendable {
  /// Posts that came or changed.
  public var posts: [HubID]
  /// Conversations that came or changed.
  public var conversations: [HubID]
  /// The configuration changed.
  public var config: Bool
  /// Any row may have moved; the lists are empty.
  public var everything: Bool

  /// A set of changes.
  public init(
    posts: [HubID] = [], conversations: [HubID] = [], config: Bool = false,
    everything: Bool = false
  ) {
    self.posts = posts
    self.conversations = conversations
    self.config = config
    self.everything = everything
  }
}
