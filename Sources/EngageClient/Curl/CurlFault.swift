import CCurl

/// What libcurl reports, in our words.
enum CurlFault {
  static func failure(
    _ code: CURLcode, _ request: HTTPRequest, _ limits: CurlLimits
  ) -> HTTPFailure {
    let host = CurlAddress(request.url)?.shown ?? "the server"
    let detail = detail(code)
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
      CURLE_INTERFACE_FAILED, CURLE_PROXY:
      return HTTPFailure(.unreachable, "\(host) cannot be reached (\(detail))")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      return HTTPFailure(.untrusted, "no encrypted connection to \(host) (\(detail))")
    case CURLE_OPERATION_TIMEDOUT:
      return HTTPFailure(.timedOut, "\(host) did not answer in time")
    case CURLE_FILESIZE_EXCEEDED: return tooLarge(host, request.maxAnswerBytes)
    // So libcurl says that a line of the head is longer than it takes; true want of memory ends us.
    case CURLE_OUT_OF_MEMORY:
      return HTTPFailure(.tooLarge, "the head of the answer of \(host) has a line that is too long")
    // Of what begins like no HTTP, libcurl thinks that it is HTTP/0.9, which it is not to speak.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return HTTPFailure(.broken, "the answer of \(host) is no HTTP")
    case CURLE_BAD_CONTENT_ENCODING:
      return HTTPFailure(.broken, "the answer of \(host) cannot be decompressed")
    default: return HTTPFailure(.broken, "\(host) broke off its answer (\(detail))")
    }
  }

  static func tooLarge(_ host: String, _ limit: Int) -> HTTPFailure {
    HTTPFailure(.tooLarge, "the answer of \(host) is larger than \(limit) bytes")
  }

  static func outOfReach(_ host: String) -> HTTPFailure {
    HTTPFailure(
      .untrusted,
      "\(host) is this machine or in its network, where a server elsewhere may not lead")
  }

  /// The library's own words for a code, which hold nothing from outside.
  private static func detail(_ code: CURLcode) -> String {
    guard let text = unsafe curl_easy_strerror(code) else {
      return "libcurl's error \(code.rawValue)"
    }
    return unsafe String(cString: text)
  }
}
