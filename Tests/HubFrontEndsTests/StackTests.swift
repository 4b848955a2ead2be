import Glibc
import HubTestSupport
import Testing

@testable import HubFrontEnds

/// What lies in the frame of a function that has returned, and what only lies near it.
struct StackTests {
  private static let stackSize = 262_144

  /// What the thread does, and what came of it.
  private final class Work {
    let beside: UnsafeMutableRawPointer
    var onStack: FrontEndError?
    var besideIt: FrontEndError?
    var distance = 0

    init(beside: UnsafeMutableRawPointer) { self.beside = beside }

    func run() {
      var here: UInt8 = 0
      withUnsafePointer(to: &here) { here in
        distance = Int(bitPattern: here) - Int(bitPattern: beside)
        onStack = fault(here)
      }
      besideIt = fault(beside)
    }

    private func fault(_ place: UnsafeRawPointer) -> FrontEndError? {
      do throws(FrontEndError) {
        try FrontEndLoader.checkPlace(place, "it", path: "/x.so")
        return nil
      } catch {
        return error
      }
    }
  }

  @Test func `memory beside a thread's stack is not on it, however near`() throws {
    let size = 2 * Self.stackSize
    let memory = try #require(
      mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    try #require(memory != MAP_FAILED)
    defer { munmap(memory, size) }
    // The stack is the lower half and begins at its top, so what lies above it is near.
    let work = Work(beside: memory + Self.stackSize + 64)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    try #require(pthread_attr_setstack(&attributes, memory, Self.stackSize) == 0)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(work)
    let made = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    try #require(made == 0)
    pthread_join(thread, nil)
    #expect(abs(work.distance) < FrontEndLoader.maxFrameDistance)
    #expect(work.onStack?.message.contains("on the stack") == true)
    #expect(work.besideIt == nil)
  }
}
