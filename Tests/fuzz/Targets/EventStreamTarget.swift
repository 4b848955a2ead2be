import EngageClient

/// A push stream, in pieces as a network makes them.
enum EventStreamTarget {
  static func run(_ bytes: [UInt8]) throws {
    var whole = SSEReader()
    let events = whole.feed(bytes)
    // The first byte says where the stream is cut.
    let size = Int(bytes.first ?? 0) % 7 + 1
    var pieces = SSEReader()
    var sameEvents: [SSEEvent] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      sameEvents += pieces.feed(bytes[start..<min(start + size, bytes.count)])
    }
    try check(sameEvents == events && pieces == whole, "pieces of \(size) give something else")
    try check(events.count <= bytes.count / 2, "there are more events than lines")
    try check(!whole.lastEventID.utf8.contains { [0, 10, 13].contains($0) }, "the id is no line")
    try check(0...SSEReader.maxRetryMilliseconds ~= whole.retryMilliseconds ?? 0, "the wait")
    for event in events {
      try check(!event.type.isEmpty, "an event has no type")
      try check(!(event.type + event.id).utf8.contains { $0 == 10 || $0 == 13 }, "a name has lines")
      try check(!event.data.utf8.contains(13), "data holds a return")
      try checkAgain(event)
    }
  }

  /// What an event says, written as a stream again, is the same event.
  private static func checkAgain(_ event: SSEEvent) throws {
    var text = "id: \(event.id)\nevent: \(event.type)\n"
    for line in event.data.split(separator: "\n", omittingEmptySubsequences: false) {
      text += "data: \(line)\n"
    }
    var reader = SSEReader()
    try check(reader.feed(Array("\(text)\n".utf8)) == [event], "an event is not itself again")
  }
}
