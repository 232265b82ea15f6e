"""What a participant's browser asks: start, consent, answers, finish, withdraw; the page itself; Prolific's reports."""

import hashlib
import os
import time
from collections.abc import Sequence
from urllib.parse import parse_qs

import msgspec
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from anaphor.errors import AnaphorError
from anaphor.experiment import session
from anaphor.experiment.design import PlacedTrial, Recruiter, TrialKind
from anaphor.experiment.study import Store
from anaphor.web.replies import (
    BadRequestError,
    bounded,
    decode,
    encode,
    explained,
    guarded,
    read_body,
    rendered,
    reply,
    script_data,
    words_of,
)
from anaphor.web.study import wire
from anaphor.web.study.writer import Writer

_JSON_HEADERS = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)
_LARGEST_EVENT = 20_000
_REMEMBERED = 300_000
"""Trials of all participants together that are kept at hand: some 50 MB, two thousand people of an ordinary study."""
_NOWHERE = 10_000
"""A candidate that no trial has: what a place outside the screen stands for."""

Seat = dict[str, PlacedTrial]
"""What one participant is shown, by the number under which their browser knows it: ids would betray the checks."""


class _Bare:
    """A route that is served without the framework's request and reply."""

    def __init__(self, work: ASGIApp) -> None:
        self.work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.work(scope, receive, send)


class Participants:
    """The participants' side of one study."""

    def __init__(self, store: Store, *, base: str = "") -> None:
        self.store = store
        self.base = base
        self.writer = Writer(store)
        self.answers_path = f"/api/{store.design.name}/answers"
        self._seats: dict[str, Seat] = {}

    def routes(self) -> list[Route]:
        """What the browser may ask, and a recruiter's reports where the participants come from Prolific."""
        design = self.store.design
        posts = {"start": self.start, "consent": self.consent, "finish": self.finish, "withdraw": self.withdraw}
        if design.recruiting.recruiter is Recruiter.PROLIFIC:
            posts["prolific"] = self.prolific
        return [
            Route(f"/s/{design.name}", self.page, methods=["GET"]),
            Route(f"/s/{design.name}/withdraw", self.withdrawal_page, methods=["GET", "POST"]),
            *(Route(f"/api/{design.name}/{path}", guarded(work), methods=["POST"]) for path, work in posts.items()),
            Route(self.answers_path, _Bare(self.answers), methods=["POST"]),
        ]

    async def page(self, _request: Request) -> Response:
        design, spoken = self.store.design, words_of("study-", self.store.design.interface)
        refusals = {name.removeprefix("refused_"): text for name, text in spoken.items() if "refused_" in name}
        study = {
            "name": design.name,
            "base": self.base,
            "language": design.interface,
            "words": {**spoken, "refusals": refusals},
            "recruiter": design.recruiting.recruiter.value,
        }
        data = script_data(study)
        return rendered("study.html", {"design": design, "base": self.base, "words": spoken, "data": data})

    async def start(self, request: Request) -> Response:
        """Find or make a place; no key is in the reply, and kinds only where the page needs them."""
        body, design = await read_body(request, wire.StartBody), self.store.design
        newcomer = session.Newcomer(person=body.person, session=body.session, study=body.study)
        place = await self.writer.do(
            lambda connection, now: session.start(connection, design, newcomer, now), alone=True
        )
        seat, answered, trials = self._remember(place), set(place.answered), []
        for number, shown in seat.items():
            trial = design.by_id[shown.trial]
            kind = "practice" if trial.kind is TrialKind.PRACTICE else "trial"
            choices = [trial.candidates[at] for at in shown.order]
            trials.append(wire.ShownTrial(number, kind, trial.text, trial.prompt, choices))
        found = wire.PlaceReply(
            token=place.token,
            title=design.words.title,
            consent=wire.ConsentWords(design.words.consent, design.consent_hash),
            instructions=design.words.instructions,
            debrief=design.words.debrief,
            trials=trials,
            answered=[number for number, shown in seat.items() if shown.trial in answered],
            returned=place.returned,
            consented=place.consented,
            block=design.block,
            contact=design.words.contact,
        )
        return reply(found)

    async def consent(self, request: Request) -> Response:
        body = await read_body(request, wire.ConsentBody)
        token, design = _checked(request.headers.get("x-participant", "")), self.store.design
        if body.hash != design.consent_hash:
            raise BadRequestError("web-consent-changed", 409)
        screening: dict[str, object] = {"adult": body.adult, "native": body.native}
        if body.agree:
            outcome = await self.writer.do(
                lambda connection, now: session.consent(connection, design, token, body.hash, screening, now)
            )
        else:
            outcome = await self.writer.do(lambda connection, now: session.decline(connection, token, now))
        return self._end(outcome)

    async def finish(self, request: Request) -> Response:
        await read_body(request, wire.EmptyBody)
        token, design = _checked(request.headers.get("x-participant", "")), self.store.design
        end = await self.writer.do(lambda connection, now: session.finish(connection, design, token, now))
        numbers = {shown.trial: number for number, shown in (await self._seat(token)).items()}
        return self._end(end.outcome, [numbers[trial] for trial in end.missing])

    def _end(self, outcome: session.VisitOutcome | None, missing: Sequence[str] = ()) -> Response:
        if outcome is None:
            return reply(wire.EndReply(None, list(missing)))
        end = session.way_out(self.store.design.recruiting, outcome)
        return reply(wire.EndReply(outcome.value, list(missing), end.code, end.redirect))

    async def withdraw(self, request: Request) -> Response:
        await read_body(request, wire.EmptyBody)
        return reply(wire.WithdrawnReply(await self._withdraw(request.headers.get("x-participant", ""))))

    async def withdrawal_page(self, request: Request) -> Response:
        """The same for somebody who comes later with the code alone."""
        words, said, status = words_of("study-", self.store.design.interface), None, 200
        if request.method == "POST":
            try:
                form = parse_qs((await bounded(request, 2000)).decode("utf-8", "replace"))
                await self._withdraw(form.get("code", [""])[0].replace("\x00", "").strip())
                said = words["withdrawn"]
            except session.RefusedError:
                said, status = words["withdraw_unknown"], 404
            except (BadRequestError, AnaphorError) as error:
                said, status = words["withdraw_later"], explained(error)[0]
        known = {"design": self.store.design, "base": self.base, "words": words, "said": said}
        return rendered("withdraw.html", known, status)

    async def _withdraw(self, code: str) -> int:
        token = _checked(code)
        self._seats.pop(token, None)
        return await self.writer.do(lambda connection, now: session.withdraw(connection, token, now))

    async def prolific(self, request: Request) -> Response:
        """Act on Prolific's signed event, once, however often it comes: who returned a submission frees a place."""
        data = await bounded(request, _LARGEST_EVENT)
        timestamp = request.headers.get("x-prolific-request-timestamp", "")
        signature = request.headers.get("x-prolific-request-signature", "")
        secret = os.environ.get(self.store.design.recruiting.webhook_secret or session.SECRET_VARIABLE, "")
        if not secret:
            raise BadRequestError("web-no-secret", 401)
        if not session.is_signed(secret, timestamp, data, signature):
            raise BadRequestError("web-wrong-signature", 401)
        body = decode(wire.EventBody, data)
        if body.event_type != "submission.status.change" or not body.resource_id:
            return reply(wire.EventReply(changed=False))
        made = hashlib.sha256(timestamp.encode() + data).hexdigest()
        event = session.SubmissionEvent(
            id=request.headers.get("x-event-id", made)[:200],
            submission=body.resource_id,
            status=body.status,
            digest=made,
        )
        return reply(wire.EventReply(changed=await run_sync(session.take_event, self.store, event, time.time())))

    async def answers(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers in; the reply comes after they are on disk. Bare of all that other requests pass through."""
        try:
            token = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"x-participant"), "")
            status, data = 200, encode(await self._answers(_checked(token), await _whole(receive)))
        except (BadRequestError, AnaphorError) as error:
            status, said = explained(error)
            data = encode(said)
        headers = [(b"content-length", b"%d" % len(data)), *_JSON_HEADERS]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def _answers(self, token: str, data: bytes) -> wire.ReceiptsReply:
        body = decode(wire.AnswersBody, data)
        if b"\\u0000" in data:  # NUL, which PostgreSQL cannot keep; a remark is not lost for it
            text = encode(body).replace(b"\\\\", b"\\u005c")
            body = decode(wire.AnswersBody, text.replace(b"\\u0000", "\N{REPLACEMENT CHARACTER}".encode()))
        seat = self._seats.get(token) or await self._seat(token)
        receipts = await self.writer.save([submitted(token, seat, each) for each in body.answers])
        found = []
        for receipt, sent in zip(receipts, body.answers, strict=True):
            right = None  # only practice says whether the answer was expected
            if receipt.fate is not session.Fate.REFUSED and sent.choice is not None:
                trial = self.store.design.by_id[receipt.trial]
                if trial.kind is TrialKind.PRACTICE:
                    right = seat[sent.trial].order[sent.choice] == trial.key
            reason = None if receipt.reason is None else receipt.reason.value
            found.append(wire.ReceiptReply(sent.trial, receipt.fate.value, reason, right))
        return wire.ReceiptsReply(found)

    def _remember(self, place: session.ParticipantPlace) -> Seat:
        # So that an answer costs no look-up; whoever came first is forgotten first, and looked up again if need be.
        while self._seats and len(self._seats) * len(place.shown) >= _REMEMBERED:
            del self._seats[next(iter(self._seats))]
        # A browser knows a trial by its place in the study, from 1.
        seat = self._seats[place.token] = {str(shown.position + 1): shown for shown in place.shown}
        return seat

    async def _seat(self, token: str) -> Seat:
        return self._seats.get(token) or self._remember(await run_sync(session.place_of, self.store, token))


async def _whole(receive: Receive) -> bytes:
    """The body of a request, refused as soon as it is too large."""
    message = await receive()
    data: bytes = message.get("body", b"")
    while message.get("more_body") and len(data) <= wire.LARGEST_BODY:
        message = await receive()
        data += message.get("body", b"")
    if message["type"] == "http.disconnect":
        raise BadRequestError("web-broken-off")
    if len(data) > wire.LARGEST_BODY:
        raise BadRequestError("web-too-large", 413)
    return data


def _checked(token: str) -> str:
    if not 0 < len(token) < 200:
        raise session.RefusedError(session.Refusal.UNKNOWN_TOKEN)
    return token


def submitted(token: str, seat: Seat, body: wire.AnswerBody) -> session.SubmittedAnswer:
    """The answer in the design's order of candidates; what was not on the screen stays out of range."""
    shown, choice = seat.get(body.trial), body.choice
    if shown is None:
        choice = _NOWHERE
    elif choice is not None:
        choice = shown.order[choice] if choice < len(shown.order) else _NOWHERE
    own = {"token": token, "trial": body.trial if shown is None else shown.trial, "choice": choice}
    return session.SubmittedAnswer(**(msgspec.structs.asdict(body) | own))
