import CHubFrontEnd

/// A message in memory of its own, whose records are used where they lie.
@safe
final class RecordBlock {
  private let memory: UnsafeMutableRawBufferPointer
  private var offset: Int

  /// Takes over a message, and goes on where its reader stands.
  init(_ reader: WireReader) {
    let bytes = reader.all
    // One more byte, so that an empty text at the end points into the block too.
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bytes.count + 1, alignment: 16)
    unsafe memory.copyBytes(from: bytes)
    unsafe memory[bytes.count] = 0
    offset = reader.offset
  }

  deinit { unsafe memory.deallocate() }

  private var end: Int { unsafe memory.count - 1 }

  /// How far it was read.
  var position: Int { offset }

  /// The next record, with its pointers set; valid as long as this block.
  ///
  /// - Throws: when it does not lie within the message.
  func record(_ shape: RecordShape) throws(WireFault) -> UnsafeMutableRawPointer {
    let record = unsafe try take(shape.size)
    for place in shape.texts { unsafe try text(at: record + place) }
    guard let list = shape.list else { return unsafe record }
    let count = unsafe Int(record.load(fromByteOffset: list.count, as: UInt32.self))
    guard unsafe record.load(fromByteOffset: list.pointer, as: UInt64.self) != 0 else {
      unsafe record.storeBytes(of: 0, toByteOffset: list.count, as: UInt32.self)
      return unsafe record
    }
    guard count <= end / list.stride else { throw WireFault("it ends within a list") }
    let elements = unsafe try take(count * list.stride)
    unsafe record.storeBytes(
      of: UInt64(UInt(bitPattern: elements)), toByteOffset: list.pointer, as: UInt64.self)
    if list.isTexts {
      for index in 0..<count { unsafe try text(at: elements + index * list.stride) }
    }
    return unsafe record
  }

  private func take(_ size: Int) throws(WireFault) -> UnsafeMutableRawPointer {
    let start =
      (offset + WireWriter.alignment - 1) / WireWriter.alignment * WireWriter.alignment
    guard let base = unsafe memory.baseAddress, size >= 0, start <= end, size <= end - start else {
      throw WireFault("it ends within a record")
    }
    offset = start + size
    return unsafe base + start
  }

  private func text(at place: UnsafeMutableRawPointer) throws(WireFault) {
    let isThere = unsafe place.load(as: UInt64.self) != 0
    let length = unsafe place.load(fromByteOffset: 8, as: UInt64.self)
    guard isThere else {
      unsafe place.storeBytes(of: 0, as: UInt64.self)
      unsafe place.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
      return
    }
    guard let base = unsafe memory.baseAddress, length <= UInt64(end - offset) else {
      throw WireFault("it ends within a text")
    }
    unsafe place.storeBytes(of: UInt64(UInt(bitPattern: base + offset)), as: UInt64.self)
    offset += Int(length)
  }
}
