"""What changed between two versions of a collection: reworded, added, dropped, and answers that differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path

from anaphor.collection.checks.findings import RecordSequence, TextIndex, normal_words, similarity
from anaphor.collection.loading import load
from anaphor.files import MemoryTable
from anaphor.schema import Collection, Entry, Item, Neither, Question, question_of

_SAME_ID = 0.3
"""Share of word pairs that makes one item of two texts under the same id."""
_OTHER_ID = 0.5
"""Share that makes one item of two texts under different ids."""


class DifferenceKind(StrEnum):
    """What happened to an item."""

    ADDED = "added"
    DROPPED = "dropped"
    REWORDED = "reworded"
    RENAMED = "renamed"
    KEY = "key"
    CANDIDATES = "candidates"
    ANAPHOR = "anaphor"
    PROMPT = "prompt"
    CUES = "cues"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemChange:
    """One change of one item."""

    change: DifferenceKind
    old: str | None
    """Id in the old version; None for what was added."""
    new: str | None
    """Id in the new version; None for what was dropped."""
    before: str | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Differences(RecordSequence[ItemChange]):
    """What changed between two versions of a collection; also the sequence of its changes."""

    old: Collection
    new: Collection
    changes: tuple[ItemChange, ...]
    """In the order of the new version, then what was dropped."""

    def _records(self) -> tuple[ItemChange, ...]:
        return self.changes


def differences(
    old: str | Path | Collection | MemoryTable,
    new: str | Path | Collection | MemoryTable,
    *,
    language: str | None = None,
) -> Differences:
    """What changed between two versions of a collection: reworded, added, dropped, another key and so on.

    Both are whatever `load` takes; `language` picks one language out of several.

    >>> len(differences("anaphor-fr", "anaphor-fr"))
    0
    """
    old, new = load(old, language=language), load(new, language=language)
    before = {entry.id: entry for entry in old.entries}
    after = {entry.id: entry for entry in new.entries}
    pairs = _same_entries(before, after)
    changes: list[ItemChange] = []
    for name, entry in after.items():
        if name in pairs:
            changes += _compare(before[pairs[name]], entry)
        else:
            changes.append(ItemChange(change=DifferenceKind.ADDED, old=None, new=name, after=question_of(entry).text))
    paired = set(pairs.values())
    gone = {name: question_of(entry).text for name, entry in before.items() if name not in paired}
    dropped = (ItemChange(change=DifferenceKind.DROPPED, old=name, new=None, before=gone[name]) for name in gone)
    return Differences(old=old, new=new, changes=(*changes, *dropped))


def _same_entries(before: dict[str, Entry], after: dict[str, Entry]) -> dict[str, str]:
    """New ids with the old ids they go back to: the same text, then the same id, then the nearest text."""
    pairs: dict[str, str] = {}
    by_text: dict[tuple[object, ...], list[str]] = {}
    for name, entry in before.items():
        by_text.setdefault(_identity(question_of(entry)), []).append(name)
    for name, entry in after.items():
        same = by_text.get(_identity(question_of(entry)), [])
        if same:
            pairs[name] = same.pop(same.index(name) if name in same else 0)
    taken = set(pairs.values())
    for name in after.keys() - pairs.keys():
        if name not in before or name in taken:
            continue
        if similarity(question_of(before[name]).text, question_of(after[name]).text) >= _SAME_ID:
            pairs[name] = name
            taken.add(name)
    index = TextIndex((name, question_of(entry).text) for name, entry in before.items() if name not in taken)
    for name in [name for name in after if name not in pairs]:
        near = index.nearest(question_of(after[name]).text, at_least=_OTHER_ID, skip=frozenset(taken))
        if near:
            pairs[name] = near.name
            taken.add(near.name)
    return pairs


def _identity(question: Question) -> tuple[object, ...]:
    return (
        normal_words(question.text),
        question.anaphor_form,
        tuple(candidate.text for candidate in question.candidates),
    )


def _compare(before: Entry, after: Entry) -> Iterator[ItemChange]:
    old, new = question_of(before), question_of(after)
    same_text = old.text == new.text
    moved = same_text and old.anaphor != new.anaphor
    names = [" / ".join(candidate.text for candidate in question.candidates) for question in (old, new)]
    cues = [" … ".join(cue.of(question.text) for cue in question.cues) for question in (old, new)]
    answers = [(entry.answer or "neither") if isinstance(entry, Item) else None for entry in (before, after)]
    rekeyed = answers[0] != answers[1] and not _same_key(before, after)
    changes: dict[DifferenceKind, tuple[bool, Sequence[str | None]]] = {
        DifferenceKind.RENAMED: (old.id != new.id, (old.id, new.id)),
        DifferenceKind.REWORDED: (not same_text, (old.text, new.text)),
        DifferenceKind.ANAPHOR: (moved, (old.anaphor_form, new.anaphor_form)),
        DifferenceKind.CANDIDATES: (names[0] != names[1], names),
        DifferenceKind.PROMPT: (old.prompt != new.prompt, (old.prompt, new.prompt)),
        DifferenceKind.CUES: (same_text and old.cues != new.cues, cues),
        DifferenceKind.KEY: (rekeyed, answers),
    }
    for kind, (differs, (one, other)) in changes.items():
        if differs:
            yield ItemChange(change=kind, old=old.id, new=new.id, before=one, after=other)


def _same_key(before: Entry, after: Entry) -> bool:
    """Whether the right candidate is the same one under another wording: its place then tells."""
    if not (isinstance(before, Item) and isinstance(after, Item)):
        return False
    old, new = ([normal_words(candidate.text) for candidate in item.question.candidates] for item in (before, after))
    if isinstance(before.key, Neither) or isinstance(after.key, Neither):
        return before.key == after.key
    if old[before.key] in new:  # candidates that were only moved
        return old[before.key] == new[after.key]
    return len(old) == len(new) and before.key == after.key


def changed_words(before: str, after: str) -> list[tuple[str, str]]:
    """The words of the new text, each with what happened: `same`, `new`, or `gone` for words of the old one.

    >>> changed_words("un chat noir", "un chien noir")
    [('same', 'un'), ('gone', 'chat'), ('new', 'chien'), ('same', 'noir')]
    """
    one, other = before.split(), after.split()
    words: list[tuple[str, str]] = []
    for tag, a, b, c, d in SequenceMatcher(a=one, b=other, autojunk=False).get_opcodes():
        if tag == "equal":
            words += [("same", word) for word in one[a:b]]
        else:
            words += [("gone", word) for word in one[a:b]] + [("new", word) for word in other[c:d]]
    return words
