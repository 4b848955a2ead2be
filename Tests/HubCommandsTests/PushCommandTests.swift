import FoundationEssentials
import Glibc
import HubModel
import HubStore
import Testing

@testable import HubCommands
@testable import HubSystem

struct PushCommandTests {
  let run = CommandRun()

  @Test(arguments: [[], ["-"]])
  func `case 61: a post from standard input is stored and nothing is printed`(
    operands: [String]
  ) throws {
    let result = run.run(["push"] + operands, input: Array(Fixture.push().utf8))
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output == "")
    #expect(result.errors == "")
    #expect(try run.store().counts().unread == 1)
  }

  @Test func `case 62: a conversation from a file is stored with its reply`() throws {
    let file = run.folder.write("push.json", Fixture.conversationPush())
    let result = run.run("push", file, "--log-level", "info")
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.errors.contains(
        "stored conversation \(Fixture.conversationID.uppercased()) with reply"))
    let id = try #require(UUID(uuidString: Fixture.conversationID))
    #expect(try run.store().replies(conversation: id, limit: 10).count == 1)
  }

  @Test func `case 74: a post that was read stays read`() throws {
    #expect(run.run("push", input: Fixture.push(Fixture.post(isRead: true))).code == 0)
    #expect(run.run("push", input: Fixture.push()).code == 0)
    #expect(try run.store().counts() == InboxCounts(total: 1, unread: 0))
  }

  @Test(arguments: [
    ("", "is no push payload"), ("null", "is no push payload"), ("<html>", "is no push payload"),
    ("{", "is no push payload"), ("{}", "has no rover object"),
    ("{\"rover\":{\"other\":{}}}", "can be stored"),
    ("{\"rover\":{\"post\":\"text\"}}", "can be stored"),
    ("{\"rover\":{\"action\":{\"url\":\"demo://x\"}}}", "can be stored"),
    (Fixture.push("{\"id\":\"\(Fixture.postID)\"}"), "can be stored"),
    (
      Fixture.conversationPush(
        reply: Fixture.reply(conversation: "8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a02")), "can be stored"
    ),
  ])
  func `cases 64 to 73: what cannot be stored exits with 65 and leaves nothing`(
    payload: String, part: String
  ) throws {
    let result = run.run("push", input: payload)
    #expect(result.code == 65)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("hubhost: "))
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(access(run.dataFolder, F_OK) != 0)
  }

  @Test func `a payload has a largest size`() throws {
    let push = Fixture.push()
    let fill = WireLimits.maxPayloadBytes - push.utf8.count
    #expect(run.run("push", input: push + String(repeating: " ", count: fill)).code == 0)
    let result = run.run("push", input: push + String(repeating: " ", count: fill + 1))
    #expect(result.code == 65)
    #expect(result.errors.contains("larger than 1 MiB"))
  }

  @Test func `a file that is not there exits with 66`() {
    let result = run.run("push", "/nowhere/push.json")
    #expect(result.code == 66)
    #expect(result.errors == "hubhost: no such file: /nowhere/push.json; check the name\n")
  }

  @Test func `a store that can only be read refuses with 77, and a future one with 65`() throws {
    #expect(run.run("push", input: Fixture.push()).code == 0)
    let path = try run.store().path
    #expect(path.hasSuffix("/hub.db"))
    // Root may write everywhere, so a folder without permission shows nothing there.
    if getuid() != 0 {
      chmod(run.dataFolder, 0o500)
      defer { chmod(run.dataFolder, 0o700) }
      #expect(run.run("push", input: Fixture.push()).code == 77)
    }
  }

  @Test func `a data folder that cannot be made exits with 73`() {
    let file = run.folder.write("file", "")
    let result = run.run("push", "--data", file + "/x", input: Fixture.push())
    #expect(result.code == 73)
    #expect(result.errors.contains("--data"))
  }

  @Test func `an app file that is missing exits with 66, a wrong one with 78`() {
    #expect(run.run("push", "--app", "/nowhere", input: Fixture.push()).code == 66)
    let wrong = run.folder.write("wrong.json5", "{id:7}")
    let result = run.run("push", "--app", wrong, input: Fixture.push())
    #expect(result.code == 78)
    #expect(result.errors.contains("wrong.json5, line 1: \"id\" must be text"))
  }
}
