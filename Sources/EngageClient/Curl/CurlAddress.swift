import CCurl

/// A URL as libcurl itself reads it, so that nobody disagrees about whose host it is.
struct CurlAddress: Hashable {
  /// `http` or `https`.
  let scheme: String
  let host: String
  let port: String

  /// Nil for anything but http and https.
  init?(_ url: String) {
    guard let parts = unsafe curl_url() else { return nil }
    defer { unsafe curl_url_cleanup(parts) }
    func part(_ which: CURLUPart, _ flags: Int32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard unsafe curl_url_get(parts, which, &text, UInt32(flags)) == CURLUE_OK,
        let found = unsafe text
      else { return nil }
      defer { unsafe curl_free(found) }
      return unsafe String(cString: found)
    }
    guard unsafe curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
      let scheme = part(CURLUPART_SCHEME)?.lowercased(), scheme == "http" || scheme == "https",
      let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty,
      let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT)
    else { return nil }
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  var isEncrypted: Bool { scheme == "https" }
  var isLoopback: Bool { EngageEndpoint.isLoopback(host) }

  /// The host for messages, as safe text.
  var shown: String {
    let isPlain = host.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    let name = isPlain && host.utf8.count <= 253 ? host : "the server"
    return ["80", "443"].contains(port) ? name : "\(name):\(port)"
  }
}
