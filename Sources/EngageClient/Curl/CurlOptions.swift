import CCurl

/// Sets the options of one transfer.
@safe
struct CurlOptions {
  private let easy: UnsafeMutableRawPointer
  /// Whether libcurl took everything.
  private(set) var isGood = true

  init(_ easy: UnsafeMutableRawPointer) { unsafe self.easy = unsafe easy }

  mutating func set(_ option: CURLoption, _ value: Int) {
    check(unsafe hub_curl_set_long(easy, option, value))
  }

  mutating func set(_ option: CURLoption, _ value: String) {
    check(unsafe hub_curl_set_text(easy, option, value))
  }

  mutating func set(_ option: CURLoption, off value: Int) {
    check(unsafe hub_curl_set_off(easy, option, curl_off_t(value)))
  }

  private mutating func check(_ code: CURLcode) {
    if code != CURLE_OK { isGood = false }
  }

  /// http and https only; what else libcurl could do by itself is off.
  mutating func setProtocols() {
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    // Redirects are followed by `RedirectRule`, which knows what may go along.
    set(CURLOPT_FOLLOWLOCATION, 0)
    // What a proxy says about its tunnel is not part of the answer.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // Signals are the loop's; `CurlTransport` sees to SIGPIPE.
    set(CURLOPT_NOSIGNAL, 1)
    // Ending a transfer must not wait for a name lookup that hangs on its own thread.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_TCP_KEEPALIVE, 1)
  }

  mutating func setTrust(_ limits: CurlLimits) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let roots = limits.rootsFile { set(CURLOPT_CAINFO, roots) }
  }

  mutating func setTimes(_ limits: CurlLimits, leftMilliseconds: Int, isStream: Bool) {
    // libcurl takes no more than this, which is 24 days.
    let left = min(leftMilliseconds, Int(Int32.max))
    set(CURLOPT_CONNECTTIMEOUT_MS, min(limits.connectMilliseconds, left))
    // A stream is timed by the transport: it never ends, and may be silent between two heartbeats.
    guard !isStream else { return }
    set(CURLOPT_TIMEOUT_MS, left)
    set(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeedBytes)
    set(CURLOPT_LOW_SPEED_TIME, limits.lowSpeedSeconds)
  }

  /// Has every address looked at before it is connected to, so that no name leads past the rule.
  ///
  /// A proxy may be anywhere and looks names up itself; then everything goes through it.
  mutating func setReach(_ transfer: CurlTransfer, isProxied: Bool) {
    guard !isProxied else { return set(CURLOPT_NOPROXY, "") }
    set(CURLOPT_PROXY, "")
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    check(
      unsafe hub_curl_set_opener(
        easy,
        { context, _, address in
          guard let transfer = unsafe CurlTransfer.at(context), let address = unsafe address else {
            return hub_curl_no_socket()
          }
          return unsafe transfer.open(address)
        }, context))
  }

  mutating func setBody(_ bytes: [UInt8]) {
    set(CURLOPT_POST, 1)
    check(unsafe bytes.withUnsafeBytes { unsafe hub_curl_set_body(easy, $0.baseAddress, $0.count) })
  }

  /// Sets the fields of a request and takes back those that libcurl would add.
  ///
  /// - Returns: the list, which the caller frees after the transfer.
  mutating func setHeaders(
    _ headers: [HTTPRequest.Header]
  ) -> UnsafeMutablePointer<curl_slist>? {
    var lines = headers.filter { $0.name != "accept-encoding" }.map { header in
      header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    }
    for name in ["accept", "expect", "content-type"]
    where !headers.contains(where: { $0.name == name }) {
      lines.append("\(name):")
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard !line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }),
        let longer = unsafe curl_slist_append(list, line)
      else {
        isGood = false
        break
      }
      unsafe list = unsafe longer
    }
    check(unsafe hub_curl_set_headers(easy, list))
    return unsafe list
  }

  /// Lets a transfer have what comes; it must live as long as the handle.
  mutating func setReceivers(_ transfer: CurlTransfer) {
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    check(
      unsafe hub_curl_set_receivers(
        easy,
        { bytes, size, count, context in
          let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
          let taken = unsafe CurlTransfer.at(context)?.takeHeader([UInt8](bytes)) ?? false
          return taken ? size * count : 0
        },
        { bytes, size, count, context in
          let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
          let taken = unsafe CurlTransfer.at(context)?.takeBody(bytes) ?? false
          // Zero would be right for an empty piece, which libcurl never hands over.
          return taken ? size * count : 0
        }, context))
  }
}

extension CurlTransfer {
  /// The transfer that libcurl calls back for.
  static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    unsafe context.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }
}
