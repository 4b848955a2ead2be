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
  /// What the app file grants it, of what it asks for and beyond.
  package let granted: FrontEndNeeds
  /// Why it cannot be loaded, or may not run: one sentence; nil if it can and may.
  package let refusal: String?
}

/// Lists every front end of a search, each looked at in a process of its own.
package struct FrontEndList {
  private let finder: FrontEndFinder
  private let describer: PluginDescriber
  private let grants: FrontEndGrants
  private let quarantine: Quarantine?

  /// Makes a list over a search order.
  ///
  /// - Parameters:
  ///   - finder: the search order.
  ///   - grants: what the app file lets front ends do.
  ///   - quarantine: what was set aside; nil where no app is known, whose data would say so.
  ///   - executable: a program whose `__describe PATH` is `DescribeCommand.run`.
  package init(
    finder: FrontEndFinder, grants: FrontEndGrants = .none, quarantine: Quarantine? = nil,
    executable: String = FrontEndFinder.executable
  ) {
    self.finder = finder
    self.grants = grants
    self.quarantine = quarantine
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
      let (needs, refusal) = judge(answer, candidate)
      var confined = confinement
      confined.granted = Allowance(needs, home: grants.home)
      found.append(
        FoundFrontEnd(
          name: name, path: candidate.path, origin: origin,
          runs: candidate.isBundled ? .inHost : .inRunner,
          confinement: candidate.isBundled ? nil : confined, shadowedBy: taken[name],
          description: answer.description,
          granted: answer.description.map { grants.granted(to: $0) } ?? FrontEndNeeds(),
          refusal: refusal))
      taken[name] = taken[name] ?? candidate.path
    }
    return found
  }

  /// What it needs and gets, or why it does not run.
  private func judge(
    _ answer: DescribeCommand.Answer, _ candidate: FrontEndFinder.Candidate
  ) -> (FrontEndNeeds, refusal: String?) {
    guard let about = answer.description else { return (FrontEndNeeds(), answer.refusal) }
    // In the host nothing is set aside.
    let setAside = candidate.isBundled ? nil : quarantine?.refusal(of: candidate.path)
    do throws(FrontEndError) {
      return (try grants.check(about, path: candidate.path), setAside?.message)
    } catch {
      return (FrontEndNeeds(), error.message)
    }
  }
}
