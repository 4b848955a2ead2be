package import HubFrontEnds
package import HubSystem

/// What an app says about front ends.
package struct FrontEndRules {
  /// What they may do beyond what any may.
  package var grants: FrontEndGrants
  /// Which ones were set aside; nil where no data folder is known.
  package var quarantine: Quarantine?

  /// What holds where there is no app.
  package static let none = FrontEndRules(grants: .none, quarantine: nil)
}

/// One front end as `hubhost frontends` lists it; texts as they came.
package struct FrontEndRow: Hashable, Sendable {
  package var path: String
  /// Of the front end, or else of its file.
  package var name: String
  /// By which rule of the search it was found, in words.
  package var origin: String
  package var version: String?
  package var summary: String?
  /// Of the interface, such as `1.0`.
  package var abi: String?
  /// Where it runs, in words.
  package var runs: String?
  /// What it may not do there, and what the kernel lacks to refuse more, in words.
  package var confinement: String?
  /// The path of the front end of the same name that is taken in its place.
  package var shadowedBy: String?
  /// Why it is refused, a sentence; nil when it is not.
  package var refusal: String?

  /// What it asks for beyond what any may do, and what the app file grants it.
  package var needs = FrontEndNeeds()
  package var granted = FrontEndNeeds()
  /// What it offers to links, keys and programs.
  package var actions: [ActionDescription] = []

  package init(
    path: String, name: String, origin: String, version: String? = nil, summary: String? = nil,
    abi: String? = nil, runs: String? = nil, confinement: String? = nil, shadowedBy: String? = nil,
    refusal: String? = nil
  ) {
    self.path = path
    self.name = name
    self.origin = origin
    self.version = version
    self.summary = summary
    self.abi = abi
    self.runs = runs
    self.confinement = confinement
    self.shadowedBy = shadowedBy
    self.refusal = refusal
  }

  /// Every front end that the search order of this process meets, in that order.
  package static func all(_ environment: Environment, _ rules: FrontEndRules) -> [FrontEndRow] {
    let finder = FrontEndFinder(environment: environment.variables)
    return FrontEndList(finder: finder, grants: rules.grants, quarantine: rules.quarantine)
      .all().map(FrontEndRow.init)
  }

  private init(_ found: FoundFrontEnd) {
    self.init(
      path: found.path, name: found.description?.name ?? found.name, origin: found.origin.words,
      version: found.description?.version, summary: found.description?.summary,
      abi: found.description?.abi, runs: found.refusal == nil ? found.runs.words : nil,
      confinement: found.refusal == nil ? found.confinement?.words : nil,
      shadowedBy: found.shadowedBy, refusal: found.refusal)
    needs = found.description?.needs ?? FrontEndNeeds()
    granted = found.granted
    actions = found.description?.actions ?? []
  }
}
