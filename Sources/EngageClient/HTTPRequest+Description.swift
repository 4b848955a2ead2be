/// A request as text, for traces and failed tests: the secrets are left out.
extension HTTPRequest: CustomStringConvertible {
  package var description: String {
    "\(method.rawValue) \(url) \(headers) (\(body.count) bytes)"
  }
}

extension HTTPRequest.Header: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The fields that prove who we are; they never leave the host that they were meant for.
  private static let secretNames: Set<String> = [
    "x-rover-account-token", "authorization", "proxy-authorization", "cookie",
  ]

  /// Whether the field proves who we are.
  package var isSecret: Bool { Self.secretNames.contains(name) }

  package var description: String { "\(name): \(isSecret ? Secret.placeholder : value)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}
