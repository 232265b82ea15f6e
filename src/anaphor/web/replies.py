"""Requests read, replies and pages made: refusals are sentences in JSON, and headers keep others out."""

import json
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import msgspec
from jinja2 import Environment, FunctionLoader
from markupsafe import Markup
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.types import Message, Receive, Send

from anaphor.errors import AnaphorError, InputError, OutputError
from anaphor.experiment import Refusal, RefusedError
from anaphor.files import DatabaseReadError
from anaphor.report import new_environment
from anaphor.text import Interface, Value, attribute, message, speaking, text, words
from anaphor.web.serving import log_failure
from anaphor.web.study.wire import LARGEST_BODY, ErrorReply

FRESH = {"cache-control": "no-store"}
"""Nobody between the server and the reader keeps the page."""
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
_KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

Struct = TypeVar("Struct", bound=msgspec.Struct)
Handler = Callable[[Request], Awaitable[Response]]
encode = msgspec.json.Encoder().encode


class BadRequestError(Exception):
    """A request that no page of ours would send."""

    def __init__(self, code: str, status: int = 400, *, retry_s: int | None = None, **values: Value) -> None:
        super().__init__(code)
        self.status = status
        self.retry_s = retry_s
        """After how many seconds another try is worth it."""
        self.said = message(code, **values)

    def __str__(self) -> str:
        return str(self.said)


# --- requests and replies ---------------------------------------------------------------------------------------------


def reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A record as a reply that nobody keeps."""
    return Response(encode(value), status, {**FRESH, **(headers or {})}, "application/json")


def redirect(address: str) -> Response:
    """Send a browser on, to be asked for with GET."""
    return RedirectResponse(address, 303, headers=FRESH)


async def bounded(request: Request, most: int = LARGEST_BODY) -> bytes:
    """The body of a request, refused as soon as it is too large."""
    refuse_large(request, most)
    return await whole_body(request.receive, most)


def refuse_large(request: Request, most: int) -> None:
    """Refuse what says of itself that it is too large, before any of it is read."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and (len(length) > 18 or int(length) > most):
        raise BadRequestError("web-too-large", 413)


async def whole_body(receive: Receive, most: int = LARGEST_BODY) -> bytes:
    """The same of a request that nothing else has looked at."""
    message = await receive()
    data: bytes = message.get("body", b"")
    while message.get("more_body") and len(data) <= most:
        message = await receive()
        data += message.get("body", b"")
    if message["type"] == "http.disconnect":
        raise BadRequestError("web-broken-off")
    if len(data) > most:
        raise BadRequestError("web-too-large", 413)
    return data


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


def decode(kind: type[Struct], data: bytes) -> Struct:
    """The record in a body."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequestError("web-unreadable", why=str(error)) from None


async def read_body(request: Request, kind: type[Struct], most: int = LARGEST_BODY) -> Struct:
    """The record that a request brings along."""
    return decode(kind, await bounded(request, most))


def explained(error: Exception, *, organiser: bool = False) -> tuple[int, ErrorReply]:
    """Status and sentence of an error; what is not ours to explain is raised again.

    A participant's page can say nothing wrong that is not refused on its way: an error of ours is then a disk or a
    database that fails, and worth another try (503). An organiser writes by hand, and may be wrong (400). Why a disk or
    a database fails names files and sockets: it stands in the log, and is told to organisers alone.
    """
    if isinstance(error, HTTPException):
        return error.status_code, ErrorReply(str(error.detail))
    if isinstance(error, BadRequestError):
        return error.status, ErrorReply(str(error))
    if organiser and isinstance(error, InputError) and not isinstance(error, DatabaseReadError):
        return 400, ErrorReply(str(error))
    if isinstance(error, RefusedError):
        status = 404 if error.reason is Refusal.UNKNOWN_TOKEN else 403
        return status, ErrorReply(str(error), error.reason.value)
    if isinstance(error, AnaphorError):
        log_failure("failed", error)
        if organiser:
            return 503, ErrorReply(error.what if isinstance(error, OutputError) else str(error))
        return 503, ErrorReply((error.code and attribute(error.code, "public", {})) or text("web-storage-fails"))
    raise error


def retry_header(error: Exception) -> dict[str, str]:
    """What tells a program when to try again, where an error says so."""
    seconds = error.retry_s if isinstance(error, BadRequestError) else None
    return {} if seconds is None else {"retry-after": str(seconds)}


def plain_cookies(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of a request without cookies that have a backslash: ours have none.

    Python reads those in quadratic time, in which nothing else is done.
    """
    return [
        (name, b";".join(each for each in value.split(b";") if b"\\" not in each) if name == b"cookie" else value)
        for name, value in headers
    ]


def with_headers(send: Send) -> Send:
    """The same way out, on which every reply gets the headers."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))  # a finished page brings a policy of its own
            message["headers"] = [*own, *(each for each in _HEADERS if each[0] not in {name for name, _ in own})]
        await send(message)

    return sending


# --- pages ------------------------------------------------------------------------------------------------------------


@cache
def words_of(prefix: str, interface: str) -> dict[str, str]:
    """The words of some pages in one language."""
    with speaking(interface):
        return words(prefix)


@cache
def _file(name: str) -> bytes:
    return files("anaphor").joinpath(f"data/web/{name}").read_bytes()


@cache
def _templates() -> Environment:
    return new_environment(FunctionLoader(lambda name: _file(name).decode("utf-8")))


def rendered(name: str, values: Mapping[str, object], status: int = 200) -> HTMLResponse:
    """A page from its template; whatever people wrote is text in it, never markup."""
    return HTMLResponse(_templates().get_template(name).render(values), status, headers=FRESH)


def attachment(name: str) -> str:
    """The header by which a browser keeps a file under a name."""
    return "attachment; " + (f'filename="{name}"' if quote(name) == name else f"filename*=utf-8''{quote(name)}")


def file_to_keep(name: str, data: str | bytes, kind: str) -> Response:
    """A file to keep, which nobody between the server and the reader keeps."""
    return Response(data, media_type=kind, headers={**FRESH, "content-disposition": attachment(name)})


def made_file(make: Callable[[Path], Path], kind: str) -> Response:
    """A file to keep, made in a folder of its own, which goes when it is sent."""
    folder = Path(tempfile.mkdtemp(prefix="anaphor-"))
    try:
        path = make(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    task = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    return FileResponse(path, filename=path.name, media_type=kind, headers=FRESH, background=task)


def script_data(value: object) -> Markup:
    """A record as data for a script of the page; a `<` in it cannot end the script."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))


async def static_file(request: Request) -> Response:
    """One of the scripts and styles that pages load."""
    name = request.path_params["name"]
    kind = _KINDS.get("." + name.rpartition(".")[2])
    # The folder is listed, so that a name such as `../x.js` is no way out of it.
    if kind is None or name not in {each.name for each in files("anaphor").joinpath("data/web").iterdir()}:
        return reply(ErrorReply(text("web-no-file")), 404)
    return Response(_file(name), media_type=kind, headers={"cache-control": "no-cache"})


def interface_of(request: Request) -> str:
    """The language that the browser asks for first, of those that the pages have; English else."""
    for part in request.headers.get("accept-language", "").split(","):
        code = part.partition(";")[0].strip().lower()[:2]
        if code in list(Interface):
            return code
    return Interface.EN
