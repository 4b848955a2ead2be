import HubFrontEndKit
import HubKeys

/// What the user does in a conversation.
extension Desk {
  /// Milliseconds without a key after which what was written is kept.
  static let draftPause: UInt64 = 1000

  /// Does what a key means while something is typed.
  func handle(typing key: TypingKey) {
    if focus == .prompt { return typeInPrompt(key) }
    switch key {
    case .lineUp: moveInComposer(rows: -1)
    case .lineDown: moveInComposer(rows: 1)
    case .newLine: write("\n")
    default:
      if let change = Self.change(key) { edit(change) }
    }
  }

  private func typeInPrompt(_ key: TypingKey) {
    switch key {
    case .accept: return answerPrompt()
    case .clearLine: prompt?.editor.clear()
    default: prompt?.editor.erase()
    }
    promptChanged()
  }

  /// How a key changes what is being written, or where the cursor stands in it.
  private static func change(_ key: TypingKey) -> ((inout Composer) -> Void)? {
    switch key {
    case .left: { $0.left() }
    case .right: { $0.right() }
    case .wordLeft: { $0.wordLeft() }
    case .wordRight: { $0.wordRight() }
    case .lineStart: { $0.lineStart() }
    case .lineEnd: { $0.lineEnd() }
    case .erase: { $0.erase() }
    case .eraseForward: { $0.eraseForward() }
    case .eraseWord: { $0.eraseWord() }
    case .eraseWordForward: { $0.eraseWordForward() }
    case .eraseToStart: { $0.eraseToStart() }
    case .eraseToEnd: { $0.eraseToEnd() }
    case .yank: { $0.yank() }
    case .newLine, .lineUp, .lineDown, .clearLine, .accept: nil
    }
  }

  // MARK: Reading

  /// Scrolls the thread; when its end comes into sight, it has been read (reference 2.10).
  func scrollThread(by lines: Int) {
    guard let conversation else { return }
    let wasNearEnd = conversation.isNearEnd
    conversation.scroll(by: lines, host: host)
    if conversation.isFetchingOlder {
      say("Older messages are on their way…", until: .thread)
    }
    if !wasNearEnd, conversation.isNearEnd { _ = host.reachedEnd(of: conversation.item.id) }
  }

  /// A reply that comes while the end of its conversation is in sight has been seen.
  func markSeen() {
    guard let conversation, conversation.isNearEnd else { return }
    let id = conversation.item.id
    guard host.item(.conversation, id)?.isUnread == true else { return }
    _ = host.reachedEnd(of: id)
  }

  /// A click on what is being written goes on writing; one on the line about new replies shows them.
  func clickInConversation(row: Int) {
    guard standalones.isEmpty, let conversation else { return }
    if conversation.composerRows.contains(row) {
      conversation.isWriting = true
    } else if row == conversation.composerRows.lowerBound - 1, conversation.newReplies > 0 {
      scrollThread(by: .max)
    }
  }

  // MARK: Writing

  private static let noConversation = "Open a conversation first."

  /// Puts a text into the reply in the open conversation, which the user goes on to write and to send.
  func beginReply(with text: String) -> HubStatus {
    guard let conversation else { return refuse(Self.noConversation) }
    // A draft that is there already is not to be lost under the text.
    conversation.load(host)
    conversation.isWriting = true
    if !text.isEmpty { write(text) }
    return .ok
  }

  /// Types into the reply.
  func write(_ text: String) {
    var fits = true
    edit { fits = $0.insert(text) }
    if !fits {
      say(
        "A reply has at most \(Composer.mostBytes) bytes: the rest was left out.",
        isWarning: true)
    }
  }

  /// Changes what is being written, and keeps it after a pause.
  func edit(_ change: (inout Composer) -> Void) {
    guard let conversation else { return }
    let before = conversation.composer.text
    change(&conversation.composer)
    guard conversation.composer.text != before else { return }
    conversation.isDraftChanged = true
    if let draftTimer { host.cancelTimer(draftTimer) }
    draftTimer = host.addTimer(every: Self.draftPause) { [weak self] in self?.keepDrafts() }
  }

  private func moveInComposer(rows: Int) {
    guard let conversation, !conversation.moveInComposer(rows: rows) else { return }
    edit { rows < 0 ? $0.lineStart() : $0.lineEnd() }
  }

  func stopWriting() {
    conversation?.isWriting = false
    keepDrafts()
  }

  /// Keeps what was written and not sent, for the next time, whatever happens to this program.
  func keepDrafts() {
    if let draftTimer { host.cancelTimer(draftTimer) }
    draftTimer = nil
    for case let screen as ConversationScreen in standalones + [open].compactMap({ $0 })
    where screen.isDraftChanged {
      screen.isDraftChanged = !host.setDraft(screen.composer.text, of: screen.item.id).isGood
    }
  }

  func send() -> HubStatus {
    guard let conversation else { return refuse(Self.noConversation) }
    guard !conversation.composer.isBlank else { return refuse("There is nothing to send yet.") }
    let wasNearEnd = conversation.isNearEnd
    conversation.showEnd()
    let status = host.send(conversation.composer.text, in: conversation.item.id).status
    guard status.isGood else {
      say("The reply could not be put into the outbox (\(status)).", isWarning: true)
      return status
    }
    conversation.composer.clear()
    conversation.isDraftChanged = true
    keepDrafts()
    if !wasNearEnd { _ = host.reachedEnd(of: conversation.item.id) }
    return status
  }

  // MARK: Failed replies

  func goToNextFailed() -> HubStatus {
    guard let conversation else { return refuse(Self.noConversation) }
    return conversation.markNextFailed() ? .ok : refuse(Self.allDelivered)
  }

  private static let allDelivered = "Every reply was delivered."

  func retry() -> HubStatus {
    guard let conversation else { return refuse(Self.noConversation) }
    guard let reply = conversation.marked else { return refuse(Self.allDelivered) }
    conversation.showEnd()
    return report(host.retry(reply), failure: "The reply could not be sent again")
  }

  func askToDelete() -> HubStatus {
    guard let conversation else { return refuse(Self.noConversation) }
    guard let reply = conversation.marked else { return refuse(Self.allDelivered) }
    prompt = Prompt(purpose: .deleteReply(reply))
    return .ok
  }

  /// Deletes a reply after a yes.
  func answerDelete(_ reply: HubID, _ answer: String) {
    prompt = nil
    guard answer == "y" || answer == "Y" else { return }
    report(host.remove(reply), failure: "The reply could not be deleted")
  }
}
