// A front end in C++ that lets an exception out of the call that a macro names: -DAT_SHOW, -DAT_CREATE …
#include <hub/frontend.h>

#include <stdexcept>

static void raise() { throw std::runtime_error("let out"); }

static const hub_host *the_host;

static hub_status create(const hub_host *host, void **instance) {
  *instance = nullptr;
  the_host = host;
#ifdef AT_CREATE
  raise();
#endif
  return HUB_OK;
}

static void tick(void *, uint64_t) { raise(); }

static hub_status show_hub(void *, const hub_call *, const char *, uint64_t, const char *, uint64_t) {
#if defined(AT_SHOW)
  raise();
#elif defined(AT_TIMER)
  auto loop = static_cast<const hub_loop *>(the_host->service(the_host, HUB_LOOP, sizeof(HUB_LOOP) - 1));
  uint64_t timer;
  if (loop != nullptr) return loop->add_timer(the_host, 1, tick, nullptr, &timer);
#endif
  return HUB_OK;
}

static hub_status present_post(void *, const hub_call *, uint64_t, const hub_post *) { return HUB_OK; }

static const hub_method methods[] = {HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post)};
static const hub_frontend thrower = {
    HUB_FRONTEND_HEAD, HUB_STRING("com.example.thrower"), HUB_STRING("thrower"), HUB_STRING("1.0"),
    HUB_STRING("Lets exceptions out"), 0, sizeof(hub_method), 2, methods, create, nullptr, nullptr, nullptr,
    HUB_NO_ACTIONS};

HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t) {
  (void)tick;
  return &thrower;
}
