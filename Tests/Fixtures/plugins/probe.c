/* Asks the host for everything that a front end can ask for, and prints the answers when it ends: they must be
 * the same wherever it runs. What methods are called with is kept apart, since methods may be called within a
 * request or after it. */
#include <hub/frontend.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const hub_host *host;
static char *answers, *events;
static size_t answers_size, events_size;
static FILE *answer, *event;
static int woken, ticks;

#define SERVICE(type, id) ((const type *)host->service(host, id, sizeof(id) - 1))
#define SAY(...) fprintf(answer, __VA_ARGS__)

static const char *shown(hub_string text) {
  static char room[8][400];
  static int next;
  char *place = room[next++ % 8];
  if (text.data == NULL) snprintf(place, 400, "NULL/%" PRIu64, text.length);
  else snprintf(place, 400, "<%.*s>", (int)(text.length < 380 ? text.length : 380), text.data);
  return place;
}
static void say_id(FILE *file, hub_id id) {
  for (int i = 0; i < 16; i++) fprintf(file, "%02X", id.bytes[i]);
}

static hub_id newest, conversation, last;
static int seen, stop_after;
static int32_t on_item(void *context, const hub_item *item) {
  if (seen == 0) newest = item->kind == HUB_KIND_POST ? item->id : newest;
  if (item->kind == HUB_KIND_CONVERSATION) conversation = item->id;
  last = item->id;
  seen++;
  if (context != NULL) {
    SAY("item %u %u %u %" PRId64 " ", item->size, item->kind, item->flags, item->activity_at);
    say_id(answer, item->id);
    SAY(" %s %s %s %s %s\n", shown(item->sender), shown(item->subject), shown(item->preview), shown(item->url),
        shown(item->cover));
  }
  return stop_after > 0 && seen >= stop_after;
}
static void fetch(uint32_t anchor, uint32_t direction, uint32_t limit, int stop, const char *search) {
  hub_query query = {.size = sizeof query, .anchor = anchor, .direction = direction, .limit = limit};
  query.anchor_at = INT64_MAX;
  if (search != NULL) query.search = (hub_string){search, strlen(search)};
  seen = 0;
  stop_after = stop;
  hub_status status = SERVICE(hub_items, HUB_ITEMS)->fetch(host, &query, on_item, limit == 5 ? &query : NULL);
  SAY("fetch %u %u %u: %d, %d rows, last ", anchor, direction, limit, status, seen);
  say_id(answer, last);
  SAY("\n");
}
static int32_t on_line(void *context, const hub_line *line) {
  (void)context;
  SAY("line %u %s", line->size, shown(line->text));
  for (uint32_t i = 0; i < line->span_count; i++)
    SAY(" %u+%u:%u:%u", line->spans[i].offset, line->spans[i].length, line->spans[i].style, line->spans[i].link);
  SAY("\n");
  return 0;
}
static int32_t on_link(void *context, const hub_link *link) {
  (void)context;
  SAY("link %u %u %s %s\n", link->size, link->number, shown(link->url), shown(link->text));
  return 0;
}
static int32_t on_entry(void *context, const hub_path_entry *entry) {
  (void)context;
  SAY("path %u %u %s\n", entry->size, entry->kind, shown(entry->id));
  return 0;
}
static hub_id last_reply;
static int32_t on_text(void *context, const hub_string *text) {
  (void)context;
  SAY("text %s\n", shown(*text));
  return 0;
}
static int32_t on_text_link(void *context, const hub_text_link *link) {
  (void)context;
  SAY("text link %u %u %" PRIu64 " %" PRIu64 " %s\n", link->size, link->number, link->offset, link->length,
      shown(link->url));
  return 0;
}
static int32_t on_written(void *context, const hub_reply *reply) {
  (void)context;
  SAY("written %u %u %s\n", reply->flags, reply->state, shown(reply->text));
  last_reply = reply->id;
  return 0;
}
static int32_t on_reply(void *context, const hub_reply *reply) {
  (void)context;
  SAY("reply %u %u %" PRId64 " %u %s %s %s", reply->size, reply->flags, reply->created_at, reply->state,
      shown(reply->sender), shown(reply->sender_id), shown(reply->text));
  last_reply = reply->id;
  for (uint32_t i = 0; i < reply->image_count; i++) SAY(" %s", shown(reply->images[i]));
  SAY("\n");
  return 0;
}
static void *on_thread(void *unused) {
  (void)unused;
  hub_counts counts = {.size = sizeof counts};
  intptr_t status = SERVICE(hub_items, HUB_ITEMS)->counts(host, &counts);
  SERVICE(hub_log, HUB_LOG)->write(host, HUB_LOG_DEBUG, "from a thread", 13);
  SERVICE(hub_loop, HUB_LOOP)->wake(host);
  return (void *)status;
}
static void on_wake(void *context) { (void)context; woken++; }

static void ask_rows(void) {
  const hub_items *items = SERVICE(hub_items, HUB_ITEMS);
  fetch(HUB_ANCHOR_END, HUB_OLDER, 5, 0, NULL);
  fetch(HUB_ANCHOR_END, HUB_NEWER, 5, 3, NULL);
  fetch(HUB_ANCHOR_END, HUB_OLDER, 256, 0, NULL);
  fetch(HUB_ANCHOR_END, HUB_OLDER, 257, 0, NULL);
  fetch(HUB_ANCHOR_END, HUB_NEWER, 1000, 0, NULL);
  fetch(HUB_ANCHOR_END, HUB_OLDER, 0, 0, NULL);
  fetch(HUB_ANCHOR_END, HUB_OLDER, 0, 300, NULL);
  fetch(HUB_ANCHOR_TIME, HUB_OLDER, 5, 0, "number 17");
  fetch(HUB_ANCHOR_END, HUB_OLDER, 5, 0, "\xff\xc3");
  fetch(HUB_ANCHOR_END, HUB_OLDER, 1001, 0, NULL);
  fetch(9, HUB_OLDER, 5, 0, NULL);
  fetch(HUB_ANCHOR_END, 9, 5, 0, NULL);
  hub_query small = {.size = 8};
  SAY("small query %d\n", items->fetch(host, &small, on_item, NULL));
  stop_after = 0;
  SAY("find %d\n", items->find(host, HUB_KIND_POST, newest, on_item, &seen));
  SAY("find nothing %d\n", items->find(host, HUB_KIND_POST, (hub_id){{1}}, on_item, &seen));
  SAY("find what %d\n", items->find(host, 7, newest, on_item, &seen));
  hub_counts counts = {.size = sizeof counts};
  SAY("counts %d", items->counts(host, &counts));
  SAY(" %u %" PRIu64 " %" PRIu64 "\n", counts.size, counts.total, counts.unread);
  counts.size = 4;
  SAY("small counts %d\n", items->counts(host, &counts));
}
static void ask_texts(void) {
  const hub_document *document = SERVICE(hub_document, HUB_DOCUMENT);
  hub_id page = {{0xE0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1}};
  SAY("lines %d\n", document->lines(host, page, 40, on_line, NULL));
  SAY("whole lines %d\n", document->lines(host, page, 0, on_line, NULL));
  SAY("links %d\n", document->links(host, page, on_link, NULL));
  SAY("no lines %d\n", document->lines(host, (hub_id){{1}}, 40, on_line, NULL));
  const hub_conversations *conversations = SERVICE(hub_conversations, HUB_CONVERSATIONS);
  SAY("replies %d\n", conversations->replies(host, conversation, INT64_MAX, 10, on_reply, NULL));
  SAY("no replies %d\n", conversations->replies(host, conversation, INT64_MAX, 0, on_reply, NULL));
  const hub_text *text = SERVICE(hub_text, HUB_TEXT);
  SAY("columns %" PRIu64 " %" PRIu64 " %u\n", text->columns(host, "a\xe4\xb8\xad", 4),
      text->prefix(host, "a\xe4\xb8\xad", 4, 2), text->unicode);
}
static void ask_writing(void) {
  const hub_conversations *conversations = SERVICE(hub_conversations, HUB_CONVERSATIONS);
  const char *text = "  See swift.org, mail a@b.de\n or call +49 30 1234567. ";
  static char long_text[HUB_REPLY_TEXT_MAX + 1];
  memset(long_text, 'x', sizeof long_text);
  hub_id reply = {{0}};
  SAY("conversations %u\n", conversations->size);
  SAY("blank %d\n", conversations->send(host, conversation, " \n\t ", 4, &reply));
  SAY("nowhere %d\n", conversations->send(host, (hub_id){{1}}, "x", 1, NULL));
  SAY("long %d\n", conversations->send(host, conversation, long_text, sizeof long_text, NULL));
  SAY("send %d\n", conversations->send(host, conversation, text, strlen(text), &reply));
  SAY("all %d\n", conversations->replies(host, conversation, INT64_MAX, 1, on_written, NULL));
  SAY("same %d\n", memcmp(&reply, &last_reply, sizeof reply));
  SAY("links %d\n", conversations->links(host, reply, on_text_link, NULL));
  SAY("no links %d\n", conversations->links(host, (hub_id){{1}}, on_text_link, NULL));
  SAY("retry %d\n", conversations->retry(host, reply));
  SAY("remove %d\n", conversations->remove(host, reply));
  SAY("retry nothing %d\n", conversations->retry(host, (hub_id){{1}}));
  SAY("end %d\n", conversations->reached_end(host, conversation));
  SAY("no end %d\n", conversations->reached_end(host, (hub_id){{1}}));
  SAY("older %d\n", conversations->fetch_older(host, conversation));
  SAY("no older %d\n", conversations->fetch_older(host, (hub_id){{1}}));
  SAY("draft %d\n", conversations->draft(host, conversation, on_text, NULL));
  SAY("set %d\n", conversations->set_draft(host, conversation, "one\ntwo\x1b", 8));
  SAY("draft %d\n", conversations->draft(host, conversation, on_text, NULL));
  SAY("set long %d\n", conversations->set_draft(host, conversation, long_text, sizeof long_text));
  SAY("set longest %d\n", conversations->set_draft(host, conversation, long_text, sizeof long_text - 1));
  SAY("set empty %d\n", conversations->set_draft(host, conversation, "", 0));
  SAY("draft %d\n", conversations->draft(host, conversation, on_text, NULL));
  SAY("set nowhere %d\n", conversations->set_draft(host, (hub_id){{1}}, "x", 1));
  SAY("draft nowhere %d\n", conversations->draft(host, (hub_id){{1}}, on_text, NULL));
  hub_sync_info sync = {.size = sizeof sync};
  SAY("sync %d", SERVICE(hub_sync, HUB_SYNC)->describe(host, &sync));
  SAY(" %u %u %" PRId64 " %" PRIu64 " %g %s\n", sync.size, sync.state, sync.last_sync_at, sync.posts, sync.rate,
      shown(sync.reason));
  sync.size = 8;
  SAY("small sync %d\n", SERVICE(hub_sync, HUB_SYNC)->describe(host, &sync));
}
static void ask_app(void) {
  const hub_app *app = SERVICE(hub_app, HUB_APP);
  hub_app_info info = {.size = sizeof info};
  SAY("app %d", app->describe(host, &info));
  SAY(" %u %u %s %s %s %u %06X %u %u\n", info.size, info.flags, shown(info.id), shown(info.name),
      shown(info.deep_link), info.color_scheme, info.accent, info.tab_count, info.hub_tab);
  for (uint32_t i = 0; i < 3; i++) {
    hub_tab tab = {.size = sizeof tab};
    hub_status status = app->tab(host, i, &tab);
    SAY("tab %d %s\n", status, status == HUB_OK ? shown(tab.tag) : "");
  }
  hub_terminal_info terminal = {.size = sizeof terminal};
  SAY("terminal %d", SERVICE(hub_terminal, HUB_TERMINAL)->describe(host, &terminal));
  SAY(" %u %u %u %u\n", terminal.size, terminal.flags, terminal.columns, terminal.rows);
  SAY("services %d %d\n", host->service(host, "hub.moon/1", 10) == NULL,
      SERVICE(hub_loop, HUB_LOOP) == SERVICE(hub_loop, HUB_LOOP));
  SAY("host %u %u %s\n", host->size, host->abi_minor, shown(host->name));
}
static void ask_ways(void) {
  const hub_navigation *go = SERVICE(hub_navigation, HUB_NAVIGATION);
  const hub_inbox *inbox = SERVICE(hub_inbox, HUB_INBOX);
  SAY("path %d\n", go->path(host, on_entry, NULL));
  SAY("tab %d\n", go->select_tab(host, "moon", 4));
  SAY("closed %d\n", go->closed(host, "moon", 4));
  SAY("url %d\n", go->open_url(host, "file:///etc/passwd", 18));
  SAY("link %d\n", go->open_link(host, newest, "javascript:1", 12));
  SAY("show %d\n", go->show_item(host, 9, newest));
  SAY("read %d\n", inbox->mark_read(host, HUB_KIND_POST, newest));
  SAY("read nothing %d\n", inbox->mark_read(host, HUB_KIND_POST, (hub_id){{1}}));
  SAY("push %d\n", inbox->push(host, "[", 1));
  SAY("refresh %d\n", inbox->refresh(host));
}
static void ask_loop(void) {
  const hub_loop *loop = SERVICE(hub_loop, HUB_LOOP);
  SAY("loop %d %d %d %d\n", loop->watch(host, -1, HUB_READABLE, NULL, NULL), loop->unwatch(host, 200),
      loop->modify(host, 200, HUB_READABLE), loop->cancel_timer(host, 77));
  SAY("now %d\n", loop->now(host) > 1000000000000);
  pthread_t thread;
  void *status = NULL;
  pthread_create(&thread, NULL, on_thread, NULL);
  pthread_join(thread, &status);
  SAY("thread %d\n", (int)(intptr_t)status);
}

static void on_timer(void *context, uint64_t timer) {
  (void)context;
  ticks++;
  if (ticks == 1) {
    ask_app();
    ask_rows();
    ask_texts();
    ask_writing();
    ask_loop();
    ask_ways();
    SERVICE(hub_navigation, HUB_NAVIGATION)->show_item(host, HUB_KIND_POST, newest);
  } else if (ticks > 20) {
    const hub_loop *loop = SERVICE(hub_loop, HUB_LOOP);
    SAY("path %d\n", SERVICE(hub_navigation, HUB_NAVIGATION)->path(host, on_entry, NULL));
    SAY("woken %d, cancel %d\n", woken > 0, loop->cancel_timer(host, timer));
    SAY("back %d\n", SERVICE(hub_navigation, HUB_NAVIGATION)->back(host));
    loop->quit(host, "asked everything", 16);
  }
}

static hub_status create(const hub_host *given, void **instance) {
  host = given;
  *instance = NULL;
  answer = open_memstream(&answers, &answers_size);
  event = open_memstream(&events, &events_size);
  return HUB_OK;
}
static hub_status start(void *instance) {
  (void)instance;
  uint64_t timer;
  SERVICE(hub_loop, HUB_LOOP)->on_wake(host, on_wake, NULL);
  return SERVICE(hub_loop, HUB_LOOP)->add_timer(host, 20, on_timer, NULL, &timer);
}
static void stop(void *instance) {
  (void)instance;
  fclose(answer);
  fclose(event);
  hub_terminal_info terminal = {.size = sizeof terminal};
  SERVICE(hub_terminal, HUB_TERMINAL)->describe(host, &terminal);
  dprintf(terminal.output_fd, "%s---\n%s", answers, events);
}

static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                           const char *badge, uint64_t badge_length) {
  (void)instance; (void)call;
  fprintf(event, "show_hub %.*s %.*s\n", (int)tab_length, tab, (int)badge_length, badge ? badge : "");
  return HUB_OK;
}
static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  (void)instance;
  fprintf(event, "present_post %u %u %" PRIu64 " %u %u %" PRId64 " ", call->size, call->reserved, presentation,
          post->size, post->flags, post->received_at);
  say_id(event, post->id);
  fprintf(event, " %s %s %s %s %s\n", shown(post->subject), shown(post->preview), shown(post->sender),
          shown(post->url), shown(post->cover));
  return HUB_OK;
}
static hub_status inbox_changed(void *instance, const hub_call *call, uint64_t flags, const uint8_t *posts,
                                uint64_t posts_length, const uint8_t *conversations, uint64_t conversations_length) {
  (void)instance; (void)call; (void)conversations;
  fprintf(event, "inbox_changed %" PRIu64 " %" PRIu64 " %" PRIu64 " %02X\n", flags, posts_length,
          conversations_length, posts_length > 15 ? posts[15] : 0);
  return HUB_OK;
}
static hub_status badge_changed(void *instance, const hub_call *call, const char *badge, uint64_t badge_length,
                                uint64_t count) {
  (void)instance; (void)call;
  fprintf(event, "badge_changed %.*s %" PRIu64 "\n", (int)badge_length, badge ? badge : "", count);
  return HUB_OK;
}
static hub_status path_changed(void *instance, const hub_call *call) {
  (void)instance; (void)call;
  fprintf(event, "path_changed\n");
  return HUB_OK;
}
static hub_status url_opened(void *instance, const hub_call *call, const char *url, uint64_t url_length, const char *by,
                             uint64_t by_length, const char *reason, uint64_t reason_length) {
  (void)instance; (void)call;
  fprintf(event, "url_opened %.*s %.*s %.*s\n", (int)url_length, url, (int)by_length, by, (int)reason_length,
          reason ? reason : "");
  return HUB_OK;
}

static const hub_method methods[] = {
    HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post),
    HUB_METHOD(inbox_changed, inbox_changed), HUB_METHOD(badge_changed, badge_changed),
    HUB_METHOD(path_changed, path_changed), HUB_METHOD(url_opened, url_opened)};
static const hub_frontend probe = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.probe"), HUB_STRING("probe"), HUB_STRING("1.0"),
    HUB_STRING("Asks for everything"), 0, sizeof(hub_method), sizeof methods / sizeof methods[0], methods,
    create, start, stop, NULL, HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &probe; }
