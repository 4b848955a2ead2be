import CHubFrontEnd
import CLinux
import Glibc

/// What happens when the plug-in is loaded.
extension CheckTable {
  static let loading: [Check] = [
    Check("loads", .must, "The dynamic loader takes the file, with all that it needs") {
      fault($0, [.notLoadable, .notFound, .notTrusted, .system], others: nil)
    },
    Check("loads-bare", .must, "It loads in an empty environment, strictly", .bareEnvironment) {
      fault($0, [.notLoadable, .notFound, .notTrusted, .system], others: nil)
    },
    Check("entry", .must, "The entry function answers this host") {
      fault($0, [.notAFrontEnd, .declined])
    },
    Check("descriptor", .must, "What the descriptor says keeps the rules of the header") {
      fault($0, [.badDescriptor])
    },
    Check("methods", .must, "Required methods are there, and each has the host's signature") {
      fault($0, [.badSignature])
    },
    Check(
      "entry-stable", .must, "The entry function always returns the same descriptor",
      body: {
        subject throws(CheckStop) in
        let entry = unsafe try entry(subject)
        let first = unsafe entry(UInt32(HUB_ABI_MINOR))
        let second = unsafe entry(UInt32(HUB_ABI_MINOR))
        return unsafe first == second
          ? nil : .broken("it returns another one the second time; make the descriptor static")
      }),
    Check(
      "entry-any-host", .must, "The entry function bears older and newer hosts",
      body: {
        subject throws(CheckStop) in
        let entry = unsafe try entry(subject)
        for minor in [0, 1, UInt32(HUB_ABI_MINOR) + 1, .max] {
          guard let descriptor = unsafe entry(minor) else { continue }
          let size = unsafe Int(descriptor.loadUnaligned(as: UInt32.self))
          guard size >= FrontEndLoader.minDescriptorSize else {
            return .broken(
              "for a host 1.\(minor) its descriptor has \(size) bytes; begin it with "
                + "HUB_FRONTEND_HEAD")
          }
        }
        return nil
      }),
    Check(
      "reserved-zero", .should, "What is reserved is 0",
      body: { subject throws(CheckStop) in
        let entry = unsafe try entry(subject)
        guard let descriptor = unsafe entry(UInt32(HUB_ABI_MINOR)) else { return nil }
        return unsafe reservedFault(descriptor)
      }),
    Check("id", .should, "The id is a reverse domain name") {
      described($0) { about in
        let parts = about.id.split(separator: ".", omittingEmptySubsequences: false)
        let isGood =
          parts.count > 1
          && parts.allSatisfy { part in
            !part.isEmpty
              && part.utf8.allSatisfy {
                "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains(
                  $0 | ($0 > 64 && $0 < 91 ? 32 : 0))
              }
          }
        return isGood
          ? nil : .broken("it is \(about.id); write one such as com.example.\(about.name)")
      }
    },
    Check("version", .polish, "The version can be compared") {
      described($0) { about in
        let head = about.version.prefix { $0 != "-" && $0 != "+" }
        let numbers = head.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.allSatisfy { UInt32($0) != nil }
          ? nil : .broken("it is \(about.version); write numbers with dots, such as 1.2.0")
      }
    },
    Check(
      "methods-known", .polish, "This host knows every method",
      body: { subject throws(CheckStop) in
        let unknown = try subject.load().get().methods.unknownNames
        guard let first = unknown.first else { return nil }
        return .broken(
          "it has \(first), which this host never calls; that is right only for a newer host")
      }),
    Check(
      "load-time", .polish, "Loading takes less than \(maxLoadMilliseconds) ms of computing",
      body: {
        subject throws(CheckStop) in
        let start = processMilliseconds
        _ = try subject.load().get()
        let spent = processMilliseconds - start
        return spent <= maxLoadMilliseconds
          ? nil : .broken("it takes \(spent) ms; do what is heavy in start, or later")
      }),
    Check(
      "load-quiet", .must, "Loading prints nothing",
      body: { subject throws(CheckStop) in
        let said = try Silence.during { () throws(CheckStop) in _ = try subject.load().get() }
        return said.isEmpty ? nil : .broken("it prints \(ActionCall.shown(said)); use hub.log/1")
      }),
    Check(
      "load-clean", .must, "Loading changes nothing in the process",
      body: {
        subject throws(CheckStop) in
        let before = ProcessState.now()
        _ = try subject.load().get()
        return ProcessState.now().change(since: before).map { .broken("it \($0)") }
      }),
    Check(
      "texts-stable", .must, "What the descriptor says stays the same", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try CheckStage(subject)
        try stage.enter()
        stage.leave()
        let after = try subject.load().get().description
        return after == stage.frontEnd.description
          ? nil : .broken("its texts changed while it ran; make them static")
      }),
  ]

  /// The most milliseconds of computing until a plug-in is loaded.
  static let maxLoadMilliseconds = 100

  typealias Entry = @convention(c) (UInt32) -> UnsafeRawPointer?

  /// Loads it and reports a fault of these kinds; one of another kind is another check's.
  private static func fault(
    _ subject: CheckSubject, _ codes: [FrontEndError.Code],
    others: String? = "it cannot be loaded; see the checks before"
  ) -> CheckFinding? {
    do throws(FrontEndError) {
      _ = try FrontEndLoader.load(path: subject.path)
      return nil
    } catch {
      if codes.contains(error.code) { return .broken(error.message) }
      return others.map { .skipped($0) }
    }
  }

  private static func described(
    _ subject: CheckSubject, _ body: (FrontEndDescription) -> CheckFinding?
  ) -> CheckFinding? {
    do throws(CheckStop) {
      return body(try subject.load().get().description)
    } catch {
      return error.finding
    }
  }

  /// The entry function of a plug-in that can be loaded.
  static func entry(_ subject: CheckSubject) throws(CheckStop) -> Entry {
    let loaded = try subject.load().get()
    guard let handle = unsafe dlopen(loaded.path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
      let symbol = unsafe hub_symbol(handle, FrontEndLoader.entryName)
    else { throw CheckStop(.skipped("it cannot be loaded a second time")) }
    return unsafe unsafeBitCast(symbol, to: Entry.self)
  }

  private static func reservedFault(_ descriptor: UnsafeRawPointer) -> CheckFinding? {
    let count = unsafe descriptor.loadUnaligned(fromByteOffset: 84, as: UInt32.self)
    let size = unsafe Int(descriptor.loadUnaligned(fromByteOffset: 80, as: UInt32.self))
    guard let rows = unsafe descriptor.loadUnaligned(fromByteOffset: 88, as: UnsafeRawPointer?.self)
    else { return nil }
    for index in 0..<Int(count) {
      let reserved = unsafe rows.loadUnaligned(fromByteOffset: index * size + 36, as: UInt32.self)
      if reserved != 0 {
        return .broken("row \(index + 1) of its method table has reserved \(reserved); write 0")
      }
    }
    return nil
  }

  /// Milliseconds that this process has computed, which a busy machine does not lengthen.
  static var processMilliseconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// Catches what is printed on the process's own descriptors.
enum Silence {
  /// What was printed while the work was done.
  ///
  /// - Parameters:
  ///   - caught: standard output, standard error, or both.
  ///   - work: what may print.
  /// - Returns: the beginning of it.
  /// - Throws: what the work throws.
  static func during(
    _ caught: [Int32] = [STDOUT_FILENO, STDERR_FILENO], _ work: () throws(CheckStop) -> Void
  ) throws(CheckStop) -> String {
    let memory = unsafe memfd_create("hubhost-check", UInt32(MFD_CLOEXEC))
    let kept = caught.map { hub_fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for descriptor in caught { dup2(memory, descriptor) }
    defer {
      for (descriptor, old) in zip(caught, kept) {
        dup2(old, descriptor)
        close(old)
      }
      close(memory)
    }
    try work()
    fflush(nil)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe pread(memory, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
