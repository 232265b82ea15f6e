"""The organiser's dashboard in the browser: progress, pause, quota, exclusions, downloads, keys, the log."""

import shutil
import tempfile
import time
import zipfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import anyio.to_thread
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from anaphor.errors import AnaphorError, InputError
from anaphor.experiment.accounts import Accounts, Session, keys_of, list_accounts, logins, make_key, revoke_key
from anaphor.experiment.exporting import FORMATS, export
from anaphor.experiment.organiser import (
    by_item,
    exclude,
    extend,
    forget_identities,
    free,
    participants,
    set_paused,
    status,
)
from anaphor.experiment.study import Store, log_lines, note
from anaphor.files import DatabaseReadError
from anaphor.provenance import plain
from anaphor.text import number
from anaphor.web.pages import FRESH, rendered, words_of
from anaphor.web.replies import BadRequestError, explained, reply
from anaphor.web.security import Guard, MustWaitError, NotLoggedInError, form_of

Handler = Callable[[Request], Awaitable[Response]]
Act = Callable[[Store, dict[str, str], str, float], None]


def _number(fields: dict[str, str], name: str) -> int:
    text = fields.get(name, "").strip()
    if not text.isdecimal() or len(text) > 9:
        raise InputError("web-no-number", text=text[:20])
    return int(text)


def _exclude(store: Store, fields: dict[str, str], who: str, now: float) -> None:
    reason = fields.get("reason", "").strip()[:500]
    if not reason:
        raise InputError("web-no-reason")
    exclude(store, _number(fields, "participant"), reason, who, now)


def _forget(store: Store, _fields: dict[str, str], who: str, now: float) -> None:
    forget_identities(store, who, now)


ACTS: dict[str, Act] = {
    "pause": lambda store, _fields, who, now: set_paused(store, True, who, now),
    "open": lambda store, _fields, who, now: set_paused(store, False, who, now),
    "quota": lambda store, fields, who, now: extend(store, _number(fields, "quota"), who, now),
    "exclude": _exclude,
    "include": lambda store, fields, who, now: exclude(store, _number(fields, "participant"), None, who, now),
    "free": lambda store, fields, who, now: free(store, _number(fields, "participant"), who, now),
    "forget": _forget,
}
"""What an organiser can do to a study; each act leaves a line in its log."""


class Dashboard:
    """The dashboard of one study."""

    def __init__(self, store: Store, accounts: Accounts, *, base: str = "") -> None:
        self.store = store
        self.accounts = accounts
        self.base = base
        self.guard = Guard(accounts, base)

    def routes(self) -> list[Route]:
        """The pages of the dashboard and what their forms do."""
        gets = {"": self.overview, "/live": self.live, "/download/{form}": self.download, "/login": self.login_page}
        posts = {
            "/login": self.log_in,
            "/logout": self.log_out,
            "/keys": self.make_key,
            "/revoke": self.revoke_key,
            "/{act}": self.act,
        }
        return [
            *(Route(f"/desk{path}", self._guarded(work), methods=["GET"]) for path, work in gets.items()),
            *(Route(f"/desk{path}", self._guarded(work), methods=["POST"]) for path, work in posts.items()),
        ]

    def _guarded(self, work: Handler) -> Handler:
        """The same work: strangers are sent to the door, refusals are a sentence on the page."""

        async def safe(request: Request) -> Response:
            try:
                return await work(request)
            except NotLoggedInError:
                return RedirectResponse(f"{self.base}/desk/login", 303, headers=FRESH)
            except MustWaitError as error:
                said = words_of("organiser-", self.store.design.interface)["wait"].replace(
                    "{minutes}", str(-(-error.seconds // 60))
                )
                page = self._login(said, 429)
                page.headers["retry-after"] = str(error.seconds)
                return page
            except (BadRequestError, AnaphorError) as error:
                ours = isinstance(error, InputError) and not isinstance(error, DatabaseReadError)
                status_code = 400 if ours else explained(error)[0]
                return await self._overview(await self._visitor(request), str(error), status_code)

        return safe

    async def _visitor(self, request: Request) -> Session | None:
        try:
            return await self.guard.session(request)
        except (NotLoggedInError, AnaphorError):
            return None

    async def login_page(self, _request: Request) -> Response:
        """Name and password."""
        return self._login(None, 200)

    def _login(self, said: str | None, status_code: int) -> Response:
        try:
            anybody = bool(list_accounts(self.accounts))
        except AnaphorError:
            anybody = True  # nobody knows just now
        return self._page("login.html", status_code, said=said, anybody=anybody)

    async def log_in(self, request: Request) -> Response:
        """Let somebody in, or say no."""
        secret = await self.guard.log_in(request, await form_of(request))
        if secret is None:
            return self._login(words_of("organiser-", self.store.design.interface)["wrong"], 403)
        found = RedirectResponse(f"{self.base}/desk", 303, headers=FRESH)
        self.guard.let_in(request, found, secret)
        return found

    async def log_out(self, request: Request) -> Response:
        """End a session."""
        await self.guard.form(request)
        await self.guard.log_out(request)
        found = RedirectResponse(f"{self.base}/desk/login", 303, headers=FRESH)
        self.guard.let_out(found)
        return found

    async def overview(self, request: Request) -> Response:
        """Everything on one page."""
        return await self._overview(await self.guard.session(request))

    async def _overview(self, session: Session | None, said: str | None = None, status_code: int = 200) -> Response:
        if session is None:
            return self._login(said, status_code)
        try:
            values = await anyio.to_thread.run_sync(self._seen, session.name)
        except AnaphorError as error:  # the disk fails: say so on a page that needs none
            return self._login(str(error), 503)
        return self._page("desk.html", status_code, said=said, session=session, new_key=None, **values)

    def _seen(self, who: str) -> dict[str, Any]:
        now = time.time()
        return {
            "status": status(self.store, now),
            "items": by_item(self.store),
            "people": participants(self.store, now),
            "log": log_lines(self.store)[-200:][::-1],
            "logins": logins(self.accounts),
            "keys": keys_of(self.accounts, who),
            "formats": FORMATS,
            "retention": self.store.design.retention,
        }

    async def live(self, request: Request) -> Response:
        """The counts alone, which the page asks for every few seconds."""
        await self.guard.session(request)
        return reply(await anyio.to_thread.run_sync(live_counts, self.store))

    async def act(self, request: Request) -> Response:
        """Do one of the acts and show the page again."""
        session, fields = await self.guard.form(request)
        act = ACTS.get(request.path_params["act"])
        if act is None:
            raise BadRequestError("web-no-act", 404)
        await anyio.to_thread.run_sync(act, self.store, fields, session.name, time.time())
        return RedirectResponse(f"{self.base}/desk", 303, headers=FRESH)

    async def make_key(self, request: Request) -> Response:
        """A new API key, shown this once."""
        session, fields = await self.guard.form(request)
        label = fields.get("label", "").strip() or "—"
        make = partial(make_key, self.accounts, session.name, label, time.time())
        key = await anyio.to_thread.run_sync(make)
        values = await anyio.to_thread.run_sync(self._seen, session.name)
        return self._page("desk.html", 200, said=None, session=session, new_key=key, **values)

    async def revoke_key(self, request: Request) -> Response:
        """Make an API key worthless."""
        session, fields = await self.guard.form(request)
        revoke = partial(revoke_key, self.accounts, session.name, _number(fields, "key"), time.time())
        await anyio.to_thread.run_sync(revoke)
        return RedirectResponse(f"{self.base}/desk", 303, headers=FRESH)

    async def download(self, request: Request) -> Response:
        """The study as files in one archive."""
        session = await self.guard.session(request)
        return await archive(self.store, request.path_params["form"], session.name)

    def _page(self, name: str, status_code: int, **values: object) -> HTMLResponse:
        design = self.store.design
        known: dict[str, object] = {
            "words": words_of("organiser-", design.interface),
            "design": design,
            "base": self.base,
            "when": _when,
            "n": partial(number, language=design.interface),
        }
        return rendered(name, known | values, status_code)


def live_counts(store: Store) -> dict[str, Any]:
    """How far the study is, list by list and item by item."""
    found = status(store, time.time())
    whole = {name: plain(getattr(found, name)) for name in found.__slots__}
    items = [{"trial": item.trial, "answers": item.answers, "right": item.right} for item in by_item(store)]
    return {**whole, "counted": found.counted, "imbalance": found.imbalance, "items": items}


async def archive(store: Store, form: str, who: str) -> Response:
    """One format of the export as an archive; it is made in a folder that goes when it is sent."""
    if form not in FORMATS:
        raise BadRequestError("web-no-format", 404)
    folder = Path(tempfile.mkdtemp(prefix="anaphor-"))
    try:
        path = await anyio.to_thread.run_sync(_packed, store, form, folder, who)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    task = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    return FileResponse(path, filename=path.name, media_type="application/zip", headers=FRESH, background=task)


def _packed(store: Store, form: str, folder: Path, who: str) -> Path:
    note(store, who, "download", form, time.time())
    export(store, folder / "files", [form])
    day = datetime.now(UTC).date().isoformat()
    path = folder / f"{store.design.name}-{form}-{day}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for file in sorted((folder / "files").iterdir()):
            packed.write(file, file.name)
    return path


def _when(seconds: float) -> str:
    """A time for people, in UTC.

    >>> _when(0)
    '1970-01-01 00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
