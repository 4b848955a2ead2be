extension FrontEndGuide {
  /// A rule that `hubhost check` tries.
  package struct Check: Hashable, Sendable {
    /// Stable; what `--only` takes.
    package let id: String
    /// `must`, `should` or `polish`.
    package let level: String
    package let rule: String
  }

  /// Every check, in the order in which they are done.
  package static let checks: [Check] = [
    Check(id: "file-trusted", level: "must", rule: "Only you or root can have written the file"),
    Check(id: "file-kind", level: "must", rule: "The file is a shared object for this machine"),
    Check(id: "file-whole", level: "must", rule: "The file is not truncated"),
    Check(
      id: "exports-entry", level: "must",
      rule: "The file exports the function hub_frontend_v1"),
    Check(id: "exports-nothing-else", level: "should", rule: "The file exports nothing else"),
    Check(
      id: "libraries", level: "must",
      rule: "The file needs no library that belongs to another world"),
    Check(
      id: "libraries-light", level: "polish",
      rule: "The file needs no library that is slow to load"),
    Check(
      id: "no-text-relocations", level: "must",
      rule: "Code needs no changes when it is loaded"),
    Check(id: "no-executable-stack", level: "must", rule: "The stack stays without code"),
    Check(id: "no-writable-code", level: "must", rule: "No memory is both written and executed"),
    Check(
      id: "run-path", level: "should",
      rule: "Libraries are looked for in folders of the system or beside the file"),
    Check(
      id: "thread-memory", level: "should",
      rule: "Memory of each thread is small and not static"),
    Check(id: "constructors", level: "polish", rule: "Little runs when the file is loaded"),
    Check(id: "soname", level: "polish", rule: "The file has no other name inside"),
    Check(id: "build-id", level: "should", rule: "The file can be told from other builds"),
    Check(
      id: "loads", level: "must",
      rule: "The dynamic loader takes the file, with all that it needs"),
    Check(id: "loads-bare", level: "must", rule: "It loads in an empty environment, strictly"),
    Check(id: "entry", level: "must", rule: "The entry function answers this host"),
    Check(
      id: "descriptor", level: "must",
      rule: "What the descriptor says keeps the rules of the header"),
    Check(
      id: "methods", level: "must",
      rule: "Required methods are there, and each has the host's signature"),
    Check(
      id: "entry-stable", level: "must",
      rule: "The entry function always returns the same descriptor"),
    Check(
      id: "entry-any-host", level: "must",
      rule: "The entry function bears older and newer hosts"),
    Check(id: "reserved-zero", level: "should", rule: "What is reserved is 0"),
    Check(id: "id", level: "should", rule: "The id is a reverse domain name"),
    Check(id: "version", level: "polish", rule: "The version can be compared"),
    Check(id: "methods-known", level: "polish", rule: "This host knows every method"),
    Check(id: "load-time", level: "polish", rule: "Loading takes less than 100 ms of computing"),
    Check(id: "load-quiet", level: "must", rule: "Loading prints nothing"),
    Check(id: "load-clean", level: "must", rule: "Loading changes nothing in the process"),
    Check(id: "texts-stable", level: "must", rule: "What the descriptor says stays the same"),
    Check(id: "lifecycle", level: "must", rule: "It starts, shows the Hub and a post, and ends"),
    Check(
      id: "lifecycle-repeats", level: "should",
      rule: "It can be made 1000 times without growing"),
    Check(id: "two-instances", level: "should", rule: "Two instances live side by side"),
    Check(
      id: "starts-again", level: "should",
      rule: "After its end another one starts, and shows the same"),
    Check(
      id: "unstarted-ends", level: "must",
      rule: "Created and not started, it is destroyed without a trace"),
    Check(
      id: "older-host", level: "must",
      rule: "It bears a host of version 1.0, which lacks what came later"),
    Check(
      id: "newer-host", level: "must",
      rule: "It works with a host of a later version, which has more"),
    Check(id: "no-services", level: "must", rule: "It bears a host without services"),
    Check(
      id: "no-terminal", level: "must",
      rule: "Without a terminal it says no instead of ending the process"),
    Check(id: "leaves-clean", level: "must", rule: "After its end the process is as before"),
    Check(
      id: "methods-survive", level: "must",
      rule: "Methods bear every value, also those at the edges"),
    Check(id: "methods-status", level: "should", rule: "Methods return what the header names"),
    Check(
      id: "reports-once", level: "must",
      rule: "After HUB_PENDING it reports once that the Hub is shown"),
    Check(id: "methods-in-time", level: "must", rule: "Methods return in 500 ms, better in 16"),
    Check(
      id: "again", level: "must",
      rule: "The same again, and a post before the Hub, do no harm"),
    Check(id: "items-none", level: "must", rule: "An empty inbox is shown"),
    Check(id: "items-many", level: "must", rule: "An inbox of 10000 posts is shown"),
    Check(id: "texts", level: "must", rule: "Posts with odd texts are shown"),
    Check(id: "actions", level: "must", rule: "Actions bear the ends of their ranges"),
    Check(id: "random-calls", level: "must", rule: "500 calls at random do no harm"),
    Check(id: "calls-on-main", level: "must", rule: "It calls its host on the main thread alone"),
    Check(
      id: "gives-back", level: "must",
      rule: "Stop unwatches every descriptor and cancels every timer"),
    Check(id: "silent-after", level: "must", rule: "Nothing comes from it after destroy"),
    Check(
      id: "ends-at-once", level: "must",
      rule: "Ended while the Hub is only asked for, it reports nothing any more"),
    Check(id: "threads-end", level: "must", rule: "Its threads end before destroy returns"),
    Check(id: "stdout-untouched", level: "must", rule: "It writes only where the host says"),
    Check(id: "output-clean", level: "must", rule: "What it writes is text that acts on nothing"),
    Check(id: "reader-leaves", level: "must", rule: "It bears that nobody reads any more"),
    Check(
      id: "loop-requests", level: "should",
      rule: "It asks nothing of the loop that is refused"),
    Check(id: "loop-open", level: "must", rule: "What it watches stays open until it is unwatched"),
    Check(id: "loop-quiet", level: "should", rule: "While nothing happens it is hardly called"),
    Check(id: "input-flood", level: "must", rule: "It bears a flood of input that makes no sense"),
    Check(id: "input-ends", level: "must", rule: "At the end of its input it does not spin"),
    Check(id: "slow-reader", level: "must", rule: "A slow reader gets all that it writes"),
    Check(id: "terminal-unset", level: "must", rule: "Where TERM is not set, it says no or works"),
    Check(id: "terminal-dumb", level: "must", rule: "Where TERM is dumb, it says no or works"),
    Check(
      id: "terminal-unknown", level: "must",
      rule: "Where TERM names no terminal, it says no or works"),
    Check(id: "terminal-tiny", level: "must", rule: "It works on 1 × 1 cells"),
    Check(id: "terminal-small", level: "must", rule: "It works on 20 × 5 cells"),
    Check(id: "terminal-large", level: "must", rule: "It works on 500 × 200 cells"),
    Check(
      id: "terminal-resizes", level: "must",
      rule: "It follows a terminal that changes its size"),
    Check(id: "terminal-given-back", level: "must", rule: "The terminal is as it was when it ends"),
    Check(
      id: "terminal-suspend", level: "must",
      rule: "It leaves the screen for Ctrl-Z and takes it again"),
    Check(
      id: "terminal-keys", level: "must",
      rule: "It bears keys, escape sequences and bytes that are none"),
    Check(
      id: "terminal-not-given", level: "must",
      rule: "It leaves alone a terminal that the host does not give it"),
    Check(
      id: "terminal-interrupt", level: "must",
      rule: "The terminal is as before when SIGINT ends the host"),
    Check(
      id: "terminal-terminate", level: "must",
      rule: "The terminal is as before when SIGTERM ends the host"),
    Check(
      id: "terminal-hangup", level: "must",
      rule: "The terminal is as before when SIGHUP ends the host"),
    Check(
      id: "terminal-crash", level: "must",
      rule: "The terminal is as before when SIGSEGV ends the host"),
    Check(
      id: "terminal-abort", level: "must",
      rule: "The terminal is as before when SIGABRT ends the host"),
  ]

  /// Something that `hubhost check` does not try.
  package struct Unchecked: Hashable, Sendable {
    package let what: String
    /// Why it need not, or cannot.
    package let reason: String
  }

  /// What other lists of such checks have and this one lacks, with the reason.
  package static let unchecked: [Unchecked] = [
    Unchecked(
      what: "A manifest",
      reason: "There is none beside the file: what the descriptor says is all, and is "
        + "checked. Which of two front ends of one name is taken, hubhost frontends "
        + "shows."),
    Unchecked(
      what: "Libraries linked into the file",
      reason: "They cannot be told from its own code, as long as it exports nothing of them."),
    Unchecked(
      what: "create without a host, a second start or stop of one instance, stop without start",
      reason: "The host calls create, start, stop and destroy once each, in this order; stop "
        + "only after a start that succeeded, and methods only in between. A new start is "
        + "a new instance."),
    Unchecked(
      what: "Texts that are no UTF-8, numbers that are none",
      reason: "The host lets none through: texts are made safe, and an action gets finite "
        + "numbers within their ranges only."),
    Unchecked(
      what: "One effect of a request that comes twice",
      reason: "A request is repeated only to a front end that was started anew after a crash, "
        + "and what it draws cannot be counted. That it does no harm is checked."),
    Unchecked(
      what: "Ending a watch or a timer inside its callback, odd periods, a thousand timers",
      reason: "These are promises of the host's loop to the front end, which the host's own "
        + "tests keep."),
    Unchecked(
      what: "fork of the host while the front end has threads",
      reason: "The host never forks: it starts programs with posix_spawn, which runs nothing "
        + "of the front end's, and gives them none of its descriptors."),
    Unchecked(
      what: "The terminal after _exit or SIGKILL",
      reason: "In the host nothing can run any more then. In a runner the host itself puts "
        + "the terminal back."),
    Unchecked(
      what: "The lines of a front end for programs",
      reason: "The host does not know their grammar. That of jsonl stands in "
        + "hubhost-jsonl(5), and a schema comes with it."),
    Unchecked(
      what: "Hangs, memory bombs and the end of the host, in a runner",
      reason: "There the host has to bear everything, whatever the front end does."),
  ]
}
