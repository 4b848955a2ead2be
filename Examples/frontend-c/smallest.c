#include <hub/frontend.h>
#include <stdio.h>

static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                           const char *badge, uint64_t badge_length) {
  (void)instance; (void)call;
  fprintf(stderr, "Hub in tab %.*s, badge %.*s\n", (int)tab_length, tab, (int)badge_length, badge ? badge : "");
  return HUB_OK;
}

static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  (void)instance; (void)call;
  fprintf(stderr, "%s: %.*s\n", presentation == HUB_PRESENTATION_STANDALONE ? "Post on top" : "Post in the Hub",
          (int)post->subject.length, post->subject.data);
  return HUB_OK;
}

static const hub_method methods[] = {HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post)};
static const hub_frontend smallest = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.smallest"), HUB_STRING("smallest"), HUB_STRING("1.0"),
    HUB_STRING("Prints what it is shown"), 0, sizeof(hub_method), 2, methods, NULL, NULL, NULL, NULL,
    HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &smallest; }
