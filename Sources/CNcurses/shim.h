/* ncursesw for Swift. Each wrapper stands for a macro, a variadic function, a C global, or undoes what ncurses does to
 * the whole process. */
#ifndef HUB_CNCURSES_SHIM_H
#define HUB_CNCURSES_SHIM_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <term.h>
#include <wchar.h>

/* newterm puts handlers on signals that belong to the host: they are put back. */
static inline SCREEN *hub_newterm(FILE *output, FILE *input) {
  static const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  struct sigaction saved[4];
  for (int i = 0; i < 4; i++) sigaction(signals[i], NULL, &saved[i]);
  SCREEN *screen = newterm(NULL, output, input);
  for (int i = 0; i < 4; i++) sigaction(signals[i], &saved[i], NULL);
  return screen;
}

/* COLORS and curscr are C globals. */
static inline int hub_curses_colors(void) { return COLORS; }
static inline void hub_curses_repaint(void) { clearok(curscr, TRUE); }

/* The A_ and BUTTON macros are casts, which Swift does not import. */
static inline attr_t hub_attribute_bold(void) { return A_BOLD; }
static inline attr_t hub_attribute_dim(void) { return A_DIM; }
static inline attr_t hub_attribute_italic(void) { return A_ITALIC; }
static inline attr_t hub_attribute_reverse(void) { return A_REVERSE; }
static inline attr_t hub_attribute_underline(void) { return A_UNDERLINE; }
static inline mmask_t hub_button_first(void) { return BUTTON1_PRESSED; }
static inline mmask_t hub_button_wheel_up(void) { return BUTTON4_PRESSED; }
static inline mmask_t hub_button_wheel_down(void) { return BUTTON5_PRESSED; }

/* A capability of the terminal; NULL: it does not have it (also for the -1 that says "no such name"). */
static inline const char *hub_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? NULL : text;
}
#endif
