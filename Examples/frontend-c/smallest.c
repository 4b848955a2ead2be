#include <hub/frontend.h>
__attribute__((visibility("default"))) const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return 0; }
