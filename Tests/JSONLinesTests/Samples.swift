import HubFrontEndKit
import HubTestSupport
import JSONLinesFrontEnd
import Testing

/// The id whose last digits are a number.
func id(_ number: Int) -> HubID {
  let text = String(number)
  let padded = String(repeating: "0", count: 12 - text.utf8.count) + text
  guard let id = HubID("abcdef01-2222-4333-8444-\(padded)") else {
    preconditionFailure("\(text) is too long")
  }
  return id
}

/// 2026-03-05 13:19:00.042 UTC.
let receivedAt: Int64 = 1_772_716_740_042

/// A front end with its fake host; every line that it writes is checked against the schema.
final class Session {
  let host: FakeTextHost
  let front: JSONLinesFrontEnd
  private let schema: JSONSchema
  private var lastSequence = 0

  init() throws {
    host = FakeTextHost()
    schema = try JSONSchema.jsonLines()
    front = try JSONLinesFrontEnd(host: host)
  }

  /// A session that has started and said hello, with that many posts.
  static func started(posts: Int = 0) throws -> Session {
    let session = try Session()
    session.host.rows = (0..<posts).map { number in
      Item(
        kind: .post, id: id(number), activityAt: receivedAt - Int64(number) * 1000,
        isUnread: number % 2 == 0, sender: "Swift.org", subject: "Subject \(number)",
        preview: "Preview \(number)", url: "https://example.com/\(number)", cover: nil)
    }
    try session.front.start()
    _ = try session.lines()
    return session
  }

  /// The lines written since the last call, checked.
  func lines(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let output = host.output()
    #expect(output.isEmpty || output.hasSuffix("\n"), sourceLocation: sourceLocation)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines {
      lastSequence += 1
      let value = try JSONValue(json: String(line))
      let name = value["event"]?.text ?? ""
      // The definition of its event is what `output` comes to for it, and quicker.
      let faults = schema.faults(in: value, against: "event-\(name)")
      #expect(faults.isEmpty, "\(faults)", sourceLocation: sourceLocation)
      #expect(
        line.hasPrefix("{\"event\":\"\(name)\",\"seq\":\(lastSequence)"),
        sourceLocation: sourceLocation)
      let known = schema.definition("event-\(name)")?["properties"]?.members ?? [:]
      let unknown = Set(value.members.keys).subtracting(known.keys)
      #expect(unknown.isEmpty, sourceLocation: sourceLocation)
      #expect(
        EscapeCorpus.violation(in: Array(line.utf8)) == nil, sourceLocation: sourceLocation)
    }
    return lines.map(String.init)
  }

  /// Types one line and gives back what was written for it, without `seq`.
  func command(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    host.type((line + "\n").utf8)
    host.turn()
    return try lines(sourceLocation: sourceLocation).map(withoutSequence)
  }

  /// Types one line, expects one line of output, and gives it back as a value.
  func result(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let lines = try command(line, sourceLocation: sourceLocation)
    #expect(lines.count == 1, sourceLocation: sourceLocation)
    let value = try JSONValue(json: #require(lines.last))
    #expect(value["event"] == .string("result"), sourceLocation: sourceLocation)
    return value
  }
}

/// A line without its `"seq":7,`.
func withoutSequence(_ line: String) -> String {
  guard let range = line.firstRange(of: "\"seq\":") else { return line }
  let rest = line[range.upperBound...].drop { $0.isNumber }
  return String(line[..<range.lowerBound] + (rest.first == "," ? rest.dropFirst() : rest))
}

/// Numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
