/// Every check, in the order in which they are done and shown.
enum CheckTable {
  static let all: [Check] =
    file + loading + lifecycle + methods + surroundings + loop + terminal + ends

  /// The checks of those ids, in the order of the table; nil stands for all.
  ///
  /// - Throws: the first id that there is not.
  static func named(_ ids: [String]?) throws(UnknownCheck) -> [Check] {
    guard let ids else { return all }
    if let wrong = ids.first(where: { id in !all.contains { $0.id == id } }) {
      throw UnknownCheck(id: wrong)
    }
    return all.filter { ids.contains($0.id) }
  }
}

/// There is no check with that id.
package struct UnknownCheck: Error, Hashable {
  package let id: String
}
