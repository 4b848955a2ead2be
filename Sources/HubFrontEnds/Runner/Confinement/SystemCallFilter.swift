import CLinux
import Glibc

/// The system calls that a plug-in is refused, as a program for the kernel's filter (seccomp).
///
/// A list of what is forbidden: network, other programs and processes, other users' business, and
/// typing into the terminal. Calls are answered with an error, so that a library that merely tries goes
/// on. Descriptors that are open already can be used.
struct SystemCallFilter {
  /// When a call is refused.
  enum Condition: Hashable {
    case always
    /// The lower half of an argument is one of these; the kernel looks at no more of it.
    case isOne(argument: Int, of: [UInt32])
    case isNot(argument: Int, value: UInt32)
    case isNone(argument: Int, of: [UInt32])
    /// None of these bits is set in the lower half of an argument.
    case lacksBits(argument: Int, UInt32)
    case hasBits(argument: Int, UInt32)
  }

  /// One call that is refused.
  struct Rule: Hashable {
    let number: Int32
    let condition: Condition
    let error: Int32
  }

  let rules: [Rule]

  #if arch(x86_64)
    private static let architecture: UInt32 = 0xC000_003E
  #elseif arch(arm64)
    private static let architecture: UInt32 = 0xC000_00B7
  #elseif arch(riscv64)
    private static let architecture: UInt32 = 0xC000_00F3
  #endif

  /// Makes the list for a process.
  ///
  /// - Parameters:
  ///   - process: the only one that it may send signals to.
  ///   - deniesWriting: refuse to open files for writing and to change folders, where Landlock does
  ///     not.
  ///   - allowsNetwork: leave the network open; the sockets of this machine's services stay closed.
  init(process: pid_t, deniesWriting: Bool, allowsNetwork: Bool = false) {
    var rules: [Rule] = []
    func deny(_ numbers: [Int32], _ condition: Condition = .always, _ error: Int32 = EPERM) {
      rules += numbers.map { Rule(number: $0, condition: condition, error: error) }
    }
    let isOther = Condition.isNot(argument: 0, value: UInt32(bitPattern: process))
    if allowsNetwork {
      deny([SYS_socket], .isNone(argument: 0, of: Self.internet), EACCES)
    } else {
      deny(Self.network, .always, EACCES)
    }
    deny(Self.programs)
    // Threads are made with clone, too; clone3 hides its flags from a filter, so the C library is
    // told to do without it.
    deny([SYS_clone], .lacksBits(argument: 0, UInt32(CLONE_THREAD)))
    deny([SYS_clone3, SYS_io_uring_setup], .always, ENOSYS)
    deny([SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo], isOther)
    deny([SYS_ioctl], .isOne(argument: 1, of: Self.terminalTricks))
    deny([SYS_prctl], .isOne(argument: 0, of: Self.processTricks))
    deny(Self.system)
    if deniesWriting {
      deny(Self.changes, .always, EACCES)
      let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
      deny([SYS_openat], .hasBits(argument: 2, writing), EACCES)
      deny([SYS_openat2], .always, ENOSYS)
      #if arch(x86_64)
        deny([SYS_open], .hasBits(argument: 1, writing), EACCES)
      #endif
    }
    self.rules = rules
  }

  /// A list that closes the network alone.
  static let withoutNetwork = SystemCallFilter(
    rules: network.map { Rule(number: $0, condition: .always, error: EACCES) })

  private init(rules: [Rule]) { self.rules = rules }

  /// AF_INET and AF_INET6.
  private static let internet: [UInt32] = [2, 10]

  private static let network = [
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
  ]

  private static let programs: [Int32] = {
    var numbers = [SYS_execve, SYS_execveat]
    #if arch(x86_64)
      numbers += [SYS_fork, SYS_vfork]
    #endif
    return numbers
  }()

  /// TIOCSTI, TIOCLINUX, TIOCSCTTY, TIOCSPGRP: types keys for the shell, or takes its terminal.
  private static let terminalTricks: [UInt32] = [0x5412, 0x541C, 0x540E, 0x5410]

  /// PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_PTRACER: outliving the host, being looked into.
  private static let processTricks: [UInt32] = [1, 4, 0x5961_6D61]

  private static let system = [
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open,
    SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_tkill, SYS_kexec_load, SYS_kexec_file_load,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_mount, SYS_umount2, SYS_pivot_root,
    SYS_chroot, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsmount, SYS_fsconfig, SYS_fspick,
    SYS_mount_setattr, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_swapon, SYS_swapoff, SYS_reboot,
    SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex,
    SYS_clock_adjtime, SYS_quotactl, SYS_acct, SYS_syslog, SYS_vhangup, SYS_fanotify_init,
    SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_setsid, SYS_setpgid, SYS_io_uring_enter,
    SYS_io_uring_register,
  ]

  private static let changes: [Int32] = {
    var numbers = [
      SYS_unlinkat, SYS_renameat2, SYS_mkdirat, SYS_linkat, SYS_symlinkat, SYS_mknodat,
      SYS_fchmodat, SYS_fchmod, SYS_fchownat, SYS_fchown, SYS_truncate, SYS_utimensat,
      SYS_setxattr, SYS_lsetxattr, SYS_removexattr, SYS_lremovexattr,
    ]
    #if arch(x86_64)
      numbers += [
        SYS_unlink, SYS_rename, SYS_renameat, SYS_mkdir, SYS_rmdir, SYS_link, SYS_symlink,
        SYS_mknod, SYS_chmod, SYS_chown, SYS_lchown, SYS_creat, SYS_utime, SYS_utimes,
        SYS_futimesat,
      ]
    #endif
    return numbers
  }()

  // MARK: The kernel's program

  private static let load = UInt16(0x20)
  private static let jumpIfEqual = UInt16(0x15)
  private static let jumpIfAtLeast = UInt16(0x35)
  private static let jumpIfBits = UInt16(0x45)
  private static let result = UInt16(0x06)
  private static let allowed: UInt32 = 0x7FFF_0000
  private static let failed: UInt32 = 0x0005_0000
  /// Offsets in `struct seccomp_data`.
  private static let numberOffset: UInt32 = 0
  private static let architectureOffset: UInt32 = 4
  private static let argumentsOffset: UInt32 = 16

  /// The filter as instructions; each rule is a few of them that are jumped over together.
  var program: [sock_filter] {
    var code = [
      Self.step(Self.load, Self.architectureOffset),
      Self.step(Self.jumpIfEqual, Self.architecture, 1, 0),
      Self.step(Self.result, Self.failed | UInt32(ENOSYS)),
      Self.step(Self.load, Self.numberOffset),
    ]
    #if arch(x86_64)
      // The numbers of the x32 interface, by which the same calls could be made.
      code += [
        Self.step(Self.jumpIfAtLeast, 0x4000_0000, 0, 1),
        Self.step(Self.result, Self.failed | UInt32(ENOSYS)),
      ]
    #endif
    for rule in rules {
      let body = Self.body(rule)
      code.append(Self.step(Self.jumpIfEqual, UInt32(rule.number), 0, UInt8(body.count)))
      code += body
    }
    code.append(Self.step(Self.result, Self.allowed))
    return code
  }

  private static func body(_ rule: Rule) -> [sock_filter] {
    let refuse = step(result, failed | UInt32(rule.error))
    let allow = step(result, allowed)
    switch rule.condition {
    case .always:
      return [refuse]
    case .isOne(let argument, let values):
      var code = [loadArgument(argument)]
      for (index, value) in values.enumerated() {
        code.append(step(jumpIfEqual, value, UInt8(values.count - index), 0))
      }
      return code + [allow, refuse]
    case .isNone(let argument, let values):
      var code = [loadArgument(argument)]
      for (index, value) in values.enumerated() {
        code.append(step(jumpIfEqual, value, UInt8(values.count - index), 0))
      }
      return code + [refuse, allow]
    case .isNot(let argument, let value):
      return [loadArgument(argument), step(jumpIfEqual, value, 0, 1), allow, refuse]
    case .lacksBits(let argument, let bits):
      return [loadArgument(argument), step(jumpIfBits, bits, 0, 1), allow, refuse]
    case .hasBits(let argument, let bits):
      return [loadArgument(argument), step(jumpIfBits, bits, 1, 0), allow, refuse]
    }
  }

  private static func loadArgument(_ index: Int) -> sock_filter {
    step(load, argumentsOffset + UInt32(index) * 8)
  }

  private static func step(
    _ code: UInt16, _ value: UInt32, _ ifTrue: UInt8 = 0, _ ifFalse: UInt8 = 0
  ) -> sock_filter {
    sock_filter(code: code, jt: ifTrue, jf: ifFalse, k: value)
  }

  /// Puts the filter in force for all threads, for good; false: the kernel has none.
  func install() -> Bool {
    var program = program
    return unsafe program.withUnsafeMutableBufferPointer { code in
      var whole = unsafe sock_fprog(len: UInt16(code.count), filter: code.baseAddress)
      return unsafe hub_seccomp_set(UInt32(SECCOMP_FILTER_FLAG_TSYNC), &whole) == 0
    }
  }
}
