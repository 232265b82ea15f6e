"""A batch of Mechanical Turk: each row is a HIT with several questions side by side, in columns with numbers.

The groups of columns are known by their usual names or named with a star: `text=Input.schema_*`, `choice=Answer.c*`,
`key=Input.gt_*`, `candidates=Input.option_1_*,Input.option_2_*`, `item=Input.id_*`.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from anaphor.errors import FormatError, InputError, Place
from anaphor.experiment.importing.csv import table_rows, text_of
from anaphor.experiment.importing.records import Given, Import, ImportSettings, Row, cell, wanted, written_note

MARKS = ("HITId", "AssignmentId", "WorkerId")
"""Columns that every batch has."""
_USUAL: Mapping[str, tuple[str, ...]] = {
    "text": ("Input.schema_*", "Input.schema*", "Input.sentence_*", "Input.sentence*", "Input.text_*", "Input.text*"),
    "item": ("Input.item_*", "Input.id_*", "Input.qid_*", "Input.example_id_*"),
    "choice": ("Answer.c*", "Answer.choice_*", "Answer.choice*", "Answer.answer_*", "Answer.answer*", "Answer.q*"),
    "key": ("Input.gt_*", "Input.key_*", "Input.label_*", "Input.gold_*", "Input.answer_*"),
}
_OPTIONS = (("Input.option_1_*", "Input.option_2_*"), ("Input.option1_*", "Input.option2_*"))
_ZONES = {"PDT": -7, "PST": -8, "UTC": 0, "GMT": 0}
_TIME = re.compile(r"\w{3} (\w{3} \d{1,2} \d\d:\d\d:\d\d) (\w{3}) (\d{4})")


def import_mturk(path: Path, settings: ImportSettings) -> Import:
    """The answers of a batch, in the order in which assignments were handed in; rejected ones are left out."""
    file = str(path)
    rows = wanted(table_rows(text_of(path), file), settings, file)
    names = list(rows[0][1])
    if not set(MARKS) <= set(names):
        raise FormatError("experiment-batch-mechanical-turk-columns", where=Place(file=file), names=", ".join(MARKS))
    groups = _groups(names, settings, file)
    kept = [row for row in rows if cell(row, "AssignmentStatus") != "Rejected"]
    if not kept:
        raise FormatError("experiment-every-assignment-batch-rejected", where=Place(file=file))
    answers = [given for row in kept for given in _row(row, groups, settings)]
    notes = [written_note("rejected", count=len(rows) - len(kept))] if len(kept) < len(rows) else []
    blank = len(kept) * len(groups["choice"][0]) - len(answers)
    notes += [written_note("unanswered", count=blank)] if blank else []
    notes.append(written_note("assignment_times"))
    return Import(source="mturk", answers=tuple(answers), notes=tuple(notes))


Group = dict[str, str]
"""The columns of a group by their number."""


def _groups(names: Sequence[str], settings: ImportSettings, file: str) -> dict[str, list[Group]]:
    """The columns of texts, items, choices, keys and candidates."""
    known = {"person": "WorkerId", "comment": ""}
    strange = [ours for ours in settings.columns if ours not in (*_USUAL, "candidates", *known)]
    if strange:
        raise InputError("experiment-batch-no-column", strange=strange[0], names=", ".join((*_USUAL, "candidates")))
    found: dict[str, list[Group]] = {}
    for ours, usual in _USUAL.items():
        patterns = (settings.columns[ours],) if ours in settings.columns else usual
        found[ours] = [group for pattern in patterns if (group := _columns(names, pattern))][:1]
        if ours in settings.columns and not found[ours]:
            raise InputError("experiment-no-column-group", where=Place(file=file), columns=settings.columns[ours])
    if not found["choice"] or not (found["text"] or found["item"]):
        raise FormatError("experiment-which-columns-batch-questions-answers", where=Place(file=file))
    stated = settings.columns.get("candidates")
    options = (tuple(part.strip() for part in stated.split(",")),) if stated else _OPTIONS
    whole = [[_columns(names, each) for each in option] for option in options]
    found["candidates"] = next((option for option in whole if all(option)), [])
    if stated and not found["candidates"]:
        raise InputError("experiment-no-columns-called", where=Place(file=file), stated=stated)
    return found


def _columns(names: Sequence[str], pattern: str) -> Group:
    before, _, after = pattern.partition("*")
    found = {
        name[len(before) : len(name) - len(after)]: name
        for name in names
        if name.startswith(before) and name.endswith(after)
    }
    return {number: name for number, name in found.items() if number.isdecimal()}


def _row(row: Row, groups: dict[str, list[Group]], settings: ImportSettings) -> list[Given]:
    """The answers of one assignment."""
    start = settings.count_from or 0
    when, given = _when(cell(row, "SubmitTime")), []
    for position, (number, column) in enumerate(groups["choice"][0].items(), 1):
        said = cell(row, column)
        text, item, key = (
            cell(row, groups[ours][0].get(number)) if groups[ours] else None for ours in ("text", "item", "key")
        )
        if said is None or (text or item) is None:
            continue
        candidates = [cell(row, group.get(number)) for group in groups["candidates"]]
        choice, right = (
            None if each is None or not each.lstrip("-").isdecimal() else int(each) - start for each in (said, key)
        )
        given.append(
            Given(
                person=cell(row, "WorkerId") or "",
                item=item or text or "",
                text=text,
                position=position,
                at=when,
                candidates=tuple(each for each in candidates if each is not None),
                choice=choice,
                chosen=said if choice is None else None,
                key=right,
                key_text=key if right is None else None,
                line=row[0],
            )
        )
    return given


def _when(text: str | None) -> float | None:
    """Seconds since 1970 of a time such as `Mon May 10 16:24:54 PDT 2021`."""
    found = _TIME.fullmatch(text or "")
    if found is None or found[2] not in _ZONES:
        return None
    try:
        made = datetime.strptime(f"{found[1]} {found[3]}", "%b %d %H:%M:%S %Y")
    except ValueError:
        return None
    return made.replace(tzinfo=timezone(timedelta(hours=_ZONES[found[2]]))).timestamp()
