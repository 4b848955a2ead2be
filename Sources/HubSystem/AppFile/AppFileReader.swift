import HubModel
import HubOptions
import HubText

/// Turns the nodes of an app file into the app, and collects warnings.
struct AppFileReader {
  let file: String
  var warnings: [String] = []

  init(file: String) {
    self.file = file
  }

  /// The first warnings, and a sentence that counts the rest.
  var shortenedWarnings: [String] {
    let rest = warnings.count - AppFile.maximumWarnings
    guard rest > 0 else { return warnings }
    return warnings.prefix(AppFile.maximumWarnings) + [
      "\(file): \(rest) more warnings of this kind"
    ]
  }

  mutating func description(_ root: AppFileObject) throws(CommandError) -> AppDescription {
    warnings += root.unknownKeys(AppFileKey.inside(""))
    let id = try id(root)
    let name = try root.filledString("name") ?? id
    var app = AppDescription(id: id, name: name)
    app.accountToken = try token(root, "accountToken")
    app.endpoint = try endpoint(root)
    app.urlSchemes = try schemes(root, "urlSchemes")
    app.associatedDomains = try domains(root)
    app.appSchemes = try schemes(root, "appSchemes")
    if let tabs = try tabs(root) { app.tabs = tabs }
    app.routes = try routes(root, app)
    app.keys = try keys(root)
    app.grants = try grants(root)
    app.config = try config(root, app)
    app.frontEnd = try root.filledString("frontend")
    app.userID = try userID(root)
    if let user = try root.object("user") { app.userToken = try token(user, "token") }
    app.tokenCommand = try tokenCommand(root)
    app.agent = try agent(root)
    if let seconds = try root.integer("stallSeconds", in: AppFile.stallRange) {
      app.stallSeconds = seconds
    }
    return app
  }

  // MARK: Who the app is

  private func id(_ root: AppFileObject) throws(CommandError) -> String {
    guard let id = try root.string("id") else {
      throw root.error("id", "is missing; give the app a reverse domain name, \"com.example.demo\"")
    }
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    let isName =
      parts.count > 1
      && parts.allSatisfy { part in
        !part.isEmpty && part.first != "-" && part.utf8.allSatisfy { Syntax.isNameByte($0) }
      }
    guard isName, id.utf8.count <= AppFile.maximumIDLength else {
      throw root.error(
        "id",
        "must be a reverse domain name such as \"com.example.demo\": letters, digits, '-' and at "
          + "least one '.', \(AppFile.maximumIDLength) bytes at most")
    }
    return id
  }

  /// The first user id that says something, in the order of reference 2.1.
  private func userID(_ root: AppFileObject) throws(CommandError) -> String? {
    guard let user = try root.object("user") else { return nil }
    if let id = try user.string("userID"), !id.isEmpty { return id }
    let others = [
      ("ticketmaster", "ticketmasterID"), ("seatGeek", "seatGeekClientID"),
      ("seatGeek", "seatGeekID"),
    ]
    for (group, key) in others {
      if let id = try user.object(group)?.string(key), !id.isEmpty { return id }
    }
    return nil
  }

  /// A token, which must be able to stand in a header field; no message shows it.
  private func token(_ object: AppFileObject, _ key: String) throws(CommandError) -> String? {
    guard let token = try object.filledString(key) else { return nil }
    guard WireLimits.isToken(token) else {
      throw object.error(
        key,
        "cannot be sent; write 1 to \(WireLimits.maxTokenBytes) ASCII characters without blanks and "
          + "control characters")
    }
    return token
  }

  /// The program that prints the user's token: found by its path alone, never through a shell.
  private func tokenCommand(_ root: AppFileObject) throws(CommandError) -> [String] {
    guard let user = try root.object("user") else { return [] }
    let words = try user.strings("tokenCommand", limit: AppFile.maximumEntries)
    guard let program = words.first else { return [] }
    guard program.text.hasPrefix("/") else {
      throw AppFileObject.error(
        file, program.line,
        "\"\(SafeText.line(program.text))\" in \"user.tokenCommand\" is no absolute path; write where "
          + "the program stands, then its arguments as further texts")
    }
    return words.map(\.text)
  }

  private mutating func agent(_ root: AppFileObject) throws(CommandError) -> AppDescription.Agent {
    var agent = AppDescription.Agent()
    guard let object = try root.object("agent") else { return agent }
    warnings += object.unknownKeys(AppFileKey.inside("agent"))
    if let seconds = try object.integer("idleSeconds", in: AppFile.idleRange) {
      agent.idleSeconds = seconds
    }
    agent.sendsEvents = try object.bool("events") ?? agent.sendsEvents
    agent.fetchesAhead = try object.bool("prefetch") ?? agent.fetchesAhead
    agent.holdsStream = try object.bool("stream") ?? agent.holdsStream
    return agent
  }

  // MARK: Where its links go

  private func endpoint(_ root: AppFileObject) throws(CommandError) -> String? {
    guard let endpoint = try root.string("endpoint") else { return nil }
    guard let address = WebAddress(endpoint) else {
      throw root.error(
        "endpoint", "is no web address; write \"https://host\", with a port and a path if need be")
    }
    guard address.isEncrypted || address.isLoopback else {
      throw root.error(
        "endpoint", "must begin with https://; http:// is for this machine alone (127.0.0.1)")
    }
    return endpoint
  }

  private func schemes(_ root: AppFileObject, _ key: String) throws(CommandError) -> [String] {
    var schemes: [String] = []
    for (scheme, line) in try root.strings(key, limit: AppFile.maximumEntries) {
      guard Syntax.isScheme(scheme) else {
        throw AppFileObject.error(
          file, line,
          "\"\(scheme)\" in \"\(key)\" is no URL scheme; write a letter, then letters, digits, '+', "
            + "'-' or '.', without \"://\"")
      }
      guard !["http", "https", "mailto"].contains(scheme.lowercased()) else {
        throw AppFileObject.error(
          file, line,
          "\"\(scheme)\" in \"\(key)\" belongs to the system; take a scheme of the app's own")
      }
      schemes.append(scheme)
    }
    return schemes
  }

  private func domains(_ root: AppFileObject) throws(CommandError) -> [String] {
    var domains: [String] = []
    for (domain, line) in try root.strings("associatedDomains", limit: AppFile.maximumEntries) {
      guard !domain.isEmpty, domain.utf8.allSatisfy({ $0 == 0x2E || Syntax.isNameByte($0) }) else {
        throw AppFileObject.error(
          file, line,
          "\"\(domain)\" in \"associatedDomains\" is no host name; write it without \"https://\", "
            + "port and path")
      }
      domains.append(domain.lowercased())
    }
    return domains
  }

  private mutating func routes(
    _ root: AppFileObject, _ app: AppDescription
  ) throws(CommandError) -> [String: String] {
    guard let object = try root.object("routes") else { return [:] }
    guard object.all.count <= AppFile.maximumEntries else {
      throw root.error(
        "routes", "has \(object.all.count) entries; \(AppFile.maximumEntries) is the most")
    }
    var routes: [String: String] = [:]
    for member in object.all {
      let tag = try object.string(member.node, "routes.\(member.name)")
      guard app.tabs.contains(where: { $0.tag == tag }) else {
        let tags = app.tabs.map { "\"\($0.tag)\"" }.joined(separator: ", ")
        throw AppFileObject.error(
          file, member.line,
          "the route \"\(member.name)\" leads to the tab \"\(tag)\", which \"tabs\" does not have; "
            + "the tabs are \(tags)")
      }
      routes[member.name] = tag
      if let scheme = Syntax.scheme(of: member.name), app.appSchemes.contains(scheme) { continue }
      warnings.append(
        AppFileObject.error(
          file, member.line,
          "the route \"\(member.name)\" is never taken, because its scheme is not in \"appSchemes\"; "
            + "add the scheme there"
        ).message)
    }
    return routes
  }
}
