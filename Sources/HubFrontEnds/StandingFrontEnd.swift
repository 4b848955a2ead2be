/// A front end with an instance, in this process or in a runner.
package protocol StandingFrontEnd: FrontEndMethods {
  /// The real path of the shared object.
  var path: String { get }
  var description: FrontEndDescription { get }
  /// Lets it give everything back; does nothing unless it was started.
  func stop()
  /// Destroys the instance, stopping it first; does nothing the second time.
  func destroy()
  /// Holds it still while the job is stopped, after it left the screen.
  func pause()
  /// Lets it go on.
  func resume()
}

extension StandingFrontEnd {
  // In this process it stops with the process.
  package func pause() {}
  package func resume() {}
}
