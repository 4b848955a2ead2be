import Glibc
import HubTestSupport
import Testing

@testable import HubFrontEnds

struct TrustTests {
  private func refusal(_ path: String, user: UInt32 = geteuid()) -> FrontEndError? {
    #expect(throws: FrontEndError.self) { _ = try TrustCheck(user: user).open(path) }
  }

  private func isOpened(_ path: String) -> Bool {
    do throws(FrontEndError) {
      let file = try TrustCheck().open(path)
      return file.size == 1
    } catch {
      Issue.record("\(error)")
      return false
    }
  }

  @Test(arguments: [0o644, 0o600, 0o755, 0o400] as [UInt32])
  func `a file that only its owner can write is opened`(mode: UInt32) throws {
    let folder = try PluginFolder()
    #expect(isOpened(try folder.write("a", [1], mode: mode)))
  }

  @Test(
    arguments: [(0o646, "chmod go-w"), (0o666, "chmod go-w"), (0o602, "chmod go-w")]
      as [(UInt32, String)])
  func `a file that everybody can write is refused`(mode: UInt32, advice: String) throws {
    let folder = try PluginFolder()
    let path = try folder.write("a", [1], mode: mode)
    let error = refusal(path)
    #expect(error?.code == .notTrusted)
    #expect(
      error?.message
        == "\(path) can be written by everybody and so is not loaded; run: \(advice) \(path)")
  }

  @Test
  func `a folder anywhere above that everybody can write is refused by its path`() throws {
    let folder = try PluginFolder()
    let bad = try folder.makeFolder("bad", mode: 0o777)
    _ = try folder.makeFolder("bad/good/better")
    let path = try folder.write("bad/good/better/a", [1])
    let error = refusal(path)
    #expect(error?.code == .notTrusted)
    #expect(
      error?.message.hasPrefix("\(bad), the folder above \(path), can be written by everybody")
        == true)
    #expect(error?.message.hasSuffix("run: chmod go-w \(bad)") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `write permission for a group counts unless the group is root's`() throws {
    let folder = try PluginFolder()
    let path = try folder.write("a", [1], mode: 0o664)
    #expect(chown(path, 0, 12_345) == 0)
    #expect(chmod(path, 0o664) == 0)
    #expect(
      refusal(path)?.message.hasSuffix(
        "can be written by group 12345 and so is not loaded; run: chmod g-w \(path)") == true)
    #expect(chown(path, 0, 0) == 0)
    #expect(chmod(path, 0o664) == 0)
    #expect(isOpened(path))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file or folder of another user is refused, and root's is not`() throws {
    let folder = try PluginFolder()
    let path = try folder.write("a", [1])
    #expect(chown(path, 12_345, 0) == 0)
    #expect(
      refusal(path)?.message.contains("belongs to user 12345, neither to you nor to root") == true)
    #expect(chown(path, 0, 0) == 0)
    #expect(isOpened(path))
    let inner = try folder.makeFolder("inner")
    let below = try folder.write("inner/a", [1])
    #expect(chown(inner, 12_345, 0) == 0)
    #expect(
      refusal(below)?.message.hasPrefix(
        "\(inner), the folder above \(below), belongs to user 12345") == true)
  }

  @Test
  func `a sticky folder is excepted only if it is root's`() throws {
    let folder = try PluginFolder()
    let sticky = try folder.makeFolder("sticky", mode: 0o1777)
    let path = try folder.write("sticky/a", [1])
    if geteuid() == 0 {
      #expect(isOpened(path))
      #expect(chown(sticky, 12_345, 0) == 0)
      #expect(chmod(sticky, 0o1777) == 0)
    }
    #expect(refusal(path)?.code == .notTrusted)
  }

  @Test
  func `a symbolic link is judged by what it points at`() throws {
    let folder = try PluginFolder()
    _ = try folder.makeFolder("good")
    let good = try folder.write("good/a", [1])
    _ = try folder.makeFolder("open", mode: 0o777)
    let bad = try folder.write("open/a", [1])
    #expect(symlink(good, folder["to-good"]) == 0)
    #expect(symlink(bad, folder["to-bad"]) == 0)
    #expect(symlink("nowhere", folder["to-nothing"]) == 0)
    #expect(isOpened(folder["to-good"]))
    #expect(refusal(folder["to-bad"])?.code == .notTrusted)
    #expect(refusal(folder["to-nothing"])?.code == .notFound)
  }

  @Test
  func `a link that is exchanged once it was checked leads to nothing else`() throws {
    let folder = try PluginFolder()
    let good = try folder.write("good", [1])
    let other = try folder.write("other", [1], mode: 0o666)
    let link = folder["link"]
    #expect(symlink(good, link) == 0)
    let file = try TrustCheck().open(link)
    #expect(unlink(link) == 0 && symlink(other, link) == 0)
    // What is loaded then is the file by its own path, and by nothing that leads to it.
    let path = file.path
    let isItself = file.isStill(at: path)
    #expect(path == good && isItself)
    #expect(rename(other, good) == 0)
    let isOther = !file.isStill(at: path)
    #expect(isOther)
  }

  @Test
  func `what is no regular file is refused`() throws {
    let folder = try PluginFolder()
    #expect(
      refusal(folder.path)?.message
        == "\(folder.path) is not a regular file; give the path of a shared object")
    #expect(mkfifo(folder["fifo"], 0o600) == 0)
    #expect(refusal(folder["fifo"])?.message.contains("is not a regular file") == true)
    #expect(refusal("/dev/null")?.message.contains("is not a regular file") == true)
    let missing = refusal(folder["none"])
    #expect(missing?.code == .notFound)
    #expect(
      missing?.message
        == "the front end \(folder["none"]) cannot be opened: No such file or directory; check the path"
    )
  }

  @Test
  func `the folders above a path are all of them`() {
    #expect(TrustCheck.folders(above: "/a/b/c.so") == ["/", "/a", "/a/b"])
    #expect(TrustCheck.folders(above: "/c.so") == ["/"])
  }
}
