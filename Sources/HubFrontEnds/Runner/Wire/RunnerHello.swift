/// The first message: what the runner is to hold, and proof that both sides speak the same.
struct RunnerHello: Hashable {
  /// The version of the messages that this program speaks, and the oldest that it understands.
  static let current: UInt32 = 1
  static let oldest: UInt32 = 1

  var oldest = Self.oldest
  var current = Self.current
  /// Bytes of the structs that cross the border as they are.
  var sizes = Self.ownSizes
  /// The shared object.
  var path: String
  /// The host's version, as front ends see it.
  var version: String
  var inputIsTerminal: Bool
  var outputIsTerminal: Bool

  static var ownSizes: [UInt32] {
    [
      RecordShape.item, .query, .appInfo, .tab, .counts, .terminal, .line, .link, .pathEntry,
      .reply, .actionInfo, .actionKey, .textLink, .string, .syncInfo,
    ].map { UInt32($0.size) }
  }

  /// Whether this program understands whoever said hello.
  var isUnderstood: Bool {
    oldest <= Self.current && current >= Self.oldest && sizes == Self.ownSizes
  }
}

/// The answer to the first message, once the front end stands.
struct RunnerReady: Hashable {
  var description: FrontEndDescription
  /// The methods that it has.
  var methods: Set<HostMethod>
  /// What it may not do.
  var confinement: Confinement
}

// The coders of FoundationEssentials would cost a millisecond on each side.

extension WireWriter {
  mutating func hello(_ hello: RunnerHello) {
    number(hello.oldest)
    number(hello.current)
    number(UInt32(hello.sizes.count))
    for size in hello.sizes { number(size) }
    text(hello.path)
    text(hello.version)
    flag(hello.inputIsTerminal)
    flag(hello.outputIsTerminal)
  }

  mutating func ready(_ ready: RunnerReady) {
    for text in [
      ready.description.id, ready.description.name, ready.description.version,
      ready.description.summary,
    ] { self.text(text) }
    number(ready.description.abiMinor)
    flag(ready.description.needsTerminal)
    flag(ready.description.needsInput)
    data(HostMethod.allCases.map { ready.methods.contains($0) ? 1 : 0 })
    number(UInt32(ready.confinement.landlock))
    flag(ready.confinement.filtersCalls)
    flag(ready.confinement.refusesNewCode)
    actions(ready.description.actions)
  }

  mutating func refusal(_ error: FrontEndError) {
    text(error.code.word)
    text(error.message)
  }

  mutating func flag(_ value: Bool) { number(UInt8(value ? 1 : 0)) }
}

extension WireReader {
  /// The most sizes of a first message.
  private static let maxSizes: UInt32 = 64

  mutating func hello() throws(WireFault) -> RunnerHello {
    let oldest = try number(UInt32.self)
    let current = try number(UInt32.self)
    let count = try number(UInt32.self)
    guard count <= Self.maxSizes else { throw WireFault("it has too many sizes") }
    var sizes: [UInt32] = []
    for _ in 0..<count { sizes.append(try number()) }
    return RunnerHello(
      oldest: oldest, current: current, sizes: sizes, path: try text() ?? "",
      version: try text() ?? "", inputIsTerminal: try flag(), outputIsTerminal: try flag())
  }

  mutating func ready() throws(WireFault) -> RunnerReady {
    let description = FrontEndDescription(
      id: try text() ?? "", name: try text() ?? "", version: try text() ?? "",
      summary: try text() ?? "", abiMinor: try number(), needsTerminal: try flag(),
      needsInput: try flag())
    let has = try data() ?? []
    let methods = HostMethod.allCases.filter { $0.rawValue < has.count && has[$0.rawValue] == 1 }
    var ready = RunnerReady(
      description: description, methods: Set(methods),
      confinement: Confinement(
        landlock: Int(try number(UInt32.self)), filtersCalls: try flag(),
        refusesNewCode: try flag()))
    ready.description.actions = try actions()
    return ready
  }

  mutating func refusal() throws(WireFault) -> FrontEndError {
    guard let code = FrontEndError.Code(word: try text() ?? "") else {
      throw WireFault("its refusal cannot be read")
    }
    return FrontEndError(code, try text() ?? "")
  }

  mutating func flag() throws(WireFault) -> Bool { try number(UInt8.self) != 0 }
}
