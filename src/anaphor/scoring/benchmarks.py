"""Systems on a benchmark that is no collection of ours: 0/1 tables as scored runs, tables joined by item.

Logs of a harness that say what was right are such tables, too. Nothing is known of candidates there, so that chance
is not spoken of, and an item that was not answered is not right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from anaphor.answers import CHOICES, OUTCOMES, LoggedAnswer, answers_in, logged_format, says_known, table_rows
from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import digest, is_path, place_of
from anaphor.provenance import Signature, fingerprint
from anaphor.schema import Collection
from anaphor.scoring.items.outcomes import CountedTarget, Missing, Outcome, OutcomeKind, ScoringTargets, Target
from anaphor.scoring.systems.runs import ScoredRun
from anaphor.text import Message, joined, message, text

_MOST_OPTIONS = 1000
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
    without: Sequence[str] = ()
    """Columns, or systems, that are left out."""
    columns: dict[str, None] = field(default_factory=dict)
    systems: dict[str, Cells] = field(default_factory=dict)
    clusters: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    """By item, what tells it from another of the same name."""
    notes: list[Message] = field(default_factory=list)
    options: dict[str, int] = field(default_factory=dict)
    """By item, how many candidates it has, where that is known."""


def outcome_runs(  # noqa: PLR0913  # tables, and how they are read
    tables: Sequence[Any],
    cluster: str | None,
    missing: Missing,
    answers: str | None = None,
    without: Sequence[str] = (),
    *,
    counted: bool = False,
) -> list[ScoredRun]:
    """The systems in tables with a row per item and a column per system, or in logs; what was recognised is noted.

    With `counted` items know how many candidates they have, where a column or the log says it.
    """
    joint = _Joint(cluster=cluster, without=without)
    systems, clusters, notes = joint.systems, joint.clusters, joint.notes
    for given in tables:
        program = logged_format(Path(given), answers) if is_path(given) else None
        found = _logged(Path(given), program, joint) if program not in (None, "table") else _read(given, joint)
        if twice := next((name for name in found if name in systems), None):
            raise InputError("compare-outcomes-twice", name=twice, where=place_of(given))
        systems |= {name: cells for name, cells in found.items() if name not in without}
        joint.columns.update(dict.fromkeys(found))
    if strange := next((name for name in without if name not in joint.columns), None):
        raise InputError("compare-outcomes-no-cluster", name=strange, known=joined(joint.columns))
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
    targets: list[Target] = []
    for item in items:
        common: dict[str, Any] = {"item": item, "key": 0, "candidates": (), "schema": clusters.get(item)}
        known = joint.options.get(item) if counted else None
        targets.append(CountedTarget(**common, options=known) if known else Target(**common))
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


def logged_outcomes(path: Path, format: str) -> dict[str, dict[str, tuple[bool | None, LoggedAnswer]]]:
    """By system and item, whether a log calls an answer right, None where it says neither; and the answer itself.

    One that says both of an item, or a share of right, is refused: nobody could tell which of them counts.
    """
    found: dict[str, dict[str, tuple[bool | None, LoggedAnswer]]] = {}
    for each in answers_in(path, format):
        right, where = each.verdict, Place(file=str(path), line=each.line)
        if right is None and isinstance(each.right, float) and 0 < each.right < 1:
            raise FormatError("compare-outcomes-share", item=each.id, value=each.right, where=where)
        cells = found.setdefault(each.system or path.stem, {})
        before, other = cells.get(each.id, (None, each))
        if None not in (before, right) and (before is not right or other.mark != each.mark):
            raise ContentError("compare-outcomes-both", item=each.id, where=where)
        if before is None:  # HELM has several rows of one instance
            cells[each.id] = right, each
    return found


def _logged(path: Path, program: str, joint: _Joint) -> Mapping[str, Cells]:
    """What a harness's log calls right and wrong, by system; a cluster is what it notes of an item under that name."""
    results = {True: OutcomeKind.RIGHT, False: OutcomeKind.WRONG, None: OutcomeKind.ABSTAINED}
    found, own = logged_outcomes(path, program), [joint.cluster] if joint.cluster else OUTCOMES["cluster"]
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
        if len(said_of.options) > 1:
            joint.options[item] = len(said_of.options)
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
    where, rows = place_of(given), item_rows(given, joint)
    names = list(rows[0][1]) if rows else []
    own = [cluster] if cluster else [name for name in names if name.casefold() in OUTCOMES["cluster"]]
    if len(own) > 1:
        raise InputError("compare-outcomes-clusters", first=own[0], second=own[1], where=where)
    if own and own[0] not in names:
        raise InputError("compare-outcomes-no-cluster", name=own[0], known=joined(names), where=where)
    item = next((name for name in names if name.casefold() in OUTCOMES["item"] and name not in own), None)
    joint.columns.update(dict.fromkeys(names))
    sizes = _options_column(names, rows)
    others = [name for name in names if name not in (item, sizes, *own, *joint.without)]
    told = [name for name in others if any(row[name] and row[name].casefold() in _RESULTS for _, row in rows)]
    systems = {name: Cells() for name in told if not says_known(name)} or {name: Cells() for name in told}
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
        if sizes and row[sizes]:
            joint.options[called] = _count(row[sizes]) or 0
        for name, cells in systems.items():
            if row[name].casefold() not in _RESULTS:
                raise FormatError("compare-outcomes-cell", column=name, cell=row[name], where=here)
            cells[called] = _RESULTS[row[name].casefold()]
        if own and row[own[0]] and clusters.setdefault(called, row[own[0]]) != row[own[0]]:
            raise ContentError("compare-outcomes-two-clusters", item=called, where=here)
    left, known = (
        [name for name in others if (name in told) is each and name not in systems] for each in (False, True)
    )
    shown = Path(given).name if is_path(given) else text("score-word-table")
    notes.append(message("compare-outcomes-read", file=shown, count=len(rows), systems=joined(systems)))
    notes += [] if item else [message("compare-outcomes-in-order", file=shown)]
    notes += [message("compare-outcomes-by", column=each) for each in own]
    notes += [message("compare-outcomes-left", count=len(left), columns=joined(left))] if left else []
    notes += [message("compare-outcomes-known", count=len(known), columns=joined(known))] if known else []
    return systems


def _options_column(names: Sequence[str], rows: Sequence[tuple[int, dict[str, str]]]) -> str | None:
    """The column that says how many candidates each item has, perhaps with gaps; None where its cells say no number."""
    for name in names:
        said = [row[name] for _, row in rows if row[name]] if name.casefold() in OUTCOMES["options"] else []
        if said and all(_count(cell) for cell in said):
            return name
    return None


def _count(cell: str) -> int | None:
    """How many candidates a cell says; beside gaps, pandas writes whole numbers as 2.0."""
    digits = cell.removesuffix(".0")
    known = digits.isascii() and digits.isdigit() and len(digits) <= 4
    return int(digits) if known and 2 <= int(digits) <= _MOST_OPTIONS else None


def with_options(
    respondents: Sequence[tuple[str, Sequence[Outcome]]], known: Mapping[str, int]
) -> list[tuple[str, list[Outcome]]]:
    """The outcomes of 0/1 tables, their items with the number of candidates that is known of them."""
    targets: dict[str, Target] = {}

    def counted(target: Target) -> Target:
        if target.item not in targets:
            common: dict[str, Any] = {"item": target.item, "key": target.key, "candidates": (), "schema": target.schema}
            targets[target.item] = CountedTarget(**common, options=known[target.item])
        return targets[target.item]

    return [(name, [replace(one, target=counted(one.target)) for one in outcomes]) for name, outcomes in respondents]


def item_rows(given: Any, joint: _Joint) -> list[tuple[int, dict[str, str]]]:
    """The rows of a table with a column per system; a long one has a row for each system on each item."""
    rows = list(table_rows(given, ()))
    names = list(rows[0][1]) if rows else []
    cells = {name: [row[name] for _, row in rows] for name in names}
    told = [name for name in names if any(cells[name]) and {*map(str.casefold, cells[name])} <= _RESULTS.keys()]
    system = next((name for name in names if name.casefold() in CHOICES["person"] and name not in told), None)
    if system is None or len(set(cells[system])) == len(rows):
        return rows
    keys = sorted(
        {*names} - {system, *told}, key=lambda name: (name.casefold() not in OUTCOMES["item"], names.index(name))
    )
    pairs = {name: len(set(zip(cells[name], cells[system], strict=True))) for name in keys}
    item = next((name for name in keys if pairs[name] == len(rows) > len(set(cells[name]))), None)
    told.sort(key=lambda name: name.casefold() not in OUTCOMES["right"])
    if item is None or not told:
        raise FormatError("compare-outcomes-long", known=joined(names), system=system, where=place_of(given))
    joint.notes.append(message("compare-outcomes-columns", item=item, system=system, right=told[0]))
    kept = [name for name in keys if name.casefold() in OUTCOMES["cluster"] or name == joint.cluster]
    found: dict[str, tuple[int, dict[str, str]]] = {}
    for line, row in rows:
        begun = {"item": row[item], **{name: row[name] for name in kept}, **dict.fromkeys(cells[system], "")}
        found.setdefault(row[item], (line, begun))[1][row[system]] = row[told[0]]
    return list(found.values())
