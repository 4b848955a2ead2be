/* hub/hub.h: the Hub in your program, by way of libhub. Version 1.0.
 *
 * Link with `pkg-config --cflags --libs hubhost-hub`. The smallest program that shows what is unread:
 *
 *   #include <hub/hub.h>
 *   #include <inttypes.h>
 *   #include <stdio.h>
 *
 *   int main(void) {
 *     hub_description app = {.size = sizeof app, .app_file = HUB_STRING("app.json5")};
 *     hub_problem problem = {.size = sizeof problem};
 *     hub *hub = NULL;
 *     if (hub_open(&app, &hub, &problem) != HUB_OK) {
 *       fprintf(stderr, "%s\n", problem.text);
 *       return 1;
 *     }
 *     hub_badge_info badge = {.size = sizeof badge};
 *     hub_badge(hub, &badge);
 *     printf("%" PRIu64 " unread\n", badge.count);
 *     hub_close(hub);
 *     return 0;
 *   }
 *
 * Promise: within major version 1 this header only grows, at marked ends. No signature, no meaning and no order ever
 * changes, and a program built against any 1.x goes on working. Every struct starts with `size`, written by the
 * program with sizeof; the library reads and writes no further than that. Set everything else that you do not use to 0.
 *
 * Text is UTF-8 without a final NUL, given as pointer and length; what comes from the library is safe to show. A NULL
 * pointer means "absent".
 *
 * Threads: a Hub belongs to the thread that opened it, and calls back on that thread alone. Every function that takes a
 * hub is for that thread; another one gets HUB_E_THREAD and nothing happens. Nothing blocks unless it says so. Several
 * Hubs may be open at once, on one thread or on several.
 *
 * Work is done in hub_step, which your loop calls when hub_fd is readable, and inside the other functions. Signals, the
 * terminal and the standard streams are left alone unless a view is shown with HUB_VIEW_OWNS_TERMINAL. */
#ifndef HUB_HUB_H
#define HUB_HUB_H

#include <hub/frontend.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define HUB_LIBRARY_MAJOR 1
#define HUB_LIBRARY_MINOR 1

/* A Hub that is open. */
typedef struct hub hub;

/* --- Problems ------------------------------------------------------------------------------------------------------- */

#define HUB_PROBLEM_BYTES 1024
/* What went wrong, as one sentence. Yours; filled when a function fails that takes one. */
typedef struct hub_problem {
  uint32_t size;
  hub_status status;            /* as the function returned it */
  uint64_t length;              /* bytes of text */
  char text[HUB_PROBLEM_BYTES]; /* ends with a NUL as well; cut off when it is longer */
} hub_problem;

/* --- The app -------------------------------------------------------------------------------------------------------- */

/* One tab of the app; the Hub's has the tag "hub". */
typedef struct hub_app_tab {
  hub_string tag;
  hub_string title;
  hub_string text_path; /* a text file that front ends show for this tab; absent: none */
  /* Ends here in 1.0; hub_description says how long one is. */
} hub_app_tab;

#define HUB_APP_INBOX_OFF 1u /* links do not lead into the Hub; posts open standalone */
#define HUB_APP_HOME_ON 2u   /* the Hub has a home experience */
/* SINCE 1.1; they count beside an app file, too. */
#define HUB_APP_NO_AGENT 4u  /* nothing is synced: the data are shown as they are, and pushes are yours to hand in */
#define HUB_APP_NO_LINKS 8u  /* "hubhost open URL" does not reach this Hub */

/* Your app, as the Hub needs to know it. Read until hub_open returns, strings included. */
typedef struct hub_description {
  uint32_t size;
  uint32_t flags;                                /* HUB_APP_… */
  hub_string app_file;                           /* read the app from there; of the rest only data_folder and agent count then */
  hub_string data_folder;                        /* absent: $XDG_DATA_HOME/hubhost/<id> */
  hub_string id;                                 /* a reverse domain name; names the data folder */
  hub_string name;                               /* what people read */
  hub_string endpoint;                           /* the Hub's server; absent: none */
  hub_string account_token;                      /* what the server knows the app by */
  hub_string user_id;                            /* whom the server's answers are for */
  hub_string deep_link;                          /* your own URL that shows the Hub; absent: posts open standalone */
  const hub_string *HUB_NULLABLE url_schemes;    /* of the router's links, compared exactly */
  uint64_t url_scheme_count;
  const hub_string *HUB_NULLABLE domains;        /* hosts of the router's http and https links */
  uint64_t domain_count;
  const hub_string *HUB_NULLABLE app_schemes;    /* your own; their URLs go to the URL handler */
  uint64_t app_scheme_count;
  const hub_app_tab *HUB_NULLABLE tabs;          /* NULL: the Hub's alone */
  uint64_t tab_count;
  uint64_t tab_size;                             /* sizeof(hub_app_tab) */
  /* Ends here in 1.0. */
  hub_string agent;                              /* the program hubagent; absent: the one installed with this library */
  hub_string user_token;                         /* a token of the user, for servers that ask for one */
  /* Ends here in 1.1. */
} hub_description;

/* Version of the library: major << 16 | minor. Any thread. */
HUB_EXPORT uint32_t hub_version(void);

/* Opens the data of an app. Reads and may write files. The network is not this process's: where the app has a server and
 * a token, a process is started that syncs (hubagent), soon after the first steps; it is shared with hubhost, and leaves
 * by itself a while after the last Hub. On success *opened is yours until hub_close.
 * HUB_E_ARGUMENT: the description or the app file is wrong; HUB_E_NOT_FOUND: no such file; HUB_E_FAILED: the data. */
HUB_EXPORT hub_status hub_open(const hub_description *description, hub *HUB_NULLABLE *HUB_NONNULL opened,
                               hub_problem *HUB_NULLABLE problem);

/* Ends a Hub and everything of it; what was asked for is done first. Inside one of its callbacks it ends when hub_step
 * is about to return. The pointer is no longer valid afterwards. Wrong thread: HUB_E_THREAD, and it stays open. */
HUB_EXPORT hub_status hub_close(hub *hub);

/* --- Inside your loop ----------------------------------------------------------------------------------------------- */

/* Readable (poll, epoll, select) whenever hub_step would do something. Stays the Hub's; -1 on the wrong thread. */
HUB_EXPORT int32_t hub_fd(hub *hub);

/* Does what is to be done now, and never waits. HUB_OK: nothing was to be done; HUB_PENDING: something was done, there may
 * be more; HUB_E_STATE: inside one of its callbacks. */
HUB_EXPORT hub_status hub_step(hub *hub);

/* --- URLs ----------------------------------------------------------------------------------------------------------- */

/* Your URL handler. Ask hub_handle_url first, then look whether the URL is your own. Returns HUB_OK when it took the
 * URL, HUB_E_NOT_FOUND when not. For a link to a post it is called twice: with the link, which the router takes, then
 * with the Hub deep link, for which you show the Hub. The text is lent until it returns. */
typedef hub_status (*hub_url_handler)(void *HUB_NULLABLE context, hub *hub, const char *url, uint64_t length);

/* Sets the URL handler; NULL: the router is asked, and then the app file's routes. */
HUB_EXPORT hub_status hub_on_url(hub *hub, hub_url_handler HUB_NULLABLE handler, void *HUB_NULLABLE context);

/* Asks the router: HUB_OK when it recognised the link, and what follows happens in a later step; HUB_E_NOT_FOUND when
 * it is none of its links. */
HUB_EXPORT hub_status hub_handle_url(hub *hub, const char *url, uint64_t length);

/* Opens a URL as the system would, in a later step: your links go to the URL handler, http, https and mailto to the
 * system, everything else is refused. HUB_EVENT_OPENED tells what came of it. */
HUB_EXPORT hub_status hub_open_url(hub *hub, const char *url, uint64_t length);

/* SINCE 1.1. Lets you open http, https and mailto URLs instead of the system: return HUB_OK for those that you have
 * taken, anything else for those that the system is to open. NULL: the system opens all. */
HUB_EXPORT hub_status hub_on_system_url(hub *hub, hub_url_handler HUB_NULLABLE handler, void *HUB_NULLABLE context);

/* --- Badge, push, tabs ---------------------------------------------------------------------------------------------- */

typedef struct hub_badge_info {
  uint32_t size;
  uint32_t reserved;
  uint64_t count;  /* unread posts and conversations together */
  hub_string text; /* absent when nothing is unread; lent until the next call of hub_badge */
} hub_badge_info;

/* What is unread. */
HUB_EXPORT hub_status hub_badge(hub *hub, hub_badge_info *badge);

/* Takes in a push payload (JSON); it is on disk when this returns. HUB_E_REFUSED: it is no push of the Hub's. */
HUB_EXPORT hub_status hub_push(hub *hub, const char *payload, uint64_t length, hub_problem *HUB_NULLABLE problem);

/* SINCE 1.1. Asks for a full sync, as pulling the list down does. HUB_E_UNAVAILABLE: there is no agent to ask. */
HUB_EXPORT hub_status hub_refresh(hub *hub);

/* SINCE 1.1. How far the inbox is that of the server, as it was heard last; HUB_EVENT_SYNC tells when it is another.
 * The reason is lent until the next call of it. */
HUB_EXPORT hub_status hub_sync_status(hub *hub, hub_sync_info *info);

/* Selects one of the app's tabs, as a tap on it does. HUB_E_NOT_FOUND: there is no such tab. */
HUB_EXPORT hub_status hub_select_tab(hub *hub, const char *tag, uint64_t length);

/* For a program that draws the Hub by itself: it is on screen, or no longer. */
HUB_EXPORT hub_status hub_appeared(hub *hub);
HUB_EXPORT hub_status hub_disappeared(hub *hub);

/* Goes one step back: an alert, a standalone, or an entry of the Hub's stack goes. HUB_E_STATE: there is none. */
HUB_EXPORT hub_status hub_back(hub *hub);

/* --- Showing it with a front end ------------------------------------------------------------------------------------ */

#define HUB_VIEW_IN_PROCESS 1u    /* load it into this process, which it can crash */
#define HUB_VIEW_IN_RUNNER 2u     /* load it into a confined process of its own; neither: the bundled ones here */
#define HUB_VIEW_OWNS_TERMINAL 4u /* record the terminal, put it back, take its signals; one view of a process can */
#define HUB_VIEW_ONLY_OPEN 8u     /* do not select the Hub's tab: show what there is, such as standalone posts */

/* "Show the Hub here, with this front end." */
typedef struct hub_view {
  uint32_t size;
  uint32_t flags;        /* HUB_VIEW_… */
  int32_t input;         /* where keys and commands come from; stays yours */
  int32_t output;        /* where the front end writes or draws; stays yours */
  hub_string front_end;  /* a name, or a path if there is a / in it */
  hub_string runner;     /* the program hubhost; absent: the one that was installed with this library */
  /* Ends here in 1.0. */
} hub_view;

/* Shows the Hub. Blocks until the front end stands, at most five seconds. A view that is open already stays.
 * HUB_E_NOT_FOUND: no such front end; HUB_E_REFUSED: not trusted; HUB_E_UNAVAILABLE: another view has the terminal;
 * HUB_E_FAILED: it cannot be loaded or cannot start. */
HUB_EXPORT hub_status hub_show(hub *hub, const hub_view *view, hub_problem *HUB_NULLABLE problem);

/* Takes the front end off and gives everything back; the Hub goes on without it. */
HUB_EXPORT hub_status hub_hide(hub *hub);

/* --- Events --------------------------------------------------------------------------------------------------------- */

#define HUB_EVENT_OPENED 1u      /* a URL was opened: url; code: router, app, system, refused; text: why refused */
#define HUB_EVENT_SHOW_HUB 2u    /* the Hub is to be seen: code: its tab's tag */
#define HUB_EVENT_SHOW_TAB 3u    /* another tab is to be seen: code: its tag */
#define HUB_EVENT_PRESENT_POST 4u /* code: id; title: subject; text: preview; sender; url; time; presentation */
#define HUB_EVENT_PRESENT_CONVERSATION 5u /* likewise, without url */
#define HUB_EVENT_DISMISS 6u     /* taken away: code: post, conversation, standalone, messages, alert */
#define HUB_EVENT_ALERT 7u       /* code; title; text */
#define HUB_EVENT_BADGE 8u       /* text: absent when nothing is unread; count */
#define HUB_EVENT_PATH 9u        /* the Hub's stack has changed; count: how many entries it has */
#define HUB_EVENT_CHANGED 10u    /* rows have changed: flags: HUB_MOVED_…; count: how many */
#define HUB_EVENT_VIEW_CLOSED 11u /* the view has closed by itself: text: why */
#define HUB_EVENT_NOTICE 12u     /* text: a sentence for whoever runs the program */
/* SINCE 1.1 */
#define HUB_EVENT_SYNC 13u       /* code: offline, idle, syncing, failed; text: why; count: posts so far; time: last sync */

#define HUB_EVENT_UNREAD HUB_FLAG_UNREAD /* flags of a presented row: it was unread before */
#define HUB_EVENT_LOST 0x80000000u /* flags: events before this one were lost, since nobody took them */
/* Events that wait for the program; of more, the oldest are lost. */
#define HUB_EVENTS_KEPT 1024

typedef struct hub_event {
  uint32_t size;
  uint32_t kind;         /* HUB_EVENT_…; pass over those that you do not know */
  uint32_t flags;
  uint32_t presentation; /* HUB_PRESENTATION_… */
  uint64_t count;
  int64_t time;          /* milliseconds since 1970-01-01 UTC */
  hub_string code;
  hub_string title;
  hub_string text;
  hub_string sender;
  hub_string url;
  /* Ends here in 1.0. */
} hub_event;

/* Takes the next event; HUB_E_NOT_FOUND: there is none. Texts are lent until the next call of it. Take all of them
 * after each step, and after whatever else you called. */
HUB_EXPORT hub_status hub_next_event(hub *hub, hub_event *event);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
