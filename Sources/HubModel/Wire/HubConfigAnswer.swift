/// The answer of `GET /config` (reference 2.3, E8, and 2.7).
///
/// Key by key: a missing or null key takes its default, a value of the wrong form drops that key
/// only and is reported.
package struct HubConfigAnswer: Hashable, Sendable {
  package var config = HubConfig()
  /// The keys that were dropped.
  package var skipped = SkipReport()

  /// The answer in `bytes`.
  ///
  /// - Throws: when it is no JSON object, or holds none of the keys `hub`, `colorScheme` and
  ///   `accentColor`, so that an error page never counts as an empty configuration.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    var isConfig = false
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "hub": try takeHub(from: &reader)
      case "colorScheme":
        try reader.field(key, skipped: &skipped) { (reader, key) throws(WireError) in
          config.colorScheme = HubConfig.ColorScheme(rawValue: try reader.text(key))
          guard config.colorScheme != nil else { throw .shape("", "must be auto, light or dark") }
        }
      case "accentColor":
        try reader.field(key, skipped: &skipped) { (reader, key) throws(WireError) in
          config.accentColor = try reader.text(key)
        }
      default:
        try reader.skip()
        continue
      }
      isConfig = true
    }
    try reader.finish()
    guard isConfig else { throw .missing("hub") }
  }

  private mutating func takeHub(from reader: inout JSONReader) throws(WireError) {
    guard reader.peek() == UInt8(ascii: "{") else {
      try reader.field("hub", skipped: &skipped) { (reader, _) throws(WireError) in
        try reader.enterObject()
      }
      return
    }
    try reader.enterObject()
    while let key = try reader.nextKey() {
      let path = "hub.\(key)"
      switch key {
      case "isHomeEnabled":
        try reader.field(path, skipped: &skipped) { (reader, _) throws(WireError) in
          config.isHomeEnabled = try reader.bool()
        }
      case "isInboxEnabled":
        try reader.field(path, skipped: &skipped) { (reader, _) throws(WireError) in
          config.isInboxEnabled = try reader.bool()
        }
      case "isSettingsViewEnabled":
        try reader.field(path, skipped: &skipped) { (reader, _) throws(WireError) in
          config.isSettingsViewEnabled = try reader.bool()
        }
      case "deepLink":
        try reader.field(path, skipped: &skipped) { (reader, _) throws(WireError) in
          let link = try reader.string()
          guard !link.isEmpty else { throw .shape("", "must not be empty; it counts as absent") }
          config.deepLink = link
        }
      case "deeplink":
        // Two releases of the phones looked for this key; silence would hide a dead handoff.
        skipped.add(
          SkippedElement(path: path, reason: "\(path) is ignored; the key must be deepLink."))
        try reader.skip()
      default: try reader.skip()
      }
    }
  }
}

extension JSONReader {
  /// Reads one optional key whose bad value is reported and dropped.
  fileprivate mutating func field(
    _ path: String, skipped: inout SkipReport,
    read: (inout JSONReader, String) throws(WireError) -> Void
  ) throws(WireError) {
    if try isNull() { return }
    let start = mark
    do {
      try read(&self, "")
    } catch {
      rewind(to: start)
      try skip()
      skipped.add(SkippedElement(path: path, reason: "\(path) \(error.detail)."))
    }
  }
}
