/* Front ends with one bad habit each, chosen by a macro: in their life, towards other hosts, with the loop, with input and
 * output, and with the terminal. Without a macro it is a good one that uses the loop to its limits. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <hub/frontend.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#ifndef NEEDS
#define NEEDS 0
#endif

#define UNUSED __attribute__((unused)) static
#define SERVICE(type, id) ((const type *)host->service(host, id, sizeof(id) - 1))
static const hub_host *host;
static const hub_loop *loop;
static hub_terminal_info place;
UNUSED int pipes[2] = {-1, -1};

UNUSED void say(const char *text) { (void)!write(place.output_fd, text, strlen(text)); }

/* --- With the loop --------------------------------------------------------------------------------------------------- */
UNUSED void ignore(void *context, int32_t fd, uint32_t events) { (void)context; (void)fd; (void)events; }

#if defined(GOOD_HABITS)
/* Whatever is not as the header says is an error in the log, and so seen by whoever runs it. */
static void want(int isSo, const char *what) {
  char line[200];
  if (isSo) return;
  int length = snprintf(line, sizeof line, "not so: %s", what);
  SERVICE(hub_log, HUB_LOG)->write(host, HUB_LOG_ERROR, line, (uint64_t)length);
}
#define WANT(test) want((test) != 0, #test)
#define TIMERS 1000
static uint64_t many[TIMERS], never, hasty;
static int hasty_ticks;
static void forget(void) {
  if (pipes[0] < 0) return;
  close(pipes[0]);
  close(pipes[1]);
  pipes[0] = -1;
}
/* Once both callbacks came nothing is left that keeps the host. */
static void leave_when_done(void) {
  if (hasty != 0 || pipes[0] >= 0 || never == 0) return;
  WANT(loop->cancel_timer(host, never) == HUB_OK);
  never = 0;
}
static void on_ready(void *context, int32_t fd, uint32_t events) {
  (void)context;
  WANT(events & HUB_READABLE);
  /* It ends its own watch within its callback, and the byte stays unread. */
  WANT(loop->unwatch(host, fd) == HUB_OK);
  WANT(loop->unwatch(host, fd) == HUB_E_NOT_FOUND);
  forget();
  leave_when_done();
}
static void on_tick(void *context, uint64_t timer) {
  (void)context;
  if (timer != hasty) return;
  hasty_ticks++;
  WANT(hasty_ticks == 1);
  WANT(loop->cancel_timer(host, timer) == HUB_OK);
  WANT(loop->cancel_timer(host, timer) == HUB_E_NOT_FOUND);
  hasty = 0;
  leave_when_done();
}
static void begin_habit(void) {
  WANT(pipe(pipes) == 0);
  WANT(loop->watch(host, pipes[0], HUB_READABLE, on_ready, NULL) == HUB_OK);
  WANT(loop->watch(host, pipes[0], HUB_READABLE, on_ready, NULL) == HUB_E_STATE);
  WANT(loop->modify(host, pipes[0], HUB_WRITABLE) == HUB_OK);
  WANT(loop->modify(host, pipes[0], HUB_READABLE) == HUB_OK);
  WANT(loop->modify(host, pipes[1], HUB_READABLE) == HUB_E_NOT_FOUND);
  WANT(loop->watch(host, 987, HUB_READABLE, on_ready, NULL) < 0);
  WANT(loop->watch(host, pipes[1], 0, on_ready, NULL) == HUB_E_ARGUMENT);
  WANT(write(pipes[1], "!", 1) == 1);
  WANT(loop->add_timer(host, 0, on_tick, NULL, &hasty) == HUB_OK && hasty != 0);
  WANT(loop->add_timer(host, UINT64_MAX, on_tick, NULL, &never) == HUB_OK);
  for (int i = 0; i < TIMERS; i++) WANT(loop->add_timer(host, 3600000, on_tick, NULL, &many[i]) == HUB_OK);
  for (int i = 0; i < TIMERS; i++) WANT(loop->cancel_timer(host, many[i]) == HUB_OK);
}
static void end_habit(void) {
  if (hasty != 0) loop->cancel_timer(host, hasty);
  if (never != 0) loop->cancel_timer(host, never);
  if (pipes[0] >= 0) loop->unwatch(host, pipes[0]);
  forget();
}
#elif defined(WATCHES_TWICE)
static void begin_habit(void) {
  if (pipe(pipes) != 0) return;
  for (int i = 0; i < 2; i++) loop->watch(host, pipes[0], HUB_READABLE, ignore, NULL);
}
static void end_habit(void) { loop->unwatch(host, pipes[0]); close(pipes[0]); close(pipes[1]); }
#elif defined(CANCELS_TWICE)
static void tick(void *context, uint64_t timer) { (void)context; (void)timer; }
static void begin_habit(void) {
  uint64_t timer;
  if (loop->add_timer(host, 1000, tick, NULL, &timer) != HUB_OK) return;
  for (int i = 0; i < 2; i++) loop->cancel_timer(host, timer);
}
static void end_habit(void) {}
#elif defined(CLOSES_WATCHED)
static void begin_habit(void) {
  if (pipe(pipes) != 0) return;
  loop->watch(host, pipes[0], HUB_READABLE, ignore, NULL);
  close(pipes[0]);
  close(pipes[1]);
}
static void end_habit(void) { loop->unwatch(host, pipes[0]); }
#elif defined(LEAVES_READY)
static void begin_habit(void) {
  if (pipe(pipes) != 0 || write(pipes[1], "!", 1) != 1) return;
  loop->watch(host, pipes[0], HUB_READABLE, ignore, NULL);
}
static void end_habit(void) { loop->unwatch(host, pipes[0]); close(pipes[0]); close(pipes[1]); }

/* --- With input ------------------------------------------------------------------------------------------------------- */
#elif defined(SPINS_AT_END) || defined(CRASHES_ON_NO_TEXT) || defined(STOPS_READING) || defined(CRASHES_ON_KEY)
static struct termios settings;
static void on_input(void *context, int32_t fd, uint32_t events) {
  (void)context; (void)events;
  unsigned char bytes[4096];
  ssize_t count = read(fd, bytes, sizeof bytes);
#if defined(CRASHES_ON_NO_TEXT) || defined(CRASHES_ON_KEY)
  if (count > 0 && memchr(bytes, 0xFF, (size_t)count)) *(volatile int *)0 = 1;
#elif defined(STOPS_READING)
  loop->unwatch(host, fd);
#endif
  (void)count;
}
static void begin_habit(void) {
  if (tcgetattr(place.input_fd, &settings) == 0) {
    struct termios raw = settings;
    cfmakeraw(&raw);
    tcsetattr(place.input_fd, TCSANOW, &raw);
  }
  loop->watch(host, place.input_fd, HUB_READABLE, on_input, NULL);
}
static void end_habit(void) {
  loop->unwatch(host, place.input_fd);
  if (NEEDS & HUB_NEEDS_TERMINAL) tcsetattr(place.input_fd, TCSANOW, &settings);
}

/* --- With the terminal ------------------------------------------------------------------------------------------------- */
#elif defined(OPENS_TERMINAL)
static void begin_habit(void) {
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0) return;
  (void)!write(terminal, "mine\r\n", 6);
  close(terminal);
}
static void end_habit(void) {}
#elif defined(SETS_TERMINAL)
static void begin_habit(void) {
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
  struct termios raw;
  if (terminal < 0 || tcgetattr(terminal, &raw) != 0) return;
  cfmakeraw(&raw);
  tcsetattr(terminal, TCSANOW, &raw);
  close(terminal);
}
static void end_habit(void) {}
#elif defined(UNTOLD_MODES)
static void begin_habit(void) { say("\033[?1049h\033[?25l"); }
static void end_habit(void) { say("\033[?25h\033[?1049l"); }
#elif defined(TAKES_SIGNALS)
static void leave(int signal) { (void)signal; _exit(7); }
static void begin_habit(void) {
  static const int taken[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
    signal(taken[i], leave);
    sigaddset(&set, taken[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
static void end_habit(void) {}
#elif defined(NEVER_STOPS)
static void begin_habit(void) {}
static void end_habit(void) { for (;;) pause(); }
#elif defined(LEAVES_MODES)
static void begin_habit(void) { say("\033[?1049h"); }
static void end_habit(void) {}
#elif defined(TAKES_CRASHES)
static void leave(int signal) { (void)signal; _exit(7); }
static void begin_habit(void) { signal(SIGABRT, leave); signal(SIGSEGV, leave); }
static void end_habit(void) {}
#else
static void begin_habit(void) {}
static void end_habit(void) {}
#endif

/* --- Its life ------------------------------------------------------------------------------------------------------------ */
static int starts, stands;
static uint64_t last;

UNUSED void *late(void *context) {
  (void)context;
  usleep(50000);
  SERVICE(hub_navigation, HUB_NAVIGATION)->hub_shown(host);
  return NULL;
}
static hub_status create(const hub_host *given, void **instance) {
  *instance = NULL;
  host = given;
  last = 0;
  loop = SERVICE(hub_loop, HUB_LOOP);
  place.size = sizeof place;
  const hub_terminal *terminal = SERVICE(hub_terminal, HUB_TERMINAL);
  if (terminal == NULL || terminal->describe(host, &place) != HUB_OK) return HUB_E_UNAVAILABLE;
#ifdef FEARS_NEWER_HOSTS
  if (host->size != sizeof *host || host->abi_minor > HUB_ABI_MINOR) return HUB_E_UNAVAILABLE;
#endif
  return HUB_OK;
}
static hub_status start(void *instance) {
  (void)instance;
#ifdef STARTS_ONCE
  if (starts > 0) return HUB_E_STATE;
#endif
  starts++;
  stands = 1;
  begin_habit();
  return HUB_OK;
}
static void stop(void *instance) { (void)instance; stands = 0; end_habit(); }
static void destroy(void *instance) {
  (void)instance;
#ifdef ENDS_AS_STARTED
  if (starts == 0) *(volatile int *)0 = 1;
#endif
}
static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length, const char *badge,
                           uint64_t badge_length) {
  (void)instance; (void)call; (void)tab; (void)tab_length; (void)badge; (void)badge_length; (void)stands;
#if defined(SHOWS_ONCE)
  return starts > 1 ? HUB_E_STATE : HUB_OK;
#elif defined(SHOWS_LATE)
  pthread_t thread;
  if (pthread_create(&thread, NULL, late, NULL) == 0) pthread_detach(thread);
  return HUB_PENDING;
#elif defined(TRUSTS_NEW_ENDS)
  const hub_conversations *conversations = SERVICE(hub_conversations, HUB_CONVERSATIONS);
  hub_id id = {{0}};
  conversations->fetch_older(host, id);
#elif defined(TRUSTS_NEW_SERVICES)
  hub_sync_info info = {.size = sizeof info};
  SERVICE(hub_sync, HUB_SYNC)->describe(host, &info);
#elif defined(DROPS_OUTPUT)
  static char text[262144];
  memset(text, 'x', sizeof text);
  fcntl(place.output_fd, F_SETFL, O_NONBLOCK);
  (void)!write(place.output_fd, text, sizeof text);
#endif
  return HUB_OK;
}
#ifdef TRUSTS_NEW_RECORDS
static int32_t on_reply(void *context, const hub_reply *reply) {
  if (reply->sender_id.data != NULL) *(int *)context += reply->sender_id.data[0];
  return 0;
}
static hub_status present_conversation(void *instance, const hub_call *call, uint64_t presentation,
                                       const hub_conversation *conversation) {
  (void)instance; (void)call; (void)presentation;
  int sum = 0;
  SERVICE(hub_conversations, HUB_CONVERSATIONS)->replies(host, conversation->id, INT64_MAX, 10, on_reply, &sum);
  return HUB_OK;
}
#define CONVERSATION HUB_METHOD(present_conversation, present_conversation),
#else
#define CONVERSATION
#endif
static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  (void)instance; (void)presentation; (void)post;
#ifdef FEARS_THE_SAME
  if (call->request == last) abort();
#endif
  last = call->request;
  return HUB_OK;
}
static hub_status suspend(void *instance, const hub_call *call) { (void)instance; (void)call; return HUB_OK; }

static const hub_method methods[] = {
    CONVERSATION HUB_METHOD(terminal_suspend, suspend), HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post)};
static const hub_frontend habits = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.habits"), HUB_STRING("habits"), HUB_STRING("1.0"),
    HUB_STRING("Has a habit"), NEEDS, sizeof(hub_method), sizeof methods / sizeof methods[0], methods,
    create, start, stop, destroy, HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &habits; }
