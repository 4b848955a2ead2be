import FoundationEssentials
import HubSystem

/// What an import stored, each thing counted once however many files hold it.
struct ImportCounts {
  var posts: Set<UUID> = []
  var subscriptions: Set<String> = []
  var conversations: Set<UUID> = []
  var participants: Set<String> = []
  var replies: Set<UUID> = []
  var bodies = 0
  var configs = 0
  var homes = 0
  var readMarks = 0
  var skipped = 0

  /// Such as `168 posts, 5 subscriptions, 0 skipped`: what there was, and always the skipped ones.
  var summary: String {
    let parts = [
      Self.part(posts.count, "post"), Self.part(subscriptions.count, "subscription"),
      Self.part(conversations.count, "conversation"),
      Self.part(participants.count, "participant"),
      Self.part(replies.count, "reply", plural: "replies"),
      Self.part(bodies, "body", plural: "bodies"), Self.part(configs, "config"),
      Self.part(homes, "home"), Self.part(readMarks, "read mark"),
    ]
    return (parts.compactMap(\.self) + ["\(skipped) skipped"]).joined(separator: ", ")
  }

  private static func part(_ count: Int, _ noun: String, plural: String? = nil) -> String? {
    guard count > 0 else { return nil }
    return "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
