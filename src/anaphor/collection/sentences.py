"""Sentences with a candidate in the anaphor's place: those of a collection, and one that is typed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.collection.loading import load
from anaphor.collection.native.marks import parse_marks
from anaphor.collection.settings import LoadSettings
from anaphor.errors import InputError
from anaphor.files import MemoryTable
from anaphor.language import LANGUAGES, Language, NoReading, NoReadingReason, Reading, read_all
from anaphor.parameters import act, group_of
from anaphor.progress import uncollected
from anaphor.result import Result, frame_of
from anaphor.schema import LONGEST_TEXT, Collection, Entry, Item, Span, question_of
from anaphor.text import Message, choice, joined, message


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CollectionReadings(Result):
    """The sentences of a collection with each candidate put in."""

    collection: Collection
    rows: tuple[tuple[Entry, tuple[Reading | NoReading, ...]], ...]
    """Each item with the best reading of each of its candidates, or why there is none."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Ids of the items of which a candidate could not be put in."""
        return tuple(
            entry.id for entry, readings in self.rows if any(isinstance(reading, NoReading) for reading in readings)
        )

    def to_frame(self, table: str | None = None) -> Any:
        """One row for each candidate of each item, with its reading or why there is none."""
        return frame_of(
            {
                "id": entry.id,
                "candidate": candidate.text,
                "right": entry.key == number if isinstance(entry, Item) else None,
                "reading": reading.text if isinstance(reading, Reading) else None,
                "sureness": reading.sureness.value if isinstance(reading, Reading) else None,
                "why": None if isinstance(reading, Reading) else str(reading.detail),
            }
            for entry, several in self.rows
            for number, (candidate, reading) in enumerate(zip(question_of(entry).candidates, several, strict=True))
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SentenceReading(Result):
    """One sentence with a candidate put in."""

    found: tuple[Reading, ...] | NoReading
    """The readings, best first; or why there is none."""
    clash: Message | None = None
    """That the anaphor cannot stand for the candidate, whose gender or number is another; None where it can."""

    @property
    def text(self) -> str | None:
        """The best reading; None where there is none."""
        return None if isinstance(self.found, NoReading) else self.found[0].text


@act(LoadSettings)
@uncollected()
def readings(source: str | Path | Collection | MemoryTable, settings: LoadSettings) -> CollectionReadings:
    """The sentences of a collection with each candidate put in; where there is no reading, the reason is said.

    The source is whatever `load` takes, with its settings.

    >>> readings("anaphor-fr").rows[0][0].id
    'plafond.1'
    """
    collection = load(source, **group_of(LoadSettings, settings))
    rows = tuple((entry, read_all(question_of(entry))) for entry in collection.entries)
    return CollectionReadings(collection=collection, rows=rows)


def read(sentence: str, candidate: str, *, language: str = "fr") -> SentenceReading:
    """A sentence with a candidate in the place of its anaphor, which stands between `[` and `]`.

    What has to change with it does: articles, elisions, agreement, the place of a clitic. `language` names the rules.

    >>> read("Le chien a mordu le facteur parce qu'[il] avait peur.", "le facteur").text
    'Le chien a mordu le facteur parce que le facteur avait peur.'
    """
    rules = LANGUAGES.get(language)
    if max(len(sentence), len(candidate)) > LONGEST_TEXT:
        raise InputError("read-too-long", most=LONGEST_TEXT)
    if not candidate.strip():
        raise InputError("read-empty-candidate")
    marked = parse_marks(sentence)
    if marked.variants > 1:
        raise InputError("read-alternatives")
    plain = marked.expand(0)
    if len(plain.anaphors) > 1:
        raise InputError("read-several-anaphors", count=len(plain.anaphors))
    if not plain.anaphors:
        return SentenceReading(found=NoReading(reason=NoReadingReason.NO_ANAPHOR, detail=message("read-no-anaphor")))
    span = plain.anaphors[0].span
    readings = rules.readings(plain.text, span, candidate.strip())
    return SentenceReading(found=readings, clash=_clash(plain.text, span, candidate.strip(), rules))


def _clash(sentence: str, anaphor: Span, candidate: str, rules: Language) -> Message | None:
    """That the anaphor cannot stand for the candidate, whose gender or number is another; None where it can."""
    wanted, has = rules.analyse(sentence, anaphor), rules.concord(candidate)
    if wanted is None:
        return None
    pairs = ((wanted.gender, has.gender), (wanted.number, has.number))
    differing = [(needed, own) for needed, own in pairs if needed and own and needed is not own]
    if not differing:
        return None
    wanted_words, own_words = (
        joined([choice("read-feature", feature) for feature in side], " ") for side in zip(*differing, strict=True)
    )
    return message("read-clash", anaphor=anaphor.of(sentence), asked=wanted_words, candidate=candidate, given=own_words)
