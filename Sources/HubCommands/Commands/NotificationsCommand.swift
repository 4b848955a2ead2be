import CLinux
import FoundationEssentials
import Glibc
import HubOptions
import HubSystem
import HubText

/// `hubhost notifications`: what becomes of each notification, as JSON lines.
struct NotificationsCommand {
  /// Microseconds before an agent that was gone is looked for again.
  static let pause: UInt32 = 1_000_000

  let context: CommandContext

  /// Ends only by an error, of which the reader who leaves is one, or by a signal.
  func run() throws -> Int32 {
    guard context.arguments.has(.follow) else {
      throw CommandError(
        .usage, "notifications are printed as they come; write hubhost notifications --follow")
    }
    let app = try context.app()
    while true {
      // Without a server pushes come by hubhost push.
      let agent = try context.agent(of: app, needsServer: false)
      agent.send(.notifications)
      while let news = agent.next(output: context.output.descriptor) {
        guard case .notification(let notification) = news else { continue }
        try context.output.write(Self.line(notification))
        try context.output.flush()
      }
      try checkReader()
      usleep(Self.pause)
    }
  }

  /// One JSON object, which holds nothing that acts on a terminal.
  static func line(_ notification: AgentNews.Notification) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(notification), as: UTF8.self)
    return SafeText.line(json) + "\n"
  }

  private func checkReader() throws(OutputChannel.Failure) {
    var entry = pollfd(fd: context.output.descriptor, events: 0, revents: 0)
    if unsafe poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLERR) != 0 { throw .readerLeft }
  }
}
