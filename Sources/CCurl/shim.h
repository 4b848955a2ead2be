/* libcurl for Swift. Each wrapper stands for a variadic function or a macro that makes a number. */
#ifndef HUB_CCURL_SHIM_H
#define HUB_CCURL_SHIM_H
/* The checks are macros around the variadic functions; the wrappers below have types of their own. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

/* CURL_GLOBAL_DEFAULT is a macro of macros. */
static inline CURLcode hub_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

/* curl_easy_setopt is variadic. */
static inline CURLcode hub_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode hub_curl_set_off(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
/* libcurl copies the text. */
static inline CURLcode hub_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
/* libcurl copies the bytes. */
static inline CURLcode hub_curl_set_body(CURL *easy, const void *bytes, long count) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, count);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : bytes) : code;
}
/* The list stays the caller's and must live as long as the transfer. */
static inline CURLcode hub_curl_set_headers(CURL *easy, struct curl_slist *list) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}
typedef size_t (*hub_curl_data)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode hub_curl_set_receivers(CURL *easy, hub_curl_data header, hub_curl_data body, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_PRIVATE, context) : code;
}

static inline CURLcode hub_curl_set_opener(CURL *easy, curl_opensocket_callback opener, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context) : code;
}

/* Where a connection is to lead. The address in the struct is longer than its declared type. */
static inline const unsigned char *hub_curl_address(const struct curl_sockaddr *to, size_t *count) {
  const struct sockaddr *address = &to->addr;
  *count = 0;
  if (to->family == AF_INET) {
    *count = 4;
    return (const unsigned char *)&((const struct sockaddr_in *)(const void *)address)->sin_addr;
  }
  if (to->family == AF_INET6) {
    *count = 16;
    return (const unsigned char *)&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
  }
  return NULL;
}
static inline curl_socket_t hub_curl_open(const struct curl_sockaddr *to) {
  return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* CURL_SOCKET_BAD is a macro. */
static inline curl_socket_t hub_curl_no_socket(void) { return CURL_SOCKET_BAD; }

/* Whether an address, 4 or 16 bytes in network order, belongs to this machine. */
static inline int hub_is_own_address(const unsigned char *bytes, size_t count) {
  struct ifaddrs *all = NULL;
  int found = 0;
  if (getifaddrs(&all) != 0) return 0;
  for (struct ifaddrs *one = all; one != NULL && !found; one = one->ifa_next) {
    const struct sockaddr *address = one->ifa_addr;
    if (address == NULL) continue;
    if (address->sa_family == AF_INET && count == 4)
      found = memcmp(&((const struct sockaddr_in *)(const void *)address)->sin_addr, bytes, 4) == 0;
    if (address->sa_family == AF_INET6 && count == 16)
      found = memcmp(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, bytes, 16) == 0;
  }
  freeifaddrs(all);
  return found;
}

/* curl_easy_getinfo is variadic. */
static inline void *hub_curl_context(CURL *easy) {
  char *context = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
  return context;
}
static inline long hub_curl_status(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
/* Lent until the handle is used again; NULL when the answer does not redirect. */
static inline const char *hub_curl_redirect(CURL *easy) {
  char *url = NULL;
  curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &url);
  return url;
}

/* curl_multi_setopt is variadic. */
static inline CURLMcode hub_curl_multi_set_callbacks(CURLM *multi, curl_socket_callback socket,
                                                     curl_multi_timer_callback timer, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context) : code;
}
static inline CURLMcode hub_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/* The result is a member of a union inside CURLMsg. Gives 0 when nothing is done. */
static inline int hub_curl_next_done(CURLM *multi, CURL **easy, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *result = message->data.result;
    return 1;
  }
  return 0;
}

/* Socket numbers of our own are macros with casts. */
static inline curl_socket_t hub_curl_timeout_socket(void) { return CURL_SOCKET_TIMEOUT; }

/* Whether names are looked up on another thread, so that a slow answer holds nobody up. */
static inline int hub_curl_resolves_aside(void) {
  return (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_ASYNCHDNS) != 0;
}
#endif
