/// Breaks a paragraph into lines of at most so many columns.
///
/// Lines break at spaces, after a hyphen or dash inside a word, and between wide characters (not before closing and not
/// after opening punctuation); a word longer than a line is cut between clusters, and a joiner at the cut goes. Newlines
/// end a line always.
package struct Wrapper {
  /// One line of the text that was wrapped.
  package struct Line: Hashable, Sendable {
    /// UTF-8 offsets into the text; without the space at which the line was broken.
    package var range: Range<Int>
    package var columns: Int
  }

  private let limit: Int
  private var lines: [Line] = []
  private var start = 0
  private var columns = 0
  /// Where the line may end, where the next begins then, and the columns up to both.
  private var chance: (end: Int, next: Int, columnsAtEnd: Int, columnsAtNext: Int)?
  private var previous: UInt32 = 0
  private var beforePrevious: UInt32 = 0
  /// The end and columns of the text without the spaces that may follow it.
  private var inked: (end: Int, columns: Int) = (0, 0)

  /// The lines of a text; one empty line when it is empty.
  ///
  /// A cluster that is wider than `columns` stands on a line of its own.
  package static func lines(of text: String, columns: Int) -> [Line] {
    var wrapper = Wrapper(limit: max(1, columns))
    var scanner = ClusterScanner(text)
    while let cluster = scanner.next() { wrapper.add(cluster) }
    wrapper.endLine(next: text.utf8.count)
    return withoutJoiners(wrapper.lines, of: text)
  }

  /// The lines of a text that is cut at the last column wherever that falls: code, and addresses.
  package static func hardLines(of text: String, columns: Int) -> [Line] {
    let limit = max(1, columns)
    var lines: [Line] = []
    var line = Line(range: 0..<0, columns: 0)
    var scanner = ClusterScanner(text)
    while let cluster = scanner.next() {
      let isNewline = cluster.scalar == 0x0A
      if isNewline || (line.columns + cluster.columns > limit && !line.range.isEmpty) {
        lines.append(line)
        let start = isNewline ? cluster.end : cluster.start
        line = Line(range: start..<start, columns: 0)
      }
      if isNewline { continue }
      line.range = line.range.lowerBound..<cluster.end
      line.columns += cluster.columns
    }
    return withoutJoiners(lines + [line], of: text)
  }

  /// The lines without a joiner at a cut: what it joins stands on the next line.
  private static func withoutJoiners(_ lines: [Line], of text: String) -> [Line] {
    let bytes = text.utf8Span.span
    var lines = lines
    for index in lines.indices {
      let range = lines[index].range
      let start = range.upperBound - 3
      // U+200C and U+200D are E2 80 8C and E2 80 8D.
      guard range.upperBound < bytes.count, start > range.lowerBound, bytes[start] == 0xE2,
        bytes[start + 1] == 0x80, bytes[start + 2] & 0xFE == 0x8C
      else { continue }
      lines[index].range = range.lowerBound..<start
    }
    return lines
  }

  private init(limit: Int) {
    self.limit = limit
  }

  private mutating func add(_ cluster: Cluster) {
    switch cluster.scalar {
    case 0x0A:
      endLine(next: cluster.end)
      return
    // A space that carries a mark is ink.
    case 0x20 where cluster.end == cluster.start + 1, 0x09:
      columns += 1
      if inked.end > start { chance = (inked.end, cluster.end, inked.columns, columns) }
      previous = 0x20
      beforePrevious = 0
      return
    default:
      break
    }
    if allowsBreak(before: cluster), inked.end == cluster.start, cluster.start > start {
      chance = (cluster.start, cluster.start, columns, columns)
    }
    while columns + cluster.columns > limit, cluster.start > start {
      breakLine(before: cluster)
    }
    columns += cluster.columns
    inked = (cluster.end, columns)
    beforePrevious = previous
    previous = cluster.scalar
  }

  /// Ends the line at the best place before a cluster that does not fit.
  private mutating func breakLine(before cluster: Cluster) {
    if let place = chance, place.end > start {
      lines.append(Line(range: start..<place.end, columns: place.columnsAtEnd))
      start = place.next
      columns -= place.columnsAtNext
      inked = (max(inked.end, start), max(0, inked.columns - place.columnsAtNext))
    } else {
      // Where only spaces stand before the cluster, they are the ones that give way.
      if inked.end > start { lines.append(Line(range: start..<inked.end, columns: inked.columns)) }
      start = cluster.start
      columns = 0
      inked = (start, 0)
    }
    chance = nil
  }

  private mutating func endLine(next: Int) {
    let end = max(start, inked.end)
    lines.append(Line(range: start..<end, columns: inked.end > start ? inked.columns : 0))
    start = next
    columns = 0
    inked = (next, 0)
    chance = nil
    previous = 0
    beforePrevious = 0
  }

  /// Whether a line may end between the last cluster and this one, though there is no space.
  private func allowsBreak(before cluster: Cluster) -> Bool {
    if previous == 0 || previous == 0x20 { return false }
    if previous == 0x2D || previous == 0x2010 || previous == 0x2013 || previous == 0x2014 {
      // After a hyphen inside a word, not after the sign of a number or an option.
      return isWord(cluster.scalar) && isWord(beforePrevious) && !isDigit(cluster.scalar)
    }
    let table = ScalarTable.shared
    let touchesWide =
      cluster.columns == 2 || (previous >= 0x80 && table[previous].contains(.wide))
    return touchesWide && !Self.staysWithPrevious.contains(cluster.scalar)
      && !Self.staysWithNext.contains(previous)
  }

  private func isWord(_ scalar: UInt32) -> Bool {
    scalar >= 0x80 || (0x41...0x5A).contains(scalar & ~0x20) || isDigit(scalar)
  }

  private func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

  private static func scalars(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }

  /// Closing marks and small kana: not at the beginning of a line.
  private static let staysWithPrevious = scalars(
    ")]}.,;:!?'\"»”’…、。，．：；！？）］｝」』】〉》〕ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々・％")

  /// Opening marks: not at the end of a line.
  private static let staysWithNext = scalars("([{«“‘（［｛「『【〈《〔＄￥")
}
