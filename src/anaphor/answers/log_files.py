"""Answers that another program logged, as runs: matched to the collection by id, then by text.

One function per format makes records of its samples; all that follows is the same for all. Where a program compared
log-likelihoods, these are the scores of the candidates; where two are equal the harness takes the first, and here
nobody is taken to have chosen.
"""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphor.answer import AbstentionReason, Choice
from anaphor.answers.items import KnownItems
from anaphor.answers.logs import TABULAR, UNSAID, Answers, LoggedAnswer, Rows, log_rows
from anaphor.answers.predictions import table_runs
from anaphor.answers.run import Run
from anaphor.answers.run_file import is_run
from anaphor.answers.stored import SCORE, choice_columns
from anaphor.answers.tools import every_eval_ever, helm, inspect, lm_eval, openai_evals
from anaphor.answers.vocabulary import CHOICES, heading
from anaphor.collection import bare_text
from anaphor.errors import ContentError, FormatError, InputError, Place, UnknownNameError
from anaphor.files import whole_number
from anaphor.schema import Collection, Question
from anaphor.text import joined, message, text

_TORN = 0.5
"""Share of the verdicts from which on another order of the candidates, or other keys, must explain them."""
_FEW = 10
"""So many verdicts at least: fewer may be mistakes of the program."""
_LETTER = re.compile("[a-e]")
_OPTION = re.compile(r"(?:option|candidate|choice)[ _-]?[1-9a-i]", re.IGNORECASE)


def logged_format(path: Path, given: str | None = None) -> str | None:
    """Which program wrote a file, seen in its first record; None for a run of ours. Two that fit are asked about."""
    if given is not None and given not in FORMATS:
        raise UnknownNameError(text("score-answers-format"), given, FORMATS)
    if not path.is_file() or is_run(path) or given is not None:
        return given
    with path.open("rb") as file:
        opening = file.read(2)
    tabular = path.suffix.lower() in TABULAR
    if opening[:1] not in (b"{", b"[") and opening != b"PK" and not tabular:
        return None
    try:
        _, first = next(log_rows(path), (1, {}))
    except FormatError:
        if tabular or opening in (b"{\n", b"PK"):
            raise
        return None  # no JSON: what a run should be is said then
    names = {name.casefold() for name in first}
    found = [name for name, (fits, _) in FORMATS.items() if fits(names)]
    if len(found) > 1:
        raise InputError("score-answers-two", first=found[0], second=found[1], where=path)
    return found[0] if found else "table" if tabular else None


def logged_runs(path: Path, collection: Collection, format: str, name: str | None = None) -> list[Run]:
    """The runs in a log, one per system; what is no item of the collection is left out and said."""
    items = KnownItems(collection.questions)
    found: list[dict[str, Any]] = []
    unmatched: list[str] = []
    verdicts: dict[tuple[str, str], bool] = {}
    by_words = failed = 0
    for each in answers_in(path, format):
        where = Place(file=str(path), line=each.line)
        own = items.by_id.get(each.id)
        if own is not None and not each.asks(own):
            own = None  # the same id in another state of the collection, or in another collection
        if own is None:
            own = items.only_one_in(each.text, each.prompt, tuple((each.more or {}).values()))
            by_words += own is not None
        if own is None:
            unmatched.append(each.id)
            continue
        if each.choice is UNSAID:
            raise FormatError("score-answers-only-outcomes", where=where)
        failed += each.failed
        row = dict(each.more or {}) | {"item": own.id, "system": name or each.system or path.stem}
        if each.verdict is not None:
            verdicts[row["system"], own.id] = each.verdict
        found.append(row | dict(_answer(own, each, where)))
    if found and failed == len(found):
        raise ContentError("score-answers-all-failed", count=failed, where=path)
    if not found:
        raise ContentError("score-samples-none", collection=collection.name, where=path)
    count = len(found) + len(unmatched)
    said = [message("score-answers-read", file=path.name, format=text(f"score-answers-{format}"), count=count)]
    matched = message("score-answers-matched", file=path.name, ids=len(found) - by_words, texts=by_words)
    said += [matched] if by_words else []
    if unmatched:
        few = joined([*unmatched[:5], *(["…"] if len(unmatched) > 5 else [])])
        shown: dict[str, Any] = {"file": path.name, "few": few, "name": collection.name}
        said.insert(0, message("score-samples-unmatched", count=len(unmatched), **shown))
    columns = {key: [row.get(key) for row in found] for key in dict.fromkeys(key for row in found for key in row)}
    said += [message("score-answers-failed", file=path.name, count=failed)] if failed else []
    runs = table_runs(columns, collection)
    keys = {item.question.id: item.key for item in collection.items}
    other = [  # another key, or candidates in an order that nobody saw
        answer.question
        for run in runs
        for answer in run.answers
        if isinstance(answer.reply, Choice)
        and answer.question in keys
        and verdicts.get((run.header.respondent.name, answer.question))
        is (answer.reply.candidate != keys[answer.question])
    ]
    if len(other) > max(_FEW, _TORN * len(verdicts)):
        raise ContentError("score-answers-upside-down", count=len(other), of=len(verdicts), where=path)
    if other:
        few = joined([*other[:5], *(["…"] if len(other) > 5 else [])])
        said.insert(0, message("score-answers-other-verdict", file=path.name, count=len(other), few=few))
    return [replace(run, said=(*run.said, *said)) for run in runs]


def answers_in(path: Path, format: str) -> "Answers":
    """The answers in a log; one in which something has another shape than its program gives it is refused."""
    try:
        for each in FORMATS[format][1](path, log_rows(path)):
            if not isinstance(each.options, list | tuple) or not isinstance(each.notes, Mapping | None):
                raise TypeError(each.id)
            yield each
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise FormatError("score-answers-broken", problem=str(error), where=path) from error


def _listed(prompt: str, candidates: Sequence[str]) -> list[str]:
    """The candidates in the order of the letters or numbers before them in a prompt (`A) … B) …`); empty: no list.

    >>> _listed("Who? (A) the bag (B) the box", ["the box", "the bag"]), _listed("Who? the box", ["the box"])
    (['the bag', 'the box'], [])
    """
    marks: dict[str, str] = {}
    for form in candidates:
        found = re.findall(rf"(?<!\w)([a-i1-9]) ?[.:)]+ *{re.escape(form)}(?!\w)", prompt, re.IGNORECASE)
        marks |= {found[0].casefold(): form} if len(set(found)) == 1 else {}
    return [marks[mark] for mark in sorted(marks)] if len(marks) == len(candidates) else []


def _answer(question: Question, given: LoggedAnswer, where: Place) -> Iterator[tuple[str, Any]]:
    """The scores in the order of the question's candidates, or the choice; the log may have another order."""
    theirs, ours = [*map(str, given.options)], [candidate.text for candidate in question.candidates]
    yield from [("abstain", AbstentionReason.FAILED.value)] * given.failed
    scores = [_likelihood(each, where) for each in given.scores]
    if (scores and len(scores) != len(ours)) or (theirs and sorted(theirs) != sorted(ours) and given.more is None):
        raise ContentError("score-samples-candidates", item=question.id, where=where)
    if scores:
        places = [theirs.index(form) for form in ours] if theirs else range(len(ours))
        yield from ((f"score_{number}", scores[place]) for number, place in enumerate(places))
    elif given.more is not None:
        said, *words = (bare_text(str(each)).casefold() for each in (given.choice, *ours))
        cells = [bare_text(str(each)).casefold() for each in given.more.values()]  # whatever their columns are called
        shown_so = ([bare_text(form).casefold() for form in theirs], [each for each in cells if each in words])
        for shown in (*shown_so, *(_listed(each, words) for each in cells)):
            if shown != words and sorted(shown) == sorted(words) and said not in words:
                raise ContentError("score-answers-order", item=question.id, where=where)
    else:
        letter = given.choice.strip().strip("().:").upper() if isinstance(given.choice, str) else ""
        place = ord(letter) - ord("A") if len(letter) == 1 else -1
        if not theirs and (theirs := _listed(given.prompt, ours)) and (number := whole_number(letter)) is not None:
            place = number - 1
        yield "prediction", theirs[place] if 0 <= place < len(theirs) else (letter and given.choice) or None


def _likelihood(reply: Any, where: Place) -> float:
    """The log-likelihood of one choice: the first of a pair, as text or as a number, perhaps in a list of one."""
    while isinstance(reply, list) and reply:
        reply = reply[0]
    try:
        found = float(reply)
    except (TypeError, ValueError) as error:
        raise FormatError("score-samples-generated", where=where) from error
    if not math.isfinite(found):
        raise FormatError("score-samples-not-finite", where=where)
    return found


def table_answers(path: Path, rows: Rows) -> Answers:
    """A table or JSON lines with the columns `item` and `prediction`, or a score per candidate."""
    item = None
    for line, row in rows:
        item = item or next((name for name in row if heading(name) in CHOICES["item"]), None)
        if item is None:
            names, where = joined([*CHOICES["item"]]), Place(file=str(path), line=line)
            raise InputError("score-table-columns", role="question", known=joined(row), names=names, where=where)
        more: dict[str, Any] = {key: None if cell == "" else cell for key, cell in row.items() if key and key != item}
        system = next((str(more[key]) for key in CHOICES["system"] if more.get(key)), None)
        text = next((str(row[key]) for key in CHOICES["text"] if row.get(key)), "")
        right = next((more[key] for key in more if key.casefold() in CHOICES["right"]), None)
        chosen = choice_columns(more)
        said = next((more[key] for key in chosen), None)
        key = next((more[key] for key in more if key.casefold() in CHOICES["key"] and key not in chosen), None)
        codes = [str(each).strip().casefold() for each in (key, said)]
        if right is None and (all(map(_LETTER.fullmatch, codes)) or all(map(str.isdecimal, codes))):
            right = codes[0] == codes[1]  # the table's own key, in its own order
        # The candidates that a row lists itself stand in columns `option1`, `option2` …, or as a list in one.
        listed = next((more[key] for key in more if key.casefold() in CHOICES["options"]), None)
        with suppress(ValueError, RecursionError):
            listed = json.loads(listed) if isinstance(listed, str) else listed
        if isinstance(listed, list):  # our own folders: {"value": …}
            listed = [next(iter(each.values()), "") if isinstance(each, dict) else each for each in listed]
        else:
            listed = [more[key] for key in sorted(more, key=str.casefold) if _OPTION.fullmatch(key) and more[key]]
        own: dict[str, Any] = {"text": text, "choice": said, "right": right, "options": listed, "more": more}
        yield LoggedAnswer(line=line, id=str(row.get(item, "")), system=system, **own)


FORMATS: dict[str, tuple[Callable[[set[str]], bool], Callable[[Path, Rows], Answers]]] = {
    "lm-eval": (lambda names: {"doc_id", "doc"} <= names, lm_eval.harness_answers),
    "inspect": (lambda names: {"version", "status", "eval"} <= names, inspect.inspect_answers),
    "every-eval-ever": (
        lambda names: {"evaluation_id", "sample_id", "answer_attribution"} <= names,
        every_eval_ever.every_eval_answers,
    ),
    "openai-evals": (lambda names: names == {"spec"}, openai_evals.openai_answers),
    "helm": (lambda names: "instance_id" in names and bool(names & {"predicted_text", "stats"}), helm.helm_answers),
    "table": (
        lambda names: (
            bool({*map(heading, names)} & {*CHOICES["item"]})
            and bool(choice_columns(names) or any(map(SCORE.fullmatch, names)))
        ),
        table_answers,
    ),
}
"""By name: which keys or columns the first record has, and what reads all of them."""
