import Glibc
import HubSystem

/// Where the things stand that authors of front ends need: header, Swift kit and sample inbox.
struct KitPlaces: Hashable, Sendable {
  /// The folder of `hub/frontend.h`.
  let include: String
  /// The package with the product `HubFrontEndKit`.
  let swiftPackage: String
  /// The sample's app file, posts and pages.
  let sample: String

  /// Looks around the executable: an installation (`bin` beside `include` and `share`), or the folder
  /// that hubhost was built in.
  ///
  /// - Parameter executable: absolute path, links resolved.
  /// - Returns: nil when there is no header in either.
  static func find(executable: String) -> KitPlaces? {
    if let folder = Paths.parent(executable), let prefix = Paths.parent(folder) {
      let base = prefix == "/" ? "" : prefix
      let installed = KitPlaces(
        include: base + "/include", swiftPackage: base + "/share/hubhost/frontend-kit",
        sample: base + "/share/hubhost/sample")
      if installed.hasHeader { return installed }
    }
    guard let build = executable.firstRange(of: "/.build/") else { return nil }
    let root = String(executable[..<build.lowerBound])
    let built = KitPlaces(
      include: root + "/Sources/CHubFrontEnd/include", swiftPackage: root,
      sample: root + "/Examples/sample")
    return built.hasHeader ? built : nil
  }

  private var hasHeader: Bool {
    unsafe access(include + "/hub/frontend.h", R_OK) == 0
  }
}
