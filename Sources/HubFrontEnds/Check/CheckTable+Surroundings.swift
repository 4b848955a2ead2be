import CHubFrontEnd
import CLinux
import Glibc
import HubCore
import HubModel

/// Threads, the loop, and what is written.
extension CheckTable {
  static let surroundings: [Check] = [
    Check(
      "calls-on-main", .must, "It calls its host on the main thread alone", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try played(subject)
        let stray = stage.session.watch.strayCalls
        stage.leave()
        return stray == 0
          ? nil
          : .broken("\(stray) calls came from another thread; call wake there and work in on_wake")
      }),
    Check(
      "gives-back", .must, "Stop unwatches every descriptor and cancels every timer", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try played(subject)
        stage.frontEnd.stop()
        let left = stage.session.registrations
        stage.leave()
        return left == 0
          ? nil : .broken("\(left) of them stay; call unwatch and cancel_timer in stop")
      }),
    Check(
      "silent-after", .must, "Nothing comes from it after destroy", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try played(subject)
        stage.leave()
        stage.turn(milliseconds: silenceMilliseconds)
        let late = stage.session.watch.lateCalls
        return late == 0
          ? nil
          : .broken(
            "makes \(ProcessState.counted(late, "call")) after it; end and join its threads in stop"
          )
      }),
    Check(
      "ends-at-once", .must, "Ended while the Hub is only asked for, it reports nothing any more",
      plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try CheckStage(subject)
        try stage.enter()
        _ = stage.frontEnd.showHub(tab: "hub", badge: nil)
        stage.leave()
        stage.turn(milliseconds: silenceMilliseconds)
        let late = stage.session.watch.lateCalls
        return late == 0
          ? nil : .broken("\(late) calls came after it; forget in stop what show_hub began")
      }),
    Check(
      "threads-end", .must, "Its threads end before destroy returns", plugin,
      body: {
        subject throws(CheckStop) in
        let before = ProcessState.now().threads
        let stage = try played(subject)
        stage.leave()
        let left = ProcessState.now().threads - before
        let more = ProcessState.counted(left, "thread")
        return left <= 0 ? nil : .broken("leaves \(more) running; join in stop what it starts")
      }),
    Check(
      "stdout-untouched", .must, "It writes only where the host says", plugin,
      body: {
        subject throws(CheckStop) in
        let about = try subject.load().get().description
        guard !about.needsTerminal else {
          throw CheckStop(.skipped("it has the terminal for itself"))
        }
        // Standard error is allowed: the smallest front end has nothing else to show itself with.
        let said = try Silence.during([STDOUT_FILENO]) { () throws(CheckStop) in
          try played(subject).leave()
        }
        return said.isEmpty
          ? nil : .broken("it prints \(ActionCall.shown(said)) on descriptor 1; use hub.terminal/1")
      }),
    Check(
      "output-clean", .must, "What it writes is text that acts on nothing", plugin,
      body: {
        subject throws(CheckStop) in
        let about = try subject.load().get().description
        guard !about.needsTerminal else { throw CheckStop(.skipped("it draws on a terminal")) }
        let stage = try played(subject)
        stage.leave()
        let bytes = stage.output
        guard let text = String(validating: bytes, as: UTF8.self) else {
          return .broken("it writes bytes that are no UTF-8; write texts as they came")
        }
        let bad = text.unicodeScalars.first {
          $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" && $0 != "\r"
        }
        return bad.map { .broken("it writes the control character \($0.value); leave it out") }
      }),
    Check(
      "reader-leaves", .must, "It bears that nobody reads any more", plugin,
      body: {
        subject throws(CheckStop) in
        let about = try subject.load().get().description
        guard !about.needsTerminal else { throw CheckStop(.skipped("it draws on a terminal")) }
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
          throw CheckStop(.skipped("the system has no descriptor left"))
        }
        close(ends[0])
        defer { close(ends[1]) }
        let stage = try CheckStage(subject, output: ends[1])
        do throws(CheckStop) {
          try stage.enter()
        } catch {
          return nil
        }
        stage.session.launch(url: nil)
        stage.session.send(.tabSelected("hub"))
        stage.turn(milliseconds: 20)
        stage.leave()
        return nil
      }),
  ]

  /// How long a front end is listened to after its end.
  static let silenceMilliseconds = 200

  /// A front end that was shown a few things and is still on stage.
  static func played(_ subject: CheckSubject) throws(CheckStop) -> CheckStage {
    let stage = try CheckStage(subject)
    try play(stage)
    return stage
  }

  /// Starts a front end and shows a few things.
  static func play(_ stage: CheckStage) throws(CheckStop) {
    try stage.enter()
    stage.session.launch(url: nil)
    stage.session.send(.tabSelected("hub"))
    stage.session.send(.itemSelected(.post, CheckItems.id(1)))
    stage.turn(milliseconds: 30)
    stage.session.send(.itemSelected(.conversation, CheckItems.id(0xC0)))
    stage.session.send(.back)
    _ = stage.frontEnd.alert(code: "check", title: "Check", message: "A message")
    stage.turn(milliseconds: 30)
  }
}
