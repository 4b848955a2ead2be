import CLinux
import FoundationEssentials
import Glibc
import HubLoop
import HubText

/// Writes each call of a front end's methods to a file, one JSON object a line (`--trace-abi`).
///
/// Made by the walk over the signature that makes the call itself, so a trace cannot differ from it.
package final class TracedMethods: FrontEndMethods {
  private let methods: any FrontEndMethods
  private let file: Int32

  /// Begins a trace; the file is made anew and only the user can read it.
  ///
  /// - Throws: `system` when it cannot be made.
  package init(_ methods: any FrontEndMethods, path: String) throws(FrontEndError) {
    self.methods = methods
    file = unsafe hub_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw FrontEndError(
        .system,
        "the trace \(path) cannot be made: \(SystemFault.text(errno)); name a file that you may write"
      )
    }
  }

  deinit { close(file) }

  package func call(_ method: HostMethod, _ arguments: [ArgumentValue]) -> Int32? {
    let start = Self.nanoseconds
    let status = methods.call(method, arguments)
    write("method", method.name, method.signature, arguments, status, since: start)
    return status
  }

  package var about: FrontEndDescription? { methods.about }

  package func callAction(_ name: String, _ values: [ArgumentValue]) -> Int32? {
    let start = Self.nanoseconds
    let status = methods.callAction(name, values)
    if let action = about?.actions.first(where: { $0.name == name }),
      let signature = try? Signature(parsing: action.signature)
    {
      write("action", name, signature, values, status, since: start)
    }
    return status
  }

  private func write(
    _ kind: StaticString, _ name: String, _ signature: Signature, _ arguments: [ArgumentValue],
    _ status: Int32?, since start: UInt64
  ) {
    var sink = TraceSink()
    sink.writer.beginObject()
    sink.writer.member(kind, name)
    sink.writer.member("signature", "\(signature)")
    sink.writer.beginArray("arguments")
    ArgumentWalk.run(host: signature, plugin: signature, arguments, into: &sink)
    sink.writer.endArray()
    sink.writer.key("status")
    if let status { sink.writer.value(Int(status)) } else { sink.writer.null() }
    sink.writer.member("microseconds", Int((Self.nanoseconds - start) / 1000))
    sink.writer.endObject()
    sink.writer.endLine()
    // A full disk ends the trace, not the host.
    unsafe sink.writer.bytes.withUnsafeBytes {
      unsafe _ = Glibc.write(file, $0.baseAddress, $0.count)
    }
  }

  private static var nanoseconds: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The arguments of one call as JSON values.
private struct TraceSink: ArgumentSink {
  var writer = JSONWriter()

  mutating func text(_ value: String?) { writer.value(value) }

  mutating func bytes(_ value: [UInt8]?) {
    guard let value else { return writer.null() }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in value { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    writer.value(String(decoding: text, as: UTF8.self))
  }

  mutating func integer(_ value: Int64) { writer.value(Int(value)) }

  // JSON numbers beyond 2^53 lose digits in many readers, and nothing here is that large.
  mutating func unsigned(_ value: UInt64) { writer.value(Int(clamping: value)) }

  mutating func double(_ value: Double) { writer.value(value) }

  mutating func int32(_ value: Int32) { writer.value(Int(value)) }

  mutating func post(_ value: PostRecord?) {
    guard let value else { return writer.null() }
    writer.beginObject()
    writer.member("post", value.id.uuidString)
    writer.member("subject", value.subject)
    writer.endObject()
  }

  mutating func conversation(_ value: ConversationRecord?) {
    guard let value else { return writer.null() }
    writer.beginObject()
    writer.member("conversation", value.id.uuidString)
    writer.member("subject", value.subject)
    writer.endObject()
  }
}
