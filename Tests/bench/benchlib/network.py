"""Rows 32 to 35: the agent against a server on this machine: a first sync, a push, keys while the server stalls."""
import os
import subprocess
import sys
import time
import urllib.request

from .probe import Probe, now
from .screen import push_payload

PUSHES, KEYS = 30, 60


class Server:
    """The server process of one measurement."""

    def __init__(self, folder):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "server.py")
        self.process = subprocess.Popen([sys.executable, program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.base = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def post(self, path, body):
        with urllib.request.urlopen(self.base + path, data=body, timeout=10) as answer:
            return answer.read()

    def streams(self):
        return int(self.post("/bench/nothing", b"").split(b":")[1].strip(b" }"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


class NetworkCell:
    def __init__(self, places, log):
        self.places, self.log = places, log

    def cases(self, n):
        if os.path.exists(os.path.join(self.places.bin, "hubagent")):
            yield "first sync", lambda: self.first_sync(n)
            if n == 1000:
                yield "push to badge", lambda: self.push(n)
                yield "stalled server", lambda: self.stalled(n)

    def app(self, server):
        """An app file that has the server, and an agent that leaves with its last host."""
        path = os.path.join(self.places.scratch("network"), "app.json5")
        with open(self.places.app) as f:
            text = f.read()
        with open(path, "w") as f:
            f.write(text.replace("{ id:", f'{{ accountToken: "bench", endpoint: "{server.base}", '
                                          "agent: { idleSeconds: 0, prefetch: false }, id:", 1))
        return path

    def first_sync(self, n):
        """All posts into an empty inbox, with the start of the agent; then all that is new, which is nothing."""
        with Server(self.places.corpus(n, "engage")) as server:
            argv = self.places.hubhost("sync", data=self.places.scratch("sync"), app=self.app(server))
            for metric in ("sync", "sync again"):
                begin = now()
                subprocess.run(argv, check=True, stdin=subprocess.DEVNULL)
                self.log.put(n, "hubhost sync", metric, (now() - begin) / 1e6, "ms")

    def push(self, n):
        """From the push on the stream to the line of `badge --follow`, with no front end."""
        with Server(self.places.corpus(n, "engage")) as server:
            data, app = self.places.copy_of_data(n), self.app(server)
            agent = subprocess.Popen(self.places.hubhost("agent", "--stay", data=data, app=app))
            follower = subprocess.Popen(self.places.hubhost("badge", "--follow", data=data, app=app), stdout=subprocess.PIPE)
            try:
                follower.stdout.readline()
                while not server.streams():
                    time.sleep(0.05)
                time.sleep(1)
                for i in range(PUSHES):
                    payload = push_payload(i).encode()
                    begin = now()
                    server.post("/bench/push", payload)
                    follower.stdout.readline()
                    self.log.put(n, "hubhost", "push to badge", (now() - begin) / 1e6, "ms")
            finally:
                for process in (follower, agent):
                    process.terminate()
                    process.wait()

    def stalled(self, n):
        """The same keys with a server that answers and with one that accepts and says nothing."""
        for stalls, case in ((False, "answering server"), (True, "stalled server")):
            with Server(self.places.corpus(n, "engage")) as server:
                if stalls:
                    server.post("/bench/stall", b"1")
                argv = self.places.hubhost("run", "-f", "curses", data=self.places.copy_of_data(n), app=self.app(server))
                p = Probe(argv)
                try:
                    p.start("#35 ")
                    p.settle(limit=2.0)
                    for key in range(KEYS):
                        got = p.key(b"j" if key % 40 < 20 else b"k", limit=1.0)
                        if got:
                            self.log.put(n, case, "key", got[0], "ms")
                        p.feed()
                finally:
                    p.close(b"Q")
