import HubCore
import HubModel

/// A front end reduced to what lies on what; it notices effects that it could not carry out.
struct ScreenModel {
  private(set) var isHubVisible = false
  /// What lies on the Hub's list.
  private(set) var hubLayer: HubLayer?
  private(set) var standalones = 0
  private(set) var hasAlert = false
  private(set) var faults: [String] = []

  /// The user or the front end acts.
  mutating func note(_ event: HubEvent) {
    switch event {
    case .hubShown: showHub()
    case .hubHidden: hideHub()
    case .closed(.alert): hasAlert = false
    case .closed(.standalone): standalones = max(0, standalones - 1)
    case .closed(let layer) where layer == hubLayer: hubLayer = nil
    default: break
    }
  }

  mutating func note(_ effects: [HubEffect]) {
    for effect in effects {
      switch effect {
      case .showHub: showHub()
      case .showTab: hideHub()
      case .presentPost(_, .hub): present(.post)
      case .presentConversation(_, .hub): present(.conversation)
      case .presentPost(_, .standalone), .presentConversation(_, .standalone): standalones += 1
      case .alert:
        if hasAlert { faults.append("two alerts") }
        hasAlert = true
      case .dismiss(let layer): dismiss(layer)
      default: break
      }
    }
  }

  /// Whether the screen is what the path says, as far as nothing is on its way.
  func agrees(with core: HubCore) -> Bool {
    guard core.handoff == nil, core.root == .hub(isShown: true), !hasAlert else { return true }
    return hubLayer == core.path.last?.destination?.pathEntry.layer
  }

  private mutating func showHub() {
    if !isHubVisible { hubLayer = nil }
    isHubVisible = true
  }

  private mutating func hideHub() {
    isHubVisible = false
    hubLayer = nil
  }

  private mutating func present(_ layer: HubLayer) {
    if !isHubVisible { faults.append("presented in a hidden Hub") }
    hubLayer = layer
  }

  private mutating func dismiss(_ layer: HubLayer) {
    switch layer {
    case .alert:
      if !hasAlert { faults.append("no alert to dismiss") }
      hasAlert = false
    case .standalone:
      if standalones == 0 { faults.append("no standalone to dismiss") }
      standalones -= 1
    case .post, .conversation:
      if hubLayer != layer { faults.append("no \(layer) to dismiss") }
      hubLayer = nil
    case .messages: break
    }
  }
}
