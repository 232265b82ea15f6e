"""Batches of Mechanical Turk and of Toloka, and surveys (Qualtrics, LimeSurvey, Google Forms), as tables."""

import json
import shlex
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from anaphor.answers import vocabulary
from anaphor.answers.grid import other_answers
from anaphor.answers.labelling import LabelLayout, LabelSettings
from anaphor.answers.long import column_group, read_batch
from anaphor.answers.matrix import LabelMatrix
from anaphor.answers.roles import groups_of, in_group, question_in, unclear
from anaphor.answers.table import LabelTable, column_table, text_table
from anaphor.answers.tools.export import flattened
from anaphor.answers.wide import read_wide
from anaphor.text import message

_OURS = {
    "ASSIGNMENT:task_id": "HITId",
    "ASSIGNMENT:worker_id": "WorkerId",
    "_unit_id": "HITId",
    "_worker_id": "WorkerId",
}
"""What Toloka and Appen call the task and the worker of Mechanical Turk."""
_TICKED = ("true", "on", "1")
_BOXES = frozenset({"true", "false", "on", "off", "1", "0", ""})


_CODES = frozenset({"1", "2", "8", "9", "12", "17", "24", "40"})
"""Numbers for which Qualtrics also writes Survey Preview, Survey Test and Spam, of any kind."""
_SHORT = 12
"""Words that a question about a person has at the most; the text of an item may well speak of age or time."""
_UNFINISHED = frozenset({"submitdate", "datesubmitted", "datedesoumission"})
"""Columns of surveys that are empty for those who did not finish."""


def counted_rows(table: LabelTable, settings: LabelSettings) -> LabelTable:
    """The table without rows that do not count: rejected, skipped, unfinished, previews, headers below the first.

    What was left out is said. Where nobody finished, the column says something else, and everybody counts.
    """
    words, notes = [vocabulary.plain(name) for name in table.names], list(table.notes)
    kept = list(range(table.lines.size))
    below = _header_rows(table, words)
    if below:  # Qualtrics writes three headers: a name, the question, an id for the import
        kept = kept[below:]
        texts = zip(table.names, table.rows[0], strict=True)
        about = [name for name, each in texts if vocabulary.says_beside(each) and len(each.split()) <= _SHORT]
        about = [name for name in about if not vocabulary.called(name, "aside")]
        options = " ".join(f"--without {shlex.quote(name)}" for name in about)
        notes += [message("labels-about-people", names=", ".join(about), options=options)] if about else []
    survey, coded = bool(survey_table(table)), {"status": _CODES} if "recordeddate" in words else {}
    forms = [name for name in table.names if vocabulary.says_complete(name)]
    for place, name in enumerate(table.names):
        word, form = words[place], forms == [name]  # of several forms one may well be left out
        empty = {""} if survey and word in _UNFINISHED else set[str]()
        named = {*dict(settings.where), settings.label, settings.item, settings.annotator, settings.question}
        if name in named or not (empty or form or word in vocabulary.STATUS):
            continue
        cells = table.column(place)
        known = vocabulary.gone_values(name, (cells[row] for row in kept)) | coded.get(word, set()) | empty
        gone = [row for row in kept if cells[row] in known]
        if not gone:
            continue
        unfinished = bool(empty) or form or word in vocabulary.FINISHED
        if word in vocabulary.FINISHED and not survey and not _about_people(table, cells):
            continue  # a question, or something that is known of items
        if unfinished and len(gone) == len(kept):
            notes.append(message("labels-nobody-finished", column=name))
            continue
        said = ", ".join(dict.fromkeys(cells[row] for row in gone if cells[row]))
        code = "labels-gone" if said else "labels-gone-empty"
        where = shlex.quote(f"{name}={cells[gone[0]]}")
        option = shlex.quote(name)
        notes.append(message(code, count=len(gone), column=name, values=said, where=where, name=option))
        kept = sorted(set(kept).difference(gone))
    if not kept:
        raise table.file.impossible("agreement-all-missing")
    table = table if len(kept) == table.lines.size else table.taken(kept)
    return replace(table, notes=tuple(notes))


def _about_people(table: LabelTable, cells: Sequence[str]) -> bool:
    """Whether a column says one thing of each person, as one that says who finished does."""
    people = [name for name in table.names if vocabulary.called(name, "annotator")]
    if not people:
        return False
    who = table.column(table.names.index(people[0]))
    return len(set(zip(who, cells, strict=True))) == len(set(who))


def _header_rows(table: LabelTable, words: Sequence[str]) -> int:
    """How many rows below the names of columns are headers, too, as Qualtrics has them."""
    first = table.rows[:2]
    if "startdate" in words:
        begins = [cells[words.index("startdate")] for cells in first]
        return sum("ImportId" in each or vocabulary.plain(each) == "startdate" for each in begins)
    imported = [sum('"ImportId"' in cell for cell in cells) > len(cells) / 2 for cells in first]
    return imported.index(True) + 1 if any(imported) else 0


def turk_table(table: LabelTable) -> LabelTable | None:
    """A batch of Mechanical Turk with one column per question; None for any other table.

    Radio buttons have a column for each choice (Answer.mood.happy) with true in one of them, and newer forms all
    their answers as JSON in one column (Answer.taskAnswers).
    """
    names = [_OURS.get(name, name).replace("OUTPUT:", "Answer.").replace("INPUT:", "Input.") for name in table.names]
    if {"_unit_id", "_worker_id"} <= set(table.names):  # Appen's own columns begin with a line, and data are the unit's
        units = table.column(table.names.index("_unit_id"))
        for place, name in enumerate(names):
            told = len(set(zip(units, table.column(place), strict=True))) > len(set(units))
            own = name.startswith("_") or name in _OURS.values() or name.endswith("_gold")
            names[place] = name if own else f"{'Answer' if told else 'Input'}.{name}"
    if not {"hitid", "workerid"} <= {vocabulary.plain(name) for name in names}:
        return None
    theirs = dict(zip(names, table.names, strict=True))
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    for row in rows:
        try:
            answers = json.loads(row.pop("Answer.taskAnswers", "") or "[]")
        except (ValueError, RecursionError):
            answers = []  # what is no JSON gives no label, and a missing one is said
        for name, value in flattened({"": answers}).pop().items() if answers else ():
            row[f"Answer{name.removesuffix('.label')}"] = str(value).lower() if isinstance(value, bool) else str(value)
    names = list(dict.fromkeys(name for row in rows for name in row))
    stems = sorted(
        (name.rpartition(".")[0], name) for name in names if name.count(".") > 1 and name.startswith("Answer.")
    )
    boxes = [name for stem, name in stems if name == f"{stem}.{stem.partition('.')[2]}"]
    if len(boxes) > 1:  # Answer.joy.joy beside Answer.fear.fear: boxes to tick, one beside the other
        stems = [each for each in stems if each[1] not in boxes]
        for row in rows:
            ticked = {name.rpartition(".")[2]: row.pop(name, "").lower() in _TICKED for name in boxes}
            row[f"Answer.{'+'.join(ticked)}"] = "|".join(name for name, each in ticked.items() if each) or "none"
        names = list(dict.fromkeys(name for row in rows for name in row))
    for stem, group in groupby(stems, key=lambda each: each[0]):
        columns = [name for _, name in group]
        if len(columns) == 1:  # one box, ticked or not
            continue
        if {row.get(name, "").lower() for row in rows for name in columns} <= _BOXES:
            for row in rows:
                cells = {name: row.pop(name, "").lower() for name in columns}
                row[stem] = "|".join(name[len(stem) + 1 :] for name, cell in cells.items() if cell in _TICKED)
            names = [*(name for name in names if name not in columns), stem]
    found = [[row.get(name, "") for name in names] for row in rows]
    called = tuple(theirs.get(name, name) for name in names)
    return text_table(table.file, names, found, table.lines.tolist(), notes=table.notes, own=called)


def turk_questions(table: LabelTable, groups: Sequence[str]) -> list[str]:
    """The answers of a batch that may be labels: few short values that come again, and not one for each item.

    Columns of one group (Answer.mood1, Answer.mood2) are one question, called by its pattern.
    """
    tasks = table.column(next(place for place, name in enumerate(table.names) if vocabulary.plain(name) == "hitid"))
    questions: dict[str, list[int]] = {}
    for place, name in enumerate(table.names):
        if name.startswith("Answer."):
            group = next((each for each in groups if in_group(name, each)), name)
            questions.setdefault(group, []).append(place)
    found = []
    for name, places in questions.items():
        cells = [(task, place, row[place]) for task, row in zip(tasks, table.rows, strict=True) for place in places]
        filled = [cell for _, _, cell in cells if cell]
        values = set(filled)
        echoed = len(set(cells)) == len({cell[:2] for cell in cells}) < len(cells)
        short = sum(map(len, values)) <= 40 * len(values)
        if 1 < len(values) <= max(len(filled) / 3, 2) and short and not echoed:
            found.append(name)
    return found


def survey_table(table: LabelTable) -> LabelTable | None:
    """The table, if it is a survey, one row per respondent; None for any other table."""
    words = [vocabulary.plain(name) for name in table.names]
    forms = [name for name in table.names if vocabulary.says_complete(name) or vocabulary.plain(name) == "complete"]
    if forms and words[:1] == ["recordid"]:  # REDCap
        return table
    if sum(word in vocabulary.SURVEY for word in words) < (1 if words[:1] in (["timestamp"], ["horodateur"]) else 2):
        return None
    return table


def turk_settings(table: LabelTable, questions: Sequence[str], settings: LabelSettings) -> LabelSettings:
    """The settings that read a batch of Mechanical Turk; an error with the line to type where its labels are not clear.

    A task is an item, unless tasks hold several items side by side, in columns with numbers.
    """
    if not questions:
        table.file.refuse_question(settings)
    groups = [group for group in questions if "*" in group]
    single = [name for name in questions if "*" not in name]
    names = {vocabulary.plain(name): name for name in table.names}
    if len(single) == 1 and not groups:
        settings = replace(settings, question=None, label=single[0])
        return replace(settings, item=names["hitid"], annotator=names["workerid"])
    options: str | list[str] = ""
    if groups:
        numbers = set(column_group(table.names, groups[0]))
        inputs = [group for group in groups_of(table.names) if group.startswith("Input.")]
        inputs = [group for group in inputs if numbers <= set(column_group(table.names, group))]

        def likely(group: str) -> tuple[bool, int]:
            values = {row[place] for place in column_group(table.names, group).values() for row in table.rows}
            return vocabulary.called(group.partition(".")[2], "item") and len(values) > 1, len(values)

        item = f"--item {shlex.quote(max(inputs, key=likely))} " if inputs else ""
        options = f"{item}--label {shlex.quote(groups[0])} --annotator {names['workerid']} --repeats first"
    elif single:
        own = _said_of_oneself(table, single, table.column(table.names.index(names["workerid"])))
        asked = [name for name in single if name not in own] or single
        options = [f"--question {shlex.quote(name.removeprefix('Answer.'))}" for name in asked]
    theirs = dict(zip(table.names, table.own, strict=True))
    shown = ", ".join([theirs.get(name, name) for name in (*groups, *single)][:8]) or message("text-none")
    given = [place for place, name in enumerate(table.names) if name.startswith(("Answer.", "Input."))]
    seen = column_table(table.file, {table.own[place]: table.coded(place) for place in given})
    platform = {"ASSIGNMENT:task_id": "Toloka", "_unit_id": "Appen"}.get(theirs[names["hitid"]], "Mechanical Turk")
    raise unclear(seen, "labels-turk", options=options, answers=str(shown), platform=platform)


def slot_table(table: LabelTable) -> LabelTable | None:
    """A row for each label, from pairs of columns that name who labelled and what they said; None for another table.

    annotator_1, label_1, annotator_2, label_2 … are such pairs, in whatever order they stand.
    """
    groups = groups_of(table.names)
    people = [group for group in groups if vocabulary.called(group, "annotator")]
    labels = [group for group in groups if vocabulary.called(group, "label")]
    if len(people) != 1 or len(labels) != 1:
        return None
    who, what = (column_group(table.names, group[0]) for group in (people, labels))
    names, said = (
        {cell for place in group.values() for cell in table.coded(place).names if cell} for group in (who, what)
    )
    # Nobody labels an item twice, while two labels of one item are often the same.
    people_of_rows = [[row[place] for place in who.values() if row[place]] for row in table.rows]
    again = any(len(set(each)) < len(each) for each in people_of_rows)
    if who.keys() != what.keys() or names & said or again:
        return None
    rest = [place for place in range(table.width) if place not in (*who.values(), *what.values())]
    rows = [
        (line, (*(row[place] for place in rest), row[who[slot]], row[what[slot]]))
        for line, row in zip(table.lines.tolist(), table.rows, strict=True)
        for slot in who
        if row[who[slot]] or row[what[slot]]
    ]
    head = [*(table.names[place] for place in rest), "annotator", "label"]
    if not rows or len(set(head)) < len(head):
        return None
    notes = (*table.notes, message("labels-slots", people=people[0], labels=labels[0]))
    return text_table(table.file, head, [row for _, row in rows], [line for line, _ in rows], notes=notes)


def _said_of_oneself(table: LabelTable, answers: Sequence[str], workers: Sequence[str]) -> list[str]:
    """The answers that people gave of themselves: one thing throughout, as their age, or how sure they are."""
    several = len(set(workers)) < len(workers)
    constant = [
        name
        for name in answers
        if len(set(zip(workers, table.column(table.names.index(name)), strict=True))) == len(set(workers))
    ]
    return [name for name in answers if (several and name in constant) or vocabulary.says_beside(name)]


def read_survey(table: LabelTable, settings: LabelSettings) -> LabelMatrix:
    """A matrix from a survey whose questions are one group of columns with numbers; else an error with the line."""
    groups = question_in(groups_of([name for name in table.names if not vocabulary.called(name, "aside")]), settings)
    people = [name for name in table.names if vocabulary.plain(name) in (*vocabulary.RESPONDENT, *vocabulary.ANNOTATOR)]
    who = f"--annotator {shlex.quote(people[0])}" if people else ""
    rest = [
        name
        for name in table.names
        if not vocabulary.called(name, "aside")
        and name not in people
        and not any(in_group(name, each) for each in groups)
    ]
    if len(groups) == 1 and (settings.question or not rest):
        settings = replace(settings, question=None, label=groups[0], annotator=people[0] if people else None)
        return read_batch(table, settings)
    if not groups:
        table.file.refuse_question(settings)
        asked = [table.column(table.names.index(name)) for name in rest]
        headed = any(note.code == "labels-two-headers" for note in table.notes)
        if headed and len(rest) > 2 and people and not other_answers(asked, settings, rest):  # items below one question
            own = column_table(table.file, {name: table.coded(table.names.index(name)) for name in (people[0], *rest)})
            told = replace(settings, layout=LabelLayout.ANNOTATORS, annotator=people[0])
            return read_wide(replace(own, lines=table.lines), told)
    best = max(groups, key=lambda group: sum(in_group(name, group) for name in table.names), default="")
    options = f"--label {shlex.quote(best)} {who}" if best else f"--layout annotators {who}"
    raise unclear(table, "labels-survey", options=options)
