#ifndef HUB_FRONTEND_H
#define HUB_FRONTEND_H
#include <stdint.h>
typedef struct hub_frontend hub_frontend;
const hub_frontend *hub_frontend_v1(uint32_t host_minor);
#endif
