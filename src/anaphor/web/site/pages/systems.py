"""Systems: a collection put to a resolver as a job, answers uploaded, runs scored, compared and looked at by item."""

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from anaphor import resolver, scoring
from anaphor.answer import MOST_FAILED, Abstention, ReplyCounts, count_replies
from anaphor.errors import AnaphorError, InputError
from anaphor.files import whole_number
from anaphor.report import section_piece
from anaphor.section import Table
from anaphor.text import text
from anaphor.web.jobs.orders import ENDPOINT, MODELS, SHIPPED, ResolveOrder, chat_spec, reading_fields, told_of
from anaphor.web.jobs.records import JobBook
from anaphor.web.readings import RunReading, keep_reading, reading_beside, reading_of
from anaphor.web.replies import BadRequestError
from anaphor.web.site.pages.agreement import pseudonyms
from anaphor.web.site.pages.collections import KnownCollection, known_collections, named_collection
from anaphor.web.site.shell import PageVisit, line_of
from anaphor.web.site.uploads import read_upload

_MOST_ITEMS = 500
"""Items that one page shows."""


class RunOf(NamedTuple):
    """What a run is of, as its header says."""

    source: str
    collection: str


def index(visit: PageVisit) -> Response:
    models = [f"{kind}:{name}" for name in visit.folder.listed("models") for kind in MODELS]
    return visit.page(
        "systems",
        visit.words["nav_systems"],
        runs=[_row(visit, path) for path in visit.files_of("runs").values()],
        jobs=[job for job in JobBook(visit.folder.root).jobs() if job.kind == "resolve"][:10],
        collections=list(known_collections(visit)),
        chosen=visit.asked("collection"),
        resolvers=[*SHIPPED, *models, (ENDPOINT, visit.words["systems_endpoint"])],
        command=line_of("resolve", "COLLECTION", "--with", "RESOLVER"),
    )


def start(visit: PageVisit) -> Response:
    """Ask for a run."""
    source = named_collection(visit, visit.fields.get("collection", ""))
    (spec, typed), limit = _spec(visit), visit.fields.get("limit", "").strip()
    most = whole_number(limit)
    if limit and (most is None or most < 0):
        raise InputError("web-no-number", text=limit[:20])
    key = visit.fields.get("key", "").strip() if spec.startswith(f"{ENDPOINT}:") else ""
    order = ResolveOrder(
        source=str(source.path),
        resolver=spec,
        limit=most,
        keyed=bool(key),
        **reading_fields(source.reading),
    )
    command = line_of("resolve", source.typed, "--with", typed, limit=limit, **source.options)
    return visit.start_job("resolve", f"{typed} · {source.name}", key=key or None, told=told_of(order), command=command)


def upload(visit: PageVisit) -> Response:
    """Keep answers that another program wrote, and of which collection they are."""
    source = named_collection(visit, visit.fields.get("collection", ""))
    path = visit.save_upload("file", visit.folder.place("runs"))
    keep_reading(RunReading, path, collection=source.name)
    return visit.to("systems", path.name)


def remove(visit: PageVisit) -> Response:
    """Remove a run, or answers that were uploaded, with what was said of them."""
    path = visit.files_of("runs").get(visit.part("name"))
    if path is None:
        raise BadRequestError("web-no-page", 404)
    for file in (path, reading_beside(path)):
        file.unlink(missing_ok=True)
    return visit.to("systems")


def scores(visit: PageVisit) -> Response:
    """What runs are worth, which is better, what became of each item; or, with answers of people, one scale of all."""
    parts, query = visit.request.path_params, visit.request.query_params
    asked = [parts["name"]] if "name" in parts else query.getlist("run")
    runs, show, labels = visit.files_of("runs"), visit.asked("show", "all"), visit.files_of("labels")
    if not asked or any(name not in runs for name in asked):
        return visit.to("systems")
    paths, people = [runs[name] for name in asked], labels.get(visit.asked("people"))
    source = next(filter(None, (_collection_of(visit, path) for path in paths)), None)
    ignored = tuple(filter(None, (reading_of(RunReading, path)[1] for path in paths)))
    shown: dict[str, Any] = {"piece": None, "notes": ignored, "said": None}
    try:
        if source is None:
            raise InputError("web-run-of-nothing")
        key = ("scores", visit.interface, show, repr(source.reading), visit.works)
        of = [*paths, source.path, *([people] if people else [])]
        sent = [file for file in of if file != source.path or not source.shipped]
        made = visit.kept.get(
            key,
            of,
            lambda: (
                read_upload(_scaled, sent, paths, source, people, visit.works)
                if people
                else read_upload(_scored, sent, paths, source, show)
            ),
        )
        shown |= {"piece": made[0], "notes": (*ignored, *made[1])}
    except AnaphorError as error:  # which may quote a table of people's labels
        shown["said"] = str(error) if visit.works or not people else visit.words["agreement_unreadable"]
    command, typed = "compare" if len(paths) > 1 else "score", source.typed if source else None
    options = {"collection": typed, "people": people and f"labels/{people.name}"}
    return visit.page(
        "scores",
        visit.words["systems_scores"] if len(paths) > 1 else asked[0],
        trail=[(visit.words["nav_systems"], "systems")],
        status=400 if shown["said"] else 200,
        **shown,
        names=asked,
        removable=asked[0] if len(asked) == 1 and visit.works else None,
        show=show,
        labels=labels,
        people=people.name if people else "",
        command=line_of("scale" if people else command, *(f"runs/{name}" for name in asked), **options),
    )


def _row(visit: PageVisit, path: Path) -> dict[str, Any]:
    source = _collection_of(visit, path)
    row: dict[str, Any] = {"name": path.name, "collection": source.name if source else "–", "problem": None}
    row |= looked_at(visit, path)[0]
    replies: ReplyCounts | None = row.pop("replies", None)
    if replies is not None and replies.unranked(MOST_FAILED):
        row["problem"] = text("web-run-not-ranked", failed=replies.failed, asked=replies.asked)
    return row


def looked_at(visit: PageVisit, path: Path) -> tuple[dict[str, Any], RunOf | None]:
    """What a list shows of answers, and what they are answers to, where they say it; or why they cannot be read.

    One file that nobody can read must not take the list from everybody, nor may many small ones that are no runs.
    """
    try:
        if not resolver.is_run(path):
            return {"shown": path.name, "answers": "–"}, None
        return visit.shell.rows.get("run", [path], lambda: read_upload(_look, [path], path))
    except AnaphorError as error:
        why = str(error).replace(f"{path.parent}/", "")  # where the site lies is nobody's business
        return {"shown": path.name, "answers": "–", "problem": why}, None


def _look(path: Path) -> tuple[dict[str, Any], RunOf | None]:
    run = resolver.read_run(path)
    reasons = [answer.reply.reason for answer in run.answers if isinstance(answer.reply, Abstention)]
    replies = count_replies(reasons, answered=len(run.answers) - len(reasons))
    shown = {"shown": run.header.respondent.name, "answers": len(run.answers), "replies": replies}
    return shown, RunOf(source=run.header.source, collection=run.header.collection)


def _collection_of(visit: PageVisit, path: Path) -> KnownCollection | None:
    """What a run was made on, among the collections of this project: no path in a file that was sent is followed."""
    collections, (reading, _) = known_collections(visit), reading_of(RunReading, path)
    if reading.collection is not None:
        return collections.get(reading.collection)
    header = looked_at(visit, path)[1]
    if header is None:
        return None
    by_path = (collection for collection in collections.values() if str(collection.path) == header.source)
    return next(by_path, None) or collections.get(header.collection)


def _spec(visit: PageVisit) -> tuple[str, str]:
    """The resolver that a form asks for, for the call and for the command; never one that runs programs."""
    chosen = visit.fields.get("resolver", "")
    if chosen in SHIPPED:
        return chosen, chosen
    kind, _, name = chosen.partition(":")
    folder = visit.folder.listed("models").get(name)
    if kind in MODELS and folder is not None:
        return f"{kind}:{folder}", f"{kind}:models/{name}"
    model, url = (visit.fields.get(field, "").strip() for field in ("model", "url"))
    if chosen != ENDPOINT:
        raise InputError("web-bad-resolver")
    return chat_spec(model, url, visit.who), f"chat:{model},url={url}"


def _scored(paths: list[Path], source: KnownCollection, show: str) -> tuple[Markup, tuple[str, ...]]:
    """The scores, with one table of items in which only those are that a filter leaves."""
    scores = scoring.score(*paths, collection=source.path, items=True, **source.reading.settings)
    section, wanted = scores.section, _wanted(scores.to_dict()["runs"], show)
    # Of the tables of items, that of all systems comes first, or the one of the only system; one is enough here.
    first, *others = [
        part for part in section.parts if isinstance(part, Table) and part.columns[0] == text("scoring-columns-item")
    ]
    rows = tuple(row for row in first.rows if wanted is None or str(row[0]) in wanted)
    part = text("site-collection-page-of", first=min(1, len(rows)), last=min(_MOST_ITEMS, len(rows)), count=len(rows))
    named = f"{first.caption or ''} ({part})".strip()
    items = replace(first, rows=rows[:_MOST_ITEMS], detail=wanted is None, caption=named)
    parts = [items if part is first else part for part in section.parts if part not in others]
    return section_piece(replace(section, parts=tuple(parts))), tuple(map(str, scores.notes))


def _scaled(paths: list[Path], source: KnownCollection, people: Path, named: bool) -> tuple[Markup, tuple[str, ...]]:
    """Where systems stand among people, both on one scale with the items; people under their names or pseudonyms."""
    scale = scoring.scale(*paths, collection=source.path, people=people, **source.reading.settings)
    if named:
        return section_piece(scale.section), tuple(map(str, scale.notes))
    instead = pseudonyms(people, (respondent.name for respondent in scale.respondents if respondent.person))
    respondents = tuple(
        replace(respondent, name=instead[respondent.name]) if respondent.person else respondent
        for respondent in scale.respondents
    )
    return section_piece(replace(scale, respondents=respondents).section), ()


def _wanted(runs: list[Any], show: str) -> set[str] | None:
    """The items that a filter leaves: wrong by all, not the same by all, twins of which only one is right."""
    rows = [(number, row) for number, run in enumerate(runs) for row in run["items"]]
    by_item: dict[str, set[str]] = {}
    by_schema: dict[tuple[int, str], set[str]] = {}
    for number, row in rows:
        by_item.setdefault(row["item"], set()).add(row["result"])
        by_schema.setdefault((number, row["schema"]), set()).add(row["result"])
    match show:
        case "wrong":
            return {item for item, seen in by_item.items() if seen == {"wrong"}}
        case "differ":
            return {item for item, seen in by_item.items() if len(seen) > 1}
        case "twins":
            return {row["item"] for number, row in rows if len(by_schema[number, row["schema"]]) > 1}
    return None
