import HubHosting

/// Lines of the control socket, as the host and the client read them.
enum ControlSocketTarget {
  static func run(_ bytes: [UInt8]) throws {
    if let request = ControlRequest(line: bytes) {
      let line = try checkLine(request.line)
      try check(ControlRequest(line: line) == request, "a request does not read back")
    }
    if let answer = ControlAnswer(line: bytes) {
      let line = try checkLine(answer.line)
      try check(ControlAnswer(line: line) == answer, "an answer does not read back")
    }
    // Whatever a link is, the answer that repeats it is one line.
    let text = String(decoding: bytes, as: UTF8.self)
    let told = ControlAnswer(
      opened: [ControlAnswer.Opened(url: text, by: "refused", reason: text)], handled: false)
    try check(ControlAnswer(line: try checkLine(told.line)) == told, "a link does not come back")
    let asked = ControlRequest.open(url: text)
    try check(ControlRequest(line: try checkLine(asked.line)) == asked, "a link does not arrive")
  }

  private static func checkLine(_ line: [UInt8]) throws -> ArraySlice<UInt8> {
    try check(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1, "a line is not one line")
    return line.dropLast()
  }
}
