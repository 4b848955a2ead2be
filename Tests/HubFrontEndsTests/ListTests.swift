import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

@testable import HubFrontEnds

@Suite(
  .enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built")
)
struct ListTests {
  private static let host = "\(PluginFixtures.products)/HubTestHost"

  @Test(.timeLimit(.minutes(10)))
  func `every front end is listed with what it is or why it is refused`() throws {
    let folder = try PluginFolder()
    _ = try folder.makeFolder("own")
    func build(_ name: String, _ defines: [String], in place: String = "own") throws {
      try PluginFixtures.build(
        "zoo", as: folder["\(place)/libhub-\(name).so"], defines: ["NAME=\"\(name)\""] + defines)
    }
    try build("good", [])
    try build("noisy", ["NOISY_AT_LOAD"])
    try build("crash", ["CRASH_AT_LOAD"])
    try build("leave", ["EXIT_AT_LOAD"])
    try build("longer", ["LONGER"])
    _ = try folder.makeFolder("bin")
    try build("plain", [], in: "bin")
    try build("good", [], in: "bin")
    _ = try folder.write("own/libhub-text.so", Array("no ELF".utf8))
    _ = try folder.write("own/README", [])
    let finder = FrontEndFinder(
      environment: ["HUBHOST_FRONTEND_PATH": folder["own"]], executable: folder["bin/hubhost"],
      isSecure: false)
    let all = FrontEndList(finder: finder, executable: Self.host).all()
    #expect(
      all.map(\.name) == ["crash", "good", "leave", "longer", "noisy", "text", "good", "plain"])
    let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    let own = folder["own"]
    #expect(byName["good"]?.description?.version == "1.2.3")
    #expect(byName["good"]?.refusal == nil && byName["good"]?.shadowedBy == nil)
    #expect(byName["noisy"]?.description?.name == "noisy")
    #expect(
      byName["crash"]?.refusal?.hasPrefix("\(own)/libhub-crash.so crashed (signal 11)") == true)
    // The sanitizer of threads has a code of its own for a thread that was left behind.
    let status = Sanitizer.isOfThreads ? 66 : 3
    #expect(byName["leave"]?.refusal?.contains("ended its process (status \(status))") == true)
    #expect(byName["longer"]?.refusal?.contains("argument 3") == true)
    #expect(byName["text"]?.refusal?.contains("not a shared object") == true)
    #expect(byName["plain"]?.runs == .inHost && byName["good"]?.runs == .inRunner)
    #expect(all[6].shadowedBy == "\(own)/libhub-good.so" && all[6].description != nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a front end that hangs is given up`() throws {
    let folder = try PluginFolder()
    try PluginFixtures.build("zoo", as: folder["libhub-zoo.so"], defines: ["HANG_AT_LOAD"])
    let describer = PluginDescriber(executable: Self.host, milliseconds: 50)
    let answer = describer.describe(folder["libhub-zoo.so"])
    #expect(answer.description == nil)
    #expect(
      answer.refusal?.contains("took longer than 50 ms to load") == true, "\(answer.refusal ?? "")")
  }

  @Test(.timeLimit(.minutes(10)))
  func `a child that answers nonsense or does not start is a sentence`() throws {
    let nonsense = PluginDescriber(executable: "/bin/echo").describe("/x.so")
    #expect(
      nonsense.refusal?.contains("/bin/echo did not answer as it should") == true,
      "\(nonsense.refusal ?? "")")
    let missing = PluginDescriber(executable: "/no/such/program").describe("/x.so")
    #expect(missing.refusal?.contains("/no/such/program does not start") == true)
    let flood = PluginDescriber(executable: "/usr/bin/yes").describe("/x.so")
    #expect(flood.description == nil && flood.refusal != nil)
  }
}
