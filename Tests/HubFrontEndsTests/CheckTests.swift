import FoundationEssentials
import HubTestSupport
import Testing

@testable import HubFrontEnds

/// Each broken plug-in of the zoo is caught by the check that is there for it.
@Suite(
  .enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built")
)
struct CheckTests {
  private static let host = "\(PluginFixtures.products)/HubTestHost"

  /// A plug-in that breaks one rule, and what the check of it says.
  struct Broken: Sendable, CustomTestStringConvertible {
    var check: String
    var define: String
    var outcome: CheckOutcome
    var part: String
    var extra: [String] = []
    var terminal = false
    /// The file in C, and what its descriptor says that it needs; nil: nothing, or the terminal.
    var source = "zoo"
    var needs: String?

    var testDescription: String { "\(check): \(define) \(extra.joined(separator: " "))" }

    init(
      _ check: String, _ define: String, _ outcome: CheckOutcome, _ part: String,
      _ extra: [String] = [], terminal: Bool = false
    ) {
      self.check = check
      self.define = define
      self.outcome = outcome
      self.part = part
      self.extra = extra
      self.terminal = terminal
    }

    /// One of `habits.c`.
    static func habit(
      _ check: String, _ define: String, _ outcome: CheckOutcome, _ part: String,
      needs: String? = nil, terminal: Bool = false
    ) -> Broken {
      var broken = Broken(check, define, outcome, part, terminal: terminal)
      broken.source = "habits"
      broken.needs = needs
      return broken
    }
  }

  private func check(
    _ ids: [String]?, _ path: String, seed: UInt64 = 7
  ) throws -> [CheckResult] {
    var results: [CheckResult] = []
    try CheckRun(path: path, seed: seed, executable: Self.host).run(only: ids) {
      results.append($0)
    }
    return results
  }

  private func build(
    _ folder: PluginFolder, _ define: String, extra: [String] = [], terminal: Bool = false,
    source: String = "zoo", needs: String? = nil
  ) throws -> String {
    let path = folder["libhub-\(source).so"]
    let needs = "NEEDS=\(needs ?? (terminal ? "HUB_NEEDS_TERMINAL" : "0"))"
    // An earlier plain option would be overruled by a later one; -O0 keeps loops and crashes.
    try PluginFixtures.build(
      source, as: path, defines: [define, needs],
      extra: ["-fvisibility=hidden", "-lpthread"] + extra)
    return path
  }

  private static let file: [Broken] = [
    Broken("exports-entry", "NO_SYMBOL", .fail, "write HUB_EXPORT"),
    Broken("exports-entry", "DATA_SYMBOL", .fail, "is data"),
    Broken("exports-nothing-else", "EXPORTS_HELPER", .warn, "hub_helper"),
    Broken("exports-nothing-else", "EXPORTS_MALLOC", .warn, "malloc"),
    Broken("no-executable-stack", "EXACT", .fail, "noexecstack", ["-Wl,-z,execstack"]),
    Broken("run-path", "EXACT", .warn, "lib", ["-Wl,-rpath,lib"]),
    Broken("run-path", "EXACT", .warn, "empty", ["-Wl,-rpath,:/usr/lib"]),
    Broken("run-path", "EXACT", .warn, "/home/ann/build", ["-Wl,-rpath,/home/ann/build"]),
    Broken("run-path", "EXACT", .pass, "", ["-Wl,-rpath,$ORIGIN:/usr/lib"]),
    Broken("thread-memory", "THREAD_MEMORY", .warn, "2097152 bytes"),
    Broken("thread-memory", "STATIC_THREAD_MEMORY", .warn, "static thread memory"),
    Broken("constructors", "MANY_CONSTRUCTORS", .warn, "constructors run"),
    Broken("soname", "EXACT", .warn, "libother.so", ["-Wl,-soname,libother.so"]),
    Broken("soname", "EXACT", .pass, "", ["-Wl,-soname,libhub-zoo.so"]),
    Broken("build-id", "EXACT", .warn, "--build-id", ["-Wl,--build-id=none"]),
    Broken("no-writable-code", "WRITABLE_CODE", .fail, "writable"),
    Broken(
      "no-text-relocations", "TEXT_RELOCATIONS", .fail, "-fPIC", ["-Wl,-z,notext"]),
    Broken("libraries", "EXACT", .fail, "libasan", ["-fsanitize=address"]),
  ]

  private static let loading: [Broken] = [
    Broken("loads", "CRASH_AT_LOAD", .crash, "signal 11"),
    Broken("loads", "EXIT_AT_LOAD", .crash, "status 3"),
    Broken("loads", "MISSING_FUNCTION", .fail, "hub_no_such_function"),
    Broken("loads-bare", "MISSING_FUNCTION", .fail, "hub_no_such_function"),
    Broken("entry", "DECLINES", .fail, "does not go with this host"),
    Broken("descriptor", "SIZE=0", .fail, "0 bytes"),
    Broken("descriptor", "SIZE=120", .fail, "120 bytes"),
    Broken("descriptor", "SUMMARY=\"\\xff\"", .fail, "UTF-8"),
    Broken("descriptor", "ACTION_RANGE", .fail, "makes no sense"),
    Broken("methods", "CONTRADICTING", .fail, "argument 2 is i there"),
    Broken("methods", "LONGER", .fail, "one more than the host passes"),
    Broken("methods", "MISSING", .fail, "show_hub"),
    Broken("methods", "ACTION_TEN", .fail, "more than 8 letters"),
    Broken("entry-stable", "OTHER_DESCRIPTOR", .fail, "static"),
    Broken("entry-any-host", "FEARS_THE_FUTURE", .crash, "signal 6"),
    Broken("reserved-zero", "RESERVED", .warn, "reserved 7"),
    Broken("id", "ID=\"zoo\"", .warn, "com.example.zoo"),
    Broken("version", "VERSION=\"new\"", .warn, "new"),
    Broken("methods-known", "UNKNOWN", .warn, "show_moon"),
    Broken("load-time", "SLOW_TO_LOAD", .warn, "ms"),
    Broken("load-quiet", "NOISY_AT_LOAD", .fail, "noise"),
    Broken("load-clean", "CHANGES_AT_LOAD", .fail, "HUB_ZOO"),
  ]

  private static let running: [Broken] = [
    Broken("lifecycle", "CRASH_IN_CREATE", .crash, "signal 11"),
    Broken("lifecycle", "CRASH_IN_SHOW", .crash, "signal 11"),
    Broken("lifecycle", "CRASH_IN_DESTROY", .crash, "signal 11"),
    Broken("lifecycle", "EXITS", .crash, "status 0"),
    Broken("lifecycle", "ABORTS", .crash, "signal 6"),
    Broken("lifecycle", "FAILS", .fail, "cannot start"),
    Broken("lifecycle-repeats", "LEAKS_MEMORY", .warn, "memory grows"),
    Broken("lifecycle-repeats", "LEAKS_FD", .warn, "descriptors stay open"),
    Broken("no-services", "TRUSTS_SERVICES", .crash, "signal 11"),
    Broken("leaves-clean", "CHANGES_LOCALE", .fail, "locale"),
    Broken("leaves-clean", "CHANGES_FOLDER", .fail, "folder"),
    Broken("leaves-clean", "CHANGES_MASK", .fail, "umask"),
    Broken("leaves-clean", "CHANGES_SIGNALS", .fail, "signal 11"),
    Broken("leaves-clean", "CLOSES_STREAMS", .fail, "descriptor 2"),
    Broken("leaves-clean", "KEEPS_THREAD", .fail, "1 thread running"),
    Broken("methods-survive", "CRASH_ON_LONG_TEXT", .crash, "signal 11"),
    Broken("random-calls", "CRASH_ON_LONG_TEXT", .crash, "signal 11"),
    Broken("methods-status", "ODD_STATUS", .warn, "returns 99"),
    Broken("methods-in-time", "SLOW_IN_SHOW", .fail, "show_hub takes 6"),
    Broken("actions", "ACTION_CRASHES", .crash, "signal 11"),
    Broken("actions", "ACTION_ODD_STATUS", .fail, "-99"),
    Broken("actions", "NO_ACTIONS_HERE", .skip, "no action"),
    Broken("calls-on-main", "STRAY_CALL", .fail, "another thread"),
    Broken("gives-back", "KEEPS_TIMER", .fail, "cancel_timer"),
    Broken("silent-after", "LATE_CALL", .fail, "after it"),
    Broken("threads-end", "KEEPS_THREAD", .fail, "1 thread running"),
    Broken("stdout-untouched", "PRINTS", .fail, "noise"),
    Broken("output-clean", "WRITES_ESCAPES", .fail, "control character 27"),
    Broken("output-clean", "WRITES_NO_UTF8", .fail, "UTF-8"),
    Broken("terminal-unset", "EXITS_WITHOUT_TERM", .crash, "status 1", terminal: true),
    Broken("terminal-dumb", "EXITS_WITHOUT_TERM", .crash, "status 1", terminal: true),
    Broken("terminal-unknown", "EXITS_WITHOUT_TERM", .crash, "status 1", terminal: true),
    Broken("terminal-given-back", "RAW_TERMINAL", .fail, "settings", terminal: true),
    Broken("terminal-given-back", "LEAVES_SCREEN", .fail, "alternate screen", terminal: true),
    Broken("no-terminal", "EXACT", .fail, "without a terminal", terminal: true),
    Broken("terminal-suspend", "EXACT", .fail, "terminal_suspend", terminal: true),
  ]

  private static let habits: [Broken] = [
    .habit("starts-again", "STARTS_ONCE", .warn, "start 2 fails"),
    .habit("starts-again", "SHOWS_ONCE", .warn, "return other values"),
    .habit("unstarted-ends", "ENDS_AS_STARTED", .crash, "signal 11"),
    .habit("older-host", "TRUSTS_NEW_ENDS", .crash, "signal 11"),
    .habit("older-host", "TRUSTS_NEW_SERVICES", .crash, "signal 11"),
    .habit("older-host", "TRUSTS_NEW_RECORDS", .crash, "signal 11"),
    .habit("newer-host", "TRUSTS_NEW_RECORDS", .pass, ""),
    .habit("newer-host", "FEARS_NEWER_HOSTS", .fail, "cannot be created"),
    .habit("again", "FEARS_THE_SAME", .crash, "signal 6"),
    .habit("ends-at-once", "SHOWS_LATE", .fail, "1 calls came after it"),
    .habit("loop-requests", "WATCHES_TWICE", .warn, "(watch: "),
    .habit("loop-requests", "CANCELS_TWICE", .warn, "(cancel_timer: "),
    .habit("loop-open", "CLOSES_WATCHED", .fail, "it closed descriptor"),
    .habit("loop-quiet", "LEAVES_READY", .warn, "the loop called it"),
    .habit("input-flood", "CRASHES_ON_NO_TEXT", .crash, "signal 11", needs: "HUB_NEEDS_STDIN"),
    .habit("input-flood", "STOPS_READING", .fail, "it stops reading", needs: "HUB_NEEDS_STDIN"),
    .habit("input-flood", "GOOD_HABITS", .skip, "reads no standard input"),
    .habit("input-ends", "SPINS_AT_END", .fail, "after the end", needs: "HUB_NEEDS_STDIN"),
    .habit("slow-reader", "DROPS_OUTPUT", .fail, "bytes of 524288 came"),
    .habit("slow-reader", "GOOD_HABITS", .skip, "writes nothing"),
    .habit("terminal-not-given", "OPENS_TERMINAL", .fail, "bytes to /dev/tty"),
    .habit("terminal-not-given", "SETS_TERMINAL", .fail, "settings"),
    .habit("terminal-not-given", "OPENS_TERMINAL", .fail, "bytes to /dev/tty", terminal: true),
    .habit("terminal-keys", "CRASHES_ON_KEY", .crash, "signal 11", terminal: true),
    .habit("terminal-interrupt", "TAKES_SIGNALS", .fail, "itself (status 7)", terminal: true),
    .habit("terminal-terminate", "TAKES_SIGNALS", .fail, "itself (status 7)", terminal: true),
    .habit("terminal-hangup", "TAKES_SIGNALS", .fail, "itself (status 7)", terminal: true),
    .habit("terminal-hangup", "NEVER_STOPS", .fail, "did not end", terminal: true),
    .habit("terminal-crash", "UNTOLD_MODES", .fail, "tell modes", terminal: true),
    .habit("terminal-crash", "TAKES_CRASHES", .fail, "itself (status 7)", terminal: true),
    .habit("terminal-abort", "UNTOLD_MODES", .fail, "tell modes", terminal: true),
    .habit("terminal-abort", "TAKES_CRASHES", .fail, "itself (status 7)", terminal: true),
    .habit("terminal-interrupt", "LEAVES_MODES", .fail, "alternate screen", terminal: true),
    .habit("terminal-terminate", "UNTOLD_MODES", .pass, "", terminal: true),
    .habit("terminal-crash", "GOOD_HABITS", .skip, "needs no terminal"),
  ]

  @Test(
    arguments: (file + loading + running + habits).filter {
      // That sanitizer ends a process with a code of its own, and keeps a thread.
      !Sanitizer.isOfThreads || !["EXIT_AT_LOAD", "KEEPS_THREAD"].contains($0.define)
    })
  func `the check catches the front end that breaks its rule`(broken: Broken) throws {
    let folder = try PluginFolder()
    let path = try build(
      folder, broken.define, extra: broken.extra, terminal: broken.terminal,
      source: broken.source, needs: broken.needs)
    let result = try #require(try check([broken.check], path).first)
    #expect(result.outcome == broken.outcome, "\(result)")
    #expect(result.message?.contains(broken.part) ?? broken.part.isEmpty, "\(result)")
    #expect(result.message?.contains("\n") != true)
  }

  @Test
  func `a front end that spins and ignores SIGTERM is killed in its time`() throws {
    let folder = try PluginFolder()
    let path = try build(folder, "SPINS")
    let spinning = Check("spins", .must, "It returns", patience: 500) { subject in
      guard let stage = try? CheckStage(subject) else { return .skipped("no stage") }
      try? stage.enter()
      _ = stage.frontEnd.showHub(tab: "hub", badge: nil)
      return nil
    }
    // The child looks checks up by their id: one that shows the Hub stands for it.
    let known = try #require(CheckTable.all.first { $0.id == "lifecycle" })
    let short = Check(known.id, known.level, known.rule, known.setting, patience: 500, known.body)
    #expect(spinning.outcome(nil).0 == .pass)
    let result = CheckProcess(short, executable: Self.host).run(path: path, seed: 1)
    #expect(result.outcome == .crash)
    #expect(result.message?.contains("did not come back") == true)
  }

  /// Checks that measure the sanitizer: that of threads has memory and constructors of its own, that of addresses
  /// keeps memory that was freed, and without its options it ends a process that has leaks.
  private static let measuresSanitizer: Set<String> =
    if Sanitizer.isOfThreads {
      ["lifecycle-repeats", "constructors"]
    } else if Sanitizer.isOfMemory {
      ["lifecycle-repeats", "loads-bare"]
    } else {
      []
    }

  @Test
  func `a good front end of the zoo breaks no rule but those of its own making`() throws {
    let folder = try PluginFolder()
    let path = try build(folder, "EXACT")
    for result in try check(nil, path) where !Self.measuresSanitizer.contains(result.id) {
      #expect(result.outcome == .pass || result.outcome == .skip, "\(result)")
    }
  }

  @Test(
    arguments: ["plain", "jsonl", "curses", "smallest", "live"])
  func `what comes with the host passes every check without a warning`(name: String) throws {
    let path = "\(PluginFixtures.products)/libhub-\(name).so"
    for result in try check(nil, path) where !Self.measuresSanitizer.contains(result.id) {
      #expect(result.outcome == .pass || result.outcome == .skip, "\(name): \(result)")
    }
  }

  @Test
  func `files that others could write, are cut short or are none are told by their check`() throws {
    let folder = try PluginFolder()
    let path = try build(folder, "EXACT")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let open = try folder.write("libhub-open.so", bytes, mode: 0o666)
    #expect(try check(["file-trusted"], open).first?.outcome == .fail)
    let cut = try folder.write("libhub-cut.so", Array(bytes.prefix(bytes.count / 2)))
    #expect(try check(["file-whole"], cut).first?.outcome == .fail)
    let text = try folder.write("libhub-text.so", Array("#!/bin/sh\n".utf8))
    #expect(try check(["file-kind"], text).first?.outcome == .fail)
    var other = bytes
    other[18] = 8
    let foreign = try folder.write("libhub-foreign.so", other)
    #expect(try check(["file-kind"], foreign).first?.outcome == .fail)
  }

  @Test
  func `once it does not load, what would load it is skipped`() throws {
    let folder = try PluginFolder()
    let path = try build(folder, "CRASH_AT_LOAD")
    let results = try check(nil, path)
    let rest = results.drop { $0.id != "entry-stable" }
    #expect(results.first { $0.id == "loads" }?.outcome == .crash)
    #expect(!rest.isEmpty && rest.allSatisfy { $0.outcome == .skip })
  }

  @Test
  func `ids are stable words, none twice, and an unknown one is refused`() throws {
    #expect(Set(CheckRun.ids).count == CheckRun.ids.count)
    for id in CheckRun.ids { #expect(id.utf8.allSatisfy { $0 == 0x2D || (97...122).contains($0) }) }
    let error = #expect(throws: UnknownCheck.self) { try check(["no-such"], "/tmp/x.so") }
    #expect(error?.id == "no-such")
  }

  @Test
  func `without libelf its checks are skipped with a reason`() {
    guard case .failure(let fault) = ELFLibrary.load("libelf.so.99") else {
      Issue.record("there is no such library")
      return
    }
    #expect(fault.reason.contains("libelf.so.99"))
  }
}
