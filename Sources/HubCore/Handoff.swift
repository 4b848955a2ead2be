import FoundationEssentials
package import HubModel

/// A destination on its way into the Hub (reference 4.4).
package struct Handoff: Hashable, Sendable {
  /// Seconds from the link to when the destination is given up.
  package static let lifetimeSeconds: Int64 = 600

  package let entry: JournalEntry
  /// Since when this host waits for the Hub: the link, or the start after a crash.
  package let waitingSince: Timestamp
  /// Whether the stall was told; it is told once.
  package internal(set) var isStallTold = false
  /// Whether the app's own URL handler did not take the Hub deep link.
  package internal(set) var isRefused = false

  /// When the destination is given up.
  package var expiresAt: Timestamp { entry.recordedAt.advanced(bySeconds: Self.lifetimeSeconds) }

  init(entry: JournalEntry, waitingSince: Timestamp) {
    self.entry = entry
    self.waitingSince = waitingSince
  }
}

/// Why a handoff does not get on.
enum HandoffTrouble: Hashable, Sendable {
  case schemeNotTheApps(String)
  case noRoute
  case handlerRefused
  case routedElsewhere(tab: String)
  case hubNotShown
  case inboxOff
  case deepLinkChanged
  case expired

  /// What keeps an app from showing the Hub for its own Hub deep link.
  init(app: AppDescription, handoff: Handoff, asksApp: Bool) {
    let deepLink = handoff.entry.deepLink
    let scheme = AppURL(deepLink)?.scheme ?? ""
    if !app.appSchemes.contains(scheme) {
      self = .schemeNotTheApps(scheme)
    } else if asksApp {
      self = handoff.isRefused ? .handlerRefused : .hubNotShown
    } else if let tab = app.routes[deepLink] {
      self = tab == AppDescription.hubTag ? .hubNotShown : .routedElsewhere(tab: tab)
    } else {
      self = .noRoute
    }
  }

  /// One sentence for people: what, why, and what to do.
  func message(for entry: JournalEntry) -> String {
    let link = entry.deepLink
    let what = entry.destination.summary
    return switch self {
    case .schemeNotTheApps(let scheme):
      "\(what) waits, because the scheme \"\(scheme)\" of the Hub deep link \(link) is not the "
        + "app's: add it to appSchemes in the app file."
    case .noRoute:
      "\(what) waits, because the app has no route for the Hub deep link \(link): add it to routes "
        + "in the app file."
    case .handlerRefused:
      "\(what) waits, because the app's URL handler did not take the Hub deep link \(link): let it "
        + "show the Hub for that URL."
    case .routedElsewhere(let tab):
      "\(what) waits, because the app routes the Hub deep link \(link) to the tab \"\(tab)\": "
        + "route it to \"\(AppDescription.hubTag)\" in the app file."
    case .hubNotShown:
      "\(what) waits, because the front end has not shown the Hub yet after \(link): go to the Hub's "
        + "tab."
    case .inboxOff:
      "\(what) is given up, because the inbox is off: open the link again."
    case .deepLinkChanged:
      "\(what) is given up, because the Hub deep link is no longer \(link): open the link again."
    case .expired:
      "\(what) is given up, because nothing showed the Hub within "
        + "\(Handoff.lifetimeSeconds / 60) minutes: open the link again."
    }
  }
}

extension HubDestination {
  /// The destination in words, at the start of a sentence.
  fileprivate var summary: String {
    switch self {
    case .post(let id): "Post \(id)"
    case .conversation(let id): "Conversation \(id.uuidString)"
    }
  }
}

/// The Hub deep link of a configuration, as far as a handoff can use it (reference 4.3).
enum HubDeepLink: Hashable, Sendable {
  /// None is set, or the inbox is off: destinations are standalone.
  case none
  case usable(String)
  /// A mistake in the configuration; destinations are standalone. The sentence says what is wrong.
  case unusable(String)

  init(config: HubConfig, router: Router) {
    guard config.isInboxEnabled, let text = config.deepLink else {
      self = .none
      return
    }
    guard let url = AppURL(text) else {
      self = .unusable("The Hub deep link is no URL: correct hub.deepLink in the configuration.")
      return
    }
    // It would come back to the router, which declines it or starts the next handoff.
    guard !router.claims(scheme: url.scheme) else {
      self = .unusable(
        "The Hub deep link \(text) uses the Rover scheme \"\(url.scheme)\": give it one of the app's "
          + "own schemes.")
      return
    }
    self = .usable(text)
  }
}
