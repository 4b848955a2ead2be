import CHubFrontEnd
import CLinux
import Glibc

/// Loads front ends into this process.
package enum FrontEndLoader {
  /// The one function that a front end exports.
  package static let entryName = "hub_frontend_v1"
  /// Bytes of the descriptor of ABI 1.0, the smallest one.
  package static let minDescriptorSize = 128
  /// The largest descriptor that is believed.
  package static let maxDescriptorSize = 4_096

  private typealias Entry = @convention(c) (UInt32) -> UnsafeRawPointer?

  /// Checks, loads and examines a front end; its constructors and entry function run.
  ///
  /// Call it on the thread that is to be the plug-in's main thread. Nothing is ever unloaded.
  ///
  /// - Throws: `notFound`, `notTrusted`, `notLoadable`, `notAFrontEnd`, `declined`, `badDescriptor` or
  ///   `badSignature`.
  package static func load(path given: String) throws(FrontEndError) -> LoadedFrontEnd {
    let file = try TrustCheck().open(given)
    try SharedObject.check(file)
    let path = file.path
    // NODELETE also for the sake of Swift plug-ins, whose metadata the runtime keeps pointing into.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      let said = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown error"
      throw FrontEndError(.notLoadable, SharedObject.sentence(said, path: path))
    }
    let symbol = try unsafe entry(handle, path: path)
    guard let origin = unsafe originPath(symbol), file.isStill(at: origin) else {
      throw FrontEndError(
        .notTrusted,
        "\(path) does not itself have the function \(entryName), or was exchanged while it was loaded; "
          + "export the function from it and try again")
    }
    let entry = unsafe unsafeBitCast(symbol, to: Entry.self)
    guard let descriptor = unsafe entry(UInt32(HUB_ABI_MINOR)) else {
      throw FrontEndError(
        .declined,
        "\(path) says that it does not go with this host (ABI \(HUB_ABI_MAJOR).\(HUB_ABI_MINOR)); "
          + "install a version of it that does")
    }
    return try unsafe examine(descriptor, path: path, fileName: fileName(given))
  }

  private static func entry(
    _ handle: UnsafeMutableRawPointer, path: String
  ) throws(FrontEndError) -> UnsafeMutableRawPointer {
    guard let symbol = unsafe hub_symbol(handle, entryName) else {
      throw FrontEndError(
        .notAFrontEnd,
        "\(path) does not export the function \(entryName), so it is no front end; "
          + "see the ABI header hub/frontend.h")
    }
    // STT_OBJECT, STT_COMMON, STT_TLS: calling data would be the end of the process.
    guard unsafe ![1, 5, 6].contains(hub_symbol_type(symbol)) else {
      throw FrontEndError(
        .notAFrontEnd,
        "\(entryName) in \(path) is data and not a function; see the ABI header hub/frontend.h")
    }
    return unsafe symbol
  }

  /// The file that an address was mapped from, as the loader knows it.
  private static func originPath(_ address: UnsafeMutableRawPointer) -> String? {
    var info = unsafe Dl_info()
    guard unsafe dladdr(address, &info) != 0, let name = unsafe info.dli_fname else { return nil }
    return unsafe String(cString: name)
  }

  /// Reads a descriptor no further than the smaller of its size and ours.
  private static func examine(
    _ descriptor: UnsafeRawPointer, path: String, fileName: String
  ) throws(FrontEndError) -> LoadedFrontEnd {
    try unsafe checkPlace(descriptor, "its descriptor", path: path)
    let size = unsafe Int(descriptor.loadUnaligned(as: UInt32.self))
    guard (minDescriptorSize...maxDescriptorSize).contains(size) else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) says that its descriptor has \(size) bytes, and \(minDescriptorSize) to "
          + "\(maxDescriptorSize) are believed; begin it with HUB_FRONTEND_HEAD")
    }
    return try unsafe withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<hub_frontend>.size, alignment: MemoryLayout<hub_frontend>.alignment
    ) { block throws(FrontEndError) in
      unsafe block.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe block.copyMemory(
        from: UnsafeRawBufferPointer(start: descriptor, count: min(size, block.count)))
      return try unsafe examine(UnsafeRawBufferPointer(block), path: path, fileName: fileName)
    }
  }

  private static func examine(
    _ copy: UnsafeRawBufferPointer, path: String, fileName: String
  ) throws(FrontEndError) -> LoadedFrontEnd {
    let table = unsafe copy.load(as: hub_frontend.self)
    var description = try unsafe FrontEndDescription(table, path: path)
    guard fileName == FrontEndFinder.fileName(for: description.name) else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) calls itself \(description.name), which does not go with its file name \(fileName); "
          + "rename it to \(FrontEndFinder.fileName(for: description.name))")
    }
    // Read as memory: the header declares `methods` as never NULL, and a plug-in may break that.
    let rows = unsafe copy.load(
      fromByteOffset: MemoryLayout<hub_frontend>.offset(of: \.methods) ?? 0,
      as: UnsafeRawPointer?.self)
    if let rows = unsafe rows { try unsafe checkPlace(rows, "its method table", path: path) }
    let methods = try unsafe MethodTable(
      rows: rows, count: table.method_count, rowSize: table.method_size, path: path)
    let actions = try unsafe ActionTable(
      rows: table.actions.map { unsafe UnsafeRawPointer($0) }, count: table.action_count,
      rowSize: table.action_size, path: path)
    description.actions = actions.descriptions
    return unsafe LoadedFrontEnd(
      path: path, description: description, methods: methods, actions: actions,
      lifecycle: LoadedFrontEnd.Lifecycle(
        create: table.create, start: table.start, stop: table.stop, destroy: table.destroy))
  }

  /// How far from this frame that of the entry function can have been, in bytes.
  static let maxFrameDistance = 65_536

  /// Refuses what lies in the frame of a function that has returned.
  static func checkPlace(
    _ place: UnsafeRawPointer, _ what: String, path: String
  ) throws(FrontEndError) {
    var here: UInt8 = 0
    let distance = unsafe withUnsafePointer(to: &here) { frame in
      abs(Int(bitPattern: frame) &- Int(bitPattern: place))
    }
    // The stack of a thread may lie beside a library: near is not yet on it.
    guard distance < maxFrameDistance, unsafe isOnStack(place) else { return }
    throw FrontEndError(
      .badDescriptor,
      "\(path) has \(what) on the stack, where it is gone once \(entryName) has returned; make it "
        + "static")
  }

  /// Whether an address is one of this thread's stack, as far as the system says which that is.
  private static func isOnStack(_ place: UnsafeRawPointer) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return true }
    defer { unsafe pthread_attr_destroy(&attributes) }
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    guard unsafe pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return true }
    let offset = Int(bitPattern: place) &- Int(bitPattern: lowest)
    return 0..<size ~= offset
  }

  private static func fileName(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }
}
