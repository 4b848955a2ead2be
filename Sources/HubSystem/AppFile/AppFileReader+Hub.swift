import HubModel
import HubOptions

extension AppFileReader {
  // MARK: Tabs

  mutating func tabs(_ root: AppFileObject) throws(CommandError) -> [AppDescription.Tab]? {
    guard root.member("tabs") != nil else { return nil }
    var tabs: [AppDescription.Tab] = []
    for (index, node) in try root.list("tabs", limit: AppFile.maximumTabs).enumerated() {
      let object = try AppFileObject(file: file, name: "tabs[\(index)]", node: node)
      let tab = try tab(object)
      guard !tabs.contains(where: { $0.tag == tab.tag }) else {
        throw object.error("tag", "is \"\(tab.tag)\" a second time; give each tab its own tag")
      }
      tabs.append(tab)
    }
    guard tabs.contains(where: { $0.tag == AppDescription.hubTag }) else {
      throw root.error("tabs", "has no tab for the Hub; add { tag: \"\(AppDescription.hubTag)\" }")
    }
    return tabs
  }

  private mutating func tab(_ object: AppFileObject) throws(CommandError) -> AppDescription.Tab {
    warnings += object.unknownKeys(AppFileKey.inside("tabs[]"))
    guard let tag = try object.filledString("tag") else {
      throw object.error("tag", "is missing; routes and commands name the tab by it")
    }
    let title = try object.filledString("title") ?? tag
    let text = try object.filledString("text")
    if let text, tag == AppDescription.hubTag {
      warn(
        object, "text",
        "is \"\(text)\", but this tab shows the Hub; move the text to a tab with another tag")
      return AppDescription.Tab(tag: tag, title: title)
    }
    return AppDescription.Tab(tag: tag, title: title, textPath: text.map(besideFile))
  }

  /// A path as seen from the folder of the app file, absolute.
  private func besideFile(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let full = Paths.absolute(file)
    guard let slash = full.lastIndex(of: "/") else { return path }
    return full[...slash] + path
  }

  // MARK: Config

  mutating func config(
    _ root: AppFileObject, _ app: AppDescription
  ) throws(CommandError) -> HubConfig {
    var config = HubConfig()
    guard let object = try root.object("config") else { return config }
    warnings += object.unknownKeys(AppFileKey.inside("config"))
    if let hub = try object.object("hub") {
      try readHub(hub, app, into: &config)
    }
    if let text = try object.string("colorScheme") {
      config.colorScheme = HubConfig.ColorScheme(rawValue: text)
      if config.colorScheme == nil {
        warn(object, "colorScheme", "is \"\(text)\" and is left out; write auto, light or dark")
      }
    }
    if let color = try object.string("accentColor") {
      config.accentColor = color
      if config.accentRGB == nil {
        warn(
          object, "accentColor", "is \"\(color)\", which is no colour; write one like \"#2255CC\"")
      }
    }
    return config
  }

  private mutating func readHub(
    _ hub: AppFileObject, _ app: AppDescription, into config: inout HubConfig
  ) throws(CommandError) {
    warnings += hub.unknownKeys(AppFileKey.inside("config.hub"))
    config.isHomeEnabled = try hub.bool("isHomeEnabled") ?? config.isHomeEnabled
    config.isInboxEnabled = try hub.bool("isInboxEnabled") ?? config.isInboxEnabled
    config.isSettingsViewEnabled =
      try hub.bool("isSettingsViewEnabled") ?? config.isSettingsViewEnabled
    guard let deepLink = try hub.string("deepLink") else { return }
    guard !deepLink.isEmpty else {
      warn(hub, "deepLink", "is empty and is left out; write the URL that shows the Hub")
      return
    }
    guard let scheme = Syntax.scheme(of: deepLink) else {
      throw hub.error(
        "deepLink", "is no URL; write the app's own one that shows the Hub, such as \"demo://hub\"")
    }
    // Kept in any case: the core refuses it too, and says so where the front end can show it.
    config.deepLink = deepLink
    if app.urlSchemes.contains(scheme) {
      warn(
        hub, "deepLink",
        "uses the Rover scheme \"\(scheme)\", so posts open standalone; take one of \"appSchemes\"")
    }
  }

  private mutating func warn(_ object: AppFileObject, _ key: String, _ clause: String) {
    warnings.append(object.error(key, clause).message)
  }
}
