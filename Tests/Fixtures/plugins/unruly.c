/* A front end that misbehaves in one way at one moment, both chosen by macros: -DWHAT=crash -DAT_SHOW. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <hub/frontend.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#ifndef NEEDS
#define NEEDS 0
#endif
#ifndef WHAT
#define WHAT nothing
#endif
#ifndef READS
#define READS
#endif
#ifndef PORT
#define PORT 9
#endif
#ifndef FILE_TO_READ
#define FILE_TO_READ "/etc/passwd"
#endif

static const hub_host *host;
static const hub_loop *loop;

#define KIND __attribute__((unused)) static void
KIND nothing(void) {}
KIND crash(void) { *(volatile int *)0 = 1; }
KIND give_up(void) { abort(); }
KIND leave(void) { exit(5); }
KIND leave_well(void) { exit(0); }
KIND hang(void) { for (;;) pause(); }
KIND spin(void) {
  signal(SIGTERM, SIG_IGN);
  for (volatile unsigned long i = 0;; i++) {}
}
KIND bomb(void) {
  for (;;) {
    char *room = malloc(64 << 20);
    if (room == NULL) abort();
    for (size_t at = 0; at < 64 << 20; at += 1 << 20) room[at] = 1;
  }
}
KIND noise(void) {
  for (int i = 0; i < 16384; i++) fprintf(stderr, "noise %06d \033[31m...............................................\n", i);
}
KIND prints(void) { printf("stray\n"); fflush(stdout); }
KIND stops(void) { raise(SIGSTOP); }
KIND closes(void) { for (int i = 0; i < 64; i++) close(i); }
static void *thread_crash(void *unused) { (void)unused; crash(); return NULL; }
KIND crashes_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thread_crash, NULL);
  pthread_join(thread, NULL);
}
KIND garbage(void) { (void)!write(3, "rubbish", 7); pause(); }
KIND asks_for_ever(void) {
  char path[262144];
  memset(path, 'x', sizeof path);
  for (;;) (void)!write(3, path, 16384);
}

KIND pushes_rubbish(void) {
  const hub_inbox *inbox = host->service(host, HUB_INBOX, sizeof(HUB_INBOX) - 1);
  if (inbox->push(host, "rubbish", 7) != HUB_E_REFUSED || inbox->push(host, "{}", 2) != HUB_E_REFUSED) abort();
}

/* What a confined plug-in cannot do: one word a thing that it could. */
KIND tries(void) {
  int can = 0;
#define CAN(word, test) do { if (test) { fprintf(stderr, "CAN " word "\n"); can = 1; } } while (0)
  int file = socket(AF_INET, SOCK_STREAM, 0);
  CAN("socket", file >= 0);
  CAN("unix socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  CAN("fork", fork() == 0 ? (_exit(0), 0) : errno != EPERM);
  CAN("run", execl("/bin/true", "true", (char *)NULL) != -1 || errno != EPERM);
  CAN("kill", kill(getppid(), 0) == 0);
  CAN("type", ioctl(0, TIOCSTI, "x") == 0);
  file = open("/tmp/hubhost-unruly", O_WRONLY | O_CREAT, 0600);
  CAN("write", file >= 0);
  CAN("read", open("/etc/passwd", O_RDONLY) >= 0);
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CAN("make code", mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0);
  CAN("see tokens", getenv("HUB_SECRET") != NULL);
  fprintf(stderr, can ? "FREE\n" : "CONFINED\n");
  pthread_t thread;
  if (pthread_create(&thread, NULL, (void *(*)(void *))(void *)getpid, NULL) == 0) pthread_join(thread, NULL);
  else fprintf(stderr, "NO THREADS\n");
  if (open("/dev/null", O_RDWR) < 0 || open("/usr/share/zoneinfo/Etc/UTC", O_RDONLY) < -1) fprintf(stderr, "NO FILES\n");
}

/* What was granted or not, one word each: whether it connects to a port of this machine, what a file holds. */
KIND reaches(void) {
  int line = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int connected = line >= 0 && connect(line, (struct sockaddr *)&address, sizeof address) == 0;
  fprintf(stderr, "connect: %s\n", connected ? "yes" : strerror(errno));
  if (line >= 0) close(line);
  fprintf(stderr, "local socket: %s\n", socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? "yes" : strerror(errno));
  char text[64] = "";
  int file = open(FILE_TO_READ, O_RDONLY);
  if (file >= 0) (void)!read(file, text, sizeof text - 1);
  fprintf(stderr, "read: %s\n", file >= 0 ? text : strerror(errno));
  fprintf(stderr, "write: %s\n", open(FILE_TO_READ, O_WRONLY) >= 0 ? "yes" : strerror(errno));
}

static const hub_terminal *terminal(void) {
  return host == NULL ? NULL : host->service(host, HUB_TERMINAL, sizeof(HUB_TERMINAL) - 1);
}
static void say(const char *text) {
  hub_terminal_info info = {.size = sizeof info};
  if (terminal() == NULL || terminal()->describe(host, &info) != HUB_OK) return;
  (void)!write(info.output_fd, text, strlen(text));
}
static void take(void) {
  if (!(NEEDS & HUB_NEEDS_TERMINAL)) return;
  struct termios raw;
  tcgetattr(0, &raw);
  cfmakeraw(&raw);
  raw.c_lflag |= ISIG;
  tcsetattr(0, TCSANOW, &raw);
  fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
  terminal()->modes(host, HUB_MODE_SCREEN | HUB_MODE_MOUSE | HUB_MODE_PASTE | HUB_MODE_KEYPAD);
  say("\033[?1049h\033[?25l\033[?1000h\033[?1006h\033[?2004h\033[?1h\033=TAKEN\r\n");
}

#if defined(AT_TIMER)
static uint64_t first_request;
static void on_timer(void *context, uint64_t timer) {
  (void)context;
  loop->cancel_timer(host, timer);
  /* Only the first runner: the calls of a later one have higher numbers. */
  if (first_request == 1) { WHAT(); }
  else loop->quit(host, "done", 4);
}
#endif
static void on_key(void *context, int32_t fd, uint32_t events) {
  (void)context; (void)events;
  char key;
  if (read(fd, &key, 1) != 1) return;
  if (key == 'q') loop->quit(host, "key", 3);
  if (key == 'z') terminal()->suspend(host);
  if (key == 'x') { WHAT(); }
}

#if defined(AT_LOAD)
__attribute__((constructor)) static void at_load(void) { WHAT(); }
#endif
static hub_status create(const hub_host *given, void **instance) {
  host = given;
  loop = host->service(host, HUB_LOOP, sizeof(HUB_LOOP) - 1);
  *instance = NULL;
#if defined(AT_CREATE)
  WHAT();
#endif
  return HUB_OK;
}
static hub_status start(void *instance) {
  (void)instance;
  take();
  if (NEEDS & HUB_NEEDS_TERMINAL) loop->watch(host, 0, HUB_READABLE, on_key, NULL);
#if defined(AT_START)
  WHAT();
#endif
  return HUB_OK;
}
static void stop(void *instance) {
  (void)instance;
#if defined(AT_STOP)
  WHAT();
#endif
}
static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                           const char *badge, uint64_t badge_length) {
  (void)instance; (void)call; (void)tab; (void)badge;
  (void)tab_length; (void)badge_length;
  say("HUB\r\n");
#if defined(AT_SHOW)
  WHAT();
#elif defined(AT_TIMER)
  uint64_t timer;
  first_request = call->request;
  loop->add_timer(host, 20, on_timer, NULL, &timer);
#endif
  return HUB_OK;
}
static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  (void)instance; (void)call; (void)presentation; (void)post;
  say("POST\r\n");
#if defined(AT_PRESENT)
  WHAT();
#endif
  return HUB_OK;
}
static hub_status terminal_suspend(void *instance, const hub_call *call) {
  (void)instance; (void)call;
  say("LEAVING\r\n");
  return HUB_OK;
}
static hub_status terminal_resume(void *instance, const hub_call *call) {
  (void)instance; (void)call;
  take();
  say("RETAKEN\r\n");
  return HUB_OK;
}

static const hub_method methods[] = {
    HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post),
    HUB_METHOD(terminal_suspend, terminal_suspend), HUB_METHOD(terminal_resume, terminal_resume)};
static const hub_string reads[] = {READS {"", 0}};
static const hub_frontend unruly = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.unruly"), HUB_STRING("unruly"), HUB_STRING("1.0"),
    HUB_STRING("Misbehaves"), NEEDS, sizeof(hub_method), sizeof methods / sizeof methods[0], methods,
    create, start, stop, NULL, 0, 0, NULL, reads, sizeof reads / sizeof reads[0] - 1};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &unruly; }
