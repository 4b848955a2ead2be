/* Uses every type of the ABI, so that a shared object of this describes all of it; see the script `check`. */
#include <hub/frontend.h>

#define USE(type) \
  void use_##type(type *value); \
  HUB_EXPORT void use_##type(type *value) { (void)value; }

USE(hub_status) USE(hub_string) USE(hub_id) USE(hub_call) USE(hub_post) USE(hub_conversation) USE(hub_method)
USE(hub_host) USE(hub_frontend) USE(hub_app_info) USE(hub_tab) USE(hub_app) USE(hub_item) USE(hub_query)
USE(hub_counts) USE(hub_items) USE(hub_span) USE(hub_line) USE(hub_link) USE(hub_document) USE(hub_inbox)
USE(hub_path_entry) USE(hub_navigation) USE(hub_reply) USE(hub_conversations) USE(hub_loop)
USE(hub_terminal_info) USE(hub_terminal) USE(hub_text) USE(hub_log)

USE(hub_function) USE(hub_item_visitor) USE(hub_line_visitor) USE(hub_link_visitor) USE(hub_path_visitor)
USE(hub_reply_visitor) USE(hub_fd_callback) USE(hub_timer_callback) USE(hub_wake_callback)

/* Since 1.1; not in the kept ABI of 1.0, where they only show as additions. */
USE(hub_argument) USE(hub_value) USE(hub_action) USE(hub_action_info) USE(hub_action_key) USE(hub_binding)
USE(hub_actions) USE(hub_action_visitor) USE(hub_action_key_visitor) USE(hub_action_dispatcher)

/* Since 1.2. */
#if HUB_ABI_MINOR >= 2
USE(hub_text_link) USE(hub_sync_info) USE(hub_sync) USE(hub_text_link_visitor) USE(hub_text_visitor)
#endif

#define USE_METHOD(method, since) USE(hub_##method##_fn)
HUB_EACH_METHOD(USE_METHOD)

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return NULL; }
