import CHubFrontEnd
import HubCore

/// Actions of a front end in a runner.
extension RunnerFrontEnd {
  package var about: FrontEndDescription? { description }

  /// Calls an action and waits, for a bounded time, until it has returned.
  ///
  /// While the runner itself waits for an answer of this host it cannot return: then the call is on
  /// its way, `HUB_PENDING`, and what comes of it is told later.
  package func callAction(_ name: String, _ values: [ArgumentValue]) -> Int32? {
    guard let action = description.actions.first(where: { $0.name == name }),
      let signature = try? Signature(parsing: action.signature), isStanding
    else { return nil }
    var sink = WireSink()
    sink.writer.text(name)
    ArgumentWalk.run(host: signature, plugin: signature, values, into: &sink)
    let number = takeNumber()
    actionCalls[number] = ActionInRunner(name: name, isAwaited: !isAnswering)
    line.send(RunnerMessage(kind: .action, number: number, payload: sink.writer.bytes))
    if watch.sent(number, at: Self.now) { startWaiting() }
    count()
    guard !isAnswering else { return HUB_PENDING }
    let isDone = pump(limits.stop) { [self] in actionCalls[number]?.status != nil }
    guard isDone else {
      actionCalls[number]?.isAwaited = false
      return HUB_PENDING
    }
    let status = actionCalls.removeValue(forKey: number)?.status
    // Nothing waits any more: the session may be idle now.
    count()
    session.later {}
    return status ?? HUB_E_FAILED
  }

  /// Takes the result of an action; false: the number is not one of an action.
  func finishAction(_ number: UInt64, status: Int32) -> Bool {
    guard let call = actionCalls[number] else { return false }
    if call.isAwaited {
      actionCalls[number]?.status = status
    } else {
      actionCalls[number] = nil
      if status < 0 {
        session.warn(
          .actionFailed,
          "An action was not done: the action \(call.name) of \(description.name) failed: "
            + "\(StatusName.of(status)).")
      }
    }
    return true
  }
}

/// An action whose function did not return yet, or whose caller did not take its status yet.
struct ActionInRunner: Hashable {
  let name: String
  /// The caller waits for the status; else it is told when it is bad.
  var isAwaited: Bool
  var status: Int32?
}
