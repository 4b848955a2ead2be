import CLinux
import Glibc
import HubCore
import HubModel

/// How it uses the host's loop, its input and its output.
extension CheckTable {
  static let loop: [Check] = [
    Check(
      "loop-requests", .should, "It asks nothing of the loop that is refused", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try played(subject)
        stage.leave()
        let refusals = stage.session.watch.refusals
        return refusals.first.map {
          .broken(
            "\(refusals.count) calls of hub.loop/1 were refused (\($0)); watch a descriptor once, "
              + "and end only what goes on")
        }
      }),
    Check(
      "loop-open", .must, "What it watches stays open until it is unwatched", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try played(subject)
        let closed = stage.session.watch.watched.filter { hub_fcntl($0, F_GETFD, 0) < 0 }.min()
        stage.leave()
        return closed.map {
          .broken("it closed descriptor \($0), which it watches; call unwatch before close")
        }
      }),
    Check(
      "loop-quiet", .should, "While nothing happens it is hardly called", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try played(subject)
        let count = calls(stage)
        stage.leave()
        return count <= maxIdleCalls
          ? nil
          : .broken(
            "the loop called it \(count) times in \(idleMilliseconds) ms; read what is ready, or "
              + "unwatch it, and take longer periods")
      }),
    Check(
      "input-flood", .must, "It bears a flood of input that makes no sense", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try readingStage(subject)
        try play(stage)
        let isTaken = stage.feed(nonsense)
        stage.turn(milliseconds: 20)
        stage.leave()
        return isTaken
          ? nil : .broken("it stops reading; take what is there whenever you are called")
      }),
    Check(
      "input-ends", .must, "At the end of its input it does not spin", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try readingStage(subject)
        try play(stage)
        stage.endInput()
        stage.turn(milliseconds: settleMilliseconds)
        let count = calls(stage)
        stage.leave()
        return count <= maxIdleCalls
          ? nil
          : .broken(
            "the loop called it \(count) times in \(idleMilliseconds) ms after the end; unwatch "
              + "input where read returns 0")
      }),
    Check(
      "slow-reader", .must, "A slow reader gets all that it writes", plugin,
      body: {
        subject throws(CheckStop) in
        guard !(try subject.load().get().description.needsTerminal) else {
          throw CheckStop(.skipped("it draws on a terminal"))
        }
        let whole = try wholeOutput(subject)
        guard !whole.isEmpty else { throw CheckStop(.skipped("it writes nothing to its output")) }
        guard try wholeOutput(subject) == whole else {
          throw CheckStop(.skipped("what it writes is not the same each time"))
        }
        guard let reader = SlowReader() else {
          throw CheckStop(.skipped("the system has no descriptor or thread left"))
        }
        try show(try CheckStage(subject, items: shownItems, output: reader.descriptor))
        let got = reader.finish()
        return got == whole
          ? nil
          : .broken(
            "\(got.count) bytes of \(whole.count) came; write the rest once the descriptor is ready"
          )
      }),
  ]

  /// How long calls are counted, and the most of them that are few: an animation has less.
  static let idleMilliseconds = 300
  static let maxIdleCalls = 30
  /// Posts of an inbox whose text is more than a pipe holds.
  static let shownItems = 300

  /// How often the loop calls it while nothing happens.
  private static func calls(_ stage: CheckStage) -> Int {
    let before = stage.session.watch.callbacks
    stage.turn(milliseconds: idleMilliseconds)
    return stage.session.watch.callbacks - before
  }

  /// A stage for a front end that reads standard input.
  private static func readingStage(_ subject: CheckSubject) throws(CheckStop) -> CheckStage {
    let about = try subject.load().get().description
    guard !about.needsTerminal else { throw CheckStop(.skipped("it reads keys of a terminal")) }
    guard about.needsInput else { throw CheckStop(.skipped("it reads no standard input")) }
    return try CheckStage(subject)
  }

  /// Lines of nonsense, bytes that are no text, and one line that is very long.
  private static let nonsense: [UInt8] = {
    var bytes: [UInt8] = []
    for number in 0..<2_000 { bytes += Array("{\"command\": \(number)]\n".utf8) }
    for _ in 0..<100 { bytes += (0...255).map(UInt8.init) }
    return bytes + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + [UInt8(ascii: "\n")]
  }()

  private static func wholeOutput(_ subject: CheckSubject) throws(CheckStop) -> [UInt8] {
    let stage = try CheckStage(subject, items: shownItems)
    try show(stage)
    return stage.output
  }

  /// Shows a large inbox and a few of its posts from the beginning to the end.
  private static func show(_ stage: CheckStage) throws(CheckStop) {
    try stage.enter()
    stage.session.launch(url: nil)
    stage.session.send(.tabSelected("hub"))
    for number in 1...3 {
      stage.session.send(.itemSelected(.post, CheckItems.id(UInt64(number))))
    }
    stage.turn(milliseconds: settleMilliseconds)
    stage.leave()
  }
}
