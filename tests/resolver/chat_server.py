"""A small OpenAI-compatible endpoint on a port of its own: it answers as told, or misbehaves as told."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Say = Callable[[dict[str, Any]], "Reply"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the endpoint does with one request."""

    text: str | None = "A"
    """What the model says."""
    code: int = 200
    """The status code; from 300 on an error object is sent."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers besides the usual ones."""
    hang: float = 0.0
    """Seconds of silence before anything is sent."""
    cut: bool = False
    """Whether the connection breaks in the middle of the body."""
    raw: bytes | None = None
    """A body of its own instead of a completion."""
    ended: str = "stop"
    """Why the reply ended."""
    fields: tuple[tuple[str, object], ...] = ()
    """Fields of the message besides its content."""


@dataclass(slots=True)
class ChatServer:
    """The endpoint, and what it was asked."""

    say: Say
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    most_at_once: int = 0
    _now: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    url: str = ""

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count how many requests are under way."""
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            yield
        finally:
            with self._lock:
                self._now -= 1


@contextmanager
def chat_server(say: Say) -> Iterator[ChatServer]:
    """An endpoint that runs while the block does."""
    state = ChatServer(say)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # headers and body in one packet: else each reply waits for a delayed acknowledgement

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

        def do_POST(self) -> None:  # the name that http.server calls
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append(body)
            state.headers.append(dict(self.headers))
            with state.counted():
                _answer(self, body, state.say(body))

    class Server(ThreadingHTTPServer):
        request_queue_size = 64
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _answer(handler: BaseHTTPRequestHandler, body: dict[str, Any], reply: Reply) -> None:
    if reply.hang:
        time.sleep(reply.hang)
    if handler.path != "/v1/chat/completions":
        reply = Reply(code=404)
    streamed = bool(body.get("stream")) and reply.code == 200 and reply.raw is None
    data = _stream(body, reply) if streamed else _whole(body, reply)
    try:
        handler.send_response(reply.code)
        handler.send_header("Content-Type", "text/event-stream" if streamed else "application/json")
        for name, value in reply.headers:
            handler.send_header(name, value)
        if streamed:
            handler.send_header("Connection", "close")
        else:
            handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data[: len(data) // 2] if reply.cut else data)
        handler.wfile.flush()
        if reply.cut or streamed:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        handler.close_connection = True


def _whole(body: dict[str, Any], reply: Reply) -> bytes:
    if reply.raw is not None:
        return reply.raw
    if reply.code != 200:
        return json.dumps({"error": {"message": f"told to say {reply.code}", "type": "test"}}).encode()
    message = {"role": "assistant", "content": reply.text, **dict(reply.fields)}
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": f"{body['model']}-2026",
            "choices": [{"index": 0, "message": message, "finish_reason": reply.ended}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 2, "total_tokens": 102},
        }
    ).encode()


def _stream(body: dict[str, Any], reply: Reply) -> bytes:
    start = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": f"{body['model']}-2026"}
    words = [{"content": letter} for letter in reply.text or ""]
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}, *words]
    chunks = [{**start, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({**start, "choices": [{"index": 0, "delta": dict(reply.fields), "finish_reason": reply.ended}]})
    chunks.append({**start, "choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 2}})
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return "".join([": comment\n\n", *lines, "data: [DONE]\n\n"]).encode()


def listed(body: dict[str, Any]) -> dict[str, str]:
    """The candidates of a request by their letters."""
    lines = body["messages"][-1]["content"].splitlines()
    pairs = [line.split(". ", 1) for line in lines if ". " in line and line.split(". ", 1)[0].isalnum()]
    return {label: text for label, text in pairs if len(label) == 1 or label.isdecimal()}
