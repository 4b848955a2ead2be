/// The bytes of one message between a host and its runner; numbers are little-endian.
struct WireWriter {
  /// Says in the place of a length that there is no text.
  static let absent = UInt32.max
  /// Records begin at a multiple of this, so that they can be used where they lie.
  static let alignment = 8

  private(set) var bytes: [UInt8] = []

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// A text with its length; nil is an absent one.
  mutating func text(_ value: String?) {
    guard var value else { return number(Self.absent) }
    value.withUTF8 { utf8 in
      number(UInt32(clamping: utf8.count))
      unsafe bytes.append(contentsOf: utf8)
    }
  }

  /// Bytes with their length; nil are absent ones.
  mutating func data(_ value: [UInt8]?) {
    guard let value else { return number(Self.absent) }
    number(UInt32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  /// Bytes as they are, without a length.
  mutating func raw(_ value: UnsafeRawBufferPointer) {
    unsafe bytes.append(contentsOf: value)
  }

  /// Fills up to the next place where a record may begin.
  mutating func align() {
    while bytes.count % Self.alignment != 0 { bytes.append(0) }
  }

  /// Writes a number over one that was written before.
  mutating func replace(at offset: Int, with value: UInt64) {
    for index in 0..<8 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))
    }
  }

  /// Writes a small number over one that was written before.
  mutating func replace(at offset: Int, with value: UInt32) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
    }
  }
}
