"""Two tasks and a group for lm-evaluation-harness: `lm_eval --include_path FOLDER --tasks NAME`.

*full* compares the whole sentences with each candidate in the anaphor's place; *partial* (Trinh and Le 2018) compares
how likely the same continuation is after each candidate, as the harness's own WinoGrande does. The sentences are our
readings: French elides, contracts and moves object pronouns, which a bare blank cannot.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from anaphor.collection.exports.folder import Folder, filled, identified, json_lines, keyed_items
from anaphor.collection.protocol import FolderContent, LeftOut
from anaphor.language import NoReading, Reading, read_all
from anaphor.schema import Collection
from anaphor.text import message


def content(collection: Collection, facts: Mapping[str, Any]) -> FolderContent:
    """The pack; an item without a reading is in neither task, one that ends alike in no word only in *full*."""
    left_out: list[LeftOut] = []
    full: list[dict[str, Any]] = []
    partial: list[dict[str, Any]] = []
    for part, question, key in keyed_items(collection, left_out):
        readings: list[Reading] = []
        for reading in read_all(question):
            if isinstance(reading, NoReading):
                left_out.append(
                    LeftOut(id=question.id, why=message("collection-export-no-reading", why=reading.detail))
                )
                break
            readings.append(reading)
        else:
            candidates = [candidate.text for candidate in question.candidates]
            item = {**identified(part, question), "text": question.text, "candidates": candidates, "answer": key}
            full.append({**item, "readings": [reading.text for reading in readings]})
            ending = common_ending(readings)
            if ending:
                contexts = [reading.text.removesuffix(ending) for reading in readings]
                partial.append({**item, "contexts": contexts, "continuation": ending})
            else:
                left_out.append(LeftOut(id=question.id, why=message("collection-export-no-ending"), partly=True))
    data = {"full.jsonl": json_lines(full), "partial.jsonl": json_lines(partial)}
    return filled("lm-eval", collection, data, left_out, full=len(full), partial=len(partial))


def common_ending(readings: Sequence[Reading]) -> str:
    """What follows the candidate alike in all readings, from its space on; empty where no word is in it."""
    after = [reading.text[reading.slot.end :] for reading in readings]
    alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*(reversed(rest) for rest in after), strict=False))
    ending = "".join(signs[0] for signs in alike)[::-1]
    if any(rest != ending for rest in after):  # words before it differ: it begins with the first whole word
        ending = ending[ending.find(" ") :] if " " in ending else ""
    return ending if any(sign.isalnum() for sign in ending) else ""


LM_EVAL = Folder(name="lm-eval", title="A task pack for lm-evaluation-harness", content=content)
