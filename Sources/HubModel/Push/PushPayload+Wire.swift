extension PushPayload {
  /// The payload in `bytes`: an object with the key `rover`, whose value is an object or, as
  /// Android delivers it, the same object as a JSON text.
  ///
  /// Everything that is JSON gives a payload, if only one that stores nothing and says why.
  ///
  /// - Throws: when the bytes are no JSON object or a limit is passed.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try JSONReader(bytes, limit: WireLimits.maxPayloadBytes)
    var rover: RoverObject?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      guard key == "rover" else {
        try reader.skip()
        continue
      }
      switch reader.peek() {
      case UInt8(ascii: "{"): rover = try RoverObject(from: &reader)
      case UInt8(ascii: "\""): rover = try Self.textualRover(try reader.string())
      default: try reader.skip()
      }
    }
    try reader.finish()
    guard let rover else {
      self.init(kind: .none, content: .nothing(reason: "The payload has no rover object."))
      return
    }
    self.init(rover)
  }

  private init(_ rover: RoverObject) {
    self.init(kind: rover.kind, content: rover.content(), actionURL: rover.actionURL)
    guard rover.has("notification") else { return }
    do throws(WireError) {
      notification = try rover.value("notification")
    } catch {
      notificationFault = "\(error)"
    }
  }

  /// A text that is no JSON object counts as no object, as on Android.
  private static func textualRover(_ text: String) throws(WireError) -> RoverObject? {
    guard var reader = try? JSONReader(Array(text.utf8), limit: WireLimits.maxPayloadBytes),
      let rover = try? RoverObject(from: &reader), reader.peek() == nil
    else { return nil }
    return rover
  }
}

/// The object `rover` with the places of its values, which are decoded when needed.
private struct RoverObject {
  private var reader: JSONReader
  private var places: [String: JSONReader.Mark] = [:]

  init(from reader: inout JSONReader) throws(WireError) {
    try reader.enterObject()
    var places: [String: JSONReader.Mark] = [:]
    while let key = try reader.nextKey() {
      _ = reader.peek()
      places[key] = reader.mark
      try reader.skip()
    }
    self.reader = reader
    self.places = places
  }

  func has(_ key: String) -> Bool { places[key] != nil }

  private func isObject(_ key: String) -> Bool {
    guard let place = places[key] else { return false }
    var copy = reader
    copy.rewind(to: place)
    return copy.peek() == UInt8(ascii: "{")
  }

  var kind: PushPayload.Kind {
    if isObject("post") { return .post }
    return isObject("conversation") ? .conversation : .none
  }

  func value<Value: WireDecodable>(_ key: String) throws(WireError) -> Value {
    guard let place = places[key] else { throw .missing("rover.\(key)") }
    var copy = reader
    copy.rewind(to: place)
    do { return try Value(from: &copy) } catch { throw error.under("rover.\(key)") }
  }

  func content() -> PushPayload.Content {
    do throws(WireError) {
      switch kind {
      case .post: return .post(try value("post"))
      case .conversation: return .conversation(try conversationParts())
      case .none: return .nothing(reason: "The payload has neither a post nor a conversation.")
      }
    } catch {
      return .nothing(reason: "\(error)")
    }
  }

  private func conversationParts() throws(WireError) -> PushPayload.ConversationParts {
    let parts = PushPayload.ConversationParts(
      conversation: try value("conversation"), reply: try value("reply"),
      participant: try value("participant"))
    guard parts.reply.conversationID == parts.conversation.id else {
      throw .shape("rover.reply.conversationID", "must be the id of rover.conversation")
    }
    return parts
  }

  /// `action.url` when both have the right form.
  var actionURL: String? {
    guard isObject("action"), let action: PushAction = try? value("action"), !action.url.isEmpty
    else { return nil }
    return action.url
  }
}

private struct PushAction: WireDecodable {
  let url: String

  init(from reader: inout JSONReader) throws(WireError) {
    var url: String?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      if key == "url" { url = try reader.text(key) } else { try reader.skip() }
    }
    self.url = try JSONReader.require(url, "url")
  }
}
