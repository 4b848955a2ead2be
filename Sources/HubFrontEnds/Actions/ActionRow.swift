import CHubFrontEnd

/// One row of a plug-in's action table, copied and checked.
struct ActionRow {
  /// The most bytes of a help text.
  static let maxHelpBytes = 1_024
  /// The smallest argument row: that of version 1.1.
  static let minArgumentSize = 72
  /// The largest argument row that is believed.
  static let maxArgumentSize = 1_024

  let description: ActionDescription
  let prepared: PreparedAction

  /// Reads the row of that many bytes at an address; what an older one does not have is 0.
  init(
    _ address: UnsafeRawPointer, size: Int, number: Int, path: String
  ) throws(FrontEndError) {
    var row = unsafe hub_action()
    unsafe withUnsafeMutableBytes(of: &row) {
      unsafe $0.copyMemory(
        from: UnsafeRawBufferPointer(start: address, count: min(size, $0.count)))
    }
    guard let name = unsafe row.name.validated(upTo: ActionDescription.maxNameBytes),
      ActionDescription.isName(name)
    else {
      throw FrontEndError(
        .badDescriptor,
        "row \(number + 1) of the action table of \(path) has a name that is not a letter and then "
          + "a to z, 0 to 9, - and _, at most \(ActionDescription.maxNameBytes) bytes; "
          + "report it to its author")
    }
    let fault = Fault(path: path, action: name)
    let text = unsafe row.signature.validated(upTo: HostMethod.maxSignatureBytes) ?? "!"
    let signature = try Self.signature(text, fault)
    let help = try unsafe Self.help(row.help, fault)
    let parameters = try unsafe Self.parameters(row, signature, fault)
    description = ActionDescription(
      name: name, help: help, signature: "\(signature)", parameters: parameters,
      isClosedToLinks: unsafe row.flags & HUB_ACTION_CLOSED_TO_LINKS != 0)
    prepared = try unsafe PreparedAction(row, number: UInt32(number), signature, fault)
  }

  /// The errors of one action.
  struct Fault {
    let path: String
    let action: String

    func descriptor(_ clause: String) -> FrontEndError {
      FrontEndError(
        .badDescriptor, "the action \(action) of \(path) \(clause); report it to its author")
    }
  }

  private static func signature(_ text: String, _ fault: Fault) throws(FrontEndError) -> Signature {
    var reason = "it has digits in front, which are for methods"
    do throws(Signature.ParseError) {
      let signature = try Signature(parsing: text)
      if signature.since == 0, let problem = problem(of: signature) {
        reason = problem
      } else if signature.since == 0 {
        return signature
      }
    } catch {
      reason = error.reason
    }
    throw FrontEndError(
      .badSignature,
      "the signature of the action \(fault.action) in \(fault.path) cannot be used: \(reason); "
        + "use the macro HUB_ACTION")
  }

  private static func problem(of signature: Signature) -> String? {
    for element in signature.elements {
      guard ActionParameter.Kind(element.letter) != nil else {
        return "actions have no arguments of the letter \(element)"
      }
      if element.isNullable, element.letter != .text {
        return "? stands before another letter than s"
      }
    }
    return nil
  }

  private static func help(_ text: hub_string, _ fault: Fault) throws(FrontEndError) -> String {
    guard let help = unsafe text.validated(upTo: maxHelpBytes), !help.isEmpty,
      !help.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw fault.descriptor(
        "has a help text that is not one line of 1 to \(maxHelpBytes) bytes in UTF-8")
    }
    return help
  }

  private static func parameters(
    _ row: hub_action, _ signature: Signature, _ fault: Fault
  ) throws(FrontEndError) -> [ActionParameter] {
    let count = unsafe Int(row.argument_count)
    guard count == signature.elements.count else {
      throw fault.descriptor(
        "describes \(count) arguments, and its signature has \(signature.elements.count)")
    }
    guard count > 0 else { return [] }
    let size = unsafe Int(row.argument_size)
    guard (minArgumentSize...maxArgumentSize).contains(size), size % 8 == 0,
      let rows = unsafe row.arguments
    else { throw fault.descriptor("has argument rows of \(size) bytes, or none") }
    var parameters: [ActionParameter] = []
    for (index, element) in signature.elements.enumerated() {
      let argument = unsafe (UnsafeRawPointer(rows) + index * size)
        .loadUnaligned(as: hub_argument.self)
      let parameter = try unsafe parameter(argument, element, fault)
      guard !parameters.contains(where: { $0.name == parameter.name }) else {
        throw fault.descriptor("has the argument \(parameter.name) twice")
      }
      parameters.append(parameter)
    }
    return parameters
  }

  private static func parameter(
    _ row: hub_argument, _ element: Signature.Element, _ fault: Fault
  ) throws(FrontEndError) -> ActionParameter {
    guard let name = unsafe row.name.validated(upTo: ActionDescription.maxNameBytes),
      ActionDescription.isName(name), let kind = ActionParameter.Kind(element.letter)
    else { throw fault.descriptor("has an argument without a good name") }
    let help = try unsafe help(row.help, fault)
    var integers: ClosedRange<Int64>?
    var reals: ClosedRange<Double>?
    if unsafe row.flags & HUB_ARGUMENT_RANGED != 0 {
      let isGood: Bool =
        switch kind {
        case .flag: false
        case .real:
          unsafe row.least_real.isFinite && row.most_real.isFinite
            && row.least_real <= row.most_real
        case .integer: unsafe row.least <= row.most
        case .unsigned: unsafe row.least >= 0 && row.least <= row.most
        case .text:
          unsafe row.least >= 0 && row.least <= row.most
            && row.most <= Int64(ActionCall.maxTextBytes)
        }
      guard isGood else { throw fault.descriptor("has a range for \(name) that makes no sense") }
      if kind == .real {
        reals = unsafe row.least_real...row.most_real
      } else {
        integers = unsafe row.least...row.most
      }
    }
    return ActionParameter(
      name: name, help: help, kind: kind, isOptional: element.isNullable || element.isOptional,
      integers: integers, reals: reals)
  }
}
