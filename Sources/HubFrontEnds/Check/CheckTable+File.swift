import CELF
import CLinux
import Glibc

/// What the file itself shows; no code of the plug-in runs.
extension CheckTable {
  static let file: [Check] = [
    Check("file-trusted", .must, "Only you or root can have written the file", .file) {
      do throws(FrontEndError) {
        _ = try TrustCheck().open($0.path)
        return nil
      } catch {
        return .broken(error.message)
      }
    },
    Check(
      "file-kind", .must, "The file is a shared object for this machine", .file,
      elf { facts, _ in
        guard facts.is64Bit, facts.isLittleEndian, facts.machine == SharedObject.machine else {
          return .broken("it is built for another kind of machine; build it on this one")
        }
        guard facts.type == UInt16(ET_DYN) else {
          return .broken("it is an object or a program; link it with -shared")
        }
        let isProgram = (facts.value(DT_FLAGS_1) ?? 0) & UInt64(DF_1_PIE) != 0
        return isProgram ? .broken("it is a program; link it with -shared and not with -pie") : nil
      }),
    Check(
      "file-whole", .must, "The file is not truncated", .file,
      elf { facts, _ in
        let ends = facts.segments.map { $0.offset.addingReportingOverflow($0.fileSize) }
        guard ends.allSatisfy({ !$0.overflow && $0.partialValue <= facts.size }) else {
          return .broken("a segment lies beyond the end of the file; build or copy it again")
        }
        return facts.sectionsEnd <= facts.size
          ? nil : .broken("a section lies beyond the end of the file; build or copy it again")
      }),
    Check(
      "exports-entry", .must, "The file exports the function \(FrontEndLoader.entryName)", .file,
      elf {
        facts, _ in
        let entry = facts.symbols.first { $0.isDefined && $0.name == FrontEndLoader.entryName }
        guard let entry else {
          return .broken("it does not; write HUB_EXPORT before the function and see hub/frontend.h")
        }
        return entry.type == UInt32(STT_FUNC) || entry.type == UInt32(STT_GNU_IFUNC)
          ? nil : .broken("\(FrontEndLoader.entryName) is data; make it a function")
      }),
    Check(
      "exports-nothing-else", .should, "The file exports nothing else", .file,
      elf { facts, _ in
        let others = facts.symbols.filter {
          $0.isDefined && $0.name != FrontEndLoader.entryName && !linkerMade.contains($0.name)
        }
        guard let first = others.first else { return nil }
        return .broken(
          "it exports \(others.count) more symbols, such as \(first.name); compile with "
            + "-fvisibility=hidden or link with a version script")
      }),
    Check(
      "libraries", .must, "The file needs no library that belongs to another world", .file,
      elf {
        facts, _ in
        let bad = facts.needed.first { name in foreign.contains { name.hasPrefix($0) } }
        return bad.map {
          .broken("it needs \($0), which cannot be loaded into a host; build without it")
        }
      }),
    Check(
      "libraries-light", .polish, "The file needs no library that is slow to load", .file,
      elf {
        facts, _ in
        let heavy = facts.needed.first { $0.hasPrefix("libFoundation.so") }
        return heavy.map {
          .broken("it needs \($0), which takes 7 ms; FoundationEssentials is lighter")
        }
      }),
    Check(
      "no-text-relocations", .must, "Code needs no changes when it is loaded", .file,
      elf { facts, _ in
        let flags = facts.value(DT_FLAGS) ?? 0
        return facts.value(DT_TEXTREL) != nil || flags & UInt64(DF_TEXTREL) != 0
          ? .broken("it has text relocations; compile everything with -fPIC") : nil
      }),
    Check(
      "no-executable-stack", .must, "The stack stays without code", .file,
      elf { facts, _ in
        guard let stack = facts.segments(PT_GNU_STACK).first else {
          return .broken("it does not say so; link it with -z noexecstack")
        }
        return stack.flags & UInt32(PF_X) != 0
          ? .broken("it makes the stack executable; link it with -z noexecstack") : nil
      }),
    Check(
      "no-writable-code", .must, "No memory is both written and executed", .file,
      elf { facts, _ in
        let both = UInt32(PF_W) | UInt32(PF_X)
        return facts.segments(PT_LOAD).contains { $0.flags & both == both }
          ? .broken("a segment is writable and executable; link it without -N or --omagic") : nil
      }),
    Check(
      "run-path", .should, "Libraries are looked for in folders of the system or beside the file",
      .file, elf { facts, _ in runPath(facts.runPath ?? []) }),
    Check(
      "thread-memory", .should, "Memory of each thread is small and not static", .file,
      elf { facts, _ in
        let flags = facts.value(DT_FLAGS) ?? 0
        if flags & UInt64(DF_STATIC_TLS) != 0 {
          return .broken(
            "it needs static thread memory, of which there is little; compile without "
              + "-ftls-model=initial-exec")
        }
        let size = facts.segments(PT_TLS).map(\.memorySize).reduce(0, +)
        return size <= maxThreadBytes
          ? nil
          : .broken(
            "each thread pays \(size) bytes, and \(maxThreadBytes) are the most; use the heap")
      }),
    Check(
      "constructors", .polish, "Little runs when the file is loaded", .file,
      elf { facts, _ in
        let count = (facts.value(DT_INIT_ARRAYSZ) ?? 0) / 8
        return count <= maxConstructors
          ? nil
          : .broken("\(count) constructors run, and \(maxConstructors) are the most; start later")
      }),
    Check(
      "soname", .polish, "The file has no other name inside", .file,
      elf { facts, path in
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        guard let soname = facts.soname, soname != file else { return nil }
        return .broken("its SONAME is \(soname); leave -soname out or give it \(file)")
      }),
    Check(
      "build-id", .should, "The file can be told from other builds", .file,
      elf { facts, _ in
        facts.hasBuildID ? nil : .broken("it has no build id; link it with --build-id")
      }),
  ]

  /// The most bytes of thread-local memory.
  static let maxThreadBytes: UInt64 = 1_024
  /// The most constructors.
  static let maxConstructors: UInt64 = 16

  /// What linkers add by themselves.
  private static let linkerMade: Set<String> = [
    "_init", "_fini", "_edata", "_end", "__bss_start", "__end__", "_bss_end__", "__bss_end__",
  ]

  /// Beginnings of libraries of sanitizers and of other C libraries.
  private static let foreign = [
    "libasan.", "libtsan.", "libubsan.", "liblsan.", "libhwasan.", "libc.musl", "ld-musl",
    "libmimalloc", "libjemalloc", "libtcmalloc",
  ]

  private static func elf(
    _ body: @escaping @Sendable (ELFFacts, _ path: String) -> CheckFinding?
  ) -> @Sendable (CheckSubject) -> CheckFinding? {
    { subject in
      do throws(ELFFault) {
        return body(try ELFFacts(path: subject.path), subject.path)
      } catch {
        guard case .success = ELFLibrary.shared else { return .skipped(error.reason) }
        return .broken("\(error.reason); give the path of a libhub-….so")
      }
    }
  }

  /// A folder named at build time must exist wherever the file is used: in the system, or beside it.
  private static func runPath(_ elements: [String]) -> CheckFinding? {
    for element in elements {
      if element.hasPrefix("$ORIGIN") || element.hasPrefix("${ORIGIN}") { continue }
      guard element.hasPrefix("/") else {
        let shown = element.isEmpty ? "empty" : element
        return .broken(
          "it looks in the folder of whoever starts the host (\(shown)); use $ORIGIN in -rpath")
      }
      var status = stat()
      let isSystem =
        unsafe stat(element, &status) == 0 && status.st_uid == 0
        && status.st_mode & (S_IWOTH | S_IWGRP) == 0
      // The one folder that Swift's own build puts there.
      let isSwift = unsafe access("\(element)/libswiftCore.so", R_OK) == 0
      let isTemporary = ["/tmp/", "/var/tmp/", "/home/"].contains { element.hasPrefix($0) }
      if (isSystem && !isTemporary) || isSwift { continue }
      return .broken("it looks in \(element), which others do not have; leave that -rpath out")
    }
    return nil
  }
}
