import FoundationEssentials
import HubModel
import HubTestSupport
import Testing

@testable import EngageClient

struct EventTests {
  @Test
  func `an event is written with sorted keys and milliseconds`() throws {
    let event = EngageEvent(
      id: try Fixture.id(Fixture.reply), name: "Post Opened",
      attributes: [
        "postID": .text("P"), "notification": .object(["id": .text("n/1"), "n": .number(3)]),
        "b": .flag(true),
      ], device: ["appName": .text("Demo")], timestamp: Fixture.now)
    #expect(
      event.encoded.json == #"{"attributes":{"b":true,"notification":{"id":"n\/1","n":3},"#
        + #""postID":"P"},"device":{"appName":"Demo"},"id":"\#(Fixture.reply)","#
        + #""name":"Post Opened","namespace":"rover","timestamp":"2026-03-05T13:20:00.000Z"}"#)
  }

  @Test
  func `events are uploaded as one compressed mutation`() throws {
    let event = EngageEvent(id: UUID(), name: "A", timestamp: Fixture.now).encoded
    let request = try Fixture.caller().request(for: .events([event, event]))
    #expect(request.url == "https://engage.example/graphql")
    #expect(request.headers.contains(HTTPRequest.Header("content-encoding", "gzip")))
    let plain = JSONBody.events([event, event])
    #expect(request.body == Gzip.compressed(plain))
    #expect(try unpacked(request.body) == plain)
    let json = try JSONValue(json: String(decoding: plain, as: UTF8.self))
    #expect(json.members.keys.sorted() == ["query", "variables"])
    #expect(json["query"]?.text?.hasPrefix("mutation TrackEvents") == true)
    #expect(json["variables"]?["events"]?.elements.count == 2)
  }

  @Test(arguments: [0, 1, 1_000, 1_000_000])
  func `compression loses nothing`(count: Int) throws {
    var random = SeededGenerator(seed: 4)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(try unpacked(Gzip.compressed(bytes)) == bytes)
  }

  /// What the system's gzip makes of compressed bytes.
  private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    let process = try PipedProcess("/bin/gzip", ["-dc"], environment: [:])
    process.send(bytes)
    process.closeInput()
    #expect(process.finish() == .exited(status: 0))
    return process.output
  }
}
