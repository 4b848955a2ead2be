import FoundationEssentials
import HubModel
import HubOptions
import HubStore
import HubSystem

/// One import while it goes on: the store it fills, what it counted, and what went wrong first.
final class ImportRun {
  let store: HubStore
  let console: Console
  let pages: PageFolder?
  private(set) var counts = ImportCounts()
  private(set) var filesTaken = 0
  private(set) var firstProblem: ExitCode?

  init(store: HubStore, console: Console, pages: PageFolder?) {
    self.store = store
    self.console = console
    self.pages = pages
  }

  /// Tells what went wrong; the import goes on.
  func report(_ error: CommandError) {
    console.error(error.message)
    firstProblem = firstProblem ?? error.code
  }

  func tellSkipped(_ report: SkipReport, _ name: String) {
    counts.skipped += report.count
    for element in report.elements {
      console.warning("\(name): \(element.path) is skipped: \(element.reason)")
    }
    let rest = report.count - report.elements.count
    if rest > 0 { console.warning("\(name): \(rest) more elements are skipped") }
  }

  func apply(_ answer: WireAnswer, _ name: String) throws(StoreError) {
    filesTaken += 1
    switch answer {
    case .posts(let page): try apply(page)
    case .subscriptions(let answer):
      try store.apply(subscriptions: answer.subscriptions)
      counts.subscriptions.formUnion(answer.subscriptions.map(\.id))
    case .participants(let answer):
      try store.apply(participants: answer.participants)
      counts.participants.formUnion(answer.participants.map(\.id))
    case .conversations(let page):
      try store.bulk { () throws(StoreError) in try store.apply(page, nil) }
      counts.conversations.formUnion(page.conversations.map(\.id))
      counts.participants.formUnion(page.participants.map(\.id))
    case .replies(let page): try apply(page.replies, name)
    case .config(let answer):
      try store.saveConfig(answer.config)
      counts.configs += 1
    case .home(let answer):
      try store.saveHome(StoredHome(experienceURL: answer.experienceURL))
      counts.homes += 1
    case .read(let answer): try apply(answer, name)
    }
  }

  private func apply(_ page: PostsPage) throws(StoreError) {
    try store.bulk { () throws(StoreError) in
      try store.apply(page, movesCursor: false)
      for post in page.posts { try takeBody(of: post) }
    }
    counts.posts.formUnion(page.posts.map(\.id))
    counts.subscriptions.formUnion(page.subscriptions.map(\.id))
  }

  private func takeBody(of post: Post) throws(StoreError) {
    let body: StoredBody?
    do throws(CommandError) {
      body = try pages?.body(of: post)
    } catch {
      return report(error)
    }
    guard let body else { return }
    try store.saveBody(body, of: post.id)
    counts.bodies += 1
  }

  private func apply(_ replies: [Reply], _ name: String) throws(StoreError) {
    // In the order of the page, conversation by conversation.
    var order: [UUID] = []
    var grouped: [UUID: [Reply]] = [:]
    for reply in replies {
      if grouped[reply.conversationID] == nil { order.append(reply.conversationID) }
      grouped[reply.conversationID, default: []].append(reply)
    }
    for id in order {
      let group = grouped[id] ?? []
      if try store.apply(replies: group, of: id) == nil {
        report(Self.missing(name, "replies", id))
      } else {
        counts.replies.formUnion(group.map(\.id))
      }
    }
  }

  private func apply(_ answer: ReadAnswer, _ name: String) throws(StoreError) {
    if try store.apply(read: answer) {
      counts.readMarks += 1
    } else if try store.conversation(answer.conversationID) == nil {
      report(Self.missing(name, "read mark", answer.conversationID))
    }
  }

  private static func missing(_ name: String, _ what: String, _ id: UUID) -> CommandError {
    CommandError(
      .badData,
      "\(name): the conversation \(id.uuidString) of this \(what) is not stored; import its answer "
        + "of /conversations first")
  }
}
