import Glibc
import HubFrontEnds
import HubTestSupport
import Testing

struct FinderTests {
  private func finder(
    _ environment: [String: String], executable: String = "/opt/hub/bin/hubhost",
    isSecure: Bool = false
  ) -> FrontEndFinder {
    FrontEndFinder(environment: environment, executable: executable, isSecure: isSecure)
  }

  @Test
  func `the search goes from the environment to the system`() {
    let places = finder(["HUBHOST_FRONTEND_PATH": "/one:/two", "HOME": "/home/ann"]).places
    #expect(
      places.map(\.folder) == [
        "/one", "/two", "/opt/hub/bin", "/opt/hub/lib/hubhost/frontends",
        "/home/ann/.local/lib/hubhost/frontends", "/usr/local/lib/hubhost/frontends",
        "/usr/lib/hubhost/frontends",
      ])
    #expect(
      places.map(\.origin) == [
        .environment, .environment, .besideExecutable, .prefix, .user, .local, .system,
      ])
  }

  @Test
  func `relative and empty folders of the environment are skipped, and none is searched twice`() {
    let environment = [
      "HUBHOST_FRONTEND_PATH": ":one:./two::/three:/three:/usr/lib/hubhost/frontends", "HOME": "x",
    ]
    #expect(
      finder(environment, executable: "/usr/bin/hubhost").places.map(\.folder) == [
        "/three", "/usr/lib/hubhost/frontends", "/usr/bin", "/usr/local/lib/hubhost/frontends",
      ])
  }

  @Test
  func `with more rights than the user has, nothing of the environment counts`() {
    let environment = ["HUBHOST_FRONTEND_PATH": "/one", "HOME": "/home/ann"]
    #expect(
      finder(environment, isSecure: true).places.map(\.origin) == [
        .besideExecutable, .prefix, .local, .system,
      ])
  }

  @Test(arguments: [
    ("libhub-curses.so", "curses"), ("libhub-a-1.so", "a-1"),
    ("libhub-abcdefghijklmnopqrstuvwxyz012345.so", "abcdefghijklmnopqrstuvwxyz012345"),
    ("libhub-abcdefghijklmnopqrstuvwxyz0123456.so", nil), ("libhub-.so", nil), ("libhub-A.so", nil),
    ("libhub-a_b.so", nil), ("libhub-a.so.1", nil), ("hub-a.so", nil), ("libhub-é.so", nil),
    ("libhub.so", nil),
  ])
  func `a file name names a front end or not`(file: String, name: String?) {
    #expect(FrontEndFinder.name(ofFile: file) == name)
    if let name { #expect(FrontEndFinder.fileName(for: name) == file) }
  }

  @Test
  func `the first file of a name is taken, and a path is taken as it is`() throws {
    let folder = try PluginFolder()
    _ = try folder.makeFolder("bin")
    _ = try folder.makeFolder("lib/hubhost/frontends")
    _ = try folder.makeFolder("own")
    let prefix = try folder.write("lib/hubhost/frontends/libhub-plain.so", [])
    let search = finder(["HUBHOST_FRONTEND_PATH": folder["own"]], executable: folder["bin/hubhost"])
    let found = try search.find("plain")
    #expect(found.path == prefix && found.origin == .prefix && found.isBundled)
    let beside = try folder.write("bin/libhub-plain.so", [])
    #expect(try search.find("plain").path == beside)
    // Found and unreadable is found: the search does not go on behind it.
    let own = try folder.write("own/libhub-plain.so", [], mode: 0)
    let first = try search.find("plain")
    #expect(first.path == own && first.origin == .environment && !first.isBundled)
    let given = try search.find("./libhub-any.so")
    #expect(given.path == "./libhub-any.so" && given.origin == nil && !given.isBundled)
    #expect(search.candidates().map(\.path) == [own, beside, prefix])
  }

  @Test
  func `only the host's own front ends beside it are bundled`() throws {
    let folder = try PluginFolder()
    for name in ["curses", "jsonl", "plain", "smallest"] {
      _ = try folder.write("libhub-\(name).so", [])
    }
    let found = finder([:], executable: folder["hubhost"]).candidates()
    #expect(
      found.filter(\.isBundled).map { $0.path.split(separator: "/").last } == [
        "libhub-curses.so", "libhub-jsonl.so", "libhub-plain.so",
      ])
    #expect(found.count == 4)
  }

  @Test
  func `what is not there is said with the places that were searched`() {
    let error = #expect(throws: FrontEndError.self) { try finder([:]).find("nothing") }
    #expect(error?.code == .notFound)
    #expect(
      error?.message.contains("(libhub-nothing.so) in any of /opt/hub/bin, /opt/hub/lib") == true)
    let bad = #expect(throws: FrontEndError.self) { try finder([:]).find("No Such") }
    #expect(bad?.message.contains("cannot be called \"No Such\"") == true)
  }
}
