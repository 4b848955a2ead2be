import HubFrontEndKit

/// Shows the newest rows and whole posts as text; with `--follow` also what moves.
final class ExampleFrontEnd: FrontEnd {
  static let description = FrontEndDescription(
    id: "com.example.swift-example", name: "swift-example", version: "1.0",
    summary: "Shows the newest rows, and whole posts")

  private let host: any Host
  private let output: DescriptorOutput

  init(host: any Host) throws(FrontEndError) {
    self.host = host
    output = DescriptorOutput(host: host)
  }

  func showHub(tab: String, badge: String?) -> HubAppearance {
    output.write("[\(tab)] \(badge ?? "nothing") unread\n")
    for row in host.items(ItemQuery(limit: 20)) { show(row) }
    return .shown
  }

  func presentPost(_ post: Item, presentation: Presentation) {
    output.write("\n\(post.subject ?? "")\n\n")
    switch host.body(of: post.id, columns: host.terminal.columns) {
    case .lines(let lines): output.write(lines.map { $0.text + "\n" }.joined())
    case .none, .unavailable: output.write("\(post.preview ?? "")\n")
    }
  }

  func inboxChanged(_ moved: Moved) {
    for id in moved.posts {
      if let row = host.item(.post, id) { show(row) }
    }
  }

  private func show(_ row: Item) {
    output.write("\(row.isUnread ? "*" : " ") \(row.subject ?? row.preview ?? "")\n")
  }
}
