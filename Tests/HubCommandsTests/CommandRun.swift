import FoundationEssentials
import Glibc
import HubModel
import HubStore

@testable import HubCommands
@testable import HubSystem

/// Runs commands in this process on a folder of its own, with an app file and captured streams.
final class CommandRun {
  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  let folder = TemporaryFolder()
  /// What the host that was run got; nil while none was run.
  private(set) var ranHost: (app: AppDescription, url: String?)?
  var frontEnds: [FrontEndRow] = []
  var variables: [String: String]

  init(app: String = "{id:'com.example.demo', name:'Demo'}") {
    folder.write("app.json5", app)
    mkdir(folder.path + "/run", 0o700)
    variables = [
      "HUBHOST_APP": folder.path + "/app.json5", "HOME": folder.path,
      "XDG_RUNTIME_DIR": folder.path + "/run",
    ]
  }

  var dataFolder: String { folder.path + "/.local/share/hubhost/com.example.demo" }

  var places: Places { Places(environment: Environment(variables), temporaryFolder: folder.path) }

  func main(input: Int32, output: Int32, error: Int32) -> HubhostMain {
    HubhostMain(
      environment: Environment(variables), input: input, output: output, error: error,
      places: places,
      seams: CommandSeams(
        runHost: { _, app, url in
          self.ranHost = (app, url)
          return 42
        },
        findFrontEnds: { _, _ in self.frontEnds }))
  }

  func run(_ arguments: String..., input: String = "") -> Result {
    run(arguments, input: Array(input.utf8))
  }

  func run(_ arguments: [String], input: [UInt8] = []) -> Result {
    let source = open(folder.write("stdin", input), O_RDONLY | O_CLOEXEC)
    let output = open(folder.path + "/stdout", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let error = open(folder.path + "/stderr", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { for descriptor in [source, output, error] { close(descriptor) } }
    let code = main(input: source, output: output, error: error).run(arguments)
    return Result(code: code, output: text("stdout"), errors: text("stderr"))
  }

  private func text(_ name: String) -> String {
    let bytes = try? InputFile.read(folder.path + "/" + name, limit: 1 << 26)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  func store() throws -> HubStore {
    try HubStore(folder: dataFolder)
  }
}

/// Payloads and answers of the fixtures.
enum Fixture {
  static let postID = "5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01"
  static let conversationID = "8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01"

  static func post(
    _ id: String = postID, url: String = "https://posts.example.test/p/1", isRead: Bool = false
  ) -> String {
    """
    {"id":"\(id)","subject":"Gate change","previewText":"Use gate 4 tonight",\
    "receivedAt":"2026-03-05T13:19:23.260Z","url":"\(url)","coverImageURL":null,\
    "subscriptionID":"sub-news","isRead":\(isRead)}
    """
  }

  static func push(_ post: String = post()) -> String { "{\"rover\":{\"post\":\(post)}}" }

  static let conversation = """
    {"id":"\(conversationID)","subject":"Seat upgrade","createdAt":"2026-03-01T10:00:00.000Z",\
    "updatedAt":"2026-03-05T13:00:00.000Z","lastReplyAt":"2026-03-05T13:00:00.000Z",\
    "lastIncomingReplyAt":"2026-03-05T13:00:00.000Z","lastIncomingParticipantID":"p-ana",\
    "lastReplyPreview":"Row 3 is free","participantIDs":["p-ana"]}
    """

  static let participant = """
    {"id":"p-ana","name":"Ana Ruiz","avatarURL":null,"bio":null,\
    "updatedAt":"2026-03-01T08:00:00.000Z"}
    """

  static func reply(conversation: String = conversationID) -> String {
    """
    {"id":"c3d4e5f6-0a1b-4c2d-8e3f-1a2b3c4d5e01","conversationID":"\(conversation)",\
    "senderType":"participant","participantID":"p-ana",\
    "content":[{"type":"text","text":"Row 3 is free"}],"createdAt":"2026-03-05T13:00:00.000Z"}
    """
  }

  static func conversationPush(reply: String = reply()) -> String {
    """
    {"rover":{"conversation":\(conversation),"reply":\(reply),"participant":\(participant)}}
    """
  }

  static func posts(_ posts: [String]) -> String {
    "{\"posts\":[\(posts.joined(separator: ","))],\"nextCursor\":\"c1\",\"hasMore\":false}"
  }
}
