"""Runs a terminal program in a pty and stamps what it writes.

Times are milliseconds. Every read of the pty is stamped at once; the screen model sees the bytes only after the
measured moment, so it costs nothing in the figures. The latency of a key runs from its write to the last byte
before the output stays quiet.
"""
import itertools
import os
import re
import select
import signal
import struct
import termios
import time
from fcntl import ioctl

import pyte

KEYS = {"Down": "\x1b[B", "Up": "\x1b[A", "PgDn": "\x1b[6~", "PgUp": "\x1b[5~", "Home": "\x1bOH", "End": "\x1bOF",
        "Enter": "\r", "Esc": "\x1b"}
# What programs ask a terminal at start, and what xterm says.
QUERIES = ((b"\x1b[6n", b"\x1b[1;1R"), (b"\x1b[c", b"\x1b[?62;22c"), (b"\x1b[>c", b"\x1b[>0;276;0c"),
           (b"\x1b]11;?", b"\x1b]11;rgb:0000/0000/0000\x1b\\"))
COLUMNS, ROWS = 120, 40
QUIET = 0.020
now = time.perf_counter_ns


class Screen(pyte.Screen):
    """pyte and what it lacks of xterm-256color: scrolling (SU, SD), REP, the other screen."""
    last = " "

    def draw(self, data):
        super().draw(data)
        self.last = data[-1:] or self.last

    def text(self):
        rows = (self.buffer[y] for y in range(self.lines))
        return "\n".join("".join(row[x].data for x in range(self.columns)) for row in rows)

    def _scroll(self, count, edge, step):
        y = self.cursor.y
        for _ in range(min(count or 1, self.lines)):
            self.cursor.y = edge
            step()
        self.cursor.y = y

    def scroll_up(self, count=1, **_):
        self._scroll(count, self.margins.bottom if self.margins else self.lines - 1, self.index)

    def scroll_down(self, count=1, **_):
        self._scroll(count, self.margins.top if self.margins else 0, self.reverse_index)

    def repeat(self, count=1, **_):
        self.draw(self.last * (count or 1))

    def set_mode(self, *modes, **kw):
        if kw.get("private") and 1049 in modes:
            self.erase_in_display(2)
        super().set_mode(*modes, **kw)

    def report_device_attributes(self, *a, **kw):
        pass

    def report_device_status(self, *a, **kw):
        pass

    def debug(self, *a, **kw):
        pass


class Stream(pyte.ByteStream):
    csi = dict(pyte.ByteStream.csi, S="scroll_up", T="scroll_down", b="repeat")
    events = frozenset(itertools.chain(pyte.ByteStream.events, ("scroll_up", "scroll_down", "repeat")))


def keys(text):
    """Bytes of keys: text, with <Down> and the like, and \\n for Enter."""
    return re.sub(r"<(\w+)>", lambda m: KEYS[m[1]], text).replace("\\n", "\r").encode()


class Probe:
    """One program in a pty of 120 by 40."""

    def __init__(self, argv, env=None, timeout=120.0):
        self.timeout, self.chunks, self.fed, self.done = timeout, [], 0, False
        self.screen = Screen(COLUMNS, ROWS)
        self.stream = Stream(self.screen)
        self.master, slave = os.openpty()
        ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        full = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8", LC_ALL="C.UTF-8", **(env or {}))
        for name in ("LINES", "COLUMNS", "NO_COLOR"):
            full.pop(name, None)
        actions = [(os.POSIX_SPAWN_OPEN, 0, os.ttyname(slave), os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1),
                   (os.POSIX_SPAWN_DUP2, 0, 2)]
        self.poll = select.poll()
        self.poll.register(self.master, select.POLLIN)
        self.t0 = now()
        self.pid = os.posix_spawnp(argv[0], argv, full, file_actions=actions, setsid=True)
        os.close(slave)

    # --- reading ---

    def read(self, seconds):
        """Waits for output; stamps and keeps it."""
        if self.done or not self.poll.poll(max(0.0, seconds) * 1000):
            return False
        try:
            data = os.read(self.master, 1 << 20)
        except OSError:
            data = b""
        if not data:
            self.done = True
            return False
        self.chunks.append((now(), data))
        if b"\x1b" in data and len(self.chunks) < 40:
            for query, answer in QUERIES:
                if query in data:
                    os.write(self.master, answer)
        return True

    def settle(self, limit=None, quiet=QUIET):
        """Reads until the output is quiet; false when nothing came within the limit."""
        got = self.read(self.timeout if limit is None else limit)
        while got and self.read(quiet):
            pass
        return got

    def feed(self, until=None):
        """Lets the screen catch up; the stamp of the first output after which `until` holds.

        What came within a millisecond is looked at as one.
        """
        hit = None
        while self.fed < len(self.chunks):
            stamp, data = self.chunks[self.fed]
            self.fed += 1
            self.stream.feed(data)
            self.read(0)
            dense = self.fed < len(self.chunks) and self.chunks[self.fed][0] - stamp < 1_000_000
            if until and hit is None and not dense and until():
                hit = stamp
        return hit

    def wait_for(self, regex, quiet=0.1, look=None):
        """The stamp of the output that brought a text to the screen."""
        end = now() + int(self.timeout * 1e9)
        shows = lambda: (look and look()) or bool(re.search(regex, self.screen.text()))
        while True:
            self.settle(limit=1.0, quiet=quiet)
            hit = self.feed(shows)
            if hit:
                return hit
            if self.done or now() > end:
                raise TimeoutError(f"{regex!r} never appeared; screen:\n{self.screen.text()}")

    # --- measuring ---

    def start(self, regex):
        """(first frame, text on the screen), since the program was started."""
        first = []

        def look():
            if not first and self.screen.text().strip():
                first.append(self.chunks[self.fed - 1][0])
        hit = self.wait_for(regex, look=look)
        return (first[0] - self.t0) / 1e6, (hit - self.t0) / 1e6

    def key(self, key, limit=2.0):
        """One key: (milliseconds, bytes); None when nothing was drawn."""
        mark, begin = len(self.chunks), now()
        os.write(self.master, key)
        if not self.settle(limit):
            return None
        got = self.chunks[mark:]
        return (got[-1][0] - begin) / 1e6, sum(len(data) for _, data in got)

    def moved(self, key, limit=2.0):
        """One key that moves the selection: milliseconds until it stands elsewhere, whatever else is drawn; None
        when it does not move."""
        before, begin = self.selected(), now()
        os.write(self.master, key)
        self.settle(limit)
        hit = self.feed(lambda: self.selected() != before)
        return hit and (hit - begin) / 1e6

    def selected(self):
        """The row of the list that is drawn in reverse; None when there is none."""
        rows = (y for y in range(1, ROWS - 1) if self.screen.buffer[y][2].reverse)
        return next(rows, None)

    def press(self, key, count):
        """The same key so often, one at a time: a list of what `key` gives, and CPU milliseconds a key."""
        before = self.cpu()
        got = [self.key(key) for _ in range(count)]
        self.feed()
        return [g for g in got if g], (self.cpu() - before) / count

    def until(self, key, regex):
        """Milliseconds from a key to a text on the screen."""
        begin = now()
        os.write(self.master, key)
        return (self.wait_for(regex, quiet=0.05) - begin) / 1e6

    def burst(self, key, count):
        """The key so often in one write: (milliseconds a key, bytes a key)."""
        mark, begin = len(self.chunks), now()
        os.write(self.master, key * count)
        self.settle(limit=5.0, quiet=0.15)
        got = self.chunks[mark:]
        self.feed()
        if not got:
            return None
        return (got[-1][0] - begin) / 1e6 / count, sum(len(data) for _, data in got) / count

    def cpu(self):
        return cpu(self.pid)

    def memory(self):
        return high_water(self.pid)

    def close(self, key=b"", grace=5.0):
        """Presses a key that ends the program, and ends it if that does not."""
        try:
            os.write(self.master, key)
        except OSError:
            pass
        end = now() + int(grace * 1e9)
        while not self.done and now() < end:
            self.read(0.2)
        if not os.waitpid(self.pid, os.WNOHANG)[0]:
            time.sleep(0.05)
            if not os.waitpid(self.pid, os.WNOHANG)[0]:
                os.killpg(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
        os.close(self.master)


def cpu(pid):
    """Milliseconds of CPU of all threads so far."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat") as f:
            total += int(f.read().split()[0])
    return total / 1e6


def high_water(pid):
    """Most KiB resident so far."""
    with open(f"/proc/{pid}/status") as f:
        return int(re.search(r"VmHWM:\s+(\d+)", f.read())[1])
