public import CHubFrontEnd

/// The C side of a front end written in Swift: makes the descriptor that the entry function returns.
///
/// An entry file is three lines:
///
///     private let table = FrontEndTable(MyFrontEnd.self)
///     @c @implementation
///     public func hub_frontend_v1(_ hostMinor: UInt32) -> UnsafePointer<hub_frontend>? {
///       table.descriptor
///     }
@safe
public struct FrontEndTable: Sendable {
  /// The descriptor: static for the process's life.
  public nonisolated(unsafe) let descriptor: UnsafePointer<hub_frontend>

  /// Builds the descriptor of a front end; once in a plug-in, which holds one front end.
  public init(_ type: any FrontEnd.Type) {
    // Written once, before the host can call anything, and only read after.
    unsafe FrontEndTable.type = type
    let about = type.description
    let methods = unsafe Self.methods
    let table = unsafe UnsafeMutablePointer<hub_method>.allocate(capacity: methods.count)
    unsafe table.initialize(from: methods, count: methods.count)
    let actions = type.actions
    var rows: UnsafeMutablePointer<hub_action>?
    if !actions.isEmpty {
      let made = UnsafeMutablePointer<hub_action>.allocate(capacity: actions.count)
      for (index, action) in actions.enumerated() {
        unsafe (made + index).initialize(to: Self.row(action))
      }
      unsafe rows = unsafe made
    }
    var needs: UInt64 = 0
    if about.needsTerminal { needs |= UInt64(HUB_NEEDS_TERMINAL) }
    if about.needsInput { needs |= UInt64(HUB_NEEDS_STDIN) }
    if about.needsNetwork { needs |= UInt64(HUB_NEEDS_NETWORK) }
    var reads: UnsafeMutablePointer<hub_string>?
    if !about.reads.isEmpty {
      let made = UnsafeMutablePointer<hub_string>.allocate(capacity: about.reads.count)
      for (index, path) in about.reads.enumerated() {
        unsafe (made + index).initialize(to: path.kept)
      }
      unsafe reads = unsafe made
    }
    let value = UnsafeMutablePointer<hub_frontend>.allocate(capacity: 1)
    unsafe value.initialize(
      to: hub_frontend(
        size: UInt32(MemoryLayout<hub_frontend>.size), abi_minor: UInt32(HUB_ABI_MINOR),
        id: about.id.kept, name: about.name.kept, version: about.version.kept,
        summary: about.summary.kept, needs: needs,
        method_size: UInt32(MemoryLayout<hub_method>.size), method_count: UInt32(methods.count),
        methods: UnsafePointer(table), create: create, start: start, stop: stop,
        destroy: destroy, action_size: UInt32(MemoryLayout<hub_action>.size),
        action_count: UInt32(actions.count), actions: rows.map { unsafe UnsafePointer($0) },
        reads: reads.map { unsafe UnsafePointer($0) }, read_count: UInt64(about.reads.count)))
    unsafe descriptor = UnsafePointer(value)
  }

  // A plug-in has its own copy of this module and one front end, set before the first call.
  nonisolated(unsafe) fileprivate static var type: (any FrontEnd.Type)?
}

extension String {
  /// The text as an ABI string that is never freed: descriptors live as long as the process.
  var kept: hub_string {
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
    for (index, byte) in utf8.enumerated() { unsafe bytes[index] = CChar(bitPattern: byte) }
    unsafe bytes[utf8.count] = 0
    return unsafe hub_string(data: bytes, length: UInt64(utf8.count))
  }
}

/// One front end and its host: what the ABI's instance pointer points at.
final class Instance {
  let host: CHost
  let frontEnd: any FrontEnd

  init(host: CHost, frontEnd: any FrontEnd) {
    self.host = host
    self.frontEnd = frontEnd
  }

  static func front(_ instance: UnsafeMutableRawPointer?) -> (any FrontEnd)? {
    guard let instance = unsafe instance else { return nil }
    return unsafe Unmanaged<Instance>.fromOpaque(instance).takeUnretainedValue().frontEnd
  }
}

private func create(
  _ host: UnsafePointer<hub_host>,
  _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> hub_status {
  guard let type = unsafe FrontEndTable.type, let instance = unsafe instance else {
    return HUB_E_ARGUMENT
  }
  let services = unsafe CHost(host)
  do {
    let made = Instance(host: services, frontEnd: try type.init(host: services))
    unsafe instance.pointee = Unmanaged.passRetained(made).toOpaque()
    return HUB_OK
  } catch {
    services.log(.error, error.description)
    return HUB_E_FAILED
  }
}

private func start(_ instance: UnsafeMutableRawPointer?) -> hub_status {
  guard let instance = unsafe instance else { return HUB_E_ARGUMENT }
  let made = unsafe Unmanaged<Instance>.fromOpaque(instance).takeUnretainedValue()
  do {
    try made.frontEnd.start()
    return HUB_OK
  } catch {
    made.host.log(.error, error.description)
    return HUB_E_FAILED
  }
}

private func stop(_ instance: UnsafeMutableRawPointer?) {
  unsafe Instance.front(instance)?.stop()
}

private func destroy(_ instance: UnsafeMutableRawPointer?) {
  guard let instance = unsafe instance else { return }
  unsafe Unmanaged<Instance>.fromOpaque(instance).release()
}
