import FoundationEssentials

/// A value that the wire carries as one JSON object.
protocol WireDecodable {
  /// Reads the object; on an error the reader stands anywhere inside it.
  init(from reader: inout JSONReader) throws(WireError)
}

/// The kinds of fields that wire objects have; errors name the key.
extension JSONReader {
  mutating func text(_ key: String) throws(WireError) -> String {
    do { return try string() } catch { throw error.under(key) }
  }

  /// A text or nil for null.
  mutating func optionalText(_ key: String) throws(WireError) -> String? {
    try isNull() ? nil : text(key)
  }

  mutating func flag(_ key: String) throws(WireError) -> Bool {
    do { return try bool() } catch { throw error.under(key) }
  }

  mutating func uuid(_ key: String) throws(WireError) -> UUID {
    let id =
      if let range = plainString() {
        UUID(wire: bytes[range])
      } else {
        UUID(wire: try text(key))
      }
    guard let id else { throw .shape(key, "must be a UUID (8-4-4-4-12 hexadecimal digits)") }
    return id
  }

  mutating func optionalUUID(_ key: String) throws(WireError) -> UUID? {
    try isNull() ? nil : uuid(key)
  }

  mutating func time(_ key: String) throws(WireError) -> Timestamp {
    let time =
      if let range = plainString() {
        Timestamp(wire: bytes[range])
      } else {
        Timestamp(wire: try text(key))
      }
    guard let time else {
      throw .shape(key, "must be a date such as 2026-03-05T13:19:23.260Z")
    }
    return time
  }

  /// A time that only orders and shows something, so that the nearest one is better than none.
  ///
  /// Repairs need `mayRepairTimes` and leave `repairedTime` behind.
  mutating func activityTime(_ key: String) throws(WireError) -> Timestamp {
    let start = mark
    do { return try time(key) } catch {
      guard mayRepairTimes else { throw error }
      rewind(to: start)
      guard let range = plainString(), let (time, _) = Timestamp.nearest(wire: bytes[range])
      else { throw error }
      repairedTime = time
      return time
    }
  }

  mutating func optionalTime(_ key: String) throws(WireError) -> Timestamp? {
    try isNull() ? nil : time(key)
  }

  mutating func texts(_ key: String) throws(WireError) -> [String] {
    do {
      var result: [String] = []
      try enterArray()
      while try nextElement() {
        try Self.checkRoom(result.count)
        result.append(try text("[\(result.count)]"))
      }
      return result
    } catch { throw error.under(key) }
  }

  /// A list whose bad elements are skipped and reported and whose good ones are kept.
  ///
  /// - Throws: when the value is no list, is broken JSON, or has too many elements.
  mutating func elements<Element: WireDecodable>(
    _ key: String, path: String? = nil, skipped: inout SkipReport
  ) throws(WireError) -> [Element] {
    let path = path ?? key
    do { try enterArray() } catch { throw error.under(path) }
    var result: [Element] = []
    var index = 0
    while try nextElement() {
      do { try Self.checkRoom(index) } catch { throw error.under(path) }
      let start = mark
      repairedTime = nil
      do {
        result.append(try Element(from: &self))
        if let time = repairedTime {
          skipped.addRepair(
            SkippedElement(
              path: "\(path)[\(index)]",
              reason: "The time of day does not exist; \(time.wire) was taken."))
        }
      } catch {
        rewind(to: start)
        try skip()
        skipped.add(SkippedElement(path: "\(path)[\(index)]", error: error))
      }
      index += 1
    }
    return result
  }

  /// Refuses one more element beyond `count` when the list is as long as it may be.
  static func checkRoom(_ count: Int) throws(WireError) {
    guard count < WireLimits.maxElements else {
      throw WireError(.tooLarge, "has more than \(WireLimits.maxElements) elements")
    }
  }

  /// The value, or the error that its required key is missing.
  static func require<Value>(_ value: Value?, _ key: String) throws(WireError) -> Value {
    guard let value else { throw .missing(key) }
    return value
  }
}
