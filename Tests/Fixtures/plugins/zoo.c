/* Front ends that are good or broken in one way each, chosen by a macro. */
#ifdef DATA_SYMBOL
__attribute__((visibility("default"))) const long hub_frontend_v1 = 1;
#else
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <hub/frontend.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#ifndef NAME
#define NAME "zoo"
#endif

static hub_status done(void) { return HUB_OK; }
#define ROW(name, signature, function) \
  {HUB_STRING(name), HUB_STRING(signature), 0, 0, (hub_function)(function)}

#if defined(CRASH_AT_LOAD)
__attribute__((constructor)) static void crash(void) { *(volatile int *)0 = 1; }
#elif defined(EXIT_AT_LOAD)
__attribute__((constructor)) static void leave(void) { _exit(3); }
#elif defined(HANG_AT_LOAD)
__attribute__((constructor)) static void hang(void) { for (;;) pause(); }
#elif defined(NOISY_AT_LOAD)
__attribute__((constructor)) static void noise(void) { (void)!write(1, "noise\n", 6); }
#elif defined(CHANGES_AT_LOAD)
__attribute__((constructor)) static void change(void) { setenv("HUB_ZOO", "1", 1); }
#elif defined(EXCHANGES_ITSELF)
#include <dlfcn.h>
/* Puts an empty file in its own place. */
__attribute__((constructor)) static void exchange(void) {
  Dl_info own;
  char other[4096];
  if (!dladdr((void *)exchange, &own)) return;
  snprintf(other, sizeof other, "%s.other", own.dli_fname);
  FILE *file = fopen(other, "w");
  if (file && fclose(file) == 0) rename(other, own.dli_fname);
}
#elif defined(CRASH_AT_EXIT)
static void at_exit(void) { *(volatile int *)0 = 1; }
__attribute__((constructor)) static void prepare_exit(void) { atexit(at_exit); }
#elif defined(SLOW_TO_LOAD)
__attribute__((constructor)) static void compute(void) { for (volatile unsigned i = 0; i < 400000000u; i++) {} }
#elif defined(MANY_CONSTRUCTORS)
#define C(n) __attribute__((constructor)) static void c##n(void) {}
C(1) C(2) C(3) C(4) C(5) C(6) C(7) C(8) C(9) C(10) C(11) C(12) C(13) C(14) C(15) C(16) C(17) C(18)
#endif
#ifdef WRITABLE_CODE
__attribute__((section(".both,\"awx\",@progbits#"), used)) static int both = 1;
#endif
#ifdef TEXT_RELOCATIONS
__asm__(".pushsection .text\n.balign 8\n.quad done\n.popsection");
#endif
#ifdef EXPORTS_HELPER
HUB_EXPORT int hub_helper(void) { return 1; }
#endif
#ifdef EXPORTS_MALLOC
HUB_EXPORT void *malloc(size_t size) { (void)size; return NULL; }
#endif
#ifdef THREAD_MEMORY
static __thread char per_thread[2 << 20];
#endif
#ifdef STATIC_THREAD_MEMORY
static __thread __attribute__((tls_model("initial-exec"))) int per_thread[4];
#endif

/* What one does while it runs, each by its macro. */
static const hub_host *the_host;
static int over;
static void *busy(void *context) {
  (void)context;
#if defined(STRAY_CALL)
  const hub_navigation *navigation = the_host->service(the_host, HUB_NAVIGATION, sizeof(HUB_NAVIGATION) - 1);
  if (navigation) navigation->hub_hidden(the_host);
#elif defined(LATE_CALL)
  const hub_navigation *navigation = the_host->service(the_host, HUB_NAVIGATION, sizeof(HUB_NAVIGATION) - 1);
  while (!__atomic_load_n(&over, __ATOMIC_SEQ_CST)) usleep(1000);
  usleep(20000);
  if (navigation) navigation->hub_hidden(the_host);
#elif defined(CRASH_IN_THREAD)
  *(volatile int *)0 = 1;
#else
  for (;;) pause();
#endif
  return NULL;
}
static hub_status create(const hub_host *host, void **instance) {
  *instance = NULL;
  the_host = host;
#if defined(CRASH_IN_CREATE)
  *(volatile int *)0 = 1;
#elif defined(LEAKS_MEMORY)
  memset(malloc(64 << 10), 1, 64 << 10);
#elif defined(LEAKS_FD)
  (void)!dup(2);
#elif defined(TRUSTS_SERVICES)
  const hub_items *items = host->service(host, HUB_ITEMS, sizeof(HUB_ITEMS) - 1);
  hub_counts counts = {sizeof counts, 0, 0, 0};
  items->counts(host, &counts);
#endif
  return HUB_OK;
}
/* It never cancels its timer, and leaves so that the host has an end. */
static void tick(void *context, uint64_t timer) {
  (void)context; (void)timer;
  const hub_loop *loop = the_host->service(the_host, HUB_LOOP, sizeof(HUB_LOOP) - 1);
  if (loop) loop->quit(the_host, "tick", 4);
}
static hub_status begin(void *instance) {
  (void)instance; (void)tick; (void)busy;
#if defined(FAILS)
  return HUB_E_UNAVAILABLE;
#elif defined(CHANGES_LOCALE)
  setlocale(LC_ALL, "C");
  setlocale(LC_NUMERIC, "C.UTF-8");
#elif defined(CHANGES_FOLDER)
  (void)!chdir("/");
#elif defined(CHANGES_MASK)
  umask(0);
#elif defined(CHANGES_SIGNALS)
  signal(SIGSEGV, SIG_IGN);
#elif defined(CLOSES_STREAMS)
  close(2);
#elif defined(KEEPS_TIMER)
  const hub_loop *loop = the_host->service(the_host, HUB_LOOP, sizeof(HUB_LOOP) - 1);
  uint64_t timer;
  if (loop) loop->add_timer(the_host, 1000, tick, NULL, &timer);
#elif defined(KEEPS_THREAD) || defined(STRAY_CALL) || defined(LATE_CALL) || defined(CRASH_IN_THREAD)
  pthread_t thread;
  pthread_create(&thread, NULL, busy, NULL);
#if defined(STRAY_CALL) || defined(CRASH_IN_THREAD)
  pthread_join(thread, NULL);
#endif
#elif defined(RAW_TERMINAL)
  struct termios settings;
  if (tcgetattr(0, &settings) == 0) { cfmakeraw(&settings); tcsetattr(0, TCSANOW, &settings); }
#elif defined(LEAVES_SCREEN)
  (void)!write(1, "\033[?1049h\033[?25l", 14);
#elif defined(EXITS_WITHOUT_TERM)
  if (!getenv("TERM") || strcmp(getenv("TERM"), "xterm-256color") != 0) exit(1);
#endif
  return HUB_OK;
}
static void end(void *instance) {
  (void)instance;
#ifdef CRASH_IN_DESTROY
  *(volatile int *)0 = 1;
#endif
  __atomic_store_n(&over, 1, __ATOMIC_SEQ_CST);
}
static hub_status show(void *instance, const hub_call *call, const char *tab, uint64_t tab_length, const char *badge,
                       uint64_t badge_length) {
  (void)instance; (void)call; (void)tab; (void)tab_length; (void)badge; (void)badge_length;
#if defined(CRASH_IN_SHOW)
  *(volatile int *)0 = 1;
#elif defined(CRASH_ON_LONG_TEXT)
  if (tab_length > 1000) *(volatile int *)0 = 1;
#elif defined(EXITS)
  exit(0);
#elif defined(ABORTS)
  abort();
#elif defined(HANGS)
  for (;;) pause();
#elif defined(FREES_HOST_MEMORY)
  free((void *)(uintptr_t)call);
#elif defined(REPORTS_TWICE) || defined(NEVER_REPORTS)
  const hub_navigation *navigation = the_host->service(the_host, HUB_NAVIGATION, sizeof(HUB_NAVIGATION) - 1);
#ifdef REPORTS_TWICE
  if (navigation) { navigation->hub_shown(the_host); navigation->hub_shown(the_host); }
#endif
  return navigation ? HUB_PENDING : HUB_OK;
#elif defined(SLOW_IN_SHOW)
  usleep(600000);
#elif defined(SPINS)
  signal(SIGTERM, SIG_IGN);
  for (;;) {}
#elif defined(ODD_STATUS)
  return 99;
#elif defined(PRINTS)
  (void)!write(1, "noise\n", 6);
#elif defined(WRITES_ESCAPES) || defined(WRITES_NO_UTF8)
  const hub_terminal *terminal = the_host->service(the_host, HUB_TERMINAL, sizeof(HUB_TERMINAL) - 1);
  hub_terminal_info info = {sizeof info, 0, 0, 0, 0, 0};
  if (terminal && terminal->describe(the_host, &info) == HUB_OK)
#ifdef WRITES_ESCAPES
    (void)!write(info.output_fd, "\033[2J", 4);
#else
    (void)!write(info.output_fd, "\377\376", 2);
#endif
#endif
  return HUB_OK;
}

static hub_status present(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  (void)instance; (void)call; (void)presentation; (void)post;
#if defined(CRASH_IN_PRESENT)
  *(volatile int *)0 = 1;
#elif defined(FREES_TEXT)
  free((void *)(uintptr_t)post->subject.data);
#endif
  return HUB_OK;
}

/* Its actions, good or broken in one way. */
#define JUMP(A) \
  A(u, days, HUB_RANGE(0, 365), "How far back") A(os, who, HUB_LENGTH(1, 80), "Only from them") \
  A(tail, , HUB_ANY, "") A(d, factor, HUB_REAL_RANGE(-1.5, 2.5), "How much") A(b, loud, HUB_ANY, "Whether to say so")
HUB_ACTION_TYPE(jump, JUMP)
HUB_ACTION_TYPE(none, HUB_NO_ARGUMENTS)
static char jumped[256];
static hub_status jump(void *instance, const hub_call *call, uint64_t days, const char *who, uint64_t who_length,
                       double factor, int32_t loud) {
  (void)instance; (void)call;
  snprintf(jumped, sizeof jumped, "days=%llu who=%.*s factor=%g loud=%d", (unsigned long long)days, (int)who_length,
           who ? who : "", factor, loud);
#ifdef ACTION_CRASHES
  if (days == 365) *(volatile int *)0 = 1;
#endif
#ifdef ACTION_ODD_STATUS
  return -99;
#endif
  if (the_host) {
    const hub_log *log = the_host->service(the_host, HUB_LOG, sizeof(HUB_LOG) - 1);
    if (log) log->write(the_host, HUB_LOG_ERROR, jumped, strlen(jumped));
  }
  return HUB_OK;
}
static hub_status none(void *instance, const hub_call *call) { (void)instance; (void)call; return HUB_E_FAILED; }
static hub_status dispatch(void *instance, const hub_call *call, uint32_t action, const hub_value *values,
                           uint32_t count) {
  (void)instance; (void)call;
  return (hub_status)(action * 1000 + (count == 1 ? values[0].integer : 0));
}
static const hub_argument step[] = {{HUB_STRING("by"), HUB_STRING("How far"), HUB_RANGE(-5, 5)}};
static const hub_argument ten[10] = {{HUB_STRING("by"), HUB_STRING("How far"), HUB_ANY},
                                      {HUB_STRING("by"), HUB_STRING("How far"), HUB_ANY}};
static const hub_argument wrong_range[] = {{HUB_STRING("by"), HUB_STRING("How far"), HUB_RANGE(5, -5)}};
#define STEP(name, signature, count, arguments, function, dispatch) \
  {HUB_STRING(name), HUB_STRING(signature), HUB_STRING("Steps"), sizeof(hub_argument), count, arguments, function, \
   dispatch, 0, 0}
static const hub_action action_rows[] = {
#ifdef ACTION_CLOSED
    HUB_CLOSED_ACTION(jump, "jump", "Goes back in time", JUMP, jump),
#else
    HUB_ACTION(jump, "jump", "Goes back in time", JUMP, jump),
#endif
    HUB_ACTION(none, "none", "Does nothing and fails", HUB_NO_ARGUMENTS, none),
#if defined(ACTION_TWICE)
    HUB_ACTION(none, "none", "Again", HUB_NO_ARGUMENTS, none),
#elif defined(ACTION_NAME)
    HUB_ACTION(none, "No Name!", "Badly named", HUB_NO_ARGUMENTS, none),
#elif defined(ACTION_LETTER)
    STEP("step", "P", 1, step, (hub_function)none, NULL),
#elif defined(ACTION_NULLABLE)
    STEP("step", "?i", 1, step, (hub_function)none, NULL),
#elif defined(ACTION_TEN)
    STEP("step", "iiiiiiiiii", 10, ten, (hub_function)none, NULL),
#elif defined(ACTION_COUNT)
    STEP("step", "ii", 1, step, (hub_function)none, NULL),
#elif defined(ACTION_RANGE)
    STEP("step", "i", 1, wrong_range, (hub_function)none, NULL),
#elif defined(ACTION_BOTH)
    STEP("step", "i", 1, step, (hub_function)none, dispatch),
#elif defined(ACTION_NEITHER)
    STEP("step", "i", 1, step, NULL, NULL),
#elif defined(ACTION_SAME_ARGUMENT)
    STEP("step", "ii", 2, ten, (hub_function)none, NULL),
#else
    STEP("step", "i", 1, step, NULL, dispatch),
#endif
};
__attribute__((used)) static const void *const unused[] = {step, ten, wrong_range, (const void *)dispatch};
#if defined(NO_ACTIONS_HERE)
#undef ACTION_ROWS
#define ACTION_ROWS 0, 0, NULL
#elif !defined(ACTION_ROWS)
#define ACTION_ROWS HUB_ACTION_ROWS(action_rows)
#endif
/* What it asks to read. */
static const hub_string paths[] = {HUB_STRING("/srv/hub"), HUB_STRING("~/Music")};
static const hub_string bad_paths[] = {HUB_STRING("srv")};
static const hub_string many_paths[17] = {HUB_STRING("/srv"), HUB_STRING("/srv"), HUB_STRING("/srv")};
__attribute__((used)) static const void *const unread[] = {paths, bad_paths, many_paths};
#ifndef READ_ROWS
#define READ_ROWS NULL, 0
#endif

static const hub_method methods[] = {
#if defined(PREFIX)
    ROW("show_hub", "s", done),
#elif defined(EXTENDED)
    ROW("show_hub", "s?s|uP", done),
#elif defined(CONTRADICTING)
    ROW("show_hub", "si", done),
#elif defined(LONGER)
    ROW("show_hub", "s?su", done),
#elif defined(NOT_NULLABLE)
    ROW("show_hub", "ss", done),
#elif defined(UNREADABLE)
    ROW("show_hub", "s?", done),
#elif defined(UNKNOWN_LETTER)
    ROW("show_hub", "s?s|z", done),
#elif defined(NINE_ARGUMENTS)
    ROW("show_hub", "s?s|uuuuuuu", done),
#elif defined(NULL_FUNCTION)
    ROW("show_hub", "s?s", NULL),
#elif defined(RESERVED)
    {HUB_STRING("show_hub"), HUB_STRING("s?s"), 0, 7, (hub_function)show},
#elif !defined(MISSING)
    ROW("show_hub", "s?s", show),
#endif
    ROW("present_post", "uP", present),
#if defined(TWICE)
    ROW("present_post", "uP", done),
#elif defined(NULL_OPTIONAL)
    ROW("dismiss", "s", NULL),
#elif defined(UNKNOWN)
    ROW("show_moon", "s?s|xyzxyz", NULL),
#elif defined(BAD_ROW_NAME)
    ROW("Dismiss!", "s", done),
#endif
};
#define COUNT (sizeof methods / sizeof methods[0])

#ifndef SIZE
#define SIZE sizeof(hub_frontend)
#endif
#ifndef ROW_SIZE
#define ROW_SIZE sizeof(hub_method)
#endif
#ifndef ROWS
#define ROWS COUNT
#endif
#ifndef ID
#define ID "com.example.zoo"
#endif
#ifndef SUMMARY
#define SUMMARY "One of a kind"
#endif
#ifndef METHODS
#define METHODS methods
#endif

#ifndef NEEDS
#define NEEDS HUB_NEEDS_TERMINAL
#endif
#ifndef VERSION
#define VERSION "1.2.3"
#endif
#ifndef MINOR
#define MINOR HUB_ABI_MINOR
#endif
#ifdef NULL_NAME
#define NAME_TEXT {NULL, 3}
#else
#define NAME_TEXT HUB_STRING(NAME)
#endif

static const struct {
  hub_frontend table;
  char more[64]; /* a newer descriptor is longer */
} zoo = {{SIZE, MINOR, HUB_STRING(ID), NAME_TEXT, HUB_STRING(VERSION), HUB_STRING(SUMMARY),
          NEEDS, ROW_SIZE, ROWS, METHODS, create, begin, NULL, end, ACTION_ROWS,
          READ_ROWS}, "something that this host does not know"};

#if defined(WRONG_MAJOR)
HUB_EXPORT const hub_frontend *hub_frontend_v2(uint32_t host_minor);
HUB_EXPORT const hub_frontend *hub_frontend_v2(uint32_t host_minor) { (void)host_minor; return &zoo.table; }
#define NO_SYMBOL
#endif
#if defined(NO_SYMBOL)
__attribute__((used)) static const void *const keep[] = {&zoo, methods, (void *)done, (void *)show, (void *)present};
#elif defined(DECLINES)
HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) {
  (void)host_minor; (void)done;
  (void)zoo;
  return NULL;
}
#else
#ifdef MISSING_FUNCTION
extern void hub_no_such_function(void);
#endif
HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) {
  (void)host_minor; (void)done; (void)show; (void)begin; (void)create; (void)end; (void)action_rows; (void)unused;
#ifdef THREAD_MEMORY
  per_thread[host_minor] = 1;
#endif
#ifdef STATIC_THREAD_MEMORY
  per_thread[0] = 1;
#endif
#ifdef OTHER_DESCRIPTOR
  static hub_frontend copies[2];
  static int turn;
  copies[turn ^= 1] = zoo.table;
  return &copies[turn];
#endif
#ifdef STACK_DESCRIPTOR
  /* By way of a volatile pointer, or the compiler says no. */
  hub_frontend copy = zoo.table;
  const hub_frontend *volatile place = &copy;
  return place;
#endif
#ifdef STACK_METHODS
  hub_method rows[COUNT];
  memcpy(rows, methods, sizeof rows);
  static hub_frontend with_rows;
  with_rows = zoo.table;
  const hub_method *volatile first = rows;
  with_rows.methods = first;
  return &with_rows;
#endif
#ifdef CRASH_IN_ENTRY
  *(volatile int *)0 = 1;
#endif
#ifdef FEARS_THE_FUTURE
  if (host_minor > HUB_ABI_MINOR) abort();
#endif
#ifdef MISSING_FUNCTION
  hub_no_such_function();
#endif
  return &zoo.table;
}
#endif
#endif
