"""Systems: a collection put to a resolver as a job, answers uploaded, runs scored, compared and looked at by item."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from anaphor import library, resolver
from anaphor.errors import AnaphorError, InputError
from anaphor.files import write_text
from anaphor.report.media import section_piece
from anaphor.section import Table
from anaphor.text import text
from anaphor.web.jobs import worker
from anaphor.web.jobs.records import JobBook
from anaphor.web.pages.agreement import pseudonyms
from anaphor.web.pages.collections import KnownCollection, known_collections, named_collection
from anaphor.web.site.folder import READING, reading_of
from anaphor.web.site.shell import PageTable, PageVisit, line_of

_MOST_ITEMS = 500
"""Items that one page shows."""
_SENTENCE = ",sentences=last"
_SHIPPED = (
    "first",
    "nearest",
    "random,seed=1",
    "most_frequent",
    "cooccurrence",
    f"ngram{_SENTENCE}",
    f"lstm{_SENTENCE}",
)
"""Resolvers that need nothing else. Others run programs or read files of the server: they are for its terminal."""
_MODELS = ("causal", "masked")
_ENDPOINT = "chat"
_MODEL, _URL = re.compile(r"[\w./:@+-]{1,100}"), re.compile(r"https?://[^\s,]{1,180}")
"""What an endpoint is called: no comma, which would begin another setting, such as whose key is sent."""


PAGES = PageTable()


@PAGES.read("/systems")
def index(visit: PageVisit) -> Response:
    models = [f"{kind}:{name}" for name in visit.folder.listed("models") for kind in _MODELS]
    return visit.page(
        "systems",
        visit.words["nav_systems"],
        runs=[_row(visit, path) for path in visit.files_of("runs").values()],
        jobs=[each for each in JobBook(visit.folder.root).jobs() if each.kind == "resolve"][:10],
        collections=list(known_collections(visit)),
        chosen=visit.asked("collection"),
        resolvers=[*_SHIPPED, *models, (_ENDPOINT, visit.words["systems_endpoint"])],
        command=line_of("resolve", "COLLECTION", "--with", "RESOLVER"),
    )


@PAGES.act("/systems")
def start(visit: PageVisit) -> Response:
    """Ask for a run."""
    known = named_collection(visit, visit.fields.get("collection", ""))
    (spec, typed), limit = _spec(visit), visit.fields.get("limit", "").strip()
    if limit and not limit.isdecimal():
        raise InputError("web-no-number", text=limit[:20])
    key = visit.fields.get("key", "").strip() if spec.startswith(f"{_ENDPOINT}:") else ""
    told: dict[str, Any] = {"source": str(known.path), "resolver": spec, "limit": int(limit) if limit else None}
    told |= {**known.reading, "keyed": bool(key)}
    command = line_of("resolve", known.typed, "--with", typed, limit=limit, **known.options)
    return visit.start_job("resolve", f"{typed} · {known.name}", key=key or None, told=told, command=command)


@PAGES.act("/systems/answers")
def upload(visit: PageVisit) -> Response:
    """Keep answers that another program wrote, and of which collection they are."""
    known = named_collection(visit, visit.fields.get("collection", ""))
    path = visit.save_upload("file", visit.folder.place("runs"))
    write_text(path.with_name(path.name + READING), json.dumps({"collection": known.name}) + "\n")
    return visit.to("systems", path.name)


@PAGES.read("/systems/scores")
@PAGES.read("/systems/{name}")
def scores(visit: PageVisit) -> Response:
    """What runs are worth, which is better, what became of each item; or, with answers of people, one scale of all."""
    parts, query = visit.request.path_params, visit.request.query_params
    asked = [parts["name"]] if "name" in parts else query.getlist("run")
    runs, show, labels = visit.files_of("runs"), visit.asked("show", "all"), visit.files_of("labels")
    if not asked or any(name not in runs for name in asked):
        return visit.to("systems")
    paths, people = [runs[name] for name in asked], labels.get(visit.asked("people"))
    known = next(filter(None, (_collection_of(visit, path) for path in paths)), None)
    shown: dict[str, Any] = {"piece": None, "notes": (), "said": None}
    try:
        if known is None:
            raise InputError("web-run-of-nothing")
        key = ("scores", visit.interface, show, json.dumps(known.reading), visit.works)
        of = [*paths, known.path, *([people] if people else [])]
        made = visit.kept.get(
            key, of, lambda: _scaled(paths, known, people, visit.works) if people else _scored(paths, known, show)
        )
        shown |= {"piece": made[0], "notes": made[1]}
    except AnaphorError as error:  # which may quote a table of people's labels
        shown["said"] = str(error) if visit.works or not people else visit.words["agreement_unreadable"]
    command, typed = "compare" if len(paths) > 1 else "score", known.typed if known else None
    options = {"collection": typed, "people": people and f"labels/{people.name}"}
    return visit.page(
        "scores",
        visit.words["systems_scores"] if len(paths) > 1 else asked[0],
        trail=[(visit.words["nav_systems"], "systems")],
        status=400 if shown["said"] else 200,
        **shown,
        names=asked,
        show=show,
        labels=labels,
        people=people.name if people else "",
        command=line_of("scale" if people else command, *(f"runs/{name}" for name in asked), **options),
    )


def _row(visit: PageVisit, path: Path) -> dict[str, Any]:
    def look() -> dict[str, Any]:
        if not resolver.is_run(path):
            return {"shown": path.name, "answers": "–"}
        run = resolver.read_run(path)
        return {"shown": run.header.respondent.name, "answers": len(run.answers)}

    known = _collection_of(visit, path)
    return {"name": path.name, "collection": known.name if known else "–", **visit.kept.get("run", [path], look)}


def _collection_of(visit: PageVisit, path: Path) -> KnownCollection | None:
    """What a run was made on, among the collections of this project: no path in a file that was sent is followed."""
    collections, told = known_collections(visit), reading_of(path)
    if "collection" in told:
        return collections.get(str(told["collection"]))
    if not resolver.is_run(path):
        return None
    header = visit.kept.get("header", [path], lambda: resolver.read_run(path).header)
    by_path = (each for each in collections.values() if str(each.path) == header.source)
    return next(by_path, None) or collections.get(header.collection)


def _spec(visit: PageVisit) -> tuple[str, str]:
    """The resolver that a form asks for, for the call and for the command; never one that runs programs."""
    chosen = visit.fields.get("resolver", "")
    if chosen in _SHIPPED:
        return chosen, chosen
    kind, _, name = chosen.partition(":")
    folder = visit.folder.listed("models").get(name)
    if kind in _MODELS and folder is not None:
        return f"{kind}:{folder}", f"{kind}:models/{name}"
    model, url = (visit.fields.get(each, "").strip() for each in ("model", "url"))
    if chosen != _ENDPOINT or not _MODEL.fullmatch(model) or not _URL.fullmatch(url):
        raise InputError("web-bad-resolver")
    return f"chat:{model},url={url},key={worker.key_variable(visit.who)}", f"chat:{model},url={url}"


def _scored(paths: list[Path], known: KnownCollection, show: str) -> tuple[Markup, tuple[str, ...]]:
    """The scores, with one table of items in which only those are that a filter leaves."""
    found = library.score(*paths, collection=known.path, items=True, **known.reading)
    section, wanted = found.section, _wanted(found.to_dict()["runs"], show)
    # It ends in the table of all systems, where there are several, and then in one of each system.
    *parts, items = section.parts[: len(section.parts) - len(paths) if len(paths) > 1 else None]
    if isinstance(items, Table):
        rows = tuple(row for row in items.rows if wanted is None or str(row[0]) in wanted)
        part = text(
            "site-collection-page-of", first=min(1, len(rows)), last=min(_MOST_ITEMS, len(rows)), count=len(rows)
        )
        named = f"{items.caption or ''} ({part})".strip()
        items = replace(items, rows=rows[:_MOST_ITEMS], folded=wanted is None, caption=named)
    return section_piece(replace(section, parts=(*parts, items))), tuple(map(str, found.notes))


def _scaled(paths: list[Path], known: KnownCollection, people: Path, named: bool) -> tuple[Markup, tuple[str, ...]]:
    """Where systems stand among people, both on one scale with the items; people under their names or pseudonyms."""
    found = library.scale(*paths, collection=known.path, people=people, **known.reading)
    if named:
        return section_piece(found.section), tuple(map(str, found.notes))
    instead = pseudonyms(people, (each.name for each in found.respondents if each.person))
    shown = tuple(replace(each, name=instead[each.name]) if each.person else each for each in found.respondents)
    return section_piece(replace(found, respondents=shown).section), ()


def _wanted(runs: list[Any], show: str) -> set[str] | None:
    """The items that a filter leaves: wrong by all, not the same by all, twins of which only one is right."""
    rows = [(number, each) for number, run in enumerate(runs) for each in run["items"]]
    by_item: dict[str, set[str]] = {}
    by_schema: dict[tuple[int, str], set[str]] = {}
    for number, each in rows:
        by_item.setdefault(each["item"], set()).add(each["result"])
        by_schema.setdefault((number, each["schema"]), set()).add(each["result"])
    match show:
        case "wrong":
            return {item for item, seen in by_item.items() if seen == {"wrong"}}
        case "differ":
            return {item for item, seen in by_item.items() if len(seen) > 1}
        case "twins":
            return {each["item"] for number, each in rows if len(by_schema[number, each["schema"]]) > 1}
    return None
