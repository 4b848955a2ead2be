/// A reader of outside bytes, together with what must hold for every input.
enum FuzzTarget: String, CaseIterable {
  case deepLink = "deep-link"
  case pushPayload = "push-payload"
  case wirePage = "wire-page"
  case appFile = "app-file"
  case jsonlInput = "jsonl-input"
  case html
  case signature
  case safeText = "safe-text"
  case controlSocket = "control-socket"
  case agentLine = "agent-line"
  case eventStream = "event-stream"

  /// Reads the bytes as the host would.
  ///
  /// - Throws: `Violation` when something does not hold that must.
  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .deepLink: try DeepLinkTarget.run(bytes)
    case .pushPayload: try PushPayloadTarget.run(bytes)
    case .wirePage: try WirePageTarget.run(bytes)
    case .appFile: try AppFileTarget.run(bytes)
    case .jsonlInput: try JSONLinesInputTarget.run(bytes)
    case .html: try HTMLTarget.run(bytes)
    case .signature: try SignatureTarget.run(bytes)
    case .safeText: try SafeTextTarget.run(bytes)
    case .controlSocket: try ControlSocketTarget.run(bytes)
    case .agentLine: try AgentLineTarget.run(bytes)
    case .eventStream: try EventStreamTarget.run(bytes)
    }
  }
}

/// What does not hold for an input, as a sentence.
struct Violation: Error, Hashable, CustomStringConvertible {
  let description: String
}

/// Throws when something does not hold.
func check(_ holds: Bool, _ fault: @autoclosure () -> String) throws(Violation) {
  if !holds { throw Violation(description: fault()) }
}
