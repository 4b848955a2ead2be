package import HubFrontEndKit
import HubKeys

/// The front end for terminals: tabs, the inbox, posts and conversations on the whole screen.
package final class CursesFrontEnd: FrontEnd {
  package static let description = FrontEndDescription(
    id: HubKeys.frontEnd, name: "curses", version: "1.0.0",
    summary: "Shows the Hub on the whole terminal, with keys and mouse", needsTerminal: true,
    needsInput: true)

  package static let actions = KeyAction.allCases.map(FrontEndAction.init)

  /// Does an action for somebody else than a key, and draws it unless a key of the app calls it.
  fileprivate func perform(_ call: KeyCall) -> HubStatus {
    desk.message = nil
    let status = desk.perform(call)
    if !status.isGood, let message = desk.message {
      host.log(.info, "\(call.action.rawValue): \(message.text)")
    }
    drawUnlessHandling()
    return status
  }

  private let host: any Host
  private let desk: Desk
  private var screen: Screen?
  private var isSuspended = false
  /// Whether keys are being acted on: what the host reports meanwhile is drawn with them.
  private var isHandling = false
  private var clicks = ClickTracker()

  package init(host: any Host) throws(FrontEndError) {
    self.host = host
    desk = Desk(host: host, glyphs: .unicode)
  }

  package func start() throws(FrontEndError) {
    let terminal = host.terminal
    guard terminal.inputIsTerminal, terminal.outputIsTerminal else {
      throw FrontEndError(
        "The curses front end needs a terminal for input and output: use --frontend plain.")
    }
    let screen = try Screen(terminal)
    let status = host.watch(fd: terminal.input) { [weak self] hangup in self?.read(hangup) }
    guard status.isGood else {
      screen.close()
      throw FrontEndError("The terminal cannot be watched for keys (\(status)).")
    }
    self.screen = screen
    desk.glyphs = screen.isUnicode ? .unicode : .ascii
    if screen.hasFewGlyphs, screen.isUnicode { desk.glyphs.dot = "•" }
    desk.onTimer = { [weak self] in self?.draw() }
    desk.resize(columns: terminal.columns, rows: terminal.rows)
    screen.setColors(desk.app)
    host.setModes(screen.modes)
  }

  package func stop() {
    guard let screen else { return }
    self.screen = nil
    desk.keepDrafts()
    host.unwatch(fd: host.terminal.input)
    screen.close()
    host.setModes([])
  }

  // MARK: What is shown

  package func showHub(tab: String, badge: String?) -> HubAppearance {
    desk.showHub(badge: badge)
    desk.tellOfIdleKey()
    draw()
    return .shown
  }

  package func presentPost(_ post: Item, presentation: Presentation) {
    desk.present(PostScreen(post), presentation)
    draw()
  }

  package func presentConversation(
    _ conversation: ConversationRecord, presentation: Presentation
  ) {
    desk.present(ConversationScreen(conversation), presentation)
    draw()
  }

  package func showTab(tag: String, title: String, text: String?) {
    desk.showTab(tag: tag, title: title, text: text)
    draw()
  }

  package func dismiss(_ what: Dismissal) {
    desk.dismiss(what)
    drawUnlessHandling()
  }

  package func inboxChanged(_ moved: Moved) {
    desk.inboxChanged(moved)
    drawUnlessHandling()
  }

  package func badgeChanged(_ badge: String?, count: Int) {
    desk.badge = badge
    drawUnlessHandling()
  }

  package func configChanged() {
    desk.configChanged()
    screen?.setColors(desk.app)
    drawUnlessHandling()
  }

  package func alert(code: String, title: String, message: String) {
    desk.alert(code: code, title: title, message: message)
    drawUnlessHandling()
  }

  package func syncChanged() {
    desk.syncChanged()
    drawUnlessHandling()
  }

  package func urlOpened(_ url: String, by: String, reason: String?) {
    desk.urlOpened(url, by: by, reason: reason)
    drawUnlessHandling()
  }

  // MARK: The terminal

  package func terminalResized(columns: Int, rows: Int) {
    // No terminal is larger, and every cell costs memory: what a host says beyond it is a mistake.
    guard columns <= Desk.mostCells, rows <= Desk.mostCells else { return }
    desk.resize(columns: columns, rows: rows)
    screen?.resize(columns: columns, rows: rows)
    draw()
  }

  package func terminalSuspend() {
    guard !isSuspended else { return }
    isSuspended = true
    desk.keepDrafts()
    screen?.suspend()
  }

  package func terminalResume() {
    guard isSuspended else { return }
    isSuspended = false
    screen?.resume()
    draw()
  }

  private func read(_ hangup: Bool) {
    guard let screen else { return }
    if hangup { return host.quit(reason: "hangup") }
    isHandling = true
    let inputs = screen.readInputs { column, row in
      clicks.press(column: column, row: row, at: host.now)
    }
    for input in inputs { desk.handle(input) }
    isHandling = false
    if !inputs.isEmpty { draw() }
  }

  private func drawUnlessHandling() {
    if !isHandling { draw() }
  }

  private func draw() {
    guard let screen, !isSuspended else { return }
    if desk.wantsRepaint {
      desk.wantsRepaint = false
      screen.repaint()
    }
    let wasPasting = screen.isPasting
    screen.setPasting(desk.takesText)
    if screen.isPasting != wasPasting { host.setModes(screen.modes) }
    screen.draw(desk.frame())
  }
}

extension FrontEndAction {
  /// The row of an action of the key table.
  fileprivate init(_ action: KeyAction) {
    self.init(
      action.rawValue, action.help, action.argument.map { [Argument($0)] } ?? [],
      isClosedToLinks: action.isClosedToLinks
    ) { (front: CursesFrontEnd, values) in
      front.perform(KeyCall(action, values))
    }
  }
}

extension FrontEndAction.Argument {
  fileprivate init(_ argument: KeyAction.Argument) {
    let (name, help, isOptional) = (argument.name, argument.help, argument.isOptional)
    self =
      switch argument.kind {
      case .integer(let range): .integer(name, help, in: range, isOptional: isOptional)
      case .text(let bytes): .text(name, help, bytes: bytes, isOptional: isOptional)
      case .flag: .flag(name, help, isOptional: isOptional)
      }
  }
}

extension KeyCall {
  /// The call that the host made, with values that it has checked.
  fileprivate init(_ action: KeyAction, _ values: FrontEndAction.Values) {
    self.init(action)
    guard let argument = action.argument else { return }
    number = Int(values.integer(argument.name))
    text = values.text(argument.name)
  }
}
