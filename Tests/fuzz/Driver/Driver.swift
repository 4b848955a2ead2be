import Glibc

/// The target that the program is named after.
@MainActor private var target: FuzzTarget?

/// Called once by libFuzzer before all inputs.
@c(LLVMFuzzerInitialize)
@MainActor
func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> Int32 {
  let program = String(cString: arguments.pointee[0])
  let name = program.split(separator: "/").last.map(String.init) ?? program
  target = FuzzTarget(rawValue: name)
  guard target != nil else { fatalError("\(name) is no fuzz target") }
  return 0
}

/// Called by libFuzzer for each input.
@c(LLVMFuzzerTestOneInput)
@MainActor
func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  do {
    try target?.run(bytes)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
