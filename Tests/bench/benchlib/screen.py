"""Rows 1 to 14, 17 and 24: the curses front end, the list floor and terminal programs, in a pty."""
import json
import os
import re
import subprocess
import threading
import uuid

from .probe import Probe, keys, now

J, PAGES, DROP = 100, 20, "/proc/sys/vm/drop_caches"
# A peer that takes seconds for a key is asked fewer.
SLOW_J, SLOW_PAGES = 20, 5
ROW = r"#\d+ [^\n]*\n"

HUBHOST = {"ready": "#35 ", "open": "goes back|Esc", "close": "q", "quit": "Q", "date": "d2021-06-01\\n"}
FLOOR = {"ready": "#35 ", "open": "hub.example.test/p/", "close": "q", "quit": "q"}
PEERS = {
    "newsboat": {"enter": "<Enter>", "ready": r"\(\d+/\d+", "close": "q", "quit": "Q"},
    "neomutt-mbox": {"ready": "#35 ", "close": "i", "quit": "x"},
    "aerc": {"ready": ROW + r"\[hub\]", "quit": ":quit\\n", "start_only": True},
}


class ScreenCell:
    def __init__(self, places, log, peers):
        self.places, self.log, self.with_peers = places, log, peers

    def cases(self, n):
        """(name, run) of each program, in the order of a round."""
        if self.places.kit:
            yield "floor_list", lambda: self.run(n, "floor_list", self.floor(n), {}, FLOOR)
        yield "hubhost", lambda: self.run(n, "hubhost", self.curses(self.places.data(n)), {}, HUBHOST)
        yield "hubhost push", lambda: self.push(n)

    def peer_cases(self, n):
        if not self.with_peers or not self.places.kit or n > 100_000:
            return
        module, bench = self.places.peers()
        for name, spec in PEERS.items():
            if module.shutil.which(name.split("-")[0]):
                yield name, lambda name=name, spec=spec: self.peer(n, name, module.TUI[name]["setup"], bench, spec)

    def peer(self, n, name, setup, bench, spec):
        argv, env = setup(bench, n)
        self.run(n, name, argv, env, {"open": "hub.example.test/p/", **spec})

    def floor(self, n):
        return [self.places.floor("floor_list"), self.places.corpus(n, "posts.db")]

    def curses(self, data):
        return self.places.hubhost("run", "-f", "curses", data=data)

    def run(self, n, name, argv, env, spec):
        """Everything a person does with a list, once."""
        put = lambda metric, value, unit="ms": self.log.put(n, name, metric, value, unit)
        slow = name in PEERS and n >= 100_000
        p = Probe(argv, env)
        try:
            first, listed = p.start(spec["ready"])
            p.settle(limit=0.2)
            if "enter" in spec:
                listed += p.until(keys(spec["enter"]), "#35 ")
                p.settle(limit=0.2)
            put("start.first_frame", first)
            put("start.list", listed)
            put("start.list.cpu", p.cpu())
            if spec.get("start_only"):
                return
            self.press(p, put, "j", "j", SLOW_J if slow else J)
            self.press(p, put, "k", "k", SLOW_J if slow else J)
            self.press(p, put, "pgdn", "<PgDn>", SLOW_PAGES if slow else PAGES)
            self.press(p, put, "pgup", "<PgUp>", SLOW_PAGES if slow else PAGES)
            for metric, key, shows in (("end", "<End>", f"#{n - 1} "), ("home", "<Home>", "#0 ")):
                self.until(p, put, metric, key, shows)
            if "date" in spec:
                self.date(p, put, spec["date"])
            put("memory", p.memory(), "KiB")
            # The newest post has its preview only, as those of the other programs.
            self.until(p, put, "open", "<Enter>", spec["open"])
            p.until(keys(spec["close"]), ROW)
            p.settle(limit=0.2)
            if "date" in spec:
                self.open_page(p, put, spec)
            before, count = p.cpu(), SLOW_J if slow else 2 * J
            if burst := p.burst(keys("j"), count):
                put("held.key", burst[0])
                put("held.key.cpu", (p.cpu() - before) / count)
                put("held.bytes", burst[1], "B")
        finally:
            p.close(keys(spec["quit"]))

    def open_page(self, p, put, spec):
        """The second and third post, which have long pages; the first of them loads what reads HTML."""
        for metric in ("open page.first", "open page"):
            p.key(b"j")
            p.feed()
            self.until(p, put, metric, "<Enter>", spec["open"])
            p.until(keys(spec["close"]), ROW)
            p.settle(limit=0.2)

    @staticmethod
    def until(p, put, metric, key, shows):
        before = p.cpu()
        put(metric, p.until(keys(key), shows))
        p.settle(limit=0.2)
        put(metric + ".cpu", p.cpu() - before)

    @staticmethod
    def press(p, put, metric, key, count):
        got, cpu = p.press(keys(key), count)
        for latency, _ in got:
            put(metric, latency)
        if got:
            put(metric + ".bytes", sorted(size for _, size in got)[len(got) // 2], "B")
            put(metric + ".cpu", cpu)

    @staticmethod
    def date(p, put, typed):
        """Types a date and measures its last key, Enter."""
        for key in typed[:-2]:
            p.key(key.encode(), limit=0.5)
        got = p.key(b"\r")
        if got:
            put("date", got[0])
        p.feed()
        p.until(keys("<Home>"), "#0 ")
        p.settle(limit=0.2)

    def push(self, n):
        """A push from beside: from its acknowledgement to the last byte of the frame."""
        data = self.places.copy_of_data(n)
        p = Probe(self.curses(data))
        try:
            p.start("#35 ")
            p.settle(limit=0.3)
            for i in range(10):
                payload = push_payload(i)
                mark = len(p.chunks)
                pusher = subprocess.Popen(self.places.hubhost("push", data=data), stdin=subprocess.PIPE,
                                          stdout=subprocess.DEVNULL)
                pusher.stdin.write(payload.encode())
                pusher.stdin.close()
                ended = []
                waiter = threading.Thread(target=lambda: (pusher.wait(), ended.append(now())))
                waiter.start()
                p.settle(limit=5)
                waiter.join()
                p.settle(limit=0.1)
                drawn = p.chunks[-1][0] if len(p.chunks) > mark else None
                if drawn:
                    self.log.put(n, "hubhost", "push.frame", max(0.0, (drawn - ended[0]) / 1e6))
        finally:
            p.close(b"Q")

    def cold(self, n):
        """Starts after the page cache was dropped; root only."""
        for name, argv, spec in (("floor_list", self.floor(n), FLOOR),
                                 ("hubhost", self.curses(self.places.data(n)), HUBHOST)):
            if name.startswith("floor") and not self.places.kit:
                continue
            os.sync()
            with open(DROP, "w") as f:
                f.write("3\n")
            p = Probe(argv)
            try:
                self.log.put(n, name, "cold.list", p.start(spec["ready"])[1])
            finally:
                p.close(keys(spec["quit"]))

    def during_sync(self, n):
        """Keys in a front end while n posts are imported beside it."""
        data = self.places.copy_of_data(1000)
        p = Probe(self.curses(data))
        try:
            p.start("#35 ")
            p.settle(limit=0.3)
            sync = subprocess.Popen(self.places.hubhost("import", *self.places.pages(n), data=data),
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            key = 0
            while sync.poll() is None:
                # Up and down by turns: there is always something to draw.
                got = p.moved(b"j" if key % 40 < 20 else b"k", limit=1.0)
                key += 1
                if got:
                    self.log.put(n, "hubhost", "j during sync", got)
        finally:
            p.close(b"Q")


def push_payload(i):
    post = {"id": str(uuid.uuid4()), "subject": f"Pushed {i}", "previewText": "A push from the bench",
            "receivedAt": f"2026-06-01T00:00:{i:02d}.000Z", "url": "https://hub.example.test/p/pushed",
            "isRead": False}
    return json.dumps({"rover": {"post": post}})
