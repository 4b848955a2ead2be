package import HubModel

/// The server's last answer about the home.
package struct StoredHome: Hashable, Sendable {
  /// The home experience; nil is "there is none".
  package var experienceURL: String?

  package init(experienceURL: String?) {
    self.experienceURL = experienceURL
  }
}

extension HubStore {
  /// The configuration as last stored; nil if never.
  package func config() throws(StoreError) -> HubConfig? {
    let query = try database.statement(
      "SELECT home, inbox, settings, deep_link, color_scheme, accent FROM config")
    defer { query.reset() }
    guard try query.step() else { return nil }
    return HubConfig(
      isHomeEnabled: query.integer(0) != 0, isInboxEnabled: query.integer(1) != 0,
      isSettingsViewEnabled: query.integer(2) != 0, deepLink: query.optionalText(3),
      colorScheme: query.optionalText(4).flatMap { HubConfig.ColorScheme(rawValue: $0) },
      accentColor: query.optionalText(5))
  }

  /// Stores the configuration; an equal one writes nothing and is no change.
  ///
  /// - Returns: whether it differs from the stored one.
  @discardableResult
  package func saveConfig(_ config: HubConfig) throws(StoreError) -> Bool {
    guard try self.config() != config else { return false }
    try write(.normal) { () throws(StoreError) in
      let insert = try database.statement(
        "INSERT OR REPLACE INTO config VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)")
      insert.bind(1, config.isHomeEnabled)
      insert.bind(2, config.isInboxEnabled)
      insert.bind(3, config.isSettingsViewEnabled)
      insert.bind(4, config.deepLink)
      insert.bind(5, config.colorScheme?.rawValue)
      insert.bind(6, config.accentColor)
      try insert.run()
      pending.config = true
    }
    return true
  }

  /// The home answer as last stored; nil if never.
  package func home() throws(StoreError) -> StoredHome? {
    let query = try database.statement("SELECT url FROM home")
    defer { query.reset() }
    return try query.step() ? StoredHome(experienceURL: query.optionalText(0)) : nil
  }

  /// Stores the home answer, "no home" too (reference 2.7).
  ///
  /// - Returns: whether it differs from the stored one.
  @discardableResult
  package func saveHome(_ home: StoredHome) throws(StoreError) -> Bool {
    guard try self.home() != home else { return false }
    try write(.normal) { () throws(StoreError) in
      let insert = try database.statement("INSERT OR REPLACE INTO home VALUES (1, ?1)")
      insert.bind(1, home.experienceURL)
      try insert.run()
      pending.config = true
    }
    return true
  }
}
