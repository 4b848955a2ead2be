// What JSONDecoder takes for the pages of a folder: prints the posts and the milliseconds.
// swiftc -O -static-stdlib decode.swift && ./decode FOLDER
import FoundationEssentials
import Glibc

struct Post: Decodable {
  var id: UUID
  var subject: String
  var previewText: String
  var receivedAt: String
  var url: String?
  var coverImageURL: String?
  var subscriptionID: String?
  var isRead: Bool
}

struct Page: Decodable {
  var posts: [Post]
  var nextCursor: String?
  var hasMore: Bool
}

func milliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

let folder = CommandLine.arguments[1]
let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
let decoder = JSONDecoder()
var posts = 0
var taken = 0.0
for name in names where name.hasPrefix("page-") {
  let page = try Data(contentsOf: URL(filePath: folder + "/" + name))
  let begin = milliseconds()
  posts += try decoder.decode(Page.self, from: page).posts.count
  taken += milliseconds() - begin
}
print("{\"posts\":\(posts),\"ms\":\(taken)}")
