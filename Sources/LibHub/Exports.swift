public import CHub
import Hub

// What each does stands in the header; here is only how.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Version of the library.
@c @implementation
public func hub_version() -> UInt32 {
  UInt32(HUB_LIBRARY_MAJOR) << 16 | UInt32(HUB_LIBRARY_MINOR)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Opens the data of an app.
@c @implementation
public func hub_open(
  _ description: UnsafePointer<hub_description>, _ opened: UnsafeMutablePointer<OpaquePointer?>,
  _ problem: UnsafeMutablePointer<hub_problem>?
) -> hub_status {
  unsafe opened.pointee = nil
  guard let given = unsafe Sized.read(description, empty: hub_description()) else {
    return HUB_E_ARGUMENT
  }
  return unsafe attempt(problem) { () throws(HubError) in
    let handle = try Handle(unsafe HubApp(given), unsafe Hub.Options(given))
    unsafe opened.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Ends a Hub.
@c @implementation
public func hub_close(_ hub: OpaquePointer) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.view = nil
    handle.hub.close()
    // Inside one of its callbacks, the step holds it until it is about to return.
    unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(hub)).release()
    return HUB_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The descriptor for the program's loop.
@c @implementation
public func hub_fd(_ hub: OpaquePointer) -> Int32 {
  unsafe Handle.of(hub)?.hub.fileDescriptor ?? -1
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Does what is to be done now.
@c @implementation
public func hub_step(_ hub: OpaquePointer) -> hub_status {
  unsafe onThread(hub) { handle in
    guard !handle.hub.isStepping else { return HUB_E_STATE }
    return withExtendedLifetime(handle) { handle.hub.step() } > 0 ? HUB_PENDING : HUB_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sets the URL handler.
@c @implementation
public func hub_on_url(
  _ hub: OpaquePointer, _ handler: hub_url_handler?, _ context: UnsafeMutableRawPointer?
) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.hub.urlHandler = unsafe handler.map { unsafe asking($0, context, hub) }
    return HUB_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sets the handler of URLs for the system.
@c @implementation
public func hub_on_system_url(
  _ hub: OpaquePointer, _ handler: hub_url_handler?, _ context: UnsafeMutableRawPointer?
) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.hub.systemOpener = unsafe handler.map { unsafe asking($0, context, hub) }
    return HUB_OK
  }
}

/// Asks a handler of the program's, with the URL lent to it.
@unsafe
private func asking(
  _ handler: @escaping hub_url_handler, _ context: UnsafeMutableRawPointer?, _ hub: OpaquePointer
) -> (String) -> Bool {
  { url in
    var url = url
    return url.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return false }
        return unsafe handler(context, hub, start, UInt64(text.count)) >= 0
      }
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asks the router.
@c @implementation
public func hub_handle_url(
  _ hub: OpaquePointer, _ url: UnsafePointer<CChar>, _ length: UInt64
) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.hub.router.handle(unsafe String(url, length)) ? HUB_OK : HUB_E_NOT_FOUND
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Opens a URL as the system would.
@c @implementation
public func hub_open_url(
  _ hub: OpaquePointer, _ url: UnsafePointer<CChar>, _ length: UInt64
) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.hub.open(unsafe String(url, length))
    return HUB_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// What is unread.
@c @implementation
public func hub_badge(
  _ hub: OpaquePointer, _ badge: UnsafeMutablePointer<hub_badge_info>
) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.badgeTexts.clear()
    let info = unsafe hub_badge_info(
      size: 0, reserved: 0, count: UInt64(clamping: handle.hub.badge.count),
      text: handle.badgeTexts.keep(handle.hub.badge.newBadge))
    return unsafe Sized.write(info, to: badge) ? HUB_OK : HUB_E_ARGUMENT
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes in a push payload.
@c @implementation
public func hub_push(
  _ hub: OpaquePointer, _ payload: UnsafePointer<CChar>, _ length: UInt64,
  _ problem: UnsafeMutablePointer<hub_problem>?
) -> hub_status {
  unsafe onThread(hub) { handle in
    unsafe attempt(problem) { () throws(HubError) in
      try handle.hub.push(unsafe String(payload, length))
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asks for a sync.
@c @implementation
public func hub_refresh(_ hub: OpaquePointer) -> hub_status {
  unsafe onThread(hub) { handle in handle.hub.refresh() ? HUB_OK : HUB_E_UNAVAILABLE }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// How far the inbox is that of the server.
@c @implementation
public func hub_sync_status(
  _ hub: OpaquePointer, _ info: UnsafeMutablePointer<hub_sync_info>
) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.syncTexts.clear()
    let status = handle.hub.sync.status
    var known = unsafe hub_sync_info()
    unsafe known.state = status.state.abiValue
    unsafe known.last_sync_at = status.lastSyncAt ?? 0
    unsafe known.posts = UInt64(clamping: status.posts)
    unsafe known.rate = status.postsPerSecond ?? 0
    unsafe known.reason = handle.syncTexts.keep(status.reason)
    return unsafe Sized.write(known, to: info) ? HUB_OK : HUB_E_ARGUMENT
  }
}

extension Hub.SyncStatus.State {
  fileprivate var abiValue: UInt32 {
    switch self {
    case .offline: HUB_SYNC_OFFLINE
    case .idle: HUB_SYNC_IDLE
    case .syncing: HUB_SYNC_RUNNING
    case .failed: HUB_SYNC_FAILED
    }
  }
}
