"""The Hub in Python: what the prompt needs of libhub (hub/hub.h), by way of ctypes."""
import ctypes as c
import ctypes.util

OK, PENDING, NOT_FOUND = 0, 1, -3
EVENTS = {1: "opened", 2: "show-hub", 3: "show-tab", 4: "present-post", 5: "present-conversation", 6: "dismiss",
          7: "alert", 8: "badge", 9: "path", 10: "changed", 11: "view-closed", 12: "notice", 13: "sync"}


class String(c.Structure):
    _fields_ = [("data", c.c_void_p), ("length", c.c_uint64)]

    def __str__(self):
        return c.string_at(self.data, self.length).decode() if self.data else ""


class Sized(c.Structure):
    """A struct that begins with its size."""

    def __init__(self, **members):
        super().__init__(size=c.sizeof(self), **members)


class Description(Sized):
    _fields_ = ([("size", c.c_uint32), ("flags", c.c_uint32)]
                + [(name, String) for name in ("app_file", "data_folder", "id", "name", "endpoint", "account_token",
                                               "user_id", "deep_link")]
                + [(name, c.c_uint64) for name in ("url_schemes", "url_scheme_count", "domains", "domain_count",
                                                   "app_schemes", "app_scheme_count", "tabs", "tab_count",
                                                   "tab_size")]
                + [("agent", String), ("user_token", String)])


class Problem(Sized):
    _fields_ = [("size", c.c_uint32), ("status", c.c_int32), ("length", c.c_uint64), ("text", c.c_char * 1024)]


class Badge(Sized):
    _fields_ = [("size", c.c_uint32), ("reserved", c.c_uint32), ("count", c.c_uint64), ("text", String)]


class Sync(Sized):
    _fields_ = [("size", c.c_uint32), ("state", c.c_uint32), ("last_sync_at", c.c_int64), ("posts", c.c_uint64),
                ("rate", c.c_double), ("reason", String)]


class View(Sized):
    _fields_ = [("size", c.c_uint32), ("flags", c.c_uint32), ("input", c.c_int32), ("output", c.c_int32),
                ("front_end", String), ("runner", String)]


class Event(Sized):
    _fields_ = [("size", c.c_uint32), ("kind", c.c_uint32), ("flags", c.c_uint32), ("presentation", c.c_uint32),
                ("count", c.c_uint64), ("time", c.c_int64), ("code", String), ("title", String), ("text", String),
                ("sender", String), ("url", String)]


HANDLER = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_void_p, c.c_void_p, c.c_uint64)


class HubError(Exception):
    pass


class Hub:
    """One Hub; everything on the thread that made it."""

    def __init__(self, library, app_file, data_folder=None):
        self.lib = c.CDLL(library or ctypes.util.find_library("hub"))
        self.kept = []
        app = Description(app_file=self._string(app_file), data_folder=self._string(data_folder))
        self.hub = c.c_void_p()
        self._try(self.lib.hub_open, c.byref(app), c.byref(self.hub))

    def _string(self, text):
        if text is None:
            return String(None, 0)
        data = text.encode()
        self.kept.append(c.create_string_buffer(data))
        return String(c.addressof(self.kept[-1]), len(data))

    def _try(self, function, *arguments):
        problem = Problem()
        if function(*arguments, c.byref(problem)) < 0:
            raise HubError(problem.text.decode())

    def on_url(self, handler):
        """handler(url) -> bool: whether it took the URL."""
        self.handler = HANDLER(
            lambda _, hub, url, length: OK if handler(c.string_at(url, length).decode()) else NOT_FOUND)
        self.lib.hub_on_url(self.hub, self.handler, None)

    def handle(self, url):
        data = url.encode()
        return self.lib.hub_handle_url(self.hub, data, c.c_uint64(len(data))) == OK

    def open(self, url):
        data = url.encode()
        self.lib.hub_open_url(self.hub, data, c.c_uint64(len(data)))

    def push(self, payload):
        data = payload.encode()
        self._try(self.lib.hub_push, self.hub, data, c.c_uint64(len(data)))

    @property
    def badge(self):
        """The badge as text, or None."""
        badge = Badge()
        self.lib.hub_badge(self.hub, c.byref(badge))
        return str(badge.text) if badge.text.data else None

    @property
    def sync(self):
        """How far the inbox is that of the server, and why it is not, or ""."""
        sync = Sync()
        self.lib.hub_sync_status(self.hub, c.byref(sync))
        return ("offline", "idle", "syncing", "failed")[sync.state], str(sync.reason)

    def refresh(self):
        """Asks for a sync; False: there is no agent to ask."""
        return self.lib.hub_refresh(self.hub) == OK

    def back(self):
        """Goes one step back; False: there was nothing to go back from."""
        return self.lib.hub_back(self.hub) == OK

    def show(self, front_end="plain", output=1):
        view = View(input=0, output=output, front_end=self._string(front_end))
        self._try(self.lib.hub_show, self.hub, c.byref(view))

    def hide(self):
        self.lib.hub_hide(self.hub)

    def fileno(self):
        return self.lib.hub_fd(self.hub)

    def step(self):
        """Does what is to be done now, and returns the events that came of it."""
        while self.lib.hub_step(self.hub) == PENDING:
            pass
        events, event = [], Event()
        while self.lib.hub_next_event(self.hub, c.byref(event)) == OK:
            events.append((EVENTS.get(event.kind, ""), str(event.code), str(event.title), str(event.text),
                           str(event.url)))
        return events

    def close(self):
        self.lib.hub_close(self.hub)
        self.hub = None
