import FoundationEssentials
import HubCore
import HubModel
import Testing

/// A generator that gives the same numbers for the same seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Counts what must balance over any sequence of events.
private struct Ledger {
  var journalled = 0
  var taken = 0
  var opened = 0
  var isOnDisk = false
  var faults: [String] = []

  mutating func note(_ effects: [HubEffect], after event: HubEvent) {
    for (index, effect) in effects.enumerated() {
      switch effect {
      case .journal:
        journalled += 1
        isOnDisk = true
        if !effects[index...].contains(where: { $0.isOpenURL }) { fault("not opened", event) }
      case .openURL(let url):
        opened += 1
        if !effects[..<index].contains(where: { $0.isJournal }) { fault("not recorded", event) }
        if url.lowercased().hasPrefix("rv-demo:") { fault("opened \(url)", event) }
      case .takeJournal:
        taken += 1
        if !isOnDisk { fault("taken twice", event) }
        isOnDisk = false
      case .dropJournal:
        if !isOnDisk { fault("dropped nothing", event) }
        isOnDisk = false
      default: break
      }
    }
  }

  mutating func fault(_ what: String, _ event: HubEvent) {
    faults.append("\(what) after \(event)")
  }
}

extension HubEffect {
  fileprivate var isOpenURL: Bool { if case .openURL = self { true } else { false } }
  fileprivate var isJournal: Bool { if case .journal = self { true } else { false } }
}

@Suite struct RandomEventTests {
  private static let urls: [String] = [
    .linkPA, .linkPB, .linkCA, "rv-demo://posts/none", "demo://hub", "demo://home", "demo://x",
    "https://a.example/", "javascript:x", "rv-demo://hub",
  ]
  private static let configs: [HubConfig] = [
    .hubPlus, .hubMinus, .hubX, HubConfig(deepLink: "rv-demo://hub"),
    HubConfig(deepLink: "demo://x"), HubConfig(isHomeEnabled: true, deepLink: "demo://hub"),
    HubConfig(isHomeEnabled: true, isInboxEnabled: false),
  ]

  private func event(_ random: inout Seeded) -> HubEvent {
    let url = Self.urls.randomElement(using: &random) ?? ""
    let ids: [UUID] = [.pa, .pb, .ca, .cb]
    let id = ids.randomElement(using: &random) ?? .pa
    return switch Int.random(in: 0..<16, using: &random) {
    case 0...3: .link(url)
    case 4: .linkTapped(post: id, url: url)
    case 5: .hubShown
    case 6: .hubHidden
    case 7: .tabSelected(Bool.random(using: &random) ? "hub" : "home")
    case 8: .itemSelected(Bool.random(using: &random) ? .post : .conversation, id)
    case 9: .back
    case 10: .closed(HubLayer.allCases.randomElement(using: &random) ?? .alert)
    case 11: .configChanged(Self.configs.randomElement(using: &random) ?? .hubPlus)
    case 12: .itemsMoved(posts: [id], conversations: [id])
    case 13: .conversationGone(id)
    case 14: .homeChanged(Bool.random(using: &random) ? "https://home.example.test/" : nil)
    default: .tick
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `whatever happens, a destination is journalled, opened and taken once`(seed: UInt64) {
    var random = Seeded(state: seed)
    var stage = Stage(.hubPlus)
    stage.posts = [.pa: nil, .pb: "ftp://x/y"]
    stage.conversations = [.ca]
    stage.send(.launch(url: nil))
    var ledger = Ledger()
    var screen = ScreenModel()
    screen.note(stage.log)
    for _ in 0..<400 {
      stage.showsHub = Bool.random(using: &random)
      stage.now = stage.now.advanced(bySeconds: .random(in: 0...120, using: &random))
      let event = event(&random)
      screen.note(event)
      var effects = stage.send(event)
      if Bool.random(using: &random) { effects += stage.settle() }
      ledger.note(effects, after: event)
      screen.note(effects)
      if !screen.agrees(with: stage.core) { ledger.fault("screen and path differ", event) }
      check(stage, after: event, &ledger)
    }
    #expect(ledger.faults.isEmpty)
    #expect(screen.faults.isEmpty)
    #expect(ledger.opened == ledger.journalled)
    #expect(ledger.taken <= ledger.journalled)
    #expect(ledger.taken > 0)
  }

  private func check(_ stage: Stage, after event: HubEvent, _ ledger: inout Ledger) {
    if (stage.core.handoff != nil) != (stage.deadline != nil) { ledger.fault("deadline", event) }
    if (stage.core.handoff != nil) != ledger.isOnDisk { ledger.fault("journal", event) }
    if stage.core.handoff?.entry != stage.journal { ledger.fault("entry", event) }
    if stage.core.path.count > 2 || stage.core.path.dropFirst().contains(.messages) {
      ledger.fault("path \(stage.core.path)", event)
    }
    if stage.core.standalones.count > HubCore.maximumStandalones {
      ledger.fault("standalones", event)
    }
  }
}
