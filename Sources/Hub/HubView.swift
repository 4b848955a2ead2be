import FoundationEssentials
import Glibc
import HubCore
import HubFrontEnds
import HubHosting
import HubLoop
import HubModel
import HubSystem
import HubText

/// Shows the Hub here, with this front end.
///
/// One view of a Hub is open at a time. While it is, the front end shows what there is to show: the
/// Hub when its tab is selected, and standalone posts on top of any other tab. A destination that came
/// before waits for it.
public final class HubView {
  /// Which process the front end is loaded into.
  public enum Place: Hashable, Sendable {
    /// The bundled ones into this process, all others into a runner.
    case automatic
    /// Into this process, which it can crash.
    case process
    /// Into a confined process of its own, which is started again when it crashes.
    case runner
  }

  /// Where and how a front end is shown.
  public struct Options: Hashable, Sendable {
    /// Which process the front end is loaded into.
    public var place = Place.automatic
    /// Where keys and commands come from; stays yours.
    public var input: Int32 = 0
    /// Where the front end writes or draws; stays yours.
    public var output: Int32 = 1
    /// Whether the view takes the terminal of this process while it is open.
    ///
    /// A front end that draws on a screen needs it. The view then records the terminal and puts it
    /// back, also after a crash; takes the signals of job control, of size and of the end, and gives
    /// them back; holds what is written to standard error until the screen is free; and asks for the
    /// user's character set if nobody has. One view of a process can have it at a time.
    public var ownsTerminal = false
    /// The program `hubhost`, in which a runner is; nil: the one that was installed with this library.
    public var runner: String?
    /// What front ends see of the environment; nil: what the Hub sees.
    public var environment: [String: String]?

    /// Shows on standard output and leaves the terminal alone.
    public init() {}
  }

  /// A front end's name, or its path if there is a `/` in it.
  public let frontEnd: String
  /// Where and how it is shown.
  public let options: Options
  private let engine: Engine
  private var stage: FrontEndStage?
  private var terminal: ViewTerminal?

  /// Makes a view; nothing is loaded yet.
  public init(_ hub: Hub, frontEnd: String, options: Options = Options()) {
    engine = hub.engine
    self.frontEnd = frontEnd
    self.options = options
  }

  deinit { if isOpen { close() } }

  /// Whether the front end is there.
  public var isOpen: Bool { stage != nil }

  /// Loads the front end and lets it show what there is to show.
  ///
  /// Waits until it stands: some milliseconds, and at most five seconds for one in a runner. Does
  /// nothing when it is open.
  ///
  /// - Throws: `notFound`, `notTrusted`, `frontEnd`, `terminalTaken`, `state` or `system`.
  public func open() throws(HubError) {
    try engine.enter { () throws(HubError) in
      guard !isOpen else { return }
      try engine.checkOpen()
      guard engine.view == nil else {
        throw HubError(.state, "another view of this Hub is open; close it first")
      }
      if options.ownsTerminal {
        terminal = try ViewTerminal(input: options.input, output: options.output)
      }
      do throws(FrontEndError) {
        try stand()
      } catch {
        fall()
        throw HubError(error)
      }
      engine.session.showAgain(lost: nil)
    }
  }

  /// Selects the Hub's tab, and opens the view if it is not.
  ///
  /// - Throws: as `open()`.
  public func showHub() throws(HubError) {
    try engine.enter { () throws(HubError) in
      engine.session.send(.tabSelected(HubApp.hubTag))
      try open()
    }
  }

  /// Takes the front end off and gives everything back; the Hub goes on without it.
  public func close() {
    engine.enter {
      guard isOpen else { return }
      fall()
      engine.session.send(.hubHidden)
    }
  }

  /// The front end is gone by itself, or a signal came.
  func end(_ reason: String) {
    guard isOpen else { return }
    close()
    engine.tell(.viewClosed(reason: SafeText.line(reason)))
  }

  func modesChanged(_ modes: UInt32) { terminal?.screen.modesChanged(modes) }

  // MARK: Standing

  private func stand() throws(FrontEndError) {
    let environment = options.environment ?? engine.environment
    let library = Installation.library
    let finder = FrontEndFinder(environment: environment, beside: library)
    let candidate = try finder.find(frontEnd)
    let runsHere =
      options.place == .process || options.place == .automatic && candidate.isBundled
    let session = engine.session
    session.terminal = SessionTerminal(
      input: options.input, output: options.output, environment: Environment(environment))
    if terminal == nil { session.terminal.leaveAlone() }
    var setting = FrontEndStage.Setting(
      environment: environment,
      grants: FrontEndGrants(session.settings.app.grants, home: environment["HOME"]),
      tell: { [engine] in engine.tell(.notice(SafeText.line($0))) })
    setting.program = engine.session.settings.app.name
    if !runsHere {
      setting.executable =
        if let runner = options.runner { runner } else {
          try Installation.runner(of: candidate.path)
        }
    }
    let stage = FrontEndStage(
      setting, session: session, loop: engine.loop,
      quarantine: Quarantine(dataFolder: engine.dataFolder), screen: terminal?.screen)
    stage.onLoss = { [unowned self] in end("the front end \(frontEnd) is gone") }
    self.stage = stage
    engine.view = self
    try terminal?.attach(to: engine.loop, stage) { [unowned self] in end($0) }
    if runsHere {
      try stage.start(inHost: candidate.path)
    } else {
      try stage.start(inRunner: candidate.path)
    }
  }

  private func fall() {
    stage?.leave()
    terminal?.release(from: engine.loop)
    terminal = nil
    stage = nil
    if engine.view === self { engine.view = nil }
    engine.session.suspend = nil
    engine.session.forgetFrontEnd()
    engine.frontEndLoop.forgetFrontEnd()
  }
}

@available(*, unavailable)
extension HubView: Sendable {}

extension SessionTerminal {
  /// A terminal that nobody has taken may be written to in lines that fit, but not drawn on: its keys
  /// are the app's.
  fileprivate mutating func leaveAlone() {
    inputIsTerminal = false
    wantsColor = false
  }
}
