import CLinux
import Glibc

/// The beginning of an ELF file, read to refuse with a clear sentence what the loader would refuse in a
/// riddle, or would die of: a truncated file ends the process with SIGBUS.
enum SharedObject {
  /// Bytes of the ELF header of 64 bit.
  private static let headerSize = 64
  /// Bytes of a program header of 64 bit.
  private static let segmentSize = 56
  /// The most program headers that are looked at.
  private static let maxSegments = 128

  #if arch(x86_64)
    /// The ELF machine of this build.
    static let machine: UInt16 = 62
  #elseif arch(arm64)
    /// The ELF machine of this build.
    static let machine: UInt16 = 183
  #elseif arch(riscv64)
    /// The ELF machine of this build.
    static let machine: UInt16 = 243
  #endif

  /// Checks that a file is a whole shared object for this machine.
  static func check(_ file: borrowing TrustedFile) throws(FrontEndError) {
    let header = read(file.descriptor, at: 0, count: headerSize)
    guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      throw FrontEndError(
        .notLoadable, "\(file.path) is not a shared object; give the path of a libhub-….so")
    }
    let truncated = FrontEndError(
      .notLoadable, "\(file.path) is truncated; build or copy it again")
    guard header.count == headerSize else { throw truncated }
    guard header[4] == 2, header[5] == 1, number(header, at: 18, bytes: 2) == UInt64(machine) else {
      throw FrontEndError(
        .notLoadable, "\(file.path) is built for another kind of machine; build it on this one")
    }
    guard number(header, at: 16, bytes: 2) == 3 else {
      throw FrontEndError(
        .notLoadable,
        "\(file.path) is an object or a program and no shared object; link it with -shared")
    }
    let count = Int(number(header, at: 56, bytes: 2))
    let table = number(header, at: 32, bytes: 8)
    guard Int(number(header, at: 54, bytes: 2)) == segmentSize, (1...maxSegments).contains(count),
      let start = Int(exactly: table), start <= file.size
    else { throw truncated }
    let segments = read(file.descriptor, at: start, count: count * segmentSize)
    guard segments.count == count * segmentSize else { throw truncated }
    for index in 0..<count {
      let offset = number(segments, at: index * segmentSize + 8, bytes: 8)
      let length = number(segments, at: index * segmentSize + 32, bytes: 8)
      let (end, overflow) = offset.addingReportingOverflow(length)
      guard !overflow, end <= UInt64(file.size) else { throw truncated }
    }
  }

  private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      used = max(0, unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  /// A little-endian number.
  private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
    return value
  }

  /// The most bytes of notes that are looked at.
  private static let maxNotes = 64 * 1024

  /// The build-id in the notes of a file, in hexadecimal digits; nil when there is none.
  static func buildID(_ file: Int32) -> String? {
    let header = read(file, at: 0, count: headerSize)
    guard header.count == headerSize, header.starts(with: [0x7F, 0x45, 0x4C, 0x46]),
      let start = Int(exactly: number(header, at: 32, bytes: 8)),
      Int(number(header, at: 54, bytes: 2)) == segmentSize
    else { return nil }
    let count = min(Int(number(header, at: 56, bytes: 2)), maxSegments)
    let segments = read(file, at: start, count: count * segmentSize)
    for index in 0..<(segments.count / segmentSize) {
      let at = index * segmentSize
      // PT_NOTE
      guard number(segments, at: at, bytes: 4) == 4,
        let offset = Int(exactly: number(segments, at: at + 8, bytes: 8)),
        let size = Int(exactly: number(segments, at: at + 32, bytes: 8))
      else { continue }
      if let id = buildID(inNotes: read(file, at: offset, count: min(size, maxNotes))) { return id }
    }
    return nil
  }

  private static func buildID(inNotes notes: [UInt8]) -> String? {
    var at = 0
    while at + 12 <= notes.count {
      let nameSize = Int(number(notes, at: at, bytes: 4))
      let size = Int(number(notes, at: at + 4, bytes: 4))
      let name = at + 12
      let content = name + (nameSize + 3) / 4 * 4
      guard content + size <= notes.count else { return nil }
      // NT_GNU_BUILD_ID
      if number(notes, at: at + 8, bytes: 4) == 3, nameSize == 4,
        notes[name..<name + 4].elementsEqual("GNU\0".utf8)
      {
        let digits = Array("0123456789abcdef".utf8)
        let text = notes[content..<content + size].flatMap {
          [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
      }
      at = content + (size + 3) / 4 * 4
    }
    return nil
  }

  /// Makes a sentence of what the dynamic loader said.
  static func sentence(_ loader: String, path: String) -> String {
    var said = loader
    if said.hasPrefix(path + ": ") { said.removeFirst(path.utf8.count + 2) }
    if let range = said.firstRange(of: "undefined symbol: ") {
      let symbol = said[range.upperBound...].prefix { $0 != "," && $0 != " " }
      return "\(path) needs the function \(symbol), which no library on this system has; "
        + "link the library that has it, or install a newer one"
    }
    if let range = said.firstRange(of: ": cannot open shared object file") {
      return
        "\(path) needs the library \(said[..<range.lowerBound]), which is not installed; install it"
    }
    if said.contains("version `") {
      return "\(path) was built for newer libraries than this system has (\(said)); build it here"
    }
    return "\(path) cannot be loaded: \(said); build it again on this system"
  }
}
