import CHubFrontEnd
import HubCore
import HubFrontEnds
import HubLoop
import HubModel

/// The Hub in your app: the inbox with its badge, links that land on their post, and push.
///
/// A Hub belongs to the thread that made it. Everything of it, its router, its badge and its views is
/// used on that thread, and calls your closures there; anything else is a bug that ends the process.
/// It never waits: it works when you call it, and in `step()`, which you call when `fileDescriptor` is
/// readable. A program without a loop of its own calls `run()`. Under `dispatchMain()` the main queue
/// changes threads, so let `run()` be the loop of the main thread there.
///
/// There may be any number of Hubs in a process, each with data, log and front end of its own. What a
/// process has once, the terminal and its signals, is left alone until a view asks for it.
public final class Hub {
  /// The app that it was made for.
  public let app: HubApp
  /// Asked first by your URL handler.
  public let router: Router
  /// What is unread.
  public let badge: Badge
  /// How far the inbox is that of the server.
  public let sync: Sync
  let engine: Engine
  private var isStopped = false

  /// Opens the data of an app.
  ///
  /// The network is not this process's: an agent is started that syncs, soon after the loop runs.
  /// Where that or the door for `hubhost open` cannot be had, a `notice` says why, and the Hub works
  /// without.
  ///
  /// - Throws: `invalidApp`, `storage` or `system`.
  public init(app: HubApp, options: Options = Options()) throws(HubError) {
    self.app = app
    engine = try Engine(app, options)
    router = Router(engine)
    badge = engine.badge
    sync = engine.sync
    engine.tellApp = { [unowned self] event in onEvent?(event) }
  }

  deinit {
    // The closures belong to an app that may be gone; what was asked for is done without them.
    engine.tellApp = { _ in }
    engine.handlesURL = nil
    engine.opensInSystem = nil
    engine.close()
  }

  /// Called for each event, in the middle of the work; what it asks the Hub for happens after.
  public var onEvent: ((Event) -> Void)?

  /// The events as a stream, which may be read in any task.
  ///
  /// A reader who is late by more than `eventsKept` loses the oldest. Ends when the Hub is closed.
  public var events: AsyncStream<Event> {
    engine.events.stream(keeping: .bufferingNewest(Self.eventsKept))
  }

  /// How many events a stream keeps for its reader.
  public static let eventsKept = 1_024

  /// Your URL handler: returns whether it took the URL.
  ///
  /// Ask the router first, then look whether the URL is one of your own. For a link to a post it is
  /// called twice: with the link, which the router takes, and then with the Hub deep link, for which
  /// you show the Hub. Without a handler, the router is asked, and then the app's `routes`.
  public var urlHandler: ((_ url: String) -> Bool)? {
    didSet { engine.enter { engine.handlesURL = urlHandler } }
  }

  /// Opens http, https and mailto URLs instead of the system; returns whether it took the URL.
  ///
  /// For an app that shows pages itself, or asks first. What it does not take, the system's opener
  /// gets. The URL is as a post or a conversation has it: safe to hand on, not to trust.
  public var systemOpener: ((_ url: String) -> Bool)? {
    didSet { engine.enter { engine.opensInSystem = systemOpener } }
  }

  /// Opens a URL as the system would, on a later turn of the loop.
  ///
  /// Your own links go to `urlHandler`; http, https and mailto go to the system, and everything else
  /// is refused. What came of it is told as `opened`.
  public func open(_ url: String) {
    engine.enter { engine.open(url) }
  }

  /// Takes in a push payload (JSON) as the platform hands it over; it is on disk when this returns.
  ///
  /// - Throws: `badPush` when it is none of the Hub's, `storage`, or `state` once closed.
  public func push(_ payload: String) throws(HubError) {
    try engine.enter { () throws(HubError) in
      try engine.checkOpen()
      switch engine.session.receive(Array(payload.utf8), from: .app) {
      case HUB_OK: return
      case HUB_E_REFUSED:
        throw HubError(
          .badPush, "the payload is no push of the Hub's; hand it to whoever else gets pushes")
      default:
        throw HubError(.storage, "the push could not be stored; the data folder may be full")
      }
    }
  }

  // MARK: What is on screen

  /// Selects one of the app's tabs, as a tap on it does; the Hub's is shown by the view that is open.
  ///
  /// - Returns: false when there is no such tab.
  @discardableResult
  public func selectTab(_ tag: String) -> Bool {
    engine.enter {
      guard engine.isOpen, engine.session.settings.app.tabs.contains(where: { $0.tag == tag })
      else { return false }
      engine.session.send(.tabSelected(tag))
      return true
    }
  }

  /// Says that the Hub is on screen, for an app that draws it by itself.
  public func hubAppeared() {
    engine.enter { if engine.isOpen { engine.session.send(.hubShown) } }
  }

  /// Says that the Hub is no longer on screen.
  public func hubDisappeared() {
    engine.enter { if engine.isOpen { engine.session.send(.hubHidden) } }
  }

  /// Goes one step back: the topmost of alert, standalone and path entry goes.
  ///
  /// - Returns: false when there was nothing to go back from.
  @discardableResult
  public func back() -> Bool {
    engine.enter {
      guard engine.isOpen, engine.session.core.canGoBack else { return false }
      engine.session.send(.back)
      return true
    }
  }

  /// The Hub's navigation stack, topmost last.
  public var path: [PathEntry] {
    engine.enter { engine.session.core.path.map { PathEntry($0) } }
  }

  /// Whether this is the thread that made it.
  package var isOnItsThread: Bool { engine.isOnThread }

  /// Whether `step()` is at work further up.
  package var isStepping: Bool { engine.isStepping }

  // MARK: The loop

  /// Readable (`poll(2)`) whenever `step()` would do something; stays the Hub's, do not close it.
  public var fileDescriptor: Int32 { engine.loop.descriptor }

  /// Does what is to be done now, without waiting for anything.
  ///
  /// - Returns: how much was done; 0: nothing.
  @discardableResult
  public func step() -> Int {
    engine.step(waiting: false)
  }

  /// Runs the Hub's own loop until `stop()`.
  public func run() {
    isStopped = false
    while !isStopped, engine.isOpen { _ = engine.step(waiting: true) }
  }

  /// Ends `run()` after the callback that runs now.
  public func stop() {
    engine.enter { isStopped = true }
  }

  /// Ends the Hub: its view closes, its files are closed, and its streams end.
  ///
  /// What was asked for is done first. Afterwards nothing happens any more, and `handle` says false.
  public func close() {
    engine.enter {
      engine.close()
      router.forget()
    }
  }
}

@available(*, unavailable)
extension Hub: Sendable {}
