import CLinux
import FoundationEssentials
import Glibc
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
    var sink = TraceSink()
    sink.writer.beginObject()
    sink.writer.member("method", method.name)
    sink.writer.member("signature", "\(method.signature)")
    sink.writer.beginArray("arguments")
    ArgumentWalk.run(
      host: method.signature, plugin: method.signature, arguments, into: &sink)
    sink.writer.endArray()
    sink.writer.key("status")
    if let status { sink.writer.value(Int(status)) } else { sink.writer.null() }
    sink.writer.member("microseconds", Int((Self.nanoseconds - start) / 1000))
    sink.writer.endObject()
    sink.writer.endLine()
    // A full disk ends the trace, not the host.
    unsafe sink.writer.bytes.withUnsafeBytes { unsafe _ = write(file, $0.baseAddress, $0.count) }
    return status
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
