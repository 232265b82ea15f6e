"""Which candidates people chose in an annotation tool, or systems in their runs, as labels of a collection's items."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from anaphor import agreement
from anaphor.agreement import LabelMatrix
from anaphor.agreement.labels import LabelReading, label_settings, open_labels
from anaphor.collection import load
from anaphor.collection.description import marked_text
from anaphor.errors import AnaphorError, FormatError
from anaphor.library.scores import answer_labels
from anaphor.schema import Collection
from anaphor.text import Message, message

_TOOL = frozenset({"labels-tool", "labels-tool-votes"})
"""What is said of labels that an annotation tool exported."""
_OURS = frozenset({"labels-several-questions", "labels-two-tools", "agreement-labelled-twice"})
"""Errors that only such an export gives; whatever else cannot be read may be a run."""


def candidate_labels(
    *files: str | Path, collection: str | Path | Collection, **reading: Unpack[LabelReading]
) -> LabelMatrix:
    """Labels of a collection's items, the number of the chosen candidate (from 0) for a label.

    The files are exports of an annotation tool, in which the ids or the texts of items stand, or runs as for `score`.
    """
    known = collection if isinstance(collection, Collection) else load(collection)
    exported = _exported(files, known, reading)
    if not isinstance(exported, LabelMatrix):
        heard: list[Message] = []
        try:
            chosen_by = answer_labels(*files, hear=heard.append, collection=collection)
        except AnaphorError:
            if exported is not None:  # no run either: what is wrong with the export is what is to be said
                raise exported from None
            raise
        return agreement.read(chosen_by, **reading).noting(*heard)
    candidates = {question.id: [each.text.casefold() for each in question.candidates] for question in known.questions}
    rows, strange, lost = list[dict[str, str]](), set[str](), 0
    columns = (exported.item.tolist(), exported.annotator.tolist(), exported.label.tolist())
    for item, who, code in zip(*columns, strict=True):
        name, said = exported.items[item], exported.classes[code]
        options = candidates.get(name)
        if options is None:
            strange.add(name)
            continue
        chosen = options.index(said.casefold()) if said.casefold() in options else None
        lost += chosen is None
        person = {} if exported.anonymous else {"annotator": exported.annotators[who]}
        rows += [{"item": name, **person, "label": str(chosen)}] if chosen is not None else []
    if not rows:
        raise FormatError("labels-not-of-collection", name=known.name, item=repr(exported.items[0]))
    rest: LabelReading = {**reading, "question": None, "layout": None, "item": None, "annotator": None, "label": None}
    rest["where"] = {}
    plain = agreement.read(rows, **rest)
    said = message("labels-of-collection", name=known.name, strange=len(strange), lost=lost)
    return replace(plain, notes=(*exported.notes, said, *plain.notes[1:]))


def _exported(
    files: Sequence[str | Path], known: Collection, reading: LabelReading
) -> LabelMatrix | AnaphorError | None:
    """The labels that a tool exported, by the ids of items; what is wrong with them; None where no tool did."""
    texts = Counter(marked_text(question) for question in known.questions)
    items = {text: question.id for question in known.questions if texts[text := marked_text(question)] == 1}
    items |= {question.id: question.id for question in known.questions}
    settings = replace(label_settings(**reading), items=items)
    try:
        matrix = open_labels([Path(each) for each in files], settings)
    except AnaphorError as error:
        return error if error.code in _OURS else None
    return matrix if any(note.code in _TOOL for note in matrix.notes) else None
