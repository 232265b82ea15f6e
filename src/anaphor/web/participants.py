"""What a participant's browser asks: start, consent, answers, finish, withdraw; and the page itself."""

import json
import time
import tomllib
from functools import cache
from html import escape
from importlib.resources import files
from typing import Annotated, Any

import anyio.to_thread
import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from anaphor.errors import OutputError
from anaphor.experiment.answering import consent, finish, withdraw
from anaphor.experiment.assignment import Newcomer, place_of, start
from anaphor.experiment.design import Design, TrialKind
from anaphor.experiment.session import Place, Receipt, Refusal, RefusedError, SubmittedAnswer
from anaphor.experiment.store import Store
from anaphor.web.writer import Writer

LARGEST_BODY = 200_000
"""Bytes of a request; fifty answers with remarks take a tenth of it."""

_Short = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Number = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]


class StartBody(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody at the door."""

    person: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    session: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class ConsentBody(msgspec.Struct, forbid_unknown_fields=True):
    """What was agreed to."""

    hash: _Short
    adult: bool
    native: bool


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    """One answer; `choice` is the place on the screen, from 0."""

    trial: _Short
    choice: Annotated[int, msgspec.Meta(ge=0, le=100)] | None
    attempt: _Short
    rt_ms: _Number | None = None
    onset_ms: _Number | None = None
    response_ms: _Number | None = None
    frame_ms: _Number | None = None
    focus_losses: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    hidden_ms: _Number = 0.0
    repeated_key: bool = False
    device: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    comment: Annotated[str, msgspec.Meta(max_length=4000)] | None = None


class AnswersBody(msgspec.Struct, forbid_unknown_fields=True):
    """Answers that a browser has not yet seen acknowledged."""

    answers: Annotated[list[AnswerBody], msgspec.Meta(min_length=1, max_length=100)]


class EmptyBody(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing to say."""


_START = msgspec.json.Decoder(StartBody)
_CONSENT = msgspec.json.Decoder(ConsentBody)
_ANSWERS = msgspec.json.Decoder(AnswersBody)
_EMPTY = msgspec.json.Decoder(EmptyBody)


class BadRequestError(Exception):
    """A request that no page of ours would send."""

    def __init__(self, what: str, status: int = 400) -> None:
        super().__init__(what)
        self.status = status


def _error(what: str, status: int, reason: str | None = None) -> Response:
    return JSONResponse({"error": what, "reason": reason}, status_code=status)


async def _body(request: Request, decoder: msgspec.json.Decoder[Any]) -> Any:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_BODY:
            raise BadRequestError("the request is too large", 413)
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRequestError(f"the request cannot be read ({error})") from None


class Participants:
    """The participants' side of one study."""

    def __init__(self, store: Store, *, base: str = "") -> None:
        self.store = store
        self.base = base
        self.writer = Writer(store)
        self._orders: dict[str, dict[str, tuple[int, ...]]] = {}

    def routes(self) -> list[Route]:
        """What the browser may ask."""
        name = self.store.design.name
        posts = {"start": self.start, "consent": self.consent, "answers": self.answers, "finish": self.finish,
                 "withdraw": self.withdraw}  # fmt: skip
        return [
            Route(f"/s/{name}", self.page, methods=["GET"]),
            *(Route(f"/api/{name}/{path}", _guarded(work), methods=["POST"]) for path, work in posts.items()),
        ]

    async def page(self, _request: Request) -> Response:
        """The page, its words inside."""
        return HTMLResponse(page(self.store.design, self.base), headers={"cache-control": "no-store"})

    async def start(self, request: Request) -> Response:
        """Find or make a place."""
        body = await _body(request, _START)
        newcomer = Newcomer(person=body.person, session=body.session)
        place = await anyio.to_thread.run_sync(start, self.store, newcomer, time.time())
        self._remember(place)
        return JSONResponse(place_shown(self.store.design, place))

    async def consent(self, request: Request) -> Response:
        """Keep that somebody agreed."""
        body = await _body(request, _CONSENT)
        if body.hash != self.store.design.consent_hash:
            raise BadRequestError("the words of the consent have changed: please reload the page", 409)
        screening: dict[str, object] = {"adult": body.adult, "native": body.native}
        await anyio.to_thread.run_sync(consent, self.store, _token(request), body.hash, screening, time.time())
        return JSONResponse({"ok": True})

    async def answers(self, request: Request) -> Response:
        """Answers in; the reply comes after they are on disk."""
        body = await _body(request, _ANSWERS)
        token = _token(request)
        orders = await self._order(token)
        receipts = await self.writer.save([_submitted(token, orders, each) for each in body.answers])
        return JSONResponse({"receipts": [self._receipt(orders, one, sent) for one, sent in
                                          zip(receipts, body.answers, strict=True)]})  # fmt: skip

    def _receipt(self, orders: dict[str, tuple[int, ...]], receipt: Receipt, sent: AnswerBody) -> dict[str, object]:
        """What the browser hears; only practice says whether the answer was expected."""
        found: dict[str, object] = {"trial": receipt.trial, "fate": receipt.fate.value}
        if receipt.reason is not None:
            found["reason"] = receipt.reason.value
        trial = self.store.design.by_id.get(receipt.trial)
        if trial is not None and trial.kind is TrialKind.PRACTICE and sent.choice is not None:
            order = orders.get(receipt.trial, ())
            found["right"] = sent.choice < len(order) and order[sent.choice] == trial.key
        return found

    async def finish(self, request: Request) -> Response:
        """End the study once everything is there."""
        await _body(request, _EMPTY)
        missing = await anyio.to_thread.run_sync(finish, self.store, _token(request), time.time())
        if missing:
            return JSONResponse({"complete": False, "missing": list(missing)})
        recruiting = self.store.design.recruiting
        redirect = recruiting.redirect and recruiting.redirect.replace("{code}", recruiting.completion_code or "")
        return JSONResponse({"complete": True, "missing": [], "code": recruiting.completion_code, "redirect": redirect})

    async def withdraw(self, request: Request) -> Response:
        """Delete everything of somebody who asks for it."""
        await _body(request, _EMPTY)
        gone = await anyio.to_thread.run_sync(withdraw, self.store, _token(request), time.time())
        return JSONResponse({"deleted": gone})

    def _remember(self, place: Place) -> None:
        if len(self._orders) > 20_000:  # a cache, so that an answer costs no look-up
            self._orders.clear()
        self._orders[place.token] = {shown.trial: shown.order for shown in place.shown}

    async def _order(self, token: str) -> dict[str, tuple[int, ...]]:
        if token not in self._orders:
            self._remember(await anyio.to_thread.run_sync(place_of, self.store, token))
        return self._orders[token]


def _guarded(work: Any) -> Any:
    """The same work, whose refusals are replies."""

    async def safe(request: Request) -> Response:
        try:
            reply: Response = await work(request)
            return reply
        except BadRequestError as error:
            return _error(str(error), error.status)
        except RefusedError as error:
            return _error(str(error), 404 if error.reason is Refusal.UNKNOWN_TOKEN else 403, error.reason.value)
        except OutputError as error:
            return _error(str(error), 503)

    return safe


def _token(request: Request) -> str:
    token = request.headers.get("x-participant", "")
    if not 0 < len(token) < 200:
        raise RefusedError(Refusal.UNKNOWN_TOKEN, "nobody is known by this token")
    return token


def _submitted(token: str, orders: dict[str, tuple[int, ...]], body: AnswerBody) -> SubmittedAnswer:
    """The answer in the design's order of candidates; a place that was not on the screen stays out of range."""
    order = orders.get(body.trial, ())
    choice = body.choice if body.choice is None else (order[body.choice] if body.choice < len(order) else 10_000)
    fields = {name: getattr(body, name) for name in AnswerBody.__struct_fields__ if name not in ("trial", "choice")}
    return SubmittedAnswer(token=token, trial=body.trial, choice=choice, **fields)


def place_shown(design: Design, place: Place) -> dict[str, object]:
    """What the browser is told at the start: no key is in it, and kinds only where the page needs them."""
    trials = []
    for shown in place.shown:
        trial = design.by_id[shown.trial]
        kind = "practice" if trial.kind is TrialKind.PRACTICE else "trial"
        choices = [trial.candidates[at] for at in shown.order]
        trials.append({"id": trial.id, "kind": kind, "text": trial.text, "prompt": trial.prompt, "choices": choices})
    return {
        "token": place.token,
        "title": design.words.title,
        "consent": {"text": design.words.consent, "hash": design.consent_hash},
        "instructions": design.words.instructions,
        "debrief": design.words.debrief,
        "trials": trials,
        "answered": list(place.answered),
        "returned": place.returned,
        "consented": place.consented,
        "block": design.block,
    }


@cache
def _words(interface: str) -> dict[str, Any]:
    table = tomllib.loads(files("anaphor").joinpath("data/web/experiment.toml").read_text("utf-8"))
    words: dict[str, Any] = {name: text[interface] for name, text in table.items()}
    words["refusals"] = {name.removeprefix("refused_"): text for name, text in words.items() if "refused_" in name}
    return words


def page(design: Design, base: str) -> str:
    """The participant's page."""
    words = _words(design.interface)
    study = {"name": design.name, "base": base, "language": design.interface, "words": words}
    data = json.dumps(study, ensure_ascii=False).replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="{design.interface}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{escape(design.words.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{base}/static/experiment.css">
<script type="application/json" id="study">{data}</script>
<script type="module" src="{base}/static/experiment.js"></script>
</head>
<body>
<header>
<progress value="0" max="1" aria-label="{escape(design.words.title)}"></progress><span id="saved" role="status"></span>
</header>
<main><noscript>{escape(words["needs_script"])}</noscript></main>
<footer></footer>
</body>
</html>
"""
