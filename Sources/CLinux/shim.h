/* What Swift's Glibc module leaves out of the C library. Includes, and wrappers for what cannot be imported. */
#ifndef HUB_CLINUX_SHIM_H
#define HUB_CLINUX_SHIM_H
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* `struct ucred` and SO_PEERCRED need _GNU_SOURCE, which the importer may have set too late: asked for here. */
static inline int hub_peer_uid(int fd, unsigned *uid) {
  struct { int pid; unsigned uid, gid; } peer = {0, 0, 0};
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0 || length != sizeof peer) return -1;
  *uid = peer.uid;
  return 0;
}

/* With GNU's names, these take a transparent union, which Swift does not. */
static inline int hub_bind(int fd, const struct sockaddr *address, socklen_t length) { return bind(fd, address, length); }
static inline int hub_connect(int fd, const struct sockaddr *address, socklen_t length) { return connect(fd, address, length); }
static inline int hub_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC); }
static inline int hub_socket_name(int fd, struct sockaddr *address, socklen_t *length) { return getsockname(fd, address, length); }

/* open, fcntl and ioctl are variadic. */
static inline int hub_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
static inline int hub_fcntl(int fd, int command, int value) { return fcntl(fd, command, value); }
static inline int hub_window_size(int fd, unsigned short *columns, unsigned short *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

/* prctl is variadic. Ends this process when its parent ends. */
static inline int hub_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/* A function pointer out of dlsym, without the cast that Swift would need. */
static inline void *hub_symbol(void *handle, const char *name) { return dlsym(handle, name); }

/* The ELF type (STT_…) of the symbol at an address, -1 if unknown: dladdr1 gives it through a void **. */
static inline int hub_symbol_type(const void *address) {
  Dl_info info;
  const ElfW(Sym) *symbol = NULL;
  if (dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL) return -1;
  return symbol->st_info & 15;
}

/* prctl and syscall are variadic, and the C library has no functions for these calls. */
static inline int hub_prctl(int option, unsigned long a, unsigned long b) { return prctl(option, a, b, 0UL, 0UL); }
static inline int hub_pidfd_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }
static inline int hub_landlock_create(const void *attributes, size_t size, unsigned flags) {
  return (int)syscall(444, attributes, size, flags);
}
static inline int hub_landlock_add(int ruleset, int type, const void *rule) {
  return (int)syscall(445, ruleset, type, rule, 0);
}
static inline int hub_landlock_restrict(int ruleset) { return (int)syscall(446, ruleset, 0); }
static inline int hub_seccomp_set(unsigned flags, struct sock_fprog *program) {
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
}
#endif
