/// What takes the arguments of one call, one after the other: the memory of a call, or a list.
///
/// A call in this process is laid out as its arguments come, so that nothing is allocated for it.
package struct ArgumentFeed {
  /// The list, where there is no call to lay out.
  private(set) var values: [ArgumentValue] = []
  private var frame: CallFrame
  /// Arguments go into the frame, and not into the list.
  private let isLaidOut: Bool

  /// Takes a list.
  init() {
    frame = .nowhere
    isLaidOut = false
  }

  /// Lays a call out; `frame` has taken what comes before the arguments.
  init(_ frame: CallFrame) {
    self.frame = frame
    isLaidOut = true
  }

  /// The call as it was laid out; nil where its memory was too small, or a list was taken.
  var laidOut: CallFrame? { isLaidOut && !frame.isFull ? frame : nil }

  package mutating func text(_ value: String?) {
    if isLaidOut { frame.text(value) } else { values.append(.text(value)) }
  }

  package mutating func bytes(_ value: [UInt8]?) {
    if isLaidOut { frame.bytes(value) } else { values.append(.bytes(value)) }
  }

  package mutating func unsigned(_ value: UInt64) {
    if isLaidOut { frame.unsigned(value) } else { values.append(.unsigned(value)) }
  }

  package mutating func post(_ value: PostRecord) {
    if isLaidOut { frame.present(value) } else { values.append(.post(value)) }
  }

  package mutating func conversation(_ value: ConversationRecord) {
    if isLaidOut { frame.conversation(value) } else { values.append(.conversation(value)) }
  }
}
