/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// Scalars from the regions where the rules are.
  mutating func text(length: Int) -> String {
    let regions: [ClosedRange<UInt32>] = [
      0...0x9F, 0x20...0x7E, 0xA0...0x36F, 0x590...0x6FF, 0x900...0x97F, 0x1100...0x11FF,
      0x2000...0x206F, 0x200C...0x200D, 0x20D0...0x20FF, 0x2600...0x27BF, 0x3000...0x30FF,
      0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F4FF, 0xE0000...0xE01FF,
    ]
    var view = String.UnicodeScalarView()
    while view.count < length {
      let region = regions[below(regions.count)]
      let value = region.lowerBound + UInt32(below(region.count))
      if let scalar = Unicode.Scalar(value) { view.append(scalar) }
    }
    return String(view)
  }

  mutating func bytes(length: Int) -> [UInt8] {
    let leads: [UInt8] = [0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0x80, 0x9F, 0xBF, 0x61, 0x1B]
    return (0..<length).map { _ in
      below(3) == 0 ? UInt8(truncatingIfNeeded: next()) : leads[below(leads.count)]
    }
  }
}
