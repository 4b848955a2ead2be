import HubTestSupport

/// An inbox in which every text from outside is one of the escape corpus.
enum HostileInbox {
  static let bodyLink = Fixture.linkPA
  /// The posts and the conversation; before them stands the first row, which is harmless.
  static let count = EscapeCorpus.items.count + 1

  /// The corpus as a few long texts.
  static let chunks: [String] = {
    let texts = EscapeCorpus.items.map { String($0.text.prefix(2000)) }
    return stride(from: 0, to: texts.count, by: 16).map {
      texts[$0..<min($0 + 16, texts.count)].joined(separator: " ")
    }
  }()

  /// Sequences of drawing that depend on what is drawn, not on its bytes.
  static let drawing: Set<String> = [
    "CSI A", "CSI B", "CSI C", "CSI D", "CSI G", "CSI H", "CSI J", "CSI K", "CSI L", "CSI M",
    "CSI P", "CSI X", "CSI @", "CSI b", "CSI d", "CSI m", "CSI r", "CSI S", "CSI T", "ESC M",
    "ESC (B", "ESC (0", "ESC 7", "ESC 8",
  ]

  /// Imports it; the harmless one has the same shape with other texts.
  static func installation(isHostile: Bool = true) throws -> Installation {
    func text(_ item: EscapeCorpus.Item) -> String { isHostile ? item.text : "harmless text" }
    let title = isHostile ? "For \u{1B}]2;pwned\u{07}you\u{202E}" : "For you"
    let host = try Installation(tabTitle: title)
    var posts = [
      Fixture.post(
        "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E99", "First row", at: "2026-03-09T10:00:00.000Z")
    ]
    var subscriptions: [String] = []
    for (index, item) in EscapeCorpus.items.enumerated() {
      let id = index == 0 ? Fixture.pa : "00000000-0000-4000-8000-000000000\(100 + index)"
      posts.append(
        Fixture.post(
          id, text(item), preview: text(item), at: "2026-03-05T10:00:00.000Z",
          subscription: "s\(index)",
          url: index == 0 ? "https://posts.example.test/body" : nil))
      subscriptions.append(Fixture.subscription("s\(index)", text(item)))
    }
    _ = try host.folder.makeFolder("pages")
    _ = try host.folder.write("pages/body.html", page(isHostile))
    let first = try host.folder.write(
      "posts.json", Array(Fixture.page(posts, subscriptions: subscriptions).utf8))
    let replies = EscapeCorpus.items.enumerated().map { index, item in
      reply(index, isHostile ? String(item.text.prefix(3000)) : "harmless text")
    }
    let conversation = Fixture.conversation(
      subject: isHostile ? chunks[0] : "Subject", preview: isHostile ? chunks[1] : "Preview")
    let second = try host.folder.write(
      "conversations.json",
      Array(
        """
        {"conversations":[\(conversation)],"included":{"participants":\
        [\(Fixture.ana(isHostile ? chunks[2] : "Ana"))]},"nextCursor":null,"hasMore":false}
        """.utf8))
    let third = try host.folder.write(
      "replies.json",
      Array(
        "{\"replies\":[\(replies.joined(separator: ","))],\"nextCursor\":null,\"hasMore\":false}"
          .utf8))
    let outcome = try host.run(["import", "--pages", host.folder["pages"], first, second, third])
    guard outcome.code == 0 else { throw Failure(description: outcome.description) }
    return host
  }

  private static func reply(_ index: Int, _ text: String) -> String {
    """
    {"id":"00000000-0000-4000-9000-000000000\(100 + index)","conversationID":"\(Fixture.ca)",\
    "senderType":"participant","participantID":"p-ana","content":[{"type":"text",\
    "text":\(Installation.quoted(text))}],"createdAt":"2026-03-05T12:00:00.000Z"}
    """
  }

  /// A page with each text as a paragraph, a heading, a link and its address, code and a caption:
  /// once as raw bytes, once as references.
  private static func page(_ isHostile: Bool) -> [UInt8] {
    var bytes = Array("<html><body><h1>The body</h1>".utf8)
    for item in EscapeCorpus.items where item.bytes.count < 10_000 {
      let raw = isHostile ? item.bytes : Array("harmless text".utf8)
      let text = isHostile ? item.text : "harmless text"
      let references = text.unicodeScalars.map { "&#\($0.value);" }.joined()
      for part in [raw, Array(references.utf8)] {
        bytes += "<p>".utf8 + part + "</p><pre>".utf8 + part + "</pre><a href=\"https://x/".utf8
        bytes += part + "\">".utf8 + part + "</a><img alt=\"".utf8 + part + "\">".utf8
      }
    }
    return bytes + "</body></html>".utf8
  }
}
