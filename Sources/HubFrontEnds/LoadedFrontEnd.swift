package import CHubFrontEnd
import CLinux
import Glibc
import Synchronization

/// A front end in this process: its plug-in, its instance, and the road to its methods.
///
/// Everything is called on the thread that loaded it, the plug-in's main thread; that is checked. The
/// plug-in stays mapped for the process's life.
@safe
package final class LoadedFrontEnd: StandingFrontEnd {
  /// How far an instance has come.
  package enum State: Hashable, Sendable {
    case loaded
    case created
    case started
    case stopped
    case destroyed
  }

  /// The real path of the shared object.
  package let path: String
  package let description: FrontEndDescription
  package let methods: MethodTable
  package let actions: ActionTable
  package var state: State { current }

  // Private, so that the compiler sees all who write it and a call reads it without the runtime.
  private var current = State.loaded
  private let lifecycle: Lifecycle
  private let thread = pthread_self()
  private var instance: UnsafeMutableRawPointer?
  // Both belong to one thread. As atomics they are read and written without the runtime's look at who
  // else does, which took a tenth of a call.
  private let requests = Atomic<UInt64>(0)
  /// Where calls are laid out: a call within a call begins behind what that one uses.
  private let block = UnsafeMutableRawBufferPointer.allocate(
    byteCount: blockByteCount, alignment: CallMeasure.alignment)
  private let depth = Atomic<Int>(0)

  /// Bytes for one call: texts and records that are larger are copied in another way.
  private static let callByteCount = 16_384
  /// Calls within calls that find room.
  private static let maxDepth = 2
  private static let blockByteCount = callByteCount * maxDepth

  init(
    path: String, description: FrontEndDescription, methods: MethodTable, actions: ActionTable,
    lifecycle: Lifecycle
  ) {
    self.path = path
    self.description = description
    self.methods = methods
    self.actions = actions
    unsafe self.lifecycle = lifecycle
    unsafe instance = nil
  }

  deinit { unsafe block.deallocate() }

  /// The lifecycle functions of a descriptor; each may be missing.
  @unsafe
  struct Lifecycle {
    var create:
      (
        @convention(c) (
          UnsafePointer<hub_host>, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> hub_status
      )?
    var start: (@convention(c) (UnsafeMutableRawPointer?) -> hub_status)?
    var stop: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    var destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  }

  /// Makes the instance; once.
  ///
  /// - Parameter host: valid until `destroy` returned.
  /// - Throws: `failed` when the front end cannot start here; then the next one may be tried.
  package func create(host: UnsafePointer<hub_host>) throws(FrontEndError) {
    checkThread()
    precondition(state == .loaded, "a front end is created once")
    var made: UnsafeMutableRawPointer?
    if let create = unsafe lifecycle.create {
      try check(unsafe create(host, &made), "be created")
    }
    unsafe instance = made
    current = .created
  }

  /// Lets it take the terminal and register with the loop; once, after `create`.
  package func start() throws(FrontEndError) {
    checkThread()
    precondition(state == .created, "a front end is started once, after it was created")
    if let start = unsafe lifecycle.start { try check(unsafe start(instance), "start") }
    current = .started
  }

  /// Lets it give everything back; does nothing unless it was started.
  package func stop() {
    checkThread()
    guard state == .started else { return }
    current = .stopped
    unsafe lifecycle.stop?(instance)
  }

  /// Destroys the instance, stopping it first; does nothing the second time.
  package func destroy() {
    checkThread()
    stop()
    guard state == .created || state == .stopped else { return }
    current = .destroyed
    unsafe lifecycle.destroy?(instance)
    unsafe instance = nil
  }

  /// Calls a method; nil if the plug-in does not have it.
  ///
  /// - Precondition: an instance stands, and the arguments match the host's signature.
  package func call(_ method: HostMethod, _ arguments: [ArgumentValue]) -> Int32? {
    call(method, arguments, request: nextRequest())
  }

  /// Calls a method whose arguments are laid out as they come; nil if the plug-in does not have it.
  ///
  /// - Precondition: an instance stands, and the arguments match the host's signature.
  package func call(
    _ method: HostMethod, feeding feed: (inout ArgumentFeed) -> Void
  ) -> Int32? {
    checkThread()
    precondition(
      state == .created || state == .started, "\(method.name) is called without an instance")
    let request = nextRequest()
    let depth = depth.load(ordering: .relaxed)
    guard depth < Self.maxDepth else {
      var list = ArgumentFeed()
      feed(&list)
      return unsafe methods.call(method, instance: instance, request: request, list.values)
    }
    let begin = depth * Self.callByteCount
    self.depth.store(depth + 1, ordering: .relaxed)
    defer { self.depth.store(depth, ordering: .relaxed) }
    let part = unsafe UnsafeMutableRawBufferPointer(
      rebasing: block[begin..<begin + Self.callByteCount])
    return unsafe methods.call(
      method, instance: instance, request: request, in: part, feed)
  }

  private func nextRequest() -> UInt64 {
    let next = requests.load(ordering: .relaxed) + 1
    requests.store(next, ordering: .relaxed)
    return next
  }

  /// Calls a method with a number that somebody else has given.
  func call(_ method: HostMethod, _ arguments: [ArgumentValue], request: UInt64) -> Int32? {
    checkThread()
    precondition(
      state == .created || state == .started, "\(method.name) is called without an instance")
    return unsafe methods.call(method, instance: instance, request: request, arguments)
  }

  package var about: FrontEndDescription? { description }

  /// Calls an action; nil if the plug-in does not have it.
  ///
  /// - Precondition: an instance stands, and the values match the action's signature.
  package func callAction(_ name: String, _ values: [ArgumentValue]) -> Int32? {
    callAction(name, values, request: nextRequest())
  }

  /// Calls an action as a request of that number.
  func callAction(_ name: String, _ values: [ArgumentValue], request: UInt64) -> Int32? {
    checkThread()
    precondition(
      state == .created || state == .started, "the action \(name) is called without an instance")
    return unsafe actions.call(name, instance: instance, request: request, values)
  }

  private func checkThread() {
    precondition(
      pthread_equal(pthread_self(), thread) != 0,
      "a front end is called on another thread than its own")
  }

  private func check(_ status: hub_status, _ what: String) throws(FrontEndError) {
    guard status < 0 else { return }
    throw FrontEndError(
      .failed,
      "the front end \(description.name) (\(path)) cannot \(what) here: "
        + "\(StatusName.of(status)); the log may say more")
  }
}
