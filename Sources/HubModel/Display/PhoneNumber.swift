/// Telephone numbers in running text.
enum PhoneNumber {
  /// Fewest and most digits of a number (the most: ITU-T E.164).
  private static let digitCount = 7...15
  /// A number written without any separator has to be this long: shorter ones are amounts and
  /// order numbers.
  private static let plainDigitCount = 10...11
  /// No number is written longer than this, which bounds the search.
  private static let longestText = 30

  /// The number that `rest` begins with, if any; `previous` is the character before it.
  ///
  /// The target is `tel:` with the digits and a leading plus only.
  static func leading(in rest: Substring, after previous: Character?) -> DetectedLink? {
    guard let first = rest.first, first.isASCIIDigit || first == "+" || first == "(" else {
      return nil
    }
    guard previous.map({ $0.isWhitespace }) ?? true else { return nil }
    let number = candidate(in: rest)
    guard isNumber(number), !isContinued(rest[number.endIndex...]) else { return nil }
    let kept = number.filter { $0.isASCIIDigit || $0 == "+" }
    return DetectedLink(range: number.startIndex..<number.endIndex, target: "tel:\(kept)")
  }

  /// The longest part that is made of digits, single separators and one pair of brackets.
  private static func candidate(in rest: Substring) -> Substring {
    var end = rest.startIndex
    var index = rest.startIndex
    var previous: Character?
    for character in rest.prefix(longestText) {
      let next = rest.index(after: index)
      if character.isASCIIDigit {
        end = next
      } else if character == "+" {
        guard previous == nil else { break }
      } else if character == "(" {
        guard previous.map({ " -.".contains($0) || $0.isASCIIDigit || $0 == "+" }) ?? true
        else { break }
      } else if character == ")" {
        guard previous?.isASCIIDigit == true else { break }
      } else if " -.".contains(character) {
        guard let previous, previous.isASCIIDigit || previous == ")" else { break }
      } else {
        break
      }
      previous = character
      index = next
    }
    return rest[..<end]
  }

  /// A letter or further digits directly behind show that it is something else.
  private static func isContinued(_ behind: Substring) -> Bool {
    guard let next = behind.first else { return false }
    if next.isLetter || next.isNumber || "@/_:%°$€£".contains(next) { return true }
    guard "-.".contains(next), let after = behind.dropFirst().first else { return false }
    return after.isLetter || after.isNumber
  }

  private static func isNumber(_ text: Substring) -> Bool {
    let groups = text.split { !$0.isASCIIDigit }
    let digits = groups.reduce(0) { $0 + $1.count }
    guard digitCount ~= digits, text.count(where: { $0 == "(" }) <= 1,
      text.count(where: { $0 == "(" }) == text.count(where: { $0 == ")" })
    else { return false }
    if text.hasPrefix("+") || text.contains("(") { return true }
    if groups.count == 1 { return plainDigitCount ~= digits }
    // Dates (2026-03-05), amounts (1 000 000) and addresses (10.0.100.200) end in short groups;
    // the pairs of 01 23 45 67 89 are a number all the same.
    if groups.count == 5, text.hasPrefix("0"), groups.allSatisfy({ $0.count == 2 }) { return true }
    return groups.last?.count == 4 && groups.dropLast().allSatisfy { $0.count <= 4 }
      && !isDate(groups)
  }

  /// Day, month and year (05.03.2026), or two years (2019-2020).
  private static func isDate(_ groups: [Substring]) -> Bool {
    switch groups.count {
    case 2: groups.allSatisfy { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
    case 3: groups[0].count <= 2 && groups[1].count <= 2
    default: false
    }
  }
}
