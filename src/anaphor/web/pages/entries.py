"""Entries: one schema or problem, its readings, its state, what colleagues say of it, words that may mend it."""

from dataclasses import replace
from datetime import UTC, datetime

from starlette.responses import Response

from anaphor import authoring
from anaphor import collection as house
from anaphor.errors import AnaphorError
from anaphor.provenance import fingerprint
from anaphor.report import collections as sections
from anaphor.report.media import section_piece
from anaphor.web.pages.collections import (
    STATES,
    EntryStates,
    KnownCollection,
    Part,
    named_collection,
    opened,
    part_alone,
    work_of,
)
from anaphor.web.replies import BadRequestError
from anaphor.web.site.folder import append_record
from anaphor.web.site.shell import PageTable, PageVisit, line_of
from anaphor.web.workbench.file import ConflictError, lines_of

_LONGEST = 2000
_HELP = {"suggest": authoring.suggest, "repair": authoring.repair}
PAGES = PageTable()


@PAGES.read("/collections/{name}/entries/{id:path}")
def entry(visit: PageVisit) -> Response:
    """One entry; words that would flip or level it are asked for by a button."""
    known, part, near = _found(visit)
    collection, more = opened(visit, known)[0], visit.asked("more")
    states, said, help_piece = EntryStates(visit, known), None, None
    command = line_of("collection", "readings", known.typed, **known.options)
    try:
        if more in _HELP:
            command = line_of("collection", more, known.typed, part.id, **known.options)
            key = (more, visit.interface, part.id)
            help_piece = visit.kept.get(
                key, [known.path], lambda: section_piece(_HELP[more](collection, part.id).section)
            )
    except AnaphorError as error:
        said = str(error)
    return visit.page(
        "entry",
        part.id,
        trail=[(visit.words["nav_collections"], "collections"), (known.name, f"collections/{known.name}/entries")],
        said=said,
        known=known,
        part=part,
        near=near,
        lines=lines_of(part, collection.language),
        state=states.of(part),
        states=STATES if known.native else ("reviewed", "validated"),
        comments=[
            {**each, "when": f"{datetime.fromtimestamp(each['at'], UTC):%Y-%m-%d %H:%M}"}
            for each in states.comments(part.id)
        ],
        piece=section_piece(sections.readings_section(house.readings(part_alone(collection, part)))),
        help_piece=help_piece,
        command=command,
    )


@PAGES.act("/collections/{name}/entries/{id:path}")
def act(visit: PageVisit) -> Response:
    """Say something of an entry, or how far it is."""
    known, part, _ = _found(visit)
    notes, state = visit.folder.notes(known.path.name), visit.fields.get("state", "")
    if known.shipped:
        raise BadRequestError("web-no-collection", 404)
    if comment := visit.fields.get("text", "").strip():
        append_record(notes, entry=part.id, who=visit.who, text=comment[:_LONGEST])
    if state in STATES:
        status, reason = STATES[state], visit.fields.get("reason", "").strip() or part.reason
        if known.native and part.status is not status:
            base, part = fingerprint(part), replace(part, status=status, reason=reason)
            try:
                work_of(visit, known).save(part, part.id, base)
            except ConflictError:
                raise BadRequestError("web-conflict", 409) from None
        append_record(notes, entry=part.id, who=visit.who, of=fingerprint(part) if state == "validated" else None)
    return visit.to("collections", known.name, "entries", part.id)


def _found(visit: PageVisit) -> tuple[KnownCollection, Part, tuple[str | None, str | None]]:
    """The entry that the address names, and the ids of those before and behind it."""
    known = named_collection(visit, visit.part("name"))
    parts = opened(visit, known)[0].parts
    at = next((number for number, each in enumerate(parts) if each.id == visit.part("id")), None)
    if at is None:
        raise BadRequestError("web-no-entry", 404)
    return known, parts[at], (parts[at - 1].id if at else None, parts[at + 1].id if at + 1 < len(parts) else None)
