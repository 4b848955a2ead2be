import FoundationEssentials
import HubModel

/// From a destination to its screen, or to the alert that it is not there (reference 4.6).
extension HubCore {
  /// Looks up what lies on top of the path, if anything does.
  mutating func lookUpTop() {
    guard let destination = coordinator.top else {
      hubTop = .shown
      dismissHubTop()
      return
    }
    hubTop = .lookingUp
    lookUp(destination, .hub)
  }

  mutating func lookUp(_ destination: HubDestination, _ presentation: Presentation) {
    switch destination {
    case .post(let id): emit(.lookUpPost(id, presentation))
    case .conversation(let id): emit(.lookUpConversation(id, presentation))
    }
  }

  mutating func lookedUp(post id: String, _ presentation: Presentation, _ result: PostLookup) {
    guard let owner = screenLookingUp(.post(id), presentation) else { return }
    switch result {
    case .found(let uuid, let url, let hasBody):
      setState(of: owner, .shown)
      if presentation == .hub { hubOnScreen = .post(id) }
      emit(.presentPost(uuid, presentation))
      emit(.markPostRead(uuid))
      if isOpening(owner) { emit(.record(.postOpened(uuid))) }
      if let url, !hasBody, !Self.isWeb(url) {
        show(
          .contentUnavailable, "Unable to display content",
          "The page of this post is not on the web.", owner: .nobody)
      }
    case .missing:
      setMissing(owner)
      show(
        .postNotFound, "Post Not Found", "The requested post could not be found.", owner: owner)
    case .unavailable:
      storageUnavailable(owner)
    }
  }

  mutating func lookedUp(
    conversation id: UUID, _ presentation: Presentation, _ result: ConversationLookup
  ) {
    guard let owner = screenLookingUp(.conversation(id), presentation) else { return }
    switch result {
    case .found:
      setState(of: owner, .shown)
      if presentation == .hub { hubOnScreen = .conversation(id) }
      emit(.presentConversation(id, presentation))
      emit(.markConversationRead(id))
      // A standalone has no part in the queue (reference 6).
      if isOpening(owner), presentation == .hub { emit(.record(.conversationOpened(id))) }
    case .missing:
      setMissing(owner)
      show(
        .conversationNotFound, "Conversation Not Found",
        "The requested conversation could not be found.", owner: owner)
    case .unavailable:
      storageUnavailable(owner)
    }
  }

  /// Rows came: what an alert called missing may be among them, and is then shown after all
  /// (fault O6 of reference 9.1).
  mutating func arrived(_ posts: Set<UUID>, _ conversations: Set<UUID>) {
    guard let owner = alert?.owner, let (destination, presentation) = missing(owner) else { return }
    let isThere =
      switch destination {
      case .post(let id): UUID(wire: id).map { posts.contains($0) } ?? false
      case .conversation(let id): conversations.contains(id)
      }
    guard isThere else { return }
    alert = nil
    emit(.dismiss(.alert))
    setState(of: owner, .lookingUp)
    lookUp(destination, presentation)
  }

  /// Closes the alert about a destination in the Hub when another path takes its place.
  mutating func dropHubAlert() {
    guard alert?.owner == .hub else { return }
    alert = nil
    emit(.dismiss(.alert))
  }

  private mutating func setMissing(_ owner: OpenAlert.Owner) {
    setState(of: owner, .missing)
    // What was there before is not what the user asked for.
    if owner == .hub { dismissHubTop() }
  }

  private mutating func storageUnavailable(_ owner: OpenAlert.Owner) {
    setMissing(owner)
    show(.storageUnavailable, "Error", "Storage not available", owner: owner)
  }

  /// Shows an alert; one that is up already is closed first, with what it was about.
  private mutating func show(
    _ code: HubCode, _ title: String, _ message: String, owner: OpenAlert.Owner
  ) {
    if alert != nil {
      emit(.dismiss(.alert))
      alertClosed()
    }
    alert = OpenAlert(owner: owner)
    emit(.alert(code: code, title: title, message: message))
  }

  /// The screen that waits for an answer; nil when the answer comes too late.
  private func screenLookingUp(
    _ destination: HubDestination, _ presentation: Presentation
  ) -> OpenAlert.Owner? {
    switch presentation {
    case .hub:
      hubTop == .lookingUp && coordinator.top == destination ? .hub : nil
    case .standalone:
      standalones.last { $0.destination == destination && $0.state == .lookingUp }
        .map { .standalone($0.id) }
    }
  }

  private func missing(_ owner: OpenAlert.Owner) -> (HubDestination, Presentation)? {
    switch owner {
    case .nobody:
      nil
    case .hub:
      hubTop == .missing ? coordinator.top.map { ($0, .hub) } : nil
    case .standalone(let id):
      standalones.first { $0.id == id }.map { ($0.destination, .standalone) }
    }
  }

  private mutating func setState(of owner: OpenAlert.Owner, _ state: ScreenState) {
    switch owner {
    case .nobody:
      break
    case .hub:
      hubTop = state
    case .standalone(let id):
      guard let index = standalones.firstIndex(where: { $0.id == id }) else { return }
      standalones[index].state = state
    }
  }

  /// Whether a screen that was found now is shown for the first time; it is not the next time.
  private mutating func isOpening(_ owner: OpenAlert.Owner) -> Bool {
    guard owner == .hub else { return true }
    defer { isTopNew = false }
    return isTopNew
  }

  private static func isWeb(_ url: String) -> Bool {
    let scheme = AppURL(url)?.scheme.lowercased()
    return scheme == "http" || scheme == "https"
  }
}
