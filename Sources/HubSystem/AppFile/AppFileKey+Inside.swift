import HubOptions

extension AppFileKey {
  /// The keys of one object of the app file, such as `config.hub` or `tabs[]`; empty for the whole.
  static func inside(_ object: String) -> [String] {
    let prefix = object.isEmpty ? "" : object + "."
    return all.compactMap { key in
      guard key.path.hasPrefix(prefix) else { return nil }
      let rest = key.path.dropFirst(prefix.count)
      return rest.contains(".") || rest.contains("[") || rest.isEmpty ? nil : String(rest)
    }
  }
}
