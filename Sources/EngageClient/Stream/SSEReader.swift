/// One event of a stream.
package struct SSEEvent: Hashable, Sendable {
  /// `message` unless the stream named another.
  package var type: String
  /// The lines of data, a line feed between them.
  package var data: String
  /// The last id that the stream gave, also with an earlier event; empty for none.
  package var id: String

  package init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}

/// Reads Server-Sent Events out of pieces of any size (WHATWG HTML, 9.2); pure.
///
/// What passes a limit costs its own event and nothing else: the event is left out and counted, so
/// that a stream that is resumed does not stumble over it again.
package struct SSEReader: Hashable, Sendable {
  /// Longest line in bytes; a push payload of the largest size fits.
  package static let maxLineBytes = 2 << 20
  /// Most bytes of data of one event.
  package static let maxDataBytes = 2 << 20
  /// Longest event type and longest id in bytes.
  package static let maxNameBytes = 1_024
  /// Longest wait before a new try that a stream can ask for, in milliseconds.
  package static let maxRetryMilliseconds = 600_000

  /// The id to resume behind; empty for none.
  package private(set) var lastEventID = ""
  /// How long the stream asked to wait before a new try; nil if it did not.
  package private(set) var retryMilliseconds: Int?
  /// Events that were left out because they pass a limit.
  package private(set) var skippedCount = 0

  private var line: [UInt8] = []
  /// The rest of this line is not kept.
  private var isLineTooLong = false
  /// A line feed that follows belongs to the line end before it.
  private var isAfterReturn = false
  /// Bytes of a byte order mark at the very start that were seen, or nil when that is over.
  private var markBytes: Int? = 0
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var id = ""
  private var isTooLarge = false

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A reader at the start of a stream that was resumed behind an id, if any.
  package init(lastEventID: String = "") {
    self.lastEventID = lastEventID
    id = lastEventID
  }

  /// Takes the next bytes and gives the events that they complete.
  ///
  /// What is incomplete when the stream ends was never an event.
  package mutating func feed(_ bytes: some Collection<UInt8>) -> [SSEEvent] {
    var events: [SSEEvent] = []
    var rest = bytes[...]
    while markBytes != nil, let byte = rest.first {
      rest = rest.dropFirst()
      for event in takeMark(byte) { events.append(event) }
    }
    for byte in rest { if let event = take(byte) { events.append(event) } }
    return events
  }

  /// Takes a byte that may belong to a mark; what turns out to be none is ordinary.
  private mutating func takeMark(_ byte: UInt8) -> [SSEEvent] {
    guard let seen = markBytes else { return [] }
    if byte == Self.byteOrderMark[seen] {
      markBytes = seen + 1 == Self.byteOrderMark.count ? nil : seen + 1
      return []
    }
    markBytes = nil
    return (Self.byteOrderMark.prefix(seen) + [byte]).compactMap { take($0) }
  }

  private mutating func take(_ byte: UInt8) -> SSEEvent? {
    let follows = isAfterReturn
    isAfterReturn = byte == 0x0D
    switch byte {
    case 0x0A where follows: return nil
    case 0x0A, 0x0D: return endLine()
    default:
      if line.count < Self.maxLineBytes { line.append(byte) } else { isLineTooLong = true }
      return nil
    }
  }

  private mutating func endLine() -> SSEEvent? {
    defer {
      line.removeAll(keepingCapacity: line.count <= Self.maxNameBytes)
      isLineTooLong = false
    }
    if line.isEmpty { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    // A comment; it keeps the connection alive.
    if colon == 0 { return nil }
    if isLineTooLong {
      isTooLarge = true
      return nil
    }
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == 0x20 { value = value.dropFirst() }
    takeField(line[..<(colon ?? line.endIndex)], value)
    return nil
  }

  private mutating func takeField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    switch String(decoding: name, as: UTF8.self) {
    case "data":
      let room = Self.maxDataBytes - data.count - (hasData ? 1 : 0)
      guard value.count <= room else {
        isTooLarge = true
        return
      }
      if hasData { data.append(0x0A) }
      data += value
      hasData = true
    case "event": shortText(value).map { type = $0 }
    case "id": if !value.contains(0) { shortText(value).map { id = $0 } }
    case "retry":
      guard !value.isEmpty, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return }
      let wait = Int(String(decoding: value, as: UTF8.self)) ?? .max
      retryMilliseconds = min(wait, Self.maxRetryMilliseconds)
    default: break
    }
  }

  /// The text of a type or an id; nil, and the event is too large, when it is too long.
  ///
  /// The text is what counts: what is no UTF-8 grows threefold when it is replaced.
  private mutating func shortText(_ value: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: value.prefix(Self.maxNameBytes + 1), as: UTF8.self)
    if text.utf8.count <= Self.maxNameBytes { return text }
    isTooLarge = true
    return nil
  }

  private mutating func dispatch() -> SSEEvent? {
    defer {
      type = ""
      data = []
      hasData = false
      isTooLarge = false
    }
    lastEventID = id
    let text = String(decoding: data, as: UTF8.self)
    if isTooLarge || text.utf8.count > Self.maxDataBytes {
      skippedCount += 1
      return nil
    }
    guard hasData else { return nil }
    return SSEEvent(type: type.isEmpty ? "message" : type, data: text, id: id)
  }
}
