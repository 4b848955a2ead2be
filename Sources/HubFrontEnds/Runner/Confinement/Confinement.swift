import CLinux
import Glibc

/// What a runner may not do, as far as the kernel lets it be enforced.
package struct Confinement: Hashable, Sendable {
  /// The version of Landlock that keeps it from files and sockets; 0: the kernel has none.
  package var landlock: Int
  /// A filter of system calls: no network, no programs, no other processes.
  package var filtersCalls: Bool
  /// Memory that was written cannot become code.
  package var refusesNewCode: Bool
  /// What is let through because the app file grants it.
  var granted = Allowance.nothing

  init(
    landlock: Int, filtersCalls: Bool, refusesNewCode: Bool, granted: Allowance = .nothing
  ) {
    self.landlock = landlock
    self.filtersCalls = filtersCalls
    self.refusesNewCode = refusesNewCode
    self.granted = granted
  }

  /// The most bytes of address space.
  static let maxMemory: UInt64 = 2 << 30
  /// The most descriptors that are open at once.
  static let maxDescriptors: UInt64 = 256
  /// The largest file that could be written, where writing is possible at all.
  static let maxFileSize: UInt64 = 1 << 20

  private static let setNewCode: Int32 = 65
  private static let getNewCode: Int32 = 66

  /// What this kernel would enforce; nothing changes.
  package static func possible() -> Confinement {
    Confinement(
      landlock: Landlock.version, filtersCalls: hub_prctl(PR_GET_SECCOMP, 0, 0) >= 0,
      refusesNewCode: hub_prctl(getNewCode, 0, 0) >= 0)
  }

  /// Confines this process for good; a step that the kernel refuses is left out.
  ///
  /// Call it before the plug-in is loaded, since its constructors run then.
  ///
  /// - Parameters:
  ///   - plugin: absolute path of the shared object.
  ///   - environment: says where terminals are described.
  ///   - granted: what it may do all the same.
  /// - Returns: what holds from now on.
  static func apply(
    plugin: String, environment: [String: String], granted: Allowance = .nothing
  ) -> Confinement {
    limit()
    _ = hub_prctl(PR_SET_NO_NEW_PRIVS, 1, 0)
    let refusesNewCode = hub_prctl(setNewCode, 1, 0) == 0
    let landlock = Landlock.restrict(
      toReading: ReadableFiles(plugin: plugin, environment, granted: granted),
      allowsNetwork: granted.network)
    let filter = SystemCallFilter(
      process: getpid(), deniesWriting: landlock == 0, allowsNetwork: granted.network)
    return Confinement(
      landlock: landlock, filtersCalls: filter.install(), refusesNewCode: refusesNewCode,
      granted: granted)
  }

  /// Takes away again what was granted and is not needed, now that it is known what is.
  mutating func narrow(to needed: Allowance, plugin: String, environment: [String: String]) {
    guard needed != granted else { return }
    if granted.network, !needed.network { _ = SystemCallFilter.withoutNetwork.install() }
    if landlock > 0, granted.files != needed.files {
      _ = Landlock.restrict(
        toReading: ReadableFiles(plugin: plugin, environment, granted: needed),
        allowsNetwork: needed.network)
    }
    granted = needed
  }

  private static func limit() {
    set(RLIMIT_CORE, 0)
    set(RLIMIT_NOFILE, maxDescriptors)
    set(RLIMIT_FSIZE, maxFileSize)
    // The sanitizers reserve terabytes.
    if !isSanitized { set(RLIMIT_AS, maxMemory) }
  }

  /// Whether this program was built with one of the sanitizers.
  static let isSanitized =
    unsafe hub_symbol(nil, "__asan_init") != nil || hub_symbol(nil, "__tsan_init") != nil

  private static func set(_ resource: __rlimit_resource, _ value: UInt64) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(resource.rawValue)
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_max = min(limit.rlim_max, rlim_t(value))
    limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
    unsafe setrlimit(resource, &limit)
  }

  /// For people: what it cannot do, and what the kernel lacks.
  package var words: String {
    var cannot: [String] = []
    var lacks: [String] = []
    if filtersCalls {
      cannot += granted.network ? ["no other programs"] : ["no network", "no other programs"]
    } else {
      lacks.append("system call filters (it can use the network and start programs)")
    }
    if landlock > 0 {
      let others = granted.files.map { ", \($0)" }.joined()
      cannot.append("no files but its own\(others) and the system's, to read")
    } else {
      if filtersCalls { cannot.append("no files to write") }
      lacks.append("Landlock (it can read your files)")
    }
    if refusesNewCode { cannot.append("no new code") } else { lacks.append("PR_SET_MDWE") }
    var words = cannot.joined(separator: ", ")
    if !lacks.isEmpty {
      words += (words.isEmpty ? "" : "; ") + "this kernel lacks \(lacks.joined(separator: " and "))"
    }
    return words
  }
}

/// The files that a confined plug-in may read.
struct ReadableFiles: Hashable {
  /// The variables that count.
  static let variables = ["HOME", "TERMINFO", "TERMINFO_DIRS"]

  /// Files and folders that it may read.
  private(set) var reading: [String]
  /// Devices that it may also write to.
  let devices = ["/dev/tty", "/dev/null", "/dev/zero", "/dev/full"]

  /// Collects them.
  ///
  /// - Parameters:
  ///   - plugin: absolute path of the shared object.
  ///   - environment: says where terminals are described.
  ///   - granted: what it may read or use besides.
  init(plugin: String, _ environment: [String: String], granted: Allowance = .nothing) {
    reading = [
      "/lib", "/lib64", "/usr", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime",
      "/etc/timezone", "/etc/terminfo", "/etc/locale.alias", "/dev/urandom", "/dev/random",
      "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
      "/sys/kernel/mm/transparent_hugepage", "/proc/sys/vm/overcommit_memory",
    ]
    // A plug-in may be a link to where it was built.
    for file in Set([plugin, Self.real(plugin)]) {
      reading.append(Self.isTooWide(Self.folder(file), environment) ? file : Self.folder(file))
    }
    reading += granted.files
    if granted.network { reading += Self.networkFiles }
    if let runtime = Self.swiftRuntime { reading.append(runtime) }
    if let home = environment["HOME"], home.hasPrefix("/") { reading.append(home + "/.terminfo") }
    let lists = [environment["TERMINFO"], environment["TERMINFO_DIRS"]].compactMap { $0 }
    for path in lists.flatMap({ $0.split(separator: ":").map(String.init) })
    where path.hasPrefix("/") && !Self.isTooWide(path, environment) { reading.append(path) }
  }

  /// Where the C library and others look for names, ports and certificates.
  private static let networkFiles = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf",
    "/etc/services", "/etc/protocols", "/etc/ssl", "/etc/pki", "/etc/ca-certificates",
  ]

  private static func real(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Whether a folder holds more than a plug-in's things: the home folder, one above it, or `/tmp`.
  static func isTooWide(_ folder: String, _ environment: [String: String]) -> Bool {
    if folder == "/" || folder == "/tmp" || folder == "/var/tmp" { return true }
    guard let home = environment["HOME"] else { return false }
    return home == folder || home.hasPrefix(folder + "/")
  }

  private static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The folder of the Swift runtime that this program uses, whose other libraries a plug-in may need.
  private static var swiftRuntime: String? {
    var info = unsafe Dl_info()
    guard let symbol = unsafe hub_symbol(nil, "swift_retain"),
      unsafe dladdr(symbol, &info) != 0, let name = unsafe info.dli_fname,
      let real = unsafe realpath(name, nil)
    else { return nil }
    defer { unsafe free(real) }
    return folder(unsafe String(cString: real))
  }
}
