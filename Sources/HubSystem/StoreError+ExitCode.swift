package import HubOptions
package import HubStore

extension StoreError {
  /// What the process exits with when a command ends for this.
  package var exitCode: ExitCode {
    switch code {
    case .diskFull, .inputOutput: .inputOutput
    case .readOnly, .permission: .refused
    case .cannotCreate: .cannotCreate
    case .damaged, .newerSchema, .tooBig: .badData
    case .busy: .tryAgain
    default: .software
    }
  }
}
