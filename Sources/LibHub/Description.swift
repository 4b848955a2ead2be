import CHub
import Hub

extension Hub.Options {
  /// The options of a description.
  @unsafe
  init(_ given: hub_description) {
    self.init()
    if let program = unsafe String(given.agent) { agent = .program(program) }
    if unsafe given.flags & UInt32(HUB_APP_NO_AGENT) != 0 { agent = .none }
    takesLinks = unsafe given.flags & UInt32(HUB_APP_NO_LINKS) == 0
  }
}

extension HubApp {
  /// The app of a description, or of the file that it names.
  ///
  /// - Throws: what is wrong with the file.
  @unsafe
  init(_ given: hub_description) throws(HubError) {
    if let file = unsafe String(given.app_file) {
      try self.init(file: file)
    } else {
      self.init(
        id: unsafe String(given.id) ?? "", name: unsafe String(given.name) ?? "")
      if name.isEmpty { name = id }
      endpoint = unsafe String(given.endpoint)
      accountToken = unsafe String(given.account_token)
      userID = unsafe String(given.user_id)
      userToken = unsafe String(given.user_token)
      urlSchemes = unsafe Self.texts(given.url_schemes, given.url_scheme_count)
      associatedDomains = unsafe Self.texts(given.domains, given.domain_count)
      appSchemes = unsafe Self.texts(given.app_schemes, given.app_scheme_count)
      if let tabs = unsafe given.tabs, unsafe given.tab_count > 0 {
        self.tabs = unsafe Self.tabs(tabs, given.tab_count, size: given.tab_size)
      }
      config = unsafe Config(
        isInboxEnabled: given.flags & UInt32(HUB_APP_INBOX_OFF) == 0,
        isHomeEnabled: given.flags & UInt32(HUB_APP_HOME_ON) != 0,
        deepLink: String(given.deep_link))
    }
    dataFolder = unsafe String(given.data_folder)
  }

  private static func texts(_ list: UnsafePointer<hub_string>?, _ count: UInt64) -> [String] {
    guard let list = unsafe list else { return [] }
    return (0..<Int(clamping: count)).compactMap { unsafe String(list[$0]) }
  }

  private static func tabs(
    _ first: UnsafePointer<hub_app_tab>, _ count: UInt64, size: UInt64
  ) -> [Tab] {
    let size = unsafe size == 0 ? MemoryLayout<hub_app_tab>.size : Int(clamping: size)
    guard unsafe size >= MemoryLayout<hub_app_tab>.size else { return [] }
    return (0..<Int(clamping: count)).map { index in
      let tab = unsafe UnsafeRawPointer(first).advanced(by: index * size)
        .loadUnaligned(as: hub_app_tab.self)
      let tag = unsafe String(tab.tag) ?? ""
      return unsafe Tab(
        tag: tag, title: String(tab.title) ?? tag, textPath: String(tab.text_path))
    }
  }
}
