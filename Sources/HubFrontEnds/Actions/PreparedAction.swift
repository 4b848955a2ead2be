import CHubFrontEnd

/// The two ways into one action: a typed function through libffi, or a dispatcher.
@safe
enum PreparedAction {
  case function(PreparedMethod)
  case dispatcher(hub_action_dispatcher, row: UInt32)

  /// Prepares the call of a row.
  ///
  /// - Throws: `badDescriptor` unless exactly one of the two is set.
  init(
    _ row: hub_action, number: UInt32, _ signature: Signature, _ fault: ActionRow.Fault
  ) throws(FrontEndError) {
    let function = unsafe row.function
    let dispatch = unsafe row.dispatch
    if let function = function, unsafe dispatch == nil {
      self = .function(
        unsafe PreparedMethod(
          host: signature, plugin: signature, fit: .exact,
          function: unsafeBitCast(function, to: UnsafeMutableRawPointer.self)))
    } else if let dispatch = unsafe dispatch, function == nil {
      self = unsafe .dispatcher(dispatch, row: number)
    } else {
      throw fault.descriptor("needs a function or a dispatcher, and not both")
    }
  }

  /// Calls it; what it is lent lives until it returns.
  func call(
    instance: UnsafeMutableRawPointer?, request: UInt64, _ values: [ArgumentValue]
  ) -> Int32 {
    switch self {
    case .function(let method):
      return unsafe method.call(instance: instance, request: request, values)
    case .dispatcher(let dispatch, let row):
      let arena = TextArena()
      let lent = unsafe values.map { unsafe hub_value($0, arena) }
      var call = hub_call(
        size: UInt32(MemoryLayout<hub_call>.size), reserved: 0, request: request)
      return withExtendedLifetime(arena) {
        unsafe lent.withUnsafeBufferPointer { values in
          unsafe dispatch(instance, &call, row, values.baseAddress, UInt32(values.count))
        }
      }
    }
  }
}

extension hub_value {
  /// A converted value; the arena lends its text.
  fileprivate init(_ value: ArgumentValue, _ arena: TextArena) {
    unsafe self.init()
    unsafe size = unsafe UInt32(MemoryLayout<hub_value>.size)
    unsafe letter = UInt32(value.letter.rawValue)
    switch value {
    case .text(let text): unsafe self.text = arena.keep(text)
    case .integer(let number): unsafe integer = number
    case .unsigned(let number): unsafe self.number = number
    case .double(let number): unsafe real = number
    case .bool(let flag): unsafe integer = flag ? 1 : 0
    case .bytes, .fileDescriptor, .handle, .post, .conversation:
      preconditionFailure("actions have no arguments of this type")
    }
  }
}
