import CFFI
import CHubFrontEnd

/// A plug-in's methods, resolved and prepared when it is loaded, and called through libffi.
@safe
package final class MethodTable {
  /// The most rows of a plug-in's table.
  package static let maxRows = 64
  /// The smallest row: that of version 1.0.
  package static let minRowSize = 48
  /// The largest row that is believed.
  package static let maxRowSize = 1_024

  // Held for ever, like the plug-in: so a call does not count references, which took a tenth of it.
  private let prepared: [Unmanaged<PreparedMethod>?]
  /// Names of rows that this host does not know, for the debug log.
  package let unknownNames: [String]

  /// Resolves the rows of a descriptor.
  ///
  /// - Parameters:
  ///   - rows: the table, static for the process's life.
  ///   - count: how many rows it has.
  ///   - rowSize: bytes of a row.
  ///   - path: names the plug-in in messages.
  /// - Throws: `badDescriptor` or `badSignature`, with the row or method.
  init(rows: UnsafeRawPointer?, count: UInt32, rowSize: UInt32, path: String) throws(FrontEndError)
  {
    guard count >= 1, count <= UInt32(Self.maxRows), let rows = unsafe rows else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) has \(count) methods, and 1 to \(Self.maxRows) are allowed; report it to its author"
      )
    }
    guard rowSize >= UInt32(Self.minRowSize), rowSize <= UInt32(Self.maxRowSize), rowSize % 8 == 0
    else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) says that a row of its method table has \(rowSize) bytes, and at least "
          + "\(Self.minRowSize) are needed; rebuild it with method_size = sizeof(hub_method)")
    }
    var prepared = [PreparedMethod?](repeating: nil, count: HostMethod.allCases.count)
    var seen: Set<String> = []
    var unknown: [String] = []
    for index in 0..<Int(count) {
      let row = try unsafe MethodRow(rows + index * Int(rowSize), number: index + 1, path: path)
      guard seen.insert(row.name).inserted else {
        throw FrontEndError(
          .badDescriptor, "\(path) has the method \(row.name) twice; report it to its author")
      }
      guard let method = HostMethod(name: row.name) else {
        unknown.append(row.name)
        continue
      }
      prepared[method.rawValue] = try PreparedMethod(method, row, path: path)
    }
    for method in HostMethod.allCases where method.isRequired && prepared[method.rawValue] == nil {
      throw FrontEndError(
        .badSignature,
        "\(path) lacks the method \(method.name), which every front end must have; "
          + "add it to its method table")
    }
    unsafe self.prepared = prepared.map { unsafe $0.map { unsafe Unmanaged.passRetained($0) } }
    unknownNames = unknown
  }

  /// Whether the plug-in has the method.
  package func has(_ method: HostMethod) -> Bool { unsafe prepared[method.rawValue] != nil }

  /// How the plug-in's signature of a method goes with the host's; nil if it does not have it.
  package func fit(_ method: HostMethod) -> Signature.Fit? {
    unsafe prepared[method.rawValue]?.takeUnretainedValue().fit
  }

  /// Calls a method with an instance and a request number; nil if the plug-in does not have it.
  ///
  /// - Precondition: the arguments match the host's signature.
  func call(
    _ method: HostMethod, instance: UnsafeMutableRawPointer?, request: UInt64,
    _ arguments: [ArgumentValue]
  ) -> Int32? {
    unsafe prepared[method.rawValue]?._withUnsafeGuaranteedRef {
      unsafe $0.call(instance: instance, request: request, arguments)
    }
  }

  /// Calls a method whose arguments are laid out in a block as they come; nil if it does not have it.
  ///
  /// - Precondition: the arguments match the host's signature.
  func call(
    _ method: HostMethod, instance: UnsafeMutableRawPointer?, request: UInt64,
    in block: UnsafeMutableRawBufferPointer, _ feed: (inout ArgumentFeed) -> Void
  ) -> Int32? {
    unsafe prepared[method.rawValue]?._withUnsafeGuaranteedRef { prepared in
      if let status = unsafe prepared.call(
        instance: instance, request: request, in: block, feed)
      {
        return status
      }
      var list = ArgumentFeed()
      feed(&list)
      return unsafe prepared.call(instance: instance, request: request, list.values)
    }
  }
}

/// One row of a plug-in's method table, copied and checked.
@safe
struct MethodRow {
  /// The most bytes of a method's name.
  static let maxNameBytes = 64

  let name: String
  let signature: String
  let function: UnsafeMutableRawPointer?

  /// Reads the row at an address.
  ///
  /// Read member by member from raw memory: the header declares `function` as never NULL, and a
  /// plug-in may break that.
  init(_ row: UnsafeRawPointer, number: Int, path: String) throws(FrontEndError) {
    let fault = FrontEndError(
      .badDescriptor,
      "row \(number) of the method table of \(path) has no good name or signature; report it to its author"
    )
    let nameText = unsafe row.loadUnaligned(as: hub_string.self)
    let signatureText = unsafe row.loadUnaligned(
      fromByteOffset: MemoryLayout<hub_string>.stride, as: hub_string.self)
    guard let name = unsafe nameText.validated(upTo: Self.maxNameBytes), Self.isName(name) else {
      throw fault
    }
    // An unknown method may have a longer signature in a newer version: it is not looked at.
    let limit = HostMethod(name: name) == nil ? Int.max : HostMethod.maxSignatureBytes
    let text = unsafe limit == .max ? "" : signatureText.validated(upTo: limit)
    guard let text else { throw fault }
    self.name = name
    signature = text
    unsafe function = row.loadUnaligned(
      fromByteOffset: Self.functionOffset, as: UnsafeMutableRawPointer?.self)
  }

  private static let functionOffset = 40

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
      }
  }
}
