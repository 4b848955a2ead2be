import Glibc
import HubTestSupport

@testable import HubFrontEnds

/// Every broken plug-in that a host should bear, in the order in which it shows what is wrong.
enum Zoo {
  static let members = files + entries + descriptors + signatures + ends + habits + reports

  private static let crash = "crashed (signal 11, SIGSEGV)"
  private static let abort = "crashed (signal 6, SIGABRT)"

  // MARK: The file

  private static let files: [ZooMember] = [
    ZooMember(
      "another machine's file", .spoiled({ $0[18] = 8 }, mode: 0o644), check: "file-kind", .fail,
      "another kind of machine", run: .refused("is built for another kind of machine")),
    ZooMember(
      "a truncated file", .spoiled({ $0 = Array($0.prefix($0.count / 3)) }, mode: 0o644),
      check: "file-whole", .fail, "beyond the end of the file", run: .refused("is truncated")),
    ZooMember(
      "a file that everybody can write", .spoiled({ _ in }, mode: 0o666), check: "file-trusted",
      .fail, "can be written by everybody", run: .refused("can be written by everybody", 77)),
    ZooMember(
      "no entry", "NO_SYMBOL", check: "exports-entry", .fail, "write HUB_EXPORT",
      run: .refused("does not export the function hub_frontend_v1")),
    ZooMember(
      "the entry of another major version", "WRONG_MAJOR", check: "exports-entry", .fail,
      "write HUB_EXPORT", run: .refused("does not export the function hub_frontend_v1")),
    ZooMember(
      "the entry is data", "DATA_SYMBOL", check: "exports-entry", .fail, "is data",
      run: .refused("is data and not a function")),
    ZooMember(
      "exports malloc", "EXPORTS_MALLOC", check: "exports-nothing-else", .warn, "malloc",
      run: .quiet),
    ZooMember(
      "exports a helper by the name of another's", "EXPORTS_HELPER", check: "exports-nothing-else",
      .warn, "hub_helper", run: .quiet),
    ZooMember(
      "2 MiB for each thread", "THREAD_MEMORY", check: "thread-memory", .warn, "2097152 bytes",
      run: .quiet),
  ]

  // MARK: Loading

  private static let entries: [ZooMember] = [
    ZooMember(
      "crashes in its constructor", "CRASH_AT_LOAD", check: "loads", .crash, "signal 11",
      run: .fails("\(crash) before it stood")),
    ZooMember(
      "exits in its constructor", "EXIT_AT_LOAD", check: "loads", .crash, "status 3",
      run: .fails("ended its process (status 3) before it stood")),
    ZooMember(
      "is exchanged while it is loaded", "EXCHANGES_ITSELF", check: "loads", .fail,
      "was exchanged while it was loaded", run: .quiet),
    ZooMember(
      "hangs in its constructor", "HANG_AT_LOAD", check: "loads", .crash, "did not come back",
      run: .fails("was not ready within"), patience: 500),
    ZooMember(
      "crashes in the entry", "CRASH_IN_ENTRY", check: "entry", .crash, "signal 11",
      run: .fails("\(crash) before it stood")),
    ZooMember(
      "the entry returns NULL", "DECLINES", check: "entry", .fail, "does not go with this host",
      run: .refused("does not go with this host")),
    ZooMember(
      "fears a minor version of the future", "FEARS_THE_FUTURE", check: "entry-any-host", .crash,
      "signal 6", run: .quiet),
    ZooMember(
      "another descriptor each time", "OTHER_DESCRIPTOR", check: "entry-stable", .fail, "static",
      run: .quiet),
    ZooMember(
      "its descriptor is on the stack", "STACK_DESCRIPTOR", check: "descriptor", .fail,
      "on the stack", run: .refused("on the stack"), extra: ["-Wno-return-local-addr"]),
    ZooMember(
      "its methods are on the stack", "STACK_METHODS", check: "descriptor", .fail, "on the stack",
      run: .refused("on the stack"), extra: ["-Wno-dangling-pointer"]),
  ]

  // MARK: The descriptor

  private static let descriptors: [ZooMember] = [
    ZooMember(
      "a minor version of the future", "MINOR=99", check: "lifecycle", .pass, "", run: .quiet),
    ZooMember(
      "size 0", "SIZE=0", check: "descriptor", .fail, "0 bytes", run: .refused("has 0 bytes")),
    ZooMember(
      "a size short by a pointer", "SIZE=120", check: "descriptor", .fail, "120 bytes",
      run: .refused("has 120 bytes")),
    ZooMember(
      "a huge size", "SIZE=0xFFFFFFFFu", check: "descriptor", .fail, "4294967295 bytes",
      run: .refused("has 4294967295 bytes")),
    ZooMember(
      "no name", "NULL_NAME", check: "descriptor", .fail, "the name of",
      run: .refused("the name of")),
    ZooMember(
      "a name that is not UTF-8", "NAME=\"zo\\xff\"", check: "descriptor", .fail, "the name of",
      run: .refused("in UTF-8")),
    ZooMember(
      "a summary with an escape sequence", "SUMMARY=\"a\\033[2J\"", check: "descriptor", .fail,
      "control character", run: .refused("holds a control character")),
    ZooMember(
      "17 paths to read", "READ_ROWS=many_paths, 17", check: "descriptor", .fail,
      "17 files and folders", run: .refused("17 files and folders")),
    ZooMember(
      "a relative path to read", "READ_ROWS=bad_paths, 1", check: "descriptor", .fail,
      "no path that begins with", run: .refused("no path that begins with")),
  ]

  // MARK: Signatures

  private static let signatures: [ZooMember] = [
    ZooMember(
      "a required method is missing", "MISSING", check: "methods", .fail, "show_hub",
      run: .refused("lacks the method show_hub")),
    ZooMember(
      "a required method is NULL", "NULL_FUNCTION", check: "descriptor", .fail, "show_hub",
      run: .refused("show_hub")),
    ZooMember(
      "a signature that contradicts", "CONTRADICTING", check: "methods", .fail,
      "argument 2 is i there", run: .refused("argument 2 is i there")),
    ZooMember(
      "a longer signature", "LONGER", check: "methods", .fail, "one more than the host passes",
      run: .refused("one more than the host passes")),
    ZooMember(
      "a shorter signature, as an older plug-in's", "PREFIX", check: "lifecycle", .pass, "",
      run: .quiet),
    ZooMember(
      "an unknown letter", "UNKNOWN_LETTER", check: "methods", .fail, "cannot be read",
      run: .refused("cannot be read")),
    ZooMember(
      "nine arguments", "NINE_ARGUMENTS", check: "methods", .fail, "more than 8 letters",
      run: .refused("more than 8 letters")),
  ]

  // MARK: Ends that it makes

  private static let ends: [ZooMember] = [
    ZooMember(
      "crashes in create", "CRASH_IN_CREATE", check: "lifecycle", .crash, "signal 11",
      run: .fails("\(crash) before it stood")),
    ZooMember(
      "crashes in show_hub", "CRASH_IN_SHOW", check: "lifecycle", .crash, "signal 11",
      run: .crashes("\(crash) in show_hub")),
    ZooMember(
      "crashes in present_post", "CRASH_IN_PRESENT", check: "lifecycle", .crash, "signal 11",
      run: .crashes("\(crash) in present_post")),
    ZooMember(
      "crashes in destroy", "CRASH_IN_DESTROY", check: "lifecycle", .crash, "signal 11",
      run: .crashesAtEnd("\(crash) when it was to stop")),
    ZooMember(
      "crashes on a thread", "CRASH_IN_THREAD", check: "lifecycle", .crash, "signal 11",
      run: .fails("\(crash) before it stood")),
    ZooMember(
      "crashes in atexit", "CRASH_AT_EXIT", check: "lifecycle", .crash, "signal 11",
      run: .crashesAtEnd("\(crash) when it was to stop")),
    ZooMember(
      "exits", "EXITS", check: "lifecycle", .crash, "status 0",
      run: .crashes("ended its process (status 0) in show_hub")),
    ZooMember(
      "aborts", "ABORTS", check: "lifecycle", .crash, "signal 6",
      run: .crashes("\(abort) in show_hub")),
    ZooMember(
      "lets an exception of C++ out of show_hub", .cpp("AT_SHOW"), check: "lifecycle", .crash,
      "signal 6", run: .crashes("\(abort) in show_hub")),
    ZooMember(
      "lets an exception of C++ out of create", .cpp("AT_CREATE"), check: "lifecycle", .crash,
      "signal 6", run: .fails("\(abort) before it stood")),
    ZooMember(
      "panics in Rust, and the panic unwinds into the host", .rust(["--cfg", "unwinds"]),
      check: "lifecycle", .crash, "signal 6", run: .crashes("\(abort) in show_hub")),
    ZooMember(
      "panics in Rust, at the border", .rust([]), check: "lifecycle", .crash, "signal 6",
      run: .crashes("\(abort) in show_hub")),
    ZooMember(
      "hangs", "HANGS", check: "lifecycle", .crash, "did not come back",
      run: .crashes("did not answer for"), opensPost: false, patience: 500),
    ZooMember(
      "spins and ignores SIGTERM", "SPINS", check: "lifecycle", .crash, "did not come back",
      run: .crashes("did not answer for"), opensPost: false, patience: 500),
    ZooMember(
      "frees the call's context", "FREES_HOST_MEMORY", check: "lifecycle", .crash, "signal 6",
      run: .crashes("\(abort) in show_hub")),
    ZooMember(
      "frees a text of the host", "FREES_TEXT", check: "lifecycle", .crash, "signal 6",
      run: .crashes("\(abort) in present_post")),
  ]

  // MARK: Habits

  private static let habits: [ZooMember] = [
    ZooMember(
      "writes to standard output", "PRINTS", check: "stdout-untouched", .fail, "noise",
      run: .quiet),
    ZooMember(
      "prints while it is loaded", "NOISY_AT_LOAD", check: "load-quiet", .fail, "noise",
      run: .quiet),
    ZooMember(
      "changes the locale", "CHANGES_LOCALE", check: "leaves-clean", .fail, "locale", run: .quiet),
    ZooMember(
      "changes the folder", "CHANGES_FOLDER", check: "leaves-clean", .fail, "folder", run: .quiet),
    ZooMember(
      "changes the mask of new files", "CHANGES_MASK", check: "leaves-clean", .fail, "umask",
      run: .quiet),
    ZooMember(
      "changes signals", "CHANGES_SIGNALS", check: "leaves-clean", .fail, "signal 11",
      run: .quiet),
    ZooMember(
      "changes the environment", "CHANGES_AT_LOAD", check: "load-clean", .fail, "HUB_ZOO",
      run: .quiet),
    ZooMember(
      "closes standard error", "CLOSES_STREAMS", check: "leaves-clean", .fail, "descriptor 2",
      run: .quiet),
    ZooMember(
      "leaks descriptors", "LEAKS_FD", check: "lifecycle-repeats", .warn,
      "descriptors stay open", run: .quiet),
    ZooMember(
      "keeps a thread", "KEEPS_THREAD", check: "threads-end", .fail, "1 thread running", run: .quiet
    ),
    ZooMember(
      "leaves the screen taken", "LEAVES_SCREEN", check: "stdout-untouched", .fail, "1049h",
      run: .quiet),
  ]

  // MARK: What it tells the host

  private static let reports: [ZooMember] = [
    ZooMember(
      "calls the host from another thread", "STRAY_CALL", check: "calls-on-main", .fail,
      "another thread", run: .quiet),
    ZooMember(
      "calls the host after destroy", "LATE_CALL", check: "silent-after", .fail, "after it",
      run: .quiet),
    ZooMember(
      "leaves a timer behind", "KEEPS_TIMER", check: "gives-back", .fail, "cancel_timer",
      run: .quiet),
    ZooMember(
      "reports twice that the Hub is shown", "REPORTS_TWICE", check: "reports-once", .fail,
      "2 times", run: .quiet),
    ZooMember(
      "never reports that the Hub is shown", "NEVER_REPORTS", check: "reports-once", .fail,
      "never", run: .warns("the front end has not shown the Hub yet")),
  ]
}
