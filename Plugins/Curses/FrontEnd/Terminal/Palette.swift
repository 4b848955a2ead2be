import HubFrontEndKit

/// Which colours of a terminal stand for the roles of inks.
struct Palette: Hashable, Sendable {
  /// The colour of a terminal's own ground and text.
  static let own: Int16 = -1

  /// Colours of the terminal: 0 (monochrome), 8, 16, 88 or 256 and more.
  let colors: Int
  let ground: Int16
  let text: Int16
  let accent: Int16
  let warning: Int16

  /// The palette for a terminal with that many colours, and what the app asks for.
  init(colors: Int, scheme: AppInfo.ColorScheme, accent: UInt32?) {
    self.colors = colors
    let isRich = colors >= 16
    switch scheme {
    case .auto: (ground, text) = (Self.own, Self.own)
    case .light: (ground, text) = (isRich ? 15 : 7, 0)
    case .dark: (ground, text) = (0, isRich ? 15 : 7)
    }
    warning = 1
    if let accent {
      self.accent = Self.nearest(to: accent, of: colors)
    } else if colors >= 256 {
      self.accent = scheme == .light ? 25 : 33
    } else {
      self.accent = scheme == .light ? 4 : 6
    }
  }

  /// The colour of the terminal that is nearest to 0xRRGGBB.
  static func nearest(to color: UInt32, of colors: Int) -> Int16 {
    let wanted = parts(color)
    var best: (index: Int, distance: Int) = (7, .max)
    // The first 16 are the user's own where there are others: their looks are not known.
    let candidates = colors >= 256 ? 16..<256 : 0..<min(max(colors, 8), 16)
    for index in candidates {
      let distance = distance(wanted, parts(rgb(index)))
      if distance < best.distance { best = (index, distance) }
    }
    return Int16(best.index)
  }

  /// What xterm shows for a colour of its 256.
  private static func rgb(_ index: Int) -> UInt32 {
    let basic: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    if index < 16 { return basic[index] }
    if index >= 232 { return UInt32(8 + 10 * (index - 232)) * 0x010101 }
    func level(_ step: Int) -> UInt32 { step == 0 ? 0 : UInt32(55 + 40 * step) }
    let cube = index - 16
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
  }

  private static func parts(_ color: UInt32) -> (Int, Int, Int) {
    (Int(color >> 16 & 0xFF), Int(color >> 8 & 0xFF), Int(color & 0xFF))
  }

  /// Weighted by how the eye sees: green most, blue least.
  private static func distance(_ a: (Int, Int, Int), _ b: (Int, Int, Int)) -> Int {
    let (red, green, blue) = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
    return 3 * red * red + 4 * green * green + 2 * blue * blue
  }
}
