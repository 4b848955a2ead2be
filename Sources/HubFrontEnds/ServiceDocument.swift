import CHubFrontEnd
import FoundationEssentials
import HubModel
import HubStore
import HubText

/// hub.document/1.
enum DocumentService {
  static var table: hub_document {
    unsafe hub_document(
      size: UInt32(MemoryLayout<hub_document>.size), reserved: 0, lines: lines, links: links)
  }

  private static let lines:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, UInt32, hub_line_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, id, columns, visit, context in
      unsafe withDocument(host, id) { document in
        let width = columns == 0 ? nil : Int(columns)
        let arena = TextArena()
        for line in document.lines(columns: width) {
          arena.clear()
          let spans = line.spans.map { hub_span($0) }
          let goesOn = unsafe spans.withUnsafeBufferPointer { spans in
            var lent = unsafe hub_line(
              size: UInt32(MemoryLayout<hub_line>.size), span_count: UInt32(spans.count),
              text: arena.keep(line.text), spans: spans.baseAddress)
            return unsafe visit(context, &lent) == 0
          }
          if !goesOn { break }
        }
      }
    }

  private static let links:
    @convention(c) (
      UnsafePointer<hub_host>, hub_id, hub_link_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, id, visit, context in
      unsafe withDocument(host, id) { document in
        let arena = TextArena()
        for (index, link) in document.links.enumerated() {
          arena.clear()
          var lent = unsafe hub_link(
            size: UInt32(MemoryLayout<hub_link>.size), number: UInt32(index + 1),
            url: arena.keep(SafeText.line(link.url)), text: arena.keep(SafeText.line(link.text)))
          if unsafe visit(context, &lent) != 0 { break }
        }
      }
    }

  private static func withDocument(
    _ host: UnsafePointer<hub_host>, _ id: hub_id, _ body: (Document) -> Void
  ) -> hub_status {
    unsafe onMain(host) { session in
      session.answer { () throws(StoreError) in
        let post = UUID(id)
        guard let item = try session.store.item(kind: .post, id: post) else {
          return HUB_E_NOT_FOUND
        }
        guard let document = try session.documents.document(of: item) else {
          // Only web pages are ever shown (reference 7.4).
          let isWeb = item.url.map { HubSession.isWeb($0) } ?? true
          return isWeb ? HUB_E_NOT_FOUND : HUB_E_UNAVAILABLE
        }
        body(document)
        return HUB_OK
      }
    }
  }
}

extension HubSession {
  /// Whether a URL's scheme is http or https, in any case.
  static func isWeb(_ url: String) -> Bool {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "https"
  }
}

extension hub_span {
  init(_ span: DocumentLine.Span) {
    self.init(
      offset: UInt32(clamping: span.range.lowerBound), length: UInt32(clamping: span.range.count),
      style: UInt32(span.style.rawValue), link: UInt32(clamping: span.link ?? 0))
  }
}
