/* hub/services.h: what a front end can ask of hubhost. Part of the ABI of hub/frontend.h, which includes it.
 *
 * A service is a struct of functions found by its id: `host->service(host, HUB_ITEMS, sizeof(HUB_ITEMS) - 1)`, cast to
 * its type. NULL: this host does not have it. A struct grows only at its end; look at its `size` before you call a
 * function that came later. Every function takes the host first and is [main] unless it says [any].
 *
 * What a function lends (strings, records) is valid until the visitor returns, or, where there is no visitor, until the
 * front end returns to the host. A visitor returns 0 to go on and anything else to stop. */
#ifndef HUB_SERVICES_H
#define HUB_SERVICES_H
#ifndef HUB_FRONTEND_H
#include "frontend.h"
#else

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* --- hub.app/1: the app and the Hub's configuration ------------------------------------------------------------------ */
#define HUB_APP "hub.app/1"
#define HUB_APP_INBOX_ENABLED 1u
#define HUB_APP_HOME_ENABLED 2u
#define HUB_APP_HAS_ACCENT 4u
#define HUB_APP_FOLLOW 8u /* --follow: stay and print what comes */
#define HUB_SCHEME_AUTO 0u
#define HUB_SCHEME_LIGHT 1u
#define HUB_SCHEME_DARK 2u
typedef struct hub_app_info {
  uint32_t size; /* set by the caller */
  uint32_t flags;
  hub_string id;
  hub_string name;
  hub_string deep_link; /* the app's URL that shows the Hub; absent: none */
  uint32_t color_scheme;
  uint32_t accent; /* 0xRRGGBB, with HUB_APP_HAS_ACCENT */
  uint32_t tab_count;
  uint32_t hub_tab; /* index of the Hub's tab */
} hub_app_info;
typedef struct hub_tab {
  uint32_t size; /* set by the caller */
  uint32_t reserved;
  hub_string tag;
  hub_string title;
} hub_tab;
typedef struct hub_app {
  uint32_t size;
  uint32_t reserved;
  hub_status (*describe)(const hub_host *host, hub_app_info *info);
  hub_status (*tab)(const hub_host *host, uint32_t index, hub_tab *tab); /* HUB_E_NOT_FOUND beyond the last */
} hub_app;

/* --- hub.items/1: windows of the inbox -------------------------------------------------------------------------------- */
#define HUB_ITEMS "hub.items/1"
#define HUB_ANCHOR_END 0u   /* the newest row when going older, the oldest when going newer */
#define HUB_ANCHOR_AFTER 1u /* strictly beyond the anchor's place */
#define HUB_ANCHOR_FROM 2u  /* the anchor's place included */
#define HUB_ANCHOR_TIME 3u  /* the first row at or beyond anchor_at */
#define HUB_OLDER 0u
#define HUB_NEWER 1u
#define HUB_LIMIT_MAX 1000u
typedef struct hub_item {
  uint32_t size;
  uint32_t kind;  /* HUB_KIND_… */
  uint32_t flags; /* HUB_FLAG_UNREAD */
  uint32_t reserved;
  hub_id id;
  int64_t activity_at; /* with kind and id: the row's place, to be used as an anchor */
  hub_string sender;   /* absent: unknown */
  hub_string subject;  /* absent: none */
  hub_string preview;
  hub_string url;
  hub_string cover;
} hub_item;
typedef struct hub_query {
  uint32_t size; /* set by the caller */
  uint32_t anchor;
  uint32_t direction;
  uint32_t limit; /* 1 … HUB_LIMIT_MAX; 0: no limit, streamed */
  int64_t anchor_at;
  hub_id anchor_id;
  uint32_t anchor_kind;
  uint32_t unread_only; /* 0 or 1 */
  hub_string search;       /* case-insensitive part of subject or preview; absent: all */
  hub_string subscription; /* only posts of this subscription id; absent: all */
} hub_query;
typedef struct hub_counts {
  uint32_t size; /* set by the caller */
  uint32_t reserved;
  uint64_t total;
  uint64_t unread;
} hub_counts;
typedef int32_t (*hub_item_visitor)(void *HUB_NULLABLE context, const hub_item *item);
typedef struct hub_items {
  uint32_t size;
  uint32_t reserved;
  /* Visits rows from the anchor in the direction asked. Returns HUB_OK, also when there are none. The cost does not
   * depend on how deep the anchor is. The visitor must not call the host. */
  hub_status (*fetch)(const hub_host *host, const hub_query *query, hub_item_visitor visit, void *HUB_NULLABLE context);
  /* Visits one row, or returns HUB_E_NOT_FOUND. */
  hub_status (*find)(const hub_host *host, uint32_t kind, hub_id id, hub_item_visitor visit, void *HUB_NULLABLE context);
  hub_status (*counts)(const hub_host *host, hub_counts *counts);
} hub_items;

/* --- hub.document/1: the body of a post --------------------------------------------------------------------------------- */
#define HUB_DOCUMENT "hub.document/1"
#define HUB_STYLE_BOLD 1u
#define HUB_STYLE_ITALIC 2u
#define HUB_STYLE_CODE 4u
#define HUB_STYLE_HEADING 8u
#define HUB_STYLE_QUOTE 16u
typedef struct hub_span {
  uint32_t offset; /* bytes into the line's text */
  uint32_t length;
  uint32_t style;  /* HUB_STYLE_… */
  uint32_t link;   /* number of the link, from 1; 0: none */
} hub_span;
typedef struct hub_line {
  uint32_t size;
  uint32_t span_count;
  hub_string text;
  const hub_span *HUB_NULLABLE spans; /* in order, not overlapping */
} hub_line;
typedef struct hub_link {
  uint32_t size;
  uint32_t number; /* from 1 */
  hub_string url;
  hub_string text;
} hub_link;
typedef int32_t (*hub_line_visitor)(void *HUB_NULLABLE context, const hub_line *line);
typedef int32_t (*hub_link_visitor)(void *HUB_NULLABLE context, const hub_link *link);
typedef struct hub_document {
  uint32_t size;
  uint32_t reserved;
  /* Visits the lines of the post's stored body, laid out for that many columns; 0: not wrapped. HUB_E_NOT_FOUND: no
   * body is stored (then the preview is all there is). HUB_E_UNAVAILABLE: its page cannot be shown. A first heading
   * that only repeats the subject is left out. */
  hub_status (*lines)(const hub_host *host, hub_id post, uint32_t columns, hub_line_visitor visit,
                      void *HUB_NULLABLE context);
  hub_status (*links)(const hub_host *host, hub_id post, hub_link_visitor visit, void *HUB_NULLABLE context);
} hub_document;

/* --- hub.inbox/1: changes that the user makes ---------------------------------------------------------------------------- */
#define HUB_INBOX "hub.inbox/1"
typedef struct hub_inbox {
  uint32_t size;
  uint32_t reserved;
  hub_status (*mark_read)(const hub_host *host, uint32_t kind, hub_id id);
  hub_status (*mark_all_read)(const hub_host *host);
  /* Takes in one push payload (JSON). HUB_E_REFUSED: nothing in it could be stored. */
  hub_status (*push)(const hub_host *host, const char *payload, uint64_t length);
  hub_status (*refresh)(const hub_host *host); /* HUB_E_UNAVAILABLE: no agent runs */
} hub_inbox;

/* --- hub.navigation/1: where the user goes ------------------------------------------------------------------------------- */
#define HUB_NAVIGATION "hub.navigation/1"
#define HUB_PATH_MESSAGES 0u
#define HUB_PATH_POST 1u
#define HUB_PATH_CONVERSATION 2u
typedef struct hub_path_entry {
  uint32_t size;
  uint32_t kind;  /* HUB_PATH_… */
  hub_string id;  /* of a post: as the link had it; of a conversation: UUID text */
} hub_path_entry;
typedef int32_t (*hub_path_visitor)(void *HUB_NULLABLE context, const hub_path_entry *entry);
typedef struct hub_navigation {
  uint32_t size;
  uint32_t reserved;
  hub_status (*hub_shown)(const hub_host *host);  /* the Hub came on screen, after HUB_PENDING */
  hub_status (*hub_hidden)(const hub_host *host); /* the Hub went off the screen by other means than a tab */
  hub_status (*select_tab)(const hub_host *host, const char *tag, uint64_t tag_length);
  hub_status (*show_item)(const hub_host *host, uint32_t kind, hub_id id); /* a row was chosen: present_… follows */
  hub_status (*back)(const hub_host *host); /* HUB_E_STATE: nothing to go back from */
  /* The user closed "standalone" (the topmost) or "alert". */
  hub_status (*closed)(const hub_host *host, const char *what, uint64_t what_length);
  /* Hands a URL to the app's handler, as if it had been launched with it. HUB_OK: it was ours; HUB_E_REFUSED: not. */
  hub_status (*open_url)(const hub_host *host, const char *url, uint64_t url_length);
  /* A link inside a post was chosen. Same result. */
  hub_status (*open_link)(const hub_host *host, hub_id post, const char *url, uint64_t url_length);
  hub_status (*path)(const hub_host *host, hub_path_visitor visit, void *HUB_NULLABLE context);
} hub_navigation;

/* --- hub.conversations/1: what was written --------------------------------------------------------------------------------- */
#define HUB_CONVERSATIONS "hub.conversations/1"
#define HUB_REPLY_QUEUED 0u
#define HUB_REPLY_SENT 1u
#define HUB_REPLY_CONFIRMED 2u
#define HUB_REPLY_FAILED 3u
typedef struct hub_reply {
  uint32_t size;
  uint32_t flags; /* HUB_FLAG_MINE */
  hub_id id;
  int64_t created_at;
  uint32_t state; /* HUB_REPLY_… */
  uint32_t image_count;
  hub_string sender;
  hub_string text; /* text blocks, one a line */
  const hub_string *HUB_NULLABLE images; /* URLs */
  hub_string sender_id; /* SINCE 1.2: tells writers of one name apart; absent: the user */
} hub_reply;
typedef int32_t (*hub_reply_visitor)(void *HUB_NULLABLE context, const hub_reply *reply);

/* SINCE 1.2. The most bytes of a reply that is written here, and of a draft. */
#define HUB_REPLY_TEXT_MAX 65536u
/* SINCE 1.2. Something in a reply's text that can be opened: a URL, a bare domain, an e-mail address or a telephone
 * number. `url` has a scheme and goes to open_link of hub.navigation/1, with the conversation's id. */
typedef struct hub_text_link {
  uint32_t size;
  uint32_t number; /* from 1, in the order of the text */
  uint64_t offset; /* bytes into the text of hub_reply */
  uint64_t length;
  hub_string url;
} hub_text_link;
typedef int32_t (*hub_text_link_visitor)(void *HUB_NULLABLE context, const hub_text_link *link);
typedef int32_t (*hub_text_visitor)(void *HUB_NULLABLE context, const hub_string *text);
typedef struct hub_conversations {
  uint32_t size;
  uint32_t reserved;
  /* Visits the newest `limit` replies (1 … HUB_LIMIT_MAX) before that time (INT64_MAX: all), oldest first. */
  hub_status (*replies)(const hub_host *host, hub_id conversation, int64_t before, uint32_t limit,
                        hub_reply_visitor visit, void *HUB_NULLABLE context);
  /* From here on SINCE 1.2.
   * Writes a reply: its text, without the blank space around it, is in the outbox and on disk when this returns.
   * inbox_changed is called for it: before this returns, or soon after where the front end runs in a runner. `reply` is
   * its id, until the server gives it another one. Nothing becomes unread by a reply of the user's. HUB_E_REFUSED:
   * nothing but blank space; HUB_E_ARGUMENT: more than HUB_REPLY_TEXT_MAX bytes; HUB_E_NOT_FOUND: no such conversation. */
  hub_status (*send)(const hub_host *host, hub_id conversation, const char *text, uint64_t length,
                     hub_id *HUB_NULLABLE reply);
  /* Sends a reply once more, or deletes it for good. HUB_E_STATE: it is not HUB_REPLY_FAILED. */
  hub_status (*retry)(const hub_host *host, hub_id reply);
  hub_status (*remove)(const hub_host *host, hub_id reply);
  /* The user sees the newest reply of the conversation: it is read up to it, here and on the server. To be called when
   * the end of a thread comes into sight and when a reply comes while it is; present_conversation needs none. */
  hub_status (*reached_end)(const hub_host *host, hub_id conversation);
  /* Asks for replies older than those stored; inbox_changed follows if there are any. HUB_E_UNAVAILABLE: no agent runs;
   * HUB_E_STATE: there are no older ones. */
  hub_status (*fetch_older)(const hub_host *host, hub_id conversation);
  /* What the user has begun to write in the conversation, as it was set last; the visitor is not called without any.
   * set_draft keeps it on disk, for the next host too; an empty one forgets it. HUB_E_ARGUMENT: more than
   * HUB_REPLY_TEXT_MAX bytes; HUB_E_NOT_FOUND: no such conversation. */
  hub_status (*draft)(const hub_host *host, hub_id conversation, hub_text_visitor visit, void *HUB_NULLABLE context);
  hub_status (*set_draft)(const hub_host *host, hub_id conversation, const char *text, uint64_t length);
  /* Visits what can be opened in a reply's text, in its order. */
  hub_status (*links)(const hub_host *host, hub_id reply, hub_text_link_visitor visit, void *HUB_NULLABLE context);
} hub_conversations;

/* --- hub.sync/1: how far the inbox is that of the server. SINCE 1.2 ------------------------------------------------------------ */
#define HUB_SYNC "hub.sync/1"
#define HUB_SYNC_OFFLINE 0u /* no agent runs, or it has no way to the server: what is stored is shown */
#define HUB_SYNC_IDLE 1u
#define HUB_SYNC_RUNNING 2u
#define HUB_SYNC_FAILED 3u  /* the last sync; another one may follow by itself */
typedef struct hub_sync_info {
  uint32_t size; /* set by the caller */
  uint32_t state; /* HUB_SYNC_… */
  int64_t last_sync_at; /* when a sync ended well, in milliseconds since 1970-01-01 UTC; 0: never */
  uint64_t posts; /* while it runs: posts that came so far */
  double rate;    /* while it runs: posts a second; 0: not known */
  hub_string reason; /* one sentence, when offline or failed; absent: none is known */
} hub_sync_info;
typedef struct hub_sync {
  uint32_t size;
  uint32_t reserved;
  hub_status (*describe)(const hub_host *host, hub_sync_info *info);
} hub_sync;

/* --- hub.loop/1: file descriptors, timers, waking ---------------------------------------------------------------------------- */
/* Without --follow the host ends once all is shown, nothing is watched and no timer runs; HUB_NEEDS_TERMINAL stays.
 * What is shown and still on the server is waited for, for at most 10 s: inbox_changed or alert tells what became of it. */
#define HUB_LOOP "hub.loop/1"
#define HUB_READABLE 1u
#define HUB_WRITABLE 2u
#define HUB_HANGUP 4u /* always reported; also an error on the descriptor */
#define HUB_TIMER_MIN_MS 1u
typedef void (*hub_fd_callback)(void *HUB_NULLABLE context, int32_t fd, uint32_t events);
typedef void (*hub_timer_callback)(void *HUB_NULLABLE context, uint64_t timer);
typedef void (*hub_wake_callback)(void *HUB_NULLABLE context);
typedef struct hub_loop {
  uint32_t size;
  uint32_t reserved;
  /* Level-triggered. The descriptor stays the front end's; unwatch it before closing. HUB_E_STATE: watched already. */
  hub_status (*watch)(const hub_host *host, int32_t fd, uint32_t events, hub_fd_callback callback,
                      void *HUB_NULLABLE context);
  hub_status (*modify)(const hub_host *host, int32_t fd, uint32_t events);
  hub_status (*unwatch)(const hub_host *host, int32_t fd);
  /* A periodic timer; `*timer` is its id, never 0. The host raises a period below HUB_TIMER_MIN_MS. */
  hub_status (*add_timer)(const hub_host *host, uint64_t period_ms, hub_timer_callback callback,
                          void *HUB_NULLABLE context, uint64_t *timer);
  hub_status (*cancel_timer)(const hub_host *host, uint64_t timer); /* also inside its own callback */
  hub_status (*on_wake)(const hub_host *host, hub_wake_callback callback, void *HUB_NULLABLE context);
  hub_status (*wake)(const hub_host *host); /* [any] calls the on_wake callback soon, on [main]; calls may merge */
  /* Ends the host after this callback. The reason is for the log and for `bye`, but one is known: after
     "output failed" the host exits with 74. */
  hub_status (*quit)(const hub_host *host, const char *reason, uint64_t reason_length);
  int64_t (*now)(const hub_host *host); /* [any] milliseconds since 1970-01-01 UTC */
} hub_loop;

/* --- hub.terminal/1: standard input and output ---------------------------------------------------------------------------------- */
#define HUB_TERMINAL "hub.terminal/1"
#define HUB_TERMINAL_INPUT_IS_TTY 1u
#define HUB_TERMINAL_OUTPUT_IS_TTY 2u
#define HUB_TERMINAL_COLOR 4u   /* colour is wanted (NO_COLOR, TERM=dumb and pipes say no) */
#define HUB_TERMINAL_UNICODE 8u /* the locale is UTF-8 */
#define HUB_MODE_SCREEN 1u      /* alternate screen */
#define HUB_MODE_MOUSE 2u
#define HUB_MODE_PASTE 4u
#define HUB_MODE_KEYPAD 8u
typedef struct hub_terminal_info {
  uint32_t size; /* set by the caller */
  uint32_t flags;
  int32_t input_fd;  /* the host's: never close it */
  int32_t output_fd; /* likewise */
  uint32_t columns;  /* 80 when unknown */
  uint32_t rows;     /* 24 when unknown */
} hub_terminal_info;
typedef struct hub_terminal {
  uint32_t size;
  uint32_t reserved;
  hub_status (*describe)(const hub_host *host, hub_terminal_info *info);
  /* Which modes are on now (HUB_MODE_…); the host undoes them if the front end cannot. */
  hub_status (*modes)(const hub_host *host, uint32_t modes);
  /* Suspends the whole job, as Ctrl-Z: terminal_suspend, stop, and on return terminal_resume. */
  hub_status (*suspend)(const hub_host *host);
} hub_terminal;

/* --- hub.text/1: the width of text in a terminal ---------------------------------------------------------------------------------- */
#define HUB_TEXT "hub.text/1"
typedef struct hub_text {
  uint32_t size;
  uint32_t unicode; /* version of the table, major << 8 | minor */
  uint64_t (*columns)(const hub_host *host, const char *text, uint64_t length); /* [any] cells it takes */
  /* [any] Bytes of the longest beginning that takes at most `columns` cells and splits no cluster. */
  uint64_t (*prefix)(const hub_host *host, const char *text, uint64_t length, uint64_t columns);
} hub_text;

/* --- hub.log/1 ------------------------------------------------------------------------------------------------------------------------- */
#define HUB_LOG "hub.log/1"
#define HUB_LOG_DEBUG 1u
#define HUB_LOG_INFO 2u
#define HUB_LOG_WARNING 4u
#define HUB_LOG_ERROR 5u
typedef struct hub_log {
  uint32_t size;
  uint32_t reserved;
  void (*write)(const hub_host *host, uint32_t level, const char *text, uint64_t length); /* [any] copied */
} hub_log;

#if UINTPTR_MAX == 0xFFFFFFFFFFFFFFFFu
HUB_STATIC_ASSERT(sizeof(hub_item) == 120 && offsetof(hub_item, sender) == 40, "hub_item");
HUB_STATIC_ASSERT(sizeof(hub_query) == 80 && offsetof(hub_query, search) == 48, "hub_query");
HUB_STATIC_ASSERT(sizeof(hub_app_info) == 72 && sizeof(hub_tab) == 40, "hub_app_info, hub_tab");
HUB_STATIC_ASSERT(sizeof(hub_line) == 32 && sizeof(hub_span) == 16 && sizeof(hub_link) == 40, "hub_line");
HUB_STATIC_ASSERT(sizeof(hub_reply) == 96 && offsetof(hub_reply, images) == 72, "hub_reply");
HUB_STATIC_ASSERT(offsetof(hub_reply, sender_id) == 80 && sizeof(hub_text_link) == 40, "hub_reply 1.2");
HUB_STATIC_ASSERT(offsetof(hub_conversations, send) == 16 && sizeof(hub_conversations) == 80, "hub_conversations");
HUB_STATIC_ASSERT(sizeof(hub_sync_info) == 48 && offsetof(hub_sync_info, reason) == 32, "hub_sync_info");
HUB_STATIC_ASSERT(sizeof(hub_terminal_info) == 24 && sizeof(hub_path_entry) == 24, "hub_terminal_info");
#endif

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#endif
#endif
