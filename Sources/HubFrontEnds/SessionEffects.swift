import CHubFrontEnd
import FoundationEssentials
import HubCore
import HubLog
import HubModel
import HubStore
import HubText

extension HubSession {
  /// Does what the core asks for.
  func perform(_ effect: HubEffect) {
    observer?.session(does: effect)
    carryOut(effect)
  }

  /// The same without telling the app, for what is only shown once more.
  func carryOut(_ effect: HubEffect) {
    switch effect {
    case .opened(let url, let by, let reason):
      tellOpened(url, by, reason)
    case .openURL(let url):
      later { [self] in send(.urlDelivered(url)) }
    case .askApp(let url, let origin):
      send(.appAnswered(url, origin, handlesURL?(url) ?? .refused))
    case .openInSystem(let url):
      settings.openInSystem(url)
    case .journal(let entry):
      recordDestination(entry)
    case .dropJournal:
      dropDestination()
    case .takeJournal:
      takeDestination()
    case .setDeadline(let time):
      setDeadline(time)
    case .markPostRead(let id):
      // After the frame that shows it: a key press never waits for the disk.
      later { [self] in markRead(.post, id) }
    case .markConversationRead(let id):
      later { [self] in _ = reachedEnd(of: id) }
    case .lookUpPost(let id, let presentation):
      lookUp(post: id, presentation)
    case .lookUpConversation(let id, let presentation):
      lookUp(conversation: id, presentation)
    case .record(let event):
      record(event)
    case .callAction(let link):
      follow(link)
    case .clearNotifications, .notify:
      // Notifications are not this front end's: nothing in this process shows any.
      break
    default:
      show(effect)
    }
  }

  /// The effects that a front end shows.
  private func show(_ effect: HubEffect) {
    switch effect {
    case .showHub(let tab, let badge, _):
      showHub(tab, badge)
    case .showTab(let tag):
      showTab(tag)
    case .presentPost(let id, let presentation):
      presentPost(id, presentation)
    case .presentConversation(let id, let presentation):
      presentConversation(id, presentation)
    case .alert(let code, let title, let message):
      alert(code.rawValue, title, message)
    case .warn(let code, let message):
      warn(code.rawValue, message)
    case .dismiss(let layer):
      if layer != .messages { _ = frontEnd?.dismiss(layer.rawValue) }
    case .pathChanged:
      _ = frontEnd?.pathChanged()
    case .badgeChanged(let text, let count):
      _ = frontEnd?.badgeChanged(text, count: count)
    case .configChanged:
      _ = frontEnd?.configChanged()
    default:
      break
    }
  }

  private func tellOpened(_ url: String, _ by: URLOpener, _ reason: String?) {
    note(OpenedURL(url: url, by: by, reason: reason))
    _ = frontEnd?.urlOpened(
      SafeText.line(url), by: by.rawValue, reason: reason.map { SafeText.line($0) })
  }

  private func showHub(_ tab: String, _ badge: String?) {
    guard let status = frontEnd?.showHub(tab: tab, badge: badge) else { return }
    if status == HUB_OK {
      send(.hubShown)
    } else if status < 0 {
      Log.warning("The front end could not show the Hub (status \(status)).")
    }
  }

  private func showTab(_ tag: String) {
    guard let tab = settings.app.tabs.first(where: { $0.tag == tag }) else { return }
    _ = frontEnd?.showTab(
      tag: tag, title: SafeText.line(tab.title), text: tab.textPath.flatMap(TabText.read))
  }

  private func alert(_ code: String, _ title: String, _ message: String) {
    let title = SafeText.line(title)
    let message = SafeText.line(message)
    if frontEnd?.alert(code: code, title: title, message: message) == nil {
      settings.tell(title.isEmpty ? message : "\(title): \(message)")
    }
  }

  /// A warning goes to the log and to the front end; one that cannot show it leaves the log's line, once.
  private func warn(_ code: String, _ message: String) {
    let message = SafeText.line(message)
    let isShown = frontEnd?.alert(code: code, title: "Warning", message: message) != nil
    if isShown { Log.warning("\(message)") } else { settings.tell(message) }
  }

  private func lookUp(post text: String, _ presentation: Presentation, isFinal: Bool = false) {
    if !isFinal, dropsLostDestination(presentation) { return }
    do {
      guard let id = UUID(wire: text), let item = try store.item(kind: .post, id: id) else {
        let isAsked =
          !isFinal && UUID(wire: text) != nil
          && find(.post(text)) { [self] in lookUp(post: text, presentation, isFinal: true) }
        return isAsked ? () : send(.postLookedUp(text, presentation, .missing))
      }
      // The core asks only for posts whose page is not on the web: no body is read for the others.
      let isWeb = item.url?.lowercased().hasPrefix("http") ?? true
      let hasBody = try isWeb || store.body(of: id) != nil
      send(.postLookedUp(text, presentation, .found(id, url: item.url, hasBody: hasBody)))
    } catch {
      Log.error("The post could not be read: \(error)")
      send(.postLookedUp(text, presentation, .unavailable))
    }
  }

  private func lookUp(
    conversation id: UUID, _ presentation: Presentation, isFinal: Bool = false
  ) {
    if !isFinal, dropsLostDestination(presentation) { return }
    do {
      let isThere = try store.item(kind: .conversation, id: id) != nil
      if !isThere, !isFinal,
        find(
          .conversation(id),
          done: { [self] in lookUp(conversation: id, presentation, isFinal: true) })
      {
        return
      }
      send(.conversationLookedUp(id, presentation, isThere ? .found : .missing))
    } catch {
      Log.error("The conversation could not be read: \(error)")
      send(.conversationLookedUp(id, presentation, .unavailable))
    }
  }

  private func presentPost(_ id: UUID, _ presentation: Presentation) {
    attempt("read the post") { () throws(StoreError) in
      guard let item = try store.item(kind: .post, id: id) else { return }
      _ = frontEnd?.presentPost(PostRecord(item), presentation)
      if let url = item.url, Self.isWeb(url) { try fetchPage(of: id) }
    }
  }

  /// Presents a standalone post once more, by the id that its link had.
  func presentAgain(post id: String) {
    if let id = UUID(wire: id) { presentPost(id, .standalone) }
  }

  private func presentConversation(_ id: UUID, _ presentation: Presentation) {
    attempt("read the conversation") { () throws(StoreError) in
      guard let item = try store.item(kind: .conversation, id: id) else { return }
      let names = try store.participants(of: id).map { SafeText.line($0.name ?? "Unknown") }
      let record = ConversationRecord(item, participants: names)
      if frontEnd?.presentConversation(record, presentation) == nil {
        Log.warning("This front end shows no conversations.")
      }
      try fetchMessages(of: id)
    }
  }

  /// Puts what the user did on disk, on a later turn, where the app file turns that on; an agent that
  /// runs sees it there, and else the next one does.
  private func record(_ event: AnalyticsEvent) {
    guard settings.app.agent.sendsEvents, store.access == .readWrite else { return }
    let stored = StoredEvent(event, id: UUID(), at: settings.now())
    later { [self] in
      attempt("record an event") { () throws(StoreError) in _ = try store.appendEvent(stored) }
    }
  }

  /// Marks a row read, as the user asks for, and shows what follows.
  @discardableResult
  func markRead(_ kind: ItemKind, _ id: UUID) -> Bool {
    if kind == .conversation { return reachedEnd(of: id, unseen: true) != nil }
    let done = attempt("mark as read") { () throws(StoreError) in _ = try store.markPostRead(id) }
    noticeChanges()
    return done
  }

  /// Does something with the store; a failure goes to the log as one sentence.
  @discardableResult
  func attempt(_ what: String, _ work: () throws(StoreError) -> Void) -> Bool {
    do {
      try work()
      return true
    } catch {
      Log.error("Could not \(what): \(error)")
      return false
    }
  }
}

extension PostRecord {
  /// The record of a stored post, with safe texts.
  init(_ item: InboxItem) {
    self.init(
      id: item.key.id, isUnread: item.isUnread, receivedAt: item.key.activityAt.milliseconds,
      subject: SafeText.line(item.subject ?? ""), preview: SafeText.line(item.preview ?? ""),
      sender: item.sender.map { SafeText.line($0) }, url: item.url.map { SafeText.line($0) },
      cover: item.coverImageURL.map { SafeText.line($0) })
  }
}

extension ConversationRecord {
  /// The record of a stored conversation, with safe texts.
  init(_ item: InboxItem, participants: [String]) {
    self.init(
      id: item.key.id, isUnread: item.isUnread, activityAt: item.key.activityAt.milliseconds,
      subject: item.subject.map { SafeText.line($0) }, preview: SafeText.line(item.preview ?? ""),
      sender: item.sender.map { SafeText.line($0) }, participants: participants)
  }
}
