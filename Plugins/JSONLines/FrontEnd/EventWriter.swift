import HubCalendar
import HubFrontEndKit
import HubText

/// Writes events, one JSON object a line, numbered from 1.
///
/// Lines are collected and go out at `flush`, so that a reader sees whole events.
final class EventWriter {
  private let output: DescriptorOutput
  private var json = JSONWriter(capacity: DescriptorOutput.pieceBytes)
  private var time: [UInt8] = []
  private var id: [UInt8] = []

  /// The number of the last event; 0 before the first.
  private(set) var sequence = 0

  init(host: any Host) {
    output = DescriptorOutput(host: host)
  }

  /// Whether nobody reads any more.
  var isClosed: Bool { output.isClosed }

  /// Whether so much is collected that it is worth a write.
  var isFull: Bool { json.bytes.count >= DescriptorOutput.pieceBytes }

  /// Writes out what is collected.
  func flush() {
    if json.bytes.isEmpty { return }
    output.write(json.bytes)
    json.removeAll()
  }

  /// Writes one event with its own keys.
  func event(_ name: StaticString, _ keys: (EventWriter) -> Void) {
    begin(name)
    keys(self)
    end()
  }

  /// Begins an event, for what cannot be written in one go.
  func begin(_ name: StaticString) {
    sequence += 1
    json.beginObject()
    json.key("event")
    name.withUTF8Buffer { json.value(utf8: unsafe $0.span) }
    json.member("seq", sequence)
  }

  /// Ends the event.
  func end() {
    json.endObject()
    json.endLine()
  }

  // MARK: Members

  func member(_ key: StaticString, _ text: String?) { json.member(key, text) }
  func member(_ key: StaticString, _ number: Int) { json.member(key, number) }
  func member(_ key: StaticString, _ flag: Bool) { json.member(key, flag) }

  /// A member whose value is JSON text already.
  func member(_ key: StaticString, json text: String) {
    json.key(key)
    json.raw(text)
  }

  func member(_ key: StaticString, _ id: HubID) {
    self.id.removeAll(keepingCapacity: true)
    id.appendText(to: &self.id)
    let text = self.id
    json.key(key)
    json.value(utf8: text.span)
  }

  /// RFC 3339 with milliseconds and a `Z`.
  func member(_ key: StaticString, time milliseconds: Int64) {
    let civil = CivilTime(milliseconds: milliseconds)
    time.removeAll(keepingCapacity: true)
    civil.appendDate(to: &time)
    time.append(UInt8(ascii: "T"))
    civil.appendClock(to: &time)
    civil.appendSeconds(to: &time)
    time.append(UInt8(ascii: "Z"))
    let text = time
    json.key(key)
    json.value(utf8: text.span)
  }

  /// A member out of bytes that are lent; null when they are not there.
  func member(_ key: StaticString, utf8 text: UnsafeRawBufferPointer?) {
    json.key(key)
    guard let text = unsafe text else { return json.null() }
    unsafe json.value(utf8: text.bindMemory(to: UInt8.self).span)
  }

  func object(_ key: StaticString, _ keys: (EventWriter) -> Void) {
    json.beginObject(key)
    keys(self)
    json.endObject()
  }

  func list<Element>(
    _ key: StaticString, _ elements: [Element], _ element: (EventWriter, Element) -> Void
  ) {
    json.beginArray(key)
    for value in elements { element(self, value) }
    json.endArray()
  }

  func texts(_ key: StaticString, _ texts: [String]) {
    list(key, texts) { $0.json.value($1) }
  }

  func beginList(_ key: StaticString) { json.beginArray(key) }
  func endList() { json.endArray() }

  /// An object that is an element of a list.
  func element(_ keys: (EventWriter) -> Void) {
    beginElement()
    keys(self)
    endElement()
  }

  func beginElement() { json.beginObject() }
  func endElement() { json.endObject() }
}
