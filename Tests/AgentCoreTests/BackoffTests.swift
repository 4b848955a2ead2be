import HubModel
import Testing

@testable import AgentCore

/// What is internal of the waits.
enum BackoffProbe {
  static func wait(failures: Int, chance: UInt64) -> Int64 {
    Backoff.wait(failures: failures, chance: chance)
  }
}

struct BackoffTests {
  @Test(arguments: zip([0, 1, 2, 3, 4, 5, 10], [2, 2, 4, 8, 16, 30, 30] as [Int64]))
  func `case 164: the wait between attempts at a reply`(count: Int, seconds: Int64) {
    #expect(Backoff.reply(retryCount: count) == seconds * 1000)
  }

  @Test func `identities differ by account and by user and say neither`() {
    let pairs: [(String?, String?)] = [
      (nil, nil), ("a", nil), (nil, "a"), ("a", "b"), ("ab", nil), ("", "ab"), ("b", "a"),
    ]
    let identities = pairs.map { UserIdentity.fingerprint(account: $0.0, user: $0.1) }
    #expect(Set(identities).count == pairs.count)
    #expect(!UserIdentity.fingerprint(account: "acct-1", user: "fan-9").contains("fan"))
  }
}
