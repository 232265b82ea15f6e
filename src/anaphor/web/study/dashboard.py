"""The organiser's dashboard: progress, pause, quota, exclusions, downloads, keys, the log.

`Dashboard` has the pages for a browser, behind a password; `dashboard_api` the same counts and acts for programs that
show an API key.
"""

import time
import zipfile
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from anaphor import experiment
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import FORMATS, Store, export_study, log_lines, note
from anaphor.provenance import plain
from anaphor.text import number
from anaphor.web.replies import (
    BadRequestError,
    explained,
    file_to_keep,
    made_file,
    read_body,
    redirect,
    rendered,
    reply,
    retry_header,
    words_of,
)
from anaphor.web.security import Guard, MustWaitError, NotLoggedInError, WrongTries
from anaphor.web.study import wire
from anaphor.web.turns import HEAVY

T = TypeVar("T")


def number_in(fields: Mapping[str, str], name: str) -> int:
    """The whole number in a field of a form; Python refuses one of thousands of digits with an error of its own."""
    text = fields.get(name, "").strip()
    if not text.isdecimal() or len(text) > 9:
        raise InputError("web-no-number", text=text[:20])
    return int(text)


def perform(act: str, store: Store, fields: Mapping[str, str], who: str) -> None:
    """Do what an organiser can do to a study; each act leaves a line in its log."""
    now = time.time()
    match act:
        case "pause" | "open":
            experiment.set_paused(store, act == "pause", who, now)
        case "quota":
            experiment.extend(store, number_in(fields, "quota"), who, now)
        case "exclude":
            reason = fields.get("reason", "").strip()[:500]
            if not reason:
                raise InputError("web-no-reason")
            experiment.exclude(store, number_in(fields, "participant"), reason, who, now)
        case "include":
            experiment.exclude(store, number_in(fields, "participant"), None, who, now)
        case "free":
            experiment.free(store, number_in(fields, "participant"), who, now)
        case "forget":
            experiment.forget_identities(store, who, now)
        case _:
            raise BadRequestError("web-no-act", 404)


_SHOWN_PEOPLE = 500
"""People whose work one page shows."""
_SHOWN_ACTS = 200
"""Lines of the log that one page shows."""
Bar = Callable[[Request, experiment.Session | None], Mapping[str, object]]
"""What the header of the site shows, on a dashboard below one."""


class Dashboard:
    """The dashboard of one study."""

    def __init__(
        self,
        store: Store,
        accounts: experiment.Accounts,
        *,
        base: str = "",
        bar: "Bar | None" = None,
        wrong: WrongTries | None = None,
    ) -> None:
        self.bar = bar
        self.store = store
        self.accounts = accounts
        self.base = base
        self.guard = Guard(accounts, base, assistants=False, wrong=wrong)

    def routes(self) -> list[Route]:
        """The pages; what goes wrong on them is made a page by `explain`."""
        return [
            Route("/desk", self.overview, methods=["GET"]),
            Route("/desk/live", self.live, methods=["GET"]),
            Route("/desk/download/{form}", self.download, methods=["GET"]),
            Route("/desk/payments.csv", self.payments, methods=["GET"]),
            Route("/desk/login", self.login_page, methods=["GET"]),
            Route("/desk/login", self.log_in, methods=["POST"]),
            Route("/desk/logout", self.log_out, methods=["POST"]),
            Route("/desk/keys", self.make_key, methods=["POST"]),
            Route("/desk/revoke", self.revoke_key, methods=["POST"]),
            Route("/desk/{act}", self.act, methods=["POST"]),
        ]

    async def explain(self, request: Request, error: Exception) -> Response:
        """What went wrong, on a page that its reader knows: strangers are sent to the door."""
        if isinstance(error, NotLoggedInError):
            return redirect(f"{self.base}/desk/login")
        if isinstance(error, MustWaitError):
            wait = words_of("organiser-", self.store.design.interface)["wait"]
            page = await self._login(request, wait.replace("{minutes}", str(-(-error.seconds // 60))), 429)
            page.headers["retry-after"] = str(error.seconds)
            return page
        page = await self._refused(request, error)
        page.headers.update(retry_header(error))
        return page

    async def _refused(self, request: Request, error: Exception) -> Response:
        """Why something was not done; a refusal for haste costs no page of work."""
        status_code, refusal = explained(error, organiser=True)
        if status_code == 429:
            return await self._login(request, refusal.error, status_code)
        try:
            session = await self.guard.session(request)
        except (NotLoggedInError, BadRequestError):
            return await self._login(request, explained(error)[1].error, status_code)
        return await self._overview(request, session, str(error), status_code)

    def _page(
        self, name: str, status_code: int, request: Request, session: experiment.Session | None = None, **values: object
    ) -> HTMLResponse:
        design = self.store.design
        common: dict[str, object] = {
            "words": words_of("organiser-", design.interface),
            "design": design,
            "session": session,
            "bar": self.bar(request, session) if self.bar else None,
            "base": self.base,
            **writing(design.interface),
        }
        return rendered(name, common | values, status_code)

    async def login_page(self, request: Request) -> Response:
        return await self._login(request, None, 200)

    async def _login(self, request: Request, said: str | None, status_code: int) -> Response:
        try:
            anybody = await self.guard.anybody()
        except BadRequestError:
            anybody = True  # nobody knows just now
        return self._page("login.html", status_code, request, said=said, anybody=anybody)

    async def log_in(self, request: Request) -> Response:
        response = await self.guard.enter(request, f"{self.base}/desk")
        return response or await self._login(request, words_of("organiser-", self.store.design.interface)["wrong"], 403)

    async def log_out(self, request: Request) -> Response:
        return await self.guard.leave(request, f"{self.base}/desk/login")

    async def overview(self, request: Request) -> Response:
        return await self._overview(request, await self.guard.session(request))

    async def _overview(
        self,
        request: Request,
        session: experiment.Session,
        said: str | None = None,
        status_code: int = 200,
        new_key: str | None = None,
    ) -> Response:
        def seen() -> dict[str, Any]:
            now = time.time()
            return {
                "state": experiment.study_status(self.store, now),
                "items": experiment.by_item(self.store),
                **people_of(self.store, now),
                "logins": experiment.logins(self.accounts),
                "keys": experiment.keys_of(self.accounts, session.name),
                "now": now,
                "key_days": experiment.KEY_DAYS,
                "formats": FORMATS,
            }

        try:
            values = await _in_turn(session.name, seen)
        except AnaphorError as error:  # the disk fails: say so on a page that needs none
            return await self._login(request, str(error), 503)
        return self._page("desk.html", status_code, request, session, said=said, new_key=new_key, **values)

    async def live(self, request: Request) -> Response:
        session = await self.guard.session(request)
        return reply(await _in_turn(session.name, partial(live_counts, self.store)))

    async def act(self, request: Request) -> Response:
        async with self.guard.form(request) as (session, form):
            await run_sync(perform, request.path_params["act"], self.store, form.fields, session.name)
        return redirect(f"{self.base}/desk")

    async def make_key(self, request: Request) -> Response:
        async with self.guard.form(request) as (session, form):
            fields = form.fields
        label = fields.get("label", "").strip() or "—"
        days = number_in(fields, "days") if fields.get("days") else experiment.KEY_DAYS
        key = await run_sync(experiment.make_key, self.accounts, session.name, label, time.time(), days)
        return await self._overview(request, session, new_key=key)

    async def revoke_key(self, request: Request) -> Response:
        async with self.guard.form(request) as (session, form):
            key = number_in(form.fields, "key")
        await run_sync(experiment.revoke_key, self.accounts, session.name, key, time.time())
        return redirect(f"{self.base}/desk")

    async def payments(self, request: Request) -> Response:
        session = await self.guard.session(request)
        return await _in_turn(session.name, partial(payment_table, self.store, session.name))

    async def download(self, request: Request) -> Response:
        session = await self.guard.session(request)
        made = partial(archive, self.store, request.path_params["form"], session.name)
        return await _in_turn(session.name, made)


async def _in_turn(who: str, work: Callable[[], T]) -> T:
    """What takes work, when it is somebody's turn."""
    return await HEAVY.run(who, work, busy="web-pages-busy")


def writing(interface: str) -> dict[str, Any]:
    """How pages about a study write numbers and moments."""
    return {
        "n": partial(number, language=interface),
        "when": lambda seconds: datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M"),
    }


def people_of(store: Store, now: float) -> dict[str, Any]:
    """Who takes part, what the first of them did, and what organisers did of late, newest first."""
    people = experiment.participants(store, now)
    works = experiment.work_of(store, [person.number for person in people[:_SHOWN_PEOPLE]])
    return {"people": people, "works": works, "log": log_lines(store)[: -_SHOWN_ACTS - 1 : -1]}


def _plain_fields(record: Any) -> dict[str, Any]:
    """A record as JSON, its empty fields too."""
    return {name: plain(getattr(record, name)) for name in record.__slots__}


def live_counts(store: Store) -> dict[str, Any]:
    """How far the study is, list by list and item by item."""
    progress = experiment.study_status(store, time.time())
    items = [{"trial": item.trial, "answers": item.answers, "right": item.right} for item in experiment.by_item(store)]
    return {**_plain_fields(progress), "counted": progress.counted, "imbalance": progress.imbalance, "items": items}


def table_reply(name: str, table: str) -> Response:
    """A table to keep."""
    return file_to_keep(name, table, "text/csv; charset=utf-8")


def payment_table(store: Store, who: str) -> Response:
    """Whom a recruiter is to pay; who asked for it is noted."""
    note(store, who, "payments", None, time.time())
    return table_reply(f"{store.design.name}-payments.csv", experiment.payment_table(store))


def archive(store: Store, form: str, who: str) -> Response:
    """One format of the export as an archive; it is made in a folder that goes when it is sent."""
    if form not in FORMATS:
        raise BadRequestError("web-no-format", 404)
    name = f"{store.design.name}-{form}-{datetime.now(UTC).date().isoformat()}.zip"

    def pack(folder: Path) -> Path:
        note(store, who, "download", form, time.time())
        export_study(store, folder / "files", [form])
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            for file in sorted(path for path in (folder / "files").rglob("*") if path.is_file()):
                packed.write(file, file.relative_to(folder / "files"))
        return folder / name

    return made_file(pack, "application/zip")


# --- for programs -----------------------------------------------------------------------------------------------------


def dashboard_api(store: Store, guard: Guard) -> list[Route]:
    """The routes for programs, which show an API key; what they bring is read when it is known whose it is."""

    def route(method: str, path: str, work: Callable[[Request, str], Awaitable[Response]]) -> Route:
        async def let_in(request: Request) -> Response:
            return await work(request, await guard.key(request))

        return Route(path, let_in, methods=[method])

    def act(name: str, kind: type[wire.EmptyBody | wire.QuotaBody | wire.WhomBody] | None = None) -> Route:
        async def work(request: Request, who: str) -> Response:
            body = await read_body(request, kind) if kind else wire.EmptyBody()
            fields = {field: str(value) for field, value in msgspec.structs.asdict(body).items()}
            try:
                await run_sync(perform, name, store, fields, who)
            except InputError as error:  # the body was possible in itself: nobody has that number
                raise BadRequestError("web-not-possible", 404, why=str(error)) from None
            return reply(wire.DoneReply())

        return route("POST", f"/{name}", work)

    def show(path: str, look: Callable[[Request, str], object]) -> Route:
        async def work(request: Request, who: str) -> Response:
            seen = await _in_turn(who, partial(look, request, who))
            return seen if isinstance(seen, Response) else reply(seen)

        return route("GET", path, work)

    def items(_request: Request, _who: str) -> list[dict[str, Any]]:
        return [_plain_fields(item) for item in experiment.by_item(store)]

    def people(_request: Request, _who: str) -> list[dict[str, Any]]:
        participants = experiment.participants(store, time.time())
        works = experiment.work_of(store, [person.number for person in participants])
        return [_plain_fields(person) | _plain_fields(works[person.number]) for person in participants]

    def log(_request: Request, _who: str) -> list[dict[str, Any]]:
        return [{"at": at, "who": name, "what": what, "detail": detail} for at, name, what, detail in log_lines(store)]

    def download(request: Request, who: str) -> Response:
        return archive(store, request.path_params["form"], who)

    return [
        show("/status", lambda _request, _who: live_counts(store)),
        show("/items", items),
        show("/participants", people),
        show("/log", log),
        show("/download/{form}", download),
        act("pause"),
        act("open"),
        act("quota", wire.QuotaBody),
        act("exclude", wire.ExclusionBody),
        act("include", wire.WhomBody),
        act("free", wire.WhomBody),
    ]
