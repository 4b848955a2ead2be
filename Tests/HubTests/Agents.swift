import FoundationEssentials
import Glibc
import Hub
import HubTestSupport

/// A server with some posts, for agents of embedded Hubs.
final class PostServer {
  let server: ScriptedServer

  /// - Parameter posts: id and subject of each.
  init(_ posts: [(id: String, subject: String)]) throws {
    let rows = posts.map { post in
      """
      {"id":"\(post.id)","subject":"\(post.subject)","previewText":"Use gate 4 tonight",\
      "receivedAt":"2026-03-05T13:19:23.260Z","url":null,"coverImageURL":null,\
      "subscriptionID":null,"isRead":false}
      """
    }
    let page = "{\"posts\":[\(rows.joined(separator: ","))],\"nextCursor\":\"c1\",\"hasMore\":false}"
    server = try ScriptedServer { request in
      switch request.path {
      case "/posts": .json(page)
      case "/subscriptions": .json(#"{"subscriptions":[]}"#)
      case "/participants": .json(#"{"participants":[]}"#)
      case "/conversations":
        .json(#"{"conversations":[],"included":{"participants":[]},"hasMore":false}"#)
      case "/config": .json(#"{"hub":{"isInboxEnabled":true,"deepLink":"demo://hub"}}"#)
      case "/home": .json(#"{"experienceURL":null}"#)
      default: .status(404)
      }
    }
  }

  func requests(to path: String) -> [ServerRequest] {
    server.requests.filter { $0.path == path }
  }
}

extension Demo {
  /// A Hub with a server, whose agent ends when this is let go of.
  convenience init(
    _ server: PostServer, folder: PluginFolder? = nil, token: String = "acct-1",
    user: String? = nil, options: Hub.Options = Hub.Options()
  ) throws {
    try self.init(
      folder: folder,
      app: { app in
        app.endpoint = server.server.base
        app.accountToken = token
        app.userID = user
        app.agent.holdsStream = false
      }, options: options)
    self.server = server
  }

  var data: String { folder.path + "/data" }

  /// The processes that are agents of a data folder.
  static func agents(of data: String) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      let arguments = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let words = arguments.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return words.first?.hasSuffix("/hubagent") == true && words.contains(data)
    }
  }

  var agents: [Int32] { Self.agents(of: data) }

  /// Closes the Hub and ends its agents.
  func end() {
    hub.close()
    for process in agents {
      kill(process, SIGTERM)
      waitpid(process, nil, 0)
    }
  }

  /// What the Hub and its agent say, for a test that fails.
  var report: String {
    let log = FileManager.default.contents(atPath: data + "/agent.log") ?? Data()
    return "\(hub.sync.status) \(notices) \(String(decoding: log, as: UTF8.self))"
  }

  var isSynced: Bool { hub.sync.status.state == .idle && hub.sync.status.lastSyncAt != nil }
}
