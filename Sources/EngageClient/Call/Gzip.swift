import CZlib

/// Compression of what is uploaded (RFC 1952).
package enum Gzip {
  /// The bytes as one gzip member.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let capacity = Int(hub_gzip_bound(UInt(bytes.count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      // The bound holds for the whole input, so this cannot fall short.
      count = unsafe bytes.withUnsafeBufferPointer { input in
        unsafe Int(
          hub_gzip(input.baseAddress, UInt(input.count), output.baseAddress, UInt(capacity)))
      }
    }
  }
}
