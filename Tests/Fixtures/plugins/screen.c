/* Takes the terminal as a full-screen program does, and gives nothing back; the tab says how to end. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <hub/frontend.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void say(const char *text) { (void)!write(0, text, strlen(text)); }

static void take(void) {
  struct termios raw;
  tcgetattr(0, &raw);
  cfmakeraw(&raw);
  raw.c_lflag |= ISIG;
  tcsetattr(0, TCSANOW, &raw);
  fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
  say("\033[?1049h\033[?25l\033[?1000h\033[?1006h\033[?2004h\033[?1h\033=SCREEN\r\n");
}

static volatile int depth;
__attribute__((noinline)) static int deeper(int level) {
  volatile char room[4096];
  room[0] = (char)level;
  depth = level;
  return level < 1 << 30 ? deeper(level + 1) + room[0] : 0;
}

static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                           const char *badge, uint64_t badge_length) {
  (void)instance; (void)call; (void)tab_length; (void)badge; (void)badge_length;
  switch (tab[0]) {
  case 's': *(volatile int *)0 = 1; break;
  case 'a': abort();
  case 'o': return deeper(0);
  case 'e': exit(5);
  default: say("HUB\r\n");
  }
  return HUB_OK;
}
static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
  (void)instance; (void)call; (void)presentation; (void)post;
  return HUB_OK;
}
static hub_status terminal_suspend(void *instance, const hub_call *call) {
  (void)instance; (void)call;
  say("LEAVING\r\n");
  return HUB_OK;
}
static hub_status terminal_resume(void *instance, const hub_call *call) {
  (void)instance; (void)call;
  take();
  say("RETAKEN\r\n");
  return HUB_OK;
}
static hub_status terminal_resized(void *instance, const hub_call *call, uint64_t columns, uint64_t rows) {
  (void)instance; (void)call; (void)columns; (void)rows;
  say("RESIZED\r\n");
  return HUB_OK;
}
static hub_status start(void *instance) { (void)instance; take(); return HUB_OK; }

static const hub_method methods[] = {
    HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post),
    HUB_METHOD(terminal_suspend, terminal_suspend), HUB_METHOD(terminal_resume, terminal_resume),
    HUB_METHOD(terminal_resized, terminal_resized)};
static const hub_frontend screen = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.screen"), HUB_STRING("screen"), HUB_STRING("1.0"),
    HUB_STRING("Takes the terminal and gives nothing back"), HUB_NEEDS_TERMINAL, sizeof(hub_method),
    sizeof methods / sizeof methods[0], methods, NULL, start, NULL, NULL, HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &screen; }
