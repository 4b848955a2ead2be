"""Rows 15, 16, 18 to 23 and 25 to 31: whole processes, and what one of them answers on its pipe."""
import hashlib
import json
import os
import select
import shutil
import subprocess
import sys
import time

from .probe import cpu, high_water, now

# The targets were set with every command under GNU time, which takes the same few milliseconds of each.
TIME = ["/usr/bin/time", "-q", "-o", os.devnull] if os.path.exists("/usr/bin/time") else []
PLAIN_LINES = 6  # of one item in a pipe
MARKS = 200
LOADS = 20
COPIES = 32
CALLS = 1_000_000
CALL_TURNS = 3


class CommandCell:
    def __init__(self, places, log, peers):
        self.places, self.log, self.with_peers = places, log, peers

    def put(self, n, case, metric, value, unit="ms"):
        self.log.put(n, case, metric, value, unit)

    def timed(self, n, case, argv, metric="total", keep=False, env=None):
        """Runs a command with its output on a pipe: milliseconds to the first byte and to its end, CPU, bytes."""
        begin = now()
        p = subprocess.Popen(TIME + argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, env=env)
        first, size, kept = None, 0, []
        while data := os.read(p.stdout.fileno(), 1 << 20):
            first = first or now()
            size += len(data)
            if keep:
                kept.append(data)
        # What the command's own children took is in it.
        _, status, used = os.wait4(p.pid, 0)
        self.put(n, case, metric, (now() - begin) / 1e6)
        p.returncode = os.waitstatus_to_exitcode(status)
        self.put(n, case, metric + ".cpu", (used.ru_utime + used.ru_stime) * 1000)
        if first:
            self.put(n, case, metric + ".first", (first - begin) / 1e6)
            self.put(n, case, metric + ".bytes", size, "B")
        return b"".join(kept)

    # --- 15, 16, 18 ---

    def ingest(self, n):
        yield "hubhost import", lambda: self.import_twice(n)
        yield "JSONDecoder", lambda: self.put(
            n, "JSONDecoder", "decode", json.loads(self.output([self.places.decode, self.places.corpus(n, "engage")]))["ms"])
        if not self.places.kit:
            return
        sizes = [(n, ())] if n < 100_000 else [(n, ()), (5000, ("cache_size=-65536", "wal_autocheckpoint=20000"))]
        for batch, pragmas in sizes if n <= 100_000 else sizes[1:]:
            yield "floor_insert", lambda batch=batch, pragmas=pragmas: self.insert(n, batch, "normal", *pragmas)
        if n == 1000:
            yield "floor_insert 1", lambda: self.insert(n, 1, "full")
        if n <= 100_000:
            yield "python", lambda: self.python_json(n)

    @staticmethod
    def output(argv, env=None):
        return subprocess.run(argv, stdout=subprocess.PIPE, check=True, env=dict(os.environ, **(env or {}))).stdout

    def import_twice(self, n):
        folder = self.places.scratch("import")
        argv = self.places.hubhost("import", *self.places.pages(n), data=folder)
        self.timed(n, "hubhost", argv, "import")
        before = self.digest(folder)
        self.timed(n, "hubhost", argv, "import again")
        self.put(n, "hubhost", "import again.written", int(self.digest(folder) != before), "")

    @staticmethod
    def digest(folder):
        digest = hashlib.sha256()
        for name in sorted(os.listdir(folder)):
            if name.startswith("hub.db") and not name.endswith("-shm"):
                with open(os.path.join(folder, name), "rb") as f:
                    while piece := f.read(1 << 20):
                        digest.update(piece)
        return digest.hexdigest()

    def insert(self, n, batch, durability, *pragmas):
        folder = self.places.scratch("insert")
        argv = [self.places.floor("floor_insert"), self.places.corpus(n, "posts.db"), folder + "/x.db", str(n),
                str(batch), durability, *pragmas]
        kind = "floor_insert 1 full" if batch == 1 else "floor_insert"
        self.put(n, kind, "insert" if batch == 1 or batch == n else "insert 5000", json.loads(self.output(argv))["ms"])

    def python_json(self, n):
        module, _ = self.places.peers()
        folder = self.places.scratch("python")
        self.timed(n, "python", [sys.executable, "-c", module.PY_INGEST, self.places.corpus(n, "engage"), folder + "/x.db"],
                   "import")

    def newsboat(self, n):
        module, bench = self.places.peers()
        folder, argv = module.newsboat_files(bench, n, "newsboat-ingest")
        for name in os.listdir(folder):
            if name.startswith("cache"):
                os.remove(os.path.join(folder, name))
        self.timed(n, "newsboat", argv + ["-x", "reload"], "import")

    def marks(self, n):
        """Marks posts read one after the other, each on disk before the next."""
        data = self.places.copy_of_data(n)
        unread = [post["id"] for page in self.places.pages(n)[:2] for post in self.load(page) if not post["isRead"]]
        with JSONLines(self.places, data) as host:
            begin = now()
            for post in unread[:MARKS]:
                host.ask({"command": "read", "id": post}, "result")
            self.put(n, "hubhost", "mark read", (now() - begin) / 1e6 / len(unread[:MARKS]))
            begin = now()
            for _ in range(MARKS):
                host.ask({"command": "path"}, "result")
            self.put(n, "hubhost", "round trip", (now() - begin) / 1e6 / MARKS)

    @staticmethod
    def load(page):
        with open(page, encoding="utf-8") as f:
            return json.load(f)["posts"]

    # --- 19 to 23 ---

    def dump(self, n):
        places, data = self.places, self.places.data(n)
        plain = places.hubhost("run", "-f", "plain", data=data)
        quoted = " ".join(f"'{word}'" for word in plain)
        cases = {"hubhost plain": plain, "hubhost plain 40": ["sh", "-c", f"{quoted} | head -n {40 * PLAIN_LINES}"],
                 "hubhost badge": places.hubhost("badge", data=data)}
        if places.kit:
            db, floor = places.corpus(n, "posts.db"), places.floor("floor_dump")
            cases |= {"floor_dump json": [floor, db, "json"], "floor_dump text": [floor, db, "text"],
                      "floor_dump text 40": [floor, db, "text", "40"]}
        if places.kit and shutil.which("sqlite3"):
            cases |= {"sqlite3 json": ["sqlite3", "-json", db, "SELECT * FROM posts ORDER BY received_at DESC"],
                      "sqlite3 count": ["sqlite3", db, "SELECT count(*) FROM posts WHERE is_read=0"]}
        for name, argv in cases.items():
            yield name, lambda name=name, argv=argv: self.timed(n, name, argv)
        yield "hubhost jsonl", lambda: self.json_lines(n, data)

    def peer_cases(self, n):
        if not self.with_peers or not self.places.kit or n > 100_000:
            return
        maildir = self.places.corpus(n, "maildir")
        if shutil.which("mlist") and os.path.isdir(maildir):
            for name, line in {"mlist|mscan": "mlist {} | mscan",
                               "mlist|sort|head|mscan": "mlist {} | mblaze-sort -dr | head -40 | mscan"}.items():
                env = dict(os.environ, MBLAZE=os.path.join(self.places.scratch("mblaze")))
                yield name, lambda name=name, line=line, env=env: self.timed(
                    n, name, ["sh", "-c", line.format(maildir)], env=env)
        if shutil.which("newsboat"):
            module, bench = self.places.peers()
            yield "newsboat unread", lambda: self.timed(n, "newsboat unread", module.newsboat(bench, n)[0] + ["-x", "print-unread"])
            if n <= 10_000:
                yield "newsboat reload", lambda: self.newsboat(n)

    def json_lines(self, n, data):
        """All posts as JSON lines: first byte, first item, all; the memory that took."""
        begin = now()
        host = JSONLines(self.places, data, b'{"command":"list","limit":null}\n', TIME)
        first = item = None
        size, tail = 0, b""
        while b'"event":"result"' not in tail:
            piece = os.read(host.out, 1 << 20)
            if not piece:
                raise RuntimeError("jsonl ended early")
            first = first or now()
            size += len(piece)
            tail = tail[-200:] + piece
            if item is None and b'"event":"items"' in tail:
                item = now()
        total = now()
        self.put(n, "hubhost jsonl", "total", (total - begin) / 1e6)
        self.put(n, "hubhost jsonl", "total.first", (first - begin) / 1e6)
        self.put(n, "hubhost jsonl", "total.first_item", (item - begin) / 1e6)
        self.put(n, "hubhost jsonl", "total.bytes", size, "B")
        self.put(n, "hubhost jsonl", "total.cpu", cpu(host.pid))
        self.put(n, "hubhost jsonl", "memory", high_water(host.pid), "KiB")
        host.close()

    # --- 25 to 27 ---

    def runtime(self, n):
        """Loading a front end: a host with one that ends at once, and with others beside it that nobody chose."""
        data = self.places.data(n)
        smallest = os.path.join(self.places.bin, "libhub-smallest.so")
        many = self.places.scratch("many")
        for i in range(COPIES):
            shutil.copy(smallest, f"{many}/libhub-other{i}.so")
        few = self.places.scratch("few")
        for folder in (few, many):
            shutil.copy(smallest, f"{folder}/libhub-chosen.so")
        # What is measured is the host: a runner would be started for one that did not come with it.
        argv = self.places.hubhost("run", "--in-process", "-f", "chosen", data=data)
        for name, folder in (("few", few), ("many", many)):
            env = dict(os.environ, HUBHOST_FRONTEND_PATH=folder)
            yield name, lambda name=name, env=env: [self.timed(n, name, argv, env=env) for _ in range(LOADS)]
        if shutil.which("strace"):
            yield "load", lambda: [self.load_time(n, "hubhost", [*argv[:-1], smallest], smallest, "sigaltstack")
                                   for _ in range(LOADS)]
        if shutil.which("strace") and self.places.kit:
            plugin = self.places.floor("floor_plugin.so")
            yield "floor_dlopen", lambda: [
                self.load_time(n, "floor_dlopen", [self.places.floor("floor_dlopen"), plugin], plugin, "write")
                for _ in range(LOADS)]
        yield "html", lambda: self.html(n)
        yield "calls", lambda: self.calls(n)
        yield "runner", lambda: self.runner(n)

    def load_time(self, n, case, argv, path, call):
        """From the opening of a plug-in's file to the first system call after loading, both seen by strace."""
        trace = os.path.join(self.places.scratch("trace"), "calls")
        subprocess.run(["strace", "--seccomp-bpf", "-f", "-ttt", "-e", f"trace=openat,{call}", "-o", trace, *argv],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        begin = None
        with open(trace) as f:
            for line in f:
                stamp, what = line.split(maxsplit=2)[1:]
                if begin is None and os.path.basename(path) in what:
                    begin = float(stamp)
                elif begin and what.startswith(call):
                    return self.put(n, case, "load", (float(stamp) - begin) * 1000)

    # --- 28 to 31 ---

    def calls(self, n):
        """Methods called through the host, and through libffi alone, in turns."""
        plugin = self.places.front_end()
        for _ in range(CALL_TURNS):
            for case, argv, env in (
                    ("ffi_call", [self.places.made("floor_call"), plugin, str(CALLS)], {}),
                    ("hubhost", [self.places.test_host, "calls", plugin, str(CALLS)], {})):
                for name, value in json.loads(self.output(argv, env)).items():
                    if not name.endswith(".allocations"):
                        self.put(n, case, name, value, "ns")
        counting = {"LD_PRELOAD": self.places.made("count_allocations.so")}
        counted = json.loads(self.output([self.places.test_host, "calls", plugin, str(CALLS)], counting))
        self.put(n, "hubhost", "allocations", counted["show_hub.allocations"] + counted["present_post.allocations"], "")

    def runner(self, n):
        """The same front end in the host and in a runner, in turns: the first frame, and a call that follows a step."""
        data, plugin = self.places.copy_of_data(n), self.places.front_end()
        ways = (("in the host", ["--in-process"]), ("in a runner", []))
        for _ in range(LOADS):
            for case, option in ways:
                self.timed(n, case, self.places.hubhost("run", *option, "-f", plugin, data=data), "frame")
        for _ in range(CALL_TURNS):
            for case, option in ways:
                argv = self.places.hubhost("run", *option, "-f", plugin, data=data, app=self.places.app_with_tabs)
                said = self.timed(n, case, argv, "stepping", keep=True)
                self.put(n, case, "step", json.loads(said.splitlines()[-1])["median"] / 1e6)

    def html(self, n):
        """Pages of 16 KB as text: the CPU time of a command `show`, all in all.

        Besides the text that is reading the page from the store, writing the event, and marking the post read.
        """
        with JSONLines(self.places, self.places.copy_of_data(n)) as host:
            first, *others = self.places.newest(n)[1:31]
            # The first one loads the library that reads HTML.
            host.ask({"command": "show", "id": first["id"]}, "result")
            host.drain()
            before = cpu(host.pid)
            for post in others:
                host.ask({"command": "show", "id": post["id"]}, "result")
            host.drain()
            self.put(n, "hubhost", "html", (cpu(host.pid) - before) / len(others))


class JSONLines:
    """A host with the jsonl front end, by its pipes."""

    def __init__(self, places, data, commands=b"", under=()):
        argv = [*under, *places.hubhost("run", "-f", "jsonl", data=data)]
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.out, self.rest = self.process.stdout.fileno(), b""
        if commands:
            self.process.stdin.write(commands)
        else:
            self.drain()

    @property
    def pid(self):
        """The host's, also when it runs under another program."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as f:
            below = f.read().split()
        return int(below[0]) if below else self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def drain(self):
        """Reads what the host says of its own accord."""
        while select.select([self.out], [], [], 0.2)[0] and os.read(self.out, 1 << 20):
            pass

    def ask(self, command, event):
        """Sends a command; the next event of that name."""
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        while True:
            line = self.line()
            if line.startswith(b'{"event":"' + event.encode() + b'"'):
                return json.loads(line)
            if line.startswith(b'{"event":"error"'):
                raise RuntimeError(line.decode())

    def line(self):
        while b"\n" not in self.rest:
            piece = os.read(self.out, 1 << 20)
            if not piece:
                raise RuntimeError("jsonl ended early")
            self.rest += piece
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
