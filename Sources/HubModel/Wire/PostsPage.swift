/// An answer of `GET /posts` (reference 2.3, E1).
package struct PostsPage: Hashable, Sendable {
  package var posts: [Post]
  /// The included subscriptions; the first of an id stays (reference 2.4).
  package var subscriptions: [Subscription]
  package var nextCursor: String?
  package var hasMore: Bool
  /// What was left out because it is bad.
  package var skipped: SkipReport

  package init(
    posts: [Post], subscriptions: [Subscription] = [], nextCursor: String? = nil,
    hasMore: Bool = false, skipped: SkipReport = SkipReport()
  ) {
    self.posts = posts
    self.subscriptions = subscriptions
    self.nextCursor = nextCursor
    self.hasMore = hasMore
    self.skipped = skipped
  }

  /// The page in `bytes`; bad posts and subscriptions are skipped and reported.
  ///
  /// A post whose only fault is an hour, minute or second beyond its range is kept with the nearest
  /// time and reported as repaired: real pages hold such posts.
  ///
  /// - Throws: when it is no JSON object, `posts` or `hasMore` is missing or of the wrong form, or
  ///   a limit is passed.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    reader.mayRepairTimes = true
    var posts: [Post]?
    var subscriptions: [Subscription] = []
    var frame = PageFrame()
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "posts": posts = try reader.elements(key, skipped: &frame.skipped)
      case "included":
        subscriptions = try reader.included("subscriptions", skipped: &frame.skipped)
      default: try frame.take(key, from: &reader)
      }
    }
    try reader.finish()
    self.init(
      posts: try JSONReader.require(posts, "posts"),
      subscriptions: subscriptions.firstOfEach(\.id), nextCursor: frame.nextCursor,
      hasMore: try JSONReader.require(frame.hasMore, "hasMore"), skipped: frame.skipped)
  }
}

/// The answer of `GET /subscriptions` (reference 2.3, E2).
package struct SubscriptionsAnswer: Hashable, Sendable {
  package var subscriptions: [Subscription]
  /// What was left out because it is bad.
  package var skipped = SkipReport()

  /// The answer in `bytes`; bad subscriptions are skipped and reported.
  ///
  /// - Throws: when it is no JSON object with the list `subscriptions`, or a limit is passed.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    subscriptions = try JSONReader.onlyList("subscriptions", in: bytes, skipped: &skipped)
      .firstOfEach(\.id)
  }
}

/// What all pages have besides their elements.
struct PageFrame {
  var nextCursor: String?
  var nextBefore: String?
  var hasMore: Bool?
  var skipped = SkipReport()

  /// Reads one of the shared keys, or goes over an unknown one.
  mutating func take(_ key: String, from reader: inout JSONReader) throws(WireError) {
    switch key {
    case "nextCursor": nextCursor = try reader.optionalText(key)
    case "nextBefore": nextBefore = try reader.optionalText(key)
    case "hasMore": hasMore = try reader.flag(key)
    default: try reader.skip()
    }
  }
}

extension JSONReader {
  /// The list `name` inside the object `included`; null is an empty one.
  ///
  /// An `included` of the wrong form is reported and costs nothing else.
  mutating func included<Element: WireDecodable>(
    _ name: String, skipped: inout SkipReport
  ) throws(WireError) -> [Element] {
    if try isNull() { return [] }
    let start = mark
    var result: [Element]?
    var report = skipped
    do {
      try enterObject()
      while let key = try nextKey() {
        if key == name {
          result = try elements(key, path: "included.\(name)", skipped: &report)
        } else {
          try skip()
        }
      }
      let elements = try Self.require(result, name)
      skipped = report
      return elements
    } catch {
      if error.code == .tooLarge { throw error }
      rewind(to: start)
      try skip()
      skipped.add(SkippedElement(path: "included", error: error))
      return []
    }
  }

  /// The list `name` of an answer that has nothing else.
  static func onlyList<Element: WireDecodable>(
    _ name: String, in bytes: [UInt8], skipped: inout SkipReport
  ) throws(WireError) -> [Element] {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    var result: [Element]?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      if key == name {
        result = try reader.elements(key, skipped: &skipped)
      } else {
        try reader.skip()
      }
    }
    try reader.finish()
    return try require(result, name)
  }
}

extension Array {
  /// The elements without those whose id occurred before.
  func firstOfEach<ID: Hashable>(_ id: (Element) -> ID) -> [Element] {
    var seen: Set<ID> = []
    return filter { seen.insert(id($0)).inserted }
  }
}
