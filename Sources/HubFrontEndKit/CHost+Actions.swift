import CHubFrontEnd

private let visitAction: hub_action_visitor = { unsafe VisitorBox<hub_action_info>.call($0, $1) }
private let visitKey: hub_action_key_visitor = { unsafe VisitorBox<hub_action_key>.call($0, $1) }

extension CHost {
  func actions() -> [ActionInfo] {
    guard let service = unsafe actionsService else { return [] }
    var actions: [ActionInfo] = []
    _ = unsafe VisitorBox<hub_action_info>.lend(
      {
        unsafe actions.append(
          ActionInfo(
            name: $0.pointee.name.text ?? "", help: $0.pointee.help.text ?? "",
            usage: $0.pointee.usage.text ?? ""))
        return true
      },
      { context in
        unsafe service.pointee.list(host, visitAction, context)
      })
    return actions
  }

  func actionKeys() -> [ActionKey] {
    guard let service = unsafe actionsService else { return [] }
    var keys: [ActionKey] = []
    _ = unsafe VisitorBox<hub_action_key>.lend(
      {
        unsafe keys.append(
          ActionKey(
            key: $0.pointee.key.text ?? "", line: $0.pointee.line.text ?? "",
            help: $0.pointee.help.text))
        return true
      },
      { context in
        unsafe service.pointee.keys(host, visitKey, context)
      })
    return keys
  }

  func callAction(_ name: String, _ values: [(name: String, value: String)]) -> ActionResult {
    guard let service = unsafe actionsService else { return ActionResult(.unavailable) }
    let bindings = unsafe values.map {
      unsafe hub_binding(name: $0.name.kept, value: $0.value.kept)
    }
    defer {
      for index in 0..<values.count {
        unsafe UnsafeMutablePointer(mutating: bindings[index].name.data)?.deallocate()
        unsafe UnsafeMutablePointer(mutating: bindings[index].value.data)?.deallocate()
      }
    }
    return unsafe name.withHubString { name in
      guard let data = unsafe name.data else { return ActionResult(.argument) }
      var fault = unsafe hub_string(data: nil, length: 0)
      let code = unsafe bindings.withUnsafeBufferPointer { bindings in
        unsafe service.pointee.call(
          host, data, name.length, bindings.baseAddress, UInt64(bindings.count), &fault)
      }
      return unsafe ActionResult(HubStatus(code: code), fault: fault.text)
    }
  }

  func press(key: String) -> ActionResult {
    guard let service = unsafe actionsService else { return ActionResult(.unavailable) }
    return unsafe key.withHubString { key in
      guard let data = unsafe key.data else { return ActionResult(.argument) }
      var fault = unsafe hub_string(data: nil, length: 0)
      let code = unsafe service.pointee.press(host, data, key.length, &fault)
      return unsafe ActionResult(HubStatus(code: code), fault: fault.text)
    }
  }
}
