/// What a walk over the arguments of one call feeds: the call itself, its size, later its message or trace.
protocol ArgumentSink {
  mutating func text(_ value: String?)
  mutating func bytes(_ value: [UInt8]?)
  mutating func integer(_ value: Int64)
  mutating func unsigned(_ value: UInt64)
  mutating func double(_ value: Double)
  mutating func int32(_ value: Int32)
  mutating func post(_ value: PostRecord?)
  mutating func conversation(_ value: ConversationRecord?)
}

/// Walks a signature and the values for it, in step.
enum ArgumentWalk {
  /// Feeds one value an element of `plugin`: the host's where it has one, the standard one behind.
  ///
  /// - Precondition: the values match `host` in number, type and absence.
  static func run<Sink: ArgumentSink>(
    host: Signature, plugin: Signature, _ values: [ArgumentValue], into sink: inout Sink
  ) {
    check(values, against: host)
    for index in plugin.elements.indices {
      let letter = plugin.elements[index].letter
      feed(index < values.count ? values[index] : .standard(letter), into: &sink)
    }
  }

  private static func check(_ values: [ArgumentValue], against host: Signature) {
    precondition(
      values.count == host.elements.count,
      "\(values.count) arguments were given for the signature \"\(host)\"")
    for (index, element) in host.elements.enumerated() {
      precondition(
        values[index].letter == element.letter,
        "argument \(index + 1) does not match the signature \"\(host)\"")
      precondition(
        element.isNullable || element.isOptional || !values[index].isAbsent,
        "argument \(index + 1) of the signature \"\(host)\" must not be absent")
    }
  }

  private static func feed<Sink: ArgumentSink>(_ value: ArgumentValue, into sink: inout Sink) {
    switch value {
    case .text(let text): sink.text(text)
    case .bytes(let bytes): sink.bytes(bytes)
    case .integer(let number): sink.integer(number)
    case .unsigned(let number), .handle(let number): sink.unsigned(number)
    case .double(let number): sink.double(number)
    case .bool(let flag): sink.int32(flag ? 1 : 0)
    case .fileDescriptor(let descriptor): sink.int32(descriptor)
    case .post(let post): sink.post(post)
    case .conversation(let conversation): sink.conversation(conversation)
    }
  }
}
