@testable import JSONLinesFrontEnd

/// A second opinion on JSON: the scanner of the front end jsonl was written apart from the readers
/// of the wire and of app files, so one can check the other.
enum StrictJSON {
  /// Whether bytes are one JSON object in good UTF-8, without lone surrogates.
  static func isObject(_ bytes: [UInt8]) -> Bool {
    (try? JSONScanner.members(of: bytes)) != nil
  }

  /// Whether the scanner's word counts for bytes: it refuses what the wire repairs.
  static func canJudge(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return !hasMark && bytes.firstRange(of: Array(#"\u"#.utf8)) == nil
  }
}
