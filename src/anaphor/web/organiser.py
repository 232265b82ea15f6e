"""The organiser's dashboard: progress, pause, quota, exclusions, downloads, keys, the log.

`Dashboard` has the pages for a browser, behind a password; `dashboard_api` the same counts and acts for programs that
show an API key.
"""

import time
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from fastapi import Path as PathField
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from anaphor import experiment
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import FORMATS, Store, export_study, log_lines, note
from anaphor.provenance import plain
from anaphor.text import number
from anaphor.web.replies import (
    FRESH,
    BadRequestError,
    Handler,
    explained,
    made_file,
    redirect,
    rendered,
    reply,
    retry_header,
    words_of,
)
from anaphor.web.security import Guard, MustWaitError, NotLoggedInError, WrongTries
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
        gets = {"": self.overview, "/live": self.live, "/download/{form}": self.download, "/login": self.login_page}
        gets["/payments.csv"] = self.payments
        posts = {
            "/login": self.log_in,
            "/logout": self.log_out,
            "/keys": self.make_key,
            "/revoke": self.revoke_key,
            "/{act}": self.act,
        }
        works = [("GET", *each) for each in gets.items()] + [("POST", *each) for each in posts.items()]
        return [Route(f"/desk{path}", self._guarded(work), methods=[method]) for method, path, work in works]

    def _guarded(self, work: Handler) -> Handler:
        """The same work: strangers are sent to the door, refusals are a sentence on the page."""

        async def safe(request: Request) -> Response:
            try:
                return await work(request)
            except NotLoggedInError:
                return redirect(f"{self.base}/desk/login")
            except MustWaitError as error:
                wait = words_of("organiser-", self.store.design.interface)["wait"]
                page = await self._login(request, wait.replace("{minutes}", str(-(-error.seconds // 60))), 429)
                page.headers["retry-after"] = str(error.seconds)
                return page
            except (BadRequestError, AnaphorError) as error:
                page = await self._refused(request, error)
                page.headers.update(retry_header(error))
                return page

        return safe

    async def _refused(self, request: Request, error: Exception) -> Response:
        """Why something was not done, on the page that its reader knows; a refusal for haste costs no page of work."""
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
        known: dict[str, object] = {
            "words": words_of("organiser-", design.interface),
            "design": design,
            "session": session,
            "bar": self.bar(request, session) if self.bar else None,
            "base": self.base,
            "when": lambda seconds: datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M"),
            "n": partial(number, language=design.interface),
        }
        return rendered(name, known | values, status_code)

    async def login_page(self, request: Request) -> Response:
        return await self._login(request, None, 200)

    async def _login(self, request: Request, said: str | None, status_code: int) -> Response:
        try:
            anybody = await self.guard.anybody()
        except BadRequestError:
            anybody = True  # nobody knows just now
        return self._page("login.html", status_code, request, said=said, anybody=anybody)

    async def log_in(self, request: Request) -> Response:
        found = await self.guard.enter(request, f"{self.base}/desk")
        return found or await self._login(request, words_of("organiser-", self.store.design.interface)["wrong"], 403)

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
            people = experiment.participants(self.store, now)
            return {
                "status": experiment.study_status(self.store, now),
                "items": experiment.by_item(self.store),
                "people": people,
                "works": experiment.work_of(self.store, [each.number for each in people[:500]]),
                "log": log_lines(self.store)[-200:][::-1],
                "logins": experiment.logins(self.accounts),
                "keys": experiment.keys_of(self.accounts, session.name),
                "now": now,
                "key_days": experiment.KEY_DAYS,
                "formats": FORMATS,
                "retention": self.store.design.retention,
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
        session, fields = await self.guard.form(request)
        await run_sync(perform, request.path_params["act"], self.store, fields, session.name)
        return redirect(f"{self.base}/desk")

    async def make_key(self, request: Request) -> Response:
        session, fields = await self.guard.form(request)
        label, days = (
            fields.get("label", "").strip() or "—",
            number_in(fields, "days") if fields.get("days") else experiment.KEY_DAYS,
        )
        key = await run_sync(experiment.make_key, self.accounts, session.name, label, time.time(), days)
        return await self._overview(request, session, new_key=key)

    async def revoke_key(self, request: Request) -> Response:
        session, fields = await self.guard.form(request)
        await run_sync(experiment.revoke_key, self.accounts, session.name, number_in(fields, "key"), time.time())
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


def _plain_fields(record: Any) -> dict[str, Any]:
    """A record as JSON, its empty fields too."""
    return {name: plain(getattr(record, name)) for name in record.__slots__}


def live_counts(store: Store) -> dict[str, Any]:
    """How far the study is, list by list and item by item."""
    found = experiment.study_status(store, time.time())
    items = [{"trial": item.trial, "answers": item.answers, "right": item.right} for item in experiment.by_item(store)]
    return {**_plain_fields(found), "counted": found.counted, "imbalance": found.imbalance, "items": items}


def table_reply(name: str, table: str) -> Response:
    """A table to keep, which nobody between the server and the reader keeps."""
    headers = {**FRESH, "content-disposition": f'attachment; filename="{name}"'}
    return Response(table, media_type="text/csv; charset=utf-8", headers=headers)


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
            for file in sorted(each for each in (folder / "files").rglob("*") if each.is_file()):
                packed.write(file, file.relative_to(folder / "files"))
        return folder / name

    return made_file(pack, "application/zip")


# --- for programs -----------------------------------------------------------------------------------------------------


def _no_text(value: object) -> object:
    """The value, unless it would only be made a number out of something else."""
    if isinstance(value, (bool, str)):
        raise ValueError("a number is needed")
    return value


_Count = Annotated[int, Field(ge=1, le=999_999_999), BeforeValidator(_no_text)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class QuotaBody(_Body):
    """How many participants are wanted."""

    quota: _Count


class WhomBody(_Body):
    """One participant."""

    participant: _Count


class ExclusionBody(WhomBody):
    """One participant, and why they are left out."""

    reason: Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[^\x00]*\S[^\x00]*$")]


class DoneReply(BaseModel):
    """That it was done."""

    ok: bool


class RefusalReply(BaseModel):
    """Why a request was not served."""

    error: str
    reason: str | None = None


_ANSWERS: dict[int | str, dict[str, Any]] = {
    400: {"model": RefusalReply, "description": "Not possible."},
    401: {"model": RefusalReply, "description": "No key, or a wrong one."},
    404: {"model": RefusalReply, "description": "No such participant or format."},
    413: {"model": RefusalReply, "description": "Too large."},
    503: {"model": RefusalReply, "description": "The database cannot be used."},
}
_Form = Annotated[str, PathField(description="A format of the export.", json_schema_extra={"enum": list(FORMATS)})]


def dashboard_api(store: Store, guard: Guard) -> APIRouter:
    """The routes for programs."""

    who = Annotated[str, Depends(guard.key)]
    router = APIRouter(prefix="/api/desk", tags=["desk"], responses=_ANSWERS)

    async def run(act: str, fields: dict[str, object], name: str) -> JSONResponse:
        texts = {key: str(value) for key, value in fields.items()}
        try:
            await run_sync(perform, act, store, texts, name)
        except InputError as error:  # the body was possible in itself: nobody has that number
            raise BadRequestError("web-not-possible", 404, why=str(error)) from None
        return JSONResponse({"ok": True})

    @router.get("/status", summary="How far the study is, by list and item")
    async def status(name: who) -> dict[str, Any]:
        return await _in_turn(name, partial(live_counts, store))

    @router.get("/items", summary="Answers per trial, fewest first")
    async def items(name: who) -> list[dict[str, Any]]:
        return [_plain_fields(each) for each in await _in_turn(name, partial(experiment.by_item, store))]

    @router.get("/participants", summary="Everybody who started, newest first")
    async def people(name: who) -> list[dict[str, Any]]:
        def seen() -> list[dict[str, Any]]:
            people = experiment.participants(store, time.time())
            works = experiment.work_of(store, [each.number for each in people])
            return [_plain_fields(each) | _plain_fields(works[each.number]) for each in people]

        return await _in_turn(name, seen)

    @router.get("/log", summary="What organisers and recruiters did")
    async def log(_who: who) -> list[dict[str, Any]]:
        lines = await run_sync(log_lines, store)
        return [{"at": at, "who": name, "what": what, "detail": detail} for at, name, what, detail in lines]

    @router.get(
        "/download/{form}",
        summary="The study as an archive of files",
        response_class=Response,
        responses={200: {"content": {"application/zip": {}}}},
    )
    async def download(form: _Form, name: who) -> Response:
        return await _in_turn(name, partial(archive, store, form, name))

    @router.post("/pause", summary="Turn newcomers away", response_model=DoneReply)
    async def pause(name: who) -> JSONResponse:
        return await run("pause", {}, name)

    @router.post("/open", summary="Let newcomers in again", response_model=DoneReply)
    async def open_again(name: who) -> JSONResponse:
        return await run("open", {}, name)

    @router.post("/quota", summary="Change how many participants are wanted", response_model=DoneReply)
    async def quota(body: QuotaBody, name: who) -> JSONResponse:
        return await run("quota", body.model_dump(), name)

    @router.post("/exclude", summary="Leave a participant out, with a reason", response_model=DoneReply)
    async def exclude(body: ExclusionBody, name: who) -> JSONResponse:
        return await run("exclude", body.model_dump(), name)

    @router.post("/include", summary="Take a participant in again", response_model=DoneReply)
    async def include(body: WhomBody, name: who) -> JSONResponse:
        return await run("include", body.model_dump(), name)

    @router.post("/free", summary="Give the place of somebody unfinished to others", response_model=DoneReply)
    async def free(body: WhomBody, name: who) -> JSONResponse:
        return await run("free", body.model_dump(), name)

    return router
