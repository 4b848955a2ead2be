import CLinux
import Glibc
package import HubFrontEnds
package import HubSystem

extension SessionTerminal {
  /// What two descriptors are, by the system and the environment.
  package init(input: Int32, output: Int32, environment: Environment) {
    let kind = environment["TERM"]
    let outputIsTerminal = isatty(output) != 0
    let codeset = unsafe nl_langinfo(Int32(CODESET)).map { unsafe String(cString: $0) }
    self.init(
      input: input, output: output, inputIsTerminal: isatty(input) != 0,
      outputIsTerminal: outputIsTerminal,
      wantsColor: outputIsTerminal && kind != nil && kind != "dumb"
        && environment["NO_COLOR"] == nil,
      isUnicode: codeset == "UTF-8", columns: 80, rows: 24)
    measure()
  }

  /// Asks the terminal for its size; what it does not tell stays.
  package mutating func measure() {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    guard unsafe hub_window_size(output, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return
    }
    self.columns = Int(columns)
    self.rows = Int(rows)
  }
}
