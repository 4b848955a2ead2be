/// Whoever embeds the Hub, as its app file describes it.
package struct AppDescription: Hashable, Sendable {
  /// One tab of the app.
  package struct Tab: Hashable, Sendable {
    package var tag: String
    package var title: String
    /// Absolute path of a UTF-8 text file that the tab shows; nil for the Hub's tab.
    package var textPath: String?

    package init(tag: String, title: String, textPath: String? = nil) {
      self.tag = tag
      self.title = title
      self.textPath = textPath
    }
  }

  /// A key of the front end and the action that it calls.
  package struct Key: Hashable, Sendable {
    /// A printing character, or a name such as `Ctrl-X` or `F5`.
    package var key: String
    /// The call as the app file has it.
    package var line: String
    package var request: ActionRequest

    package init(key: String, line: String, request: ActionRequest) {
      self.key = key
      self.line = line
      self.request = request
    }
  }

  /// What the background process may do and how long it stays.
  package struct Agent: Hashable, Sendable {
    /// Seconds without a host after which the agent leaves.
    package var idleSeconds = 60
    /// Whether what the user does is recorded and sent (reference 6).
    package var sendsEvents = false
    /// Whether bodies of unread posts are fetched before they are opened.
    package var fetchesAhead = true
    /// Whether the server's stream of pushes is held.
    package var holdsStream = true

    package init() {}
  }

  /// What a front end may do beyond what any may.
  package struct Grant: Hashable, Sendable {
    /// The name or the id that it gives itself.
    package var frontEnd: String
    package var network: Bool
    /// Files, and folders with all below them, that it may read: absolute, or from `~/` on.
    package var files: [String]

    package init(frontEnd: String, network: Bool = false, files: [String] = []) {
      self.frontEnd = frontEnd
      self.network = network
      self.files = files
    }
  }

  /// The tag of the tab that is the Hub.
  package static let hubTag = "hub"

  /// Reverse DNS; names the data folder and the sockets.
  package var id: String
  package var name: String
  package var accountToken: String?
  package var endpoint: String?
  /// The router's own schemes, compared exactly, case included (reference 4.1).
  package var urlSchemes: [String]
  /// Hosts of the router's universal links, lower-cased (reference 4.1).
  package var associatedDomains: [String]
  /// The app's own schemes: their URLs go to the app's handler.
  package var appSchemes: [String]
  /// The app's handler: URL to tab tag, compared exactly.
  package var routes: [String: String]
  /// Never empty; exactly one has the tag `hub`.
  package var tabs: [Tab]
  /// The configuration until the server's arrives.
  package var config: HubConfig
  /// Keys that call actions, in the order of the app file; none twice.
  package var keys: [Key] = []
  /// What front ends may do, in the order of the app file.
  package var grants: [Grant] = []
  /// Name or path of the front end that the app asks for.
  package var frontEnd: String?
  package var userID: String?
  /// A token of the user (JWT), for servers that ask for one; never printed.
  package var userToken: String?
  /// A program that prints a new token, and its arguments; empty: there is none.
  package var tokenCommand: [String] = []
  package var agent = Agent()
  /// Seconds until a handoff that nothing showed is warned about.
  package var stallSeconds: Int

  package init(
    id: String, name: String, accountToken: String? = nil, endpoint: String? = nil,
    urlSchemes: [String] = [], associatedDomains: [String] = [], appSchemes: [String] = [],
    routes: [String: String] = [:], tabs: [Tab]? = nil, config: HubConfig = HubConfig(),
    frontEnd: String? = nil, userID: String? = nil, stallSeconds: Int = 3
  ) {
    self.id = id
    self.name = name
    self.accountToken = accountToken
    self.endpoint = endpoint
    self.urlSchemes = urlSchemes
    self.associatedDomains = associatedDomains
    self.appSchemes = appSchemes
    self.routes = routes
    self.tabs = tabs ?? [Tab(tag: Self.hubTag, title: name)]
    self.config = config
    self.frontEnd = frontEnd
    self.userID = userID
    self.stallSeconds = stallSeconds
  }

  /// Whether there is a server, and so something for an agent to do.
  package var hasServer: Bool { endpoint != nil && accountToken != nil }
}

extension AppDescription.Grant {
  /// The most bytes of a path.
  package static let maxPathBytes = 1_024
  /// The most bytes of a front end's id, which is longer than its name.
  package static let maxIDBytes = 255

  /// Whether a text can name what is to be read: absolute or from `~` on, without `..`, quotes and
  /// control characters.
  package static func isPath(_ text: String) -> Bool {
    guard (1...maxPathBytes).contains(text.utf8.count),
      text.hasPrefix("/") || text == "~" || text.hasPrefix("~/"),
      !text.split(separator: "/").contains("..")
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0 != "\"" && $0 != "\\" && $0.properties.generalCategory != .control
    }
  }

  /// Whether a text can be the name of a front end, or its id in reverse DNS.
  package static func isFrontEnd(_ text: String) -> Bool {
    (1...maxIDBytes).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
        default: false
        }
      }
  }
}
