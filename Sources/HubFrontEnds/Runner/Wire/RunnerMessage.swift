/// One message between a host and its runner.
struct RunnerMessage: Hashable {
  /// What it is; the first group goes from the host to the runner, the second the other way.
  enum Kind: UInt8, CaseIterable, Hashable {
    case hello = 1
    case call
    case answer
    case ping
    case stop
    /// The first calls are sent: the front end's own timers and descriptors may follow.
    case go
    /// As `call`, of an action: its name, and its values.
    case action

    case ready = 16
    case refused
    case acknowledged
    case result
    case pong
    case request
    case log
    case registrations
    case stopped
  }

  var kind: Kind
  /// The number of the call, the request or the ping that it belongs to.
  var number: UInt64 = 0
  var payload: [UInt8] = []
}
