import CHubFrontEnd

/// The host behind the C ABI: finds each service once, when first used.
@safe
final class CHost {
  let host: UnsafePointer<hub_host>
  var watches: [Int32: WatchBox] = [:]
  var timers: [UInt64: TimerBox] = [:]

  lazy var items: UnsafePointer<hub_items>? = unsafe service(HUB_ITEMS)
  lazy var document: UnsafePointer<hub_document>? = unsafe service(HUB_DOCUMENT)
  lazy var inbox: UnsafePointer<hub_inbox>? = unsafe service(HUB_INBOX)
  lazy var navigation: UnsafePointer<hub_navigation>? = unsafe service(HUB_NAVIGATION)
  lazy var conversations: UnsafePointer<hub_conversations>? = unsafe service(HUB_CONVERSATIONS)
  lazy var loop: UnsafePointer<hub_loop>? = unsafe service(HUB_LOOP)
  lazy var terminalService: UnsafePointer<hub_terminal>? = unsafe service(HUB_TERMINAL)
  lazy var appService: UnsafePointer<hub_app>? = unsafe service(HUB_APP)
  lazy var actionsService: UnsafePointer<hub_actions>? = unsafe service(HUB_ACTIONS)
  lazy var syncService: UnsafePointer<hub_sync>? = unsafe service(HUB_SYNC)
  // Found at once: the log is called from any thread, and a lazy property is not for that.
  let logService: UnsafePointer<hub_log>?

  init(_ host: UnsafePointer<hub_host>) {
    unsafe self.host = host
    unsafe logService = unsafe Self.service(HUB_LOG, of: host)
  }

  private func service<Service>(_ id: String) -> UnsafePointer<Service>? {
    unsafe Self.service(id, of: host)
  }

  private static func service<Service>(
    _ id: String, of host: UnsafePointer<hub_host>
  ) -> UnsafePointer<Service>? {
    unsafe id.withHubString { id in
      guard let data = unsafe id.data else { return nil }
      let found = unsafe host.pointee.service(host, data, id.length)
      return unsafe found?.assumingMemoryBound(to: Service.self)
    }
  }
}

/// A callback of the loop, kept alive while it is registered.
final class WatchBox {
  let callback: (Bool) -> Void
  init(_ callback: @escaping (Bool) -> Void) { self.callback = callback }
}

/// A callback of a timer, kept alive while it is registered.
final class TimerBox {
  let callback: () -> Void
  init(_ callback: @escaping () -> Void) { self.callback = callback }
}
