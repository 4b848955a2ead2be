package import FoundationEssentials

/// A post as a method shows it; every text is safe text.
package struct PostRecord: Hashable, Sendable {
  package var id: UUID
  /// It was unread before it was shown.
  package var isUnread: Bool
  /// Milliseconds since 1970-01-01 UTC.
  package var receivedAt: Int64
  package var subject: String
  package var preview: String
  package var sender: String?
  package var url: String?
  package var cover: String?

  package init(
    id: UUID, isUnread: Bool, receivedAt: Int64, subject: String, preview: String,
    sender: String? = nil, url: String? = nil, cover: String? = nil
  ) {
    self.id = id
    self.isUnread = isUnread
    self.receivedAt = receivedAt
    self.subject = subject
    self.preview = preview
    self.sender = sender
    self.url = url
    self.cover = cover
  }
}

/// A conversation as a method shows it; every text is safe text.
package struct ConversationRecord: Hashable, Sendable {
  package var id: UUID
  /// It was unread before it was shown.
  package var isUnread: Bool
  /// Milliseconds since 1970-01-01 UTC.
  package var activityAt: Int64
  package var subject: String?
  package var preview: String
  /// Who wrote last, if it was not the user.
  package var sender: String?
  /// Names.
  package var participants: [String]

  package init(
    id: UUID, isUnread: Bool, activityAt: Int64, subject: String? = nil, preview: String,
    sender: String? = nil, participants: [String] = []
  ) {
    self.id = id
    self.isUnread = isUnread
    self.activityAt = activityAt
    self.subject = subject
    self.preview = preview
    self.sender = sender
    self.participants = participants
  }
}

/// One argument of a method call, on the host's side.
package enum ArgumentValue: Hashable, Sendable {
  case text(String?)
  case bytes([UInt8]?)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case bool(Bool)
  /// Borrowed until the call returns.
  case fileDescriptor(Int32)
  case handle(UInt64)
  case post(PostRecord?)
  case conversation(ConversationRecord?)

  /// The letter that it answers to.
  package var letter: Signature.Letter {
    switch self {
    case .text: .text
    case .bytes: .bytes
    case .integer: .integer
    case .unsigned: .unsigned
    case .double: .double
    case .bool: .bool
    case .fileDescriptor: .fileDescriptor
    case .handle: .handle
    case .post: .post
    case .conversation: .conversation
    }
  }

  /// There is nothing to pass, which only a nullable or optional argument allows.
  package var isAbsent: Bool {
    switch self {
    case .text(let text): text == nil
    case .bytes(let bytes): bytes == nil
    case .post(let post): post == nil
    case .conversation(let conversation): conversation == nil
    default: false
    }
  }

  /// What the host passes for an optional argument that it does not know: 0 or NULL.
  package static func standard(_ letter: Signature.Letter) -> ArgumentValue {
    switch letter {
    case .text: .text(nil)
    case .bytes: .bytes(nil)
    case .integer: .integer(0)
    case .unsigned: .unsigned(0)
    case .double: .double(0)
    case .bool: .bool(false)
    case .fileDescriptor: .fileDescriptor(0)
    case .handle: .handle(0)
    case .post: .post(nil)
    case .conversation: .conversation(nil)
    }
  }
}
