/* ncursesw for Swift. Each wrapper stands for a macro, a variadic function or a C global. */
#ifndef HUB_CNCURSES_SHIM_H
#define HUB_CNCURSES_SHIM_H
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <locale.h>
#include <ncurses.h>
#endif
