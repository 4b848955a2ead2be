public import CHub
import Hub

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Selects one of the app's tabs.
@c @implementation
public func hub_select_tab(
  _ hub: OpaquePointer, _ tag: UnsafePointer<CChar>, _ length: UInt64
) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.hub.selectTab(unsafe String(tag, length)) ? HUB_OK : HUB_E_NOT_FOUND
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The program has drawn the Hub.
@c @implementation
public func hub_appeared(_ hub: OpaquePointer) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.hub.hubAppeared()
    return HUB_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The program shows the Hub no longer.
@c @implementation
public func hub_disappeared(_ hub: OpaquePointer) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.hub.hubDisappeared()
    return HUB_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Goes one step back.
@c @implementation
public func hub_back(_ hub: OpaquePointer) -> hub_status {
  unsafe onThread(hub) { handle in handle.hub.back() ? HUB_OK : HUB_E_STATE }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Shows the Hub with a front end.
@c @implementation
public func hub_show(
  _ hub: OpaquePointer, _ view: UnsafePointer<hub_view>,
  _ problem: UnsafeMutablePointer<hub_problem>?
) -> hub_status {
  guard let given = unsafe Sized.read(view, empty: hub_view()) else { return HUB_E_ARGUMENT }
  return unsafe onThread(hub) { handle in
    unsafe attempt(problem) { () throws(HubError) in
      let view: HubView
      if let open = handle.view, open.isOpen {
        view = open
      } else {
        view = unsafe HubView(
          handle.hub, frontEnd: String(given.front_end) ?? "", options: HubView.Options(given))
        handle.view = view
      }
      if unsafe given.flags & UInt32(HUB_VIEW_ONLY_OPEN) != 0 {
        try view.open()
      } else {
        try view.showHub()
      }
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes the front end off.
@c @implementation
public func hub_hide(_ hub: OpaquePointer) -> hub_status {
  unsafe onThread(hub) { handle in
    handle.view?.close()
    handle.view = nil
    return HUB_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes the next event.
@c @implementation
public func hub_next_event(
  _ hub: OpaquePointer, _ event: UnsafeMutablePointer<hub_event>
) -> hub_status {
  unsafe onThread(hub) { handle in
    guard let next = unsafe handle.nextEvent() else { return HUB_E_NOT_FOUND }
    return unsafe Sized.write(next, to: event) ? HUB_OK : HUB_E_ARGUMENT
  }
}

extension HubView.Options {
  fileprivate init(_ given: hub_view) {
    self.init()
    let flags = unsafe given.flags
    if flags & UInt32(HUB_VIEW_IN_PROCESS) != 0 { place = .process }
    if flags & UInt32(HUB_VIEW_IN_RUNNER) != 0 { place = .runner }
    ownsTerminal = flags & UInt32(HUB_VIEW_OWNS_TERMINAL) != 0
    input = unsafe given.input
    output = unsafe given.output
    runner = unsafe String(given.runner)
  }
}
