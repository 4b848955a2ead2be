/// One thing that came in from the user.
enum Input: Hashable, Sendable {
  /// A key by its name in the key table, and what it types into a prompt; empty: nothing.
  case key(String, types: String = "")
  /// Text that was pasted, whole.
  case paste(String)
  /// A press of the first button.
  case click(column: Int, row: Int, isDouble: Bool)
  /// A turn of the wheel: lines, positive is down.
  case wheel(Int)
}
