import HubTestSupport
import Testing

@testable import HubFrontEnds

/// One broken plug-in: how it is built, which check catches it, and what it costs when it is run.
struct ZooMember: Sendable, CustomTestStringConvertible {
  /// What it is built of.
  enum Source: Sendable {
    /// `zoo.c` with these macros.
    case zoo([String])
    /// `thrower.cpp` with this macro.
    case cpp(String)
    /// `panics.rs`, with these options of the compiler.
    case rust([String])
    /// `zoo.c` as it should be, changed behind that.
    case spoiled(@Sendable (inout [UInt8]) -> Void, mode: UInt32)
  }

  /// What is seen when hubhost runs it in a runner, on a terminal.
  enum Run: Sendable {
    /// It works, or harms nobody but itself: not a word, and 0.
    case quiet
    /// It cannot be loaded: one sentence with this in it, 69 or another code.
    case refused(String, Int = 69)
    /// It ends before it stands: one sentence with this in it, the next front end, 69.
    case fails(String)
    /// It ends within a call, is started again, ends again: two sentences, the next front end, 69.
    case crashes(String)
    /// It goes on, and the host says a sentence with this in it: 0.
    case warns(String)
    /// It crashes on the way out: one sentence with this in it, and 0.
    case crashesAtEnd(String)
  }

  let name: String
  let source: Source
  let check: String
  let outcome: CheckOutcome
  let part: String
  let run: Run
  /// More arguments of the compiler.
  var extra: [String] = []
  /// Whether the run has a link to a post; what never shows the Hub gets none, since that is told too.
  var opensPost = true
  /// Milliseconds that its check gets; nil: as many as ever.
  var patience: Int?

  var testDescription: String { name }

  init(
    _ name: String, _ source: Source, check: String, _ outcome: CheckOutcome, _ part: String,
    run: Run, extra: [String] = [], opensPost: Bool = true, patience: Int? = nil
  ) {
    self.name = name
    self.source = source
    self.check = check
    self.outcome = outcome
    self.part = part
    self.run = run
    self.extra = extra
    self.opensPost = opensPost
    self.patience = patience
  }

  /// A member of `zoo.c` with one macro.
  init(
    _ name: String, _ define: String, check: String, _ outcome: CheckOutcome, _ part: String,
    run: Run, extra: [String] = [], opensPost: Bool = true, patience: Int? = nil
  ) {
    self.init(
      name, .zoo([define]), check: check, outcome, part, run: run, extra: extra,
      opensPost: opensPost, patience: patience)
  }

  /// Builds it in a folder; its path.
  func build(in folder: PluginFolder) throws -> String {
    let zoo = folder["libhub-zoo.so"]
    switch source {
    case .zoo(let defines):
      try PluginFixtures.build(
        "zoo", as: zoo, defines: defines + ["NEEDS=0"],
        extra: ["-fvisibility=hidden", "-lpthread"] + extra)
      return zoo
    case .cpp(let define):
      let path = folder["libhub-thrower.so"]
      try PluginFixtures.buildCPlusPlus("thrower", as: path, define: define)
      return path
    case .rust(let options):
      let path = folder["libhub-panics.so"]
      try PluginFixtures.buildRust("panics", as: path, options: options)
      return path
    case .spoiled(let spoil, let mode):
      try PluginFixtures.build("zoo", as: zoo, defines: ["NEEDS=0"], extra: ["-fvisibility=hidden"])
      var bytes = try PluginFixtures.bytes(of: zoo)
      spoil(&bytes)
      return try folder.write("libhub-zoo.so", bytes, mode: mode)
    }
  }

  /// What a sanitizer answers itself: that of threads ends processes with a code of its own, keeps a thread, and
  /// both stop at the first use of memory that was freed, that of addresses also at a stack's that is left.
  private static let clashing: Set<String> =
    if Sanitizer.isOfThreads {
      [
        "calls the host after destroy", "exits in its constructor", "frees a text of the host",
        "frees the call's context", "keeps a thread",
      ]
    } else if Sanitizer.isOfMemory {
      [
        "frees a text of the host", "frees the call's context", "its descriptor is on the stack",
        "its methods are on the stack",
      ]
    } else {
      []
    }

  /// Whether its compiler is here.
  var canBeBuilt: Bool {
    if Self.clashing.contains(name) { return false }
    return switch source {
    case .zoo, .spoiled: PluginFixtures.hasCompiler
    case .cpp: PluginFixtures.hasCPlusPlus
    case .rust: PluginFixtures.rustCompiler != nil
    }
  }
}
