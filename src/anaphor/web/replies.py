"""Requests read and replies made, with every refusal as a sentence in JSON."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from anaphor.errors import AnaphorError, OutputError
from anaphor.experiment.study import Refusal, RefusedError
from anaphor.web.headers import Message, Receive
from anaphor.web.study.wire import LARGEST_BODY, ErrorReply

Struct = TypeVar("Struct", bound=msgspec.Struct)
Handler = Callable[[Request], Awaitable[Response]]
_ENCODER = msgspec.json.Encoder()


class BadRequestError(Exception):
    """A request that no page of ours would send."""

    def __init__(self, what: str, status: int = 400) -> None:
        super().__init__(what)
        self.status = status


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
        raise BadRequestError("the request is too large", 413)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise BadRequestError("the request is too large", 413)
    return bytes(data)


def limited(receive: Receive, most: int = LARGEST_BODY) -> Receive:
    """The same way in, which breaks off when more comes than any page of ours sends."""
    come = 0

    async def receiving() -> Message:
        nonlocal come
        message = await receive()
        come += len(message.get("body", b""))
        if come > most:
            raise BadRequestError("the request is too large", 413)
        return message

    return receiving


def decode(decoder: "msgspec.json.Decoder[Struct]", data: bytes) -> Struct:
    """The record in a body."""
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequestError(f"the request cannot be read ({error})") from None


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
