import HubFrontEnds
import HubTestSupport
import Testing

struct SignatureTests {
  @Test(arguments: [
    ("", 0, 0), ("s", 1, 2), ("s?s", 2, 4), ("uP", 2, 2), ("y?y", 2, 4), ("iudbho", 6, 6),
    ("PC", 2, 2),
    ("s|u", 2, 3), ("|?s", 1, 2), ("12s", 1, 2), ("9999ssssssss", 8, 16),
  ])
  func `a good signature is read and printed as it was`(text: String, letters: Int, cCount: Int)
    throws
  {
    let signature = try Signature(parsing: text)
    #expect(signature.elements.count == letters)
    #expect(signature.cCount == cCount)
    #expect(signature.description == String(text.drop { $0.isNumber }))
    #expect(signature.since == UInt32(text.prefix { $0.isNumber }) ?? 0)
  }

  @Test(arguments: [
    ("x", "position 1"), ("s ", "position 2"), ("S", "position 1"), ("é", "position 1"),
    ("\0", "position 1"),
    ("?", "at its end"), ("s?", "at its end"), ("??s", "second ?"),
    ("?|s", "no letter follows the ?"),
    ("|", "at its end"), ("s|", "at its end"), ("s||u", "second |"), ("s|u|u", "second |"),
    ("s1", "not in front"), ("1s1", "not in front"), ("12345s", "too many digits"),
    ("sssssssss", "more than 8"),
    ("ssss|sssss", "more than 8"),
  ])
  func `a bad signature is refused with the place`(text: String, part: String) {
    let error = #expect(throws: Signature.ParseError.self) { try Signature(parsing: text) }
    #expect(error?.reason.contains(part) == true, "\(error?.reason ?? "")")
  }

  static let fits: [(host: String, plugin: String, fit: Signature.Fit)] = [
    ("", "", .exact), ("s?s", "s?s", .exact), ("s|u", "s|u", .exact), ("s?s", "7s?s", .exact),
    ("s?s", "s", .prefix(1)), ("s?s", "", .prefix(0)), ("s|u", "s", .prefix(1)),
    ("uPy", "uP", .prefix(2)),
    ("s?s", "s?s|u", .extended), ("", "|s", .extended), ("s|u", "s|ud", .extended),
    ("uP", "uP|?s?ydC", .extended),
  ]

  @Test(arguments: fits)
  func `equal, shorter and optionally longer signatures are accepted`(
    host: String, plugin: String, fit: Signature.Fit
  ) throws {
    let found = Signature.compare(
      host: try Signature(parsing: host), plugin: try Signature(parsing: plugin))
    #expect(found == fit)
  }

  @Test(arguments: [
    ("s?s", "si", "argument 2 is i there and ?s here"),
    ("s?s", "ss", "argument 2 is s there and ?s here"),
    ("ss", "?ss", "argument 1 is ?s there and s here"),
    ("uP", "Pu", "argument 1 is P there and u here"),
    ("s?s", "s?su", "argument 3, u, is one more"), ("", "s", "argument 1, s, is one more"),
    ("s|u", "su", "argument 2 is required there and optional here"),
    ("su", "s|u", "argument 2 is optional there and required here"),
    ("s?s", "s|?s", "argument 2 is optional there and required here"),
  ])
  func `any other signature is refused with both and the first difference`(
    host: String, plugin: String, part: String
  ) throws {
    let found = Signature.compare(
      host: try Signature(parsing: host), plugin: try Signature(parsing: plugin))
    guard case .refused(let reason) = found else {
      Issue.record("\(plugin) was accepted for \(host): \(found)")
      return
    }
    #expect(reason.contains(part), "\(reason)")
    #expect(reason.contains("\"\(host)\"") && reason.contains("\"\(plugin)\""), "\(reason)")
  }

  @Test
  func `whatever bytes come, a signature that is read prints and reads as itself`() {
    var random = SeededGenerator(seed: 20_240_611)
    let alphabet = Array("syiudbhoPC?|0123456789xZ \n".unicodeScalars)
    var read = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...10, using: &random)
      var text = ""
      for _ in 0..<count {
        text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "s")
      }
      guard let signature = try? Signature(parsing: text) else { continue }
      read += 1
      #expect(signature.elements.count <= Signature.maxLetters)
      let again = try? Signature(parsing: signature.description)
      #expect(again?.elements == signature.elements)
      #expect(Signature.compare(host: signature, plugin: signature) == .exact)
      for index in signature.elements.indices {
        let shorter = Signature(Array(signature.elements.prefix(index)))
        #expect(Signature.compare(host: signature, plugin: shorter) == .prefix(index))
        let fit = Signature.compare(host: shorter, plugin: signature)
        #expect((fit == .extended) == signature.elements[index].isOptional)
      }
    }
    #expect(read > 1_000)
  }
}
