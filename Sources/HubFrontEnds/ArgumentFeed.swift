/// What takes the arguments of one call, one after the other: the memory of a call, or a list.
///
/// A call in this process is laid out as its arguments come, so that nothing is allocated for it.
package struct ArgumentFeed {
  /// The list, where there is no call to lay out.
  var values: [ArgumentValue] { listed ?? [] }
  private var listed: [ArgumentValue]?
  private var frame: CallFrame
  /// Arguments go into the frame: there is one, and what came so far had room.
  private var isLaidOut: Bool

  /// Takes a list.
  init() {
    listed = []
    frame = .nowhere
    isLaidOut = false
  }

  /// Lays a call out; `frame` has taken what comes before the arguments.
  init(_ frame: CallFrame) {
    self.frame = frame
    isLaidOut = true
  }

  /// The call as it was laid out; nil where its memory was too small, or a list was taken.
  var laidOut: CallFrame? { isLaidOut ? frame : nil }

  package mutating func text(_ value: String?) {
    let count = value?.utf8.count ?? 0
    if makesRoom(count) { frame.text(value) } else { list(.text(value)) }
  }

  package mutating func bytes(_ value: [UInt8]?) {
    if makesRoom(value?.count ?? 0) { frame.bytes(value) } else { list(.bytes(value)) }
  }

  package mutating func unsigned(_ value: UInt64) {
    if makesRoom(0) { frame.unsigned(value) } else { list(.unsigned(value)) }
  }

  package mutating func post(_ value: PostRecord) {
    if makesRoom(CallMeasure.bytes(of: value)) {
      frame.present(value)
    } else {
      list(.post(value))
    }
  }

  package mutating func conversation(_ value: ConversationRecord) {
    if makesRoom(CallMeasure.bytes(of: value)) {
      frame.conversation(value)
    } else {
      list(.conversation(value))
    }
  }

  /// Whether an argument that lends so many bytes goes into the call.
  @inline(__always)
  private mutating func makesRoom(_ count: Int) -> Bool {
    guard isLaidOut else { return false }
    isLaidOut = frame.hasRoom(for: count)
    return isLaidOut
  }

  @inline(__always)
  private mutating func list(_ value: @autoclosure () -> ArgumentValue) {
    if listed != nil { listed?.append(value()) }
  }
}
