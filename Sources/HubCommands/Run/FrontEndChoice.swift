import HubFrontEnds
import HubModel
import HubOptions
import HubSystem

/// Which front ends are tried, in which order, and what to do when one cannot be had.
struct FrontEndChoice {
  /// One front end to try.
  struct Wish: Hashable {
    /// A name or a path.
    var nameOrPath: String
    /// Asked for on the command line: when there is no such front end, or nobody vouches for its
    /// file, nothing else is shown instead.
    var isExplicit: Bool
  }

  let wishes: [Wish]
  private let finder: FrontEndFinder
  private let console: Console
  private let isInProcess: Bool
  private let isIsolated: Bool

  /// The variable that names a front end.
  static let variable = "HUBHOST_FRONTEND"
  /// The bundled ones that are tried last, best first; the second works everywhere.
  static let onTerminal = "curses"
  static let everywhere = "plain"

  init(context: CommandContext, app: AppDescription, terminal: SessionTerminal) {
    finder = FrontEndFinder(environment: context.environment.variables)
    console = context.console
    isInProcess = context.arguments.has(.inProcess)
    isIsolated = context.arguments.has(.isolate)
    var wishes: [Wish] = []
    func add(_ name: String?, explicit: Bool) {
      guard let name, !wishes.contains(where: { $0.nameOrPath == name }) else { return }
      wishes.append(Wish(nameOrPath: name, isExplicit: explicit))
    }
    add(context.arguments.value(.frontEnd), explicit: true)
    if wishes.isEmpty {
      // The variable is the user's word too, but for whatever terminal comes.
      add(context.environment[Self.variable] ?? app.frontEnd, explicit: false)
    }
    let isFull = terminal.inputIsTerminal && terminal.outputIsTerminal
    if isFull, let kind = context.environment["TERM"], kind != "dumb" {
      add(Self.onTerminal, explicit: false)
    }
    add(Self.everywhere, explicit: false)
    self.wishes = wishes
  }

  /// Tries them, from one of them on, until one stands.
  ///
  /// - Parameters:
  ///   - turn: where to begin.
  ///   - start: loads, creates and starts a front end.
  /// - Returns: which one stands.
  /// - Throws: code 66, 69 or 77, when the one asked for is none or none starts.
  func first(
    from turn: Int,
    starting start: (FrontEndFinder.Candidate, Wish) throws(FrontEndError) -> Void
  ) throws(CommandError) -> Int {
    var last: FrontEndError?
    for turn in turn..<max(turn, wishes.count) {
      let wish = wishes[turn]
      do throws(FrontEndError) {
        try start(try finder.find(wish.nameOrPath), wish)
        return turn
      } catch {
        if wish.isExplicit, !Self.givesWay(error) {
          throw CommandError(Self.exitCode(error), error.message)
        }
        console.warning(error.message)
        last = error
      }
    }
    throw CommandError(.unavailable, last?.message ?? "no front end is left that could be shown")
  }

  /// The path of the first one to try, if it runs in a runner.
  var firstInRunner: String? {
    guard let wish = wishes.first, let candidate = try? finder.find(wish.nameOrPath),
      !runsInHost(candidate)
    else { return nil }
    return candidate.path
  }

  /// Whether a front end runs in the host, and not in a runner of its own.
  func runsInHost(_ candidate: FrontEndFinder.Candidate) -> Bool {
    isInProcess || candidate.isBundled && !isIsolated
  }

  /// Whether the next front end is shown in place of one that was asked for: that one is there and
  /// in order, but does not run here or now.
  static func givesWay(_ error: FrontEndError) -> Bool {
    [.failed, .crashed, .quarantined, .notGranted].contains(error.code)
  }

  static func exitCode(_ error: FrontEndError) -> ExitCode {
    switch error.code {
    case .notFound: .noInput
    case .notTrusted, .notGranted: .refused
    default: .unavailable
    }
  }
}
