import CHubFrontEnd
import CLinux
import FoundationEssentials
import Glibc
import HubFrontEnds
import HubModel
import HubTestSupport
import Testing

/// Drives a front end in C that writes down what it gets, built against today's header and against
/// those of earlier versions.
@Suite(
  .enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built")
)
struct CallsTests {
  /// A loaded recorder and what it wrote.
  private struct Recorder {
    let front: LoadedFrontEnd
    private let library: UnsafeMutableRawPointer

    init(source: String, include: String) throws {
      let folder = try PluginFolder()
      let path = folder["libhub-recorder.so"]
      try PluginFixtures.build(source, as: path, include: include)
      front = try FrontEndLoader.load(path: path)
      library = try #require(dlopen(path, RTLD_NOW | RTLD_NOLOAD))
    }

    func take() throws -> [String] {
      let text = unsafeBitCast(
        try #require(dlsym(library, "recorder_text")),
        to: (@convention(c) () -> UnsafePointer<CChar>).self)
      let clear = unsafeBitCast(
        try #require(dlsym(library, "recorder_clear")), to: (@convention(c) () -> Void).self)
      defer { clear() }
      return String(cString: text()).split(separator: "\n").map(String.init)
    }
  }

  private static let today = (source: "recorder", include: "Sources/CHubFrontEnd/include")
  private static func old(_ version: String) -> (source: String, include: String) {
    (
      source: "Tests/Fixtures/old-plugin-\(version)/plugin.c",
      include: "Tests/Fixtures/old-plugin-\(version)/include"
    )
  }
  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))
  private static let idText = "id=0102030405060708090A0B0C0D0E0FFF"

  private static var host: hub_host {
    // The name is static: the text of a StaticString is.
    let name: StaticString = "hubhost"
    let data = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return hub_host(
      size: UInt32(MemoryLayout<hub_host>.size), abi_minor: UInt32(HUB_ABI_MINOR),
      name: hub_string(data: data, length: 7), version: hub_string(), context: nil,
      service: { _, _, _ in nil })
  }

  private func drive(_ kind: (source: String, include: String)) throws {
    let recorder = try Recorder(source: kind.source, include: kind.include)
    let front = recorder.front
    var host = Self.host
    try front.create(host: &host)
    try front.start()
    #expect(try recorder.take() == ["create host=hubhost minor=\(HUB_ABI_MINOR)", "start 1"])

    #expect(front.showHub(tab: "hub", badge: nil) == HUB_PENDING)
    #expect(front.showHub(tab: "", badge: "9+") == HUB_PENDING)
    let head = "instance=mine call=16"
    #expect(
      try recorder.take() == [
        "show_hub \(head) request=1 tab=<hub>/3 badge=NULL/0",
        "show_hub \(head) request=2 tab=<>/0 badge=<9+>/2",
      ])

    let post = PostRecord(
      id: Self.id, isUnread: true, receivedAt: -5, subject: "Grüße", preview: "", sender: nil,
      url: "https://example.org/", cover: nil)
    #expect(front.presentPost(post, .standalone) == HUB_E_NOT_FOUND)
    #expect(
      try recorder.take() == [
        "present_post \(head) request=3 presentation=1 size=\(MemoryLayout<hub_post>.size) flags=1 at=-5 "
          + "\(Self.idText) subject=<Grüße>/7 preview=<>/0 sender=NULL/0 "
          + "url=<https://example.org/>/20 cover=NULL/0"
      ])
    try driveTheRest(front, recorder, head)
    front.destroy()
    #expect(try recorder.take() == ["stop 1", "destroy 1"])
  }

  private func driveTheRest(_ front: LoadedFrontEnd, _ recorder: Recorder, _ head: String) throws {
    let conversation = ConversationRecord(
      id: Self.id, isUnread: false, activityAt: .max, subject: nil, preview: "p", sender: "s",
      participants: ["Ann", "", "Bé"])
    #expect(front.presentConversation(conversation, .hub) == HUB_OK)
    #expect(front.inboxChanged(MovedRows(posts: [Self.id, Self.id], config: true)) == HUB_OK)
    #expect(front.inboxChanged(MovedRows(posts: [Self.id], everything: true)) == HUB_OK)
    #expect(front.badgeChanged(nil, count: 0) == HUB_OK)
    #expect(front.configChanged() == HUB_OK)
    #expect(front.alert(code: "post-not-found", title: "T", message: "M") == HUB_OK)
    #expect(front.dismiss("alert") == nil, "the recorder has no dismiss")
    #expect(
      try recorder.take() == [
        "present_conversation \(head) request=4 presentation=0 "
          + "size=\(MemoryLayout<hub_conversation>.size) flags=0 at=\(Int64.max) \(Self.idText) "
          + "subject=NULL/0 preview=<p>/1 sender=<s>/1 participant=<Ann>/3 participant=<>/0 "
          + "participant=<Bé>/3",
        "inbox_changed \(head) request=5 flags=5 posts=bytes/32 conversations=bytes/0",
        "inbox_changed \(head) request=6 flags=8 posts=bytes/0 conversations=bytes/0",
        "badge_changed \(head) request=7 badge=NULL/0 count=0",
        "config_changed \(head) request=8",
        "alert \(head) request=9 code=<post-not-found>/14 title=<T>/1 message=<M>/1",
      ])
  }

  @Test
  func `a front end of today gets every argument as the header says`() throws {
    try drive(Self.today)
  }

  @Test(arguments: ["1.0", "1.1"])
  func `a front end built against an older header is loaded and driven by today's host`(
    version: String
  ) throws {
    try drive(Self.old(version))
  }

  @Test
  func `the smallest front end is built by every build and shows the Hub and a post`() throws {
    let path = "\(PluginFixtures.products)/libhub-smallest.so"
    let front = try FrontEndLoader.load(path: path)
    #expect(front.description.id == "com.example.smallest")
    var host = Self.host
    try front.create(host: &host)
    try front.start()
    #expect(front.showHub(tab: "hub", badge: "3") == HUB_OK)
    let post = PostRecord(id: Self.id, isUnread: true, receivedAt: 0, subject: "Hello", preview: "")
    #expect(front.presentPost(post, .hub) == HUB_OK)
    front.destroy()
  }

  @Test
  func `a call on another thread ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let folder = try PluginFolder()
      let path = folder["libhub-recorder.so"]
      try PluginFixtures.build("recorder", as: path)
      nonisolated(unsafe) let front = try FrontEndLoader.load(path: path)
      var host = Self.host
      try front.create(host: &host)
      var thread = pthread_t()
      let box = Unmanaged.passRetained(front)
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          _ = Unmanaged<LoadedFrontEnd>.fromOpaque(argument).takeUnretainedValue().configChanged()
          return nil
        }, box.toOpaque())
      pthread_join(thread, nil)
    }
  }
}
