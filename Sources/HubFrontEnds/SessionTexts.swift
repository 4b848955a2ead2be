import CHubFrontEnd
import CLinux
import FoundationEssentials
import Glibc
import HubLog
import HubModel
import HubStore
import HubText

/// The text of a tab that is not the Hub's.
enum TabText {
  /// The most bytes of a tab's text file that are shown; the rest is left out.
  static let maximumBytes = 256 * 1024

  /// The file's beginning as safe text; nil, with a line in the log, when it cannot be read.
  static func read(_ path: String) -> String? {
    let file = unsafe hub_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard file >= 0 else {
      Log.warning("The tab's text \(path) cannot be read (errno \(errno)).")
      return nil
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    while bytes.count < maximumBytes {
      let got = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
      }
      if got <= 0 { break }
      bytes += piece.prefix(min(got, maximumBytes - bytes.count))
    }
    return SafeText.block(utf8: bytes.span)
  }
}

/// The last bodies that were shown, as documents.
final class DocumentCache {
  /// How many documents are kept: going to and fro between posts parses nothing again.
  static let maximumDocuments = 8

  private let store: HubStore
  private var kept: [Kept] = []

  /// A document with what it was made of.
  private struct Kept {
    let id: UUID
    let source: Source
    let document: Document
    /// Whether the post changed since; reading it is such a change and leaves the source as it was.
    var isDoubtful = false
  }

  private struct Source: Equatable {
    let body: StoredBody
    let subject: String?
    let url: String?
  }

  init(store: HubStore) {
    self.store = store
  }

  /// The document of a post's stored body; nil when none is stored.
  ///
  /// A first heading that only says the subject again is left out: front ends show the subject.
  func document(of post: InboxItem) throws(StoreError) -> Document? {
    let id = post.key.id
    let known = kept.firstIndex { $0.id == id }
    if let known, !kept[known].isDoubtful { return kept[known].document }
    guard let body = try store.body(of: id) else { return nil }
    let source = Source(body: body, subject: post.subject, url: post.url)
    if let known {
      if kept[known].source == source {
        kept[known].isDoubtful = false
        return kept[known].document
      }
      kept.remove(at: known)
    }
    let document = Self.document(source)
    if kept.count >= Self.maximumDocuments { kept.removeFirst() }
    kept.append(Kept(id: id, source: source, document: document))
    return document
  }

  /// Lets the documents of posts that changed be looked at again before they are used.
  func doubt(_ posts: [UUID]) {
    for index in kept.indices where posts.contains(kept[index].id) { kept[index].isDoubtful = true }
  }

  func removeAll() {
    kept = []
  }

  private static func document(_ source: Source) -> Document {
    var document = document(source.body, baseURL: source.url)
    if let first = document.blocks.first, case .heading = first.kind, first.containers.isEmpty,
      first.inline.text == SafeText.line(source.subject ?? "")
    {
      document.blocks.removeFirst()
    }
    return document
  }

  private static func document(_ body: StoredBody, baseURL: String?) -> Document {
    let type = body.contentType?.lowercased() ?? "text/html"
    if type.hasPrefix("text/plain") {
      return Document(plainText: SafeText.block(utf8: body.bytes.span))
    }
    do {
      return try HTMLReader.document(from: body.bytes, baseURL: baseURL)
    } catch {
      return Document(plainText: "\(error)")
    }
  }
}

/// Texts that a service has lent, alive until the front end returns to the host.
@safe
final class TextArena {
  private var blocks: [UnsafeMutablePointer<CChar>] = unsafe []

  init() {}

  deinit { clear() }

  /// Lends a text; nil is an absent one.
  func keep(_ text: String?) -> hub_string {
    guard var text else { return unsafe hub_string(data: nil, length: 0) }
    return text.withUTF8 { bytes in
      let block = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for index in 0..<bytes.count { unsafe block[index] = CChar(bitPattern: bytes[index]) }
      unsafe block[bytes.count] = 0
      unsafe blocks.append(block)
      return unsafe hub_string(data: block, length: UInt64(bytes.count))
    }
  }

  /// Takes everything back.
  func clear() {
    while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
  }
}
