/// The Hub's configuration (reference 2.7); the values before any fetch are the defaults here.
package struct HubConfig: Hashable, Sendable {
  package enum ColorScheme: String, Hashable, Sendable {
    case auto, light, dark
  }

  package var isHomeEnabled: Bool
  package var isInboxEnabled: Bool
  /// Parsed and used nowhere, as on the phones (fault O14).
  package var isSettingsViewEnabled: Bool
  /// The app's own URL that shows the Hub.
  ///
  /// Never empty.
  package var deepLink: String?
  package var colorScheme: ColorScheme?
  /// The accent colour as text; `accentRGB` is nil when it is no colour.
  package var accentColor: String?

  package init(
    isHomeEnabled: Bool = false, isInboxEnabled: Bool = true,
    isSettingsViewEnabled: Bool = false, deepLink: String? = nil,
    colorScheme: ColorScheme? = nil, accentColor: String? = nil
  ) {
    self.isHomeEnabled = isHomeEnabled
    self.isInboxEnabled = isInboxEnabled
    self.isSettingsViewEnabled = isSettingsViewEnabled
    self.deepLink = deepLink
    self.colorScheme = colorScheme
    self.accentColor = accentColor
  }

  /// 0xRRGGBB of the accent colour: an optional `#`, then exactly six hexadecimal digits; else nil.
  package var accentRGB: UInt32? {
    guard var text = accentColor?.utf8[...] else { return nil }
    if text.first == UInt8(ascii: "#") { text = text.dropFirst() }
    guard text.count == 6 else { return nil }
    var value: UInt32 = 0
    for byte in text {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
