import HubFrontEndKit

/// The text that `next` holds and `after` takes: a row's place in the inbox.
///
/// Opaque to programs; it stays good when rows come, go or move.
enum Cursor {
  static func text(for place: ItemPlace) -> String {
    "\(place.activityAt).\(place.kind.rawValue).\(place.id.text)"
  }

  /// The place of a text; nil: it is no cursor.
  static func place(of text: String) -> ItemPlace? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let time = Int64(parts[0]),
      let kind = UInt32(parts[1]).flatMap(ItemKind.init(rawValue:)),
      let id = HubID(String(parts[2]))
    else { return nil }
    return ItemPlace(activityAt: time, kind: kind, id: id)
  }
}
