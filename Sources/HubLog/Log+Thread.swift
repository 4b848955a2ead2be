import Glibc

/// The log of one piece of work: two Hubs in one process do not share one.
extension Log {
  // Made once, and never removed.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "the process has no thread-specific data left")
    return key
  }()

  /// Where the functions of the log go on this thread now.
  package static var current: Logger {
    guard let place = unsafe pthread_getspecific(key) else { return shared }
    return unsafe Unmanaged<Logger>.fromOpaque(place).takeUnretainedValue()
  }

  /// Does something whose log on this thread goes to another logger.
  package static func with<Result, Failure: Error>(
    _ logger: Logger, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = unsafe pthread_getspecific(key)
    unsafe pthread_setspecific(key, Unmanaged.passUnretained(logger).toOpaque())
    defer {
      unsafe pthread_setspecific(key, before)
      withExtendedLifetime(logger) {}
    }
    return try work()
  }
}
