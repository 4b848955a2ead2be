import CLinux
import Glibc
import HubFrontEnds

/// Where the things stand that were installed with this library.
enum Installation {
  /// The file that this code was loaded from: `libhub.so`, or the app itself.
  static let library: String = {
    var info = unsafe Dl_info()
    guard unsafe dladdr(#dsohandle, &info) != 0, let name = unsafe info.dli_fname,
      unsafe name[0] == CChar(UInt8(ascii: "/")), let real = unsafe realpath(name, nil)
    else { return FrontEndFinder.executable }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }()

  /// The program `hubhost` for a front end: beside this library, below its prefix or the front end's,
  /// or where the system has programs.
  ///
  /// - Throws: `notFound`.
  static func runner(of frontEnd: String) throws(FrontEndError) -> String {
    var places: [String] = []
    for start in [library, frontEnd] {
      guard let folder = parent(start) else { continue }
      places += ["", "/../bin", "/../../../bin"].map { "\(folder)\($0)/hubhost" }
    }
    places += ["/usr/local/bin/hubhost", "/usr/bin/hubhost"]
    for place in places where unsafe access(place, X_OK) == 0 {
      return try TrustCheck().realPath(of: place)
    }
    throw FrontEndError(
      .notFound,
      "there is no program hubhost to run \(frontEnd) in; install it, name it in the view's options, "
        + "or load the front end into this process")
  }

  private static func parent(_ path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
