/// Makes text from outside harmless to a terminal, a status bar, a notification or a log line.
///
/// - Controls (C0, DEL, and C1 as scalars) become U+FFFD, one each, so that what was there stays visible and nothing
///   on its two sides is joined. Invalid UTF-8, C1 as raw bytes included, becomes U+FFFD for each maximal invalid part.
/// - CR LF, CR, VT, FF, NEL, U+2028 and U+2029 become a newline. In a line, newline and tab become a space.
/// - Bidi controls, tag characters, fillers, other invisible format characters and noncharacters are dropped.
/// - Joiners and variation selectors stay where they shape a cluster, and at most ``maximumMarks`` of these and of
///   combining marks stay in one cluster. A mark at the beginning of a text or line has nothing to stand on and goes.
///
/// Safe text passes unchanged, so making it safe twice is the same as once.
package enum SafeText {
  /// How many combining marks, joiners and selectors one cluster may have.
  package static let maximumMarks = 8

  private static let unknown: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// The text as one line: without newlines and tabs.
  package static func line(_ text: String) -> String {
    isSafe(text.utf8Span.span, keepsLines: false)
      ? text : cleaned(text.utf8Span.span, keepsLines: false)
  }

  /// The text with its newlines and tabs.
  package static func block(_ text: String) -> String {
    isSafe(text.utf8Span.span, keepsLines: true)
      ? text : cleaned(text.utf8Span.span, keepsLines: true)
  }

  /// Bytes that may not be UTF-8, as one line.
  package static func line(utf8 bytes: Span<UInt8>) -> String {
    cleaned(bytes, keepsLines: false)
  }

  /// Bytes that may not be UTF-8, with their newlines and tabs.
  package static func block(utf8 bytes: Span<UInt8>) -> String {
    cleaned(bytes, keepsLines: true)
  }

  /// Appends bytes that may not be UTF-8 as one line of safe UTF-8.
  package static func appendLine(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    append(bytes, keepsLines: false, to: &output)
  }

  /// Appends bytes that may not be UTF-8 as safe UTF-8 with its newlines and tabs.
  package static func appendBlock(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    append(bytes, keepsLines: true, to: &output)
  }

  /// Whether ``line(_:)`` would change nothing.
  package static func isSafeLine(_ bytes: Span<UInt8>) -> Bool {
    isSafe(bytes, keepsLines: false)
  }

  /// Whether ``block(_:)`` would change nothing.
  package static func isSafeBlock(_ bytes: Span<UInt8>) -> Bool {
    isSafe(bytes, keepsLines: true)
  }

  private static func isSafe(_ bytes: Span<UInt8>, keepsLines: Bool) -> Bool {
    var scanner = SafeScanner(keepsLines: keepsLines)
    return scanner.nextFault(in: bytes, from: 0) == nil
  }

  private static func cleaned(_ bytes: Span<UInt8>, keepsLines: Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    append(bytes, keepsLines: keepsLines, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(
    _ bytes: Span<UInt8>, keepsLines: Bool, to output: inout [UInt8]
  ) {
    var scanner = SafeScanner(keepsLines: keepsLines)
    var start = 0
    while let fault = scanner.nextFault(in: bytes, from: start) {
      output.append(bytes, from: start, to: fault.start)
      switch fault.replacement {
      case .nothing: break
      case .lineBreak: output.append(keepsLines ? UInt8(ascii: "\n") : UInt8(ascii: " "))
      case .tab: output.append(UInt8(ascii: " "))
      case .unknown: output += unknown
      }
      start = fault.next
    }
    output.append(bytes, from: start, to: bytes.count)
  }
}

extension [UInt8] {
  /// Appends a part of a span with one copy.
  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    guard start < end else { return }
    let part = bytes.extracting(start..<end)
    // The pointer is used only inside the closure, while the span is alive.
    unsafe part.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
