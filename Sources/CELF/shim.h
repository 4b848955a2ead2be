/* libelf's declarations for Swift. It is not linked: only `hubhost check` needs it and loads it then, so that no other
   start of the program pays for it; only its types and prototypes are used. */
#ifndef HUB_CELF_SHIM_H
#define HUB_CELF_SHIM_H
#include <gelf.h>
#include <libelf.h>

/* The type and the binding of a symbol: macros of the header. */
static inline unsigned hub_elf_symbol_type(unsigned char info) { return GELF_ST_TYPE(info); }
static inline unsigned hub_elf_symbol_binding(unsigned char info) { return GELF_ST_BIND(info); }
static inline unsigned hub_elf_symbol_visibility(unsigned char other) { return GELF_ST_VISIBILITY(other); }
#endif
