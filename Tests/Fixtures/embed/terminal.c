/* A program that gives its terminal to a view for a while, and then goes on. usage: terminal FOLDER */
#include <hub/hub.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  struct termios before, after;
  tcgetattr(0, &before);
  hub_description app = {.size = sizeof app, .id = HUB_STRING("com.example.demo"), .name = HUB_STRING("Demo"),
                         .data_folder = {argv[1], strlen(argv[1])}};
  hub_problem problem = {.size = sizeof problem};
  hub *one = NULL;
  if (hub_open(&app, &one, &problem) != HUB_OK) return puts(problem.text), 1;
  static const char push[] =
      "{\"rover\":{\"post\":{\"id\":\"5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01\",\"subject\":\"Gate change\","
      "\"previewText\":\"Use gate 4\",\"receivedAt\":\"2026-03-05T13:19:23.260Z\","
      "\"url\":\"https://posts.example.test/p/1\",\"isRead\":false}}}";
  hub_push(one, push, sizeof push - 1, NULL);
  puts("app before");
  fflush(stdout);
  hub_view view = {.size = sizeof view, .flags = HUB_VIEW_OWNS_TERMINAL, .output = 1, .front_end = HUB_STRING("curses")};
  if (hub_show(one, &view, &problem) != HUB_OK) return puts(problem.text), 1;
  fputs("said meanwhile\n", stderr);
  for (int open = 1; open;) {
    struct pollfd wait = {hub_fd(one), POLLIN, 0};
    poll(&wait, 1, -1);
    hub_step(one);
    hub_event event = {.size = sizeof event};
    while (hub_next_event(one, &event) == HUB_OK)
      if (event.kind == HUB_EVENT_VIEW_CLOSED) open = 0;
  }
  tcgetattr(0, &after);
  hub_close(one);
  puts(memcmp(&before, &after, sizeof before) == 0 ? "app after, terminal as before" : "terminal changed");
  return 0;
}
