import CHubFrontEnd

/// Where a record of the ABI header has its texts and lists, so that one walk carries them all.
struct RecordShape: Sendable {
  /// A pointer in a record, with the member that says how many it leads to.
  struct List: Sendable {
    let pointer: Int
    /// Offset of a 32-bit count.
    let count: Int
    /// Bytes of one.
    let stride: Int
    /// The elements are texts themselves.
    let isTexts: Bool
  }

  /// Bytes of the record.
  let size: Int
  /// Offsets of its texts.
  let texts: [Int]
  var list: List?

  static let item = RecordShape(
    size: unsafe MemoryLayout<hub_item>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_item>.offset(of: \.sender), MemoryLayout<hub_item>.offset(of: \.subject),
      MemoryLayout<hub_item>.offset(of: \.preview), MemoryLayout<hub_item>.offset(of: \.url),
      MemoryLayout<hub_item>.offset(of: \.cover),
    ]))
  static let query = RecordShape(
    size: unsafe MemoryLayout<hub_query>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_query>.offset(of: \.search),
      MemoryLayout<hub_query>.offset(of: \.subscription),
    ]))
  static let appInfo = RecordShape(
    size: unsafe MemoryLayout<hub_app_info>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_app_info>.offset(of: \.id), MemoryLayout<hub_app_info>.offset(of: \.name),
      MemoryLayout<hub_app_info>.offset(of: \.deep_link),
    ]))
  static let tab = RecordShape(
    size: unsafe MemoryLayout<hub_tab>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_tab>.offset(of: \.tag), MemoryLayout<hub_tab>.offset(of: \.title),
    ]))
  static let counts = RecordShape(size: MemoryLayout<hub_counts>.size, texts: [])
  static let terminal = RecordShape(size: MemoryLayout<hub_terminal_info>.size, texts: [])
  static let line = RecordShape(
    size: unsafe MemoryLayout<hub_line>.size,
    texts: unsafe offsets([MemoryLayout<hub_line>.offset(of: \.text)]),
    list: List(
      pointer: unsafe MemoryLayout<hub_line>.offset(of: \.spans) ?? 0,
      count: unsafe MemoryLayout<hub_line>.offset(of: \.span_count) ?? 0,
      stride: MemoryLayout<hub_span>.stride, isTexts: false))
  static let link = RecordShape(
    size: unsafe MemoryLayout<hub_link>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_link>.offset(of: \.url), MemoryLayout<hub_link>.offset(of: \.text),
    ]))
  static let pathEntry = RecordShape(
    size: unsafe MemoryLayout<hub_path_entry>.size,
    texts: unsafe offsets([MemoryLayout<hub_path_entry>.offset(of: \.id)]))
  static let reply = RecordShape(
    size: unsafe MemoryLayout<hub_reply>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_reply>.offset(of: \.sender), MemoryLayout<hub_reply>.offset(of: \.text),
      MemoryLayout<hub_reply>.offset(of: \.sender_id),
    ]),
    list: List(
      pointer: unsafe MemoryLayout<hub_reply>.offset(of: \.images) ?? 0,
      count: unsafe MemoryLayout<hub_reply>.offset(of: \.image_count) ?? 0,
      stride: unsafe MemoryLayout<hub_string>.stride, isTexts: true))

  static let actionInfo = RecordShape(
    size: unsafe MemoryLayout<hub_action_info>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_action_info>.offset(of: \.name),
      MemoryLayout<hub_action_info>.offset(of: \.help),
      MemoryLayout<hub_action_info>.offset(of: \.usage),
    ]))
  static let actionKey = RecordShape(
    size: unsafe MemoryLayout<hub_action_key>.size,
    texts: unsafe offsets([
      MemoryLayout<hub_action_key>.offset(of: \.key),
      MemoryLayout<hub_action_key>.offset(of: \.line),
      MemoryLayout<hub_action_key>.offset(of: \.help),
    ]))

  static let textLink = RecordShape(
    size: unsafe MemoryLayout<hub_text_link>.size,
    texts: unsafe offsets([MemoryLayout<hub_text_link>.offset(of: \.url)]))
  /// A text that is a record by itself.
  static let string = RecordShape(size: unsafe MemoryLayout<hub_string>.size, texts: [0])
  static let syncInfo = RecordShape(
    size: unsafe MemoryLayout<hub_sync_info>.size,
    texts: unsafe offsets([MemoryLayout<hub_sync_info>.offset(of: \.reason)]))

  private static func offsets(_ found: [Int?]) -> [Int] { found.compactMap { $0 } }
}

extension WireWriter {
  /// A record with all that it lends; pointers go over as 0 (NULL) or 1, never as addresses.
  mutating func record(_ record: UnsafeRawPointer, _ shape: RecordShape) {
    align()
    let start = bytes.count
    unsafe raw(UnsafeRawBufferPointer(start: record, count: shape.size))
    for offset in shape.texts { unsafe lent(record + offset, writtenAt: start + offset) }
    guard let list = shape.list else { return }
    let count = unsafe Int(record.loadUnaligned(fromByteOffset: list.count, as: UInt32.self))
    let elements = unsafe record.loadUnaligned(
      fromByteOffset: list.pointer, as: UnsafeRawPointer?.self)
    guard count > 0, let elements = unsafe elements else {
      replace(at: start + list.pointer, with: UInt64(0))
      return replace(at: start + list.count, with: UInt32(0))
    }
    replace(at: start + list.pointer, with: UInt64(1))
    align()
    let first = bytes.count
    unsafe raw(UnsafeRawBufferPointer(start: elements, count: count * list.stride))
    guard list.isTexts else { return }
    for index in 0..<count {
      unsafe lent(elements + index * list.stride, writtenAt: first + index * list.stride)
    }
  }

  /// The bytes of a text of a record, behind it.
  private mutating func lent(_ place: UnsafeRawPointer, writtenAt offset: Int) {
    let text = unsafe place.loadUnaligned(as: hub_string.self)
    guard let data = unsafe text.data else {
      replace(at: offset, with: UInt64(0))
      return replace(at: offset + 8, with: UInt64(0))
    }
    replace(at: offset, with: UInt64(1))
    unsafe raw(UnsafeRawBufferPointer(start: data, count: Int(text.length)))
  }
}
