import FoundationEssentials
import HubTestSupport
import Testing

/// The real posts, where they are at hand.
enum Corpus {
  /// One real post.
  struct Post: Sendable {
    let id: String
    let subject: String
    let receivedAt: String
    let url: String
  }

  /// The folder with the posts; nil: it is not there.
  static let folder: String? = {
    let given = ProcessInfo.processInfo.environment["HUBHOST_TEST_CORPUS"]
    let path = given ?? PluginFixtures.root + "/../shared/data/swift-blog"
    return FileManager.default.fileExists(atPath: path + "/posts-1.json") ? path : nil
  }()

  static let isMissing: Comment = "no posts in ../shared/data/swift-blog or $HUBHOST_TEST_CORPUS"

  /// All posts, newest first.
  static let posts: [Post] = {
    var posts: [Post] = []
    for file in files where file.contains("/posts-") {
      let page = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
        try? JSONValue(json: $0)
      }
      posts += (page?["posts"]?.elements ?? []).map {
        Post(
          id: $0["id"]?.text?.uppercased() ?? "", subject: $0["subject"]?.text ?? "",
          receivedAt: $0["receivedAt"]?.text ?? "", url: $0["url"]?.text ?? "")
      }
    }
    // The times are all of one form, so that their text sorts as they do.
    return posts.sorted { $0.receivedAt > $1.receivedAt }
  }()

  /// The page of a post, as HTML.
  static func page(of post: Post) throws -> String {
    let name = post.url.split(separator: "/").last ?? ""
    return try String(contentsOfFile: "\(folder ?? "")/pages/\(name).html", encoding: .utf8)
  }

  private static var files: [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }

  /// An installation that has imported all of it.
  static func installation(_ hub: Installation.Hub = .plus) throws -> Installation {
    let installation = try Installation(hub)
    let outcome = try installation.run(["import", "--pages", "\(folder ?? "")/pages"] + files)
    guard outcome.code == 0 else { throw Failure(description: outcome.description) }
    return installation
  }
}

/// What made a test impossible to go on with.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
