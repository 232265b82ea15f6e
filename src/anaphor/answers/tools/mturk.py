"""Mechanical Turk: a batch, each row of which is an assignment with several questions side by side."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone

from anaphor.answers.rows import Row
from anaphor.answers.study import ImportSettings, cell
from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.text import Message, message

MARKS = ("HITId", "AssignmentId", "WorkerId")
"""Columns that every batch has."""
_SIDE_BY_SIDE: Mapping[str, tuple[str, ...]] = {
    "text": ("Input.schema_*", "Input.schema*", "Input.sentence_*", "Input.sentence*", "Input.text_*", "Input.text*"),
    "item": ("Input.item_*", "Input.id_*", "Input.qid_*", "Input.example_id_*"),
    "choice": ("Answer.c*", "Answer.choice_*", "Answer.choice*", "Answer.answer_*", "Answer.answer*", "Answer.q*"),
    "key": ("Input.gt_*", "Input.key_*", "Input.label_*", "Input.gold_*", "Input.answer_*"),
    "candidates": ("Input.option_1_*,Input.option_2_*", "Input.option1_*,Input.option2_*"),
}
"""Each row is a HIT with several questions: their usual names, numbers starred, as a user's (`text=Input.schema_*`)."""
_ZONES = {"PDT": -7, "PST": -8, "UTC": 0, "GMT": 0}
_TIME = re.compile(r"\w{3} (\w{3} \d{1,2} \d\d:\d\d:\d\d) (\w{3}) (\d{4})")
"""Such as `Mon May 10 16:24:54 PDT 2021`."""


def mturk_answers(rows: list[Row], settings: ImportSettings, file: str) -> tuple[list[Row], list[Message]]:
    """A row for each answer of each assignment, in the order in which they were handed in, rejected ones left out."""
    where = Place(file=file)
    if not set(MARKS) <= set(rows[0][1]):
        raise FormatError("experiment-mturk-columns", where=where, names=", ".join(MARKS))
    groups = _mturk_columns(list(rows[0][1]), settings, where)
    kept = [row for row in rows if cell(row, "AssignmentStatus") != "Rejected"]
    if not kept:
        raise FormatError("experiment-mturk-all-rejected", where=where)
    answers: list[Row] = []
    for row in kept:
        when = _TIME.fullmatch(cell(row, "SubmitTime") or "")
        at = None
        if when and when[2] in _ZONES:
            try:
                made = datetime.strptime(f"{when[1]} {when[3]}", "%b %d %H:%M:%S %Y")
                at = made.replace(tzinfo=timezone(timedelta(hours=_ZONES[when[2]]))).timestamp()
            except ValueError:  # no such day
                at = None
        for position, number in enumerate(groups["choice"][0], 1):
            said: dict[str, list[str | None]] = {
                ours: [cell(row, group.get(number)) for group in found] for ours, found in groups.items()
            }
            one = {ours: found[0] if found else None for ours, found in said.items()}
            item = one["item"] or one["text"]
            if one["choice"] is not None and item is not None:
                options = [each for each in said["candidates"] if each is not None]
                about = {"person": cell(row, "WorkerId") or "?", "position": position, "at": at}
                answers.append((row[0], {**one, **about, "item": item, "candidates": options}))
    if not answers:
        raise ContentError("experiment-no-answer-in-file")
    rejected, blank = len(rows) - len(kept), len(kept) * len(groups["choice"][0]) - len(answers)
    notes = [message("experiment-notes-rejected", count=rejected)] if rejected else []
    notes += [message("experiment-notes-unanswered", count=blank)] if blank else []
    return answers, [*notes, message("experiment-notes-assignment-times")]


def _mturk_columns(names: Sequence[str], settings: ImportSettings, where: Place) -> dict[str, list[dict[str, str]]]:
    """The groups of columns of a batch, each by its numbers; candidates have as many groups as there are options."""
    strange = [ours for ours in settings.columns if ours not in (*_SIDE_BY_SIDE, "person", "comment")]
    if strange:
        raise InputError("experiment-mturk-unknown-column", strange=strange[0], names=", ".join(_SIDE_BY_SIDE))
    found: dict[str, list[dict[str, str]]] = {}
    for ours, usual in _SIDE_BY_SIDE.items():
        stated = settings.columns.get(ours)
        found[ours] = []
        for patterns in (stated,) if stated else usual:
            groups = []
            for pattern in patterns.split(",") if ours == "candidates" else (patterns,):
                before, _, after = pattern.strip().partition("*")
                starred = re.compile(re.escape(before) + r"(\d+)" + re.escape(after))
                groups.append({match[1]: name for name in names if (match := starred.fullmatch(name))})
            if all(groups):
                found[ours] = groups
                break
        if stated and not found[ours]:
            code = "experiment-mturk-no-candidates" if ours == "candidates" else "experiment-mturk-no-group"
            raise InputError(code, where=where, columns=stated)
    if not found["choice"] or not (found["text"] or found["item"]):
        raise FormatError("experiment-mturk-unclear", where=where)
    return found
