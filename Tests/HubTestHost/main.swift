import CHubFrontEnd
import Glibc
import HubFrontEnds

// A small host for the tests of the terminal guard and of looking at plug-ins in a child process.
// `__describe PATH` and `__check ID SEED PATH` as in hubhost; `run PATH MODES` loads a front end, says "ready", and takes one key
// a command: q ends, z stops the job, n says the modes that are on; any other is the tab that
// `show_hub` is called with; `calls PATH COUNT` measures calls of methods.

guard CommandLine.arguments.count > 2 else { exit(EX_USAGE) }
switch CommandLine.arguments[1] {
case DescribeCommand.name: exit(DescribeCommand.run(path: CommandLine.arguments[2]))
case CheckChild.name: exit(CheckChild.run(Array(CommandLine.arguments.dropFirst(2))))
case "calls":
  let times = Int(CommandLine.arguments.last ?? "") ?? 1
  exit(CallBench.run(path: CommandLine.arguments[2], times: times))
case "run": TestHost.run()
default: exit(EX_USAGE)
}
