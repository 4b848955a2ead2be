import FoundationEssentials
import Glibc
import HubCommands

// Arguments in, exit code out: all else is in the rooms below.
exit(
  HubhostMain.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment, seams: .live))
