import CLinux
import Glibc

/// Whether these tests, and the programs that they run, were built with a sanitizer.
package enum Sanitizer {
  package static let isOn = isOfMemory || isOfThreads

  /// Whether it is that of addresses, which ends a process at the first use of memory that is no more, and takes
  /// its options out of the environment.
  package static let isOfMemory = dlsym(nil, "__asan_init") != nil

  /// Whether it is that of threads, which brings memory, constructors and a thread of its own, ends with a code
  /// of its own, and cannot live with a limit of files.
  package static let isOfThreads = dlsym(nil, "__tsan_init") != nil

  /// What becomes of a front end that takes all memory: a sanitizer reserves terabytes, so that there is
  /// no limit to meet, and the watchdog has to end it.
  package static let bombEnds = isOn ? "did not answer for" : "crashed (signal 6, SIGABRT)"
}
