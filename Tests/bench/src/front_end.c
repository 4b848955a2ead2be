/* What hubbench loads: a front end that measures how long a method takes to come back to it.
 *
 * The Hub on screen is a line on its output, so that the first byte is the first frame. In an app with a second tab it
 * then goes from one tab to the other STEPS times, one step a millisecond, and prints a JSON line with the median and
 * the mean of the nanoseconds from each step to the method that follows it. */
#define _GNU_SOURCE
#include <hub/frontend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEPS 1000

static const hub_host *host;
static const hub_loop *loop;
static const hub_navigation *navigation;
static hub_terminal_info terminal = {.size = sizeof terminal};
static uint64_t timer, begun, taken[STEPS];
static int steps, tabs;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void report(void) {
  double sum = 0;
  for (int i = 0; i < STEPS; i++) sum += (double)taken[i];
  qsort(taken, STEPS, sizeof taken[0], by_size);
  dprintf(terminal.output_fd, "{\"median\":%llu,\"mean\":%.0f}\n", (unsigned long long)taken[STEPS / 2], sum / STEPS);
  loop->quit(host, "measured", 8);
}

static void step(void *context, uint64_t which) {
  (void)context; (void)which;
  if (begun != 0) return; /* the last one is still under way */
  const char *tab = steps % 2 == 0 ? "home" : "hub";
  begun = now();
  if (navigation->select_tab(host, tab, strlen(tab)) < 0) loop->quit(host, "no tab", 6);
}

static void arrived(void) {
  if (begun == 0) return;
  taken[steps++] = now() - begun;
  begun = 0;
  if (steps < STEPS) return;
  loop->cancel_timer(host, timer);
  report();
}

static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                           const char *badge, uint64_t badge_length) {
  (void)instance; (void)call; (void)badge; (void)badge_length;
  if (host == NULL) return HUB_OK;
  if (steps == 0 && timer == 0) {
    dprintf(terminal.output_fd, "[%.*s]\n", (int)tab_length, tab);
    if (tabs > 1) return loop->add_timer(host, 1, step, NULL, &timer);
  }
  arrived();
  return HUB_OK;
}

static hub_status show_tab(void *instance, const hub_call *call, const char *tag, uint64_t tag_length, const char *title,
                           uint64_t title_length, const char *text, uint64_t text_length) {
  (void)instance; (void)call; (void)tag; (void)tag_length; (void)title; (void)title_length; (void)text; (void)text_length;
  arrived();
  return HUB_OK;
}

static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  (void)instance; (void)call; (void)presentation; (void)post;
  return HUB_OK;
}

static hub_status create(const hub_host *given, void **instance) {
  *instance = NULL;
#define FIND(id) given->service(given, id, sizeof(id) - 1)
  const hub_terminal *service = FIND(HUB_TERMINAL);
  const hub_app *app = FIND(HUB_APP);
  loop = FIND(HUB_LOOP);
  navigation = FIND(HUB_NAVIGATION);
  if (service == NULL || app == NULL || loop == NULL || navigation == NULL) return HUB_OK; /* only to be called */
  host = given;
  hub_tab second = {.size = sizeof second};
  tabs = app->tab(host, 1, &second) == HUB_OK ? 2 : 1;
  return service->describe(host, &terminal);
}

static const hub_method methods[] = {
    HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post), HUB_METHOD(show_tab, show_tab)};
static const hub_frontend bench = {
    HUB_FRONTEND_HEAD, HUB_STRING("io.hubhost.bench"), HUB_STRING("bench"), HUB_STRING("1.0"),
    HUB_STRING("Measures its calls"), 0, sizeof(hub_method), 3, methods, create, NULL, NULL, NULL, HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &bench; }
