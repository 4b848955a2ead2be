/// One front end that a search met, with what became of it.
package struct FoundFrontEnd: Hashable, Sendable {
  /// Where a front end runs.
  package enum Runs: String, Hashable, Sendable, Codable {
    /// It came with the host.
    case inHost
    /// It is somebody else's, and gets a process of its own.
    case inRunner

    /// For people.
    package var words: String {
      switch self {
      case .inHost: "in the host"
      case .inRunner: "in a runner"
      }
    }
  }

  /// The name in the file name.
  package let name: String
  package let path: String
  package let origin: FrontEndFinder.Origin
  package let runs: Runs
  /// What it may not do there; nil in the host, where nothing is refused.
  package let confinement: Confinement?
  /// The path of the front end of that name which is found earlier and so taken; nil: this is the one.
  package let shadowedBy: String?
  /// Nil if it cannot be loaded.
  package let description: FrontEndDescription?
  /// Why it cannot be loaded: one sentence; nil if it can.
  package let refusal: String?
}

/// Lists every front end of a search, each looked at in a process of its own.
package struct FrontEndList {
  private let finder: FrontEndFinder
  private let describer: PluginDescriber

  /// Makes a list over a search order.
  ///
  /// - Parameters:
  ///   - finder: the search order.
  ///   - executable: a program whose `__describe PATH` is `DescribeCommand.run`.
  package init(finder: FrontEndFinder, executable: String = FrontEndFinder.executable) {
    self.finder = finder
    describer = PluginDescriber(executable: executable)
  }

  /// Looks at all of them, in the order of the search.
  ///
  /// A plug-in that crashes, hangs or ends its process costs one sentence in the list.
  package func all() -> [FoundFrontEnd] {
    let confinement = Confinement.possible()
    var taken: [String: String] = [:]
    var found: [FoundFrontEnd] = []
    for candidate in finder.candidates() {
      let file = candidate.path.split(separator: "/").last.map(String.init) ?? ""
      guard let name = FrontEndFinder.name(ofFile: file), let origin = candidate.origin else {
        continue
      }
      let answer = describer.describe(candidate.path)
      found.append(
        FoundFrontEnd(
          name: name, path: candidate.path, origin: origin,
          runs: candidate.isBundled ? .inHost : .inRunner,
          confinement: candidate.isBundled ? nil : confinement, shadowedBy: taken[name],
          description: answer.description, refusal: answer.refusal))
      taken[name] = taken[name] ?? candidate.path
    }
    return found
  }
}
