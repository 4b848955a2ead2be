import FoundationEssentials
import HubKeys
import HubOptions
import HubTestSupport
import Testing

/// README says what the tables say.
struct ReadmeTests {
  private let readme: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    readme = try String(contentsOfFile: root.appending(path: "README.md").path, encoding: .utf8)
  }

  @Test func `README has the key table`() {
    #expect(readme.contains(HubKeys.table(for: .readme)))
  }

  @Test(arguments: OptionTable.commands.map(\.id.rawValue).filter { $0 != "help" })
  func `README names each command`(name: String) {
    #expect(readme.contains("`hubhost \(name)") || readme.contains("`hubhost [\(name)]"))
  }

  @Test(arguments: OptionTable.commands.map(\.id.rawValue))
  func `the changelog names each command`(name: String) throws {
    let changelog = try String(
      contentsOfFile: "\(PluginFixtures.root)/CHANGELOG.md", encoding: .utf8)
    #expect(changelog.contains("`\(name)`"))
  }

  @Test(arguments: ExitCode.allCases)
  func `README names each exit code`(code: ExitCode) {
    #expect(readme.contains("\(code.rawValue) "))
  }
}
