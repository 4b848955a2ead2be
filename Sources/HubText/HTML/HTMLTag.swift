/// What an element means to a document.
enum HTMLTag {
  case anchor
  case block
  case bold
  case cell(isHeader: Bool)
  case code
  case definition
  case figureCaption
  case heading(Int)
  case image
  case inline
  case italic
  case item
  case lineBreak
  case list(isOrdered: Bool)
  case media(String)
  case paragraph
  case preformatted
  case quotation
  case quote
  case row
  case rule
  case skipped
  case superscript
  case table
  case term

  private static let known: [String: HTMLTag] = {
    var known: [String: HTMLTag] = [
      "a": .anchor, "blockquote": .quote, "br": .lineBreak, "dd": .definition, "dt": .term,
      "figcaption": .figureCaption, "hr": .rule, "img": .image, "li": .item,
      "ol": .list(isOrdered: true), "p": .paragraph, "q": .quotation, "sup": .superscript,
      "table": .table, "td": .cell(isHeader: false), "th": .cell(isHeader: true), "tr": .row,
      "video": .media("Video"), "audio": .media("Audio"), "iframe": .media("Frame"),
    ]
    func add(_ names: String, _ tag: HTMLTag) {
      for name in names.split(separator: " ") { known[String(name)] = tag }
    }
    for level in 1...6 { known["h\(level)"] = .heading(level) }
    add("ul menu dir", .list(isOrdered: false))
    add("pre listing xmp plaintext", .preformatted)
    add("b strong mark", .bold)
    add("i em cite dfn var", .italic)
    add("code kbd samp tt", .code)
    add(
      "html body div section article main header footer nav aside figure address form fieldset "
        + "legend details hgroup dl center caption thead tbody tfoot search", .block)
    known["summary"] = .paragraph
    add(
      "head title script style template noscript noframes noembed object applet canvas map area "
        + "datalist dialog select option input textarea button progress meter svg rp param "
        + "source track col colgroup base link meta", .skipped)
    return known
  }()

  /// The tag of an element's name; a name that is not known is inline.
  init(_ name: String) {
    self = Self.known[name] ?? .inline
  }
}
