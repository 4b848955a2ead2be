/// One line of a post's body, laid out for a width; safe to show.
public struct DocumentLine: Hashable, Sendable {
  /// How a part of a line looks.
  public struct Style: OptionSet, Hashable, Sendable {
    /// The bits that cross the ABI.
    public let rawValue: UInt32

    /// A style by its bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Important.
    public static let bold = Style(rawValue: 1)
    /// Stressed.
    public static let italic = Style(rawValue: 2)
    /// Code.
    public static let code = Style(rawValue: 4)
    /// A heading.
    public static let heading = Style(rawValue: 8)
    /// Quoted.
    public static let quote = Style(rawValue: 16)
  }

  /// A part of the line.
  public struct Span: Hashable, Sendable {
    /// UTF-8 bytes into the line's text.
    public var offset: Int
    /// UTF-8 bytes.
    public var length: Int
    /// How it looks.
    public var style: Style
    /// The number of the link that it belongs to, from 1; nil: none.
    public var link: Int?

    /// A part of these values.
    public init(offset: Int, length: Int, style: Style, link: Int? = nil) {
      self.offset = offset
      self.length = length
      self.style = style
      self.link = link
    }
  }

  /// The text of the line, without a newline.
  public var text: String
  /// In order, not overlapping.
  public var spans: [Span]

  /// A line of these values.
  public init(text: String, spans: [Span] = []) {
    self.text = text
    self.spans = spans
  }
}

/// A link of a post's body.
public struct DocumentLink: Hashable, Sendable {
  /// From 1.
  public var number: Int
  /// Where it leads.
  public var url: String
  /// What the body shows for it.
  public var text: String

  /// A link of these values.
  public init(number: Int, url: String, text: String) {
    self.number = number
    self.url = url
    self.text = text
  }
}

/// What is known of a post's body.
public enum PostBody: Hashable, Sendable {
  /// Its lines.
  case lines([DocumentLine])
  /// None is stored: the preview is all there is.
  case none
  /// The post's page is of a kind that is never shown.
  case unavailable
}
