/* floor_call FRONT_END.so COUNT: nanoseconds of CPU of a plain ffi_call of its methods, with arguments that are ready. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <ffi.h>
#include <hub/frontend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double measure(const hub_frontend *table, const char *name, ffi_type **types, void **values, unsigned int count,
                      long times) {
  hub_function function = NULL;
  for (uint32_t i = 0; i < table->method_count; i++) {
    if (table->methods[i].name.length == strlen(name) && memcmp(table->methods[i].name.data, name, strlen(name)) == 0)
      function = table->methods[i].function;
  }
  ffi_cif cif;
  if (function == NULL || ffi_prep_cif(&cif, FFI_DEFAULT_ABI, count, &ffi_type_sint32, types) != FFI_OK) exit(1);
  struct timespec begin, end;
  ffi_arg result;
  for (long i = 0; i < times / 10; i++) ffi_call(&cif, function, &result, values);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
  for (long i = 0; i < times; i++) ffi_call(&cif, function, &result, values);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  return ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / (double)times;
}

int main(int argc, char **argv) {
  void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
  const hub_frontend *(*entry)(uint32_t) = NULL;
  if (library != NULL) *(void **)&entry = dlsym(library, "hub_frontend_v1");
  if (entry == NULL) return 1;
  const hub_frontend *table = entry(HUB_ABI_MINOR);
  long times = strtol(argv[2], NULL, 10);
  void *instance = NULL;
  hub_call call = {.size = sizeof call, .request = 1};
  const void *lent = &call;
  const char *tab = "hub", *badge = "14";
  uint64_t tab_length = 3, badge_length = 2, presentation = 0;
  hub_post post = {.size = sizeof post, .subject = HUB_STRING("Welcome to the Hub"), .preview = HUB_STRING("What it is"),
                   .sender = HUB_STRING("Ann"), .url = HUB_STRING("https://example.com/1")};
  const void *record = &post;
  ffi_type *show[] = {&ffi_type_pointer, &ffi_type_pointer, &ffi_type_pointer, &ffi_type_uint64, &ffi_type_pointer,
                      &ffi_type_uint64};
  void *shown[] = {&instance, &lent, &tab, &tab_length, &badge, &badge_length};
  ffi_type *present[] = {&ffi_type_pointer, &ffi_type_pointer, &ffi_type_uint64, &ffi_type_pointer};
  void *presented[] = {&instance, &lent, &presentation, &record};
  printf("{\"show_hub\":%.2f,", measure(table, "show_hub", show, shown, 6, times));
  printf("\"present_post\":%.2f}\n", measure(table, "present_post", present, presented, 4, times));
  return 0;
}
