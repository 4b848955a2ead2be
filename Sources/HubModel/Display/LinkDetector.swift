/// A link inside a message's text.
package struct DetectedLink: Hashable, Sendable {
  /// The part of the text that is the link.
  package let range: Range<String.Index>
  /// What it opens: a URL with scheme.
  package let target: String

  package init(range: Range<String.Index>, target: String) {
    self.range = range
    self.target = target
  }
}

/// Finds what people type as links (reference 7.7): URLs with a scheme, bare domains, e-mail
/// addresses and telephone numbers.
///
/// Costs time proportional to the text.
package enum LinkDetector {
  /// The links of `text` in its order, without overlap.
  package static func links(in text: String) -> [DetectedLink] {
    var result: [DetectedLink] = []
    var rest = text[...]
    while !rest.isEmpty {
      let blanks = rest.prefix(while: \.isWhitespace)
      rest = rest[blanks.endIndex...]
      if let phone = PhoneNumber.leading(in: rest, after: text[..<rest.startIndex].last) {
        result.append(phone)
        rest = rest[phone.range.upperBound...]
        continue
      }
      let word = rest.prefix { !$0.isWhitespace }
      rest = rest[word.endIndex...]
      if let link = link(in: word) { result.append(link) }
    }
    return result
  }

  private static func link(in word: Substring) -> DetectedLink? {
    let core = trimmed(word)
    guard !core.isEmpty else { return nil }
    guard let target = target(of: core) else { return nil }
    return DetectedLink(range: core.startIndex..<core.endIndex, target: target)
  }

  private static func target(of core: Substring) -> String? {
    if isURL(core) { return String(core) }
    if core.contains("@") { return isAddress(core) ? "mailto:\(core)" : nil }
    return WebDomain.isBareLink(core) ? "http://\(core)" : nil
  }

  /// Without quotes and brackets around it and without the punctuation of the sentence behind it;
  /// a closing bracket stays when its partner is inside.
  private static func trimmed(_ word: Substring) -> Substring {
    var core = word.drop { "\"'“‘(<[{«".contains($0) }
    // Counted once, so that a word of nothing but brackets costs no more than others.
    var counts: [Character: Int] = [:]
    for character in core { counts[character, default: 0] += 1 }
    while let last = core.last {
      if let open = brackets[last] {
        guard counts[last, default: 0] > counts[open, default: 0] else { break }
        counts[last, default: 0] -= 1
      } else if !".,;:!?\"'”’»…".contains(last) {
        break
      }
      core = core.dropLast()
    }
    return core
  }

  private static let brackets: [Character: Character] = [")": "(", "]": "[", "}": "{", ">": "<"]

  private static func isURL(_ core: Substring) -> Bool {
    let lowered = core.lowercased()
    for scheme in ["mailto:", "tel:"] where lowered.hasPrefix(scheme) {
      return lowered.count > scheme.count
    }
    guard let mark = core.firstRange(of: "://"), let first = core.first, first.isASCIILetter,
      mark.upperBound < core.endIndex
    else { return false }
    return core[..<mark.lowerBound].allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "+-.".contains($0)
    }
  }

  private static func isAddress(_ core: Substring) -> Bool {
    let parts = core.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, let domain = parts.last, !name.isEmpty
    else { return false }
    return !name.hasPrefix(".") && !name.hasSuffix(".")
      && name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._%+-".contains($0) }
      && WebDomain.isDomain(domain, knownEndingOnly: false)
  }
}

extension Character {
  var isASCIILetter: Bool { isASCII && isLetter }
  var isASCIIDigit: Bool { isASCII && isNumber }
}
