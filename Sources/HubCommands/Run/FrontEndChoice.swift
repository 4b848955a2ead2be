import HubFrontEnds
import HubModel
import HubOptions

/// Which front ends are tried, in which order, and what to do when one cannot be had.
struct FrontEndChoice {
  /// One front end to try.
  struct Wish: Hashable {
    /// A name or a path.
    var nameOrPath: String
    /// Asked for on the command line: when it cannot be loaded, nothing else is shown instead.
    var isExplicit: Bool
  }

  let wishes: [Wish]
  private let finder: FrontEndFinder
  private let console: Console

  /// The variable that names a front end.
  static let variable = "HUBHOST_FRONTEND"
  /// The bundled ones that are tried last, best first; the second works everywhere.
  static let onTerminal = "curses"
  static let everywhere = "plain"

  init(context: CommandContext, app: AppDescription, terminal: SessionTerminal) {
    finder = FrontEndFinder(environment: context.environment.variables)
    console = context.console
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

  /// Tries them until one starts.
  ///
  /// - Parameter start: creates and starts a loaded front end.
  /// - Returns: the one that started.
  /// - Throws: code 66, 69 or 77, when the one asked for cannot be loaded or none starts.
  func first(
    starting start: (LoadedFrontEnd) throws(FrontEndError) -> Void
  ) throws(CommandError) -> LoadedFrontEnd {
    var last: FrontEndError?
    for wish in wishes {
      let loaded: LoadedFrontEnd
      do throws(FrontEndError) {
        loaded = try FrontEndLoader.load(path: try finder.find(wish.nameOrPath).path)
      } catch {
        if wish.isExplicit { throw CommandError(Self.exitCode(error), error.message) }
        console.warning(error.message)
        last = error
        continue
      }
      do throws(FrontEndError) {
        try start(loaded)
        return loaded
      } catch {
        console.warning(error.message)
        last = error
      }
    }
    throw CommandError(.unavailable, last?.message ?? "no front end can be started here")
  }

  static func exitCode(_ error: FrontEndError) -> ExitCode {
    switch error.code {
    case .notFound: .noInput
    case .notTrusted: .refused
    default: .unavailable
    }
  }
}
