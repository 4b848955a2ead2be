import HubModel
import HubSystem

/// Your app, as the Hub needs to know it: described in code, or read from an app file.
///
/// What is wrong with it is told when a `Hub` is made of it, by the same rules as for an app file
/// (`hubhost(1)`).
public struct HubApp: Hashable, Sendable, CustomStringConvertible {
  /// One tab of the app.
  public struct Tab: Hashable, Sendable {
    /// What routes and `Hub.selectTab` name it by; the Hub's is `hub`.
    public var tag: String
    /// What people read.
    public var title: String
    /// A UTF-8 text file that a front end shows for this tab; nil for the Hub's, or where the app
    /// shows the tab itself.
    public var textPath: String?

    /// Makes a tab.
    public init(tag: String, title: String, textPath: String? = nil) {
      self.tag = tag
      self.title = title
      self.textPath = textPath
    }
  }

  /// The configuration that counts until the server's has arrived.
  public struct Config: Hashable, Sendable {
    /// Whether links lead into the Hub; when not, posts open standalone.
    public var isInboxEnabled: Bool
    /// Whether the Hub has a home experience.
    public var isHomeEnabled: Bool
    /// The app's own URL that shows the Hub, such as `demo://hub`; nil: posts open standalone.
    public var deepLink: String?
    /// `auto`, `light` or `dark`; nil: the front end's choice.
    public var colorScheme: String?
    /// Such as `#2255CC`; nil: the front end's choice.
    public var accentColor: String?

    /// Makes a configuration.
    public init(
      isInboxEnabled: Bool = true, isHomeEnabled: Bool = false, deepLink: String? = nil,
      colorScheme: String? = nil, accentColor: String? = nil
    ) {
      self.isInboxEnabled = isInboxEnabled
      self.isHomeEnabled = isHomeEnabled
      self.deepLink = deepLink
      self.colorScheme = colorScheme
      self.accentColor = accentColor
    }
  }

  /// The tag of the tab that is the Hub.
  public static let hubTag = "hub"

  /// A reverse domain name; names the data folder.
  public var id: String
  /// What people read.
  public var name: String
  /// The server of the Hub: https, or http on this machine; nil: none.
  public var endpoint: String?
  /// What the server knows the app by.
  public var accountToken: String?
  /// Whom the server's answers are for.
  public var userID: String?
  /// A token of the user (JWT), for servers that ask for one; never printed.
  public var userToken: String?
  /// Schemes of the links that the router takes, compared exactly: `rv-demo` for
  /// `rv-demo://posts/<id>`.
  public var urlSchemes: [String]
  /// Hosts whose http and https links the app's route handlers are asked about.
  public var associatedDomains: [String]
  /// The app's own schemes: their URLs go to `Hub.urlHandler`.
  public var appSchemes: [String]
  /// The tabs in their order; one of them has the tag `hub`.
  public var tabs: [Tab]
  /// Which URL selects which tab, for an app without a `Hub.urlHandler`.
  public var routes: [String: String]
  /// The configuration that counts until the server's has arrived.
  public var config: Config
  /// Seconds until a handoff that nothing showed is warned about.
  public var stallSeconds: Int
  /// The folder of the data; nil: `$XDG_DATA_HOME/hubhost/<id>`.
  public var dataFolder: String?
  /// What is odd about the app file, one sentence each; empty for an app described in code.
  public private(set) var warnings: [String] = []
  /// What the agent does and how long it stays.
  public var agent = AgentSettings()
  /// What front ends of others may do beyond what any may.
  public var grants: [Grant] = []
  private var keys: [AppDescription.Key] = []
  private var frontEnd: String?
  /// The app file that it was read from.
  private(set) var source: Source?

  /// Describes an app; what is not given is set afterwards.
  public init(id: String, name: String) {
    self.init(AppDescription(id: id, name: name))
  }

  /// Reads an app file (JSON5).
  ///
  /// - Throws: `notFound`, `storage` or `invalidApp`.
  public init(file path: String) throws(HubError) {
    do throws(CommandError) {
      let file = try AppFile.load(path)
      self.init(file.description)
      warnings = file.warnings
      source = Source(path: path, description: file.description)
    } catch {
      throw HubError(error)
    }
  }

  init(_ app: AppDescription) {
    id = app.id
    name = app.name
    endpoint = app.endpoint
    accountToken = app.accountToken
    userID = app.userID
    urlSchemes = app.urlSchemes
    associatedDomains = app.associatedDomains
    appSchemes = app.appSchemes
    tabs = app.tabs.map { Tab(tag: $0.tag, title: $0.title, textPath: $0.textPath) }
    routes = app.routes
    config = Config(
      isInboxEnabled: app.config.isInboxEnabled, isHomeEnabled: app.config.isHomeEnabled,
      deepLink: app.config.deepLink, colorScheme: app.config.colorScheme?.rawValue,
      accentColor: app.config.accentColor)
    stallSeconds = app.stallSeconds
    grants = app.grants.map {
      Grant(frontEnd: $0.frontEnd, network: $0.network, files: $0.files)
    }
    keys = app.keys
    userToken = app.userToken
    agent = AgentSettings(app.agent)
    frontEnd = app.frontEnd
  }

  /// Name and id; what the server knows the app by stays out of logs.
  public var description: String { "\(name) (\(id))" }

  /// The name of the front end that the app file asks for.
  public var preferredFrontEnd: String? { frontEnd }

  /// The app as the rest of the house knows it, checked.
  func checked() throws(HubError) -> AppDescription {
    var app = AppDescription(
      id: id, name: name, accountToken: accountToken, endpoint: endpoint, urlSchemes: urlSchemes,
      associatedDomains: associatedDomains, appSchemes: appSchemes, routes: routes,
      tabs: tabs.map { .init(tag: $0.tag, title: $0.title, textPath: $0.textPath) },
      config: HubConfig(
        isHomeEnabled: config.isHomeEnabled, isInboxEnabled: config.isInboxEnabled,
        deepLink: config.deepLink, accentColor: config.accentColor),
      frontEnd: frontEnd, userID: userID, stallSeconds: stallSeconds)
    app.keys = keys
    app.userToken = userToken
    app.agent = agent.description
    app.grants = grants.map { .init(frontEnd: $0.frontEnd, network: $0.network, files: $0.files) }
    if let scheme = config.colorScheme {
      app.config.colorScheme = HubConfig.ColorScheme(rawValue: scheme)
      guard app.config.colorScheme != nil else {
        throw HubError(
          .invalidApp, "the app: \"config.colorScheme\" is \"\(scheme)\"; write auto, light or dark"
        )
      }
    }
    do throws(CommandError) {
      return try app.checked(as: "the app").description
    } catch {
      throw HubError(error)
    }
  }
}
