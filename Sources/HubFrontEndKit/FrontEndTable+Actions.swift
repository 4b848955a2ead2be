import CHubFrontEnd

/// The rows of the action table; one dispatcher answers for all of them.
extension FrontEndTable {
  static func row(_ action: FrontEndAction) -> hub_action {
    let count = action.arguments.count
    let arguments = UnsafeMutablePointer<hub_argument>.allocate(capacity: max(1, count))
    for (index, argument) in action.arguments.enumerated() {
      unsafe (arguments + index).initialize(to: row(argument))
    }
    return unsafe hub_action(
      name: action.name.kept, signature: action.signature.kept, help: action.help.kept,
      argument_size: UInt32(MemoryLayout<hub_argument>.size), argument_count: UInt32(count),
      arguments: UnsafePointer(arguments), function: nil, dispatch: dispatchAction,
      flags: action.isClosedToLinks ? HUB_ACTION_CLOSED_TO_LINKS : 0, reserved: 0)
  }

  private static func row(_ argument: FrontEndAction.Argument) -> hub_argument {
    var row = unsafe hub_argument()
    unsafe row.name = argument.name.kept
    unsafe row.help = argument.help.kept
    switch argument.kind {
    case .text(let range), .integer(let range), .unsigned(let range):
      guard let range else { break }
      unsafe row.flags = HUB_ARGUMENT_RANGED
      unsafe row.least = range.lowerBound
      unsafe row.most = range.upperBound
    case .real(let range):
      guard let range else { break }
      unsafe row.flags = HUB_ARGUMENT_RANGED
      unsafe row.least_real = range.lowerBound
      unsafe row.most_real = range.upperBound
    case .flag: break
    }
    return unsafe row
  }
}

private let dispatchAction: hub_action_dispatcher = { instance, _, row, values, count in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  let actions = type(of: front).actions
  guard Int(row) < actions.count else { return HUB_E_NOT_FOUND }
  let action = actions[Int(row)]
  guard Int(count) == action.arguments.count else { return HUB_E_ARGUMENT }
  var given: [String: FrontEndAction.Values.Value] = [:]
  for (index, argument) in action.arguments.enumerated() {
    guard let value = unsafe values?[index] else { return HUB_E_ARGUMENT }
    switch argument.kind {
    case .text: given[argument.name] = unsafe .text(value.text.text)
    case .integer, .flag: given[argument.name] = unsafe .integer(value.integer)
    case .unsigned: given[argument.name] = unsafe .unsigned(value.number)
    case .real: given[argument.name] = unsafe .real(value.real)
    }
  }
  return action.call(front, FrontEndAction.Values(values: given)).code
}
