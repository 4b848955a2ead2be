import CHubFrontEnd
import CLinux
import FoundationEssentials
import Glibc
import HubCore
import HubLoop
import HubModel
import HubStore

/// A whole host in small for one check: the real session and services over a store in memory.
final class CheckStage {
  let session: HubSession
  let loop: EventLoop
  let frontEnd: LoadedFrontEnd
  private let table: ServiceTable
  /// What the front end sees instead of the table; nil: the table.
  private let otherHost: CheckHost?
  /// What a front end without a terminal writes.
  private let written: Int32
  /// The other end of what it reads: open, so that there is no end of input.
  private let inputReading: Int32
  private var inputWriting: Int32

  /// Sets a stage for a plug-in.
  ///
  /// - Parameters:
  ///   - subject: the plug-in, and whether there is a terminal to give it.
  ///   - items: how many posts the inbox holds; a conversation comes on top of them.
  ///   - output: where it writes instead of to the terminal or into memory.
  ///   - posts: what the inbox holds instead of `items` ordinary posts.
  ///   - minor: the minor version of the ABI that the host has; nil: this one's.
  ///   - givesTerminal: whether a front end that needs a terminal gets the one of this process.
  ///   - modesChanged: called with the modes of the terminal that the front end says are on.
  /// - Throws: why the check ends here.
  init(
    _ subject: CheckSubject, items: Int = 5, output: Int32? = nil, posts: [Post]? = nil,
    minor: UInt32? = nil, givesTerminal: Bool = true,
    modesChanged: @escaping (UInt32) -> Void = { _ in }
  ) throws(CheckStop) {
    frontEnd = try subject.load().get()
    let needsTerminal = frontEnd.description.needsTerminal && givesTerminal
    if needsTerminal, !subject.hasTerminal {
      throw CheckStop(.skipped("it needs a terminal, and there is none in this process"))
    }
    let memory = unsafe memfd_create("hubhost-check", UInt32(MFD_CLOEXEC))
    var ends: [Int32] = [-1, -1]
    guard memory >= 0, unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw CheckStop(.skipped("the system has no descriptor left"))
    }
    written = memory
    inputReading = ends[0]
    inputWriting = ends[1]
    let out = needsTerminal ? STDOUT_FILENO : output ?? memory
    var size: (columns: UInt16, rows: UInt16) = (80, 24)
    if needsTerminal { unsafe _ = hub_window_size(out, &size.columns, &size.rows) }
    let terminal = SessionTerminal(
      input: needsTerminal ? STDIN_FILENO : ends[0], output: out,
      inputIsTerminal: needsTerminal, outputIsTerminal: needsTerminal, wantsColor: needsTerminal,
      isUnicode: true, columns: Int(size.columns), rows: Int(size.rows))
    do {
      loop = try EventLoop()
      let store = try HubStore(inMemory: ())
      try store.apply(posts: posts ?? CheckItems.posts(items))
      try store.apply(
        conversations: [CheckItems.conversation], participants: [CheckItems.participant])
      try store.apply(replies: CheckItems.replies, of: CheckItems.conversation.id)
      session = try HubSession(
        store: store,
        settings: SessionSettings(
          app: CheckItems.app, follows: true, terminal: terminal, version: "check",
          now: { Timestamp(milliseconds: CheckItems.time) }, openInSystem: { _ in },
          modesChanged: modesChanged, tell: { _ in }),
        loop: FrontEndLoop(loop: loop))
    } catch {
      throw CheckStop(.skipped("the stage cannot be set: \(error)"))
    }
    let table = ServiceTable(session: session)
    self.table = table
    otherHost = minor.map { unsafe CheckHost(table.host, minor: $0) }
    session.keepsFault = true
  }

  deinit {
    close(written)
    close(inputReading)
    endInput()
  }

  /// Creates and starts the front end.
  func enter() throws(CheckStop) {
    do throws(FrontEndError) {
      try create()
      try frontEnd.start()
    } catch {
      frontEnd.destroy()
      let said = session.lastFault.map { " (\($0))" } ?? ""
      throw CheckStop(.broken("\(error.message)\(said)"))
    }
  }

  /// The host as this stage's front end sees it; valid as long as the stage.
  var host: UnsafePointer<hub_host> { unsafe otherHost?.host ?? table.host }

  /// Creates it alone.
  func create() throws(FrontEndError) {
    unsafe try frontEnd.create(host: host)
    session.frontEnd = frontEnd
  }

  /// Stops and destroys it.
  func leave() {
    frontEnd.destroy()
    session.watch.isOver = true
    session.frontEnd = nil
  }

  /// Lets the loop run for so long, as a host would.
  func turn(milliseconds: Int) {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(milliseconds)
    repeat {
      let left = Int(((end - clock.now) / .milliseconds(1)).rounded(.up))
      loop.step(timeoutMilliseconds: max(0, min(left, 20)))
    } while clock.now < end
  }

  /// Gives a front end without a terminal something to read, as fast as it takes it.
  ///
  /// - Returns: false when it takes nothing for too long.
  func feed(_ bytes: [UInt8]) -> Bool {
    _ = hub_fcntl(inputWriting, F_SETFL, O_NONBLOCK)
    var rest = bytes[...]
    var idleTurns = 0
    while !rest.isEmpty, idleTurns < Self.patientTurns {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(inputWriting, $0.baseAddress, $0.count)
      }
      rest = rest.dropFirst(max(0, count))
      idleTurns = count > 0 ? 0 : idleTurns + 1
      turn(milliseconds: 1)
    }
    return rest.isEmpty
  }

  /// So many milliseconds without a byte taken are too long.
  private static let patientTurns = 500

  /// Ends what a front end without a terminal reads.
  func endInput() {
    if inputWriting >= 0 { close(inputWriting) }
    inputWriting = -1
  }

  /// What was written into memory so far.
  var output: [UInt8] {
    let count = Int(lseek(written, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    let got = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(written, $0.baseAddress, $0.count, 0)
    }
    return Array(bytes.prefix(max(0, got)))
  }
}

/// What the inbox of a check holds.
enum CheckItems {
  /// 2026-03-05 13:19:07.042 UTC.
  static let time: Int64 = 1_772_716_747_042

  static let app = AppDescription(
    id: "com.example.check", name: "Check", urlSchemes: ["rv-check"], appSchemes: ["check"],
    routes: ["check://hub": "hub", "check://home": "home"],
    tabs: [
      AppDescription.Tab(tag: "home", title: "Home"),
      AppDescription.Tab(tag: "hub", title: "For you"),
    ],
    config: HubConfig(deepLink: "check://hub"))

  static let conversation = Conversation(
    id: id(0xC0), createdAt: Timestamp(milliseconds: time - 5_000),
    updatedAt: Timestamp(milliseconds: time), lastReplyAt: Timestamp(milliseconds: time),
    lastIncomingReplyAt: Timestamp(milliseconds: time), subject: "A question",
    lastReplyPreview: "Are you there?", lastIncomingParticipantID: "p1", participantIDs: ["p1"])

  static let participant = Participant(
    id: "p1", name: "Ann", updatedAt: Timestamp(milliseconds: time))

  /// What was written in the conversation, by both sides.
  static let replies: [Reply] = [
    Reply(
      id: id(0xE0), conversationID: id(0xC0), sender: .fan,
      content: [.text("Where is gate 4? See https://example.com/map")],
      createdAt: Timestamp(milliseconds: time - 4_000)),
    Reply(
      id: id(0xE1), conversationID: id(0xC0), sender: .participant("p1"),
      content: [.text("Are you there?"), .image("https://example.com/gate.png")],
      createdAt: Timestamp(milliseconds: time)),
  ]

  /// So many ordinary posts, one a minute.
  static func posts(_ count: Int) -> [Post] {
    var posts: [Post] = []
    for number in 0..<count {
      let received = time - Int64(number) * 60_000
      posts.append(
        Post(
          id: id(UInt64(number + 1)), subject: "Post number \(number + 1)",
          previewText: "What it is about, in a few words",
          receivedAt: Timestamp(milliseconds: received), url: "https://example.com/\(number)",
          isRead: number % 2 == 1))
    }
    return posts
  }

  /// An id that stands for a number.
  static func id(_ number: UInt64) -> UUID {
    let digits = String(number, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 12 - digits.utf8.count) + digits
    return UUID(uuidString: "0C000000-0000-4000-8000-\(padded)") ?? UUID()
  }
}
