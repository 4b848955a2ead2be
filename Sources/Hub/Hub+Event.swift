extension Hub {
  /// Something that the app may want to know; more kinds may come.
  ///
  /// All texts are safe to show.
  public enum Event: Hashable, Sendable {
    /// The app was asked to open a URL, and this came of it; with a reason when it was refused.
    case opened(url: String, by: Opener, reason: String?)
    /// The Hub is to be seen: bring its tab forward.
    case showHub(tab: String)
    /// Another tab than the Hub's is to be seen.
    case showTab(String)
    /// A post is shown next, in the Hub or standalone.
    case presentPost(Post, Presentation)
    /// A conversation is shown next, in the Hub or standalone.
    case presentConversation(Conversation, Presentation)
    /// Something is taken away: `post`, `conversation`, `standalone`, `messages` or `alert`.
    case dismiss(String)
    /// People are told something; the code is stable, such as `post-not-found` or `handoff-stalled`.
    case alert(code: String, title: String, message: String)
    /// The badge is another one than before.
    case badge(String?, count: Int)
    /// The Hub's navigation stack is another one than before.
    case path([PathEntry])
    /// Rows of the inbox, or the configuration, have changed.
    case changed(Changes)
    /// How far the inbox is that of the server has changed.
    case sync(SyncStatus)
    /// A view has closed by itself: the front end wanted to end, crashed for good, or a signal came.
    case viewClosed(reason: String)
    /// A sentence about a front end that crashed, or about the data, for whoever runs the app.
    case notice(String)
  }

  /// Who opened a URL.
  public enum Opener: String, Hashable, Sendable {
    case router, app, system, refused
  }

  /// Where something is shown.
  public enum Presentation: String, Hashable, Sendable {
    /// Inside the Hub.
    case hub
    /// On top of whatever is visible.
    case standalone
  }

  /// An entry of the Hub's navigation stack.
  public enum PathEntry: Hashable, Sendable {
    case messages
    /// The id as the link had it.
    case post(String)
    /// The id as upper-case UUID text.
    case conversation(String)
  }

  /// A post as the inbox has it.
  public struct Post: Hashable, Sendable {
    /// Upper-case UUID text.
    public let id: String
    /// One line.
    public let subject: String
    /// One line.
    public let preview: String
    /// Nil: unknown.
    public let sender: String?
    /// The web page; nil: none.
    public let url: String?
    /// Milliseconds since 1970-01-01 UTC.
    public let receivedAt: Int64
    /// Whether it was unread before it was shown.
    public let isUnread: Bool
  }

  /// A conversation as the inbox has it.
  public struct Conversation: Hashable, Sendable {
    /// Upper-case UUID text.
    public let id: String
    /// Nil: none.
    public let subject: String?
    /// One line.
    public let preview: String
    /// Who wrote last; nil: unknown.
    public let sender: String?
    /// Milliseconds since 1970-01-01 UTC.
    public let activityAt: Int64
    /// Whether it was unread before it was shown.
    public let isUnread: Bool
  }

  /// What moved.
  public struct Changes: Hashable, Sendable {
    /// Upper-case UUID texts.
    public let posts: [String]
    /// Upper-case UUID texts.
    public let conversations: [String]
    /// Whether the configuration is another one than before.
    public let config: Bool
    /// Any row may have moved; the lists are empty then.
    public let everything: Bool
  }
}
