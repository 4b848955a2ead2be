/* hub/frontend.h: the C ABI between hubhost and a front end. Version 1.3.
 *
 * A front end is a shared object, libhub-<name>.so, that exports one function, hub_frontend_v1, and implements two
 * methods: show_hub and present_post. Compile with `cc -shared -fPIC -o libhub-smallest.so smallest.c`, then run
 * `hubhost --frontend ./libhub-smallest.so`. The smallest complete one:
 *
 *   #include <hub/frontend.h>
 *   #include <stdio.h>
 *
 *   static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
 *                              const char *badge, uint64_t badge_length) {
 *     (void)instance; (void)call;
 *     fprintf(stderr, "Hub in tab %.*s, badge %.*s\n", (int)tab_length, tab, (int)badge_length, badge ? badge : "");
 *     return HUB_OK;
 *   }
 *
 *   static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
 *     (void)instance; (void)call;
 *     fprintf(stderr, "%s: %.*s\n", presentation == HUB_PRESENTATION_STANDALONE ? "Post on top" : "Post in the Hub",
 *             (int)post->subject.length, post->subject.data);
 *     return HUB_OK;
 *   }
 *
 *   static const hub_method methods[] = {HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post)};
 *   static const hub_frontend smallest = {
 *       HUB_FRONTEND_HEAD, HUB_STRING("com.example.smallest"), HUB_STRING("smallest"), HUB_STRING("1.0"),
 *       HUB_STRING("Prints what it is shown"), 0, sizeof(hub_method), 2, methods, NULL, NULL, NULL, NULL,
 *       HUB_NO_ACTIONS};
 *
 *   HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &smallest; }
 *
 * Promise: within major version 1 this header only grows at marked ends. No signature, no meaning and no order ever
 * changes, and a plug-in built against any 1.x goes on working. Every struct that can grow starts with `size`, written
 * by the side that fills it; each side reads no further than the smaller of both sizes. Members named reserved are 0.
 *
 * Text is UTF-8 without a final NUL, given as pointer and length; what comes from the host is safe to show: no control
 * characters but newline and tab (none in one-line fields), no bidi controls. A NULL pointer means "absent"; an empty
 * text has length 0 and a pointer that is not NULL.
 *
 * Threads: [main] = the plug-in's main thread, the one that called hub_frontend_v1; [any] = any thread. Everything is
 * [main] unless it says [any]; the host checks. No call blocks unless it says so, and methods should return in 16 ms.
 *
 * A front end never calls exit, abort, fork, setlocale, signal, chdir or umask, never writes to standard output unless
 * hub.terminal/1 gave it, never unloads itself, and lets no exception, panic or longjmp cross this border. */
#ifndef HUB_FRONTEND_H
#define HUB_FRONTEND_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define HUB_NULLABLE _Nullable
#define HUB_NONNULL _Nonnull
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#else
#define HUB_NULLABLE
#define HUB_NONNULL
#endif

#ifdef __cplusplus
extern "C" {
#define HUB_STATIC_ASSERT static_assert
#else
#define HUB_STATIC_ASSERT _Static_assert
#endif

#define HUB_ABI_MAJOR 1
/* 1.0: the first. 1.1: actions (hub/actions.h), the end of hub_frontend behind destroy. 1.2: writing in conversations
 * (the end of hub_conversations and of hub_reply), hub.sync/1 and the method sync_changed; HUB_NEEDS_NETWORK and the end
 * of hub_frontend behind actions. 1.3: actions that links do not call (the end of hub_action). */
#define HUB_ABI_MINOR 3
#define HUB_EXPORT __attribute__((visibility("default")))

/* --- Status: 0 is good, positive is good with a remark, negative is bad. ------------------------------------------ */
typedef int32_t hub_status;
#define HUB_OK ((hub_status)0)            /* done */
#define HUB_PENDING ((hub_status)1)       /* show_hub: will say hub_shown later */
#define HUB_E_ARGUMENT ((hub_status)-1)   /* an argument is out of its range */
#define HUB_E_STATE ((hub_status)-2)      /* not now: call order */
#define HUB_E_NOT_FOUND ((hub_status)-3)  /* no such post, tab, timer … */
#define HUB_E_UNAVAILABLE ((hub_status)-4) /* not in this host, or not at this time */
#define HUB_E_FAILED ((hub_status)-5)     /* tried and failed; the log says why */
#define HUB_E_THREAD ((hub_status)-6)     /* called on the wrong thread */
#define HUB_E_REFUSED ((hub_status)-7)    /* against a rule, such as a URL scheme that is never opened */

/* --- Values --------------------------------------------------------------------------------------------------------- */
typedef struct hub_string {
  const char *HUB_NULLABLE data; /* UTF-8; NULL: absent */
  uint64_t length;               /* bytes */
} hub_string;
#define HUB_STRING(text) {(text), sizeof(text) - 1}

typedef struct hub_id {
  uint8_t bytes[16]; /* a UUID in network order (RFC 9562, section 4) */
} hub_id;

#define HUB_KIND_CONVERSATION 0u
#define HUB_KIND_POST 1u
#define HUB_PRESENTATION_HUB 0u        /* inside the Hub */
#define HUB_PRESENTATION_STANDALONE 1u /* on top of whatever is visible */
#define HUB_FLAG_UNREAD 1u             /* post, conversation, item */
#define HUB_FLAG_MINE 2u               /* reply: written by the user */

/* The context of one method call. Lent until the call returns. */
typedef struct hub_call {
  uint32_t size;
  uint32_t reserved;
  uint64_t request; /* counts up from 1; the same number means the same request again */
} hub_call;

/* Records of methods: lent until the call returns, strings included. Times are milliseconds since 1970-01-01 UTC. */
typedef struct hub_post {
  uint32_t size;
  uint32_t flags; /* HUB_FLAG_UNREAD: it was unread before it was shown */
  hub_id id;
  int64_t received_at;
  hub_string subject;
  hub_string preview;
  hub_string sender; /* absent: unknown */
  hub_string url;    /* the post's web page; absent: none */
  hub_string cover;  /* URL of a picture; absent: none */
} hub_post;

typedef struct hub_conversation {
  uint32_t size;
  uint32_t flags;
  hub_id id;
  int64_t activity_at;
  hub_string subject; /* absent: none */
  hub_string preview;
  hub_string sender; /* who wrote last, if it was not the user */
  const hub_string *HUB_NULLABLE participants; /* names */
  uint64_t participant_count;
} hub_conversation;

/* --- Methods: what the host calls -----------------------------------------------------------------------------------
 * A method is data: {name, signature, since, function}. The host resolves it when it loads the plug-in and calls it
 * with (instance, call, arguments…), returning hub_status. A signature is a string, one letter an argument:
 *   s text: two C arguments, pointer and length      y bytes: likewise, const uint8_t *
 *   i int64_t    u uint64_t    d double    b int32_t that is 0 or 1    h int32_t, a borrowed file descriptor
 *   o uint64_t, a handle of the host      P const hub_post *      C const hub_conversation *
 *   ? before a letter: may be NULL        | once: what follows is optional (defaults: 0, NULL)
 * Examples: "s?s" is (const char *, uint64_t, const char *, uint64_t), the second text may be NULL; "uP" is
 * (uint64_t, const hub_post *). At most 8 letters. The host takes a method whose signature equals its own, or is the
 * beginning of its own (an older plug-in), or goes on behind it with `|` and optional arguments (a newer one); any
 * other is refused when the plug-in is loaded.
 * Prototype and signature both come from the HUB_ARGS_ lines below and so cannot disagree.                           */
#define HUB_PARAM(letter, name) HUB_PARAM_##letter(name)
#define HUB_PARAM_s(name) , const char *name, uint64_t name##_length
#define HUB_PARAM_os(name) , const char *HUB_NULLABLE name, uint64_t name##_length
#define HUB_PARAM_y(name) , const uint8_t *HUB_NULLABLE name, uint64_t name##_length
#define HUB_PARAM_u(name) , uint64_t name
#define HUB_PARAM_P(name) , const hub_post *name
#define HUB_PARAM_C(name) , const hub_conversation *name
#define HUB_LETTER(letter, name) HUB_LETTER_##letter
#define HUB_LETTER_s "s"
#define HUB_LETTER_os "?s"
#define HUB_LETTER_y "y"
#define HUB_LETTER_u "u"
#define HUB_LETTER_P "P"
#define HUB_LETTER_C "C"

/* REQUIRED. Show the Hub: `tab` is the tag of its tab, `badge` its text. HUB_OK: it is on screen now; HUB_PENDING:
 * call hub_shown of hub.navigation/1 once it is; negative: it cannot be shown. */
#define HUB_ARGS_show_hub(A) A(s, tab) A(os, badge)
/* REQUIRED. Show a post, `presentation` HUB_PRESENTATION_…; its text is in hub.document/1. */
#define HUB_ARGS_present_post(A) A(u, presentation) A(P, post)
/* Show a conversation; its replies are in hub.conversations/1. Default: a warning in the log. */
#define HUB_ARGS_present_conversation(A) A(u, presentation) A(C, conversation)
/* Another tab than the Hub's is visible now, with this text. Default: nothing. */
#define HUB_ARGS_show_tab(A) A(s, tag) A(s, title) A(os, text)
/* Take away "post", "conversation", "standalone" (the topmost) or "alert". Default: nothing. */
#define HUB_ARGS_dismiss(A) A(s, what)
/* Rows moved: `flags` HUB_MOVED_…; posts and conversations are ids of 16 bytes each. Default: nothing. */
#define HUB_ARGS_inbox_changed(A) A(u, flags) A(y, posts) A(y, conversations)
/* The badge is `badge` now, absent at 0; `count` is the number. Default: nothing. */
#define HUB_ARGS_badge_changed(A) A(os, badge) A(u, count)
/* The configuration is another one: ask hub.app/1. Default: nothing. */
#define HUB_ARGS_config_changed(A)
/* The Hub's path is another one: ask hub.navigation/1. Default: nothing. */
#define HUB_ARGS_path_changed(A)
/* Say something to the user. `code` is stable, such as post-not-found. Default: a line on standard error. */
#define HUB_ARGS_alert(A) A(s, code) A(s, title) A(s, message)
/* The app was asked to open `url`; `by` is router, app, system or refused. Default: nothing. */
#define HUB_ARGS_url_opened(A) A(s, url) A(s, by) A(os, reason)
/* The terminal has another size. Default: nothing. */
#define HUB_ARGS_terminal_resized(A) A(u, columns) A(u, rows)
/* Leave the screen as it was found, at once; and take it again and draw everything. Default: nothing. */
#define HUB_ARGS_terminal_suspend(A)
#define HUB_ARGS_terminal_resume(A)
/* SINCE 1.2. A sync begins, goes on or ends: ask hub.sync/1. Default: nothing. */
#define HUB_ARGS_sync_changed(A)

/* X(method, since minor version), in the order of the header. Append only. */
#define HUB_EACH_METHOD(X) \
  X(show_hub, 0) X(present_post, 0) X(present_conversation, 0) X(show_tab, 0) X(dismiss, 0) X(inbox_changed, 0) \
  X(badge_changed, 0) X(config_changed, 0) X(path_changed, 0) X(alert, 0) X(url_opened, 0) X(terminal_resized, 0) \
  X(terminal_suspend, 0) X(terminal_resume, 0) X(sync_changed, 2)

#define HUB_MOVED_POSTS 1u
#define HUB_MOVED_CONVERSATIONS 2u
#define HUB_MOVED_CONFIG 4u
#define HUB_MOVED_EVERYTHING 8u /* the lists of ids are empty: any row may have moved */

typedef void (*hub_function)(void);

/* hub_show_hub_fn, hub_present_post_fn …: the type of each method. */
#define HUB_DECLARE_METHOD(method, since) \
  typedef hub_status (*hub_##method##_fn)(void *HUB_NULLABLE instance, const hub_call *call HUB_ARGS_##method(HUB_PARAM)); \
  static inline hub_string hub_signature_##method(void) { \
    hub_string signature = HUB_STRING("" HUB_ARGS_##method(HUB_LETTER)); \
    return signature; \
  }
HUB_EACH_METHOD(HUB_DECLARE_METHOD)
#undef HUB_DECLARE_METHOD

typedef struct hub_method {
  hub_string name;
  hub_string signature;
  uint32_t since; /* the minor version that brought the method */
  uint32_t reserved;
  hub_function function;
} hub_method;

/* A row of the method table; a function of another type than the method's does not compile. */
#define HUB_METHOD(method, implementation) \
  {HUB_STRING(#method), HUB_STRING("" HUB_ARGS_##method(HUB_LETTER)), 0, 0, \
   (hub_function)(1 ? (implementation) : (hub_##method##_fn)0)}

/* --- The host, as a front end sees it ---------------------------------------------------------------------------------- */
typedef struct hub_host hub_host;
struct hub_host {
  uint32_t size;
  uint32_t abi_minor;
  hub_string name;    /* "hubhost" */
  hub_string version; /* of the host */
  void *HUB_NULLABLE context; /* the host's own */
  /* [any] The service with that id (hub/services.h), valid for the process's life; NULL: not in this host. */
  const void *HUB_NULLABLE (*HUB_NONNULL service)(const hub_host *host, const char *id, uint64_t id_length);
};

/* --- The front end --------------------------------------------------------------------------------------------------- */
#define HUB_NEEDS_TERMINAL 1u /* input and output must be a terminal */
#define HUB_NEEDS_STDIN 2u    /* reads standard input; in a runner, none else gets it */
#define HUB_NEEDS_NETWORK 4u  /* SINCE 1.2: uses TCP or UDP; it runs only if the app file grants that */

typedef struct hub_frontend {
  uint32_t size;
  uint32_t abi_minor; /* the HUB_ABI_MINOR that it was built with */
  hub_string id;      /* reverse DNS; at most 255 bytes */
  hub_string name;    /* what --frontend takes, and the file name libhub-<name>.so; [a-z0-9-], at most 32 bytes */
  hub_string version;
  hub_string summary; /* one line */
  uint64_t needs;     /* HUB_NEEDS_… */
  uint32_t method_size; /* sizeof(hub_method) */
  uint32_t method_count;
  const hub_method *methods;
  /* Makes an instance, which is passed to everything after. `host` is valid until destroy returns. NULL: no instance
   * is needed. A front end that cannot start returns a negative status here or in start, and the next one is tried. */
  hub_status (*HUB_NULLABLE create)(const hub_host *host, void *HUB_NULLABLE *HUB_NULLABLE instance);
  hub_status (*HUB_NULLABLE start)(void *HUB_NULLABLE instance); /* take the terminal, register with hub.loop/1 */
  void (*HUB_NULLABLE stop)(void *HUB_NULLABLE instance);        /* give everything back; no callback after it */
  void (*HUB_NULLABLE destroy)(void *HUB_NULLABLE instance);     /* after stop, or after a create that succeeded */
  /* SINCE 1.1: what links, keys and programs can call (hub/actions.h). */
  uint32_t action_size; /* sizeof(hub_action) */
  uint32_t action_count;
  const struct hub_action *HUB_NULLABLE actions;
  /* SINCE 1.2: files, and folders with all below them, that it reads beside its own folder and the system's: absolute
   * paths, or from ~/ on. At most 16. It runs only if the app file grants them. */
  const hub_string *HUB_NULLABLE reads;
  uint64_t read_count;
} hub_frontend;
#define HUB_FRONTEND_HEAD sizeof(hub_frontend), HUB_ABI_MINOR

/* ENTRY. The descriptor, static for the process's life; NULL: "not with this host". The only exported symbol. [main] */
HUB_EXPORT const hub_frontend *HUB_NULLABLE hub_frontend_v1(uint32_t host_minor);

#if UINTPTR_MAX == 0xFFFFFFFFFFFFFFFFu
HUB_STATIC_ASSERT(sizeof(hub_string) == 16 && sizeof(hub_call) == 16, "hub_string, hub_call");
HUB_STATIC_ASSERT(sizeof(hub_method) == 48 && offsetof(hub_method, function) == 40, "hub_method");
HUB_STATIC_ASSERT(sizeof(hub_post) == 112 && offsetof(hub_post, subject) == 32, "hub_post");
HUB_STATIC_ASSERT(sizeof(hub_conversation) == 96 && offsetof(hub_conversation, participants) == 80, "hub_conversation");
HUB_STATIC_ASSERT(sizeof(hub_host) == 56 && offsetof(hub_host, service) == 48, "hub_host");
HUB_STATIC_ASSERT(sizeof(hub_frontend) == 160 && offsetof(hub_frontend, methods) == 88, "hub_frontend");
HUB_STATIC_ASSERT(offsetof(hub_frontend, destroy) == 120 && offsetof(hub_frontend, actions) == 136, "hub_frontend 1.1");
HUB_STATIC_ASSERT(offsetof(hub_frontend, reads) == 144, "hub_frontend 1.2");
#endif

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#include "services.h"
#include "actions.h"
#endif
