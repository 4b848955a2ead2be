/// Why a message cannot be read: a clause for the end of a sentence.
struct WireFault: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Takes a message apart; every length is checked, since the other side may be broken.
struct WireReader {
  private let bytes: [UInt8]
  /// Where the next value begins.
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(WireFault) -> Number {
    let size = Number.bitWidth / 8
    guard bytes.count - offset >= size else { throw WireFault("it ends within a number") }
    var value: Number = 0
    for index in 0..<size {
      value |= Number(truncatingIfNeeded: bytes[offset + index]) << (8 * index)
    }
    offset += size
    return value
  }

  /// Bytes with their length in front; nil when absent.
  mutating func data() throws(WireFault) -> [UInt8]? {
    let length = try number(UInt32.self)
    if length == WireWriter.absent { return nil }
    guard bytes.count - offset >= Int(length) else { throw WireFault("it ends within a text") }
    defer { offset += Int(length) }
    return Array(bytes[offset..<offset + Int(length)])
  }

  /// A text; nil when absent.
  ///
  /// What is no UTF-8 in it is replaced.
  mutating func text() throws(WireFault) -> String? {
    try data().map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is left, from the next value on.
  var rest: [UInt8] { Array(bytes[offset...]) }

  /// All bytes, also those that were read.
  var all: [UInt8] { bytes }

  /// Goes on behind a record that was read elsewhere.
  mutating func skip(to offset: Int) { self.offset = min(max(offset, self.offset), bytes.count) }
}
