import HubSystem

/// Lines between hosts and the agent, as both ends read them.
enum AgentLineTarget {
  static func run(_ bytes: [UInt8]) throws {
    if let request = AgentRequest(line: bytes) {
      let line = try checkLine(request.line)
      try check(AgentRequest(line: line) == request, "a request does not read back")
    }
    if let news = AgentNews(line: bytes) {
      let line = try checkLine(news.line)
      try check(AgentNews(line: line) == news, "news do not read back")
    }
    // Whatever a text is, its line is one.
    let text = String(decoding: bytes, as: UTF8.self)
    let asked = AgentRequest.reply(payload: text, text: text, ticket: bytes.count)
    try check(AgentRequest(line: try checkLine(asked.line)) == asked, "a reply does not arrive")
    let told = AgentNews.done(ticket: bytes.count, problem: text, isOffline: true)
    try check(AgentNews(line: try checkLine(told.line)) == told, "a problem does not arrive")
  }

  private static func checkLine(_ line: [UInt8]) throws -> ArraySlice<UInt8> {
    try check(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1, "a line is not one line")
    return line.dropLast()
  }
}
