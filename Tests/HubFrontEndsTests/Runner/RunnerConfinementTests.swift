import CLinux
import Glibc
import Testing

@testable import HubFrontEnds

struct RunnerConfinementTests {
  private static let process: pid_t = 4_242
  private static let allowed: UInt32 = 0x7FFF_0000
  #if arch(x86_64)
    private static let architecture: UInt32 = 0xC000_003E
  #elseif arch(arm64)
    private static let architecture: UInt32 = 0xC000_00B7
  #elseif arch(riscv64)
    private static let architecture: UInt32 = 0xC000_00F3
  #endif

  /// What the kernel's interpreter would return for a call.
  private static func result(
    _ program: [sock_filter], _ number: Int32, _ arguments: [UInt64] = [],
    architecture: UInt32 = architecture
  ) -> UInt32? {
    var data = [UInt32](repeating: 0, count: 16)
    data[0] = UInt32(bitPattern: number)
    data[1] = architecture
    for (index, argument) in arguments.enumerated() {
      data[4 + 2 * index] = UInt32(truncatingIfNeeded: argument)
      data[5 + 2 * index] = UInt32(truncatingIfNeeded: argument >> 32)
    }
    var accumulator: UInt32 = 0
    var at = 0
    while program.indices.contains(at) {
      let step = program[at]
      at += 1
      let jump: Bool
      switch step.code {
      case 0x20:
        accumulator = data[Int(step.k / 4)]
        continue
      case 0x06: return step.k
      case 0x15: jump = accumulator == step.k
      case 0x35: jump = accumulator >= step.k
      case 0x45: jump = accumulator & step.k != 0
      default: return nil
      }
      at += Int(jump ? step.jt : step.jf)
    }
    return nil
  }

  private static func refused(_ error: Int32) -> UInt32 { 0x0005_0000 | UInt32(error) }

  private static let always: [(Int32, Int32)] = [
    (SYS_socket, EACCES), (SYS_connect, EACCES), (SYS_bind, EACCES), (SYS_execve, EPERM),
    (SYS_execveat, EPERM), (SYS_ptrace, EPERM), (SYS_process_vm_readv, EPERM), (SYS_mount, EPERM),
    (SYS_kexec_load, EPERM), (SYS_bpf, EPERM), (SYS_unshare, EPERM), (SYS_clone3, ENOSYS),
    (SYS_io_uring_setup, ENOSYS), (SYS_pidfd_getfd, EPERM), (SYS_setsid, EPERM),
  ]

  @Test(arguments: always)
  func `the filter refuses a call whatever its arguments`(number: Int32, error: Int32) {
    let program = SystemCallFilter(process: Self.process, deniesWriting: false).program
    #expect(Self.result(program, number) == Self.refused(error))
    #expect(Self.result(program, number, [1, 2, 3]) == Self.refused(error))
  }

  @Test(arguments: [
    SYS_read, SYS_write, SYS_openat, SYS_mmap, SYS_futex, SYS_epoll_wait, SYS_recvfrom, SYS_sendto,
    SYS_clock_gettime, SYS_exit_group, SYS_socketpair, SYS_eventfd2, SYS_timerfd_create,
  ])
  func `the filter lets through what every program needs`(number: Int32) {
    for deniesWriting in [true, false] {
      let program = SystemCallFilter(process: Self.process, deniesWriting: deniesWriting).program
      #expect(Self.result(program, number) == Self.allowed)
    }
  }

  @Test
  func `the filter looks at the arguments of some calls`() {
    let program = SystemCallFilter(process: Self.process, deniesWriting: false).program
    func result(_ number: Int32, _ arguments: UInt64...) -> UInt32? {
      Self.result(program, number, arguments)
    }
    // Threads, and no processes.
    #expect(result(SYS_clone, 0x3D_0F00) == Self.allowed)
    #expect(result(SYS_clone, 0x11) == Self.refused(EPERM))
    #expect(result(SYS_clone, 0x1000_0011) == Self.refused(EPERM))
    // Signals to itself, as abort sends one, and to nobody else.
    #expect(result(SYS_tgkill, UInt64(Self.process), 1, 6) == Self.allowed)
    #expect(result(SYS_kill, UInt64(Self.process), 6) == Self.allowed)
    #expect(result(SYS_kill, 1, 9) == Self.refused(EPERM))
    #expect(result(SYS_kill, 0, 9) == Self.refused(EPERM))
    #expect(result(SYS_kill, UInt64(bitPattern: -1), 9) == Self.refused(EPERM))
    // The size of the terminal, and no typing into it; the upper half of the number is not looked at
    // by the kernel either.
    #expect(result(SYS_ioctl, 0, 0x5413) == Self.allowed)
    for trick in [0x5412, 0x541C, 0x540E, 0x5410] as [UInt64] {
      #expect(result(SYS_ioctl, 0, trick) == Self.refused(EPERM))
      #expect(result(SYS_ioctl, 0, trick | 1 << 32) == Self.refused(EPERM))
    }
    #expect(result(SYS_prctl, 15) == Self.allowed)
    #expect(result(SYS_prctl, 1, 0) == Self.refused(EPERM))
  }

  @Test
  func `where the network is granted, the internet is open and local services are not`() {
    let program = SystemCallFilter(
      process: Self.process, deniesWriting: false, allowsNetwork: true
    ).program
    for family in [AF_INET, AF_INET6] {
      #expect(Self.result(program, SYS_socket, [UInt64(family), 1]) == Self.allowed)
    }
    for family in [AF_UNIX, AF_NETLINK, AF_PACKET, AF_VSOCK] {
      #expect(Self.result(program, SYS_socket, [UInt64(family), 1]) == Self.refused(EACCES))
    }
    #expect(Self.result(program, SYS_connect, [3]) == Self.allowed)
    #expect(Self.result(program, SYS_execve) == Self.refused(EPERM))
    let without = SystemCallFilter.withoutNetwork.program
    #expect(Self.result(without, SYS_socket, [2, 1]) == Self.refused(EACCES))
    #expect(Self.result(without, SYS_execve) == Self.allowed)
  }

  @Test
  func `without Landlock the filter refuses to open for writing`() {
    let program = SystemCallFilter(process: Self.process, deniesWriting: true).program
    func opened(_ flags: Int32) -> UInt32? {
      Self.result(program, SYS_openat, [0, 0, UInt64(UInt32(bitPattern: flags))])
    }
    #expect(opened(O_RDONLY | O_CLOEXEC | O_DIRECTORY) == Self.allowed)
    for flags in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC] {
      #expect(opened(flags) == Self.refused(EACCES))
    }
    #expect(Self.result(program, SYS_unlinkat) == Self.refused(EACCES))
    #expect(Self.result(program, SYS_openat2) == Self.refused(ENOSYS))
  }

  @Test
  func `calls by another interface do not exist`() {
    let program = SystemCallFilter(process: Self.process, deniesWriting: false).program
    #expect(
      Self.result(program, SYS_write, architecture: 0x4000_0003) == Self.refused(ENOSYS))
    #if arch(x86_64)
      #expect(Self.result(program, 0x4000_0000 | SYS_write) == Self.refused(ENOSYS))
    #endif
  }

  @Test
  func `the filter is no longer than the kernel takes`() {
    #expect(SystemCallFilter(process: Self.process, deniesWriting: true).program.count < 4_096)
  }

  @Test(arguments: [
    ("/home/ana/plugins/libhub-x.so", "/home/ana/plugins"),
    ("/home/ana/libhub-x.so", "/home/ana/libhub-x.so"), ("/home/libhub-x.so", "/home/libhub-x.so"),
    ("/libhub-x.so", "/libhub-x.so"), ("/tmp/libhub-x.so", "/tmp/libhub-x.so"),
    ("/tmp/x/libhub-x.so", "/tmp/x"), ("/home/anabel/libhub-x.so", "/home/anabel"),
  ])
  func `a plug-in may read its folder, unless that is the home folder or wider`(
    plugin: String, expected: String
  ) {
    let files = ReadableFiles(
      plugin: plugin, ["HOME": "/home/ana", "TERMINFO_DIRS": "/a:/home::b"])
    #expect(files.reading.contains(expected))
    #expect(!files.reading.contains("/home/ana") && !files.reading.contains("/home"))
    #expect(!files.reading.contains("/tmp") && !files.reading.contains("/"))
    #expect(files.reading.contains("/a") && !files.reading.contains("b"))
    #expect(files.reading.contains("/home/ana/.terminfo"))
    #expect(!files.reading.contains("/etc/resolv.conf"))
    let more = ReadableFiles(
      plugin: plugin, ["HOME": "/home/ana"], granted: Allowance(network: true, files: ["/srv"]))
    #expect(more.reading.contains("/srv") && more.reading.contains("/etc/resolv.conf"))
  }

  @Test
  func `what the kernel lacks is said`() {
    #expect(
      Confinement(landlock: 7, filtersCalls: true, refusesNewCode: true).words
        == "no network, no other programs, no files but its own and the system's, to read, no new code"
    )
    let granted = Allowance(network: true, files: ["/srv", "/opt/x"])
    #expect(
      Confinement(landlock: 7, filtersCalls: true, refusesNewCode: true, granted: granted).words
        == "no other programs, no files but its own, /srv, /opt/x and the system's, to read, no new code"
    )
    let none = Confinement(landlock: 0, filtersCalls: false, refusesNewCode: false).words
    #expect(none.hasPrefix("this kernel lacks system call filters"))
    #expect(none.contains("Landlock (it can read your files)") && none.contains("PR_SET_MDWE"))
    #expect(
      Confinement(landlock: 0, filtersCalls: true, refusesNewCode: true).words
        .contains("no files to write"))
  }

  @Test
  func `only some variables reach a runner`() {
    let clean = RunnerProcess.clean([
      "TERM": "xterm", "LC_ALL": "C", "HOME": "/h", "LD_PRELOAD": "/x.so", "SECRET": "s",
      "SWIFT_BACKTRACE": "enable=yes", "LD_LIBRARY_PATH": "/l", "DBUS_SESSION_BUS_ADDRESS": "d",
    ])
    #expect(
      clean
        == ["TERM": "xterm", "LC_ALL": "C", "HOME": "/h", "SWIFT_BACKTRACE": "enable=no"])
  }
}
