import CHubFrontEnd
import HubCore
import HubLog
import HubModel
import HubText

/// hub.app/1.
enum AppService {
  static var table: hub_app {
    unsafe hub_app(
      size: UInt32(MemoryLayout<hub_app>.size), reserved: 0, describe: describe, tab: tab)
  }

  private static let describe:
    @convention(c) (UnsafePointer<hub_host>, UnsafeMutablePointer<hub_app_info>) -> hub_status = {
      host, info in
      unsafe onMain(host) { session in
        guard unsafe info.pointee.size >= MemoryLayout<hub_app_info>.size else {
          return HUB_E_ARGUMENT
        }
        let app = session.settings.app
        let config = session.core.config
        let texts = session.lentTexts
        var flags: UInt32 = 0
        if config.isInboxEnabled { flags |= HUB_APP_INBOX_ENABLED }
        if config.isHomeEnabled { flags |= HUB_APP_HOME_ENABLED }
        if config.accentRGB != nil { flags |= HUB_APP_HAS_ACCENT }
        if session.settings.follows { flags |= HUB_APP_FOLLOW }
        unsafe info.pointee.flags = flags
        unsafe info.pointee.id = texts.keep(app.id)
        unsafe info.pointee.name = texts.keep(SafeText.line(app.name))
        unsafe info.pointee.deep_link = texts.keep(config.deepLink.map { SafeText.line($0) })
        unsafe info.pointee.color_scheme = config.colorScheme.abi
        unsafe info.pointee.accent = config.accentRGB ?? 0
        unsafe info.pointee.tab_count = UInt32(app.tabs.count)
        unsafe info.pointee.hub_tab = UInt32(
          app.tabs.firstIndex { $0.tag == AppDescription.hubTag } ?? 0)
        return HUB_OK
      }
    }

  private static let tab:
    @convention(c) (
      UnsafePointer<hub_host>, UInt32, UnsafeMutablePointer<hub_tab>
    ) -> hub_status = { host, index, tab in
      unsafe onMain(host) { session in
        guard unsafe tab.pointee.size >= MemoryLayout<hub_tab>.size else { return HUB_E_ARGUMENT }
        let tabs = session.settings.app.tabs
        guard index < tabs.count else { return HUB_E_NOT_FOUND }
        let texts = session.lentTexts
        unsafe tab.pointee.tag = texts.keep(tabs[Int(index)].tag)
        unsafe tab.pointee.title = texts.keep(SafeText.line(tabs[Int(index)].title))
        return HUB_OK
      }
    }
}

extension HubConfig.ColorScheme? {
  var abi: UInt32 {
    switch self {
    case .light: HUB_SCHEME_LIGHT
    case .dark: HUB_SCHEME_DARK
    case .auto, nil: HUB_SCHEME_AUTO
    }
  }
}

/// hub.text/1.
enum TextService {
  static var table: hub_text {
    let version = TextWidth.unicodeVersion.split(separator: ".").compactMap { UInt32($0) }
    return unsafe hub_text(
      size: UInt32(MemoryLayout<hub_text>.size),
      unicode: version.count < 2 ? 0 : version[0] << 8 | version[1], columns: columns,
      prefix: prefix)
  }

  private static let columns:
    @convention(c) (UnsafePointer<hub_host>, UnsafePointer<CChar>, UInt64) -> UInt64 = {
      _, text, length in
      UInt64(TextWidth.columns(of: unsafe argument(text, length) ?? ""))
    }

  private static let prefix:
    @convention(c) (UnsafePointer<hub_host>, UnsafePointer<CChar>, UInt64, UInt64) -> UInt64 = {
      _, text, length, columns in
      let text = unsafe argument(text, length) ?? ""
      return UInt64(TextWidth.prefix(of: text, columns: Int(clamping: columns)).utf8.count)
    }
}

/// hub.log/1.
enum LogService {
  static var table: hub_log {
    unsafe hub_log(size: UInt32(MemoryLayout<hub_log>.size), reserved: 0, write: write)
  }

  private static let write:
    @convention(c) (UnsafePointer<hub_host>, UInt32, UnsafePointer<CChar>, UInt64) -> Void = {
      host, level, text, length in
      let text = SafeText.line(unsafe argument(text, length) ?? "")
      switch level {
      case HUB_LOG_ERROR:
        if let session = unsafe anySession(host) {
          // While it starts, this is why it could not: told by whoever starts it.
          if session.keepsFault { session.lastFault = text } else { Log.error("\(text)") }
        }
      case HUB_LOG_WARNING: Log.warning("\(text)")
      case HUB_LOG_INFO: Log.info("\(text)")
      default: Log.debug("\(text)")
      }
    }
}
