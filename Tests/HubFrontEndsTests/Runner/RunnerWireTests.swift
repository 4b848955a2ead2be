import CHubFrontEnd
import CLinux
import FoundationEssentials
import Glibc
import HubModel
import HubTestSupport
import Testing

@testable import HubFrontEnds

struct RunnerWireTests {
  private static let post = PostRecord(
    id: UUID(), isUnread: true, receivedAt: -5, subject: "", preview: "ü\u{0}", sender: nil,
    url: "https://a", cover: nil)
  private static let conversation = ConversationRecord(
    id: UUID(), isUnread: false, activityAt: .max, subject: nil, preview: "p", sender: "s",
    participants: ["", "Ana"])

  /// Values for a signature, those that may be absent given or not.
  private static func values(_ signature: Signature, absent: Bool) -> [ArgumentValue] {
    signature.elements.map { element in
      if absent, element.isNullable || element.isOptional { return .standard(element.letter) }
      return switch element.letter {
      case .text: .text("a\n\u{1F600}")
      case .bytes: .bytes([0, 255])
      case .integer: .integer(.min)
      case .unsigned: .unsigned(.max)
      case .double: .double(-0.5)
      case .bool: .bool(true)
      case .fileDescriptor: .fileDescriptor(3)
      case .handle: .handle(9)
      case .post: .post(post)
      case .conversation: .conversation(conversation)
      }
    }
  }

  private static let signatures =
    HostMethod.allCases.map(\.signature)
    + [try? Signature(parsing: "syiudboP|?C")].compactMap { $0 }

  private func bytes(_ signature: Signature, _ values: [ArgumentValue]) -> [UInt8] {
    var sink = WireSink()
    ArgumentWalk.run(host: signature, plugin: signature, values, into: &sink)
    return sink.writer.bytes
  }

  @Test(arguments: signatures, [true, false])
  func `the arguments of every method arrive as they were sent`(
    signature: Signature, absent: Bool
  ) throws {
    let values = Self.values(signature, absent: absent)
    var reader = WireReader(bytes(signature, values))
    #expect(try reader.arguments(signature) == values)
    #expect(reader.isAtEnd)
  }

  @Test(arguments: signatures)
  func `cut off anywhere, arguments are a fault and nothing else`(signature: Signature) {
    let whole = bytes(signature, Self.values(signature, absent: false))
    for length in whole.indices {
      var reader = WireReader(Array(whole.prefix(length)))
      #expect(throws: WireFault.self) { try reader.arguments(signature) }
    }
  }

  @Test
  func `what must be there and is not is a fault`() throws {
    let signature = try Signature(parsing: "s")
    var writer = WireWriter()
    writer.text(nil)
    var reader = WireReader(writer.bytes)
    #expect(throws: WireFault("an argument is missing")) { try reader.arguments(signature) }
  }

  /// A reply with two images, as the widest record there is.
  private func withReply(_ body: (UnsafePointer<hub_reply>) throws -> Void) rethrows {
    let arena = TextArena()
    let images = [arena.keep("one"), arena.keep("")]
    try images.withUnsafeBufferPointer { images in
      var reply = hub_reply()
      reply.size = UInt32(MemoryLayout<hub_reply>.size)
      reply.created_at = 77
      reply.image_count = 2
      reply.sender = arena.keep(nil)
      reply.text = arena.keep("text")
      reply.images = images.baseAddress
      try body(&reply)
    }
    withExtendedLifetime(arena) {}
  }

  private func text(_ string: hub_string) -> String? {
    string.data == nil ? nil : string.validated(upTo: 1_000)
  }

  @Test
  func `a record arrives with all that it lends, and without addresses`() throws {
    var writer = WireWriter()
    writer.number(UInt8(1))
    withReply { reply in
      writer.record(UnsafeRawPointer(reply), .reply)
      writer.record(UnsafeRawPointer(reply), .reply)
      let address = withUnsafeBytes(of: UInt(bitPattern: reply.pointee.images)) { Array($0) }
      #expect(writer.bytes.firstRange(of: address) == nil)
    }
    var reader = WireReader(writer.bytes)
    _ = try reader.number(UInt8.self)
    let block = RecordBlock(reader)
    for _ in 0..<2 {
      let reply = try block.record(.reply).assumingMemoryBound(to: hub_reply.self).pointee
      #expect(reply.created_at == 77 && reply.image_count == 2)
      #expect(text(reply.sender) == nil && text(reply.text) == "text")
      let images = try #require(reply.images)
      #expect(text(images[0]) == "one" && text(images[1]) == "")
    }
    #expect(throws: WireFault.self) { try block.record(.reply) }
  }

  @Test
  func `a record that is cut off or claims too much is a fault`() throws {
    var writer = WireWriter()
    withReply { writer.record(UnsafeRawPointer($0), .reply) }
    for length in writer.bytes.indices {
      let block = RecordBlock(WireReader(Array(writer.bytes.prefix(length))))
      #expect(throws: WireFault.self) { try block.record(.reply) }
    }
    // Every 8 bytes in turn say that they are very long: nothing is read outside.
    for offset in stride(from: 0, to: writer.bytes.count - 8, by: 8) {
      for value in [UInt64.max, UInt64(Int64.max), UInt64(writer.bytes.count)] {
        var changed = writer
        changed.replace(at: offset, with: value)
        let block = RecordBlock(WireReader(changed.bytes))
        guard let record = try? block.record(.reply) else { continue }
        let reply = record.assumingMemoryBound(to: hub_reply.self).pointee
        #expect(reply.text.length <= UInt64(changed.bytes.count))
        #expect(Int(reply.image_count) * 16 <= changed.bytes.count)
      }
    }
  }

  @Test(arguments: [0, 1, 32_752, 32_753, 65_504, 100_000])
  func `a message of any length arrives whole, in packets`(length: Int) throws {
    let (left, right) = try pair()
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    let message = RunnerMessage(kind: .answer, number: .max, payload: payload)
    for packet in RunnerChannel.packets(message) {
      #expect(packet.count <= RunnerChannel.packetSize)
      #expect(left.sendPacket(packet, flags: Int32(MSG_DONTWAIT)) == 0)
    }
    guard case .message(let received) = try right.receive(waits: false) else {
      Issue.record("nothing came")
      return
    }
    #expect(received == message)
    guard case .nothing = try right.receive(waits: false) else {
      Issue.record("more came")
      return
    }
  }

  @Test(arguments: [
    [1, 2, 3], [UInt8](repeating: 0, count: 16), [99] + [UInt8](repeating: 0, count: 15),
    [1, 2] + [UInt8](repeating: 0, count: 14), [UInt8](repeating: 1, count: 40_000),
  ])
  func `a packet of no good form is a fault`(packet: [UInt8]) throws {
    let (left, right) = try pair()
    #expect(left.sendPacket(packet, flags: 0) == 0)
    #expect(throws: WireFault.self) { try right.receive(waits: false) }
  }

  @Test
  func `a message may be as long as the limit and no longer`() throws {
    for (length, fits) in [(50_000, true), (50_001, false)] {
      let (left, right) = try pair(maxMessage: 50_000)
      let message = RunnerMessage(kind: .log, payload: [UInt8](repeating: 7, count: length))
      #expect(left.send(message))
      if fits {
        _ = try right.receive(waits: false)
      } else {
        #expect(throws: WireFault.self) { try right.receive(waits: false) }
      }
    }
  }

  @Test
  func `two long messages at once are a fault, a short one between is none`() throws {
    let (left, right) = try pair()
    let long = RunnerChannel.packets(
      RunnerMessage(kind: .request, number: 1, payload: [UInt8](repeating: 1, count: 40_000)))
    let short = RunnerChannel.packets(RunnerMessage(kind: .log, number: 0, payload: [5]))
    for packet in [long[0], short[0], long[1]] { #expect(left.sendPacket(packet, flags: 0) == 0) }
    guard case .message(let first) = try right.receive(waits: false),
      case .message(let second) = try right.receive(waits: false)
    else {
      Issue.record("nothing came")
      return
    }
    #expect(first.kind == .log && second.payload.count == 40_000)
    let other = RunnerChannel.packets(
      RunnerMessage(kind: .request, number: 2, payload: [UInt8](repeating: 1, count: 40_000)))
    for packet in [long[0], other[0]] { #expect(left.sendPacket(packet, flags: 0) == 0) }
    #expect(throws: WireFault.self) { try right.receive(waits: false) }
  }

  @Test
  func `the end of the other side is the end`() throws {
    let right: RunnerChannel
    do {
      let (_, other) = try pair()
      right = other
    }
    guard case .end = try right.receive(waits: false) else {
      Issue.record("no end came")
      return
    }
  }

  private func pair(
    maxMessage: Int = RunnerChannel.maxFromRunner
  ) throws -> (RunnerChannel, RunnerChannel) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemCallError("socketpair") }
    return (
      RunnerChannel(descriptor: ends[0], maxMessage: maxMessage),
      RunnerChannel(descriptor: ends[1], maxMessage: maxMessage)
    )
  }
}

struct RunnerHelloTests {
  private let ready = RunnerReady(
    description: FrontEndDescription(
      id: "com.example.x", name: "x", version: "1", summary: "s", abiMinor: 3,
      needsTerminal: true, needsInput: false,
      needs: FrontEndNeeds(network: true, files: ["/a", "~"]),
      actions: [
        ActionDescription(
          name: "jump", help: "Jumps", signature: "i?s|db",
          parameters: [
            ActionParameter(
              name: "a", help: "A", kind: .integer, isOptional: false, integers: -5...5),
            ActionParameter(name: "b", help: "B", kind: .text, isOptional: true),
            ActionParameter(
              name: "c", help: "C", kind: .real, isOptional: true, reals: -0.5...0.5),
            ActionParameter(name: "d", help: "D", kind: .flag, isOptional: true),
          ]),
        ActionDescription(
          name: "none", help: "None", signature: "", parameters: [], isClosedToLinks: true),
      ]),
    methods: [.showHub, .presentPost, .terminalResume],
    confinement: Confinement(
      landlock: 7, filtersCalls: true, refusesNewCode: false,
      granted: Allowance(network: true, files: ["/a"])))

  @Test
  func `the first message and its answers arrive as they were sent`() throws {
    let hello = RunnerHello(
      path: "/a", version: "1.0", inputIsTerminal: true, outputIsTerminal: false,
      grants: FrontEndGrants(
        [
          AppDescription.Grant(frontEnd: "x", network: true),
          AppDescription.Grant(frontEnd: "com.example.y", files: ["~/a", "/b"]),
        ], home: "/home/ana"))
    var writer = WireWriter()
    writer.hello(hello)
    writer.ready(ready)
    writer.refusal(FrontEndError(.notTrusted, "why"))
    var reader = WireReader(writer.bytes)
    #expect(try reader.hello() == hello)
    #expect(try reader.ready() == ready)
    #expect(try reader.refusal() == FrontEndError(.notTrusted, "why"))
    #expect(reader.isAtEnd && hello.isUnderstood)
  }

  @Test
  func `an action that contradicts itself is a fault`() {
    let cases: [(String, ClosedRange<Int64>?)] = [("s", nil), ("", nil), ("x", nil), ("u", -1...5)]
    for (signature, range) in cases {
      var writer = WireWriter()
      writer.actions([
        ActionDescription(
          name: "jump", help: "Jumps", signature: signature,
          parameters: [
            ActionParameter(
              name: "a", help: "A", kind: .unsigned, isOptional: false, integers: range)
          ])
      ])
      var reader = WireReader(writer.bytes)
      #expect(throws: WireFault.self) { try reader.actions() }
    }
  }

  @Test
  func `a host of another build is not understood`() {
    var hello = RunnerHello(path: "", version: "", inputIsTerminal: true, outputIsTerminal: true)
    hello.sizes[0] += 8
    #expect(!hello.isUnderstood)
    hello.sizes = RunnerHello.ownSizes
    hello.oldest = RunnerHello.current + 1
    hello.current = RunnerHello.current + 1
    #expect(!hello.isUnderstood)
    hello.oldest = RunnerHello.current
    #expect(hello.isUnderstood)
    hello.oldest = RunnerHello.oldest - 1
    hello.current = RunnerHello.oldest - 1
    #expect(!hello.isUnderstood)
  }

  @Test
  func `an answer that is cut off is a fault`() {
    var writer = WireWriter()
    writer.ready(ready)
    for length in writer.bytes.indices {
      var reader = WireReader(Array(writer.bytes.prefix(length)))
      #expect(throws: WireFault.self) { try reader.ready() }
    }
  }
}
