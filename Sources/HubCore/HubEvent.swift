package import FoundationEssentials
package import HubModel

/// Something that happened; the core answers it with effects.
package enum HubEvent: Hashable, Sendable {
  /// The host starts, with the link that launched it if there was one.
  ///
  /// Comes once, after `recovered` and the first `counted` and before everything else.
  case launch(url: String?)
  /// A link came to the app from outside: an argument, `hubhost open`, the desktop.
  case link(String)
  /// The app itself wants a URL opened: a command of the front end, a tapped notification.
  case openRequested(String)
  /// A URL of an earlier `openURL` effect reaches the app's handler, on a later turn.
  case urlDelivered(String)
  /// The router was asked by the app for this URL and said yes; what follows happens now.
  case routed(String)
  /// The answer to `askApp`, with the same URL and origin.
  case appAnswered(String, LinkOrigin, AppAnswer)
  /// The journal held this handoff when the host started.
  case recovered(JournalEntry)
  /// The front end says that the Hub is on screen.
  case hubShown
  /// The front end says that the Hub is no longer on screen.
  case hubHidden
  /// The user chose a tab, by tag.
  case tabSelected(String)
  /// The user chose a row of the inbox.
  case itemSelected(ItemKind, UUID)
  /// The user goes one step back: the topmost of alert, standalone and path entry goes.
  case back
  /// The user closed something in the front end, which shows it no longer.
  case closed(HubLayer)
  /// The answer to `lookUpPost`, with the same text and presentation.
  case postLookedUp(String, Presentation, PostLookup)
  /// The answer to `lookUpConversation`, with the same presentation.
  case conversationLookedUp(UUID, Presentation, ConversationLookup)
  /// A configuration arrived, changed or not.
  case configChanged(HubConfig)
  /// The home experience's URL arrived, or that there is none.
  case homeChanged(String?)
  /// The store counted its unread posts and conversations.
  case counted(unread: Int)
  /// These rows came or changed, whoever stored them.
  case itemsMoved(posts: Set<UUID>, conversations: Set<UUID>)
  /// A conversation's row is gone (after a reset).
  case conversationGone(UUID)
  case conversationAppeared(UUID)
  case conversationDisappeared(UUID)
  /// A push arrived while a front end is on screen; it is stored already.
  case pushArrived(PushSubject)
  /// A link inside a post was followed.
  case linkTapped(post: UUID, url: String)
  /// The time of `setDeadline` is reached.
  case tick
}

/// What the app's own URL handler did with a URL.
package enum AppAnswer: Hashable, Sendable {
  /// It asked the router, which took the URL; `routed` comes by itself.
  case router
  /// It took the URL itself.
  case app
  case refused
}

/// What the store knows of a post that was looked up.
package enum PostLookup: Hashable, Sendable {
  /// The post is there.
  ///
  /// Its page's URL decides what can be shown; `hasBody` says that its text is stored.
  case found(UUID, url: String?, hasBody: Bool)
  case missing
  /// The store cannot be read.
  case unavailable
}

/// What the store knows of a conversation that was looked up.
package enum ConversationLookup: Hashable, Sendable {
  case found
  case missing
  /// The store cannot be read.
  case unavailable
}

/// What a push is about, as far as its presentation depends on it (reference 3.3).
package enum PushSubject: Hashable, Sendable {
  case post(UUID)
  case conversation(UUID)
  /// No Hub content, or content that was not stored: the push is not ours.
  case other
}

/// What can lie on top of something else and be closed.
package enum HubLayer: String, Hashable, Sendable, CaseIterable {
  /// The alert on top of everything.
  case alert
  /// The topmost standalone.
  case standalone
  /// The post on top of the Hub's path.
  case post
  /// The conversation on top of the Hub's path.
  case conversation
  /// The messages list on top of the home experience.
  case messages
}
