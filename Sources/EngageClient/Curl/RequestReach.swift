import Glibc

extension HTTPRequest.Reach {
  /// Where a URL may lead that a server named in something that it sent.
  ///
  /// A server on this machine may name anything, any other itself and public addresses.
  package init(of url: String, from endpoint: EngageEndpoint) {
    let isItself = CurlAddress(url).map { $0 == CurlAddress(endpoint.base) } ?? false
    self = isItself || EngageEndpoint.isLoopback(endpoint.host) ? .anywhere : .publicOnly
  }
}

/// Whether the environment names a proxy, as libcurl reads it.
enum Proxy {
  static func isUsed(for address: CurlAddress?) -> Bool {
    guard let address, !address.isLoopback else { return false }
    return isNamed(scheme: address.scheme) { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
  }

  /// The first variable that is set decides; an empty one means no proxy.
  static func isNamed(scheme: String, in environment: (String) -> String?) -> Bool {
    // `HTTP_PROXY` is not read: a CGI program gets it from its caller.
    let own = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    let value = (own + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(environment).first
    return value.map { !$0.isEmpty } ?? false
  }
}
