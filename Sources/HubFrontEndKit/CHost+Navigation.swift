import CHubFrontEnd

private let visitPath: hub_path_visitor = { unsafe VisitorBox<hub_path_entry>.call($0, $1) }

extension CHost: Host {
  var hostVersion: String { unsafe host.pointee.version.text ?? "" }

  var abiVersion: String { unsafe "\(HUB_ABI_MAJOR).\(host.pointee.abi_minor)" }

  var app: AppInfo {
    var info = unsafe hub_app_info()
    unsafe info.size = unsafe UInt32(MemoryLayout<hub_app_info>.size)
    guard let service = unsafe appService, unsafe service.pointee.describe(host, &info) >= 0 else {
      return AppInfo(id: "", name: "", tabs: [AppInfo.Tab(tag: "hub", title: "Hub")], hubTab: 0)
    }
    var tabs: [AppInfo.Tab] = []
    for index in unsafe 0..<info.tab_count {
      var tab = unsafe hub_tab()
      unsafe tab.size = unsafe UInt32(MemoryLayout<hub_tab>.size)
      guard unsafe service.pointee.tab(host, index, &tab) >= 0 else { break }
      tabs.append(unsafe AppInfo.Tab(tag: tab.tag.text ?? "", title: tab.title.text ?? ""))
    }
    return unsafe AppInfo(
      id: info.id.text ?? "", name: info.name.text ?? "", deepLink: info.deep_link.text,
      isInboxEnabled: info.flags & HUB_APP_INBOX_ENABLED != 0,
      isHomeEnabled: info.flags & HUB_APP_HOME_ENABLED != 0,
      follows: info.flags & HUB_APP_FOLLOW != 0,
      colorScheme: AppInfo.ColorScheme(rawValue: info.color_scheme) ?? .auto,
      accent: info.flags & HUB_APP_HAS_ACCENT != 0 ? info.accent : nil,
      tabs: tabs, hubTab: Int(info.hub_tab))
  }

  func hubShown() {
    guard let navigation = unsafe navigation else { return }
    _ = unsafe navigation.pointee.hub_shown(host)
  }

  func hubHidden() {
    guard let navigation = unsafe navigation else { return }
    _ = unsafe navigation.pointee.hub_hidden(host)
  }

  func selectTab(_ tag: String) -> HubStatus {
    guard let navigation = unsafe navigation else { return .unavailable }
    return unsafe tag.withHubString { text in
      guard let data = unsafe text.data else { return .argument }
      return unsafe HubStatus(code: navigation.pointee.select_tab(host, data, text.length))
    }
  }

  func showItem(_ kind: ItemKind, _ id: HubID) -> HubStatus {
    guard let navigation = unsafe navigation else { return .unavailable }
    return unsafe HubStatus(code: navigation.pointee.show_item(host, kind.rawValue, id.cValue))
  }

  func back() -> HubStatus {
    guard let navigation = unsafe navigation else { return .unavailable }
    return unsafe HubStatus(code: navigation.pointee.back(host))
  }

  func closed(_ what: Dismissal) {
    guard let navigation = unsafe navigation else { return }
    unsafe what.rawValue.withHubString { text in
      guard let data = unsafe text.data else { return }
      _ = unsafe navigation.pointee.closed(host, data, text.length)
    }
  }

  func open(url: String) -> HubStatus {
    guard let navigation = unsafe navigation else { return .unavailable }
    return unsafe url.withHubString { text in
      guard let data = unsafe text.data else { return .argument }
      return unsafe HubStatus(code: navigation.pointee.open_url(host, data, text.length))
    }
  }

  func openLink(in post: HubID, url: String) -> HubStatus {
    guard let navigation = unsafe navigation else { return .unavailable }
    return unsafe url.withHubString { text in
      guard let data = unsafe text.data else { return .argument }
      return unsafe HubStatus(
        code: navigation.pointee.open_link(host, post.cValue, data, text.length))
    }
  }

  func path() -> [PathEntry] {
    guard let navigation = unsafe navigation else { return [] }
    var path: [PathEntry] = []
    _ = unsafe VisitorBox<hub_path_entry>.lend(
      { entry in
        let id = unsafe entry.pointee.id.text ?? ""
        switch unsafe entry.pointee.kind {
        case HUB_PATH_POST: path.append(.post(id))
        case HUB_PATH_CONVERSATION: path.append(.conversation(id))
        default: path.append(.messages)
        }
        return true
      },
      { context in
        unsafe navigation.pointee.path(host, visitPath, context)
      })
    return path
  }
}
