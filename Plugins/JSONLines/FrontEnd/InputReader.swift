import Glibc
import HubFrontEndKit

/// Reads lines from the host's input descriptor as they come, without ever waiting.
final class InputReader {
  /// Most bytes taken at a time; the rest waits for the next turn of the loop.
  static let pieceBytes = 64 << 10
  /// How often a file is read on: files cannot be watched, and reading them never waits.
  static let filePeriod: UInt64 = 1

  private let host: any Host
  private let descriptor: Int32
  private var assembler = LineAssembler()
  private var timer: UInt64?
  private var isRunning = false
  private let lines: ([LineAssembler.Line]) -> Void
  private let ended: () -> Void

  /// A reader that calls back with the lines of each piece, and once when there are no more.
  init(
    host: any Host, lines: @escaping ([LineAssembler.Line]) -> Void, ended: @escaping () -> Void
  ) {
    self.host = host
    descriptor = host.terminal.input
    self.lines = lines
    self.ended = ended
  }

  /// Begins to read.
  func start() throws(FrontEndError) {
    isRunning = true
    if host.watch(fd: descriptor, { [weak self] _ in self?.read() }).isGood { return }
    timer = host.addTimer(every: Self.filePeriod) { [weak self] in self?.read() }
    guard timer != nil else {
      throw FrontEndError(
        "Standard input cannot be read by the front end jsonl; give it a pipe, or choose plain.")
    }
  }

  /// Reads no more; no callback comes after it.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    if let timer { host.cancelTimer(timer) } else { host.unwatch(fd: descriptor) }
    timer = nil
  }

  private func read() {
    var count = 0
    // One read for each time the descriptor is ready: then it does not wait, also when it was not
    // made non-blocking, which would change it for every program that shares it.
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, filled in
      count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    if count > 0 { return lines(assembler.add(piece)) }
    // Zero is the end; an error on the descriptor is one too.
    let last = assembler.end()
    stop()
    if let last { lines([last]) }
    ended()
  }
}
