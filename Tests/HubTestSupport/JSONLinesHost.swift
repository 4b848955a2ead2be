/// A host with the front end jsonl; every line it writes is checked against the schema.
package final class JSONLinesHost {
  package let process: PipedProcess
  /// All events so far.
  package private(set) var events: [JSONValue] = []
  /// What was wrong with lines: no JSON, out of sequence, not in the schema.
  package private(set) var faults: [String] = []

  /// Its folders stay as long as it does.
  private let installation: Installation
  private let schema: JSONSchema
  private var pending: [UInt8] = []
  private var taken = 0
  private var asked = 0

  /// Starts one.
  package init(_ installation: Installation, _ arguments: [String] = []) throws {
    self.installation = installation
    schema = try JSONSchema.jsonLines()
    process = try installation.start(["-f", "jsonl"] + arguments)
  }

  /// Reads until an event fits, from an index on; nil if none does in time.
  package func event(
    from: Int = 0, within patience: Duration = PipedProcess.patience,
    where fits: (JSONValue) -> Bool
  ) -> JSONValue? {
    var found: JSONValue?
    var looked = from
    _ = process.read(within: patience) { _ in
      take()
      while found == nil, looked < events.count {
        if fits(events[looked]) { found = events[looked] }
        looked += 1
      }
      return found != nil
    }
    return found
  }

  /// Reads until an event of that name comes.
  package func event(_ name: String, from: Int = 0) -> JSONValue? {
    event(from: from) { $0["event"]?.text == name }
  }

  /// Gives a command, without its braces, and waits for its result; nil if none comes.
  ///
  /// A command whose own key is `id` is recognised by that.
  @discardableResult
  package func ask(_ command: String) -> JSONValue? {
    asked += 1
    var id = JSONValue.number(Double(asked))
    var line = "{\"id\":\(asked),\(command)}\n"
    if let own = command.prefixMatch(of: /"command":"[a-z-]+","id":"([^"]*)"/) {
      id = .string(String(own.output.1))
      line = "{\(command)}\n"
    }
    let start = count
    process.send(Array(line.utf8))
    return event(from: start) { $0["event"]?.text == "result" && $0["for"] == id }
  }

  /// Whether a command's result is `ok`.
  @discardableResult
  package func does(_ command: String) -> Bool { ask(command)?["ok"] == .bool(true) }

  /// Gives a line and waits for as many results as there were before, and one more.
  package func line(_ bytes: [UInt8]) -> JSONValue? {
    take()
    let start = events.count
    process.send(bytes + [0x0A])
    return event("result", from: start)
  }

  /// Ends the input and waits for the program's end.
  package func finish() -> ChildState? {
    process.closeInput()
    let state = process.finish()
    take()
    return state
  }

  /// The names of all events from an index on.
  package func names(from: Int = 0) -> [String] {
    take()
    return events.dropFirst(from).compactMap { $0["event"]?.text }
  }

  /// The handoff's events from an index on, in words: `opened demo://hub app`, `present-post hub`.
  package func story(from: Int = 0) -> [String] {
    take()
    return events.dropFirst(from).compactMap { event in
      switch event["event"]?.text {
      case "opened": "opened \(event["url"]?.text ?? "") \(event["by"]?.text ?? "")"
      case "show-hub": "show-hub"
      case "present-post": "present-post \(event["presentation"]?.text ?? "")"
      case "present-conversation": "present-conversation \(event["presentation"]?.text ?? "")"
      case "alert": "alert \(event["code"]?.text ?? "")"
      case "dismiss": "dismiss \(event["what"]?.text ?? "")"
      default: nil
      }
    }
  }

  /// The number of events so far, for the functions with `from`.
  package var count: Int {
    take()
    return events.count
  }

  private func take() {
    pending += process.output[taken...]
    taken = process.output.count
    while let end = pending.firstIndex(of: 0x0A) {
      let line = Array(pending[..<end])
      pending.removeSubrange(...end)
      add(line)
    }
  }

  private func add(_ line: [UInt8]) {
    guard let text = String(validating: line, as: UTF8.self), let value = try? JSONValue(json: text)
    else { return faults.append("no JSON: \(String(decoding: line, as: UTF8.self).prefix(300))") }
    events.append(value)
    if !text.hasPrefix("{\"event\":") { faults.append("event is not first: \(text.prefix(300))") }
    if value["seq"]?.integer != events.count { faults.append("seq is wrong: \(text.prefix(300))") }
    faults += schema.faults(in: value, against: "event-" + (value["event"]?.text ?? "")).map {
      "\($0) in \(text.prefix(500))"
    }
  }
}
