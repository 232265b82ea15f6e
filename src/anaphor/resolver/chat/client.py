"""One question to an OpenAI-compatible endpoint: sent, tried again where that can help, read with care, and paid."""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

from anaphor.answer import AbstentionReason
from anaphor.errors import AnaphorError, InputError
from anaphor.files import InnerAddressError, is_named, numbers_of
from anaphor.resolver.protocol import LONGEST_WAIT_S, Spec

if TYPE_CHECKING:
    import httpx


_LARGEST_REPLY = 16 * 2**20
_LONGEST_ERROR = 2**16
_LONGEST_PAUSE_S = 60.0
_LONGEST_KNOCKING_S = 2.0
"""How long an address where nobody answers is tried again: a wrong port is said at once."""
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""Codes after which the same request may succeed."""
_HOPELESS = frozenset({401, 403, 404, 405})
"""Codes after which no request of this run will succeed."""
_CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"})
"""What endpoints call the end of a reply that reached a limit of tokens, in small letters: `length` is OpenAI's and
vLLM's, `max_tokens` Anthropic's, Gemini's and Bedrock's, `model_length` Mistral's."""
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
    backoff: float
    """Seconds before the second try; each later wait is twice as long."""
    stream: bool
    allowed: tuple[str, ...] | None = None
    """Hosts that may be asked (`HOST`, `HOST:PORT`, `public` for the public internet); None: any, in one's own name."""


PUBLIC = "public"
"""What stands, in a list of hosts that may be asked, for all of the public internet."""
_allowed: ContextVar[tuple[str, ...] | None] = ContextVar("allowed", default=None)


@contextmanager
def asking_only(hosts: Sequence[str]) -> Iterator[None]:
    """While this lasts, resolvers are made that ask these hosts alone, as those do who ask for others.

    A host is `HOST` or `HOST:PORT`; `public` stands for whatever is of the public internet.
    """
    token = _allowed.set(tuple(hosts))
    try:
        yield
    finally:
        _allowed.reset(token)


SENDING = ("url", "key", "concurrency", "timeout", "retries", "backoff")
"""Settings of how an endpoint is asked."""


def endpoint_of(spec: Spec) -> Endpoint:
    """The endpoint that a spec names; a key that cannot be sent is refused before anything is asked."""
    url = spec.setting("url", os.environ.get("OPENAI_BASE_URL", ""))
    if not url:
        raise InputError("resolver-chat-no-endpoint")
    endpoint = Endpoint(
        url=address(url),
        key_variable=spec.setting("key", "OPENAI_API_KEY"),
        timeout=spec.number("timeout", 60.0, at_least=0.001, at_most=LONGEST_WAIT_S),
        retries=spec.whole("retries", 5, at_least=0, at_most=1000),
        backoff=spec.number("backoff", 1.0, at_least=0.0, at_most=LONGEST_WAIT_S),
        stream=spec.flag("stream", False),
        allowed=_allowed.get(),
    )
    key_of(endpoint)
    return endpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a model said."""

    text: str
    refusal: str | None
    """Its refusal, where the endpoint tells one from a reply."""
    model: str | None
    usage: Mapping[str, int]
    """Tokens of the prompt and of the reply, as the endpoint counts them, and how many tries it took."""
    lost: int = 0
    """How many tries before it may have been paid for, though no reply came."""
    tokens: tuple[tuple[int, float | None], ...] = ()
    """Of an echoed text, where each token begins and its log-probability; the first may have none."""
    cut: bool = False
    """Whether the reply reached the limit of its length, so that what it would have said is not known."""
    first: Mapping[str, float] = field(default_factory=dict)
    """Of a chat reply, what its first token could have been, with log-probabilities, where the endpoint says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCompletion:
    """Nothing came back that could be used, for this question."""

    reason: AbstentionReason
    detail: str
    tries: int
    lost: int = 0


@dataclass(eq=False, kw_only=True)
class _FailedTryError(Exception):
    """A try that brought no reply."""

    detail: str
    reason: AbstentionReason = AbstentionReason.FAILED
    passes: bool = True
    """Whether another try may succeed; otherwise the endpoint cannot take this question."""
    stops: bool = False
    """Whether the run should stop when it does not pass: nothing is wrong with the question."""
    free: bool = False
    """Whether the endpoint refused the request, so that it costs nothing."""
    unreachable: bool = False
    """Whether nobody answered at all: then a few seconds of trying are enough to know."""
    wait: float | None = None


CHAT, ECHO = "chat/completions", "completions"
"""Where a chat model is asked, and where a text is given back with the log-probabilities of its tokens."""


def complete(
    endpoint: Endpoint,
    body: Mapping[str, Any],
    stop: threading.Event,
    afford: Callable[[], bool] = lambda: True,
    path: str = CHAT,
) -> Completion | NoCompletion:
    """The reply to a request, tried again with growing waits until `stop` is set, and while `afford` allows it."""
    tries = lost = 0
    begun = time.monotonic()
    while True:
        tries += 1
        try:
            return replace(_once(endpoint, body, tries, path), lost=lost)
        except _FailedTryError as error:
            lost += not error.free
            pause = min(error.wait or endpoint.backoff * 2 ** min(tries - 1, 30), _LONGEST_PAUSE_S)
            over = tries > endpoint.retries or stop.is_set()
            over = over or (error.unreachable and time.monotonic() - begun + pause > _LONGEST_KNOCKING_S)
            if not error.passes or over or not (error.free or afford()):
                detail = error.detail
                if error.stops:
                    raise AnaphorError("resolver-chat-silent", url=endpoint.url, detail=detail, tries=tries) from error
                return NoCompletion(reason=error.reason, detail=detail, tries=tries, lost=lost)
            stop.wait(pause)


def _allowed_numbers(host: str, port: int, allowed: Sequence[str]) -> tuple[str, ...]:
    """Where a host is reached, if it may be asked; it is asked there and nowhere else, whatever its name means next."""
    if is_named(host, port, allowed):
        return numbers_of(host, port, None)
    if PUBLIC not in allowed:
        raise InputError("resolver-chat-not-allowed", host=host, port=str(port))
    try:
        return numbers_of(host, port, ())
    except InnerAddressError as error:
        raise InputError("resolver-chat-inside", host=error.host, port=str(port)) from error


def _guarded(allowed: tuple[str, ...], **settings: Any) -> "httpx.BaseTransport":
    """What connects only to hosts that may be asked: directly, since a proxy would look names up once more."""
    import httpx

    class GuardedTransport(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            asked = request.url
            port = asked.port or (443 if asked.scheme == "https" else 80)
            try:
                numbers = _allowed_numbers(asked.host, port, allowed)
            except OSError as error:
                raise httpx.ConnectError(str(error), request=request) from error
            request.extensions = {**request.extensions, "sni_hostname": asked.host}
            failed: httpx.HTTPError | None = None
            for number in numbers:
                request.url = asked.copy_with(host=number)  # the header `Host` still has the name
                try:
                    return super().handle_request(request)
                except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                    failed = error
            raise failed or httpx.ConnectError("no such host", request=request)

    return GuardedTransport(**settings)


@cache
def _client(allowed: tuple[str, ...] | None) -> "httpx.Client":
    """A client that trusts the system's certificates, follows no redirect (it would carry the key elsewhere) and keeps
    no connection: one that the endpoint closes meanwhile would look like a reply that was paid for and lost."""
    import ssl

    import httpx

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    settings: dict[str, Any] = {"verify": ssl.create_default_context(), "limits": limits}
    guarded = None if allowed is None else _guarded(allowed, **settings)
    return httpx.Client(**settings, follow_redirects=False, transport=guarded)


def _once(endpoint: Endpoint, body: Mapping[str, Any], tries: int, path: str) -> Completion:
    import httpx

    headers = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "anaphor"}
    if key := key_of(endpoint):
        headers["Authorization"] = f"Bearer {key}"
    headers["Content-Type"] = "application/json"
    sent = {**body, "stream": True, "stream_options": {"include_usage": True}} if endpoint.stream else body
    data = json.dumps(sent, ensure_ascii=True).encode()
    deadline = time.monotonic() + endpoint.timeout
    try:
        address = f"{endpoint.url}/{path}"
        asked: dict[str, Any] = {"content": data, "headers": headers, "timeout": endpoint.timeout}
        with _client(endpoint.allowed).stream("POST", address, **asked) as response:
            if response.status_code != 200:
                _judge(endpoint, response)
            pieces = _pieces(response, deadline)
            return _read_stream(pieces, tries) if endpoint.stream else _read_whole(pieces, tries, path)
    except (httpx.TimeoutException, TimeoutError) as error:
        detail = f"no reply in {endpoint.timeout:g} seconds"
        raise _FailedTryError(detail=detail, reason=AbstentionReason.TIMEOUT) from error
    except (httpx.ConnectError, httpx.ProxyError) as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, OSError):
            cause = cause.__cause__ or cause.__context__
        said = str(getattr(cause, "strerror", None) or error)  # what the system says
        detail = "no such host" if isinstance(cause, socket.gaierror) else said
        raise _FailedTryError(detail=detail, stops=True, free=True, unreachable=True) from error
    except (httpx.InvalidURL, UnicodeError) as error:  # a host that no name can have, such as `xn--localhost`
        raise InputError("resolver-chat-address", written=endpoint.url) from error
    except (httpx.HTTPError, httpx.StreamError, OSError) as error:
        raise _FailedTryError(detail=f"the reply broke off ({type(error).__name__})") from error


def key_of(endpoint: Endpoint) -> str:
    """The key, empty where there is none; one that no header can carry is refused without showing it."""
    key = os.environ.get(endpoint.key_variable, "").strip()
    if key and not (key.isascii() and key.isprintable()):
        raise InputError("resolver-chat-key", variable=endpoint.key_variable)
    return key


def without_key(endpoint: Endpoint, text: str) -> str:
    """What came back, the key taken out where it is repeated: it belongs into no file and no message."""
    key = key_of(endpoint)
    return text.replace(key, "…") if key else text


def _pieces(response: "httpx.Response", deadline: float) -> Iterable[bytes]:
    """The body, piece by piece; one that trickles for too long is a timeout, one without end a failure."""
    size = 0
    for piece in response.iter_raw():
        size += len(piece)
        if time.monotonic() > deadline:
            raise TimeoutError
        if size > _LARGEST_REPLY:
            raise _FailedTryError(detail=f"the reply has more than {_LARGEST_REPLY:,} bytes", passes=False)
        yield piece


def _judge(endpoint: Endpoint, response: "httpx.Response") -> NoReturn:
    """Tell a failure that may pass from one of the question and from one of the run."""
    import httpx

    code, data, message = response.status_code, b"", None
    try:  # the endpoint's own words about the error
        for piece in response.iter_raw():
            data += piece
            if len(data) > _LONGEST_ERROR:
                break
        record = json.loads(data)
        inner = record.get("error", record) if isinstance(record, dict) else {}
        message = inner.get("message") if isinstance(inner, dict) else inner
    except (ValueError, RecursionError, OSError, httpx.HTTPError):
        pass
    words = without_key(endpoint, " ".join(str(message).split())) if message else ""
    said = f"code {code}: {words[:200]}" if words else f"code {code}"
    if code in _PASSING:
        try:
            wait = float(response.headers.get("Retry-After", 0))
        except ValueError:  # a date: the growing wait does as well
            wait = 0.0
        wanted = wait if wait > 0 else None  # also not a number
        raise _FailedTryError(detail=said, stops=code == 429, free=True, wait=wanted)
    if code in (401, 403):
        raise AnaphorError("resolver-chat-refused-key", url=endpoint.url, said=said, variable=endpoint.key_variable)
    if code in _HOPELESS or code < 400:
        raise AnaphorError("resolver-chat-refused", url=endpoint.url, said=said)
    raise _FailedTryError(detail=said, passes=False, free=True)


def _read_whole(pieces: Iterable[bytes], tries: int, path: str) -> Completion:
    """A chat reply, or an echoed text with the log-probabilities of its tokens."""
    data, echo = b"".join(pieces), path == ECHO
    try:
        record = json.loads(data)
        choice = record["choices"][0]
        why = choice.get("finish_reason")
        if echo:
            logs, places = choice["logprobs"]["token_logprobs"], choice["logprobs"]["text_offset"]
            known = [(int(place), None if log is None else float(log)) for place, log in zip(places, logs, strict=True)]
            if not all(log is None or log <= 1e-6 for _, log in known):
                raise ValueError("not the logarithms of probabilities")
            said = _completion(record, str(choice.get("text") or "-"), None, why, tries)
            return replace(said, tokens=tuple(known))
        content = choice["message"].get("content")
        if isinstance(content, list):  # some endpoints give the words in parts
            content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
        text = content if isinstance(content, str) else ""
        said = _completion(record, text, choice["message"].get("refusal"), why, tries)
        listed = ((choice.get("logprobs") or {}).get("content") or [{}])[0].get("top_logprobs") or ()
        return replace(said, first={str(each["token"]): float(each["logprob"]) for each in listed})
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        lacking = "the endpoint gives no log-probabilities of the text"
        detail = lacking if echo else "the endpoint's reply is no chat completion"
        raise _FailedTryError(detail=detail, passes=not echo) from error


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
            raise _FailedTryError(detail="the endpoint's stream is no chat completion") from error
        if record.get("error"):  # what came before it is half a reply
            raise _FailedTryError(detail="the reply broke off (an error in the stream)")
        last |= {name: record[name] for name in ("model", "usage") if record.get(name)}
    if not ended:
        raise _FailedTryError(detail="the reply broke off (no end of stream)")
    return _completion(last, "".join(words), "".join(refusal), why, tries)


def _events(pieces: Iterable[bytes]) -> Iterable[str]:
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                yield line[5:].decode("utf-8", "replace").strip()


def _completion(record: Mapping[str, Any], text: str, refusal: object, why: object, tries: int) -> Completion:
    """What was said; a reply that was filtered is a refusal. One without a word is none: nobody can read it."""
    if not refusal and why == "content_filter":
        refusal = "the endpoint's content filter stopped the reply"
    cut = isinstance(why, str) and why.lower() in _CUT_OFF
    counted, model = record.get("usage"), record.get("model")
    usage = {"tries": tries}
    for name in ("prompt_tokens", "completion_tokens"):
        count = counted.get(name) if isinstance(counted, dict) else None
        if isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= _MOST_TOKENS:
            usage[name] = count
    said, used = str(refusal) if refusal else None, model if isinstance(model, str) else None
    return Completion(text=text, refusal=said, model=used, usage=usage, cut=cut)


def address(written: str) -> str:
    """An endpoint's address without its tail; anything but http and https, and a password in it, is refused."""
    try:
        parts = urlsplit(written)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a bracket without its fellow, a port beyond all ports
        raise InputError("resolver-chat-address", written=written) from None
    if not usable or not (written.isascii() and written.isprintable() and " " not in written):
        raise InputError("resolver-chat-address", written=written)
    if parts.username or parts.password or parts.query:
        raise InputError("resolver-chat-password")
    return written.rstrip("/").removesuffix("/completions").removesuffix("/chat")


_DRESS_TOKENS = 16
"""Tokens that an endpoint puts around each message; a token of the message itself is a byte or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What tokens cost, in any one currency."""

    prompt: float = 0.0
    """A million tokens of the prompt."""
    completion: float = 0.0

    def of(self, usage: Mapping[str, float]) -> float:
        """The cost of a reply.

        >>> Price(prompt=2, completion=10).of({"prompt_tokens": 100, "completion_tokens": 2})
        0.00022
        """
        tokens = usage.get("prompt_tokens", 0) * self.prompt + usage.get("completion_tokens", 0) * self.completion
        return tokens / 1e6

    def at_most(self, messages: Sequence[Mapping[str, str]], reply_tokens: int) -> float:
        """The most that a request can cost: no tokenizer makes more tokens than there are bytes."""
        said = sum(len(message["content"].encode("utf-8", "replace")) + _DRESS_TOKENS for message in messages)
        return self.of({"prompt_tokens": said, "completion_tokens": reply_tokens})


class Purse:
    """What may be spent, shared by all requests under way: the worst case of each is set aside before it goes."""

    def __init__(self, budget: float | None) -> None:
        self.budget = budget
        self.spent = 0.0
        self.set_aside = 0.0
        self.under_way = 0
        self.changed = threading.Condition()
        self._closed = False

    def reserve(self, worst: float) -> "Reservation | None":
        """The worst case of a question set aside, once others leave enough; None where they never will."""
        with self.changed:
            self.changed.wait_for(lambda: self._closed or self.has(worst) or not self.under_way)
            if self._closed or not self.has(worst):
                self._closed = True
                self.changed.notify_all()
                return None
            self.set_aside += worst
            self.under_way += 1
            return Reservation(self, worst)

    def has(self, amount: float) -> bool:
        return self.budget is None or self.spent + self.set_aside + amount <= self.budget


@dataclass(slots=True)
class Reservation:
    """What is set aside for one question."""

    _purse: Purse
    _amount: float
    _paid: float = 0.0

    def more(self, amount: float) -> bool:
        """Set aside more for one more try; it does not wait for others, which two of them could do for ever."""
        with self._purse.changed:
            if not self._purse.has(amount):
                return False
            self._purse.set_aside += amount
        self._amount += amount
        return True

    def pay(self, amount: float) -> None:
        self._paid += amount

    def settle(self) -> None:
        """Put back what was set aside, less what was paid."""
        purse = self._purse
        with purse.changed:
            purse.under_way -= 1
            purse.set_aside = max(0.0, purse.set_aside - self._amount) if purse.under_way else 0.0
            purse.spent += self._paid
            purse.changed.notify_all()
