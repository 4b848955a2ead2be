import Glibc
import HubFrontEnds
import HubHosting
import HubModel
import HubOptions
import HubSystem

/// The runner of the front end that will probably be shown, started before anything else is done.
final class EarlyRunner {
  let choice: FrontEndChoice
  let quarantine: Quarantine
  let grants: FrontEndGrants
  private var path = ""
  private var runner: RunnerStart?

  /// Starts it, if the first front end to try needs one; what goes wrong comes up when it is tried.
  init(context: CommandContext, app: AppDescription, dataFolder: String) {
    let terminal = SessionTerminal(
      input: context.input, output: STDOUT_FILENO, environment: context.environment)
    choice = FrontEndChoice(context: context, app: app, terminal: terminal)
    quarantine = Quarantine(dataFolder: dataFolder)
    grants = FrontEndGrants(app.grants, home: context.environment["HOME"])
    guard let path = choice.firstInRunner, (try? quarantine.check(path)) != nil else { return }
    var setting = RunnerFrontEnd.Setting(
      path: path, environment: context.environment.variables, input: context.input,
      output: STDOUT_FILENO)
    setting.grants = grants
    self.path = path
    runner = try? RunnerStart(setting, version: OptionTable.version, terminal: terminal)
  }

  /// The runner of that front end, once.
  func take(_ path: String) -> RunnerStart? {
    defer { runner = nil }
    return path == self.path ? runner : nil
  }
}
