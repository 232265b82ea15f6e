"""A small web site on this machine, for the proxy to speak to."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Site(ThreadingHTTPServer):
    """Counts what it is asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Page)
        self.asked: list[tuple[str, str, bytes, dict[str, str]]] = []

    @property
    def port(self) -> int:
        """Its port."""
        return int(self.server_address[1])


class Page(BaseHTTPRequestHandler):
    """Answers with the number of the request, so that two answers differ."""

    server: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["content-length"])))

    def do_HEAD(self) -> None:
        self._answer(b"")

    def _answer(self, body: bytes) -> None:
        self.server.asked.append((self.command, self.path, body, dict(self.headers)))
        text = b"x" * 1_000_000 if "large" in self.path else f"page {len(self.server.asked)}: {self.path}".encode()
        self.send_response(302 if "moved" in self.path else 200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Location", "http://example.org/")
        if "chunked" in self.path:
            self.send_header("Transfer-Encoding", "chunked")
            text = b"%x\r\n%s\r\n0\r\n\r\n" % (len(text), text)
        else:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal."""


@contextmanager
def site(certificate: ssl.SSLContext | None = None) -> Iterator[Site]:
    """A site that is up while the block runs."""
    server = Site()
    if certificate:
        server.socket = certificate.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
