import HubModel

/// The first message: what the runner is to hold, and proof that both sides speak the same.
struct RunnerHello: Hashable {
  /// The version of the messages that this program speaks, and the oldest that it understands.
  static let current: UInt32 = 2
  static let oldest: UInt32 = 2

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
  /// What the app file may grant it.
  var grants = FrontEndGrants.none

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
    grants(hello.grants)
  }

  private mutating func grants(_ grants: FrontEndGrants) {
    text(grants.home)
    number(UInt32(grants.grants.count))
    for grant in grants.grants {
      text(grant.frontEnd)
      needs(FrontEndNeeds(network: grant.network, files: grant.files))
    }
  }

  private mutating func needs(_ needs: FrontEndNeeds) {
    flag(needs.network)
    number(UInt32(needs.files.count))
    for file in needs.files { text(file) }
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
    needs(
      FrontEndNeeds(
        network: ready.confinement.granted.network, files: ready.confinement.granted.files))
    needs(ready.description.needs)
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
  /// The most elements of another list.
  private static let maxRows: UInt32 = 65_536

  mutating func hello() throws(WireFault) -> RunnerHello {
    let oldest = try number(UInt32.self)
    let current = try number(UInt32.self)
    let count = try number(UInt32.self)
    guard count <= Self.maxSizes else { throw WireFault("it has too many sizes") }
    var sizes: [UInt32] = []
    for _ in 0..<count { sizes.append(try number()) }
    return RunnerHello(
      oldest: oldest, current: current, sizes: sizes, path: try text() ?? "",
      version: try text() ?? "", inputIsTerminal: try flag(), outputIsTerminal: try flag(),
      grants: try grants())
  }

  private mutating func grants() throws(WireFault) -> FrontEndGrants {
    let home = try text()
    var grants: [AppDescription.Grant] = []
    for _ in 0..<(try count()) {
      let frontEnd = try text() ?? ""
      let needs = try needs()
      grants.append(
        AppDescription.Grant(frontEnd: frontEnd, network: needs.network, files: needs.files))
    }
    return FrontEndGrants(grants, home: home)
  }

  private mutating func needs() throws(WireFault) -> FrontEndNeeds {
    var needs = FrontEndNeeds(network: try flag())
    for _ in 0..<(try count()) { needs.files.append(try text() ?? "") }
    return needs
  }

  private mutating func count() throws(WireFault) -> UInt32 {
    let count = try number(UInt32.self)
    guard count <= Self.maxRows else { throw WireFault("a list of it is too long") }
    return count
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
    let granted = try needs()
    ready.confinement.granted = Allowance(network: granted.network, files: granted.files)
    ready.description.needs = try needs()
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
