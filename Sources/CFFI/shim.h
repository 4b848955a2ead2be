/* libffi for Swift. Each wrapper stands for something that Swift cannot import. */
#ifndef HUB_CFFI_SHIM_H
#define HUB_CFFI_SHIM_H
#include <ffi.h>

/* The ffi_type_* objects are mutable C globals, which Swift 6 refuses; their addresses are constant. */
static inline ffi_type *hub_ffi_pointer(void) { return &ffi_type_pointer; }
static inline ffi_type *hub_ffi_sint32(void) { return &ffi_type_sint32; }
static inline ffi_type *hub_ffi_sint64(void) { return &ffi_type_sint64; }
static inline ffi_type *hub_ffi_uint64(void) { return &ffi_type_uint64; }
static inline ffi_type *hub_ffi_double(void) { return &ffi_type_double; }

/* FFI_FN is a function-like macro that casts a function pointer. */
static inline void hub_ffi_call(ffi_cif *cif, void *function, void *result, void **arguments) {
  ffi_call(cif, FFI_FN(function), result, arguments);
}
#endif
