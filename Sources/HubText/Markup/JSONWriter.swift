/// Writes one JSON value after the other into bytes, with keys in the order they are given.
///
/// It puts the commas; that every `begin` has its `end` and that keys stand in objects only is the caller's part.
package struct JSONWriter: Sendable {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []

  private var needsComma = false

  /// Makes a writer with room for that many bytes.
  package init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// What has been written so far, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Begins an object; as a member when a key is given.
  package mutating func beginObject(_ key: StaticString? = nil) {
    open(UInt8(ascii: "{"), key)
  }

  /// Ends the innermost object.
  package mutating func endObject() {
    close(UInt8(ascii: "}"))
  }

  /// Begins an array; as a member when a key is given.
  package mutating func beginArray(_ key: StaticString? = nil) {
    open(UInt8(ascii: "["), key)
  }

  /// Ends the innermost array.
  package mutating func endArray() {
    close(UInt8(ascii: "]"))
  }

  /// Writes a key that is known when compiling and needs no escape.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that comes from data.
  package mutating func key(data name: String) {
    separate()
    JSONText.append(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string, or null.
  package mutating func value(_ text: String?) {
    guard let text else { return null() }
    separate()
    JSONText.append(text, to: &bytes)
  }

  /// Writes a string given as valid UTF-8.
  package mutating func value(utf8: Span<UInt8>) {
    separate()
    JSONText.append(utf8, to: &bytes)
  }

  /// Writes an integer.
  package mutating func value(_ number: Int) {
    raw(String(number))
  }

  /// Writes a number; null when it is not finite.
  package mutating func value(_ number: Double) {
    guard number.isFinite else { return null() }
    raw(number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)")
  }

  /// Writes true or false.
  package mutating func value(_ flag: Bool) {
    raw(flag ? "true" : "false")
  }

  /// Writes null.
  package mutating func null() {
    raw("null")
  }

  /// Writes text that is a complete JSON value already.
  package mutating func raw(_ json: String) {
    separate()
    bytes += json.utf8
  }

  /// Writes a member with a string, or null.
  package mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    value(text)
  }

  /// Writes a member with an integer.
  package mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }

  /// Writes a member that is true or false.
  package mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// Ends the line after a complete value, so that the next one begins on its own.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Forgets what was written and keeps the room.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8, _ name: StaticString?) {
    if let name { key(name) }
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }
}
