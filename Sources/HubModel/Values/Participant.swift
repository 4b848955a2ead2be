/// Somebody who writes in a conversation (reference 1.4).
package struct Participant: Hashable, Sendable {
  package var id: String
  package var name: String?
  package var avatarURL: String?
  package var bio: String?
  package var updatedAt: Timestamp

  package init(
    id: String, name: String? = nil, avatarURL: String? = nil, bio: String? = nil,
    updatedAt: Timestamp
  ) {
    self.id = id
    self.name = name
    self.avatarURL = avatarURL
    self.bio = bio
    self.updatedAt = updatedAt
  }
}
