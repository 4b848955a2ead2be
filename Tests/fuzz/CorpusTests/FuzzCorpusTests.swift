import FoundationEssentials
import Testing

/// Every input that the fuzzer keeps or that once broke something, in each run of the tests.
struct FuzzCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "corpus")
  /// Files of one corpus; more belong to the fuzzer's own folder.
  private static let maximumFiles = 40

  private static func files(of target: FuzzTarget) throws -> [URL] {
    let folder = Self.folder.appending(path: target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appending(path: $0) }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `the corpus of a fuzz target holds`(target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    #expect((1...Self.maximumFiles).contains(files.count))
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try target.run(bytes) }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `a fuzz target takes an empty input and every single byte`(target: FuzzTarget) throws {
    try target.run([])
    for byte in UInt8.min...UInt8.max { try target.run([byte]) }
  }
}
