import AgentCommands
import FoundationEssentials
import Glibc

// Arguments in, exit code out: all else is in the rooms below.
exit(
  HubagentMain.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment))
