import CHub

/// Structs that begin with their size, as the program has it.
enum Sized {
  /// A copy of what a program filled; what it does not have is 0.
  ///
  /// Nil when the size is none.
  @unsafe
  static func read<Value>(_ given: UnsafePointer<Value>, empty: Value) -> Value? {
    var value = empty
    let size = unsafe size(of: given)
    guard size >= MemoryLayout<UInt32>.size else { return nil }
    unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe bytes.copyMemory(
        from: UnsafeRawBufferPointer(start: given, count: min(size, bytes.count)))
    }
    return value
  }

  /// Fills what a program has of a struct, all but its size.
  ///
  /// - Returns: false when the size is none.
  @unsafe
  static func write<Value>(_ value: Value, to place: UnsafeMutablePointer<Value>) -> Bool {
    let size = unsafe size(of: UnsafePointer(place))
    let head = MemoryLayout<UInt32>.size
    guard size >= head else { return false }
    unsafe withUnsafeBytes(of: value) { bytes in
      let count = min(size, bytes.count) - head
      unsafe UnsafeMutableRawPointer(place).advanced(by: head).copyMemory(
        from: bytes.baseAddress.unsafelyUnwrapped.advanced(by: head), byteCount: count)
    }
    return true
  }

  @unsafe
  private static func size<Value>(of place: UnsafePointer<Value>) -> Int {
    unsafe Int(UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
  }
}

extension String {
  /// A copy of a text of the program's; nil when absent.
  init?(_ text: hub_string) {
    guard let data = unsafe text.data else { return nil }
    unsafe self.init(data, text.length)
  }

  /// A copy of a text of the program's; what is no UTF-8 is replaced.
  @unsafe
  init(_ data: UnsafePointer<CChar>, _ length: UInt64) {
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(clamping: length))
    unsafe self.init(decoding: bytes, as: UTF8.self)
  }
}

/// Texts that are lent to the program until the next ones are.
@safe
final class Lent {
  private var blocks: [UnsafeMutablePointer<CChar>] = unsafe []

  deinit { clear() }

  func keep(_ text: String?) -> hub_string {
    guard let text else { return unsafe hub_string(data: nil, length: 0) }
    let bytes = Array(text.utf8)
    let block = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { unsafe block[index] = CChar(bitPattern: byte) }
    unsafe block[bytes.count] = 0
    unsafe blocks.append(block)
    return unsafe hub_string(data: block, length: UInt64(bytes.count))
  }

  func clear() {
    while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
  }
}
