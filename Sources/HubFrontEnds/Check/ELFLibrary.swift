import CELF
import Glibc

/// The functions of libelf that the checks need, loaded when the first check asks for them.
///
/// The library is not linked: no other command needs it. It stays loaded.
@safe
struct ELFLibrary: Sendable {
  static let fileName = "libelf.so.1"

  /// The library, or why it is missing: a clause.
  static let shared: Result<ELFLibrary, ELFFault> = load(fileName)

  typealias Begin = @Sendable @convention(c) (CInt, Elf_Cmd, OpaquePointer?) -> OpaquePointer?
  typealias Close = @Sendable @convention(c) (OpaquePointer?) -> CInt
  typealias Version = @Sendable @convention(c) (UInt32) -> UInt32
  typealias Kind = @Sendable @convention(c) (OpaquePointer?) -> Elf_Kind
  typealias FileHeader =
    @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<GElf_Ehdr>?) ->
    UnsafeMutablePointer<GElf_Ehdr>?
  typealias Count =
    @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int>?) -> CInt
  typealias Segment =
    @Sendable @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<GElf_Phdr>?) ->
    UnsafeMutablePointer<GElf_Phdr>?
  typealias NextSection =
    @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> OpaquePointer?
  typealias SectionHeader =
    @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<GElf_Shdr>?) ->
    UnsafeMutablePointer<GElf_Shdr>?
  typealias SectionData =
    @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<Elf_Data>?) ->
    UnsafeMutablePointer<Elf_Data>?
  typealias Dynamic =
    @Sendable @convention(c) (
      UnsafeMutablePointer<Elf_Data>?, CInt, UnsafeMutablePointer<GElf_Dyn>?
    ) -> UnsafeMutablePointer<GElf_Dyn>?
  typealias Symbol =
    @Sendable @convention(c) (
      UnsafeMutablePointer<Elf_Data>?, CInt, UnsafeMutablePointer<GElf_Sym>?
    ) -> UnsafeMutablePointer<GElf_Sym>?
  typealias Text =
    @Sendable @convention(c) (OpaquePointer?, Int, Int) -> UnsafeMutablePointer<CChar>?

  let begin: Begin
  let end: Close
  let kind: Kind
  let fileHeader: FileHeader
  let segmentCount: Count
  let sectionCount: Count
  let segment: Segment
  let nextSection: NextSection
  let sectionHeader: SectionHeader
  let data: SectionData
  let dynamic: Dynamic
  let symbol: Symbol
  let text: Text

  /// Loads a library of that name; a test asks for one that does not exist.
  static func load(_ name: String) -> Result<ELFLibrary, ELFFault> {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      return .failure(ELFFault("the library \(name) is not installed; install libelf1"))
    }
    func function<Function>(_ name: String, _: Function.Type) throws(ELFFault) -> Function {
      guard let found = unsafe dlsym(handle, name) else {
        throw ELFFault("the library lacks the function \(name)")
      }
      return unsafe unsafeBitCast(found, to: Function.self)
    }
    do throws(ELFFault) {
      let version = try function("elf_version", Version.self)
      guard version(UInt32(EV_CURRENT)) != UInt32(EV_NONE) else {
        throw ELFFault("the library is too old")
      }
      return unsafe .success(
        ELFLibrary(
          begin: try function("elf_begin", Begin.self), end: try function("elf_end", Close.self),
          kind: try function("elf_kind", Kind.self),
          fileHeader: try function("gelf_getehdr", FileHeader.self),
          segmentCount: try function("elf_getphdrnum", Count.self),
          sectionCount: try function("elf_getshdrnum", Count.self),
          segment: try function("gelf_getphdr", Segment.self),
          nextSection: try function("elf_nextscn", NextSection.self),
          sectionHeader: try function("gelf_getshdr", SectionHeader.self),
          data: try function("elf_getdata", SectionData.self),
          dynamic: try function("gelf_getdyn", Dynamic.self),
          symbol: try function("gelf_getsym", Symbol.self),
          text: try function("elf_strptr", Text.self)))
    } catch {
      return .failure(error)
    }
  }
}

/// Why the facts of an ELF file cannot be read: a clause.
struct ELFFault: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
