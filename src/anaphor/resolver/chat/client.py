"""One question to an OpenAI-compatible endpoint: sent, tried again where that can help, and read with care."""

import http.client
import json
import os
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, NoReturn
from urllib.parse import urlsplit

from anaphor.answer import AbstentionReason
from anaphor.errors import AnaphorError, InputError

_LARGEST_REPLY = 16 * 2**20
_PIECE = 2**16
_LONGEST_WAIT_S = 60.0
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""Codes after which the same request may succeed."""
_HOPELESS = frozenset({401, 403, 404, 405})
"""Codes after which no request of this run will succeed."""
_STOPPED_BY_LIMIT = 429
_MOST_TOKENS = 10**9
"""A reply of more tokens than that was not counted but made up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where and how a chat model is asked."""

    url: str
    """Address up to and without `/chat/completions`."""
    key_variable: str
    """Name of the environment variable that holds the key; the key itself is written nowhere."""
    timeout: float
    """Seconds that one try may take."""
    retries: int
    """How many more tries there are after the first."""
    backoff: float
    """Seconds before the second try; each later wait is twice as long."""
    stream: bool
    """Whether the reply is asked for word by word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a model said."""

    text: str
    """Its words; empty when it said nothing."""
    refusal: str | None
    """Its refusal, where the endpoint tells one from a reply."""
    model: str | None
    """The model that the endpoint says it used."""
    usage: Mapping[str, int]
    """Tokens of the prompt and of the reply, as the endpoint counts them, and how many tries it took."""
    lost: int = 0
    """How many tries before it may have been paid for, though no reply came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCompletion:
    """Nothing came back that could be used, for this question."""

    reason: AbstentionReason
    """Timed out or failed."""
    detail: str
    """What happened last."""
    tries: int
    """How often it was tried."""
    lost: int = 0
    """How many of the tries may have been paid for."""


class _TryAgainError(Exception):
    """A failure that may pass."""

    def __init__(
        self,
        reason: AbstentionReason,
        detail: str,
        *,
        wait: float | None = None,
        stops: bool = False,
        free: bool = False,
    ) -> None:
        super().__init__(detail)
        self.reason = reason
        self.wait = wait
        self.stops = stops
        """Whether the run should stop when it does not pass: nothing is wrong with the question."""
        self.free = free
        """Whether the endpoint refused the request, so that it costs nothing."""


class _QuestionError(Exception):
    """The endpoint cannot take this question."""

    def __init__(self, detail: str, *, free: bool = True) -> None:
        super().__init__(detail)
        self.free = free
        """Whether the endpoint refused the request, so that it costs nothing."""


def complete(
    endpoint: Endpoint, body: Mapping[str, Any], stop: threading.Event, afford: Callable[[], bool] = lambda: True
) -> Completion | NoCompletion:
    """The reply to a request, tried again with growing waits; waiting ends early when `stop` is set.

    After a try that may have been paid for, `afford` says whether there may be another.
    """
    tries = lost = 0
    while True:
        tries += 1
        try:
            return replace(_once(endpoint, body, tries), lost=lost)
        except _QuestionError as error:
            lost += not error.free
            return NoCompletion(reason=AbstentionReason.FAILED, detail=str(error), tries=tries, lost=lost)
        except _TryAgainError as error:
            lost += not error.free
            if tries > endpoint.retries or stop.is_set() or not (error.free or afford()):
                return _give_up(endpoint, error, tries, lost)
            stop.wait(min(error.wait or endpoint.backoff * 2 ** min(tries - 1, 30), _LONGEST_WAIT_S))


def _give_up(endpoint: Endpoint, error: _TryAgainError, tries: int, lost: int) -> NoCompletion:
    if error.stops:
        raise AnaphorError(
            f"{endpoint.url} does not answer ({error}, {tries} tries)",
            todo="The answers so far are kept; run the same command again to go on.",
        )
    return NoCompletion(reason=error.reason, detail=str(error), tries=tries, lost=lost)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Redirects are refused: the key must not travel to another host."""

    def redirect_request(self, *request: object, **more: object) -> None:
        """No new request: the redirect is met as an error."""


_OPENER = urllib.request.build_opener(_NoRedirect)


def _once(endpoint: Endpoint, body: Mapping[str, Any], tries: int) -> Completion:
    deadline = time.monotonic() + endpoint.timeout
    try:
        with _OPENER.open(_request(endpoint, body), timeout=endpoint.timeout) as response:
            read = _read_stream if endpoint.stream else _read_whole
            return read(_pieces(response, deadline), tries)
    except urllib.error.HTTPError as error:
        with error:
            _judge(endpoint, error)
    except TimeoutError as error:
        raise _TryAgainError(AbstentionReason.TIMEOUT, f"no reply in {endpoint.timeout:g} seconds") from error
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise _TryAgainError(AbstentionReason.TIMEOUT, f"no reply in {endpoint.timeout:g} seconds") from error
        raise _TryAgainError(AbstentionReason.FAILED, _words(error.reason), stops=True, free=True) from error
    except (http.client.HTTPException, OSError) as error:
        raise _TryAgainError(AbstentionReason.FAILED, f"the reply broke off ({type(error).__name__})") from error


def _words(reason: object) -> str:
    if isinstance(reason, socket.gaierror):
        return "no such host"
    return str(getattr(reason, "strerror", None) or reason)


def _request(endpoint: Endpoint, body: Mapping[str, Any]) -> urllib.request.Request:
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "anaphor"}
    if key := key_of(endpoint):
        headers["Authorization"] = f"Bearer {key}"
    sent = {**body, "stream": True, "stream_options": {"include_usage": True}} if endpoint.stream else body
    data = json.dumps(sent, ensure_ascii=True).encode()
    return urllib.request.Request(f"{endpoint.url}/chat/completions", data=data, headers=headers, method="POST")


def key_of(endpoint: Endpoint) -> str:
    """The key, empty where there is none; one that no header can carry is refused without showing it."""
    key = os.environ.get(endpoint.key_variable, "").strip()
    if key and not (key.isascii() and key.isprintable()):
        raise InputError(
            f"the key in the environment variable {endpoint.key_variable} holds a character that no key has",
            todo="Set it again: only printable ASCII characters, on one line.",
        )
    return key


def without_key(endpoint: Endpoint, text: str) -> str:
    """What came back, the key taken out where it is repeated: it belongs into no file and no message."""
    key = key_of(endpoint)
    return text.replace(key, "…") if key else text


def _pieces(response: BinaryIO, deadline: float) -> Iterable[bytes]:
    """The body, piece by piece; one that trickles for too long is a timeout, one without end a failure."""
    size = 0
    read = getattr(response, "read1", response.read)
    while piece := read(_PIECE):
        size += len(piece)
        if time.monotonic() > deadline:
            raise TimeoutError
        if size > _LARGEST_REPLY:
            raise _QuestionError(f"the reply has more than {_LARGEST_REPLY:,} bytes", free=False)
        yield piece
    if getattr(response, "length", None):  # read1 does not say that a body ended too early
        raise http.client.IncompleteRead(b"")


def _judge(endpoint: Endpoint, error: urllib.error.HTTPError) -> NoReturn:
    """Tell a failure that may pass from one of the question and from one of the run."""
    said = f"code {error.code}{_said(endpoint, error)}"
    if error.code in _PASSING:
        wait = _retry_after(error.headers.get("Retry-After"))
        stops = error.code == _STOPPED_BY_LIMIT
        raise _TryAgainError(AbstentionReason.FAILED, said, wait=wait, stops=stops, free=True) from error
    if error.code in _HOPELESS or error.code < 400:
        hint = f"Put the key in the environment variable {endpoint.key_variable}" if error.code in (401, 403) else None
        todo = f"{hint or 'Check url= and the name of the model'}."
        raise AnaphorError(f"{endpoint.url} refuses the request ({said})", todo=todo) from error
    raise _QuestionError(said) from error


def _said(endpoint: Endpoint, error: urllib.error.HTTPError) -> str:
    """The endpoint's own words about an error, the key taken out where they repeat it."""
    try:
        record = json.loads(error.read(_PIECE))
        inner = record.get("error", record) if isinstance(record, dict) else {}
        message = inner.get("message") if isinstance(inner, dict) else inner
    except (ValueError, OSError, http.client.HTTPException):
        return ""
    words = without_key(endpoint, " ".join(str(message).split())) if message else ""
    return f": {words[:200]}" if words else ""


def _retry_after(header: str | None) -> float | None:
    try:
        wait = float(header) if header else 0.0
    except ValueError:  # a date: the growing wait does as well
        return None
    return wait if wait > 0 else None  # also not a number


def _read_whole(pieces: Iterable[bytes], tries: int) -> Completion:
    data = b"".join(pieces)
    try:
        record = json.loads(data)
        choice = record["choices"][0]
        message = choice["message"]
        text = _text(message.get("content"))
        refusal = message.get("refusal") or _silence(text, choice.get("finish_reason"))
        return _completion(record, text, refusal, tries)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise _TryAgainError(AbstentionReason.FAILED, "the endpoint's reply is no chat completion") from error


def _read_stream(pieces: Iterable[bytes], tries: int) -> Completion:
    words: list[str] = []
    refusal: list[str] = []
    last: dict[str, Any] = {}
    ended, why = False, None
    for event in _events(pieces):
        if event == "[DONE]":
            ended = True
            break
        try:
            record = json.loads(event)
            for choice in record.get("choices") or ():
                delta = choice.get("delta") or {}
                words.append(delta.get("content") or "")
                refusal.append(delta.get("refusal") or "")
                why = choice.get("finish_reason") or why
                ended = ended or bool(why)
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            raise _TryAgainError(AbstentionReason.FAILED, "the endpoint's stream is no chat completion") from error
        if record.get("error"):  # what came before it is half a reply
            raise _TryAgainError(AbstentionReason.FAILED, "the reply broke off (an error in the stream)")
        last |= {name: record[name] for name in ("model", "usage") if record.get(name)}
    if not ended:
        raise _TryAgainError(AbstentionReason.FAILED, "the reply broke off (no end of stream)")
    said = "".join(words)
    return _completion(last, said, "".join(refusal) or _silence(said, why), tries)


def _events(pieces: Iterable[bytes]) -> Iterable[str]:
    """The data of the events of a stream, in order."""
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                yield line[5:].decode("utf-8", "replace").strip()


def _silence(text: str, why: object) -> str | None:
    """The refusal in a reply that was filtered, or has no word; one that ran out of tokens before its first is none."""
    if why == "content_filter":
        return "the endpoint's content filter stopped the reply"
    return None if text or why == "length" else "the reply is empty"


def _completion(record: Mapping[str, Any], text: str, refusal: object, tries: int) -> Completion:
    counted = record.get("usage")
    usage = counted if isinstance(counted, dict) else {}
    tokens = {name: usage[name] for name in ("prompt_tokens", "completion_tokens") if _is_count(usage.get(name))}
    model = record.get("model")
    return Completion(
        text=text,
        refusal=str(refusal) if refusal else None,
        model=model if isinstance(model, str) else None,
        usage={**tokens, "tries": tries},
    )


def _is_count(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= _MOST_TOKENS


def _text(content: object) -> str:
    """The words of a reply; some endpoints give them in parts."""
    if isinstance(content, str):
        return content
    parts: Sequence[object] = content if isinstance(content, list) else ()
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def address(written: str) -> str:
    """An endpoint's address without its tail; anything but http and https, and a password in it, is refused."""
    wrong = InputError(f"{written!r} is no address", todo="Write url=http://localhost:8000/v1 or https://….")
    try:
        parts = urlsplit(written)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a bracket without its fellow, a port beyond all ports
        raise wrong from None
    if not usable or not (written.isascii() and written.isprintable() and " " not in written):
        raise wrong
    if parts.username or parts.password or parts.query:
        raise InputError(
            "the address holds a name, a password or a query", todo="Put the key in an environment variable."
        )
    return written.rstrip("/").removesuffix("/chat/completions")
