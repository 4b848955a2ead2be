/* Front ends that are good or broken in one way each, chosen by a macro. */
#ifdef DATA_SYMBOL
const long hub_frontend_v1 = 1;
#else
#include <hub/frontend.h>
#include <stdlib.h>
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
#elif defined(NULL_FUNCTION)
    ROW("show_hub", "s?s", NULL),
#elif !defined(MISSING)
    ROW("show_hub", "s?s", done),
#endif
    ROW("present_post", "uP", done),
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

#ifdef FAILS
static hub_status fail(void *instance) { (void)instance; return HUB_E_UNAVAILABLE; }
#define START fail
#else
#define START NULL
#endif

static const struct {
  hub_frontend table;
  char more[64]; /* a newer descriptor is longer */
} zoo = {{SIZE, HUB_ABI_MINOR, HUB_STRING(ID), HUB_STRING(NAME), HUB_STRING("1.2.3"), HUB_STRING(SUMMARY),
          HUB_NEEDS_TERMINAL, ROW_SIZE, ROWS, METHODS, NULL, START, NULL, NULL, HUB_NO_ACTIONS}, "something that this host does not know"};

#if defined(NO_SYMBOL)
__attribute__((used)) static const void *const keep[] = {&zoo, methods, (void *)done};
#elif defined(DECLINES)
HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) {
  (void)host_minor;
  (void)zoo;
  return NULL;
}
#else
#ifdef MISSING_FUNCTION
extern void hub_no_such_function(void);
#endif
HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) {
  (void)host_minor;
#ifdef MISSING_FUNCTION
  hub_no_such_function();
#endif
  return &zoo.table;
}
#endif
#endif
