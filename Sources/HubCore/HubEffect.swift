package import FoundationEssentials
package import HubModel

/// Something that the host has to do, in the order in which the effects stand.
package enum HubEffect: Hashable, Sendable {
  /// Tell: the app was asked to open a URL, and this came of it.
  ///
  /// The reason is one sentence, given when the URL was refused.
  case opened(url: String, by: URLOpener, reason: String?)
  /// Deliver this URL to the app's handler on a later turn, as `urlDelivered`.
  case openURL(String)
  /// Ask the app's own URL handler; `appAnswered` says what came of it.
  case askApp(String, LinkOrigin)
  /// Hand this URL (http, https or mailto) to the system, as one argument and without a shell.
  case openInSystem(String)
  /// Write the handoff to the store, durably, before any effect that follows.
  case journal(JournalEntry)
  /// Forget the journalled handoff: it expired or the Hub was taken away.
  case dropJournal
  /// Forget the journalled handoff: it has reached its destination.
  case takeJournal
  /// Call `show_hub`.
  ///
  /// A Hub that is on screen already stays as it is; one that was not shows its list, and what lies
  /// on the path is presented again when `hubShown` has answered.
  case showHub(tab: String, badge: String?, path: [PathEntry])
  /// Show a tab of the app that is not the Hub.
  case showTab(String)
  /// Look a post up by the text of its id; `postLookedUp` answers.
  case lookUpPost(String, Presentation)
  /// Look a conversation up; `conversationLookedUp` answers.
  case lookUpConversation(UUID, Presentation)
  /// Call `present_post`.
  ///
  /// In the Hub it takes the place of whatever lay on the list; a standalone lies on top of all.
  case presentPost(UUID, Presentation)
  /// Call `present_conversation`, with the same rules.
  case presentConversation(UUID, Presentation)
  /// Show an alert on top of everything; `closed(.alert)` comes when the user closes it.
  case alert(code: HubCode, title: String, message: String)
  /// Take the topmost layer of this kind off the screen, without a `closed` in return.
  case dismiss(HubLayer)
  case pathChanged([PathEntry])
  /// The badge is another one than before.
  case badgeChanged(text: String?, count: Int)
  /// The configuration is another one than before.
  case configChanged(HubConfig)
  case markPostRead(UUID)
  /// Mark a conversation read up to its newest reply: it opens at its end (reference 2.10).
  case markConversationRead(UUID)
  /// Put what the user did into the analytics queue, if the app has one (reference 6).
  case record(AnalyticsEvent)
  /// Call an action of the front end; a fault in it is told as `warn` with `actionFailed`.
  case callAction(ActionLink)
  /// Remove the notifications of a conversation that is on screen now (reference 3.5).
  case clearNotifications(UUID)
  /// How a push that arrived in the foreground is presented.
  case notify(ForegroundDecision)
  /// Tell that something is wrong, on standard error and in the front end.
  case warn(code: HubCode, message: String)
  /// Send `tick` at this time, or not at all; replaces the time set before.
  case setDeadline(Timestamp?)
}

/// Who opened a URL.
package enum URLOpener: String, Hashable, Sendable {
  case router
  case app
  case system
  case refused
}

/// The name of an alert or a warning, for programs.
package struct HubCode: RawRepresentable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let postNotFound = HubCode(rawValue: "post-not-found")
  package static let conversationNotFound = HubCode(rawValue: "conversation-not-found")
  package static let contentUnavailable = HubCode(rawValue: "content-unavailable")
  package static let storageUnavailable = HubCode(rawValue: "storage-unavailable")
  package static let handoffStalled = HubCode(rawValue: "handoff-stalled")
  package static let handoffDropped = HubCode(rawValue: "handoff-dropped")
  package static let handoffExpired = HubCode(rawValue: "handoff-expired")
  /// The system was asked to open a link and did not.
  package static let linkNotOpened = HubCode(rawValue: "link-not-opened")
  /// The page of the post on screen could not be fetched, and none is stored.
  package static let pageNotFetched = HubCode(rawValue: "page-not-fetched")
  /// Messages of the conversation on screen could not be fetched.
  package static let messagesNotFetched = HubCode(rawValue: "messages-not-fetched")
  /// The app has another user than this host was started for, so nothing is written.
  package static let userChanged = HubCode(rawValue: "user-changed")
  package static let actionFailed = HubCode(rawValue: "action-failed")
  package static let deepLinkUnusable = HubCode(rawValue: "hub-deep-link-unusable")
}
