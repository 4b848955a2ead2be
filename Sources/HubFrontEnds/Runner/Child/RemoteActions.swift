import CHubFrontEnd

/// hub.actions/1 of a runner, carried to the host.
///
/// A call of the front end's own action comes back after this call has returned: `HUB_PENDING`.
enum RemoteActions {
  static var table: hub_actions {
    unsafe hub_actions(
      size: UInt32(MemoryLayout<hub_actions>.size), reserved: 0,
      list: { host, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.actionsList, listing: .actionInfo) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_action_info.self)) == 0
          }.status
        }
      },
      keys: { host, visit, context in
        unsafe onRunnerMain(host) { remote in
          unsafe remote.ask(.actionsKeys, listing: .actionKey) { record in
            unsafe visit(context, record.assumingMemoryBound(to: hub_action_key.self)) == 0
          }.status
        }
      },
      call: { host, name, length, bindings, count, fault in
        unsafe onRunnerMain(host) { remote in
          guard count <= UInt64(ActionsService.maxBindings), unsafe count == 0 || bindings != nil
          else { return HUB_E_ARGUMENT }
          return unsafe RemoteActions.ask(remote, .actionsCall, fault) { writer in
            unsafe writer.text(argument(name, length) ?? "")
            writer.number(UInt32(count))
            for index in 0..<Int(count) {
              guard let binding = unsafe bindings?[index] else { return }
              unsafe writer.text(argument(binding.name.data, binding.name.length) ?? "")
              unsafe writer.text(argument(binding.value.data, binding.value.length) ?? "")
            }
          }
        }
      },
      press: { host, key, length, fault in
        unsafe onRunnerMain(host) { remote in
          unsafe RemoteActions.ask(remote, .actionsPress, fault) { writer in
            unsafe writer.text(argument(key, length) ?? "")
          }
        }
      })
  }

  private static func ask(
    _ remote: RemoteHost, _ call: ServiceCall, _ fault: UnsafeMutablePointer<hub_string>?,
    _ arguments: (inout WireWriter) -> Void
  ) -> hub_status {
    var (status, answer) = remote.ask(call, arguments)
    let text = (try? answer.text()) ?? nil
    unsafe fault?.pointee = remote.lend(text)
    return status
  }
}
