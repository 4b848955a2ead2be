import CHubFrontEnd

/// A plug-in's actions, resolved and prepared when it is loaded.
@safe
package final class ActionTable {
  /// The most rows of a plug-in's table.
  package static let maxRows = 64
  /// The smallest row: that of version 1.1.
  package static let minRowSize = 80
  /// The largest row that is believed.
  package static let maxRowSize = 1_024

  /// What the plug-in offers, in its order.
  package let descriptions: [ActionDescription]
  private let prepared: [PreparedAction]

  /// Resolves the rows of a descriptor.
  ///
  /// - Parameters:
  ///   - rows: the table, static for the process's life.
  ///   - count: how many rows it has; 0 for a plug-in without actions.
  ///   - rowSize: bytes of a row.
  ///   - path: names the plug-in in messages.
  /// - Throws: `badDescriptor` or `badSignature`, with the row or action.
  init(rows: UnsafeRawPointer?, count: UInt32, rowSize: UInt32, path: String) throws(FrontEndError)
  {
    guard count > 0 else {
      descriptions = []
      prepared = []
      return
    }
    guard count <= UInt32(Self.maxRows), let rows = unsafe rows else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) has \(count) actions, and at most \(Self.maxRows) are allowed; "
          + "report it to its author")
    }
    guard rowSize >= UInt32(Self.minRowSize), rowSize <= UInt32(Self.maxRowSize), rowSize % 8 == 0
    else {
      throw FrontEndError(
        .badDescriptor,
        "\(path) says that a row of its action table has \(rowSize) bytes, and at least "
          + "\(Self.minRowSize) are needed; write HUB_ACTION_TABLE(rows)")
    }
    var descriptions: [ActionDescription] = []
    var prepared: [PreparedAction] = []
    for index in 0..<Int(count) {
      let row = try unsafe ActionRow(
        rows + index * Int(rowSize), size: Int(rowSize), number: index, path: path)
      guard !descriptions.contains(where: { $0.name == row.description.name }) else {
        throw FrontEndError(
          .badDescriptor,
          "\(path) has the action \(row.description.name) twice; report it to its author")
      }
      descriptions.append(row.description)
      prepared.append(row.prepared)
    }
    self.descriptions = descriptions
    self.prepared = prepared
  }

  /// Calls an action; nil if the plug-in does not have it.
  ///
  /// - Precondition: the values match the action's signature, as those of `ActionCall.convert` do.
  func call(
    _ name: String, instance: UnsafeMutableRawPointer?, request: UInt64, _ values: [ArgumentValue]
  ) -> Int32? {
    guard let index = descriptions.firstIndex(where: { $0.name == name }) else { return nil }
    return unsafe prepared[index].call(instance: instance, request: request, values)
  }
}
