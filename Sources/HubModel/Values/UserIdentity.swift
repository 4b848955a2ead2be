/// Whose data a store has.
package enum UserIdentity {
  /// A fingerprint that tells account and user apart from others and says nothing about them.
  package static func fingerprint(account: String?, user: String?) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [account, user] {
      // The length first, so that no two pairs run together to the same bytes.
      let bytes = part.map { Array("\($0.utf8.count):\($0)".utf8) } ?? [0]
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }
}
