import CLinux
import FoundationEssentials
import Glibc

/// What belongs to the whole process and no front end may change: compared before and after.
struct ProcessState: Hashable {
  /// Signals whose handlers ncurses sets where a host has none of its own.
  static let screenSignals: Set<Int32> = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]

  private var folder = ""
  private var mask: mode_t = 0
  private var locale = ""
  private var environment: Set<String> = []
  private var signals: [Int32: UInt] = [:]
  private var descriptors: Set<Int32> = []
  private(set) var threads = 0

  /// The state now.
  static func now() -> ProcessState {
    var state = ProcessState()
    if let path = unsafe getcwd(nil, 0) {
      state.folder = unsafe String(cString: path)
      unsafe free(path)
    }
    state.mask = umask(0)
    umask(state.mask)
    state.locale = unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } ?? ""
    state.environment = Set(ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
    for signal in 1..<Int32(65) {
      var action = sigaction()
      guard unsafe sigaction(signal, nil, &action) == 0 else { continue }
      state.signals[signal] = unsafe UInt(
        bitPattern: unsafeBitCast(action.__sigaction_handler, to: Int.self))
    }
    state.descriptors = Set(entries(of: "/proc/self/fd").compactMap(Int32.init))
    state.threads = entries(of: "/proc/self/task").count
    return state
  }

  /// How many descriptors are open.
  static var descriptorCount: Int { entries(of: "/proc/self/fd").count }

  /// Bytes of memory that are in use; 0 when the system does not say.
  static var residentBytes: Int {
    let file = unsafe hub_open("/proc/self/statm", O_RDONLY | O_CLOEXEC, 0)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = unsafe read(file, &bytes, bytes.count)
    let fields = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }

  /// The first thing that differs from what was before, as a clause; nil when nothing does.
  func change(since before: ProcessState, ignoring ignored: Set<Int32> = []) -> String? {
    if folder != before.folder { return "changes the working folder; leave chdir to the host" }
    if mask != before.mask { return "changes the umask; leave it to the host" }
    if locale != before.locale { return "changes the locale to \(locale); leave it to the host" }
    if let added = environment.symmetricDifference(before.environment).first {
      return "changes the environment (\(added.prefix { $0 != "=" })); leave setenv to the host"
    }
    for (signal, action) in signals.sorted(by: { $0.key < $1.key })
    where action != before.signals[signal] && !ignored.contains(signal) {
      return "changes what signal \(signal) does; leave signals to the host"
    }
    let opened = descriptors.subtracting(before.descriptors)
    if let descriptor = opened.min() {
      let more = Self.counted(opened.count, "more descriptor")
      return "leaves \(more) open (\(descriptor)); close what it opens"
    }
    if let descriptor = before.descriptors.subtracting(descriptors).min() {
      return "closes descriptor \(descriptor), which is the host's"
    }
    if threads > before.threads {
      let more = Self.counted(threads - before.threads, "thread")
      return "leaves \(more) running; end and join what it starts"
    }
    return nil
  }

  /// A number with its noun, such as `1 thread` and `2 threads`.
  static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    let own = unsafe "\(dirfd(directory))"
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != "..", name != own { names.append(name) }
    }
    return names
  }
}
