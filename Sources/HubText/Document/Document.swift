/// What a post says, as blocks of styled text: ready to be laid out at any width.
///
/// All text in it is safe text. It is made from HTML by ``HTMLReader`` or from plain text.
package struct Document: Hashable, Sendable {
  /// A place that the text points to.
  package struct Link: Hashable, Sendable {
    /// Absolute, in one line.
    package var url: String
    /// What the text calls it first.
    package var text: String

    package init(url: String, text: String) {
      self.url = url
      self.text = text
    }
  }

  package var blocks: [Block]
  /// The links; what the text calls link 1 stands first.
  package var links: [Link]
  /// Whether something was left out because a limit was reached.
  package var isCut: Bool

  package init(blocks: [Block] = [], links: [Link] = [], isCut: Bool = false) {
    self.blocks = blocks
    self.links = links
    self.isCut = isCut
  }

  /// Text without markup: an empty line ends a paragraph, other newlines stay, tabs become spaces.
  package init(plainText: String) {
    self.init()
    var paragraph: [Substring] = []
    func end(_ blocks: inout [Block]) {
      if !paragraph.isEmpty {
        blocks.append(Block(.paragraph, Inline(paragraph.joined(separator: "\n"))))
      }
      paragraph = []
    }
    let safe = DocumentLayout.expandTabs(SafeText.block(plainText))
    for line in safe.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) { end(&blocks) } else { paragraph.append(line) }
    }
    end(&blocks)
  }
}

extension Document {
  /// A paragraph, heading, table or the like, with what it stands in.
  package struct Block: Hashable, Sendable {
    package var kind: Kind
    /// The text; empty for tables and rules.
    package var inline: Inline
    /// From the outermost in.
    package var containers: [Container]
    /// No empty line stands between it and the block before it in the same list.
    package var isTight: Bool

    package init(
      _ kind: Kind, _ inline: Inline = Inline(), containers: [Container] = [],
      isTight: Bool = false
    ) {
      self.kind = kind
      self.inline = inline
      self.containers = containers
      self.isTight = isTight
    }
  }

  package enum Kind: Hashable, Sendable {
    /// Level 1 to 6.
    case heading(level: Int)
    case paragraph
    /// Text whose blank space counts.
    case code
    case table(Table)
    case rule
    /// The caption of a picture, film or sound, which is named by the label ("Image").
    case media(label: String)
  }

  /// What a block stands in.
  package enum Container: Hashable, Sendable {
    case quote
    /// An item of a list; `starts` for the first block of the item, which shows the marker.
    ///
    /// The list is a number that is equal for the blocks of one list.
    case item(Marker, starts: Bool, list: Int)
    /// The explanation of a term.
    case indent
  }

  package enum Marker: Hashable, Sendable {
    case bullet
    case ordinal(Int)
  }

  /// Rows of cells; a row may be shorter than others.
  package struct Table: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
      package var inline: Inline
      package var isHeader: Bool

      package init(inline: Inline, isHeader: Bool = false) {
        self.inline = inline
        self.isHeader = isHeader
      }
    }

    package var rows: [[Cell]]

    package init(rows: [[Cell]]) {
      self.rows = rows
    }
  }

  /// How text is set off.
  package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let bold = Style(rawValue: 1 << 0)
    package static let italic = Style(rawValue: 1 << 1)
    package static let code = Style(rawValue: 1 << 2)
    package static let heading = Style(rawValue: 1 << 3)
    package static let quote = Style(rawValue: 1 << 4)
  }

  /// A piece of text in one style.
  package struct Run: Hashable, Sendable {
    package var text: String
    package var style: Style
    /// The number of a link, from 1.
    package var link: Int?

    package init(text: String, style: Style = [], link: Int? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  /// Styled text; a newline in it is a line break that was asked for.
  package struct Inline: Hashable, Sendable {
    package var runs: [Run]

    package init(runs: [Run] = []) {
      self.runs = runs
    }

    package init(_ text: String) {
      runs = text.isEmpty ? [] : [Run(text: text)]
    }

    /// The text without its styles.
    package var text: String {
      runs.count == 1 ? runs[0].text : runs.reduce(into: "") { $0 += $1.text }
    }

    /// Whether there is nothing to show.
    package var isEmpty: Bool { runs.allSatisfy(\.text.isEmpty) }
  }
}
