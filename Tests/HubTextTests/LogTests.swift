import HubLog
import HubTestSupport
import Testing

struct LogTests {
  @Test(arguments: LogLevel.allCases)
  func `only events of the level and above are passed on`(level: LogLevel) {
    let memory = MemoryLogHandler()
    let logger = Logger(level: level, handler: memory)
    for other in LogLevel.allCases { logger.log(other, "m") }
    #expect(memory.events.map(\.level) == LogLevel.allCases.filter { $0 >= level })
  }

  @Test func `a message that is not wanted is not made`() {
    let logger = Logger(level: .error, handler: MemoryLogHandler())
    var made = 0
    func message() -> String {
      made += 1
      return "m"
    }
    logger.log(.warning, message())
    #expect(made == 0)
    logger.level = .warning
    logger.log(.warning, message())
    #expect(made == 1)
  }

  @Test(arguments: EscapeCorpus.items)
  func `hostile text does nothing in a line`(item: EscapeCorpus.Item) {
    let event = LogEvent(
      level: .warning, message: item.text,
      details: [LogEvent.Detail(name: "value", value: item.text)])
    #expect(EscapeCorpus.violation(in: Array(event.line.utf8)) == nil)
  }

  @Test func `details follow the message`() {
    let memory = MemoryLogHandler()
    let logger = Logger(level: .trace, handler: memory)
    logger.log(.info, "skipped an element", ["page": "posts", "index": "3"])
    #expect(memory.events.map(\.line) == ["info: skipped an element page=posts index=3"])
    let other = MemoryLogHandler()
    logger.setHandler(other)
    logger.log(.info, "more")
    #expect(memory.events.count == 1)
    #expect(other.events.count == 1)
  }

  @Test(arguments: [("debug", LogLevel.debug), ("WARNING", .warning), ("Critical", .critical)])
  func `a level has a name`(name: String, level: LogLevel) {
    #expect(LogLevel(name: name) == level)
  }

  @Test(arguments: ["", "warn", "verbose", "debug "])
  func `other names are no level`(name: String) {
    #expect(LogLevel(name: name) == nil)
  }
}
