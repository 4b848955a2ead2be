import CHubFrontEnd
import FoundationEssentials
import HubModel

@testable import HubFrontEnds

/// An agent that writes down what it is told.
final class RecordingAgent: AgentLink {
  var status = SyncStatus(.idle)
  var calls: [String] = []
  var finds: [() -> Void] = []
  var pages: [(String?) -> Void] = []
  var threads: [(String?) -> Void] = []

  func outboxChanged(in conversation: UUID) { calls.append("outbox \(conversation.short)") }
  func refresh() { calls.append("refresh") }
  func fetchOlder(of conversation: UUID) { calls.append("older \(conversation.short)") }
  func bodyWanted(of post: UUID, failed: @escaping (String?) -> Void) {
    calls.append("body \(post.short)")
    pages.append(failed)
  }
  func messagesWanted(of conversation: UUID, done: @escaping (String?) -> Void) {
    calls.append("messages \(conversation.short)")
    threads.append(done)
  }
  func conversationRead(_ conversation: UUID, upTo reply: UUID) {
    calls.append("read \(conversation.short) \(reply.short)")
  }
  func find(_ destination: HubDestination, done: @escaping () -> Void) {
    calls.append("find")
    finds.append(done)
  }
  func screens(listShown: Bool, conversation: UUID?) {
    calls.append("screens \(listShown) \(conversation?.short ?? "-")")
  }

  func take() -> [String] {
    defer { calls = [] }
    return calls
  }
}

/// A front end that writes down which methods were called.
final class RecordingFrontEnd: FrontEndMethods {
  var calls: [String] = []
  /// Code and message of each alert.
  var alerts: [[String]] = []

  func call(_ method: HostMethod, _ arguments: [ArgumentValue]) -> Int32? {
    calls.append(method.name)
    if method == .alert {
      let texts = arguments.compactMap { if case .text(let text) = $0 { text } else { nil } }
      alerts.append([texts.first ?? "", texts.last ?? ""])
    }
    return HUB_OK
  }

  func take() -> [String] {
    defer { calls = [] }
    return calls
  }
}

extension UUID {
  /// The last two digits.
  var short: String { String(uuidString.suffix(2)) }
}

/// A loop that a test turns by hand.
final class ManualLoop: SessionLoop {
  private var turns: [() -> Void] = []
  private(set) var timers: [UInt64: (milliseconds: UInt64, callback: () -> Void)] = [:]
  private var lastTimer: UInt64 = 0
  private(set) var quitReason: String?

  /// Does what waits for a later turn, and what that asks for.
  func settle() {
    while !turns.isEmpty { turns.removeFirst()() }
  }

  /// Lets the timers of that length pass.
  func pass(_ milliseconds: UInt64) {
    for (timer, about) in timers where about.milliseconds == milliseconds {
      timers[timer] = nil
      about.callback()
    }
    settle()
  }

  func later(_ work: @escaping () -> Void) { turns.append(work) }
  func watch(fd: Int32, events: UInt32, _ callback: @escaping (UInt32) -> Void) {}
  func modify(fd: Int32, events: UInt32) -> Bool { false }
  func unwatch(fd: Int32) -> Bool { false }
  func addTimer(
    milliseconds: UInt64, repeats: Bool, _ callback: @escaping () -> Void
  ) -> UInt64? {
    lastTimer += 1
    timers[lastTimer] = (milliseconds, callback)
    return lastTimer
  }
  func cancelTimer(_ timer: UInt64) -> Bool { timers.removeValue(forKey: timer) != nil }
  func onWake(_ callback: @escaping () -> Void) {}
  func wake() {}
  func quit(reason: String) { quitReason = quitReason ?? reason }
}
