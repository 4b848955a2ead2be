/// A Swift visitor on its way through C; it lives as long as the call that lends it.
@safe
final class VisitorBox<Record> {
  private let visit: (UnsafePointer<Record>) -> Bool

  private init(_ visit: @escaping (UnsafePointer<Record>) -> Bool) {
    unsafe self.visit = visit
  }

  /// Calls a C function with the visitor as its context; the host never keeps it.
  static func lend<Result>(
    _ visit: (UnsafePointer<Record>) -> Bool, _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result {
    unsafe withoutActuallyEscaping(visit) { visit in
      let box = unsafe VisitorBox(visit)
      return withExtendedLifetime(box) {
        unsafe body(Unmanaged.passUnretained(box).toOpaque())
      }
    }
  }

  /// What the C visitor returns for a record: 0 to go on.
  static func call(_ context: UnsafeMutableRawPointer?, _ record: UnsafePointer<Record>) -> Int32 {
    guard let context = unsafe context else { return 1 }
    let box = unsafe Unmanaged<VisitorBox<Record>>.fromOpaque(context).takeUnretainedValue()
    return unsafe box.visit(record) ? 0 : 1
  }
}
