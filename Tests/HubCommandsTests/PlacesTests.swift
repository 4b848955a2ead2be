import CLinux
import Glibc
import HubOptions
import Testing

@testable import HubCommands
@testable import HubSystem

struct PlacesTests {
  private func places(_ variables: [String: String], temporary: String = "/tmp") -> Places {
    Places(environment: Environment(variables), temporaryFolder: temporary)
  }

  @Test(arguments: [
    (["HOME": "/h"], nil, "/h/.config/hubhost/app.json5"),
    (["HOME": "/h", "XDG_CONFIG_HOME": "/c"], nil, "/c/hubhost/app.json5"),
    (["HOME": "/h", "XDG_CONFIG_HOME": "c"], nil, "/h/.config/hubhost/app.json5"),
    (["HOME": "/h", "XDG_CONFIG_HOME": ""], nil, "/h/.config/hubhost/app.json5"),
    (["HOME": "/h", "HUBHOST_APP": "mine.json5"], nil, "mine.json5"),
    (["HOME": "/h", "HUBHOST_APP": ""], nil, "/h/.config/hubhost/app.json5"),
    (["HOME": "/h", "HUBHOST_APP": "/a"], "/o", "/o"),
  ])
  func `the app file is the option's, the variable's, or the one in the config folder`(
    variables: [String: String], option: String?, expected: String
  ) throws {
    #expect(try places(variables).appFile(option: option) == expected)
  }

  @Test(arguments: [
    (["HOME": "/h"], nil, "/h/.local/share/hubhost/a.b"),
    (["HOME": "/h", "XDG_DATA_HOME": "/d"], nil, "/d/hubhost/a.b"),
    (["HOME": "/h", "XDG_DATA_HOME": "d"], nil, "/h/.local/share/hubhost/a.b"),
    (["HOME": "/h"], "/o", "/o"),
  ])
  func `the data folder is the option's, or the app's own`(
    variables: [String: String], option: String?, expected: String
  ) throws {
    #expect(try places(variables).dataFolder(option: option, appID: "a.b") == expected)
  }

  @Test func `a relative data folder stands in the working folder`() throws {
    let folder = try places([:]).dataFolder(option: "x", appID: "a.b")
    #expect(folder.hasPrefix("/"))
    #expect(folder.hasSuffix("/x"))
  }

  @Test func `without HOME the user database is asked`() throws {
    let file = try places([:]).appFile(option: nil)
    #expect(file.hasPrefix("/"))
    #expect(file.hasSuffix("/.config/hubhost/app.json5"))
  }

  @Test func `a user whom nobody knows has no home`() {
    let stranger = Places(environment: Environment([:]), userID: 3_999_999_999)
    let error = #expect(throws: CommandError.self) { try stranger.appFile(option: nil) }
    #expect(error?.code == .badAppFile)
    #expect(error?.message.contains("set HOME") == true)
  }

  // MARK: Runtime folder

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `the session's runtime folder gets a folder of ours, closed to others`() throws {
    let session = TemporaryFolder()
    let path = try places(["XDG_RUNTIME_DIR": session.path]).runtimeFolder()
    #expect(path == session.path + "/hubhost")
    #expect(mode(path) == 0o700)
    #expect(try places(["XDG_RUNTIME_DIR": session.path]).runtimeFolder() == path)
  }

  @Test(arguments: ["", "relative", "/nowhere/at/all"])
  func `without a session the folder stands in the temporary one`(session: String) throws {
    let temporary = TemporaryFolder()
    let places = places(["XDG_RUNTIME_DIR": session], temporary: temporary.path)
    let path = try places.runtimeFolder()
    #expect(path == "\(temporary.path)/hubhost-\(getuid())")
    #expect(mode(path) == 0o700)
  }

  @Test func `a session's folder that is open to others is not used`() throws {
    let session = TemporaryFolder()
    let temporary = TemporaryFolder()
    chmod(session.path, 0o755)
    let places = places(["XDG_RUNTIME_DIR": session.path], temporary: temporary.path)
    #expect(try places.runtimeFolder().hasPrefix(temporary.path))
  }

  @Test(arguments: [0o701, 0o710, 0o720, 0o777] as [mode_t])
  func `a folder that is open to others is refused with 77`(mode: mode_t) throws {
    let temporary = TemporaryFolder()
    let places = places([:], temporary: temporary.path)
    chmod(try places.runtimeFolder(), mode)
    let error = #expect(throws: CommandError.self) { try places.runtimeFolder() }
    #expect(error?.code == .refused)
  }

  @Test func `a link in the folder's place is refused with 77`() throws {
    let temporary = TemporaryFolder()
    let places = places([:], temporary: temporary.path)
    symlink(temporary.path, "\(temporary.path)/hubhost-\(getuid())")
    let error = #expect(throws: CommandError.self) { try places.runtimeFolder() }
    #expect(error?.code == .refused)
  }

  @Test func `a folder of somebody else is refused`() {
    let temporary = TemporaryFolder()
    #expect(Places.isPrivate(temporary.path, getuid()))
    #expect(!Places.isPrivate(temporary.path, getuid() + 1))
  }

  // MARK: Data folder

  @Test func `the data folder is made with those above it, closed to others`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/a/b/c"
    try Places.makeDataFolder(path)
    #expect(mode(path) == 0o700)
    #expect(mode(folder.path + "/a") == 0o700)
    #expect(throws: Never.self) { try Places.makeDataFolder(path) }
  }

  @Test func `a file in the way of the data folder exits with 73`() {
    let folder = TemporaryFolder()
    folder.write("a", "")
    let error = #expect(throws: CommandError.self) {
      try Places.makeDataFolder(folder.path + "/a/b")
    }
    #expect(error?.code == .cannotCreate)
    #expect(error?.message.contains("--data DIR") == true)
  }
}
