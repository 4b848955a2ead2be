import CHubFrontEnd

/// One row of the inbox, lent while its visitor runs: for dumps that must not copy each text.
@safe
public struct ItemView: ~Copyable {
  private let item: UnsafePointer<hub_item>

  init(_ item: UnsafePointer<hub_item>) {
    unsafe self.item = item
  }

  /// Post or conversation.
  public var kind: ItemKind { unsafe ItemKind(rawValue: item.pointee.kind) ?? .post }
  /// The id within its kind.
  public var id: HubID { unsafe HubID(item.pointee.id) }
  /// Milliseconds since 1970-01-01 UTC.
  public var activityAt: Int64 { unsafe item.pointee.activity_at }
  /// Whether the user has not read it.
  public var isUnread: Bool { unsafe item.pointee.flags & HUB_FLAG_UNREAD != 0 }

  /// One of the row's texts.
  public enum Field: Sendable {
    /// Who it comes from.
    case sender
    /// Its subject.
    case subject
    /// The beginning of its text.
    case preview
    /// The web page of a post.
    case url
    /// The URL of a post's picture.
    case cover
  }

  /// Lends the UTF-8 bytes of a text; nil: absent.
  public func withBytes<Result>(
    of field: Field, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    let text = unsafe string(field)
    return unsafe body(text.data == nil ? nil : text.bytes)
  }

  /// A copy of the row.
  public func copy() -> Item {
    unsafe Item(
      kind: kind, id: id, activityAt: activityAt, isUnread: isUnread,
      sender: string(.sender).text, subject: string(.subject).text,
      preview: string(.preview).text, url: string(.url).text, cover: string(.cover).text)
  }

  private func string(_ field: Field) -> hub_string {
    switch field {
    case .sender: unsafe item.pointee.sender
    case .subject: unsafe item.pointee.subject
    case .preview: unsafe item.pointee.preview
    case .url: unsafe item.pointee.url
    case .cover: unsafe item.pointee.cover
    }
  }
}

extension Item {
  /// Lends the row as a view, as the host does: for hosts made by tests.
  public func withView<Result>(_ body: (borrowing ItemView) -> Result) -> Result {
    unsafe sender.withHubString { sender in
      unsafe subject.withHubString { subject in
        unsafe preview.withHubString { preview in
          unsafe url.withHubString { url in
            unsafe cover.withHubString { cover in
              var item = unsafe hub_item(
                size: UInt32(MemoryLayout<hub_item>.size), kind: kind.rawValue,
                flags: isUnread ? HUB_FLAG_UNREAD : 0, reserved: 0, id: id.cValue,
                activity_at: activityAt, sender: sender, subject: subject, preview: preview,
                url: url, cover: cover)
              return unsafe withUnsafePointer(to: &item) { unsafe body(ItemView($0)) }
            }
          }
        }
      }
    }
  }
}

@available(*, unavailable)
extension ItemView: Sendable {}
