/// Why outside bytes are not what they should be.
///
/// `description` is one sentence for people; it names the place inside the JSON, the caller adds
/// the file or call.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; more may come.
  package struct Code: Hashable, Sendable {
    private let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// The bytes are no JSON text (RFC 8259).
    package static let notJSON = Code("not-json")
    /// A named limit of `WireLimits` is passed.
    package static let tooLarge = Code("too-large")
    /// A required key is missing or a value has the wrong form.
    package static let wrongShape = Code("wrong-shape")
    /// The JSON is none of the known answers.
    package static let unknownAnswer = Code("unknown-answer")
  }

  package let code: Code
  /// Where, from the outermost key inwards, such as `posts[3].receivedAt`; empty for the whole.
  package let path: String
  /// What is wrong there, as the rest of a sentence that begins with the place.
  package let detail: String

  package init(_ code: Code, path: String = "", _ detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  package var description: String {
    "\(path.isEmpty ? "The JSON text" : path) \(detail)."
  }

  static func missing(_ key: String) -> WireError {
    WireError(.wrongShape, path: key, "is missing")
  }

  static func shape(_ key: String, _ detail: String) -> WireError {
    WireError(.wrongShape, path: key, detail)
  }

  /// The same error seen from one level further out.
  func under(_ outer: String) -> WireError {
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return WireError(code, path: outer + separator + path, detail)
  }
}

/// A part of an answer that was left out because it is bad; the rest was kept.
package struct SkippedElement: Hashable, Sendable {
  /// Where, such as `posts[3]` or `hub.deepLink`.
  package let path: String
  /// Why, as one sentence.
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  init(path: String, error: WireError) {
    let subject = error.path.isEmpty ? "The element" : error.path
    self.init(path: path, reason: "\(subject) \(error.detail).")
  }
}

/// All that was left out of one answer.
package struct SkipReport: Hashable, Sendable {
  /// How many elements were skipped, the unreported ones included.
  package private(set) var count = 0
  /// The first of them, at most `WireLimits.maxReported`.
  package private(set) var elements: [SkippedElement] = []

  /// How many elements were kept with a repaired value.
  package private(set) var repairedCount = 0
  /// The first of those: the place of the value and what was taken instead.
  package private(set) var repaired: [SkippedElement] = []

  package init() {}

  /// Nothing was skipped and nothing repaired.
  package var isEmpty: Bool { count == 0 && repairedCount == 0 }

  mutating func addRepair(_ element: @autoclosure () -> SkippedElement) {
    repairedCount += 1
    if repaired.count < WireLimits.maxReported { repaired.append(element()) }
  }

  mutating func add(_ element: @autoclosure () -> SkippedElement) {
    count += 1
    if elements.count < WireLimits.maxReported { elements.append(element()) }
  }
}
