/* hub/actions.h: what a front end offers to links, keys, JSON lines and `hubhost action`. Part of the ABI of
 * hub/frontend.h, which includes it. SINCE 1.1.
 *
 * An action has a name, a help text and typed arguments. Values come as text; the host converts them, checks their
 * ranges and refuses what does not go, so that the function sees only good values. At most 8 arguments:
 *
 *   #define JUMP(A) A(u, days, HUB_RANGE(0, 365), "How far back") A(os, sender, HUB_LENGTH(1, 80), "Only from them")
 *   HUB_ACTION_TYPE(jump, JUMP)
 *   static hub_status jump(void *instance, const hub_call *call, uint64_t days, const char *sender,
 *                          uint64_t sender_length) { … }
 *   static const hub_action actions[] = {HUB_ACTION(jump, "jump", "Goes back in time", JUMP, jump)};
 *   … HUB_ACTION_TABLE(actions)}; at the end of the descriptor, where a front end without any has HUB_NO_ACTIONS.
 *
 * It is called then by `<scheme>://action/<front end>/jump?days=7`, `hubhost action jump days=7`, the JSON line
 * {"command":"action","name":"jump","args":{"days":7}} and the key of `keys: {"x": "jump days=7"}` in the app file.
 * A link that launched the app may call it before show_hub. A link may come from anybody: an action that writes,
 * deletes or leaves is written with HUB_CLOSED_ACTION in place of HUB_ACTION, and links to it are refused. */
#ifndef HUB_ACTIONS_H
#define HUB_ACTIONS_H
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

/* --- Values and arguments ------------------------------------------------------------------------------------------- */
#define HUB_ACTION_ARGUMENTS_MAX 8u
#define HUB_ARGUMENT_RANGED 1u /* least and most count; without it every value of the type is taken */
typedef struct hub_argument {
  hub_string name; /* [a-z][a-z0-9_-]*, at most 32 bytes, once in an action */
  hub_string help; /* one line */
  uint32_t flags;  /* HUB_ARGUMENT_… */
  uint32_t reserved;
  int64_t least; /* i, u: the smallest value; s: the fewest bytes */
  int64_t most;  /* i, u: the largest value; s: the most bytes, of which 65536 are the limit anyway */
  double least_real; /* d: likewise; the host never passes NaN or an infinity */
  double most_real;
} hub_argument;

/* One converted value, for a dispatcher. */
typedef struct hub_value {
  uint32_t size;
  uint32_t letter;   /* of the signature: 's', 'i', 'u', 'd' or 'b' */
  hub_string text;   /* s; absent where the signature allows it; safe to show */
  int64_t integer;   /* i; b: 0 or 1 */
  uint64_t number;   /* u */
  double real;       /* d */
} hub_value;

/* Called instead of a typed function, by languages that dispatch at run time: `action` is the row, from 0; `values`
 * has one element for each argument, lent until the call returns. */
typedef hub_status (*hub_action_dispatcher)(void *HUB_NULLABLE instance, const hub_call *call, uint32_t action,
                                            const hub_value *HUB_NULLABLE values, uint32_t value_count);

#define HUB_ACTION_CLOSED_TO_LINKS 1u /* SINCE 1.3: a link to it is refused with a sentence */
/* A row of the action table. Signature as for methods, of the letters s, i, u, d and b; ? only before s; an argument
 * with ? or behind | may be left out and is NULL, 0 or false then. Of `function`, which is called as a method with
 * that signature, and `dispatch` exactly one is set. Both return HUB_OK, a positive or a negative status. */
typedef struct hub_action {
  hub_string name; /* [a-z][a-z0-9_-]*, at most 32 bytes, once in a front end */
  hub_string signature;
  hub_string help; /* one line */
  uint32_t argument_size; /* sizeof(hub_argument) */
  uint32_t argument_count;
  const hub_argument *HUB_NULLABLE arguments; /* one a letter */
  hub_function HUB_NULLABLE function;
  hub_action_dispatcher HUB_NULLABLE dispatch;
  uint32_t flags; /* SINCE 1.3: HUB_ACTION_… */
  uint32_t reserved;
} hub_action;

/* --- Rows out of one definition ---------------------------------------------------------------------------------------
 * A(letter, name, range, help): letter is s, os (a text that may be left out), i, u, d or b; or `tail`, with no name,
 * before the first of the other arguments that may be left out. Type, signature and argument rows come from it.      */
#define HUB_ANY 0, 0, 0, 0, 0.0, 0.0
#define HUB_RANGE(least, most) HUB_ARGUMENT_RANGED, 0, (least), (most), 0.0, 0.0
#define HUB_LENGTH(least, most) HUB_ARGUMENT_RANGED, 0, (least), (most), 0.0, 0.0
#define HUB_REAL_RANGE(least, most) HUB_ARGUMENT_RANGED, 0, 0, 0, (least), (most)
#define HUB_NO_ARGUMENTS(A)

/* Without marks of nullability, which a compiler may refuse in the author's own code. */
#define HUB_ACTION_PARAM_s(name) , const char *name, uint64_t name##_length
#define HUB_ACTION_PARAM_os(name) , const char *name, uint64_t name##_length
#define HUB_ACTION_PARAM_i(name) , int64_t name
#define HUB_ACTION_PARAM_u(name) , uint64_t name
#define HUB_ACTION_PARAM_d(name) , double name
#define HUB_ACTION_PARAM_b(name) , int32_t name
#define HUB_ACTION_PARAM_tail(name)
#define HUB_LETTER_i "i"
#define HUB_LETTER_d "d"
#define HUB_LETTER_b "b"
#define HUB_LETTER_tail "|"
#define HUB_ACTION_PARAM(letter, name, range, help) HUB_ACTION_PARAM_##letter(name)
#define HUB_ACTION_LETTER(letter, name, range, help) HUB_LETTER_##letter
#define HUB_ACTION_ROW(letter, name, range, help) HUB_ROW_##letter(#name, help, range)
#define HUB_ROW(name, help, ...) {HUB_STRING(name), HUB_STRING(help), __VA_ARGS__},
#define HUB_ROW_s(...) HUB_ROW(__VA_ARGS__)
#define HUB_ROW_os(...) HUB_ROW(__VA_ARGS__)
#define HUB_ROW_i(...) HUB_ROW(__VA_ARGS__)
#define HUB_ROW_u(...) HUB_ROW(__VA_ARGS__)
#define HUB_ROW_d(...) HUB_ROW(__VA_ARGS__)
#define HUB_ROW_b(...) HUB_ROW(__VA_ARGS__)
#define HUB_ROW_tail(...)

/* Declares hub_action_<id>_fn, the type of an action's function, and its argument rows, closed by an empty one. */
#define HUB_ACTION_TYPE(id, ARGUMENTS) \
  typedef hub_status (*hub_action_##id##_fn)(void *instance, const hub_call *call ARGUMENTS(HUB_ACTION_PARAM)); \
  static const hub_argument hub_action_##id##_arguments[] = { \
      ARGUMENTS(HUB_ACTION_ROW){{"", 0}, {"", 0}, 0, 0, 0, 0, 0.0, 0.0}};

/* A row of the action table; a function of another type than the action's does not compile. */
#define HUB_ACTION(id, name, help, ARGUMENTS, implementation) \
  HUB_ACTION_WITH(id, name, help, ARGUMENTS, implementation, 0)
#define HUB_CLOSED_ACTION(id, name, help, ARGUMENTS, implementation) \
  HUB_ACTION_WITH(id, name, help, ARGUMENTS, implementation, HUB_ACTION_CLOSED_TO_LINKS)
#define HUB_ACTION_WITH(id, name, help, ARGUMENTS, implementation, flags) \
  {HUB_STRING(name), HUB_STRING("" ARGUMENTS(HUB_ACTION_LETTER)), HUB_STRING(help), sizeof(hub_argument), \
   (uint32_t)(sizeof(hub_action_##id##_arguments) / sizeof(hub_argument)) - 1, hub_action_##id##_arguments, \
   (hub_function)(1 ? (implementation) : (hub_action_##id##_fn)0), 0, (flags), 0}

/* The end of the descriptor, with the rows of an array or without any. A front end that asks to read files writes the
 * members by name, or HUB_ACTION_ROWS or `0, 0, 0` and then `reads` and `read_count`. */
#define HUB_ACTION_ROWS(rows) sizeof(hub_action), (uint32_t)(sizeof(rows) / sizeof((rows)[0])), (rows)
#define HUB_ACTION_TABLE(rows) HUB_ACTION_ROWS(rows), 0, 0
#define HUB_NO_ACTIONS 0, 0, 0, 0, 0

/* --- hub.actions/1: the actions of the running front end, and the keys that the app file gives them ------------------ */
#define HUB_ACTIONS "hub.actions/1"
typedef struct hub_action_info {
  uint32_t size;
  uint32_t reserved;
  hub_string name;
  hub_string help;
  hub_string usage; /* its arguments as people type them: "days=0..365 [sender=TEXT]" */
} hub_action_info;
typedef struct hub_action_key {
  uint32_t size;
  uint32_t reserved;
  hub_string key;  /* a printing character, or a name such as Ctrl-X, F5 or PageDown */
  hub_string line; /* what it does: "jump days=7" */
  hub_string help; /* of the action; absent: the front end has no such action */
} hub_action_key;
typedef struct hub_binding {
  hub_string name;  /* of an argument */
  hub_string value; /* as text */
} hub_binding;
typedef int32_t (*hub_action_visitor)(void *HUB_NULLABLE context, const hub_action_info *action);
typedef int32_t (*hub_action_key_visitor)(void *HUB_NULLABLE context, const hub_action_key *key);
typedef struct hub_actions {
  uint32_t size;
  uint32_t reserved;
  hub_status (*list)(const hub_host *host, hub_action_visitor visit, void *HUB_NULLABLE context);
  hub_status (*keys)(const hub_host *host, hub_action_key_visitor visit, void *HUB_NULLABLE context);
  /* Calls an action with values as text, before it returns. HUB_E_NOT_FOUND: there is no such action; HUB_E_ARGUMENT:
   * a value does not go; else what the action returned. When that is negative, `fault` is a sentence for people.
   * In a runner the action is called after this has returned, which is HUB_PENDING. */
  hub_status (*call)(const hub_host *host, const char *name, uint64_t name_length,
                     const hub_binding *HUB_NULLABLE bindings, uint64_t binding_count,
                     hub_string *HUB_NULLABLE fault);
  /* Calls what the app file gives a key. HUB_E_NOT_FOUND: it gives it nothing, and `fault` is absent. */
  hub_status (*press)(const hub_host *host, const char *key, uint64_t key_length, hub_string *HUB_NULLABLE fault);
} hub_actions;

#if UINTPTR_MAX == 0xFFFFFFFFFFFFFFFFu
HUB_STATIC_ASSERT(sizeof(hub_argument) == 72 && offsetof(hub_argument, least_real) == 56, "hub_argument");
HUB_STATIC_ASSERT(sizeof(hub_value) == 48 && offsetof(hub_value, real) == 40, "hub_value");
HUB_STATIC_ASSERT(sizeof(hub_action) == 88 && offsetof(hub_action, flags) == 80, "hub_action");
HUB_STATIC_ASSERT(sizeof(hub_action_info) == 56 && sizeof(hub_action_key) == 56, "hub_action_info");
HUB_STATIC_ASSERT(sizeof(hub_binding) == 32 && sizeof(hub_actions) == 40, "hub_binding, hub_actions");
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
