"""Requests read and replies made: every refusal a sentence in JSON, every reply with headers that keep others out."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from anaphor.errors import AnaphorError, OutputError
from anaphor.experiment.session import Refusal, RefusedError
from anaphor.text import Value, message
from anaphor.web.study.wire import LARGEST_BODY, ErrorReply

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
"""An application as servers call it."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

Struct = TypeVar("Struct", bound=msgspec.Struct)
Handler = Callable[[Request], Awaitable[Response]]
_ENCODER = msgspec.json.Encoder()


class BadRequestError(Exception):
    """A request that no page of ours would send."""

    def __init__(self, code: str, status: int = 400, **values: Value) -> None:
        super().__init__(code)
        self.status = status
        self.said = message(code, **values)

    def __str__(self) -> str:
        return str(self.said)


def encode(value: object) -> bytes:
    """A record as JSON."""
    return _ENCODER.encode(value)


def reply(value: object, status: int = 200) -> Response:
    """A record as a reply that nobody keeps."""
    return Response(encode(value), status, {"cache-control": "no-store"}, "application/json")


async def bounded(request: Request, most: int = LARGEST_BODY) -> bytes:
    """The body of a request, refused as soon as it is too large."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > most:
        raise BadRequestError("web-too-large", 413)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise BadRequestError("web-too-large", 413)
    return bytes(data)


def limited(receive: Receive, most: int = LARGEST_BODY) -> Receive:
    """The same way in, which breaks off when more comes than any page of ours sends."""
    come = 0

    async def receiving() -> Message:
        nonlocal come
        message = await receive()
        come += len(message.get("body", b""))
        if come > most:
            raise BadRequestError("web-too-large", 413)
        return message

    return receiving


def decode(decoder: "msgspec.json.Decoder[Struct]", data: bytes) -> Struct:
    """The record in a body."""
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequestError("web-unreadable", why=str(error)) from None


def explained(error: Exception) -> tuple[int, ErrorReply]:
    """Status and sentence of an error; what is not ours to explain is raised again."""
    if isinstance(error, BadRequestError):
        return error.status, ErrorReply(str(error))
    if isinstance(error, RefusedError):
        status = 404 if error.reason is Refusal.UNKNOWN_TOKEN else 403
        return status, ErrorReply(str(error), error.reason.value)
    if isinstance(error, AnaphorError):
        # All that a request can say wrong is refused above: what is left is a disk or a database that fails.
        sentence = error.what if isinstance(error, OutputError) else str(error)
        return 503, ErrorReply(sentence)
    raise error


def guarded(work: Handler) -> Handler:
    """The same work, whose refusals are replies."""

    async def safe(request: Request) -> Response:
        try:
            return await work(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except (BadRequestError, AnaphorError) as error:
            status, said = explained(error)
            return reply(said, status)

    return safe


def decoder(kind: type[Struct]) -> "msgspec.json.Decoder[Struct]":
    """A decoder made once."""
    return msgspec.json.Decoder(kind)


def with_headers(send: Send) -> Send:
    """The same way out, on which every reply gets the headers."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))  # a finished page brings a policy of its own
            message["headers"] = [*own, *(each for each in _HEADERS if each[0] not in {name for name, _ in own})]
        await send(message)

    return sending


def inner_path(path: str, base: str) -> str:
    """The path inside the app: whether a proxy takes its own path off or leaves it, the app sees none.

    >>> inner_path("/study/health", "/study"), inner_path("/health", "/study"), inner_path("/studying", "/study")
    ('/health', '/health', '/studying')
    """
    return path[len(base) :] if base and path.startswith(f"{base}/") else path
