/// Which addresses are those of the public internet (RFC 6890 and the registries it began); pure.
enum PublicAddress {
  /// The bits that a range has in common.
  private struct Range {
    var prefix: [UInt8]
    var bits: Int

    init(_ prefix: [UInt8], _ bits: Int) {
      self.prefix = prefix
      self.bits = bits
    }

    func contains(_ address: some Collection<UInt8>) -> Bool {
      var left = bits
      for (byte, own) in zip(address, prefix) {
        guard left > 0 else { return true }
        let mask = left >= 8 ? 0xFF : ~(UInt8(0xFF) >> left)
        if byte & mask != own & mask { return false }
        left -= 8
      }
      return left <= 0
    }
  }

  /// This network, private, shared, loopback, link-local, protocols, benchmarks, multicast, reserved.
  private static let closed4 = [
    Range([0], 8), Range([10], 8), Range([100, 64], 10), Range([127], 8), Range([169, 254], 16),
    Range([172, 16], 12), Range([192, 0, 0], 24), Range([192, 168], 16), Range([198, 18], 15),
    Range([224], 4), Range([240], 4),
  ]
  /// Local translation, discard, unique local, link-local, site-local, multicast.
  private static let closed6 = [
    Range([0, 0x64, 0xFF, 0x9B, 0, 1], 48), Range([1, 0, 0, 0, 0, 0, 0, 0], 64),
    Range([0xFC], 7), Range([0xFE, 0x80], 10), Range([0xFE, 0xC0], 10), Range([0xFF], 8),
  ]
  /// The ranges of IPv6 that hold an address of IPv4, and where it begins: compatible (unspecified
  /// and loopback among them), mapped, translated, 6to4.
  private static let holding = [
    (Range([UInt8](repeating: 0, count: 12), 96), 12),
    (Range([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], 96), 12),
    (Range([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96), 12),
    (Range([0x20, 0x02], 16), 2),
  ]

  /// Whether an address in network order, of 4 or 16 bytes, is public; no other ever is.
  static func isPublic(_ address: some Collection<UInt8>) -> Bool {
    switch address.count {
    case 4: return !closed4.contains { $0.contains(address) }
    case 16:
      if closed6.contains(where: { $0.contains(address) }) { return false }
      for (range, start) in holding where range.contains(address) {
        return isPublic(Array(address.dropFirst(start).prefix(4)))
      }
      return true
    default: return false
    }
  }
}
