/// Where a redirect leads, and what may go along (reference 2.1); pure.
enum RedirectRule {
  /// What to do with an answer that redirects.
  enum Verdict: Hashable {
    /// Hand it to the caller as it is.
    case deliver
    case follow(HTTPRequest)
    case refuse(HTTPFailure)
  }

  /// Whether an answer asks for another request that may be made.
  ///
  /// A POST keeps its method and its body or is not followed at all: a reply that turns into a GET
  /// would be lost in silence.
  static func isFollowed(_ status: Int, _ method: HTTPRequest.Method) -> Bool {
    switch status {
    case 307, 308: true
    case 301, 302, 303: method == .get
    default: false
    }
  }

  static func verdict(
    _ request: HTTPRequest, status: Int, target: String, count: Int, limits: CurlLimits
  ) -> Verdict {
    guard isFollowed(status, request.method), let from = CurlAddress(request.url) else {
      return .deliver
    }
    guard let to = CurlAddress(target) else {
      return .refuse(HTTPFailure(.broken, "\(from.shown) redirects to what is no web address"))
    }
    guard count < limits.maxRedirects else {
      return .refuse(
        HTTPFailure(.broken, "\(from.shown) redirects more than \(limits.maxRedirects) times"))
    }
    if from.isEncrypted && !to.isEncrypted {
      return .refuse(
        HTTPFailure(.untrusted, "\(from.shown) redirects from https to http, which is refused"))
    }
    var next = request
    next.url = target
    guard from != to else { return .follow(next) }
    // A server elsewhere does not send us to the services of this machine.
    if !from.isLoopback { next.reach = .publicOnly }
    if request.method == .post {
      return .refuse(
        HTTPFailure(.untrusted, "\(from.shown) redirects what is sent to it to another host"))
    }
    next.headers.removeAll(where: \.isSecret)
    return .follow(next)
  }
}
