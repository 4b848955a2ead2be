/* Defines every function of hub/hub.h, so that a shared object of this describes the interface of libhub; see the
 * script `check`. */
#include <hub/hub.h>

uint32_t hub_version(void) { return 0; }

#define ONE_HUB(name) \
  hub_status name(hub *one) { (void)one; return HUB_OK; }
#define HUB_AND_TEXT(name) \
  hub_status name(hub *one, const char *text, uint64_t length) { (void)one; (void)text; (void)length; return HUB_OK; }

ONE_HUB(hub_close) ONE_HUB(hub_step) ONE_HUB(hub_appeared) ONE_HUB(hub_disappeared) ONE_HUB(hub_back) ONE_HUB(hub_hide)
ONE_HUB(hub_refresh)
HUB_AND_TEXT(hub_handle_url) HUB_AND_TEXT(hub_open_url) HUB_AND_TEXT(hub_select_tab)

int32_t hub_fd(hub *one) { (void)one; return -1; }

hub_status hub_open(const hub_description *description, hub **opened, hub_problem *problem) {
  (void)description; (void)opened; (void)problem;
  return HUB_OK;
}

hub_status hub_on_url(hub *one, hub_url_handler handler, void *context) {
  (void)one; (void)handler; (void)context;
  return HUB_OK;
}

hub_status hub_on_system_url(hub *one, hub_url_handler handler, void *context) {
  (void)one; (void)handler; (void)context;
  return HUB_OK;
}

hub_status hub_sync_status(hub *one, hub_sync_info *info) { (void)one; (void)info; return HUB_OK; }

hub_status hub_badge(hub *one, hub_badge_info *badge) { (void)one; (void)badge; return HUB_OK; }

hub_status hub_push(hub *one, const char *payload, uint64_t length, hub_problem *problem) {
  (void)one; (void)payload; (void)length; (void)problem;
  return HUB_OK;
}

hub_status hub_show(hub *one, const hub_view *view, hub_problem *problem) {
  (void)one; (void)view; (void)problem;
  return HUB_OK;
}

hub_status hub_next_event(hub *one, hub_event *event) { (void)one; (void)event; return HUB_OK; }
