"""Import files for an annotation project in Label Studio or doccano; the right answers are not in them.

Label Studio takes the candidates of each item as its choices. In doccano labels belong to the project, so that the
candidates stand numbered below the text and the labels are their numbers.

Items and candidates are shuffled: where a schema's answers stand in the order of its variants, the first candidate is
the key of every first item. A row has its candidates in the order that was shown, so that `panel` and `replay` read
the answers back.
"""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from anaphor.collection.card import marked_text
from anaphor.collection.exports.folder import Folder, asked, filled, identified, json_lines
from anaphor.collection.formats.foreign import written_entries
from anaphor.collection.protocol import FolderContent
from anaphor.schema import Collection, Problem, Question, Schema, question_of

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
"""Distinct for colour-blind people (Okabe and Ito)."""


def label_studio(collection: Collection, facts: Mapping[str, Any]) -> FolderContent:
    """Tasks and a labelling configuration."""
    tasks = [
        {
            "data": {
                **identified(part, question),
                "text": marked_text(question),
                "question": asked(question),
                "options": [{"value": option} for option in options],
            }
        }
        for part, question, options in _shuffled_tasks(collection)
    ]
    return filled("label-studio", collection, {"tasks.json": json.dumps(tasks, ensure_ascii=False, indent=1)})


def doccano(collection: Collection, facts: Mapping[str, Any]) -> FolderContent:
    """Examples for a project of text classification, and its labels."""
    rows = []
    for part, question, options in _shuffled_tasks(collection):
        listed = "\n".join(f"{number}. {option}" for number, option in enumerate(options, start=1))
        task = f"{marked_text(question)}\n\n{asked(question)}\n{listed}"
        # doccano numbers its examples in a field `id` of its own.
        rows.append({"text": task, "label": [], "item": question.id, "schema": part.id, "options": options})
    most = max((len(question.candidates) for question in collection.questions), default=0)
    labels = [
        {
            "text": str(number),
            "suffix_key": str(number) if number < 10 else None,
            "background_color": _COLOURS[(number - 1) % len(_COLOURS)],
            "text_color": "#ffffff",
        }
        for number in range(1, most + 1)
    ]
    return filled("doccano", collection, {"examples.jsonl": json_lines(rows), "labels.json": json.dumps(labels)})


def _shuffled_tasks(collection: Collection) -> list[tuple[Schema | Problem, Question, list[str]]]:
    """The items shuffled, each with its candidates shuffled; the seed is the name, for a fingerprint knows the keys."""
    drawn = Random(collection.name)
    rows = [(part, question_of(entry)) for part, entry in written_entries(collection)]
    drawn.shuffle(rows)
    tasks = []
    for part, question in rows:
        options = [candidate.text for candidate in question.candidates]
        drawn.shuffle(options)
        tasks.append((part, question, options))
    return tasks


LABEL_STUDIO = Folder(
    name="label-studio", title="Tasks and labelling configuration for Label Studio", content=label_studio
)
DOCCANO = Folder(name="doccano", title="Examples and labels for doccano (text classification)", content=doccano)
