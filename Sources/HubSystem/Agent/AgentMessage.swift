package import FoundationEssentials
package import HubModel

/// What a host or a command tells the agent: one JSON object on one line.
package enum AgentRequest: Hashable, Sendable {
  /// Which screens of the Hub a host has before it; polls go with them (reference 2.6).
  package struct Screens: Hashable, Sendable, Codable {
    /// The Hub itself, whatever it shows.
    package var hub: Bool
    package var list: Bool
    package var conversation: UUID?

    package init(hub: Bool = false, list: Bool = false, conversation: UUID? = nil) {
      self.hub = hub
      self.list = list
      self.conversation = conversation
    }
  }

  /// The peer is a host: the agent stays while one is there, and a full sync runs.
  case host
  case screens(Screens)
  /// The store has a reply to send, or one less.
  case outbox(conversation: UUID)
  /// A conversation was read up to that confirmed reply.
  case read(conversation: UUID, reply: UUID)
  case refresh
  case older(conversation: UUID)
  /// Fetches the next page of newer replies; `done` answers.
  case replies(conversation: UUID, ticket: Int)
  /// A post is shown.
  case opened(post: UUID)
  /// Looks for an item on the server; `found` answers.
  case find(kind: ItemKind, id: UUID, ticket: Int)
  /// Runs a full sync; `done` answers.
  case sync(ticket: Int)
  /// Sends the answer to a notification; `done` answers.
  case reply(payload: String, text: String, ticket: Int)
  /// A notification was tapped; `tapped` answers.
  case tap(payload: String, ticket: Int)
  /// A push came by another way than the stream; `done` answers once it is on disk.
  case push(payload: String, ticket: Int)
  /// From now on the peer hears what becomes of notifications.
  case notifications
  /// The app file says something else than before.
  case appChanged
}

/// What the agent tells hosts and commands: one JSON object on one line.
package enum AgentNews: Hashable, Sendable {
  /// How far the inbox is that of the server.
  package struct Status: Hashable, Sendable, Codable {
    /// `idle`, `offline`, `syncing` or `failed`.
    package var activity: String
    /// Posts that came in the sync that runs.
    package var posts: Int?
    /// Posts a second.
    package var rate: Int?
    package var reason: String?
    /// Milliseconds since 1970.
    package var lastSync: Int64?

    package init(
      activity: String, posts: Int? = nil, rate: Int? = nil, reason: String? = nil,
      lastSync: Int64? = nil
    ) {
      self.activity = activity
      self.posts = posts
      self.rate = rate
      self.reason = reason
      self.lastSync = lastSync
    }
  }

  /// What becomes of a notification (reference 3.5).
  package struct Notification: Hashable, Sendable, Codable {
    /// `show`, `suppress` or `withdraw`.
    package var action: String
    package var id: String?
    package var thread: String?
    package var title: String?
    package var body: String?
    package var url: String?

    package init(
      action: String, id: String? = nil, thread: String? = nil, title: String? = nil,
      body: String? = nil, url: String? = nil
    ) {
      self.action = action
      self.id = id
      self.thread = thread
      self.title = title
      self.body = body
      self.url = url
    }
  }

  /// What a tap asks for (reference 3.3).
  package struct Tap: Hashable, Sendable, Codable {
    /// The URL to open; nil: nothing is to be opened.
    package var url: String?
    /// Whether the URL is a page for the browser, and not for the app's handler.
    package var isWebsite: Bool
    /// Whether the app comes to the front and nothing else happens.
    package var opensApp: Bool

    package init(url: String? = nil, isWebsite: Bool = false, opensApp: Bool = false) {
      self.url = url
      self.isWebsite = isWebsite
      self.opensApp = opensApp
    }
  }

  case status(Status)
  /// The store has something new.
  case changed
  case notification(Notification)
  case found(ticket: Int, isFound: Bool)
  /// The problem is a sentence; nil when it went well. `isOffline`: the server cannot be reached.
  case done(ticket: Int, problem: String?, isOffline: Bool)
  case tapped(ticket: Int, Tap)
  /// The page of an opened post could not be fetched, and none is stored.
  case bodyFailed(post: UUID, reason: String)
  /// An unsent reply is gone: the server began anew for somebody else.
  case dropped(conversation: UUID, text: String)
  /// The agent leaves in good order and need not be started again at once.
  case bye
}

// MARK: - Lines

extension AgentRequest {
  private struct Line: Codable {
    var host: Bool?
    var screens: Screens?
    var outbox: UUID?
    var read: UUID?
    var upTo: UUID?
    var refresh: Bool?
    var older: UUID?
    var replies: UUID?
    var opened: UUID?
    var find: UUID?
    var kind: String?
    var sync: Bool?
    var reply: String?
    var tap: String?
    var push: String?
    var payload: String?
    var notifications: Bool?
    var appChanged: Bool?
    var ticket: Int?
  }

  /// The request of a line without its end; nil when it is none that this agent knows.
  package init?(line: some Collection<UInt8>) {
    guard let parsed = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    if parsed.host == true {
      self = .host
    } else if let screens = parsed.screens {
      self = .screens(screens)
    } else if let conversation = parsed.outbox {
      self = .outbox(conversation: conversation)
    } else if let conversation = parsed.read, let reply = parsed.upTo {
      self = .read(conversation: conversation, reply: reply)
    } else if parsed.refresh == true {
      self = .refresh
    } else if let conversation = parsed.older {
      self = .older(conversation: conversation)
    } else if let post = parsed.opened {
      self = .opened(post: post)
    } else if parsed.notifications == true {
      self = .notifications
    } else if parsed.appChanged != nil {
      self = .appChanged
    } else {
      self.init(asking: parsed)
    }
  }

  /// The requests that are answered.
  private init?(asking line: Line) {
    guard let ticket = line.ticket else { return nil }
    if let id = line.find {
      switch line.kind {
      case Self.conversationKind: self = .find(kind: .conversation, id: id, ticket: ticket)
      case Self.postKind: self = .find(kind: .post, id: id, ticket: ticket)
      default: return nil
      }
    } else if let conversation = line.replies {
      self = .replies(conversation: conversation, ticket: ticket)
    } else if line.sync == true {
      self = .sync(ticket: ticket)
    } else if let text = line.reply, let payload = line.payload {
      self = .reply(payload: payload, text: text, ticket: ticket)
    } else if let payload = line.tap {
      self = .tap(payload: payload, ticket: ticket)
    } else if let payload = line.push {
      self = .push(payload: payload, ticket: ticket)
    } else {
      return nil
    }
  }

  private static let conversationKind = "conversation"
  private static let postKind = "post"

  /// The line, its end included.
  package var line: [UInt8] {
    var line = Line()
    switch self {
    case .host: line.host = true
    case .screens(let screens): line.screens = screens
    case .outbox(let conversation): line.outbox = conversation
    case .read(let conversation, let reply):
      line.read = conversation
      line.upTo = reply
    case .refresh: line.refresh = true
    case .older(let conversation): line.older = conversation
    case .replies(let conversation, let ticket):
      line.replies = conversation
      line.ticket = ticket
    case .opened(let post): line.opened = post
    case .find(let kind, let id, let ticket):
      line.find = id
      line.kind = kind == .conversation ? Self.conversationKind : Self.postKind
      line.ticket = ticket
    case .sync(let ticket):
      line.sync = true
      line.ticket = ticket
    case .reply(let payload, let text, let ticket):
      line.reply = text
      line.payload = payload
      line.ticket = ticket
    case .tap(let payload, let ticket):
      line.tap = payload
      line.ticket = ticket
    case .push(let payload, let ticket):
      line.push = payload
      line.ticket = ticket
    case .notifications: line.notifications = true
    case .appChanged: line.appChanged = true
    }
    return AgentLine.encode(line)
  }
}

extension AgentNews {
  private struct Line: Codable {
    var status: Status?
    var changed: Bool?
    var notification: Notification?
    var found: Bool?
    var done: Bool?
    var problem: String?
    var offline: Bool?
    var tapped: Tap?
    var bodyFailed: UUID?
    var dropped: UUID?
    var text: String?
    var bye: Bool?
    var ticket: Int?
  }

  /// The news of a line without its end; nil when it is none that this host knows.
  package init?(line: some Collection<UInt8>) {
    guard let parsed = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    if let status = parsed.status {
      self = .status(status)
    } else if parsed.changed == true {
      self = .changed
    } else if let notification = parsed.notification {
      self = .notification(notification)
    } else if let post = parsed.bodyFailed {
      self = .bodyFailed(post: post, reason: parsed.text ?? "")
    } else if let conversation = parsed.dropped {
      self = .dropped(conversation: conversation, text: parsed.text ?? "")
    } else if parsed.bye == true {
      self = .bye
    } else if let ticket = parsed.ticket {
      self.init(answer: parsed, ticket)
    } else {
      return nil
    }
  }

  private init?(answer line: Line, _ ticket: Int) {
    if let isFound = line.found {
      self = .found(ticket: ticket, isFound: isFound)
    } else if let tap = line.tapped {
      self = .tapped(ticket: ticket, tap)
    } else if line.done == true {
      self = .done(ticket: ticket, problem: line.problem, isOffline: line.offline ?? false)
    } else {
      return nil
    }
  }

  /// The line, its end included.
  package var line: [UInt8] {
    var line = Line()
    switch self {
    case .status(let status): line.status = status
    case .changed: line.changed = true
    case .notification(let notification): line.notification = notification
    case .found(let ticket, let isFound):
      line.found = isFound
      line.ticket = ticket
    case .done(let ticket, let problem, let isOffline):
      line.done = true
      line.problem = problem
      line.offline = isOffline ? true : nil
      line.ticket = ticket
    case .tapped(let ticket, let tap):
      line.tapped = tap
      line.ticket = ticket
    case .bodyFailed(let post, let reason):
      line.bodyFailed = post
      line.text = reason
    case .dropped(let conversation, let text):
      line.dropped = conversation
      line.text = text
    case .bye: line.bye = true
    }
    return AgentLine.encode(line)
  }
}

/// The lines between hosts and the agent.
package enum AgentLine {
  /// Bytes of a line without its end; a peer that sends a longer one is cut off.
  ///
  /// A payload of the largest size and a reply of the largest size fit in, escaped.
  package static let maximumLength = 4 << 20

  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, numbers and truth values always encode.
    let data = (try? encoder.encode(value)) ?? Data()
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
