/* SQLite for Swift. Each wrapper stands for a variadic function or a macro with a cast. */
#ifndef HUB_CSQLITE_SHIM_H
#define HUB_CSQLITE_SHIM_H
#include <sqlite3.h>
#endif
