"""What a participant's browser asks: start, consent, answers, finish, withdraw; the page itself; Prolific's reports."""

import hashlib
import os
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import msgspec
from anyio.to_thread import run_sync
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from anaphor import experiment
from anaphor.errors import AnaphorError
from anaphor.experiment import Design, PlacedTrial, Recruiter, Store, TrialKind, answer_keys, present
from anaphor.text import speaking, text
from anaphor.web import replies
from anaphor.web.replies import BadRequestError, decode, reply
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
        self._screens: dict[Any, tuple[Any, ...]] = {}

    def routes(self) -> list[Route]:
        """What the browser may ask, and a recruiter's reports where the participants come from Prolific."""
        design = self.store.design
        posts = {"start": self.start, "consent": self.consent, "finish": self.finish, "withdraw": self.withdraw}
        if design.comprehension:
            posts["comprehension"] = self.comprehension
        if design.recruiting.recruiter is Recruiter.PROLIFIC:
            posts["prolific"] = self.prolific
        return [
            Route(f"/s/{design.name}", self.page, methods=["GET"]),
            Route(f"/s/{design.name}/withdraw", self.withdrawal_page, methods=["GET", "POST"]),
            *(Route(f"/api/{design.name}/{path}", work, methods=["POST"]) for path, work in posts.items()),
            Route(self.answers_path, _Bare(self.answers), methods=["POST"]),
        ]

    async def page(self, _request: Request) -> Response:
        return study_page(self.store.design, self.base)

    async def start(self, request: Request) -> Response:
        """The place of somebody who was here before; nothing is kept of a newcomer, who is told what to agree to."""
        body, design = await replies.read_body(request, wire.StartBody), self.store.design
        newcomer = experiment.Newcomer(person=body.person, session=body.session, study=body.study)
        given = (body.person, body.session, body.study)
        if design.recruiting.recruiter is Recruiter.PROLIFIC and any(map(experiment.is_placeholder, given)):
            return reply(_shown_place(design, None, _numbered(present(design, 0, 0)), {}))
        place = await self.writer.do(
            lambda connection, now: experiment.find(connection, design, newcomer, now), alone=True
        )
        return reply(self._place(place))

    def _place(self, place: experiment.ParticipantPlace | None) -> wire.PlaceReply:
        """What the page needs."""
        return _shown_place(self.store.design, place, self._remember(place) if place else {}, self._screens)

    async def consent(self, request: Request) -> Response:
        """Whoever agrees gets a place, and is a participant from now on."""
        body, design = await replies.read_body(request, wire.ConsentBody), self.store.design
        if body.hash != design.consent_hash:
            raise BadRequestError("web-consent-changed", 409)
        newcomer = experiment.Newcomer(person=body.person, session=body.session, study=body.study)
        asked = {each.id: each for each in design.questions}
        fits = all(each.fits(body.answers.get(name, "")) for name, each in asked.items())
        if body.agree and not (fits and set(body.answers) <= set(asked)):
            raise BadRequestError("web-questions-open")
        own = {name: asked[name].lets_in(said) for name, said in body.answers.items() if name in ("adult", "native")}
        screening = {"adult": body.adult, "native": body.native, "answers": body.answers, **own}

        def agree(connection: Connection, now: float) -> tuple[experiment.VisitOutcome | None, wire.PlaceReply | None]:
            if not body.agree:
                known = experiment.find(connection, design, newcomer, now)
                if known is None:
                    return experiment.count_decline(connection, now), None
                return experiment.decline(connection, known.token, now), None
            place = experiment.start(connection, design, newcomer, now)
            outcome = experiment.consent(connection, design, place.token, body.hash, screening, now)
            return outcome, None if outcome else self._place(replace(place, consented=True))

        outcome, place = await self.writer.do(agree, alone=True)
        end = experiment.way_out(design.recruiting, outcome)
        return reply(wire.EndReply(outcome and outcome.value, [], end.code, end.redirect, place))

    async def comprehension(self, request: Request) -> Response:
        body = await replies.read_body(request, wire.ComprehensionBody)
        token, design = _checked(request.headers.get("x-participant", "")), self.store.design
        found = await self.writer.do(
            lambda connection, now: experiment.check_comprehension(connection, design, token, body.choices, now)
        )
        end = experiment.way_out(design.recruiting, found.outcome)
        outcome = found.outcome and found.outcome.value
        return reply(wire.ComprehensionReply(found.passed, found.left, outcome, end.code, end.redirect))

    async def finish(self, request: Request) -> Response:
        await replies.read_body(request, wire.EmptyBody)
        token, design = _checked(request.headers.get("x-participant", "")), self.store.design
        end = await self.writer.do(lambda connection, now: experiment.finish(connection, design, token, now))
        numbers = {shown.trial: number for number, shown in (await self._seat(token)).items()}
        way, outcome = experiment.way_out(design.recruiting, end.outcome), end.outcome and end.outcome.value
        missing = [numbers[trial] for trial in end.missing]
        return reply(wire.EndReply(outcome, missing, way.code, way.redirect))

    async def withdraw(self, request: Request) -> Response:
        await replies.read_body(request, wire.EmptyBody)
        return reply(wire.WithdrawnReply(await self._withdraw(request.headers.get("x-participant", ""))))

    async def withdrawal_page(self, request: Request) -> Response:
        """The same for somebody who comes later with the code alone; it is asked twice, since nothing comes back."""
        words, said, status, gone, form = replies.words_of("study-", self.store.design.interface), None, 200, None, {}
        if request.method == "POST":
            try:
                form = parse_qs((await replies.bounded(request, 2000)).decode("utf-8", "replace"))
                if form.get("sure") != ["yes"]:
                    raise BadRequestError("web-not-sure")
                gone = await self._withdraw(form.get("code", [""])[0].replace("\x00", "").strip())
            except experiment.RefusedError:
                said, status = words["withdraw_unknown"], 404
            except (BadRequestError, AnaphorError) as error:
                status = replies.explained(error)[0]
                said = words["missing"] if status == 400 else words["withdraw_later"]
        with speaking(self.store.design.interface):
            count = None if gone is None else text("study-withdrawn-count", count=gone)
        known = {"design": self.store.design, "base": self.base, "words": words, "said": said, "count": count}
        code = form.get("code", request.query_params.getlist("code") or [""])[0][:200]
        return replies.rendered("withdraw.html", {**known, "code": code}, status)

    async def _withdraw(self, code: str) -> int:
        token = _checked(code)
        self._seats.pop(token, None)
        return await self.writer.do(lambda connection, now: experiment.withdraw(connection, token, now))

    async def prolific(self, request: Request) -> Response:
        """Act on Prolific's signed event, once, however often it comes: who returned a submission frees a place."""
        data = await replies.bounded(request, _LARGEST_EVENT)
        timestamp = request.headers.get("x-prolific-request-timestamp", "")
        signature = request.headers.get("x-prolific-request-signature", "")
        secret = os.environ.get(self.store.design.recruiting.webhook_secret or experiment.SECRET_VARIABLE, "")
        if not secret:
            raise BadRequestError("web-no-secret", 401)
        if not experiment.is_signed(secret, timestamp, data, signature):
            raise BadRequestError("web-wrong-signature", 401)
        body = decode(wire.EventBody, data)
        if body.event_type != "submission.status.change" or not body.resource_id:
            return reply(wire.EventReply(changed=False))
        made = hashlib.sha256(timestamp.encode() + data).hexdigest()
        event = experiment.SubmissionEvent(
            id=request.headers.get("x-event-id", made)[:200],
            submission=body.resource_id,
            status=body.status,
            digest=made,
        )
        return reply(wire.EventReply(changed=await run_sync(experiment.take_event, self.store, event, time.time())))

    async def answers(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers in; the reply comes after they are on disk. Bare of all that other requests pass through."""
        try:
            token = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"x-participant"), "")
            status, data = 200, replies.encode(await self._answers(_checked(token), await replies.whole_body(receive)))
        except (BadRequestError, AnaphorError) as error:
            status, said = replies.explained(error)
            data = replies.encode(said)
        headers = [(b"content-length", b"%d" % len(data)), *_JSON_HEADERS]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def _answers(self, token: str, data: bytes) -> wire.ReceiptsReply:
        body = decode(wire.AnswersBody, data)
        if b"\\u0000" in data:  # NUL, which PostgreSQL cannot keep; a remark is not lost for it
            text = replies.encode(body).replace(b"\\\\", b"\\u005c")
            body = decode(wire.AnswersBody, text.replace(b"\\u0000", "\N{REPLACEMENT CHARACTER}".encode()))
        seat = self._seats.get(token) or await self._seat(token)
        receipts = await self.writer.save([submitted(token, seat, each) for each in body.answers])
        found = []
        for receipt, sent in zip(receipts, body.answers, strict=True):
            right = None  # only practice says whether the answer was expected
            if receipt.fate is not experiment.Fate.REFUSED and sent.choice is not None:
                trial = self.store.design.by_id[receipt.trial]
                if trial.kind is TrialKind.PRACTICE:
                    right = seat[sent.trial].order[sent.choice] == trial.key
            reason = None if receipt.reason is None else receipt.reason.value
            found.append(wire.ReceiptReply(sent.trial, receipt.fate.value, reason, right))
        return wire.ReceiptsReply(found)

    def _remember(self, place: experiment.ParticipantPlace) -> Seat:
        # So that an answer costs no look-up; whoever came first is forgotten first, and looked up again if need be.
        while self._seats and len(self._seats) * len(place.shown) >= _REMEMBERED:
            del self._seats[next(iter(self._seats))]
        seat = self._seats[place.token] = _numbered(place.shown)
        return seat

    async def _seat(self, token: str) -> Seat:
        return self._seats.get(token) or self._remember(await run_sync(experiment.place_of, self.store, token))


def study_page(design: Design, base: str, *, preview: bool = False) -> Response:
    """The page on which people take part; a preview has all its trials at once, and saves nothing."""
    spoken = replies.words_of("study-", design.interface)
    refusals = {name.removeprefix("refused_"): text for name, text in spoken.items() if "refused_" in name}
    study = {
        "name": design.name,
        "base": base,
        "language": design.interface,
        "words": {**spoken, "refusals": refusals},
        "recruiter": design.recruiting.recruiter.value,
    }
    if preview:
        study["preview"] = msgspec.to_builtins(_shown_place(design, None, _numbered(present(design, 0, 0)), {}))
    data = replies.script_data(study)
    return replies.rendered("study.html", {"design": design, "base": base, "words": spoken, "data": data})


def _shown_place(
    design: Design, place: experiment.ParticipantPlace | None, seat: Seat, screens: dict[Any, tuple[Any, ...]]
) -> wire.PlaceReply:
    """What the page needs, a preview where the seat is nobody's; no key is in it, and kinds only where needed."""
    trials = []
    for number, shown in seat.items():
        known = screens.get((shown.trial, shown.order))
        if known is None:  # as many as there are trials and orders of their candidates, whoever comes
            trial = design.by_id[shown.trial]
            kind = "practice" if trial.kind is TrialKind.PRACTICE else "trial"
            choices = [trial.candidates[at] for at in shown.order]
            known = (kind, trial.text, trial.prompt, choices, answer_keys(choices), trial.ordered)
            screens[shown.trial, shown.order] = known
        trials.append(wire.ShownTrial(number, *known))
    answered = set(place.answered) if place else set[str]()
    checks = () if place and place.understood else design.comprehension
    return wire.PlaceReply(
        token=place.token if place else "",
        title=design.words.title,
        consent=wire.ConsentWords(design.words.consent, design.consent_hash),
        instructions=design.words.instructions,
        debrief=design.words.debrief,
        trials=trials,
        answered=[number for number, shown in seat.items() if shown.trial in answered],
        returned=bool(place and place.returned),
        consented=bool(place and place.consented),
        block=design.block,
        contact=design.words.contact,
        standard=list(design.standard),
        questions=[
            wire.PersonQuestionShown(each.id, each.text, list(each.options), each.number, each.required)
            for each in design.questions
        ],
        comprehension=[wire.ComprehensionShown(each.text, list(each.candidates)) for each in checks],
        preview=bool(seat) and place is None,
    )


def _numbered(shown: Iterable[PlacedTrial]) -> Seat:
    """A browser knows a trial by its place in the study, from 1."""
    return {str(each.position + 1): each for each in shown}


def _checked(token: str) -> str:
    if not 0 < len(token) < 200:
        raise experiment.RefusedError(experiment.Refusal.UNKNOWN_TOKEN)
    return token


def submitted(token: str, seat: Seat, body: wire.AnswerBody) -> experiment.SubmittedAnswer:
    """The answer in the design's order of candidates; what was not on the screen stays out of range."""
    shown, choice = seat.get(body.trial), body.choice
    if shown is None:
        choice = _NOWHERE
    elif choice is not None:
        choice = shown.order[choice] if choice < len(shown.order) else _NOWHERE
    own = {"token": token, "trial": body.trial if shown is None else shown.trial, "choice": choice}
    return experiment.SubmittedAnswer(**(msgspec.structs.asdict(body) | own))
