import HubFrontEndKit

/// How far the inbox is that of the server, in a few words for the last line.
enum SyncText {
  /// Columns of a screen from which on there is room for more than the state.
  static let wideColumns = 60

  /// The words; empty when there is nothing to say.
  static func text(_ sync: SyncInfo?, times: ScreenTimes, columns: Int) -> String {
    guard let sync else { return "" }
    let isWide = columns >= wideColumns
    switch sync.state {
    // An app without a server lacks nothing.
    case .offline: return sync.hasServer ? "Offline" : ""
    case .failed: return "Sync failed"
    case .syncing:
      guard sync.posts > 0 else { return "Syncing…" }
      let posts = grouped(sync.posts)
      guard isWide else { return "Syncing \(posts)" }
      let rate = sync.rate.flatMap { Int(exactly: $0.rounded()) }.map { ", \(grouped($0))/s" }
      return "Syncing: \(posts) \(sync.posts == 1 ? "post" : "posts")\(rate ?? "")"
    case .idle:
      guard isWide, let time = sync.lastSyncAt else { return "" }
      return "Synced \(times.row(time))"
    }
  }

  /// A number with commas between thousands.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in "\(max(0, number))".reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
