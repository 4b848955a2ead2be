@testable import JSONLinesFrontEnd

/// The second opinion on JSON: the scanner of the front end jsonl was written apart from the readers
/// of the wire and of app files, so that one can check the other.
enum StrictJSON {
  /// Whether bytes are one JSON object in good UTF-8, without lone surrogates.
  static func isObject(_ bytes: [UInt8]) -> Bool {
    (try? JSONScanner.members(of: bytes)) != nil
  }

  /// Whether bytes are good JSON for that scanner alone: it refuses what the wire repairs.
  static func canJudge(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil && !bytes.starts(with: [0xEF, 0xBB, 0xBF])
      && !zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "u") }
  }
}
