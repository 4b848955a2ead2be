/* SQLite for Swift. Each wrapper stands for a variadic function or a macro with a cast. */
#ifndef HUB_CSQLITE_SHIM_H
#define HUB_CSQLITE_SHIM_H
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer. */
static inline int hub_sqlite3_bind_text_copy(sqlite3_stmt *statement, int index,
                                             const unsigned char *bytes, int count) {
  return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT);
}

/* The same for bytes. */
static inline int hub_sqlite3_bind_blob_copy(sqlite3_stmt *statement, int index,
                                             const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
#endif
