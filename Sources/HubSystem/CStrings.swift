import Glibc

/// Texts as C wants them for a new process.
package enum CStrings {
  package typealias Array = UnsafePointer<UnsafeMutablePointer<CChar>?>

  /// Calls with two lists of C strings, each ended by a null pointer; they live until the call ends.
  package static func withArrays<T>(
    _ first: [String], _ second: [String], _ body: (Array, Array) -> T
  ) -> T? {
    var firstCopies = unsafe first.map { unsafe strdup($0) }
    var secondCopies = unsafe second.map { unsafe strdup($0) }
    defer {
      // By index, since swift-format 6.3 glues the `unsafe` of a loop variable to its name.
      for index in unsafe firstCopies.indices { unsafe free(firstCopies[index]) }
      for index in unsafe secondCopies.indices { unsafe free(secondCopies[index]) }
    }
    unsafe firstCopies.append(nil)
    unsafe secondCopies.append(nil)
    return unsafe firstCopies.withUnsafeBufferPointer { first in
      unsafe secondCopies.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return nil }
        return unsafe body(first, second)
      }
    }
  }
}
