"""A server of the wire protocol for the bench, in a process of its own: the posts of a corpus, pushes, and a stall.

    python3 server.py FOLDER     serves FOLDER's page-*.json; prints the port; ends with its standard input
"""
import glob
import http.server
import json
import os
import queue
import socketserver
import sys
import threading

EMPTY = {
    "/subscriptions": {"subscriptions": []}, "/participants": {"participants": []}, "/home": {"experienceURL": None},
    "/conversations": {"conversations": [], "included": {"participants": []}, "nextCursor": "c", "hasMore": False},
    "/config": {"hub": {"isHomeEnabled": False, "isInboxEnabled": True, "isSettingsViewEnabled": False}},
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body, status=200):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        server = self.server
        path, _, query = self.path.partition("?")
        if path == "/stream":
            return self.stream()
        server.open.wait()
        if path == "/posts":
            cursor = next((item[7:] for item in query.split("&") if item.startswith("cursor=")), "cur-0")
            number = int(cursor.rsplit("-", 1)[1])
            return self.answer(server.pages[number] if number < len(server.pages) else server.last)
        if path in EMPTY:
            return self.answer(json.dumps(EMPTY[path]).encode())
        self.answer(b"{}", 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/bench/stall":
            self.server.open.clear() if body == b"1" else self.server.open.set()
        elif self.path == "/bench/push":
            for stream in list(self.server.streams):
                stream.put(body)
        self.answer(json.dumps({"streams": len(self.server.streams)}).encode())

    def stream(self):
        pushes = queue.Queue()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        self.server.streams.append(pushes)
        try:
            self.wfile.write(b":\n\n")
            while True:
                self.wfile.write(b"data: " + pushes.get() + b"\n\n")
        except OSError:
            self.server.streams.remove(pushes)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64


def main(folder):
    server = Server(("127.0.0.1", 0), Handler)
    server.pages = []
    for name in sorted(glob.glob(os.path.join(folder, "page-*.json"))):
        with open(name, "rb") as f:
            server.pages.append(f.read())
    server.last = json.dumps({"posts": [], "nextCursor": f"cur-{len(server.pages)}", "hasMore": False}).encode()
    server.streams, server.open = [], threading.Event()
    server.open.set()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
