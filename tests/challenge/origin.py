"""A small web site on this machine, a proxy that leads to it without a cage, and clients of both."""

import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from anaphor.challenge.proxy.authority import Authority
from anaphor.challenge.proxy.server import Proxy
from anaphor.challenge.proxy.sites import NetworkAccess, read_site

_BRIDGE = """import asyncio, socket, sys
from anaphor.challenge.sandbox.inside import serve_bridge
asyncio.run(serve_bridge(socket.socket(fileno=int(sys.argv[1])), sys.argv[2]))"""
"""What leads from a port to the proxy in a cage, in a process of its own as there."""

ASK = """
import urllib.request, urllib.error
def get(address, data=None):
    try:
        with urllib.request.urlopen(address, data, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode().strip()
    except OSError as error:
        return "failed", str(error)
"""
"""How an entry asks for a page with the standard library."""


class Site(ThreadingHTTPServer):
    """Counts what it is asked."""

    daemon_threads = True
    request_queue_size = 200

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Page)
        self.asked: list[tuple[str, str, bytes, dict[str, str]]] = []

    @property
    def port(self) -> int:
        """Its port."""
        return int(self.server_address[1])

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing on the terminal: a proxy that does not trust this site hangs up."""


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
        self.send_header("X-Name", "\xe9t\xe9")
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
        server.socket = certificate.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def secure_site(folder: Path, host: str = "localhost") -> Iterator[tuple[Site, Path]]:
    """A site that speaks TLS, and the certificate of the test's own authority, which vouches for it."""
    authority = Authority()
    trusted = folder / "origin-authority.pem"
    trusted.write_bytes(authority.pem)
    certificate, key = authority.leaf(host)
    secret = folder / "origin-key.pem"
    own = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    secret.write_bytes(certificate.public_bytes(Encoding.PEM) + own)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(secret)
    with site(context) as origin:
        yield origin, trusted


class Door:
    """A proxy without a cage, spoken to in bytes."""

    def __init__(self, folder: Path, *sites: str, **settings: Any) -> None:
        network = NetworkAccess(sites=tuple(map(read_site, sites)), **settings)
        self.records: list[tuple[str, Mapping[str, Any]]] = []
        self.path = folder / "door"
        self.proxy = Proxy(network, self.path, lambda kind, fields: self.records.append((kind, fields)))
        self.trusted = folder / "run-authority.pem"

    def __enter__(self) -> "Door":
        self.proxy.__enter__()
        self.trusted.unlink(missing_ok=True)
        self.proxy.write_authorities(self.trusted)
        return self

    def __exit__(self, *_: object) -> None:
        self.proxy.__exit__(None, None, None)
        self.path.unlink()

    def say(self, *pieces: bytes) -> bytes:
        """What comes back for these bytes."""
        with self.wire() as wire:
            return speak(wire, *pieces)

    def get(self, address: str, method: str = "GET") -> tuple[int, bytes]:
        """Status and content of an address."""
        head, _, body = self.say(f"{method} {address} HTTP/1.1\r\nHost: x\r\n\r\n".encode()).partition(b"\r\n\r\n")
        return int(head.split()[1]), body

    def wire(self) -> socket.socket:
        """A connection to the proxy."""
        wire = socket.socket(socket.AF_UNIX)
        wire.connect(str(self.path))
        wire.settimeout(20)
        return wire

    def tunnel(self, place: str) -> socket.socket:
        """A connection that CONNECT was said on, and granted."""
        wire = self.wire()
        wire.sendall(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += wire.recv(1)
        assert head.startswith(b"HTTP/1.1 200 "), head
        return wire

    def inside(self, port: int, host: str = "localhost", name: str | None = None) -> ssl.SSLSocket:
        """The inside of such a connection, as a client sees it that trusts the run's authority alone."""
        context = ssl.create_default_context(cafile=str(self.trusted))
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        return context.wrap_socket(self.tunnel(f"{host}:{port}"), server_hostname=name or host)

    @contextmanager
    def client(self, port: int, host: str = "localhost") -> Iterator[HTTPConnection]:
        """A client of the standard library inside such a connection, which it keeps open."""
        client = HTTPConnection(host, port)
        client.auto_open = 0
        client.sock = self.inside(port, host)
        with closing(client):
            yield client

    @contextmanager
    def address(self) -> Iterator[str]:
        """An address that leads to the proxy, for clients that know no unix sockets: the cage's own bridge."""
        with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
            command = [sys.executable, "-c", _BRIDGE, str(listening.fileno()), str(self.path)]
            with subprocess.Popen(command, pass_fds=[listening.fileno()]) as process:
                yield f"http://127.0.0.1:{listening.getsockname()[1]}"
                process.kill()

    def settled(self, count: int) -> list[Mapping[str, Any]]:
        """What was written down, once there is so much of it: a client may be done before the proxy is."""
        until = time.monotonic() + 30
        while len(self.requests) < count and time.monotonic() < until:
            time.sleep(0.01)
        return self.requests

    @property
    def requests(self) -> list[Mapping[str, Any]]:
        """What was written down about requests."""
        return [fields for kind, fields in self.records if kind == "request"]


def speak(wire: socket.socket, *pieces: bytes) -> bytes:
    """What comes back for these bytes, until the other side ends."""
    for piece in pieces:
        try:
            wire.sendall(piece)
        except OSError:
            break
    received = b""
    try:
        while piece := wire.recv(65536):
            received += piece
    except (ConnectionError, ssl.SSLError):
        pass
    return received


def ask(
    client: HTTPConnection,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> tuple[int, bytes]:
    """Status and content of a path."""
    client.request(method, path, body, headers or {})
    with client.getresponse() as response:
        return response.status, response.read()


def door(folder: Path, origin: Site, path: str = "/", **settings: Any) -> Door:
    """A proxy that opens what is for a secure site, and trusts it."""
    trusted = folder / "origin-authority.pem"
    return Door(folder, f"intercept://localhost:{origin.port}{path}", authorities=trusted, **settings)
