"""What a participant's browser asks: start, consent, answers, finish, withdraw; and the page itself."""

from collections.abc import Sequence
from functools import partial
from urllib.parse import parse_qs

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from anaphor.errors import AnaphorError
from anaphor.experiment.design import Design, PlacedTrial, TrialKind
from anaphor.experiment.session import (
    Fate,
    Newcomer,
    ParticipantPlace,
    Receipt,
    Refusal,
    RefusedError,
    SubmittedAnswer,
    VisitOutcome,
    consent,
    decline,
    finish,
    place_of,
    start,
    way_out,
    withdraw,
)
from anaphor.experiment.study import Store
from anaphor.web.pages import rendered, script_data, words_of
from anaphor.web.replies import (
    App,
    BadRequestError,
    Receive,
    Scope,
    Send,
    bounded,
    decode,
    decoder,
    encode,
    explained,
    guarded,
    reply,
)
from anaphor.web.study.wire import (
    LARGEST_BODY,
    AnswerBody,
    AnswersBody,
    ConsentBody,
    ConsentWords,
    EmptyBody,
    EndReply,
    PlaceReply,
    ReceiptReply,
    ReceiptsReply,
    ShownTrial,
    StartBody,
    WithdrawnReply,
)
from anaphor.web.study.writer import Writer

_START = decoder(StartBody)
_CONSENT = decoder(ConsentBody)
_ANSWERS = decoder(AnswersBody)
_EMPTY = decoder(EmptyBody)
_JSON_HEADERS = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)
_REMEMBERED = 300_000
"""Trials of all participants together that are kept at hand: some 50 MB, two thousand people of an ordinary study."""
_NOWHERE = 10_000
"""A candidate that no trial has: what a place outside the screen stands for."""

Seat = dict[str, PlacedTrial]
"""What one participant is shown, by the number under which their browser knows it: ids would betray the checks."""


class _Bare:
    """A route that is served without the framework's request and reply."""

    def __init__(self, work: App) -> None:
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
        """What the browser may ask."""
        name = self.store.design.name
        posts = {"start": self.start, "consent": self.consent, "finish": self.finish, "withdraw": self.withdraw}
        return [
            Route(f"/s/{name}", self.page, methods=["GET"]),
            Route(f"/s/{name}/withdraw", self.withdrawal_page, methods=["GET", "POST"]),
            *(Route(f"/api/{name}/{path}", guarded(work), methods=["POST"]) for path, work in posts.items()),
            Route(self.answers_path, _Bare(self.answers), methods=["POST"]),
        ]

    async def page(self, _request: Request) -> Response:
        """The page, its words inside."""
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
        """Find or make a place."""
        body = decode(_START, await bounded(request))
        newcomer = Newcomer(person=body.person, session=body.session, study=body.study)
        design = self.store.design
        place = await self.writer.do(lambda connection, now: start(connection, design, newcomer, now), alone=True)
        self._remember(place)
        return reply(place_shown(design, place))

    async def consent(self, request: Request) -> Response:
        """Keep that somebody agreed, or did not."""
        body = decode(_CONSENT, await bounded(request))
        token, design = token_of(request), self.store.design
        if body.hash != design.consent_hash:
            raise BadRequestError("web-consent-changed", 409)
        screening: dict[str, object] = {"adult": body.adult, "native": body.native}
        if body.agree:
            outcome = await self.writer.do(
                lambda connection, now: consent(connection, design, token, body.hash, screening, now)
            )
        else:
            outcome = await self.writer.do(lambda connection, now: decline(connection, token, now))
        return reply(_end(design, outcome))

    async def finish(self, request: Request) -> Response:
        """End the study once everything is there."""
        decode(_EMPTY, await bounded(request))
        token, design = token_of(request), self.store.design
        end = await self.writer.do(lambda connection, now: finish(connection, design, token, now))
        numbers = {shown.trial: number for number, shown in (await self._seat(token)).items()}
        return reply(_end(design, end.outcome, [numbers[trial] for trial in end.missing]))

    async def withdraw(self, request: Request) -> Response:
        """Delete everything of somebody who asks for it."""
        decode(_EMPTY, await bounded(request))
        return reply(WithdrawnReply(await self._withdraw(token_of(request))))

    async def withdrawal_page(self, request: Request) -> Response:
        """The same for somebody who comes later with the code alone."""
        words, said, status = words_of("study-", self.store.design.interface), None, 200
        if request.method == "POST":
            try:
                form = parse_qs((await bounded(request, 2000)).decode("utf-8", "replace"))
                await self._withdraw(_checked(form.get("code", [""])[0].replace("\x00", "").strip()))
                said = words["withdrawn"]
            except RefusedError:
                said, status = words["withdraw_unknown"], 404
            except (BadRequestError, AnaphorError) as error:
                said, status = words["withdraw_later"], explained(error)[0]
        known = {"design": self.store.design, "base": self.base, "words": words, "said": said}
        return rendered("withdraw.html", known, status)

    async def _withdraw(self, token: str) -> int:
        self._seats.pop(token, None)
        return await self.writer.do(lambda connection, now: withdraw(connection, token, now))

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

    async def _answers(self, token: str, data: bytes) -> ReceiptsReply:
        body = decode(_ANSWERS, data)
        if b"\\u0000" in data:
            body = _printable(body)
        seat = self._seats.get(token) or await self._seat(token)
        receipts = await self.writer.save([submitted(token, seat, each) for each in body.answers])
        pairs = zip(receipts, body.answers, strict=True)
        return ReceiptsReply([self._receipt(seat, receipt, sent) for receipt, sent in pairs])

    def _receipt(self, seat: Seat, receipt: Receipt, sent: AnswerBody) -> ReceiptReply:
        """What the browser hears; only practice says whether the answer was expected."""
        right = None
        if receipt.fate is not Fate.REFUSED and sent.choice is not None:
            trial = self.store.design.by_id[receipt.trial]
            if trial.kind is TrialKind.PRACTICE:
                right = seat[sent.trial].order[sent.choice] == trial.key
        reason = None if receipt.reason is None else receipt.reason.value
        return ReceiptReply(sent.trial, receipt.fate.value, reason, right)

    def _remember(self, place: ParticipantPlace) -> Seat:
        # So that an answer costs no look-up; whoever came first is forgotten first, and looked up again if need be.
        while self._seats and len(self._seats) * len(place.shown) >= _REMEMBERED:
            del self._seats[next(iter(self._seats))]
        seat = self._seats[place.token] = {number_of(shown): shown for shown in place.shown}
        return seat

    async def _seat(self, token: str) -> Seat:
        return self._seats.get(token) or self._remember(
            await anyio.to_thread.run_sync(partial(place_of, self.store, token))
        )


def number_of(shown: PlacedTrial) -> str:
    """The name under which a browser knows a trial: its place in the study, from 1."""
    return str(shown.position + 1)


async def _whole(receive: Receive) -> bytes:
    """The body of a request, refused as soon as it is too large."""
    message = await receive()
    data: bytes = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        data += message.get("body", b"")
        if len(data) > LARGEST_BODY:
            break
    if message["type"] == "http.disconnect":
        raise BadRequestError("web-broken-off")
    if len(data) > LARGEST_BODY:
        raise BadRequestError("web-too-large", 413)
    return data


def _printable(body: AnswersBody) -> AnswersBody:
    """The same without NUL, which PostgreSQL cannot keep; a remark is not lost for it."""
    text = encode(body).replace(b"\\\\", b"\\u005c").replace(b"\\u0000", "\N{REPLACEMENT CHARACTER}".encode())
    return decode(_ANSWERS, text)


def token_of(request: Request) -> str:
    """The token that a browser shows."""
    return _checked(request.headers.get("x-participant", ""))


def _checked(token: str) -> str:
    if not 0 < len(token) < 200:
        raise RefusedError(Refusal.UNKNOWN_TOKEN)
    return token


def submitted(token: str, seat: Seat, body: AnswerBody) -> SubmittedAnswer:
    """The answer in the design's order of candidates; what was not on the screen stays out of range."""
    shown, choice = seat.get(body.trial), body.choice
    if shown is None:
        choice = _NOWHERE
    elif choice is not None:
        choice = shown.order[choice] if choice < len(shown.order) else _NOWHERE
    return SubmittedAnswer(
        token=token,
        trial=body.trial if shown is None else shown.trial,
        choice=choice,
        comment=body.comment,
        attempt=body.attempt,
        rt_ms=body.rt_ms,
        onset_ms=body.onset_ms,
        response_ms=body.response_ms,
        frame_ms=body.frame_ms,
        focus_losses=body.focus_losses,
        hidden_ms=body.hidden_ms,
        repeated_key=body.repeated_key,
        device=body.device,
    )


def _end(design: Design, outcome: VisitOutcome | None, missing: Sequence[str] = ()) -> EndReply:
    if outcome is None:
        return EndReply(None, list(missing))
    end = way_out(design.recruiting, outcome)
    return EndReply(outcome.value, list(missing), end.code, end.redirect)


def place_shown(design: Design, place: ParticipantPlace) -> PlaceReply:
    """What the browser is told at the start: no key is in it, and kinds only where the page needs them."""
    trials, answered = [], set(place.answered)
    for shown in place.shown:
        trial = design.by_id[shown.trial]
        kind = "practice" if trial.kind is TrialKind.PRACTICE else "trial"
        choices = [trial.candidates[at] for at in shown.order]
        trials.append(ShownTrial(number_of(shown), kind, trial.text, trial.prompt, choices))
    return PlaceReply(
        token=place.token,
        title=design.words.title,
        consent=ConsentWords(design.words.consent, design.consent_hash),
        instructions=design.words.instructions,
        debrief=design.words.debrief,
        trials=trials,
        answered=[number_of(shown) for shown in place.shown if shown.trial in answered],
        returned=place.returned,
        consented=place.consented,
        block=design.block,
        contact=design.words.contact,
    )
