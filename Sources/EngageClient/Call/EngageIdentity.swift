/// Who a call is made for (reference 2.1).
package struct EngageIdentity: Hashable, Sendable {
  /// Nil, or not empty.
  package var userID: String?
  /// Sent with every call, also when it is empty.
  package var deviceIdentifier: String

  package init(userID: String?, deviceIdentifier: String) {
    self.userID = userID.flatMap { $0.isEmpty ? nil : $0 }
    self.deviceIdentifier = deviceIdentifier
  }

  /// What an app tells of its user: nested, as JSON is.
  package indirect enum UserInfo: Hashable, Sendable {
    case text(String)
    case group([String: UserInfo])
    /// A number, a flag, a list or null: says nothing of who the user is.
    case other
  }

  /// The first of the places that may name the user that does: `userID`, then
  /// `ticketmaster.ticketmasterID`, `seatGeek.seatGeekClientID` and `seatGeek.seatGeekID`.
  ///
  /// The last three are objects in objects; a key with a dot in it is another key.
  package static func userID(in info: [String: UserInfo]) -> String? {
    let places = [
      ["userID"], ["ticketmaster", "ticketmasterID"], ["seatGeek", "seatGeekClientID"],
      ["seatGeek", "seatGeekID"],
    ]
    for place in places {
      var value: UserInfo? = .group(info)
      for key in place {
        if case .group(let members) = value { value = members[key] } else { value = nil }
      }
      if case .text(let text) = value, !text.isEmpty { return text }
    }
    return nil
  }
}
