import CCurl
import CLinux

/// One request under way, its redirects included; libcurl knows it by its address.
@safe
final class CurlTransfer {
  /// Who hears of it.
  enum Receiver {
    case whole
    case stream(opened: (HTTPAnswer) -> Void, receive: ([UInt8]) -> Void)
  }

  let number: HTTPTransfer
  let receiver: Receiver
  let then: (HTTPOutcome) -> Void
  /// The request that is made now: redirects change it.
  private(set) var request: HTTPRequest
  private(set) var redirects = 0
  /// Milliseconds of the monotonic clock when all must be done; a stream must have begun by then.
  let deadline: UInt64
  /// The same clock, when the last byte came.
  private(set) var lastByte: UInt64

  private(set) var easy: UnsafeMutableRawPointer?
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let limits: CurlLimits

  private(set) var status = 0
  private(set) var headers: [HTTPRequest.Header] = []
  private var headerBytes = 0
  private(set) var areHeadersComplete = false
  /// The body, or what a stream brought and nobody got yet.
  private(set) var body: [UInt8] = []
  private var skippedBytes = 0
  /// Why we broke it off ourselves.
  private(set) var ownFailure: HTTPFailure?
  var isOpenedTold = false
  /// Whether an address was not connected to because the request may not lead there.
  private var isAddressRefused = false

  init(
    _ number: HTTPTransfer, _ request: HTTPRequest, _ receiver: Receiver, limits: CurlLimits,
    now: UInt64, then: @escaping (HTTPOutcome) -> Void
  ) {
    self.number = number
    self.request = request
    self.receiver = receiver
    self.then = then
    self.limits = limits
    deadline = now + UInt64(clamping: request.timeoutMilliseconds)
    lastByte = now
  }

  deinit { release() }

  var isStream: Bool {
    if case .stream = receiver { true } else { false }
  }

  /// Whether the answer is a redirect that is followed, so that nobody gets its body.
  private var isPassing: Bool {
    RedirectRule.isFollowed(status, request.method) && headers.contains { $0.name == "location" }
  }

  /// Whether there is an answer that the caller is to have.
  var isAnswering: Bool { areHeadersComplete && !isPassing }

  var answer: HTTPAnswer { HTTPAnswer(status: status, headers: headers, body: body) }

  func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  /// Goes on with another request, after `release`.
  func redirect(to next: HTTPRequest) {
    request = next
    redirects += 1
    status = 0
    headers = []
    areHeadersComplete = false
    body = []
  }

  // MARK: The handle

  /// Makes libcurl's handle for the request as it is now; nil when there is no memory or the
  /// request cannot be made.
  func prepare(now: UInt64) -> UnsafeMutableRawPointer? {
    guard let handle = unsafe curl_easy_init() else { return nil }
    unsafe easy = handle
    var options = unsafe CurlOptions(handle)
    options.setProtocols()
    options.setTrust(limits)
    options.setTimes(
      limits, leftMilliseconds: deadline > now ? Int(deadline - now) : 1, isStream: isStream)
    options.set(CURLOPT_URL, request.url)
    let address = CurlAddress(request.url)
    if address?.isLoopback == true { options.set(CURLOPT_PROXY, "") }
    if request.reach == .publicOnly {
      options.setReach(self, isProxied: Proxy.isUsed(for: address))
    }
    if request.method == .post { options.setBody(request.body) }
    if let encoding = request.headers.first(where: { $0.name == "accept-encoding" }) {
      options.set(CURLOPT_ACCEPT_ENCODING, encoding.value)
    }
    // Refused before it comes, where its length is told; a redirect has a limit of its own.
    let largest = max(request.maxAnswerBytes, limits.maxRedirectBytes)
    if !isStream { options.set(CURLOPT_MAXFILESIZE_LARGE, off: largest) }
    unsafe headerList = options.setHeaders(request.headers)
    options.setReceivers(self)
    return options.isGood ? unsafe handle : nil
  }

  /// Frees libcurl's side; the handle must not be in a multi handle any more.
  func release() {
    unsafe easy.map { unsafe curl_easy_cleanup($0) }
    unsafe easy = nil
    unsafe headerList.map { unsafe curl_slist_free_all($0) }
    unsafe headerList = nil
  }

  /// Opens the socket of a connection to an address, unless the request may not lead there.
  func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    var count = 0
    let bytes = unsafe hub_curl_address(address, &count)
    let shown = unsafe UnsafeBufferPointer(start: bytes, count: count)
    guard unsafe PublicAddress.isPublic(shown), unsafe hub_is_own_address(bytes, count) == 0 else {
      isAddressRefused = true
      return hub_curl_no_socket()
    }
    return unsafe hub_curl_open(address)
  }

  // MARK: What comes

  /// Takes a line of the head; false breaks the transfer off.
  func takeHeader(_ line: [UInt8]) -> Bool {
    lastByte = MonotonicTime.milliseconds
    headerBytes += line.count
    guard headerBytes <= limits.maxHeaderBytes else {
      ownFailure = CurlFault.tooLarge(shownHost, limits.maxHeaderBytes)
      return false
    }
    // Trailers of a chunked body are nobody's.
    guard !areHeadersComplete else { return true }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      headers = []
    } else if let colon = text.firstIndex(of: ":") {
      headers.append(
        HTTPRequest.Header(
          text[..<colon].lowercased(), text[colon...].dropFirst().trimmedOfBlanks))
    } else if text.allSatisfy(\.isNewline), status >= 200 {
      areHeadersComplete = true
    }
    return true
  }

  /// Takes bytes of the body, decompressed; false breaks the transfer off.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastByte = MonotonicTime.milliseconds
    let count = bytes.count
    if isPassing {
      skippedBytes += count
      guard skippedBytes > limits.maxRedirectBytes else { return true }
      ownFailure = CurlFault.tooLarge(shownHost, limits.maxRedirectBytes)
      return false
    }
    guard body.count + count <= request.maxAnswerBytes else {
      ownFailure = CurlFault.tooLarge(shownHost, request.maxAnswerBytes)
      return false
    }
    unsafe body.append(contentsOf: bytes)
    return true
  }

  private var shownHost: String { CurlAddress(request.url)?.shown ?? "the server" }

  /// What the end of the transfer means; nil when it goes on at `next`.
  func outcome(_ code: CURLcode, target: String?) -> RedirectRule.Verdict {
    if let ownFailure { return .refuse(ownFailure) }
    guard code == CURLE_OK else {
      if isAddressRefused, code == CURLE_COULDNT_CONNECT {
        return .refuse(CurlFault.outOfReach(shownHost))
      }
      return .refuse(CurlFault.failure(code, request, limits))
    }
    guard let target, areHeadersComplete else { return .deliver }
    return RedirectRule.verdict(
      request, status: status, target: target, count: redirects, limits: limits)
  }
}

extension Substring {
  /// Without blanks and line ends around it.
  fileprivate var trimmedOfBlanks: String {
    func isBlank(_ character: Character) -> Bool {
      character.isNewline || " \t".contains(character)
    }
    var text = drop(while: isBlank)
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return String(text)
  }
}

/// The clock that no one sets.
enum MonotonicTime {
  static var milliseconds: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
