import CFFI
import CHubFrontEnd

/// One method of a plug-in with its call interface, prepared once and never freed.
///
/// Plug-ins are never unloaded, so there is no end of life to manage.
@safe
final class PreparedMethod {
  let fit: Signature.Fit
  private let host: Signature
  private let plugin: Signature
  private let function: UnsafeMutableRawPointer
  private let interface: UnsafeMutablePointer<ffi_cif>
  private let hostLetters: FedLetters

  /// Prepares a call of a function that goes with the host's signature.
  init(host: Signature, plugin: Signature, fit: Signature.Fit, function: UnsafeMutableRawPointer) {
    self.host = host
    self.plugin = plugin
    self.fit = fit
    unsafe self.function = function
    unsafe interface = Self.prepare(plugin)
    hostLetters = FedLetters(host)
  }

  /// Compares the signatures of a row and prepares its call; nil if the row has no function.
  ///
  /// - Throws: when the signatures contradict, or a required method has no function.
  convenience init?(_ method: HostMethod, _ row: MethodRow, path: String) throws(FrontEndError) {
    guard let function = unsafe row.function else {
      guard method.isRequired else { return nil }
      throw FrontEndError(
        .badDescriptor,
        "the required method \(method.name) of \(path) is NULL; report it to its author")
    }
    let plugin: Signature
    do throws(Signature.ParseError) {
      plugin = try Signature(parsing: row.signature)
    } catch {
      throw FrontEndError(
        .badSignature,
        "the signature of \(method.name) in \(path) cannot be read: \(error.reason); "
          + "use the macro HUB_METHOD")
    }
    let fit = Signature.compare(host: method.signature, plugin: plugin)
    if case .refused(let reason) = fit {
      throw FrontEndError(
        .badSignature,
        "the method \(method.name) of \(path) does not go with this host: \(reason); "
          + "rebuild it with the host's header")
    }
    unsafe self.init(host: method.signature, plugin: plugin, fit: fit, function: function)
  }

  private static func prepare(_ signature: Signature) -> UnsafeMutablePointer<ffi_cif> {
    let count = CallFrame.leadingCount + signature.cCount
    let types = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: count)
    let letters =
      unsafe [hub_ffi_pointer(), hub_ffi_pointer()] + signature.elements.flatMap(\.ffiTypes)
    unsafe types.initialize(from: letters, count: count)
    let interface = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
    unsafe interface.initialize(to: ffi_cif())
    let status = unsafe ffi_prep_cif(
      interface, FFI_DEFAULT_ABI, UInt32(count), hub_ffi_sint32(), types)
    precondition(status == FFI_OK, "libffi cannot prepare the signature \"\(signature)\"")
    return unsafe interface
  }

  /// Calls the function with arguments that are laid out in a block as they come.
  ///
  /// - Parameters:
  ///   - instance: the front end's.
  ///   - request: its number.
  ///   - block: memory of the caller's, of `CallFrame.fixedByteCount` and what is lent.
  ///   - feed: hands the arguments over, in the order of the host's signature.
  /// - Returns: its status; nil: the block is too small, and nothing was called.
  /// - Precondition: the arguments match the host's signature.
  func call(
    instance: UnsafeMutableRawPointer?, request: UInt64, in block: UnsafeMutableRawBufferPointer,
    _ feed: (inout ArgumentFeed) -> Void
  ) -> Int32? {
    var call = hub_call(size: UInt32(MemoryLayout<hub_call>.size), reserved: 0, request: request)
    return unsafe withUnsafePointer(to: &call) { call in
      var frame = unsafe CallFrame(block: block)
      unsafe frame.pointer(instance)
      unsafe frame.pointer(call)
      var arguments = ArgumentFeed(frame)
      feed(&arguments)
      guard var frame = arguments.laidOut else { return nil }
      precondition(
        frame.letters.match(hostLetters), "the arguments do not match the signature \"\(host)\"")
      if plugin.elements.count > host.elements.count {
        for element in plugin.elements.dropFirst(host.elements.count) {
          frame.standard(element.letter)
        }
        precondition(!frame.isFull, "standard arguments lend nothing")
      }
      var result: ffi_arg = 0
      unsafe hub_ffi_call(interface, function, &result, frame.arguments)
      return Int32(truncatingIfNeeded: result)
    }
  }

  /// Calls the function; what it is lent lives until it returns.
  func call(
    instance: UnsafeMutableRawPointer?, request: UInt64, _ arguments: [ArgumentValue]
  ) -> Int32 {
    var measure = CallMeasure()
    ArgumentWalk.run(host: host, plugin: plugin, arguments, into: &measure)
    let size = CallFrame.fixedByteCount + measure.byteCount
    return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: CallMeasure.alignment) {
      block in
      var call = hub_call(
        size: UInt32(MemoryLayout<hub_call>.size), reserved: 0, request: request)
      return unsafe withUnsafePointer(to: &call) { call in
        var frame = unsafe CallFrame(block: block)
        unsafe frame.pointer(instance)
        unsafe frame.pointer(call)
        ArgumentWalk.run(host: host, plugin: plugin, arguments, into: &frame)
        precondition(!frame.isFull, "a call lends more than was measured")
        // libffi widens a small result to a full word, so the buffer is one.
        var result: ffi_arg = 0
        unsafe hub_ffi_call(interface, function, &result, frame.arguments)
        return Int32(truncatingIfNeeded: result)
      }
    }
  }
}

extension Signature.Element {
  /// The types of the element's arguments in C.
  fileprivate var ffiTypes: [UnsafeMutablePointer<ffi_type>?] {
    switch letter {
    case .text, .bytes: unsafe [hub_ffi_pointer(), hub_ffi_uint64()]
    case .integer: unsafe [hub_ffi_sint64()]
    case .unsigned, .handle: unsafe [hub_ffi_uint64()]
    case .double: unsafe [hub_ffi_double()]
    case .bool, .fileDescriptor: unsafe [hub_ffi_sint32()]
    case .post, .conversation: unsafe [hub_ffi_pointer()]
    }
  }
}
