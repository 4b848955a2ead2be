import FoundationEssentials
import HubTestSupport
import Testing

@testable import HubFrontEnds

/// What the function under test got; written and read on one thread within one test.
private nonisolated(unsafe) var got: [String] = []

private typealias Everything =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeRawPointer?, Int64, UInt64, Double, Int32, Int32, UInt64,
    UnsafePointer<CChar>?, UInt64
  ) -> Int32

private typealias Two =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int64, Double) -> Int32

@Suite(.serialized)
struct CallTests {
  private func prepared(_ host: String, _ plugin: String, _ function: UnsafeMutableRawPointer)
    throws
    -> PreparedMethod
  {
    let (host, plugin) = (try Signature(parsing: host), try Signature(parsing: plugin))
    return PreparedMethod(
      host: host, plugin: plugin, fit: Signature.compare(host: host, plugin: plugin),
      function: function)
  }

  private static let everything: Everything = { instance, call, i, u, d, b, h, o, text, length in
    let text = text.map { String(cString: $0).prefix(Int(length)) }
    let request = call?.load(fromByteOffset: 8, as: UInt64.self) ?? 0
    got.append(
      "\(Int(bitPattern: instance)) \(request) \(i) \(u) \(d) \(b) \(h) \(o) \(text ?? "NULL") \(length)"
    )
    return -7
  }

  @Test
  func `every letter reaches the function with its extreme values`() throws {
    got = []
    let function = unsafeBitCast(Self.everything, to: UnsafeMutableRawPointer.self)
    let method = try prepared("iudbho?s", "iudbho?s", function)
    let status = method.call(
      instance: UnsafeMutableRawPointer(bitPattern: 77), request: .max,
      [
        .integer(.min), .unsigned(.max), .double(-0.5), .bool(true), .fileDescriptor(-1),
        .handle(.max - 1), .text("Grüße\0"),
      ])
    #expect(status == -7)
    let most = UInt64.max
    #expect(got == ["77 \(most) \(Int64.min) \(most) -0.5 1 -1 \(most - 1) Grüße 8"])
  }

  private typealias Shown =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafePointer<CChar>?, UInt64,
      UnsafePointer<CChar>?, UInt64, UInt64
    ) -> Int32

  private static let shown: Shown = { _, _, tab, tabLength, badge, badgeLength, more in
    func text(_ data: UnsafePointer<CChar>?, _ length: UInt64) -> String? {
      let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length))
      return data == nil ? nil : String(decoding: bytes, as: UTF8.self)
    }
    let (tab, badge) = (text(tab, tabLength), text(badge, badgeLength))
    got.append("\(tab ?? "NULL") \(badge ?? "NULL") \(more)")
    return 3
  }

  @Test(arguments: [
    ("s?s", "s?s", 64), ("s?s", "s?s|u", 64), ("s?su", "s?s", 64), ("s?s", "s?s", 16),
  ])
  func `arguments that are handed over arrive, or are not called with when there is no room`(
    host: String, plugin: String, room: Int
  ) throws {
    got = []
    let method = try prepared(
      host, plugin, unsafeBitCast(Self.shown, to: UnsafeMutableRawPointer.self))
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: CallFrame.fixedByteCount + room, alignment: CallMeasure.alignment)
    block.initializeMemory(as: UInt8.self, repeating: 0)
    defer { block.deallocate() }
    let status = method.call(instance: nil, request: 1, in: block) {
      $0.text("Grüße aus Wien")
      $0.text("14")
      if host == "s?su" { $0.unsigned(7) }
    }
    #expect(status == (room > 16 ? 3 : nil))
    #expect(got.count == (room > 16 ? 1 : 0))
    if room > 16 { #expect(got.first?.hasPrefix("Grüße aus Wien 14 ") == true, "\(got)") }
    if plugin == "s?s|u" { #expect(got == ["Grüße aus Wien 14 0"]) }
  }

  @Test
  func `what was handed over is told apart by letter, number and absence`() throws {
    func letters(_ text: String) throws -> FedLetters { FedLetters(try Signature(parsing: text)) }
    func fed(_ feed: (inout CallFrame) -> Void) -> FedLetters {
      let block = UnsafeMutableRawBufferPointer.allocate(
        byteCount: CallFrame.fixedByteCount + 64, alignment: CallMeasure.alignment)
      defer { block.deallocate() }
      var frame = CallFrame(block: block)
      feed(&frame)
      return frame.letters
    }
    let both = fed {
      $0.text("a")
      $0.text(nil)
    }
    for text in ["s?s", "s|s"] {
      let matches = both.match(try letters(text))
      #expect(matches, "\(text)")
    }
    for text in ["ss", "s?s?s", "?s", "s?y"] {
      let matches = both.match(try letters(text))
      #expect(!matches, "\(text)")
    }
    let matches = fed { _ in }.match(try letters(""))
    #expect(matches)
  }

  @Test
  func `a list holds what was handed over`() {
    var list = ArgumentFeed()
    list.text("a")
    list.unsigned(7)
    list.bytes(nil)
    #expect(list.values == [.text("a"), .unsigned(7), .bytes(nil)])
    #expect(list.laidOut == nil)
  }

  @Test
  func `what an older host does not know arrives as 0 and NULL`() throws {
    got = []
    let function = unsafeBitCast(Self.everything, to: UnsafeMutableRawPointer.self)
    let method = try prepared("i", "i|udbho?s", function)
    #expect(method.fit == .extended)
    _ = method.call(instance: nil, request: 1, [.integer(5)])
    #expect(got == ["0 1 5 0 0.0 0 0 0 NULL 0"])
  }

  @Test
  func `an older front end gets only the arguments that it knows`() throws {
    got = []
    let two: Two = { _, _, i, d in
      got.append("\(i) \(d)")
      return 1
    }
    let method = try prepared("id?s", "id", unsafeBitCast(two, to: UnsafeMutableRawPointer.self))
    #expect(method.fit == .prefix(2))
    #expect(
      method.call(instance: nil, request: 1, [.integer(-3), .double(2), .text("unseen")]) == 1)
    #expect(got == ["-3 2.0"])
  }

  @Test
  func `a text longer than any stack is lent whole`() throws {
    got = []
    let long:
      @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafePointer<UInt8>?, UInt64)
        -> Int32 = { _, _, text, length in
          var sum = 0
          for index in 0..<Int(length) { sum += Int(text?[index] ?? 0) }
          got.append("\(length) \(sum)")
          return 0
        }
    let method = try prepared("s", "s", unsafeBitCast(long, to: UnsafeMutableRawPointer.self))
    _ = method.call(instance: nil, request: 1, [.text(String(repeating: "a", count: 20_000_001))])
    #expect(got == ["20000001 \(20_000_001 * 97)"])
  }

  @Test
  func `seeded values of every signature fill exactly the bytes that were measured`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      let letters = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Signature.Letter.allCases.randomElement(using: &random) ?? .text
      }
      let signature = Signature(letters.map { Signature.Element($0, isNullable: true) })
      let values = letters.map { randomValue($0, &random) }
      var measure = CallMeasure()
      ArgumentWalk.run(host: signature, plugin: signature, values, into: &measure)
      let size = CallFrame.fixedByteCount + measure.byteCount
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
      defer { block.deallocate() }
      var frame = CallFrame(block: block)
      frame.pointer(nil)
      frame.pointer(nil)
      ArgumentWalk.run(host: signature, plugin: signature, values, into: &frame)
      #expect(frame.lentByteCount == measure.byteCount)
      #expect(!frame.isFull)
      guard measure.byteCount > 0 else { continue }
      // With one piece less it says so, and writes nothing behind the block.
      var small = CallFrame(block: UnsafeMutableRawBufferPointer(rebasing: block[..<(size - 8)]))
      ArgumentWalk.run(host: signature, plugin: signature, values, into: &small)
      #expect(small.isFull)
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String? {
    let texts = [nil, "", "a", "Grüße 👩‍👩‍👧 \u{202E}", String(repeating: "é", count: 500)]
    return texts.randomElement(using: &random) ?? nil
  }

  private func randomValue(
    _ letter: Signature.Letter, _ random: inout SeededGenerator
  ) -> ArgumentValue {
    switch letter {
    case .text: .text(randomText(&random))
    case .bytes: .bytes([nil, [], [1, 2, 3]].randomElement(using: &random) ?? nil)
    case .integer: .integer(.random(in: .min ... .max, using: &random))
    case .unsigned: .unsigned(.random(in: .min ... .max, using: &random))
    case .double: .double(.random(in: -1e9...1e9, using: &random))
    case .bool: .bool(.random(using: &random))
    case .fileDescriptor: .fileDescriptor(.random(in: -1...9, using: &random))
    case .handle: .handle(.random(in: .min ... .max, using: &random))
    case .post:
      .post(
        PostRecord(
          id: UUID(), isUnread: true, receivedAt: 1, subject: randomText(&random) ?? "",
          preview: "p",
          sender: randomText(&random), url: randomText(&random), cover: randomText(&random)))
    case .conversation:
      .conversation(
        ConversationRecord(
          id: UUID(), isUnread: false, activityAt: 1, subject: randomText(&random), preview: "p",
          participants: (0..<Int.random(in: 0...4, using: &random)).map { "name \($0)" }))
    }
  }

  @Test
  func `an argument too few ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let signature = try Signature(parsing: "su")
      var measure = CallMeasure()
      ArgumentWalk.run(host: signature, plugin: signature, [.text("a")], into: &measure)
    }
  }

  @Test
  func `an argument of another type ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let signature = try Signature(parsing: "u")
      var measure = CallMeasure()
      ArgumentWalk.run(host: signature, plugin: signature, [.integer(1)], into: &measure)
    }
  }

  @Test
  func `an absent text where none may be ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let signature = try Signature(parsing: "s")
      var measure = CallMeasure()
      ArgumentWalk.run(host: signature, plugin: signature, [.text(nil)], into: &measure)
    }
  }
}
