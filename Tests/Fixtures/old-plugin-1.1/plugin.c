/* Writes down every call, for tests to read with recorder_text. */
#include <hub/frontend.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static char text[65536];
static size_t used;
static int instance_value;

HUB_EXPORT const char *recorder_text(void) { return text; }
HUB_EXPORT void recorder_clear(void) { used = 0; text[0] = 0; }

#define SAY(...) (used += (size_t)snprintf(text + used, sizeof text - used, __VA_ARGS__))

static void say_text(const char *name, const char *data, uint64_t length) {
  if (data == NULL) SAY(" %s=NULL/%" PRIu64, name, length);
  else SAY(" %s=<%.*s>/%" PRIu64, name, (int)length, data, length);
}
static void say_string(const char *name, hub_string string) { say_text(name, string.data, string.length); }
static void say_id(hub_id id) {
  SAY(" id=");
  for (int i = 0; i < 16; i++) SAY("%02X", id.bytes[i]);
}
static void begin(const char *method, void *instance, const hub_call *call) {
  SAY("%s instance=%s call=%u request=%" PRIu64, method, instance == &instance_value ? "mine" : "other",
      call->size, call->request);
}

static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                           const char *badge, uint64_t badge_length) {
  begin("show_hub", instance, call);
  say_text("tab", tab, tab_length);
  say_text("badge", badge, badge_length);
  SAY("\n");
  return HUB_PENDING;
}
static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  begin("present_post", instance, call);
  SAY(" presentation=%" PRIu64 " size=%u flags=%u at=%" PRId64, presentation, post->size, post->flags,
      post->received_at);
  say_id(post->id);
  say_string("subject", post->subject);
  say_string("preview", post->preview);
  say_string("sender", post->sender);
  say_string("url", post->url);
  say_string("cover", post->cover);
  SAY("\n");
  return HUB_E_NOT_FOUND;
}
static hub_status present_conversation(void *instance, const hub_call *call, uint64_t presentation,
                                       const hub_conversation *conversation) {
  begin("present_conversation", instance, call);
  SAY(" presentation=%" PRIu64 " size=%u flags=%u at=%" PRId64, presentation, conversation->size,
      conversation->flags, conversation->activity_at);
  say_id(conversation->id);
  say_string("subject", conversation->subject);
  say_string("preview", conversation->preview);
  say_string("sender", conversation->sender);
  for (uint64_t i = 0; i < conversation->participant_count; i++)
    say_string("participant", conversation->participants[i]);
  SAY("\n");
  return HUB_OK;
}
static hub_status inbox_changed(void *instance, const hub_call *call, uint64_t flags, const uint8_t *posts,
                                uint64_t posts_length, const uint8_t *conversations,
                                uint64_t conversations_length) {
  begin("inbox_changed", instance, call);
  SAY(" flags=%" PRIu64 " posts=%s/%" PRIu64 " conversations=%s/%" PRIu64 "\n", flags, posts ? "bytes" : "NULL",
      posts_length, conversations ? "bytes" : "NULL", conversations_length);
  return HUB_OK;
}
static hub_status badge_changed(void *instance, const hub_call *call, const char *badge, uint64_t badge_length,
                                uint64_t count) {
  begin("badge_changed", instance, call);
  say_text("badge", badge, badge_length);
  SAY(" count=%" PRIu64 "\n", count);
  return HUB_OK;
}
static hub_status config_changed(void *instance, const hub_call *call) {
  begin("config_changed", instance, call);
  SAY("\n");
  return HUB_OK;
}
static hub_status alert(void *instance, const hub_call *call, const char *code, uint64_t code_length,
                        const char *title, uint64_t title_length, const char *message, uint64_t message_length) {
  begin("alert", instance, call);
  say_text("code", code, code_length);
  say_text("title", title, title_length);
  say_text("message", message, message_length);
  SAY("\n");
  return HUB_OK;
}

static hub_status create(const hub_host *host, void **instance) {
  SAY("create host=%.*s minor=%u\n", (int)host->name.length, host->name.data, host->abi_minor);
  *instance = &instance_value;
  return HUB_OK;
}
static hub_status start(void *instance) { SAY("start %d\n", instance == &instance_value); return HUB_OK; }
static void stop(void *instance) { SAY("stop %d\n", instance == &instance_value); }
static void destroy(void *instance) { SAY("destroy %d\n", instance == &instance_value); }

static const hub_method methods[] = {
    HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post),
    HUB_METHOD(present_conversation, present_conversation), HUB_METHOD(inbox_changed, inbox_changed),
    HUB_METHOD(badge_changed, badge_changed), HUB_METHOD(config_changed, config_changed),
    HUB_METHOD(alert, alert)};
static const hub_frontend recorder = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.recorder"), HUB_STRING("recorder"), HUB_STRING("1.0"),
    HUB_STRING("Writes down what it is shown"), 0, sizeof(hub_method), sizeof methods / sizeof methods[0], methods,
    create, start, stop, destroy, HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &recorder; }
