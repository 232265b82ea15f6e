"""The workbench: a page on which an author writes schemas and sees at every pause what is wrong with them.

`Workbench` has the routes of one file. Who may use them is decided by whoever serves it: `anaphor write` by the secret
in its address (`writing_app`), `anaphor serve` by a log-in.
"""

import hmac
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache

import msgspec
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from anaphor.collection import domain_name, domains
from anaphor.errors import AnaphorError, ContentError
from anaphor.files import ReadOnlyError
from anaphor.provenance import fingerprint
from anaphor.schema import Problem, Schema
from anaphor.text import Interface, speaking, text
from anaphor.web import replies
from anaphor.web.replies import reply
from anaphor.web.study.wire import ErrorReply
from anaphor.web.workbench import file as files
from anaphor.web.workbench import wire
from anaphor.web.workbench.looker import Beside, Looker, mark_of

_LONGEST_LABEL = 200
_MOST_TABS = 100
_REMEMBERED = 50_000
_MARKING_S = 0.4
"""How long one request looks at entries; 9,000 that nobody has looked at yet take many of them."""
_TOO_LONG = "of length <="
"""What the decoder says of a field, or a list, that holds too much."""
Door = Callable[[Request], Awaitable[str]]
"""Refuses whoever may not use the workbench; gives what the page's own requests must bring along."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the page must know of where it is."""

    path: str
    """Path of the workbench, without its last slash."""
    static: str
    """Path of its scripts and styles."""
    file: str
    """Stands for the file in the browser's own store."""
    shown: str
    """The file's name for people."""
    interface: str | None = None
    """Language of the page; None: the browser's."""
    home: str | None = None
    """Where the start page is; None: there is none."""


class Workbench:
    """The workbench of one file."""

    def __init__(
        self,
        file: files.WorkFile,
        looker: Looker,
        door: Door,
        setting: Setting,
        *,
        refuse_full: Callable[[], object] | None = None,
    ) -> None:
        self.file = file
        self.looker = looker
        self.door = door
        self.setting = setting
        self._refuse_full = refuse_full or (lambda: None)
        """Refuses to save more where there is no room for it."""
        self._lock = threading.Lock()
        self._latest: dict[str, int] = {}

    @cached_property
    def handlers(self) -> dict[tuple[str, str], replies.Handler]:
        """The page and what it asks, by method and the path below the workbench's own."""
        found = {
            ("GET", ""): self.page,
            ("GET", "api/state"): self.state,
            ("GET", "api/entry"): self.entry,
            ("GET", "api/marks"): self.marks,
            ("POST", "api/look"): self.look,
            ("POST", "api/suggest"): self.suggest,
            ("POST", "api/save"): self.save,
            ("POST", "api/remove"): self.remove,
        }
        return {place: self._guarded(work) for place, work in found.items()}

    def _guarded(self, work: replies.Handler) -> replies.Handler:
        """The same work for those whom the door lets in; refusals are sentences.

        Those that an author can bring about have a reason that the page translates.
        """

        async def safe(request: Request) -> Response:
            check = await self.door(request)
            with speaking(replies.interface_of(request)):  # the page asks in its own language
                try:
                    if request.method == "POST" and request.headers.get("x-check", "") != check:
                        return reply(ErrorReply(text("web-foreign-request"), "stale_check"), 403)
                    request.state.check = check
                    return await work(request)
                except ReadOnlyError as error:
                    return reply(ErrorReply(error.what, "read_only"), 403)
                except (replies.BadRequestError, AnaphorError) as error:
                    status, said = replies.explained(error, organiser=True)
                    said = msgspec.structs.replace(said, error=self._without_place(said.error))
                    if isinstance(error, replies.BadRequestError) and (status == 413 or _TOO_LONG in said.error):
                        said = ErrorReply(said.error, "too_long")
                    return reply(said, status)

        return safe

    def _without_place(self, said: str) -> str:
        """A sentence without the folder of the file: where a site lies on its server is nobody's business."""
        return said.replace(f"{self.file.path.parent}/", "") if self.setting.home else said

    async def page(self, request: Request) -> Response:
        setting, spoken = self.setting, {each.value: replies.words_of("workbench-", each) for each in Interface}
        # On a site the switch in its header chooses for all pages; a page of its own asks the browser and has a switch.
        chosen = getattr(request.state, "interface", None) or setting.interface
        data = {
            **{name: value for name, value in asdict(setting).items() if name != "static"},
            "interface": chosen,
            "check": request.state.check,
            "words": spoken,
            "domains": {each.value: _domain_names(each) for each in Interface},
        }
        language = chosen or Interface.EN.value
        values = {
            "language": language,
            "words": spoken[language],
            "shown": setting.shown,
            "static": setting.static,
            "data": replies.script_data(data),
            "bar": getattr(request.state, "bar", None),
            "needs_script": [each["needs_script"] for each in spoken.values()],
        }
        return replies.rendered("workbench.html", values)

    async def state(self, _request: Request) -> Response:
        try:
            return reply(await run_sync(lambda: state_of(self.file.current())))
        except AnaphorError as error:  # somebody is in the middle of an edit: the page goes on with what it has
            why = self._without_place(str(error))
            return reply(wire.StateReply("unreadable", self.file.path.stem, self.looker.language, [], why))

    async def entry(self, request: Request) -> Response:

        def find() -> wire.EntryReply | None:
            version = self.file.current()
            return entry_of(version.part(request.query_params.get("id", "")), version)

        found = await run_sync(find)
        return reply(found) if found else reply(ErrorReply(text("web-no-entry")), 404)

    async def marks(self, _request: Request) -> Response:
        """The worst finding of each entry, as far as can be found quickly; the page asks again for the others."""

        def find() -> wire.MarksReply:
            version, until = self.file.current(), time.monotonic() + _MARKING_S
            found: dict[str, str] = {}
            for part in files.parts_of(version.collection):
                if time.monotonic() > until:
                    break
                found[part.id] = mark_of(part, version.collection.language)
            return wire.MarksReply(version.fingerprint, found, len(files.parts_of(version.collection)) - len(found))

        return reply(await run_sync(find))

    async def look(self, request: Request) -> Response:
        """What there is to say about a draft; a question that a later one of the same tab overtook is not answered."""
        body = await replies.read_body(request, wire.LookBody, wire.LARGEST_BODY)
        with self._lock:
            if len(self._latest) > _MOST_TABS:
                self._latest.clear()
            self._latest[body.tab] = max(body.number, self._latest.get(body.tab, 0))

        def look() -> wire.LookReply:
            try:
                now = self.file.current()
                beside = Beside(collection=now.collection, fingerprint=now.fingerprint, was=body.was)
            except AnaphorError:
                beside = Beside(fingerprint="unreadable", was=body.was)
            with speaking(body.interface):
                found = self.looker.look(body.draft, beside, stale=lambda: self._latest.get(body.tab, 0) > body.number)
            if found is None:
                return wire.LookReply(number=body.number, file=beside.fingerprint, lacks=[], stale=True)
            return msgspec.structs.replace(found, number=body.number)

        return reply(await run_sync(look))

    async def suggest(self, request: Request) -> Response:
        """Words that may flip the answer of a draft, for its author to judge."""
        body = await replies.read_body(request, wire.LookBody, wire.LARGEST_BODY)
        found = await run_sync(self.looker.alternates, body.draft)
        return reply(wire.AlternatesReply(number=body.number, alternates=found))

    async def save(self, request: Request) -> Response:
        """Write a draft into the file, or hand both versions back."""
        return await run_sync(self._save, await replies.read_body(request, wire.SaveBody, wire.LARGEST_BODY))

    def _save(self, body: wire.SaveBody) -> Response:
        self._refuse_full()
        before, draft = self.file.current(), body.draft
        language = before.collection.language
        if not draft.raw and not draft.id.strip():
            draft = msgspec.structs.replace(draft, id=files.proposed_id(draft, before.names))
        part = files.part_of(draft, language)
        if None in draft.keys and any(key is not None for key in draft.keys):
            raise ContentError("web-half-keyed")
        try:
            now = self.file.save(part, body.was, body.base)
        except files.ConflictError as conflict:
            return _conflict(conflict, files.lines_of(part, language))
        return reply(
            wire.SavedReply(state_of(now), before.fingerprint != body.file, entry_of(now.part(part.id), before))
        )

    async def remove(self, request: Request) -> Response:
        return await run_sync(self._remove, await replies.read_body(request, wire.RemoveBody, wire.LARGEST_BODY))

    def _remove(self, body: wire.RemoveBody) -> Response:
        self._refuse_full()  # what is taken out stays as an earlier version: it makes no room
        before = self.file.current()
        try:
            now = self.file.remove(body.was, body.base)
        except files.ConflictError as conflict:
            return _conflict(conflict, "")
        return reply(wire.SavedReply(state_of(now), before.fingerprint != body.file))


def _conflict(conflict: files.ConflictError, mine: str) -> Response:
    """Both versions of an entry that somebody else changed meanwhile."""
    version, theirs = conflict.version, conflict.theirs
    other = files.lines_of(theirs, version.collection.language) if theirs else ""
    return reply(
        wire.ConflictReply(text("web-conflict"), state_of(version), entry_of(theirs, version), mine, other), 409
    )


def state_of(version: files.FileVersion) -> wire.StateReply:
    """The list of a file's entries."""
    found, entries = version.collection, []
    for part in files.parts_of(found):
        kind = "schema" if isinstance(part, Schema) else "problem"
        label = files.text_of(part)[:_LONGEST_LABEL]
        entries.append(wire.ListedEntry(part.id, kind, label, part.status.value, base_of(part)))
    return wire.StateReply(version.fingerprint, found.name, found.language, entries)


@lru_cache(_REMEMBERED)
def base_of(part: Schema | Problem) -> str:
    """The fingerprint of an entry."""
    return fingerprint(part)


def entry_of(part: Schema | Problem | None, version: files.FileVersion) -> wire.EntryReply | None:
    """An entry as the form shows it."""
    if part is None:
        return None
    return wire.EntryReply(files.draft_of(part, version.collection.language), fingerprint(part))


def writing_app(file: files.WorkFile, looker: Looker, secret: str, *, interface: str | None = None) -> ASGIApp:
    """The app; whoever does not know the secret, and whatever other site the browser shows, gets nothing."""
    root = f"/{secret}"

    async def door(_request: Request) -> str:
        return secret  # the address itself is the key

    @asynccontextmanager
    async def living(_app: Starlette) -> AsyncIterator[None]:
        looker.start()  # models and collections are read in the background as soon as the app lives
        yield
        await run_sync(looker.leave)

    setting = Setting(path=root, static=f"{root}/static", file=file.id, shown=file.path.name, interface=interface)
    works = Workbench(file, looker, door, setting).handlers.items()
    routes = [Route(f"{root}/{rest}", work, methods=[method]) for (method, rest), work in works]
    inner = Starlette(routes=[*routes, Route(f"{root}/static/{{name}}", replies.static_file)], lifespan=living)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await inner(scope, receive, send)
            return
        given = scope["path"].split("/")[1].encode("utf-8", "surrogatepass")
        if not hmac.compare_digest(given, secret.encode()):
            await reply(ErrorReply(text("web-nothing-here")), 404)(scope, receive, replies.with_headers(send))
            return
        await inner(scope, replies.limited(receive, wire.LARGEST_BODY), replies.with_headers(send))

    return app


def _domain_names(language: Interface) -> dict[str, str]:
    with speaking(language):
        return {name: domain_name(name) for name in domains()}
