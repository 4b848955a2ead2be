import HubFrontEnds
import HubOptions
import HubStore
import HubSystem
import HubText

/// What went wrong with a Hub, as one sentence that says what, where and what to do.
public struct HubError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; the set can grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let word: String

    /// The app's description, or its file, says something that it must not.
    public static let invalidApp = Code(word: "invalid-app")
    /// There is no such file, front end or program.
    public static let notFound = Code(word: "not-found")
    /// Somebody else could have written the file, or could exchange it.
    public static let notTrusted = Code(word: "not-trusted")
    /// The data cannot be read or written.
    public static let storage = Code(word: "storage")
    /// The front end cannot be loaded, or cannot start here.
    public static let frontEnd = Code(word: "front-end")
    /// Another view of this process has the terminal.
    public static let terminalTaken = Code(word: "terminal-taken")
    /// The call does not go with the state: a second view, or a Hub that is closed.
    public static let state = Code(word: "state")
    /// The payload is no push of the Hub's.
    public static let badPush = Code(word: "bad-push")
    /// A call to the system failed.
    public static let system = Code(word: "system")

    /// The code as a word, the same in every version.
    public var description: String { word }
  }

  /// The kind of fault.
  public let code: Code
  /// One sentence for people, safe to show.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = SafeText.line(message)
  }

  /// The sentence.
  public var description: String { message }
}

extension HubError {
  init(_ error: CommandError) {
    let code: Code =
      switch error.code {
      case .noInput: .notFound
      case .badAppFile, .badData: .invalidApp
      case .inputOutput, .cannotCreate: .storage
      case .refused: .notTrusted
      default: .system
      }
    self.init(code, error.message)
  }

  init(_ error: FrontEndError) {
    let code: Code =
      switch error.code {
      case .notFound: .notFound
      case .notTrusted: .notTrusted
      case .system: .system
      default: .frontEnd
      }
    self.init(code, error.message)
  }

  init(_ error: StoreError) {
    self.init(.storage, error.message)
  }
}
