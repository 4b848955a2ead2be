package import HubModel

/// What the app file lets front ends do beyond what any may, for one user.
///
/// A grant goes by the name or the id that a plug-in gives itself. The name is that of its file, which
/// is known before it is loaded; the id is not.
package struct FrontEndGrants: Hashable, Sendable {
  /// Nothing is granted to anybody.
  package static let none = FrontEndGrants([], home: nil)

  let grants: [AppDescription.Grant]
  /// What `~` stands for; nil: not known.
  let home: String?

  package init(_ grants: [AppDescription.Grant], home: String?) {
    self.grants = grants
    self.home = home
  }

  /// Those that may turn out to be for a file: by its name, and all that go by an id.
  func possible(forFile path: String) -> FrontEndGrants {
    guard !grants.isEmpty else { return self }
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    let name = FrontEndFinder.name(ofFile: file)
    return FrontEndGrants(
      grants.filter { $0.frontEnd == name || !FrontEndDescription.isName($0.frontEnd) }, home: home)
  }

  /// All of them together.
  var whole: Allowance { Allowance(Self.sum(grants), home: home) }

  /// What is granted to a front end, as the app file has it.
  package func granted(to about: FrontEndDescription) -> FrontEndNeeds {
    Self.sum(grants.filter { $0.frontEnd == about.id || $0.frontEnd == about.name })
  }

  /// Refuses a front end that needs what it was not granted.
  ///
  /// - Parameters:
  ///   - about: what it says about itself.
  ///   - path: of its file, for the message.
  /// - Returns: what it needs, which is what it gets.
  /// - Throws: `notGranted`.
  @discardableResult
  package func check(
    _ about: FrontEndDescription, path: String
  ) throws(FrontEndError) -> FrontEndNeeds {
    let needs = about.needs
    if needs.isEmpty { return needs }
    let asked = Allowance(needs, home: home)
    guard asked.files.count == needs.files.count else {
      throw FrontEndError(
        .notGranted,
        "the front end \(about.name) (\(path)) needs \(needs.words), and no home folder is known; "
          + "set HOME")
    }
    guard Allowance(granted(to: about), home: home).covers(asked) else {
      throw FrontEndError(
        .notGranted,
        "the front end \(about.name) (\(path)) needs \(needs.words), which the app file does not "
          + "grant; write \(needs.entry(for: about.id)) into it")
    }
    return needs
  }

  private static func sum(_ grants: [AppDescription.Grant]) -> FrontEndNeeds {
    FrontEndNeeds(
      network: grants.contains { $0.network }, files: grants.flatMap(\.files))
  }
}
