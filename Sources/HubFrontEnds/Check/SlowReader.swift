import CLinux
import Glibc
import Synchronization

/// Reads a small pipe on a thread of its own, slowly, so that whoever writes has to wait.
final class SlowReader: Sendable {
  /// Where to write.
  let descriptor: Int32
  private let reading: Int32
  private let thread: pthread_t
  private let shelf: Shelf

  /// Bytes that the pipe holds, the least that the system allows.
  private static let pipeBytes: Int32 = 4_096
  /// What is read at a time, and the microseconds in between.
  private static let pieceBytes = 512
  private static let pause: UInt32 = 200

  /// What was read, kept for both threads.
  private final class Shelf: Sendable {
    let reading: Int32
    let bytes = Mutex<[UInt8]>([])

    init(_ reading: Int32) { self.reading = reading }
  }

  /// Begins to read; nil: the system has no room.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    _ = hub_fcntl(ends[1], F_SETPIPE_SZ, Self.pipeBytes)
    let shelf = Shelf(ends[0])
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(shelf)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe SlowReader.read(Unmanaged<Shelf>.fromOpaque(context).takeRetainedValue())
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      unsafe context.release()
      close(ends[0])
      close(ends[1])
      return nil
    }
    reading = ends[0]
    descriptor = ends[1]
    self.thread = thread
    self.shelf = shelf
  }

  /// Waits for the end, and returns all that came; call it once.
  func finish() -> [UInt8] {
    close(descriptor)
    _ = pthread_join(thread, nil)
    close(reading)
    return shelf.bytes.withLock { $0 }
  }

  private static func read(_ shelf: Shelf) {
    var piece = [UInt8](repeating: 0, count: pieceBytes)
    while true {
      let count = unsafe Glibc.read(shelf.reading, &piece, piece.count)
      guard count > 0 else { return }
      shelf.bytes.withLock { $0 += piece.prefix(count) }
      usleep(pause)
    }
  }
}
