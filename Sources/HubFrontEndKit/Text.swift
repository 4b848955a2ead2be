import CHubFrontEnd

extension hub_string {
  /// A copy as a Swift string; nil: absent.
  var text: String? {
    guard let data = unsafe data else { return nil }
    return unsafe data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
      unsafe String(
        decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    }
  }

  /// The bytes, lent as long as the string is; empty when absent.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length))
  }
}

/// A copy of a text argument; nil: absent.
func copiedText(_ data: UnsafePointer<CChar>?, _ length: UInt64) -> String? {
  unsafe hub_string(data: data, length: length).text
}

extension String {
  /// Lends the UTF-8 bytes as an ABI string for the length of the call.
  func withHubString<Result>(_ body: (hub_string) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { bytes in
      // An empty text is not an absent one: its pointer must not be NULL.
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1) { spare in
        unsafe spare[0] = 0
        let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        let fallback = unsafe UnsafePointer(spare.baseAddress)
        return unsafe body(hub_string(data: start ?? fallback, length: UInt64(bytes.count)))
      }
    }
  }
}

extension Optional where Wrapped == String {
  /// Lends the text, or an absent one, for the length of the call.
  func withHubString<Result>(_ body: (hub_string) -> Result) -> Result {
    guard let self else { return unsafe body(hub_string(data: nil, length: 0)) }
    return unsafe self.withHubString(body)
  }
}
