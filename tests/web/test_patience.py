"""A connection that says nothing, or half of something, does not stay for ever."""

import socket
import threading
import time
from contextlib import suppress

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config, Server

from anaphor.web import PatientProtocol, listen, patience
from anaphor.web.replies import plain_cookies

pytestmark = pytest.mark.waiting


async def _slow(scope: Scope, receive: Receive, send: Send) -> None:
    """An app that takes its time, and reads no content unless some comes."""
    import asyncio

    if scope["type"] != "http":
        return
    message = await receive()
    while message.get("more_body"):
        message = await receive()
    await asyncio.sleep(0.8)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def test_half_open_connections_are_closed_and_a_slow_reply_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("HEAD_S", 0.4), ("CONTENT_S", 0.6), ("_LOOK_S", 0.1)):
        monkeypatch.setattr(patience, name, seconds)
    listening = listen("127.0.0.1", 0)
    server = Server(Config(_slow, http=PatientProtocol, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.02)
        where = ("127.0.0.1", listening.getsockname()[1])
        for begun in (
            b"",
            b"GET / HTTP/1.1\r\nHost: a\r\nX: ",
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
        ):
            with socket.create_connection(where, 60) as half:
                half.sendall(begun)
                assert half.recv(100) == b""
        with socket.create_connection(where, 60) as whole:
            whole.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert whole.recv(1000).startswith(b"HTTP/1.1 200")
    finally:
        server.should_exit = True
        thread.join(5)


def test_a_head_without_end_is_cut_and_content_may_be_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "LARGEST_HEAD", 10_000)
    listening = listen("127.0.0.1", 0)
    server = Server(Config(_slow, http=PatientProtocol, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.02)
        where = ("127.0.0.1", listening.getsockname()[1])
        with socket.create_connection(where, 60) as endless:
            endless.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: ")
            with suppress(OSError):  # it is closed while more comes
                for _ in range(20):
                    endless.sendall(b"x" * 1_000)
                    time.sleep(0.005)
            with suppress(ConnectionResetError):
                assert endless.recv(100) == b""
        with socket.create_connection(where, 60) as whole:
            for _ in range(2):  # on one connection
                whole.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\n\r\n")
                whole.sendall(b"x" * 15_000)
                time.sleep(0.05)
                whole.sendall(b"x" * 15_000)  # the last piece of a content is no head
                reply = b""
                while not reply.endswith(b"ok"):  # head and content may come apart
                    piece = whole.recv(1000)
                    assert piece, "closed in the middle of a reply"
                    reply += piece
                assert reply.startswith(b"HTTP/1.1 200")
    finally:
        server.should_exit = True
        thread.join(5)


def test_cookies_with_backslashes_are_not_read() -> None:
    theirs = b'a=b; c="' + b'\\"' * 50_000 + b'"; d=e'
    assert plain_cookies([(b"cookie", theirs), (b"x", b"\\")]) == [(b"cookie", b"a=b; d=e"), (b"x", b"\\")]
