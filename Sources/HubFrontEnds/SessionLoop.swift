/// What a session needs of the loop that it runs in.
///
/// All of it is for the main thread but `wake`.
package protocol SessionLoop: AnyObject {
  /// Does something on a later turn, in the order in which it was asked for.
  func later(_ work: @escaping () -> Void)
  /// Calls back while a descriptor is ready (level-triggered); the bits are those of the ABI header.
  func watch(
    fd: Int32, events: UInt32, _ callback: @escaping (_ events: UInt32) -> Void
  ) throws(FrontEndError)
  /// Changes what a watched descriptor is watched for; false: it is not watched.
  func modify(fd: Int32, events: UInt32) -> Bool
  /// Ends a watch; false: there is none.
  func unwatch(fd: Int32) -> Bool
  /// Calls back once, or with that period, after so many milliseconds; nil: there are too many.
  func addTimer(milliseconds: UInt64, repeats: Bool, _ callback: @escaping () -> Void) -> UInt64?
  /// Ends a timer; false: there is none.
  func cancelTimer(_ timer: UInt64) -> Bool
  /// Sets what `wake` calls.
  func onWake(_ callback: @escaping () -> Void)
  /// Makes the loop call back soon, from any thread.
  func wake()
  /// Ends the loop after the work at hand; the first reason counts.
  func quit(reason: String)
}
