/// A point in time: milliseconds since 1970-01-01T00:00:00Z, the precision of the wire (reference
/// 2.5).
///
/// Range: the whole of `Int64`; text exists for the years 0001 to 9999.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, negative before.
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The time that many seconds later (earlier when negative), stopping at the ends of the range.
  package func advanced(bySeconds seconds: Int64) -> Timestamp {
    let (delta, tooFar) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, over) = milliseconds.addingReportingOverflow(delta)
    if tooFar || over { return Timestamp(milliseconds: seconds < 0 ? .min : .max) }
    return Timestamp(milliseconds: sum)
  }
}
