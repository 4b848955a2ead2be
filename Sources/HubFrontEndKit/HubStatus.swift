import CHubFrontEnd

/// What a call to the host came to, as the ABI's `hub_status`.
public struct HubStatus: Hashable, Sendable, CustomStringConvertible {
  /// The number that crosses the ABI: 0 good, positive good with a remark, negative bad.
  public let code: Int32

  /// A status by its number.
  public init(code: Int32) {
    self.code = code
  }

  /// Done.
  public static let ok = HubStatus(code: HUB_OK)
  /// An argument is out of its range.
  public static let argument = HubStatus(code: HUB_E_ARGUMENT)
  /// Not now: the order of calls forbids it.
  public static let state = HubStatus(code: HUB_E_STATE)
  /// No such thing.
  public static let notFound = HubStatus(code: HUB_E_NOT_FOUND)
  /// Not in this host, or not at this time.
  public static let unavailable = HubStatus(code: HUB_E_UNAVAILABLE)
  /// Tried and failed.
  public static let failed = HubStatus(code: HUB_E_FAILED)
  /// Against a rule.
  public static let refused = HubStatus(code: HUB_E_REFUSED)

  /// Whether the call did what was asked.
  public var isGood: Bool { code >= 0 }

  /// A stable word for the status, as JSON lines show it.
  public var description: String {
    switch code {
    case HUB_OK: "ok"
    case HUB_PENDING: "pending"
    case HUB_E_ARGUMENT: "argument"
    case HUB_E_STATE: "state"
    case HUB_E_NOT_FOUND: "not-found"
    case HUB_E_UNAVAILABLE: "unavailable"
    case HUB_E_THREAD: "thread"
    case HUB_E_REFUSED: "refused"
    default: "failed"
    }
  }
}

/// Why a front end cannot start: one sentence for the user.
public struct FrontEndError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  public let description: String

  /// An error with its sentence.
  public init(_ description: String) {
    self.description = description
  }
}
