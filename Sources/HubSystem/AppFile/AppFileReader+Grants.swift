import HubModel
import HubOptions
import HubText

extension AppFileReader {
  /// What front ends may do beyond what any may; whether there is such a front end is not known here.
  mutating func grants(_ root: AppFileObject) throws(CommandError) -> [AppDescription.Grant] {
    guard let object = try root.object("grants") else { return [] }
    guard object.all.count <= AppFile.maximumEntries else {
      throw root.error(
        "grants", "has \(object.all.count) entries; \(AppFile.maximumEntries) is the most")
    }
    var grants: [AppDescription.Grant] = []
    for member in object.all {
      guard AppDescription.Grant.isFrontEnd(member.name) else {
        throw AppFileObject.error(
          file, member.line,
          "\"\(SafeText.line(member.name))\" in \"grants\" is no front end; write its name or id, "
            + "as hubhost frontends shows them")
      }
      let name = object.path(member.name)
      grants.append(
        try grant(
          to: member.name, try AppFileObject(file: file, name: name, node: member.node)))
    }
    return grants
  }

  private mutating func grant(
    to frontEnd: String, _ object: AppFileObject
  ) throws(CommandError) -> AppDescription.Grant {
    warnings += object.unknownKeys(AppFileKey.inside("grants{}"))
    var grant = AppDescription.Grant(frontEnd: frontEnd)
    grant.network = try object.bool("network") ?? false
    for (path, line) in try object.strings("files", limit: AppFile.maximumGrantedFiles) {
      guard AppDescription.Grant.isPath(path) else {
        throw AppFileObject.error(
          file, line,
          "\"\(SafeText.line(path))\" in \"\(object.path("files"))\" is no absolute path; begin it "
            + "with / or ~/, and leave .. out")
      }
      grant.files.append(path)
    }
    return grant
  }
}
