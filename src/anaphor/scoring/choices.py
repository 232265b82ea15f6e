"""Which candidates people chose in an annotation tool, or systems in their runs, as labels of a collection's items."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphor.answers import LabelMatrix, exported_labels, open_labels, settings_for
from anaphor.collection import known_items, load
from anaphor.errors import AnaphorError, FormatError
from anaphor.parameters import act_of_many
from anaphor.schema import Collection
from anaphor.scoring.calls import answer_labels
from anaphor.scoring.settings import ItemLabelReading
from anaphor.text import Message, message

_PLAIN: dict[str, Any] = dict.fromkeys(("question", "layout", "item", "annotator", "label", "repetition"))
_PLAIN |= {"where": ()}
"""How labels are read that have been found again among the items: they stand in rows with the usual columns."""


@act_of_many(ItemLabelReading)
def candidate_labels(*files: str | Path, settings: ItemLabelReading) -> LabelMatrix:
    """Labels of a collection's items, the number of the chosen candidate (from 0) for a label.

    The files are exports of an annotation tool, in which the ids or the texts of items stand, or runs as for `score`.
    """
    collection, reading = settings.collection, settings_for(settings)
    known = collection if isinstance(collection, Collection) else load(collection)
    exported = wrong = None
    try:
        exported = exported_labels(files, replace(reading, items=known_items(known.questions)))
    except AnaphorError as error:
        wrong = error
    if exported is None:
        heard: list[Message] = []
        try:
            chosen_by = answer_labels(*files, hear=heard.append, collection=collection)
        except AnaphorError:
            if wrong is not None:  # no run either: what is wrong with the export is what is to be said
                raise wrong from None
            raise
        return open_labels(chosen_by, reading).noting(*heard)
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
    plain = open_labels(rows, replace(reading, **_PLAIN))
    said = message("labels-of-collection", name=known.name, strange=len(strange), lost=lost)
    return replace(plain, notes=(*exported.notes, said, *plain.notes[1:]))
