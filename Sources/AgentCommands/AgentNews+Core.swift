import AgentCore
import EngageClient
import HubModel
import HubOptions
import HubSystem

extension AgentNews.Status {
  /// A status as it goes over the socket.
  init(_ status: AgentStatus) {
    let last = status.lastSync?.milliseconds
    switch status.activity {
    case .idle: self.init(activity: "idle", lastSync: last)
    case .offline(let reason): self.init(activity: "offline", reason: reason, lastSync: last)
    case .syncing(let posts, let rate):
      self.init(activity: "syncing", posts: posts, rate: rate, lastSync: last)
    case .failed(let reason): self.init(activity: "failed", reason: reason, lastSync: last)
    }
  }
}

extension AgentNews.Notification {
  /// A decision as it goes over the socket.
  init(_ decision: NotificationDecision) {
    self.init(
      action: decision.action.rawValue, id: decision.id, thread: decision.thread,
      title: decision.title.isEmpty ? nil : decision.title,
      body: decision.body.isEmpty ? nil : decision.body, url: decision.url)
  }
}

extension AgentNews.Tap {
  /// What a tap asks for, as it goes over the socket.
  init(_ tap: PushPayload.Tap) {
    switch tap {
    case .none: self.init()
    case .openApp: self.init(opensApp: true)
    case .openURL(let url): self.init(url: url)
    case .presentWebsite(let url): self.init(url: url, isWebsite: true)
    }
  }
}

extension AgentNews {
  /// The answer to a sync; a part that failed counts, whatever the others brought.
  init(done ticket: Int, _ outcome: SyncOutcome, _ problem: EngageProblem?) {
    switch outcome {
    case .failed(let problem): self.init(done: ticket, problem)
    case .stale:
      self = .done(
        ticket: ticket, problem: "The server began anew meanwhile; sync again.", isOffline: false)
    case .newData, .nothingNew: self.init(done: ticket, problem)
    }
  }

  private init(done ticket: Int, _ problem: EngageProblem?) {
    self = .done(
      ticket: ticket, problem: problem?.message, isOffline: problem?.kind == .transport)
  }
}

extension AgentRequest.Screens {
  /// The screens as the agent's core knows them.
  var all: [AgentScreen] {
    (hub ? [.hub] : []) + (list ? [.list] : []) + (conversation.map { [.conversation($0)] } ?? [])
  }
}

extension EngageCaller {
  /// Who calls, by the app file.
  ///
  /// - Throws: code 78 when endpoint or token cannot be used.
  init(_ app: AppDescription, device: String) throws(CommandError) {
    let endpoint: EngageEndpoint
    do throws(EngageError) {
      endpoint = try EngageEndpoint(app.endpoint ?? "")
    } catch {
      throw CommandError(.badAppFile, error.message)
    }
    guard let token = Secret(app.accountToken ?? "") else {
      throw CommandError(
        .badAppFile,
        "\"accountToken\" cannot be sent; write 1 to \(EngageLimits.maxSecretBytes) ASCII characters "
          + "without blanks and control characters")
    }
    var bearer: BearerToken?
    if let text = app.userToken {
      guard let secret = Secret(text) else {
        throw CommandError(
          .badAppFile,
          "\"user.token\" cannot be sent; write 1 to \(EngageLimits.maxSecretBytes) ASCII characters "
            + "without blanks and control characters")
      }
      bearer = BearerToken(secret)
    }
    self.init(
      endpoint: endpoint, accountToken: token,
      identity: EngageIdentity(userID: app.userID, deviceIdentifier: device), bearer: bearer,
      authorizedDomains: Self.authorizedDomains(
        for: endpoint, associatedDomains: app.associatedDomains),
      userAgent: Self.userAgent(app: app.name, hubhost: OptionTable.version))
  }
}
