import FoundationEssentials
import Glibc
import HubModel
import HubStore
import Testing

@testable import HubCommands
@testable import HubSystem

struct ImportCommandTests {
  let run = CommandRun()

  /// The folder with the real posts; nil when it is not there.
  static let corpus: String? = {
    let variable = ProcessInfo.processInfo.environment["HUBHOST_TEST_CORPUS"]
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = variable ?? "/\(package)/../shared/data/swift-blog"
    return access(path + "/posts-1.json", R_OK) == 0 ? path : nil
  }()

  @Test(.enabled(if: corpus != nil, "no real posts at ../shared/data or in $HUBHOST_TEST_CORPUS"))
  func `the real posts come with their subscriptions and bodies`() throws {
    let corpus = try #require(Self.corpus)
    let files = (1...4).map { "\(corpus)/posts-\($0).json" } + ["\(corpus)/subscriptions.json"]
    let result = run.run(["import", "--pages", corpus + "/pages"] + files)
    #expect(result.errors == "")
    #expect(result.code == 0)
    let names = try run.store().window(InboxQuery(limit: 200)).count
    #expect(names == 168)
    #expect(result.output.hasPrefix("168 posts, "))
    #expect(result.output.hasSuffix(" subscriptions, 168 bodies, 0 skipped\n"))
    let again = run.run(["import", "--pages", corpus + "/pages"] + files)
    #expect(again.output == result.output)
    #expect(try run.store().counts() == InboxCounts(total: 168, unread: 168))
  }

  @Test func `every kind of answer is told apart and counted`() throws {
    let files = [
      "{\"posts\":[\(Fixture.post())],\"included\":{\"subscriptions\":[]},\"hasMore\":false}",
      "{\"subscriptions\":[{\"id\":\"sub-news\",\"name\":\"News\",\"description\":\"d\","
        + "\"optIn\":true,\"status\":\"published\",\"logoURL\":null}]}",
      "{\"conversations\":[\(Fixture.conversation)],\"included\":{\"participants\":"
        + "[\(Fixture.participant)]},\"hasMore\":false}",
      "{\"participants\":[\(Fixture.participant)]}",
      "{\"replies\":[\(Fixture.reply())],\"hasMore\":false}",
      "{\"hub\":{\"isHomeEnabled\":false,\"isInboxEnabled\":true,\"deepLink\":\"demo://hub\"}}",
      "{\"experienceURL\":\"https://x.example/home\"}",
    ].enumerated().map { run.folder.write("\($0.offset).json", $0.element) }
    let result = run.run(["import"] + files)
    #expect(result.errors == "")
    #expect(result.code == 0)
    #expect(
      result.output == "1 post, 1 subscription, 1 conversation, 1 participant, 1 reply, 1 config, "
        + "1 home, 0 skipped\n")
    let store = try run.store()
    #expect(try store.counts().unread == 2)
    #expect(try store.config()?.deepLink == "demo://hub")
    #expect(try store.cursor(of: .posts) == StoredCursor())
  }

  @Test func `case 235: a bad element is skipped and told, the rest is kept`() throws {
    let page = Fixture.posts([Fixture.post("123"), Fixture.post(), "7"])
    let result = run.run("import", "-", input: page)
    #expect(result.code == 0)
    #expect(result.output == "1 post, 2 skipped\n")
    let lines = result.errors.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("hubhost: warning: standard input: posts[0] is skipped: "))
    #expect(lines[1].hasPrefix("hubhost: warning: standard input: posts[2] is skipped: "))
  }

  @Test func `skipped elements are told up to a number and then counted`() {
    let bad = Array(repeating: "7", count: WireLimits.maxReported + 3)
    let result = run.run("import", "-", input: Fixture.posts(bad))
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == WireLimits.maxReported + 1)
    #expect(lines.last == "hubhost: warning: standard input: 3 more elements are skipped")
  }

  @Test(arguments: [
    "", "[]", "null", "<html></html>", "{\"a\":1}", Fixture.push(),
  ])
  func `case 233: a file that is no answer is told and the others go on`(
    text: String
  ) throws {
    let bad = run.folder.write("bad.json", text)
    let good = run.folder.write("good.json", Fixture.posts([Fixture.post()]))
    let result = run.run("import", bad, good)
    #expect(result.code == 65)
    #expect(result.errors.hasPrefix("hubhost: \(bad): "))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.output == "1 post, 0 skipped\n")
  }

  @Test func `the first thing that goes wrong gives the exit code`() throws {
    let bad = run.folder.write("bad.json", "[]")
    #expect(run.run("import", "/nowhere.json", bad).code == 66)
    #expect(run.run("import", bad, "/nowhere.json").code == 65)
    #expect(run.run("import", "/nowhere.json").output == "")
  }

  @Test func `replies of a conversation that is not stored are told`() {
    let result = run.run(
      "import", "-", input: "{\"replies\":[\(Fixture.reply())],\"hasMore\":false}")
    #expect(result.code == 65)
    #expect(result.errors.contains("import its answer of /conversations first"))
  }

  // MARK: Pages

  private func body(_ id: String = Fixture.postID) throws -> StoredBody? {
    try run.store().body(of: try #require(UUID(uuidString: id)))
  }

  @Test(arguments: [
    ("https://a.example/blog/hello/", "hello.html", "text/html"),
    ("https://a.example/hello", "hello.htm", "text/html"),
    ("https://a.example/hello?x#y", "hello.txt", "text/plain"),
    ("https://a.example/a%20b", "a b.html", "text/html"),
    ("https://a.example/a%2Fb", "b.html", "text/html"),
  ])
  func `a page is named after the last part of the post's URL`(
    url: String, name: String, type: String
  ) throws {
    run.folder.write("pages/\(name)", "<p>hi</p>")
    let page = Fixture.posts([Fixture.post(url: url)])
    let result = run.run("import", "--pages", run.folder.path + "/pages", "-", input: page)
    #expect(result.output == "1 post, 1 body, 0 skipped\n")
    let body = try body()
    #expect(body?.bytes == Array("<p>hi</p>".utf8))
    #expect(body?.contentType == type)
  }

  @Test(arguments: [
    "https://a.example/", "https://a.example/..", "https://a.example/x/%2e%2e",
    "https://a.example/.",
    "https://a.example/%2e%2e%2fsecret/..", "nonsense",
  ])
  func `a URL cannot name a page outside the folder`(url: String) throws {
    run.folder.write("secret.html", "secret")
    run.folder.write("pages/x.html", "x")
    run.folder.write("pages/.html", "x")
    let page = Fixture.posts([Fixture.post(url: url)])
    let result = run.run("import", "--pages", run.folder.path + "/pages", "-", input: page)
    #expect(result.output == "1 post, 0 skipped\n")
    #expect(try body() == nil)
  }

  @Test(arguments: ["missing", "file"])
  func `pages that are no folder are told before anything is stored`(name: String) {
    run.folder.write("file", "x")
    let page = Fixture.posts([Fixture.post()])
    let result = run.run("import", "--pages", run.folder.path + "/" + name, "-", input: page)
    #expect(result.code == 66)
    #expect(result.output == "")
    #expect(result.errors.contains("no such folder: \(run.folder.path)/\(name)"))
  }

  @Test func `a page that cannot be read is told and the others go on`() throws {
    let other = "5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e02"
    run.folder.write("pages/one.html/not-a-file", "")
    run.folder.write("pages/two.html", "two")
    let page = Fixture.posts([
      Fixture.post(url: "https://a.example/one"), Fixture.post(other, url: "https://a.example/two"),
    ])
    let result = run.run("import", "--pages", run.folder.path + "/pages", "-", input: page)
    #expect(result.code == 66)
    #expect(result.output == "2 posts, 1 body, 0 skipped\n")
    #expect(result.errors.contains("one.html: is a directory"))
    #expect(try body(other)?.bytes == Array("two".utf8))
  }

  @Test func `a page has a largest size`() throws {
    let most = PageFolder.maximumPageSize
    run.folder.write("pages/fits.html", [UInt8](repeating: 0x20, count: most))
    run.folder.write("pages/exceeds.html", [UInt8](repeating: 0x20, count: most + 1))
    func taken(_ name: String) -> CommandRun.Result {
      let page = Fixture.posts([Fixture.post(url: "https://a.example/\(name)")])
      return run.run("import", "--pages", run.folder.path + "/pages", "-", input: page)
    }
    #expect(taken("fits").output == "1 post, 1 body, 0 skipped\n")
    let exceeds = taken("exceeds")
    #expect(exceeds.code == 65)
    #expect(exceeds.output == "1 post, 0 skipped\n")
  }

  @Test func `a page's name has a longest length`() {
    func name(_ length: Int) -> String? {
      var post = Post(
        id: UUID(), subject: "", previewText: "", receivedAt: Timestamp(milliseconds: 0))
      post.url = "https://a.example/" + String(repeating: "x", count: length)
      return PageFolder.name(for: post)
    }
    #expect(name(PageFolder.maximumNameLength) != nil)
    #expect(name(PageFolder.maximumNameLength + 1) == nil)
  }
}
