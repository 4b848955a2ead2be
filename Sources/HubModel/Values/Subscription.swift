/// The sender of posts (reference 1.2).
package struct Subscription: Hashable, Sendable {
  /// The publication state.
  ///
  /// It filters nothing: posts of archived subscriptions are shown and counted.
  package enum Status: String, Hashable, Sendable {
    case unpublished, published, archived
  }

  /// Opaque text, the upsert key.
  package var id: String
  /// The sender's name; nil only for a placeholder whose subscription has not arrived yet.
  package var name: String?
  package var summary: String
  package var optIn: Bool
  package var status: Status
  package var logoURL: String?

  package init(
    id: String, name: String?, summary: String = "", optIn: Bool = true,
    status: Status = .published, logoURL: String? = nil
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.optIn = optIn
    self.status = status
    self.logoURL = logoURL
  }

  /// What stands for a subscription that a post names before it arrived (reference 1.1).
  package static func placeholder(id: String) -> Subscription {
    Subscription(id: id, name: nil)
  }
}
