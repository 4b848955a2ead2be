import HubFrontEndKit

/// What a screen needs to lay itself out.
struct Surroundings {
  let host: any Host
  let times: ScreenTimes
  let glyphs: Glyphs
}

/// A post or a conversation that is open: lines to scroll through.
protocol ReadingScreen {
  /// The row that is open.
  var item: Item { get }
  /// What stands over it.
  var title: String { get }
  /// Links that can be opened by their number, from 1.
  var links: [DocumentLink] { get }

  /// The lines for a screen of that size, exactly `height` of them.
  mutating func lines(width: Int, height: Int, in surroundings: Surroundings) -> [Line]
  /// Scrolls by so many lines; `.max` and `-.max` go to the ends.
  mutating func scroll(by count: Int, host: any Host)
  /// Reads again what the host has, keeping the place.
  mutating func reload(_ host: any Host)
  /// Says why something of it is missing, until it comes.
  mutating func explain(_ reason: String)
  /// Where the cursor stands in the lines drawn last; nil: nowhere.
  var cursor: (column: Int, row: Int)? { get }
}

extension ReadingScreen {
  var cursor: (column: Int, row: Int)? { nil }
}

/// The signs that are drawn, for terminals with and without Unicode.
struct Glyphs: Hashable, Sendable {
  var dot = "●"
  var horizontal = "─"
  var vertical = "│"
  /// Top left, top right, bottom left, bottom right.
  var corners = ["┌", "┐", "└", "┘"]

  static let unicode = Glyphs()
  static let ascii = Glyphs(
    dot: "*", horizontal: "-", vertical: "|", corners: ["+", "+", "+", "+"])
}
