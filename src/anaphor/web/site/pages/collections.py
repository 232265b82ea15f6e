"""Collections: uploaded or begun, checked, read, audited as a job, compared, exported, saves undone; their entries."""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from anaphor import authoring
from anaphor import collection as house
from anaphor.collection import CATALOGUE
from anaphor.errors import AnaphorError, FormatError
from anaphor.files import NameTakenError, take_name, whole_number
from anaphor.provenance import fingerprint
from anaphor.report import section_piece
from anaphor.result import Result
from anaphor.schema import Collection, Problem, Schema, Status
from anaphor.section import Section
from anaphor.text import text
from anaphor.web.jobs.orders import AuditOrder, reading_fields, told_of
from anaphor.web.jobs.records import Job, JobBook
from anaphor.web.readings import CollectionReading, keep_reading, reading_of, record_of
from anaphor.web.replies import BadRequestError, made_file
from anaphor.web.site.folder import append_record, moment_of, native_name, page_of, records_in
from anaphor.web.site.shell import PageVisit, line_of
from anaphor.web.site.uploads import read_upload
from anaphor.web.workbench.file import ConflictError, WorkFile, lines_of, open_work, text_of

_VIEWS = ("overview", "entries", "check", "readings", "audit", "diff", "export", "history")
_NATIVE = (".yaml", ".yml")
_ENDINGS = {"native": ".yaml", "jsonl": ".jsonl", "winogrande": ".jsonl", "wsc-en": ".xml"}
_PER_PAGE = 25
_MOST_PARTS = 50_000
"""Entries of a collection that pages show: what they say of more would keep everybody else waiting."""
_WEIGHT_OF_PART = 1_000
STATES = {"draft": Status.PROPOSED, "reviewed": Status.AGREED, "validated": Status.AGREED, "excluded": Status.EXCLUDED}
"""How far an entry is, and what its file says then; that it was validated stands beside the file."""
_STATE_OF = {
    Status.AGREED: "reviewed",
    Status.EXCLUDED: "excluded",
    **dict.fromkeys((Status.PROPOSED, Status.UNVALIDATED), "draft"),
}
Part = Schema | Problem
_LONGEST_COMMENT = 2000
_HELP: dict[str, Callable[..., Result]] = {"suggest": authoring.suggest, "repair": authoring.repair}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCollection:
    """A collection that has a page: a file of the project, or one that the package carries."""

    name: str
    path: Path
    shipped: bool = False
    reading: CollectionReading = field(default_factory=CollectionReading)
    """How it is loaded."""
    ignored: str = ""
    """Why what is kept beside the file is not how it is loaded; empty where it is."""

    @property
    def native(self) -> bool:
        return not self.shipped and self.path.suffix.lower() in _NATIVE

    @property
    def typed(self) -> str:
        """What stands for it in a command."""
        return self.name if self.shipped else f"collections/{self.path.name}"

    @property
    def options(self) -> dict[str, Any]:
        """How a command is told to load it."""
        named = ((ours, [given] if isinstance(given, str) else given) for ours, given in self.reading.columns.items())
        columns = [f"{ours}={','.join(theirs)}" for ours, theirs in named]
        return {"format": self.reading.format, "language": self.reading.language, "column": columns}


def known_collections(visit: PageVisit) -> dict[str, KnownCollection]:
    """All collections that a project can use, its own first, by the name of their page."""
    sources = {}
    for path in visit.files_of("collections").values():
        called = page_of(path)
        reading, ignored = reading_of(CollectionReading, path)
        sources[called] = KnownCollection(name=called, path=path, reading=reading, ignored=ignored)
    for name in (listed.name for listed in CATALOGUE if listed.embedded):
        sources.setdefault(name, KnownCollection(name=name, path=CATALOGUE.path_of(name), shipped=True))
    return sources


def named_collection(visit: PageVisit, name: str) -> KnownCollection:
    """The collection of a name, or an error."""
    source = known_collections(visit).get(name)
    if source is None:
        raise BadRequestError("web-no-collection", 404)
    return source


def opened(visit: PageVisit, source: KnownCollection) -> tuple[Collection, tuple[str, ...]]:
    """A collection as it is now, and what was assumed in reading it."""

    key = ("load", visit.interface, repr(source.reading))
    # What comes with the package is as large as it is, and no stranger's.
    read = partial(_loaded, source) if source.shipped else partial(read_upload, _loaded, [source.path], source)
    return visit.kept.get(key, [source.path], read, lambda made: _weight(source, made[0]))


def _weight(source: KnownCollection, collection: Collection) -> int:
    """About what a collection takes in memory: text as long as its file, and records."""
    return source.path.stat().st_size + _WEIGHT_OF_PART * len(collection.parts)


def _loaded(source: KnownCollection) -> tuple[Collection, tuple[str, ...]]:
    heard: list[str] = []

    def hear(code: str, details: dict[str, Any]) -> None:
        heard.append(text(f"collection-finding-{code}", **details))

    collection = house.load(source.path, hear=hear, **source.reading.settings)
    if len(collection.parts) > _MOST_PARTS:
        raise FormatError("web-collection-large", count=len(collection.parts), most=_MOST_PARTS)
    return collection, tuple(heard)


class EntryStates:
    """How far the entries of a collection are, and what colleagues said of them."""

    def __init__(self, visit: PageVisit, source: KnownCollection) -> None:
        path = visit.folder.notes(source.path.name)
        self.records = visit.kept.get("notes", [path], lambda: records_in(path)) if path.is_file() else []
        self._valid = {str(record.get("entry")): record for record in self.records if "of" in record}

    def of(self, part: Part) -> str:
        """The state of an entry; whoever validated it validated these words, and no others."""
        state = _STATE_OF[part.status]
        mark = self._valid.get(part.id)
        return "validated" if state == "reviewed" and mark and mark["of"] == fingerprint(part) else state

    def comments(self, id: str) -> list[dict[str, Any]]:
        """What was said of an entry, oldest first."""
        return [record for record in self.records if record.get("entry") == id and "text" in record]


def index(visit: PageVisit) -> Response:
    command = line_of("collection", "show", "FILE")
    known = known_collections(visit).values()
    return visit.page("collections", visit.words["nav_collections"], known=known, command=command)


def upload(visit: PageVisit) -> Response:
    language = visit.fields.get("language", "").strip() or None
    record_of(CollectionReading, {"language": language})  # refused before the file is kept
    path = visit.save_upload("file", visit.folder.collections, named=native_name)
    if language:
        keep_reading(CollectionReading, path, language=language)
    return visit.to("collections", page_of(path))


def correct(visit: PageVisit) -> Response:
    """Keep how a file is read beside it."""
    source = named_collection(visit, visit.part("name"))
    if source.shipped:
        raise BadRequestError("web-no-collection", 404)
    fields = {name: visit.fields.get(name, "").strip() for name in ("format", "language")}
    pairs = [pair.partition("=") for pair in visit.fields.get("columns", "").split()]
    columns = {ours: theirs for ours, _, theirs in pairs if ours and theirs}
    keep_reading(CollectionReading, source.path, **fields, columns=columns)
    return visit.to("collections", source.name)


def native(visit: PageVisit) -> Response:
    """A native copy, which the workbench can edit."""
    source = named_collection(visit, visit.part("name"))
    target = visit.folder.collections / f"{source.path.name.partition('.')[0]}.yaml"
    pages = visit.folder.collection_pages()
    target = target.with_stem(f"{target.stem}-copy") if source.shipped or target.stem in pages else target
    if target.stem not in pages:
        with tempfile.TemporaryDirectory(prefix=".native-", dir=target.parent) as place:
            copy = Path(place, target.name)
            house.convert(opened(visit, source)[0], copy)
            copy.chmod(0o600)  # there are keys in it
            with suppress(NameTakenError):  # whoever was faster may be writing in it already
                take_name(copy, target)
    return visit.to("write", target.stem, "")


def audit(visit: PageVisit) -> Response:
    """Ask for an audit."""
    source = named_collection(visit, visit.part("name"))
    index, quick = visit.folder.listed("corpora").get(visit.fields.get("corpus", "")), "quick" in visit.fields
    order = AuditOrder(
        source=str(source.path), quick=quick, corpus=str(index) if index else None, **reading_fields(source.reading)
    )
    typed = {"corpus": index and f"corpora/{index.name}", "quick": quick, **source.options}
    title = f"{visit.words['collection_audit']} · {source.name}"
    command = line_of("audit", source.typed, **typed, html=f"reports/{source.path.stem}-audit.html")
    return visit.start_job("audit", title, told=told_of(order), command=command)


def restore(visit: PageVisit) -> Response:
    """Put an earlier version back."""
    source = named_collection(visit, visit.part("name"))
    work_of(visit, source).restore(visit.fields.get("version", ""))
    return visit.to("collections", source.name, "history")


def view(visit: PageVisit) -> Response:
    """One view of a collection: what is shown, and the command that prints it."""
    source, view = named_collection(visit, visit.part("name")), visit.request.path_params.get("view", "overview")
    if view not in _VIEWS:
        raise BadRequestError("web-no-page", 404)
    if view == "export" and visit.asked("to"):
        return _exported(visit, source)
    jobs = [each for each in JobBook(visit.folder.root).jobs() if each.told.get("source") == str(source.path)]
    jobs = [each for each in jobs if each.kind == "audit"]
    shown: dict[str, Any] = {"command": line_of("collection", "show", source.typed, **source.options)}
    problem = None
    try:
        shown |= _shown(visit, source, view, jobs)
    except AnaphorError as error:
        problem = str(error)
    past = source.native and view in ("diff", "history")
    return visit.page(
        "collection",
        source.name,
        trail=[(visit.words["nav_collections"], "collections")],
        status=400 if problem else 200,
        **{"said": problem, "piece": None, "pages": None, "notes": (), **shown},
        known=source,
        view=view,
        views=[each for each in _VIEWS if source.native or each != "history"],
        corpora=list(visit.folder.listed("corpora")),
        others=[name for name in known_collections(visit) if name != source.name],
        versions=list(work_of(visit, source).versions()) if past else [],
        formats=sorted(house.writable()),
        jobs=jobs,
        other=visit.asked("with"),
    )


def entry(visit: PageVisit) -> Response:
    """One entry; words that would flip or level it are asked for by a button."""
    source, part, near = _entry(visit)
    collection, more = opened(visit, source)[0], visit.asked("more")
    states, said, help_piece = EntryStates(visit, source), None, None
    command = line_of("collection", "readings", source.typed, **source.options)
    try:
        if more in _HELP:
            command = line_of("collection", more, source.typed, part.id, **source.options)
            key = (more, visit.interface, part.id)
            help_piece = visit.kept.get(
                key, [source.path], lambda: section_piece(_HELP[more](collection, part.id).section)
            )
    except AnaphorError as error:
        said = str(error)
    return visit.page(
        "entry",
        part.id,
        trail=[(visit.words["nav_collections"], "collections"), (source.name, f"collections/{source.name}/entries")],
        said=said,
        known=source,
        part=part,
        near=near,
        lines=lines_of(part, collection.language),
        state=states.of(part),
        states=STATES if source.native else ("reviewed", "validated"),
        comments=[
            {"who": each.get("who"), "text": each["text"], "when": moment_of(each)} for each in states.comments(part.id)
        ],
        piece=section_piece(house.readings(part_alone(collection, part)).section),
        help_piece=help_piece,
        command=command,
    )


def judge(visit: PageVisit) -> Response:
    """Say something of an entry, or how far it is."""
    source, part, _ = _entry(visit)
    notes, state = visit.folder.notes(source.path.name), visit.fields.get("state", "")
    if source.shipped:
        raise BadRequestError("web-no-collection", 404)
    if comment := visit.fields.get("text", "").strip():
        append_record(notes, entry=part.id, who=visit.who, text=comment[:_LONGEST_COMMENT])
    if state in STATES:
        status, reason = STATES[state], visit.fields.get("reason", "").strip() or part.reason
        if source.native and part.status is not status:
            base, part = fingerprint(part), replace(part, status=status, reason=reason)
            try:
                work_of(visit, source).save(part, part.id, base)
            except ConflictError:
                raise BadRequestError("web-conflict", 409) from None
        append_record(notes, entry=part.id, who=visit.who, of=fingerprint(part) if state == "validated" else None)
    return visit.to("collections", source.name, "entries", part.id)


def _entry(visit: PageVisit) -> tuple[KnownCollection, Part, tuple[str | None, str | None]]:
    """The entry that the address names, and the ids of those before and behind it."""
    source = named_collection(visit, visit.part("name"))
    parts = opened(visit, source)[0].parts
    at = next((number for number, entry in enumerate(parts) if entry.id == visit.part("id")), None)
    if at is None:
        raise BadRequestError("web-no-entry", 404)
    return source, parts[at], (parts[at - 1].id if at else None, parts[at + 1].id if at + 1 < len(parts) else None)


def work_of(visit: PageVisit, source: KnownCollection) -> WorkFile:
    """The native file of a collection, to be written in."""
    return open_work(source.path, history=visit.folder.history(source.name))


def _shown(visit: PageVisit, source: KnownCollection, view: str, audits: list[Job]) -> dict[str, Any]:
    """What a view shows beside its forms: a piece, and the command that prints it."""
    collection, notes = opened(visit, source)
    typed, options = source.typed, source.options

    def piece(make: Callable[[], Section], *key: object) -> Markup:
        stamped = (view, visit.interface, repr(source.reading), *key)
        return visit.kept.get(stamped, [source.path], lambda: section_piece(make()))

    match view:
        case "overview":
            return {"piece": piece(lambda: house.show(collection).section), "notes": notes}
        case "entries":
            states, asked = EntryStates(visit, source), visit.asked("state")
            parts = [each for each in collection.parts if states.of(each) == asked] if asked else collection.parts
            shown_parts, pages = _page(visit, parts)
            rows = [(each.id, text_of(each), states.of(each), len(states.comments(each.id))) for each in shown_parts]
            return {"rows": rows, "pages": pages, "state": asked, "states": STATES}
        case "check":
            shown = piece(lambda: house.check(collection).section)
            return {"piece": shown, "command": line_of("collection", "check", typed, **options)}
        case "readings":
            few, pages = _page(visit, collection.parts)
            part = part_alone(collection, *few)
            shown = piece(lambda: house.readings(part).section, pages["page"])
            return {"piece": shown, "pages": pages, "command": line_of("collection", "readings", typed, **options)}
        case "audit":
            done = next((each for each in audits if each.state.value == "done"), None)
            shown = Markup(JobBook(visit.folder.root).found(done.id)) if done else Markup()
            return {"piece": shown, "command": line_of("audit", typed, **options)}
        case "diff" if asked := visit.asked("with"):
            version = work_of(visit, source).versions().get(asked.removeprefix("history:")) if source.native else None
            other = None if version else named_collection(visit, asked)
            old = read_upload(house.load, [version], version) if version else opened(visit, other or source)[0]
            name = other.typed if other else f"collections/.history/{source.name}/{asked.removeprefix('history:')}.yaml"
            paths = [source.path, version or (other or source).path]
            key = ("diff", visit.interface, repr(source.reading))
            shown = visit.kept.get(key, paths, lambda: section_piece(house.differences(old, collection).section))
            return {"piece": shown, "command": line_of("collection", "diff", name, typed)}
        case "export":
            return {"command": line_of("collection", "convert", typed, "-o", "FILE", to="FORMAT", **options)}
    return {}


def _page(visit: PageVisit, parts: Sequence[Part]) -> tuple[Sequence[Part], dict[str, Any]]:
    """The schemas and problems of one page, and the way to the others."""
    count, number = len(parts), visit.asked("page", "0")
    page = min(max(whole_number(number) or 0, 0), max(count - 1, 0) // _PER_PAGE)
    first, last = page * _PER_PAGE, min((page + 1) * _PER_PAGE, count)
    shown = text("site-collection-page-of", first=min(first + 1, count), last=last, count=count)
    ways = {"previous": page - 1 if page else None, "next": page + 1 if last < count else None}
    return parts[first:last], {"page": page, "shown": shown, **ways}


def part_alone(collection: Collection, *parts: Part) -> Collection:
    """A collection of some of its entries."""
    schemas = tuple(each for each in parts if isinstance(each, Schema))
    return replace(collection, schemas=schemas, problems=tuple(each for each in parts if isinstance(each, Problem)))


def _exported(visit: PageVisit, source: KnownCollection) -> Response:
    """The collection in another format, to keep; a folder comes as an archive."""
    to, stem = visit.asked("to"), source.path.name.partition(".")[0]

    def make(folder: Path) -> Path:
        target = folder / f"{stem}{_ENDINGS.get(to, '')}"
        house.convert(opened(visit, source)[0], target, to=to, skip=bool(visit.asked("skip")))
        return Path(shutil.make_archive(str(folder / f"{stem}-{to}"), "zip", target)) if target.is_dir() else target

    return made_file(make, "application/octet-stream")
