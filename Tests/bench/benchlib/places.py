"""Where everything stands: hubhost as it is built, the kit, the floors, the posts and the data folders."""
import argparse
import glob
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
WORK = os.path.join(ROOT, ".build", "bench")
PEERS = "newsboat neomutt aerc mblaze weechat-curses w3m lynx time".split()
APP = """{ id: "io.hubhost.bench", name: "Bench", urlSchemes: ["rv-bench"], appSchemes: ["bench"],
  routes: { "bench://hub": "hub" }, tabs: [ { tag: "hub", title: "For you" } ],
  config: { hub: { isInboxEnabled: true, deepLink: "bench://hub" } } }
"""
SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src")


def say(text):
    print(text, file=sys.stderr, flush=True)


def quiet(argv, **kw):
    """Runs a command of the preparation; its output is shown when it fails."""
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **kw)
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
        raise SystemExit(f"hubbench: {' '.join(map(str, argv[:3]))} … failed")


class Places:
    def __init__(self, hubhost=None, corpus=None):
        os.makedirs(WORK, exist_ok=True)
        kit = os.environ.get("HUBHOST_BENCH_KIT") or os.path.join(ROOT, "..", "shared", "kit")
        self.kit = os.path.abspath(kit) if os.path.exists(os.path.join(kit, "bench_peers.py")) else None
        self.bin = os.path.dirname(os.path.abspath(hubhost)) if hubhost else None
        self.corpus_root = corpus or os.path.join(WORK, "corpus")
        self.floors = os.path.join(WORK, "floor")
        self.app = os.path.join(WORK, "app.json5")
        self.app_with_tabs = os.path.join(WORK, "tabs.json5")
        with open(self.app, "w") as f:
            f.write(APP)
        with open(self.app_with_tabs, "w") as f:
            f.write(APP.replace("tabs: [", 'tabs: [ { tag: "home", title: "Home" },'))

    # --- what is built ---

    def build(self):
        if not self.bin:
            say("hubbench: building hubhost (release)")
            quiet(["swift", "build", "-c", "release"], cwd=ROOT)
            shown = subprocess.run(["swift", "build", "-c", "release", "--show-bin-path"], cwd=ROOT,
                                   capture_output=True, text=True, check=True)
            self.bin = shown.stdout.strip()
        decode = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "decode.swift")
        if self.is_older(self.decode, decode):
            quiet(["swiftc", "-O", "-static-stdlib", "-o", self.decode, decode])
        self.compile("libhub-bench.so", "front_end.c", "-shared", "-fPIC")
        self.compile("floor_call", "floor_call.c", "-lffi")
        self.compile("count_allocations.so", "count_allocations.c", "-shared", "-fPIC")
        if not self.kit:
            say("hubbench: NO KIT. Set HUBHOST_BENCH_KIT to the folder with bench_peers.py.\n"
                "hubbench: only hubhost is measured: there are no floors and no peers, so most rows have no verdict.")
            return
        sys.path.insert(0, self.kit)
        quiet(["make", "-s", "-C", os.path.join(self.kit, "floor"), f"OUT={self.floors}", "all"])

    def compile(self, name, source, *options):
        source = os.path.join(SOURCES, source)
        if self.is_older(self.made(name), source):
            os.makedirs(os.path.dirname(self.made(name)), exist_ok=True)
            include = os.path.join(ROOT, "Sources", "CHubFrontEnd", "include")
            quiet(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{include}", "-o", self.made(name), source, *options])

    @staticmethod
    def made(name):
        """What was compiled here; in a folder of its own, for a plug-in in a runner reads what is beside it."""
        return os.path.join(WORK, "made", name)

    def front_end(self):
        return self.made("libhub-bench.so")

    @property
    def test_host(self):
        return os.path.join(self.bin, "HubTestHost")

    @staticmethod
    def is_older(made, source):
        return not os.path.exists(made) or os.path.getmtime(made) < os.path.getmtime(source)

    @property
    def decode(self):
        return os.path.join(WORK, "decode")

    def floor(self, name):
        return os.path.join(self.floors, name)

    @staticmethod
    def install_peers():
        say("hubbench: installing " + " ".join(PEERS))
        quiet(["apt-get", "install", "-y", "--no-install-recommends", *PEERS])

    # --- posts and data folders ---

    def corpus(self, n, *rest):
        return os.path.join(self.corpus_root, str(n), *rest)

    def make_corpus(self, n):
        """Engage pages, and the forms of the floors and peers when the kit is there."""
        if not os.path.exists(self.corpus(n, "engage")):
            say(f"hubbench: making {n} posts")
            if self.kit:
                forms = "engage,jsonl,rss,maildir,mbox,sqlite,html" if n <= 100_000 else "engage,jsonl,sqlite,html"
                quiet([sys.executable, os.path.join(self.kit, "gen_corpus.py"), "--out", self.corpus_root,
                       "-n", str(n), "--forms", forms])
            else:
                from . import posts
                posts.write(self.corpus(n), n)
        self.make_pages(n)

    def make_pages(self, n):
        """Long pages under the names of the newest posts but one, for `import --pages`."""
        folder = self.corpus(n, "pages")
        if os.path.exists(folder):
            return
        os.makedirs(folder)
        with open(self.pages(n)[0], encoding="utf-8") as f:
            newest = json.load(f)["posts"]
        for post, page in zip(newest[1:], sorted(glob.glob(self.corpus(n, "html", "*.html")))):
            shutil.copy(page, os.path.join(folder, post["url"].rsplit("/", 1)[1] + ".html"))

    def pages(self, n):
        return sorted(glob.glob(self.corpus(n, "engage", "page-*.json")))

    def newest(self, n):
        with open(self.pages(n)[0], encoding="utf-8") as f:
            return json.load(f)["posts"]

    def hubhost(self, *arguments, data=None, app=None):
        place = [] if data is None else ["--app", app or self.app, "--data", data]
        return [os.path.join(self.bin, "hubhost"), *arguments[:1], *place, *arguments[1:]]

    def data(self, n):
        """The data folder with n posts; filled when it is missing."""
        folder = os.path.join(WORK, "data", str(n))
        if not os.path.exists(os.path.join(folder, "hub.db")):
            say(f"hubbench: importing {n} posts")
            self.fill(n, folder)
        return folder

    def fill(self, n, folder):
        pages = self.pages(n)
        quiet(self.hubhost("import", "--pages", self.corpus(n, "pages"), pages[0], data=folder))
        if pages[1:]:
            quiet(self.hubhost("import", *pages[1:], data=folder))

    def copy_of_data(self, n):
        """A data folder of its own, for what writes."""
        folder = self.scratch("copy")
        shutil.copy(os.path.join(self.data(n), "hub.db"), folder)
        return folder

    @staticmethod
    def scratch(name):
        """An empty folder."""
        folder = os.path.join(WORK, "scratch", name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        return folder

    def peers(self):
        """The kit's module and what it takes to set up a peer; None without the kit."""
        if not self.kit:
            return None
        import bench_peers
        a = argparse.Namespace(corpus=self.corpus_root, work=os.path.join(WORK, "peers"), floor=self.floors,
                               log=os.devnull, timeout=300.0, only="")
        return bench_peers, bench_peers.Bench(a)


def enter_venv():
    """Runs hubbench again in an environment that has pyte, made when it is missing."""
    python = os.path.join(WORK, "venv", "bin", "python")
    if os.path.abspath(sys.prefix) == os.path.join(WORK, "venv"):
        return
    if not os.path.exists(python) or subprocess.run([python, "-c", "import pyte"], stderr=subprocess.DEVNULL).returncode:
        say("hubbench: making .build/bench/venv with pyte")
        os.makedirs(WORK, exist_ok=True)
        quiet([sys.executable, "-m", "venv", os.path.join(WORK, "venv")])
        quiet([python, "-m", "pip", "install", "-q", "pyte"])
    os.execv(python, [python, *sys.argv])
