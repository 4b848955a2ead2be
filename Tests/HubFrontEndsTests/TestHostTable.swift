import CHubFrontEnd

/// A host without services.
enum TestHost {
  /// The table that a front end gets.
  static var table: hub_host {
    hub_host(
      size: UInt32(MemoryLayout<hub_host>.size), abi_minor: UInt32(HUB_ABI_MINOR),
      name: hub_string(),
      version: hub_string(), context: nil, service: { _, _, _ in nil })
  }
}
