import CLinux
import Glibc

/// The host's end of a channel: messages wait in a queue until the runner takes them, so that the host
/// never does.
final class RunnerLine {
  /// The most bytes that wait for a runner; one that takes nothing for so long is broken.
  static let maxQueuedBytes = 64 * 1024 * 1024

  let channel: RunnerChannel
  /// Called when packets begin to wait, and when none does any more.
  var onWaiting: (Bool) -> Void = { _ in }

  private var queue: [[UInt8]] = []
  private var first = 0
  private(set) var queuedBytes = 0

  init(_ channel: RunnerChannel) { self.channel = channel }

  var isWaiting: Bool { first < queue.count }

  /// Sends a message, or queues it; a runner that is gone is noticed elsewhere.
  func send(_ message: RunnerMessage) {
    let hadNone = !isWaiting
    for packet in RunnerChannel.packets(message) {
      queue.append(packet)
      queuedBytes += packet.count
    }
    guard hadNone else { return }
    flush()
    if isWaiting { onWaiting(true) }
  }

  /// Sends what waits, as far as it goes.
  func flush() {
    guard isWaiting else { return }
    while isWaiting {
      let fault = channel.sendPacket(queue[first], flags: Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      if fault == EAGAIN || fault == ENOBUFS { return }
      queuedBytes -= queue[first].count
      queue[first] = []
      first += 1
    }
    queue = []
    first = 0
    onWaiting(false)
  }
}
