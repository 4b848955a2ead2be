package import FoundationEssentials

/// Follows the pages of a stream and notices when they lead nowhere (fault O4 of reference 9.1).
package struct PageWalk: Hashable, Sendable {
  /// What follows a page.
  package enum Step: Hashable, Sendable {
    /// The next page begins here.
    case more(String)
    case done
    /// The walk is given up; why, as the rest of a sentence that begins with the call.
    case stopped(String)
  }

  private var asked: Set<String>
  private var firsts: Set<UUID> = []
  private var pages = 0
  private var idle = 0

  /// Begins with the page of a cursor; nil is the start.
  package init(from cursor: String?) {
    asked = cursor.map { [$0] } ?? []
  }

  /// Takes what a page said; `first` is the id of its first element, nil if it has none.
  package mutating func step(next: String?, hasMore: Bool, first: UUID?) -> Step {
    pages += 1
    guard hasMore else { return .done }
    guard let next else {
      return .stopped("says that there is more but not where; what came is kept")
    }
    guard asked.insert(next).inserted else {
      return .stopped("goes round in circles: it names a page that was just asked for")
    }
    if let first, firsts.insert(first).inserted { idle = 0 } else { idle += 1 }
    guard idle < AgentLimits.mostIdlePages else {
      return .stopped("goes on without anything new after \(idle) pages in a row")
    }
    guard pages < AgentLimits.mostPages else {
      return .stopped("has more than \(AgentLimits.mostPages) pages; the rest comes next time")
    }
    return .more(next)
  }
}
