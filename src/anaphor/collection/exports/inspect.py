"""A task for Inspect (inspect_ai): `inspect eval FOLDER/task.py`.

The standard error is clustered by schema, since twins are not independent.
"""

from collections.abc import Mapping
from typing import Any

from anaphor.collection.card import marked_text
from anaphor.collection.exports.folder import Folder, asked, filled, identified, json_lines, keyed_items
from anaphor.collection.protocol import FolderContent, LeftOut
from anaphor.schema import Collection


def content(collection: Collection, facts: Mapping[str, Any]) -> FolderContent:
    """One sample per item: the text with its anaphor between brackets, the question, the candidates."""
    left_out: list[LeftOut] = []
    samples = [
        {
            "id": question.id,
            "input": f"{marked_text(question)}\n\n{asked(question)}",
            "choices": [candidate.text for candidate in question.candidates],
            "target": chr(ord("A") + key) if key < 26 else str(key - 25),  # as Inspect names its choices
            "metadata": {**identified(part, question), "text": question.text, "fingerprint": collection.fingerprint},
        }
        for part, question, key in keyed_items(collection, left_out)
    ]
    return filled("inspect", collection, {"dataset.jsonl": json_lines(samples)}, left_out)


INSPECT = Folder(name="inspect", title="A task for Inspect (inspect_ai)", content=content)
