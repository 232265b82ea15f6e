"""Systems on a benchmark that is no collection of ours: 0/1 tables as scored runs, tables joined by item.

Logs of a harness that say what was right are such tables, too. Nothing is known of candidates there, so that chance
is not spoken of, and an item that was not answered is not right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import digest
from anaphor.files.frames import is_path
from anaphor.library.answers import logged_format, logged_outcomes
from anaphor.provenance import Signature, fingerprint
from anaphor.schema import Collection
from anaphor.scoring import ScoredRun
from anaphor.scoring.inputs import place_of, table_rows
from anaphor.scoring.items import Missing, Outcome, OutcomeKind, ScoringTargets, Target
from anaphor.text import Message, joined, message, text

_ITEMS = ("item", "id", "item_id", "question", "question_id", "qid", "instance_id", "sample_id")
_CLUSTERS = ("cluster", "schema", "passage", "group")
_RESULTS = {
    "": OutcomeKind.ABSTAINED,
    **dict.fromkeys(("1", "1.0", "true"), OutcomeKind.RIGHT),
    **dict.fromkeys(("0", "0.0", "false"), OutcomeKind.WRONG),
}
Cells = dict[str, OutcomeKind]
"""By item, what became of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joint:
    """What several tables make together."""

    cluster: str | None
    systems: dict[str, Cells] = field(default_factory=dict)
    clusters: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    """By item, what tells it from another of the same name."""
    notes: list[Message] = field(default_factory=list)


def outcome_runs(
    tables: Sequence[Any], cluster: str | None, missing: Missing, answers: str | None = None
) -> list[ScoredRun]:
    """The systems in tables with a row per item and a column per system, or in logs; what was recognised is noted."""
    joint = _Joint(cluster=cluster)
    systems, clusters, notes = joint.systems, joint.clusters, joint.notes
    for given in tables:
        program = logged_format(Path(given), answers) if is_path(given) else None
        found = _logged(Path(given), program, joint) if program not in (None, "table") else _read(given, joint)
        if twice := next((name for name in found if name in systems), None):
            raise InputError("compare-outcomes-twice", name=twice, where=place_of(given))
        systems |= found
    items = list(dict.fromkeys(item for cells in systems.values() for item in cells))
    unknown = OutcomeKind.ABSTAINED
    holes = {item: name for name, cells in systems.items() for item in items if cells.get(item, unknown) is unknown}
    if holes and missing is Missing.REFUSE:
        item, name = next(iter(holes.items()))
        raise ContentError("compare-outcomes-hole", count=len(holes), name=name, item=item, where=place_of(tables[0]))
    if missing is Missing.SKIP:
        items = [item for item in items if item not in holes]
        notes += [message("compare-outcomes-skipped", count=len(holes))] if holes else []
    if not items:
        raise ContentError("compare-outcomes-none", where=place_of(tables[0]))
    targets = [Target(item=item, key=0, candidates=(), schema=clusters.get(item)) for item in items]
    listed = [(item, clusters.get(item)) for item in items]
    called = ", ".join(Path(each).stem if is_path(each) else text("score-word-table") for each in tables)
    asked = f"{called}#{fingerprint(listed)}"
    runs = []
    for name, cells in systems.items():
        mark = digest("".join(cells.get(item, unknown).value[0] for item in items))
        runs.append(
            ScoredRun(
                name=name,
                path=None,
                respondent=name,
                resolver="",
                blind=True,
                half_line=False,
                asked=asked,
                collection=Collection(name=called, language="und"),
                targets=ScoringTargets(items=tuple(targets)),
                outcomes=tuple(Outcome(target=each, result=cells.get(each.item, unknown)) for each in targets),
                signature=Signature.of(outcomes=asked, system=f"{name}#{mark}", missing=missing),
                notes=tuple(notes),
            )
        )
    return runs


def _logged(path: Path, program: str, joint: _Joint) -> Mapping[str, Cells]:
    """What a harness's log calls right and wrong, by system; a cluster is what it notes of an item under that name."""
    results = {True: OutcomeKind.RIGHT, False: OutcomeKind.WRONG, None: OutcomeKind.ABSTAINED}
    found, own = logged_outcomes(path, program), [joint.cluster] if joint.cluster else _CLUSTERS
    systems = {
        f"{name} ({path.stem})" if name in joint.systems else name: {
            item: results[right] for item, (right, _) in cells.items()
        }
        for name, cells in found.items()
    }
    if not any(kind is not OutcomeKind.ABSTAINED for cells in systems.values() for kind in cells.values()):
        raise FormatError("compare-outcomes-log", format=text(f"score-answers-{program}"), where=path)
    for item, (_, said_of) in (cell for cells in found.values() for cell in cells.items()):
        if said_of.mark and joint.marks.setdefault(item, said_of.mark) != said_of.mark:
            raise ContentError("compare-outcomes-other-item", item=item, where=path)
        noted = said_of.notes or {}
        held = next((str(noted[name]) for name in own if noted.get(name)), None)
        if held and joint.clusters.setdefault(item, held) != held:
            raise ContentError("compare-outcomes-two-clusters", item=item, where=path)
    count, said = max(map(len, systems.values())), text(f"score-answers-{program}")
    joint.notes.append(
        message("compare-outcomes-logged", file=path.name, format=said, count=count, systems=joined(systems))
    )
    metrics = dict.fromkeys(each.metric for cells in found.values() for _, each in cells.values() if each.metric)
    if metrics:
        joint.notes.append(message("compare-outcomes-metric", file=path.name, metrics=joined(metrics)))
    return systems


def _read(given: Any, joint: _Joint) -> Mapping[str, Cells]:
    """The outcomes in one table by system; its clusters and what is to be said of it are added to the others."""
    cluster, clusters, notes = joint.cluster, joint.clusters, joint.notes
    where, rows = place_of(given), list(table_rows(given, ()))
    names = list(rows[0][1]) if rows else []
    own = [cluster] if cluster else [name for name in names if name.casefold() in _CLUSTERS]
    if len(own) > 1:
        raise InputError("compare-outcomes-clusters", first=own[0], second=own[1], where=where)
    if own and own[0] not in names:
        raise InputError("compare-outcomes-no-cluster", name=own[0], known=joined(names), where=where)
    item = next((name for name in names if name.casefold() in _ITEMS and name not in own), None)
    others = [name for name in names if name not in (item, *own)]
    systems = {
        name: Cells() for name in others if any(row[name] and row[name].casefold() in _RESULTS for _, row in rows)
    }
    if not systems:
        raise FormatError("compare-outcomes-systems", known=joined(names or ["–"]), where=where)
    seen: dict[str, int] = {}
    for number, (line, row) in enumerate(rows, 1):
        here = Place(file=str(given) if where else text("score-word-row"), line=line)
        called = row[item] if item else str(number)
        if not called or called in seen:
            code = "score-item-twice" if called else "compare-outcomes-no-item"
            raise ContentError(code, item=called, row=seen.get(called, 0), where=here)
        seen[called] = line
        for name, cells in systems.items():
            if row[name].casefold() not in _RESULTS:
                raise FormatError("compare-outcomes-cell", column=name, cell=row[name], where=here)
            cells[called] = _RESULTS[row[name].casefold()]
        if own and row[own[0]] and clusters.setdefault(called, row[own[0]]) != row[own[0]]:
            raise ContentError("compare-outcomes-two-clusters", item=called, where=here)
    left = [name for name in others if name not in systems]
    shown = Path(given).name if is_path(given) else text("score-word-table")
    notes.append(message("compare-outcomes-read", file=shown, count=len(rows), systems=joined(systems)))
    notes += [] if item else [message("compare-outcomes-in-order", file=shown)]
    notes += [message("compare-outcomes-by", column=each) for each in own]
    notes += [message("compare-outcomes-left", count=len(left), columns=joined(left))] if left else []
    return systems
