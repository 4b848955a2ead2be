import FoundationEssentials

/// A request that a scripted server got.
package struct ServerRequest: Hashable, Sendable {
  /// A header field.
  package struct Field: Hashable, Sendable {
    /// In lower case.
    package let name: String
    package let value: String
  }

  package var method: String
  /// As it came: path and query.
  package var target: String
  package var headers: [Field]
  package var body: [UInt8]

  package var path: String { String(target.prefix { $0 != "?" }) }
  /// Behind the question mark, as it came; empty without one.
  package var query: String { String(target.drop { $0 != "?" }.dropFirst()) }
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The values of the fields with a name in lower case.
  package func values(_ name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// The value of a name in the query, decoded; nil when it is not there.
  package func item(_ name: String) -> String? {
    URLComponents(string: "http://localhost\(target)")?.queryItems?
      .first { $0.name == name }?.value
  }
}

/// A whole answer of a scripted server.
package struct ServerAnswer: Hashable, Sendable {
  /// How the end of the body is told.
  package enum Framing: Hashable, Sendable {
    case length
    case chunked
    /// By the end of the connection.
    case untilClose
    /// By a length that is a lie.
    case claimed(Int)
  }

  package var status: Int
  /// Lines as they are sent, `name: value`.
  package var headers: [String]
  package var body: [UInt8]
  package var framing: Framing

  package init(
    _ status: Int = 200, headers: [String] = [], body: [UInt8] = [], framing: Framing = .length
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.framing = framing
  }

  /// JSON with status 200.
  package static func json(_ text: String, status: Int = 200) -> ServerAnswer {
    ServerAnswer(status, headers: ["content-type: application/json"], body: Array(text.utf8))
  }

  package static func redirect(_ status: Int, to url: String) -> ServerAnswer {
    ServerAnswer(status, headers: ["location: \(url)"])
  }

  /// The head with the field that frames the body.
  var head: [UInt8] {
    var lines = ["HTTP/1.1 \(status) Status"] + headers
    switch framing {
    case .length: lines.append("content-length: \(body.count)")
    case .claimed(let count): lines.append("content-length: \(count)")
    case .chunked: lines.append("transfer-encoding: chunked")
    case .untilClose: lines.append("connection: close")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// The body as it goes over the wire.
  var framedBody: [UInt8] {
    guard framing == .chunked else { return body }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: body.count, by: 1_000) {
      let piece = body[start..<min(start + 1_000, body.count)]
      bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A]
    }
    return bytes + Array("0\r\n\r\n".utf8)
  }

  var endsConnection: Bool {
    switch framing {
    case .length, .chunked: false
    case .untilClose, .claimed: true
    }
  }
}

/// What a scripted server does about a request.
package enum ServerPlay: Hashable, Sendable {
  case answer(ServerAnswer)
  /// Answers when `ScriptedServer.release` is called with the name.
  case held(ServerAnswer, name: String)
  /// Says nothing until the other side leaves.
  case hang
  /// Leaves without a byte.
  case close
  /// Leaves after so many bytes of the body.
  case cut(ServerAnswer, afterBytes: Int)
  /// Sends the body a byte at a time.
  case drip(ServerAnswer, everyMilliseconds: Int)
  /// Sends blanks instead of the body until there are so many.
  case flood(ServerAnswer, bytes: Int)
  /// Sends these bytes, whatever they are, and leaves.
  case raw([UInt8])
  /// Sends the head of an answer of Server-Sent Events; `ScriptedServer.push` sends the rest.
  case stream

  package static func json(_ text: String) -> ServerPlay { .answer(.json(text)) }
  package static func status(_ status: Int, headers: [String] = []) -> ServerPlay {
    .answer(ServerAnswer(status, headers: headers))
  }
}
