/* Drives libhub as a program in C would; prints what went wrong, and nothing when all is well.
 * usage: embed FOLDER FRONT-END */
#define _GNU_SOURCE
#include <dirent.h>
#include <hub/hub.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int faults;
#define EXPECT(condition) \
  do { if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); faults++; } } while (0)
#define TEXT(text) (text), sizeof(text) - 1

#define LINK "rv-demo://posts/5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01"
#define PUSH "{\"rover\":{\"post\":{\"id\":\"5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01\",\"subject\":\"Gate change\"," \
             "\"previewText\":\"Use gate 4\",\"receivedAt\":\"2026-03-05T13:19:23.260Z\"," \
             "\"url\":\"https://posts.example.test/p/1\",\"isRead\":false}}}"

static char folder[4096];
static char calls[4096];
static const char *front_end;

static int is(hub_string text, const char *expected) {
  return text.data != NULL && text.length == strlen(expected) && memcmp(text.data, expected, text.length) == 0;
}

static hub_status open_one(const char *name, hub **opened, hub_problem *problem) {
  static const hub_string rover = HUB_STRING("rv-demo"), own = HUB_STRING("demo");
  static const hub_app_tab tabs[] = {{HUB_STRING("home"), HUB_STRING("Home"), {NULL, 0}},
                                     {HUB_STRING("hub"), HUB_STRING("For you"), {NULL, 0}}};
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  hub_description app = {.size = sizeof app, .flags = HUB_APP_NO_LINKS, .id = HUB_STRING("com.example.demo"), .name = HUB_STRING("Demo"),
                         .data_folder = {path, strlen(path)}, .deep_link = HUB_STRING("demo://hub"),
                         .url_schemes = &rover, .url_scheme_count = 1, .app_schemes = &own, .app_scheme_count = 1,
                         .tabs = tabs, .tab_count = 2, .tab_size = sizeof tabs[0]};
  return hub_open(&app, opened, problem);
}

static hub_status handle(void *context, hub *hub, const char *url, uint64_t length) {
  int routed = hub_handle_url(hub, url, length) == HUB_OK;
  snprintf(calls + strlen(calls), sizeof calls - strlen(calls), "%.*s %d;", (int)length, url, routed);
  EXPECT(hub_step(hub) == HUB_E_STATE);
  if (routed) return HUB_OK;
  if (length != 10 || memcmp(url, "demo://hub", 10) != 0) return HUB_E_NOT_FOUND;
  if (context != NULL) return hub_close(hub);
  hub_view view = {.size = sizeof view, .input = 0, .output = 2, .front_end = {front_end, strlen(front_end)}};
  hub_problem problem = {.size = sizeof problem};
  hub_status status = hub_show(hub, &view, &problem);
  if (status != HUB_OK) printf("show: %s\n", problem.text);
  return status;
}

static void settle(hub *hub) {
  while (hub_step(hub) == HUB_PENDING) {}
}

static void *elsewhere(void *given) {
  hub *one = given;
  hub_event event = {.size = sizeof event};
  hub_badge_info badge = {.size = sizeof badge};
  hub_view view = {.size = sizeof view};
  hub_sync_info sync = {.size = sizeof sync};
  EXPECT(hub_fd(one) == -1);
  EXPECT(hub_step(one) == HUB_E_THREAD);
  EXPECT(hub_on_url(one, NULL, NULL) == HUB_E_THREAD);
  EXPECT(hub_on_system_url(one, NULL, NULL) == HUB_E_THREAD);
  EXPECT(hub_refresh(one) == HUB_E_THREAD);
  EXPECT(hub_sync_status(one, &sync) == HUB_E_THREAD);
  EXPECT(hub_handle_url(one, TEXT(LINK)) == HUB_E_THREAD);
  EXPECT(hub_open_url(one, TEXT(LINK)) == HUB_E_THREAD);
  EXPECT(hub_badge(one, &badge) == HUB_E_THREAD);
  EXPECT(hub_push(one, TEXT(PUSH), NULL) == HUB_E_THREAD);
  EXPECT(hub_select_tab(one, TEXT("hub")) == HUB_E_THREAD);
  EXPECT(hub_appeared(one) == HUB_E_THREAD);
  EXPECT(hub_disappeared(one) == HUB_E_THREAD);
  EXPECT(hub_back(one) == HUB_E_THREAD);
  EXPECT(hub_show(one, &view, NULL) == HUB_E_THREAD);
  EXPECT(hub_hide(one) == HUB_E_THREAD);
  EXPECT(hub_next_event(one, &event) == HUB_E_THREAD);
  EXPECT(hub_close(one) == HUB_E_THREAD);
  return NULL;
}

static void check_handoff(hub *one) {
  hub_badge_info badge = {.size = sizeof badge};
  EXPECT(hub_badge(one, &badge) == HUB_OK && badge.count == 0 && badge.text.data == NULL);
  EXPECT(hub_push(one, TEXT(PUSH), NULL) == HUB_OK);
  EXPECT(hub_badge(one, &badge) == HUB_OK && badge.count == 1 && is(badge.text, "1"));
  EXPECT(hub_on_url(one, handle, NULL) == HUB_OK);
  EXPECT(hub_open_url(one, TEXT(LINK)) == HUB_OK);
  struct pollfd wait = {hub_fd(one), POLLIN, 0};
  EXPECT(poll(&wait, 1, 0) == 1);
  settle(one);
  EXPECT(strcmp(calls, LINK " 1;demo://hub 0;") == 0);
  EXPECT(hub_badge(one, &badge) == HUB_OK && badge.count == 0);
  static const uint32_t kinds[] = {HUB_EVENT_CHANGED, HUB_EVENT_BADGE, HUB_EVENT_OPENED, HUB_EVENT_PATH,
                                   HUB_EVENT_SHOW_HUB, HUB_EVENT_OPENED, HUB_EVENT_PRESENT_POST,
                                   HUB_EVENT_CHANGED, HUB_EVENT_BADGE};
  hub_event event = {.size = sizeof event};
  for (size_t index = 0; index < sizeof kinds / sizeof kinds[0]; index++) {
    EXPECT(hub_next_event(one, &event) == HUB_OK);
    EXPECT(event.kind == kinds[index]);
    if (event.kind == HUB_EVENT_OPENED) EXPECT(is(event.code, index == 2 ? "router" : "app"));
    if (event.kind == HUB_EVENT_PRESENT_POST) {
      EXPECT(is(event.title, "Gate change") && event.presentation == HUB_PRESENTATION_HUB);
      EXPECT(event.flags == HUB_EVENT_UNREAD && event.time == 1772716763260);
    }
  }
  EXPECT(hub_next_event(one, &event) == HUB_E_NOT_FOUND);
}

/* A program that was built before the structs grew, and one that gives nonsense. */
static void check_sizes(hub *one) {
  struct { hub_badge_info badge; uint64_t canary; } old = {.badge = {.size = 16, .text = {"x", 7}}, .canary = 9};
  EXPECT(hub_push(one, TEXT(PUSH), NULL) == HUB_OK);
  EXPECT(hub_badge(one, &old.badge) == HUB_OK);
  EXPECT(old.badge.size == 16 && old.badge.text.length == 7 && old.canary == 9);
  struct { hub_badge_info badge; uint64_t canary; } new = {.badge = {.size = sizeof new}, .canary = 9};
  EXPECT(hub_badge(one, &new.badge) == HUB_OK && new.badge.size == sizeof new && new.canary == 9);
  hub_badge_info none = {.size = 0};
  EXPECT(hub_badge(one, &none) == HUB_E_ARGUMENT);
  hub_description empty = {.size = 0};
  hub *two = NULL;
  EXPECT(hub_open(&empty, &two, NULL) == HUB_E_ARGUMENT && two == NULL);
  hub_description app = {.size = 24, .app_file = HUB_STRING("/nowhere/app.json5")};
  hub_problem problem = {.size = sizeof problem};
  EXPECT(hub_open(&app, &two, &problem) == HUB_E_NOT_FOUND && problem.status == HUB_E_NOT_FOUND);
  EXPECT(problem.length == strlen(problem.text) && strstr(problem.text, "/nowhere/app.json5") != NULL);
  problem.size = 32;
  memset(problem.text, 'x', sizeof problem.text);
  EXPECT(hub_push(one, TEXT("no push"), &problem) == HUB_E_REFUSED && problem.text[16] == 'x');
}

static hub_status take(void *context, hub *hub, const char *url, uint64_t length) {
  (void)hub;
  snprintf(context, 64, "%.*s", (int)length, url);
  return HUB_OK;
}

/* What came with 1.1, without a server. */
static void check_sync(hub *one) {
  struct { hub_sync_info info; uint64_t canary; } sync = {.info = {.size = sizeof sync.info, .state = 9}, .canary = 9};
  EXPECT(hub_sync_status(one, &sync.info) == HUB_OK && sync.info.state == HUB_SYNC_OFFLINE);
  EXPECT(sync.info.last_sync_at == 0 && sync.info.reason.data == NULL && sync.canary == 9);
  sync.info.size = 0;
  EXPECT(hub_sync_status(one, &sync.info) == HUB_E_ARGUMENT);
  EXPECT(hub_refresh(one) == HUB_E_UNAVAILABLE);
  char taken[64] = "";
  EXPECT(hub_on_system_url(one, take, taken) == HUB_OK);
  EXPECT(hub_open_url(one, TEXT("https://posts.example.test/p/1")) == HUB_OK);
  settle(one);
  EXPECT(strcmp(taken, "https://posts.example.test/p/1") == 0);
  EXPECT(hub_on_system_url(one, NULL, NULL) == HUB_OK);
}

static int descriptors(void) {
  int count = 0;
  DIR *all = opendir("/proc/self/fd");
  while (readdir(all) != NULL) count++;
  closedir(all);
  return count;
}

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  snprintf(folder, sizeof folder, "%s", argv[1]);
  front_end = argv[2];
  EXPECT(hub_version() == (HUB_LIBRARY_MAJOR << 16 | HUB_LIBRARY_MINOR));
  hub *one = NULL, *two = NULL;
  hub_problem problem = {.size = sizeof problem};
  if (open_one("one", &one, &problem) != HUB_OK || open_one("two", &two, &problem) != HUB_OK) {
    printf("open: %s\n", problem.text);
    return 1;
  }
  check_handoff(one);
  check_sizes(one);
  check_sync(one);
  hub_badge_info badge = {.size = sizeof badge};
  EXPECT(hub_badge(two, &badge) == HUB_OK && badge.count == 0);
  EXPECT(hub_select_tab(two, TEXT("nowhere")) == HUB_E_NOT_FOUND);
  EXPECT(hub_back(two) == HUB_E_STATE);
  pthread_t thread;
  pthread_create(&thread, NULL, elsewhere, one);
  pthread_join(thread, NULL);
  EXPECT(hub_hide(one) == HUB_OK);
  EXPECT(hub_close(one) == HUB_OK);
  EXPECT(hub_close(two) == HUB_OK);
  int before = descriptors();
  for (int index = 0; index < 20; index++) {
    EXPECT(open_one("one", &one, NULL) == HUB_OK);
    EXPECT(hub_on_url(one, handle, &before) == HUB_OK);
    EXPECT(hub_open_url(one, TEXT(LINK)) == HUB_OK);
    /* Ends in its own callback, during a step. */
    for (size_t length = strlen(calls); strstr(calls + length, "demo://hub") == NULL;) hub_step(one);
    calls[0] = 0;
  }
  EXPECT(descriptors() == before);
  return faults != 0;
}
