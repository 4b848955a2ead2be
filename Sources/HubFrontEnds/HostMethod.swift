import CHubFrontEnd

/// The methods that the host calls, in the order of `HUB_EACH_METHOD`.
package enum HostMethod: Int, CaseIterable, Hashable, Sendable {
  case showHub
  case presentPost
  case presentConversation
  case showTab
  case dismiss
  case inboxChanged
  case badgeChanged
  case configChanged
  case pathChanged
  case alert
  case urlOpened
  case terminalResized
  case terminalSuspend
  case terminalResume
  case syncChanged

  /// The method's name in the ABI header.
  package var name: String {
    switch self {
    case .showHub: "show_hub"
    case .presentPost: "present_post"
    case .presentConversation: "present_conversation"
    case .showTab: "show_tab"
    case .dismiss: "dismiss"
    case .inboxChanged: "inbox_changed"
    case .badgeChanged: "badge_changed"
    case .configChanged: "config_changed"
    case .pathChanged: "path_changed"
    case .alert: "alert"
    case .urlOpened: "url_opened"
    case .terminalResized: "terminal_resized"
    case .terminalSuspend: "terminal_suspend"
    case .terminalResume: "terminal_resume"
    case .syncChanged: "sync_changed"
    }
  }

  /// A front end without it is refused when it is loaded.
  package var isRequired: Bool { self == .showHub || self == .presentPost }

  /// The method with that name in the ABI header.
  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The host's own signature, from the ABI header.
  package var signature: Signature { Self.signatures[rawValue] }

  private static let signatures: [Signature] = allCases.map { method in
    let text = unsafe method.headerSignature.validated(upTo: maxSignatureBytes) ?? ""
    guard let signature = try? Signature(parsing: text) else {
      preconditionFailure("the ABI header has no good signature of \(method.name)")
    }
    return signature
  }

  /// The most bytes of a signature that the host reads.
  package static let maxSignatureBytes = 64

  private var headerSignature: hub_string {
    switch self {
    case .showHub: unsafe hub_signature_show_hub()
    case .presentPost: unsafe hub_signature_present_post()
    case .presentConversation: unsafe hub_signature_present_conversation()
    case .showTab: unsafe hub_signature_show_tab()
    case .dismiss: unsafe hub_signature_dismiss()
    case .inboxChanged: unsafe hub_signature_inbox_changed()
    case .badgeChanged: unsafe hub_signature_badge_changed()
    case .configChanged: unsafe hub_signature_config_changed()
    case .pathChanged: unsafe hub_signature_path_changed()
    case .alert: unsafe hub_signature_alert()
    case .urlOpened: unsafe hub_signature_url_opened()
    case .terminalResized: unsafe hub_signature_terminal_resized()
    case .terminalSuspend: unsafe hub_signature_terminal_suspend()
    case .terminalResume: unsafe hub_signature_terminal_resume()
    case .syncChanged: unsafe hub_signature_sync_changed()
    }
  }
}
