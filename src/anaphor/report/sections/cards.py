"""Schemas as cards: their sentences cut at their marks, with readings where these are known."""

import re
from collections.abc import Sequence

from anaphor.language import NoReading, Reading, Sureness
from anaphor.schema import Item, Mark, Question
from anaphor.section import CardItem, CardReading
from anaphor.text import choice, text

_BRACKETS = re.compile(r"(\[[^\[\]]*\])")


def pieces(question: Question) -> tuple[tuple[str, str], ...]:
    """The text cut at its marks: (`plain` | `anaphor` | `cue`, text)."""
    marks = [(cue.start, cue.end, "cue") for cue in question.cues]
    if isinstance(question.anaphor, Mark):
        marks.append((question.anaphor.start, question.anaphor.end, "anaphor"))
    cut: list[tuple[str, str]] = []
    position = 0
    for start, end, kind in sorted(marks):
        if start < position:
            continue
        cut += [("plain", question.text[position:start]), (kind, question.text[start:end])]
        position = end
    return tuple(piece for piece in (*cut, ("plain", question.text[position:])) if piece[1])


def pieces_of_marked(marked: str) -> tuple[tuple[str, str], ...]:
    """A sentence whose anaphor stands in brackets, cut there.

    >>> pieces_of_marked("Léa dit qu'[elle] dort.")
    (('plain', "Léa dit qu'"), ('anaphor', 'elle'), ('plain', ' dort.'))
    """
    cut = _BRACKETS.split(marked)
    return tuple(
        ("anaphor", piece[1:-1]) if number % 2 else ("plain", piece) for number, piece in enumerate(cut) if piece
    )


def item_card(entry: Item | Question, readings: Sequence[Reading | NoReading] = ()) -> CardItem:
    """An item with its candidates, the right one where it is known, and its readings."""
    question, key = (entry.question, entry.key) if isinstance(entry, Item) else (entry, None)
    shown = tuple(
        reading_card(candidate.text, reading, right=number == key)
        for number, (candidate, reading) in enumerate(zip(question.candidates, readings, strict=False))
    )
    return CardItem(
        id=question.id,
        pieces=pieces(question),
        prompt=question.prompt,
        candidates=tuple(candidate.text for candidate in question.candidates),
        answer=entry.answer if isinstance(entry, Item) else None,
        readings=shown,
    )


def reading_card(candidate: str, reading: Reading | NoReading, *, right: bool = False) -> CardReading:
    """A candidate put into the sentence, with how sure that is where it is not certain; or why it cannot be."""
    if isinstance(reading, NoReading):
        why = text("collection-no-reading-of", candidate=candidate, why=reading.detail)
        return CardReading(candidate=candidate, right=right, remark=why)
    slot = (reading.slot.start, reading.slot.end)
    remark = None if reading.sureness is Sureness.CERTAIN else sureness_text(reading)
    return CardReading(candidate=candidate, text=reading.text, slot=slot, right=right, remark=remark)


def sureness_text(reading: Reading) -> str:
    """How sure a reading is, with the share of right ones where one was measured."""
    sureness = str(choice("collection-sureness", reading.sureness))
    if reading.share is None:
        return sureness
    return str(text("read-share", sureness=sureness, share=round(100 * reading.share)))
