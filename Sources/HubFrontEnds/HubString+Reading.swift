import CHubFrontEnd

extension hub_string {
  /// The text, copied; nil if it is absent, longer than `limit` bytes, or no valid UTF-8.
  func validated(upTo limit: Int) -> String? {
    guard let data = unsafe data, unsafe length <= UInt64(limit) else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
    return unsafe String(validating: bytes, as: UTF8.self)
  }
}
