import CLinux
import Glibc

/// One end of the socket pair between a host and its runner.
///
/// A message longer than a packet goes in several, in a row; only messages of one packet may be sent
/// from other threads than the main one.
final class RunnerChannel {
  /// The most bytes of a packet, its head included.
  static let packetSize = 32 * 1024
  /// Bytes of a packet's head: kind, flag, six zeros, number.
  static let headSize = 16
  /// The most bytes of a message that a host takes from a runner: a push payload with room.
  static let maxFromRunner = 2 * 1024 * 1024
  /// The most bytes of a message that a runner takes from its host.
  static let maxFromHost = 256 * 1024 * 1024

  /// What a look at the socket gave.
  enum Received {
    case message(RunnerMessage)
    /// Nothing whole is there now.
    case nothing
    /// The other side is gone.
    case end
  }

  let descriptor: Int32
  private let maxMessage: Int
  private var partial: RunnerMessage?
  private var buffer = [UInt8](repeating: 0, count: packetSize)

  init(descriptor: Int32, maxMessage: Int) {
    self.descriptor = descriptor
    self.maxMessage = maxMessage
  }

  deinit { close(descriptor) }

  // MARK: Sending

  /// The packets of a message.
  static func packets(_ message: RunnerMessage) -> [[UInt8]] {
    let room = packetSize - headSize
    var packets: [[UInt8]] = []
    var start = 0
    repeat {
      let end = min(start + room, message.payload.count)
      var packet: [UInt8] = []
      packet.reserveCapacity(headSize + end - start)
      packet.append(message.kind.rawValue)
      packet.append(end < message.payload.count ? 1 : 0)
      packet.append(contentsOf: [0, 0, 0, 0, 0, 0])
      for index in 0..<8 {
        packet.append(UInt8(truncatingIfNeeded: message.number >> (8 * UInt64(index))))
      }
      packet.append(contentsOf: message.payload[start..<end])
      packets.append(packet)
      start = end
    } while start < message.payload.count
    return packets
  }

  /// Sends a message and waits until the system has taken all of it; false: the other side is gone.
  func send(_ message: RunnerMessage) -> Bool {
    Self.packets(message).allSatisfy { sendPacket($0, flags: Int32(MSG_NOSIGNAL)) == 0 }
  }

  /// Sends a packet; the error number, `EAGAIN` when it does not go now.
  func sendPacket(_ packet: [UInt8], flags: Int32) -> Int32 {
    while true {
      let sent = unsafe packet.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
      }
      if sent >= 0 { return 0 }
      if errno != EINTR { return errno }
    }
  }

  // MARK: Receiving

  /// Takes the next whole message.
  ///
  /// - Parameter waits: wait for it; else only what is there counts.
  /// - Returns: the message, or that there is none.
  /// - Throws: when the other side breaks the form of messages.
  func receive(waits: Bool) throws(WireFault) -> Received {
    while true {
      let flags = (waits ? 0 : Int32(MSG_DONTWAIT)) | Int32(MSG_TRUNC)
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor, bytes.baseAddress, bytes.count, flags)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .nothing }
      // No packet is empty, so that is the end, as an error is.
      guard count > 0 else { return .end }
      if let message = try take(count) { return .message(message) }
    }
  }

  private func take(_ count: Int) throws(WireFault) -> RunnerMessage? {
    guard count >= Self.headSize, count <= buffer.count else {
      throw WireFault("a packet of \(count) bytes came")
    }
    guard let kind = RunnerMessage.Kind(rawValue: buffer[0]), buffer[1] <= 1 else {
      throw WireFault("a packet of an unknown kind came")
    }
    var number: UInt64 = 0
    for index in 0..<8 { number |= UInt64(buffer[8 + index]) << (8 * UInt64(index)) }
    let payload = buffer[Self.headSize..<count]
    let goesOn = buffer[1] == 1
    guard var message = partial, message.kind == kind, message.number == number else {
      let message = RunnerMessage(kind: kind, number: number, payload: Array(payload))
      guard goesOn else { return message }
      guard partial == nil else { throw WireFault("two long messages came at once") }
      partial = message
      return nil
    }
    partial = nil
    guard message.payload.count + payload.count <= maxMessage else {
      throw WireFault("a message of more than \(maxMessage) bytes came")
    }
    message.payload.append(contentsOf: payload)
    guard goesOn else { return message }
    partial = message
    return nil
  }
}
