import CELF
import CLinux
import Glibc

/// What an ELF file says about itself, read by libelf.
struct ELFFacts: Hashable {
  /// One segment that the loader looks at.
  struct Segment: Hashable {
    var type: UInt32
    var flags: UInt32
    var offset: UInt64
    var fileSize: UInt64
    var memorySize: UInt64
  }

  /// One symbol that others can link to.
  struct Symbol: Hashable {
    var name: String
    /// `STT_…`.
    var type: UInt32
    var isDefined: Bool
  }

  /// Bytes of the file.
  var size: UInt64 = 0
  var is64Bit = false
  var isLittleEndian = false
  /// `ET_…`.
  var type: UInt16 = 0
  /// `EM_…`.
  var machine: UInt16 = 0
  var segments: [Segment] = []
  /// Where the sections' bytes end.
  var sectionsEnd: UInt64 = 0
  /// Global and weak symbols of the dynamic table.
  var symbols: [Symbol] = []
  /// Tag and value of the dynamic section.
  var dynamic: [(tag: Int64, value: UInt64)] = []
  var needed: [String] = []
  var soname: String?
  /// RPATH and RUNPATH, taken apart at their colons.
  var runPath: [String]?
  var hasBuildID = false

  static func == (left: ELFFacts, right: ELFFacts) -> Bool {
    left.segments == right.segments && left.symbols == right.symbols
      && left.needed == right.needed && left.type == right.type
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
    hasher.combine(symbols)
  }

  /// The value of a tag of the dynamic section; nil when there is none.
  func value(_ tag: Int32) -> UInt64? {
    dynamic.first { $0.tag == Int64(tag) }?.value
  }

  /// The segments of a type.
  func segments(_ type: Int32) -> [Segment] {
    segments.filter { $0.type == UInt32(type) }
  }

  /// Reads a file.
  init(path: String) throws(ELFFault) {
    let library = try ELFLibrary.shared.get()
    let descriptor = unsafe hub_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { throw ELFFault("\(path) cannot be read") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw ELFFault("\(path) cannot be read") }
    guard let elf = unsafe library.begin(descriptor, ELF_C_READ, nil) else {
      throw ELFFault("\(path) cannot be read")
    }
    defer { unsafe _ = library.end(elf) }
    guard unsafe library.kind(elf) == ELF_K_ELF else { throw ELFFault("it is no ELF file") }
    size = UInt64(max(0, status.st_size))
    try unsafe readHeader(elf, library)
    try unsafe readSegments(elf, library)
    unsafe readSections(elf, library)
  }

  private mutating func readHeader(
    _ elf: OpaquePointer, _ library: ELFLibrary
  ) throws(ELFFault) {
    var header = GElf_Ehdr()
    guard unsafe library.fileHeader(elf, &header) != nil else {
      throw ELFFault("its header cannot be read")
    }
    is64Bit = header.e_ident.4 == UInt8(ELFCLASS64)
    isLittleEndian = header.e_ident.5 == UInt8(ELFDATA2LSB)
    type = header.e_type
    machine = header.e_machine
    sectionsEnd = header.e_shoff + UInt64(header.e_shnum) * UInt64(header.e_shentsize)
  }

  private mutating func readSegments(
    _ elf: OpaquePointer, _ library: ELFLibrary
  ) throws(ELFFault) {
    var count = 0
    guard unsafe library.segmentCount(elf, &count) == 0 else {
      throw ELFFault("its segments cannot be read")
    }
    for index in 0..<min(count, Self.maxSegments) {
      var segment = GElf_Phdr()
      guard unsafe library.segment(elf, CInt(index), &segment) != nil else {
        throw ELFFault("its segments cannot be read")
      }
      segments.append(
        Segment(
          type: segment.p_type, flags: segment.p_flags, offset: segment.p_offset,
          fileSize: segment.p_filesz, memorySize: segment.p_memsz))
    }
  }

  private static let maxSegments = 128
  private static let maxEntries = 100_000

  private mutating func readSections(_ elf: OpaquePointer, _ library: ELFLibrary) {
    var next = unsafe library.nextSection(elf, nil)
    while let section = unsafe next {
      var header = GElf_Shdr()
      if unsafe library.sectionHeader(section, &header) != nil {
        let end = header.sh_offset.addingReportingOverflow(header.sh_size)
        if header.sh_type != UInt32(SHT_NOBITS) {
          sectionsEnd = max(sectionsEnd, end.overflow ? .max : end.partialValue)
        }
        switch header.sh_type {
        case UInt32(SHT_DYNAMIC): unsafe readDynamic(elf, section, header, library)
        case UInt32(SHT_DYNSYM): unsafe readSymbols(elf, section, header, library)
        case UInt32(SHT_NOTE): unsafe readNote(section, library)
        default: break
        }
      }
      unsafe next = library.nextSection(elf, section)
    }
  }

  private mutating func readDynamic(
    _ elf: OpaquePointer, _ section: OpaquePointer, _ header: GElf_Shdr, _ library: ELFLibrary
  ) {
    guard header.sh_entsize > 0, let data = unsafe library.data(section, nil) else { return }
    let link = Int(header.sh_link)
    for index in 0..<min(Int(header.sh_size / header.sh_entsize), Self.maxEntries) {
      var entry = GElf_Dyn()
      guard unsafe library.dynamic(data, CInt(index), &entry) != nil else { return }
      if entry.d_tag == Int64(DT_NULL) { return }
      let value = unsafe entry.d_un.d_val
      dynamic.append((entry.d_tag, value))
      func text() -> String? {
        unsafe library.text(elf, link, Int(value)).map { unsafe String(cString: $0) }
      }
      switch entry.d_tag {
      case Int64(DT_NEEDED): if let name = text() { needed.append(name) }
      case Int64(DT_SONAME): soname = text()
      case Int64(DT_RUNPATH), Int64(DT_RPATH):
        let elements = text()?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        runPath = (runPath ?? []) + elements.map(String.init)
      default: break
      }
    }
  }

  private mutating func readSymbols(
    _ elf: OpaquePointer, _ section: OpaquePointer, _ header: GElf_Shdr, _ library: ELFLibrary
  ) {
    guard header.sh_entsize > 0, let data = unsafe library.data(section, nil) else { return }
    for index in 0..<min(Int(header.sh_size / header.sh_entsize), Self.maxEntries) {
      var symbol = GElf_Sym()
      guard unsafe library.symbol(data, CInt(index), &symbol) != nil else { return }
      let binding = hub_elf_symbol_binding(symbol.st_info)
      let visibility = hub_elf_symbol_visibility(symbol.st_other)
      let isVisible = visibility == UInt32(STV_DEFAULT) || visibility == UInt32(STV_PROTECTED)
      guard binding != UInt32(STB_LOCAL), isVisible,
        let name = unsafe library.text(elf, Int(header.sh_link), Int(symbol.st_name))
      else { continue }
      symbols.append(
        Symbol(
          name: unsafe String(cString: name), type: hub_elf_symbol_type(symbol.st_info),
          isDefined: symbol.st_shndx != UInt16(SHN_UNDEF)))
    }
  }

  /// Looks for the note of the linker that identifies a build: owner `GNU`, type 3.
  private mutating func readNote(_ section: OpaquePointer, _ library: ELFLibrary) {
    guard let data = unsafe library.data(section, nil), let start = unsafe data.pointee.d_buf,
      unsafe data.pointee.d_size >= 16
    else { return }
    let type = unsafe start.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    let owner = unsafe start.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
    // "GNU\0" as a little-endian number.
    if type == UInt32(NT_GNU_BUILD_ID), owner == 0x0055_4E47 { hasBuildID = true }
  }
}
