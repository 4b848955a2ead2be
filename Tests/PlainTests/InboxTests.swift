import Glibc
import HubFrontEndKit
import HubTestSupport
import HubText
import PlainFrontEnd
import Testing

struct InboxTests {
  @Test(arguments: [
    (false, "The inbox is switched off."),
    (true, "The inbox is switched off. The home of this app is shown on phones only."),
  ])
  func `an inbox that is switched off has no rows, and says so`(home: Bool, text: String) {
    let host = FakeTextHost()
    host.fill()
    host.app.isInboxEnabled = false
    host.app.isHomeEnabled = home
    let front = host.plain()
    _ = front.showHub(tab: "hub", badge: "2")
    #expect(host.output() == "For you\nBadge: 2\n\n\(text)\n\n")
  }

  @Test func `a pipe gets one fact a line`() {
    let host = FakeTextHost()
    host.fill()
    #expect(host.plain().showHub(tab: "hub", badge: "2") == .shown)
    expect(
      host.output(),
      is: """
        For you
        Badge: 2

        Unread post
        From: Swift.org
        Time: 2026-03-05 14:19
        Subject: What is new in Swift 6.3
        Preview: Swift 6.3 brings a C entry attribute, faster builds and a friendlier debugger \
        on Linux.

        Read post
        From: 東京タワー
        Time: 2026-03-04 14:19
        Subject: 日本語の長い題名は画面の端で正しく折り返される必要があります
        Preview: 短い

        Unread conversation
        From: Unknown
        Time: 2025-01-29 14:19
        Subject: No subject
        Preview: Unknown


        """)
    #expect(host.quitReason == nil)
  }

  @Test func `a terminal of 80 columns gets wrapped blocks`() {
    let host = FakeTextHost(columns: 80)
    host.fill()
    _ = host.plain().showHub(tab: "hub", badge: nil)
    expect(
      host.output(),
      is: """
        For you
        Badge: none

        Unread post from Swift.org, 2:19 PM
        What is new in Swift 6.3
          Swift 6.3 brings a C entry attribute, faster builds and a friendlier debugger
          on Linux.

        Read post from 東京タワー, Yesterday
        日本語の長い題名は画面の端で正しく折り返される必要があります
          短い

        Unread conversation from Unknown, 2025-01-29
        No subject
          Unknown


        """)
  }

  @Test func `a terminal of 40 columns gets narrower ones`() {
    let host = FakeTextHost(columns: 40)
    host.fill()
    host.rows = [host.rows[0], host.rows[1]]
    _ = host.plain().showHub(tab: "hub", badge: "1")
    expect(
      host.output(),
      is: """
        For you
        Badge: 1

        Unread post from Swift.org, 2:19 PM
        What is new in Swift 6.3
          Swift 6.3 brings a C entry attribute,
          faster builds and a friendlier
          debugger on Linux.

        Read post from 東京タワー, Yesterday
        日本語の長い題名は画面の端で正しく折り返
          される必要があります
          短い


        """)
  }

  @Test(arguments: [1, 10, 23, 33, 40, 80, 200])
  func `no line is wider than the terminal, and nothing acts on it`(columns: Int) {
    let host = FakeTextHost(columns: columns)
    host.fill()
    host.rows += EscapeCorpus.items.enumerated().map { index, item in
      // The host makes text safe before a front end sees it.
      let safe = SafeText.line(utf8: item.bytes.span)
      let text = String(TextWidth.prefix(of: safe, columns: 500))
      return Item(
        kind: .post, id: id(100 + index), activityAt: receivedAt, isUnread: true, sender: text,
        subject: text, preview: text + text, url: "https://example.com/" + text)
    }
    let front = host.plain()
    _ = front.showHub(tab: "hub", badge: "1")
    for row in host.rows { front.presentPost(row, presentation: .standalone) }
    let output = host.output()
    #expect(EscapeCorpus.violation(in: Array(output.utf8), allowing: [0x0A]) == nil)
    // A time is never cut; narrower terminals wrap it by themselves.
    let widest = max(columns, "Time: 2026-03-05 13:19".utf8.count)
    for line in output.split(separator: "\n") {
      #expect(TextWidth.columns(of: String(line)) <= widest, "\(line)")
    }
  }

  @Test func `newlines and tabs in one-line facts are spaces in a pipe`() {
    let host = FakeTextHost()
    host.rows = [
      Item(
        kind: .post, id: id(1), activityAt: receivedAt, isUnread: false, sender: "a\tb",
        subject: "c\nd", preview: "e\n\tf")
    ]
    _ = host.plain().showHub(tab: "hub", badge: nil)
    #expect(
      host.output().hasSuffix(
        "From: a b\nTime: 2026-03-05 14:19\nSubject: c d\nPreview: e  f\n\n"))
  }

  @Test func `an empty inbox says so`() {
    let host = FakeTextHost()
    _ = host.plain().showHub(tab: "hub", badge: nil)
    #expect(host.output() == "For you\nBadge: none\n\nNo messages.\n\n")
  }

  @Test func `an inbox that cannot be read says so`() {
    let host = FakeTextHost()
    host.answers["eachItem"] = .failed
    _ = host.plain().showHub(tab: "hub", badge: nil)
    #expect(host.output().hasSuffix("\nThe inbox cannot be read; the log says why.\n\n"))
  }

  @Test(arguments: [
    ([PathEntry.post("X")], false), ([.messages, .conversation("X")], false), ([.messages], true),
    ([], true),
  ])
  func `the inbox is left out when a destination comes`(path: [PathEntry], isPrinted: Bool) {
    let host = FakeTextHost()
    host.fill()
    host.currentPath = path
    _ = host.plain().showHub(tab: "hub", badge: "2")
    let output = host.output()
    #expect(output.hasPrefix("For you\nBadge: 2\n\n"))
    #expect(output.contains("Unread post") == isPrinted)
  }

  @Test func `a large inbox is printed whole, in pieces`() {
    let host = FakeTextHost()
    host.rows = (0..<2000).map {
      Item(
        kind: .post, id: id($0), activityAt: receivedAt + Int64($0), isUnread: false,
        sender: "Sender", subject: "Subject \($0)", preview: String(repeating: "long ", count: 40))
    }
    _ = host.plain().showHub(tab: "hub", badge: nil)
    let subjects = host.output().split(separator: "\n").filter { $0.hasPrefix("Subject: ") }
    #expect(subjects == (0..<2000).reversed().map { "Subject: Subject \($0)" })
  }

  @Test func `a reader that has gone ends the program quietly`() {
    let host = FakeTextHost()
    host.rows = (0..<2000).map {
      Item(kind: .post, id: id($0), activityAt: Int64($0), isUnread: false, preview: "x")
    }
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    host.replaceOutput(ends[1])
    let front = host.plain()
    _ = front.showHub(tab: "hub", badge: nil)
    front.presentPost(host.rows[0], presentation: .hub)
    #expect(host.quitReason == "output closed")
    #expect(host.logged.isEmpty)
  }

  @Test func `a full disk is told`() {
    let host = FakeTextHost()
    let full = open("/dev/full", O_WRONLY)
    host.replaceOutput(full)
    _ = host.plain().showHub(tab: "hub", badge: nil)
    #expect(host.quitReason == "output failed")
    #expect(
      host.logged == [
        "error: Standard output cannot be written (the disk is full); what was not written is lost."
      ])
  }

  @Test func `a slow reader of a non-blocking pipe gets everything`() {
    let host = FakeTextHost()
    host.rows = (0..<3000).map {
      Item(
        kind: .post, id: id($0), activityAt: Int64($0), isUnread: false,
        preview: String(repeating: "x", count: 100))
    }
    let reader = SlowReader()
    host.replaceOutput(reader.writeEnd)
    _ = host.plain().showHub(tab: "hub", badge: nil)
    close(reader.writeEnd)
    host.terminal.output = -1
    let head = "For you\nBadge: none\n\n"
    let row =
      "Read post\nFrom: Unknown\nTime: 1970-01-01 01:00\nSubject: No subject\nPreview: \n\n"
    #expect(reader.bytesRead() == head.utf8.count + 3000 * (row.utf8.count + 100))
    #expect(host.quitReason == nil)
  }
}

/// The reading end of a non-blocking pipe, which another thread empties.
private final class SlowReader: @unchecked Sendable {
  let writeEnd: Int32
  private let readEnd: Int32
  // Written by the thread, read after it was joined.
  private var count = 0
  private var thread = pthread_t()

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    readEnd = ends[0]
    writeEnd = ends[1]
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    let context = Unmanaged.passUnretained(self).toOpaque()
    let made = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<SlowReader>.fromOpaque(context).takeUnretainedValue().readAll()
        return nil
      }, context)
    precondition(made == 0)
  }

  /// How many bytes came; to be called once the writing end is closed.
  func bytesRead() -> Int {
    pthread_join(thread, nil)
    return count
  }

  private func readAll() {
    var piece = [UInt8](repeating: 0, count: 1000)
    while true {
      let got = read(readEnd, &piece, piece.count)
      if got <= 0 { break }
      count += got
    }
    close(readEnd)
  }
}
