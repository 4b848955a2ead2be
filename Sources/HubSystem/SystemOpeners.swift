import Glibc

/// The programs of the system that open URLs, while they run.
package final class SystemOpeners {
  /// Gets each failure as one sentence.
  package var tell: (String) -> Void = { _ in }
  private let opener: SystemOpener
  private var running: [Int32: String] = [:]

  package init(opener: SystemOpener) {
    self.opener = opener
  }

  /// Gives a URL to the system; a failure is told, now or when the program ends.
  package func open(_ url: String) {
    do throws(CommandError) {
      running[try opener.open(url)] = url
    } catch {
      report(error.message)
    }
  }

  /// Collects the programs that ended.
  package func reap() {
    for (process, url) in running {
      var status: Int32 = 0
      guard unsafe waitpid(process, &status, WNOHANG) == process else { continue }
      running[process] = nil
      if let problem = SystemOpener.problem(url, status: status) { report(problem) }
    }
  }

  private func report(_ problem: String) {
    tell(problem.prefix(1).uppercased() + problem.dropFirst())
  }
}
