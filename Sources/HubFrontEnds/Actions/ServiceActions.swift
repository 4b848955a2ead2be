import CHubFrontEnd
import HubModel
import HubText

/// hub.actions/1.
enum ActionsService {
  /// The most values of one call that are read.
  static let maxBindings = 64

  static var table: hub_actions {
    unsafe hub_actions(
      size: UInt32(MemoryLayout<hub_actions>.size), reserved: 0, list: list, keys: keys,
      call: call, press: press)
  }

  private static let list:
    @convention(c) (
      UnsafePointer<hub_host>, hub_action_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, visit, context in
      unsafe onMain(host) { session in
        let arena = TextArena()
        defer { withExtendedLifetime(arena) {} }
        for action in session.actions {
          var lent = unsafe hub_action_info(
            size: UInt32(MemoryLayout<hub_action_info>.size), reserved: 0,
            name: arena.keep(action.name), help: arena.keep(SafeText.line(action.help)),
            usage: arena.keep(action.usage))
          if unsafe visit(context, &lent) != 0 { break }
        }
        return HUB_OK
      }
    }

  private static let keys:
    @convention(c) (
      UnsafePointer<hub_host>, hub_action_key_visitor, UnsafeMutableRawPointer?
    ) -> hub_status = { host, visit, context in
      unsafe onMain(host) { session in
        let arena = TextArena()
        defer { withExtendedLifetime(arena) {} }
        for key in session.settings.app.keys {
          let action = session.actions.first { $0.name == key.request.name }
          var lent = unsafe hub_action_key(
            size: UInt32(MemoryLayout<hub_action_key>.size), reserved: 0,
            key: arena.keep(SafeText.line(key.key)), line: arena.keep(SafeText.line(key.line)),
            help: arena.keep(action.map { SafeText.line($0.help) }))
          if unsafe visit(context, &lent) != 0 { break }
        }
        return HUB_OK
      }
    }

  private static let call:
    @convention(c) (
      UnsafePointer<hub_host>, UnsafePointer<CChar>, UInt64, UnsafePointer<hub_binding>?, UInt64,
      UnsafeMutablePointer<hub_string>?
    ) -> hub_status = { host, name, length, bindings, count, fault in
      unsafe onMain(host) { session in
        guard count <= UInt64(maxBindings), unsafe count == 0 || bindings != nil else {
          return HUB_E_ARGUMENT
        }
        var request = unsafe ActionRequest(name: argument(name, length) ?? "")
        for index in 0..<Int(count) {
          guard let binding = unsafe bindings?[index] else { break }
          request.bindings.append(
            unsafe ActionBinding(
              argument(binding.name.data, binding.name.length) ?? "",
              argument(binding.value.data, binding.value.length) ?? ""))
        }
        return unsafe answer(session, request, fault)
      }
    }

  private static let press:
    @convention(c) (
      UnsafePointer<hub_host>, UnsafePointer<CChar>, UInt64, UnsafeMutablePointer<hub_string>?
    ) -> hub_status = { host, key, length, fault in
      unsafe onMain(host) { session in
        unsafe fault?.pointee = unsafe hub_string(data: nil, length: 0)
        guard let key = unsafe session.binding(of: argument(key, length) ?? "") else {
          return HUB_E_NOT_FOUND
        }
        return unsafe answer(session, key.request, fault)
      }
    }

  private static func answer(
    _ session: HubSession, _ request: ActionRequest, _ fault: UnsafeMutablePointer<hub_string>?
  ) -> hub_status {
    unsafe fault?.pointee = unsafe hub_string(data: nil, length: 0)
    do throws(ActionFault) {
      return try session.callAction(request)
    } catch {
      unsafe fault?.pointee = session.lentTexts.keep(SafeText.line(error.message))
      switch error.code {
      case .notFound: return HUB_E_NOT_FOUND
      case .argument: return HUB_E_ARGUMENT
      case .failed(let status): return status
      }
    }
  }
}
