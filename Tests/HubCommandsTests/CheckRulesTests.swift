import HubFrontEnds
import HubOptions
import Testing

struct CheckRulesTests {
  @Test func `the manual page lists every check with its level and its rule`() {
    let told = FrontEndGuide.checks.map { "\($0.id) (\($0.level)): \($0.rule)" }
    let done = CheckRun.rules.map { "\($0.id) (\($0.level.rawValue)): \($0.rule)" }
    #expect(told == done)
  }
}
