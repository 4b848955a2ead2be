import HubTestSupport
import Testing

@testable import HubFrontEnds

/// Every member of the zoo is caught by the check that is there for it.
@Suite(.timeLimit(.minutes(10)))
struct ZooCheckTests {
  private static let host = "\(PluginFixtures.products)/HubTestHost"

  @Test(
    arguments: Zoo.members.filter(\.canBeBuilt))
  func `the right check catches it`(member: ZooMember) throws {
    let folder = try PluginFolder()
    let path = try member.build(in: folder)
    let known = try #require(CheckTable.all.first { $0.id == member.check })
    let check = known.patient(milliseconds: member.patience ?? known.patience)
    let result = CheckProcess(check, executable: Self.host).run(path: path, seed: 7)
    #expect(result.outcome == member.outcome, "\(result)")
    #expect(result.message?.contains(member.part) ?? member.part.isEmpty, "\(result)")
    #expect(result.message?.contains("\n") != true)
  }

  @Test func `no member is there twice, and what cannot be built here is told`() {
    #expect(Set(Zoo.members.map(\.name)).count == Zoo.members.count)
    let missing = Zoo.members.filter { !$0.canBeBuilt }.map(\.name)
    if !missing.isEmpty { print("No compiler for: \(missing.joined(separator: "; "))") }
  }
}

extension Check {
  /// The same check with another time.
  fileprivate func patient(milliseconds: Int) -> Check {
    Check(id, level, rule, setting, patience: milliseconds, body)
  }
}
