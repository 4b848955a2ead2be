#!/usr/bin/env python3
"""A prompt with the Hub's badge in it. usage: prompt.py APP-FILE [DATA-FOLDER]; $LIBHUB names libhub.so."""
import os
import select
import sys

from hub import Hub, HubError


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        hub = Hub(os.environ.get("LIBHUB"), *sys.argv[1:3])
    except HubError as error:
        sys.exit(f"prompt.py: {error}")

    def handle(url):
        # The router first; then the app's own: the URL that shows the Hub.
        if hub.handle(url):
            print(f"handler {url}: router", flush=True)
            return True
        print(f"handler {url}: app", flush=True)
        if not url.endswith("://hub"):
            return False
        try:
            hub.show()
        except HubError as error:
            print(error, flush=True)
            return False
        return True

    hub.on_url(handle)
    lines = os.fdopen(0, "rb", buffering=0)
    prompt(hub)
    while True:
        ready, _, _ = select.select([lines, hub], [], [])
        shown = marks(hub)
        tell(hub.step())
        if lines not in ready:
            # Something came by itself: the prompt says so.
            if marks(hub) != shown and sys.stdin.isatty():
                print(flush=True)
                prompt(hub)
            continue
        line = lines.readline().decode()
        command, _, rest = line.strip().partition(" ")
        if not line or command == "quit":
            break
        try:
            obey(hub, command, rest)
        except HubError as error:
            print(error)
        tell(hub.step())
        prompt(hub)
    hub.close()


def obey(hub, command, rest):
    if command == "hub":
        while hub.back():  # to the list, whatever is open in it
            pass
        hub.show()
    elif command == "sync":
        if not hub.refresh():
            print("there is no server to sync with")
    elif command == "open":
        hub.open(rest)
    elif command == "push":
        hub.push(rest)
    elif command:
        print("hub, open URL, push JSON, sync, quit")


def marks(hub):
    badge = hub.badge
    return (f"[{badge}] " if badge else "") + ("… " if hub.sync[0] == "syncing" else "")


def prompt(hub):
    print(f"{marks(hub)}> ", end="" if sys.stdin.isatty() else "\n", flush=True)


def tell(events):
    for kind, code, title, text, url in events:
        if kind == "opened" and code == "refused":
            print(f"refused {url}: {text}", flush=True)
        elif kind == "opened":
            print(f"opened {url} by {code}", flush=True)
        elif kind in ("alert", "notice"):
            print(f"{title}: {text}" if title else text, flush=True)


main()
