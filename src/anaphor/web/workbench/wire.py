"""What the workbench's page and the server say to each other, as records; unknown fields are refused."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

LARGEST_BODY = 400_000
"""Bytes of a request: a draft with every field at its longest."""

_Short = Annotated[str, Meta(max_length=500)]
_Long = Annotated[str, Meta(max_length=40_000)]
_Print = Annotated[str, Meta(min_length=1, max_length=64)]
Interface = Literal["en", "fr"]
Tone = Literal["leak", "warn", "fine", "open"]


class Draft(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A schema or problem as the form shows it, complete or not; marks are those of the native format."""

    kind: Annotated[Literal["schema", "problem"], Meta(description="Twins, or a lone item.")] = "schema"
    id: Annotated[_Short, Meta(description="Empty: one is made from the special words.")] = ""
    text: Annotated[_Long, Meta(description="With [anaphor] and {special|alternate}.")] = ""
    question: Annotated[_Long, Meta(description="The sentence asked, with the same braces.")] = ""
    candidates: Annotated[list[_Long], Meta(max_length=100)] = []
    keys: Annotated[
        list[Annotated[int, Meta(ge=0, le=99)] | None],
        Meta(max_length=20, description="The right candidate of each variant, from 0; null: not said."),
    ] = []
    domains: Annotated[list[_Short], Meta(max_length=50)] = []
    source: _Long = ""
    status: Literal["agreed", "proposed", "unvalidated", "excluded"] = "agreed"
    reason: _Long = ""
    notes: _Long = ""
    origin: Literal["", "verbatim", "modified", "constructed"] = ""
    genre: _Short = ""
    more: Annotated[_Long, Meta(description="All other keys, as the lines of YAML that the file has.")] = ""
    raw: Annotated[bool, Meta(description="True: the whole entry stands in `more`, since the form cannot show it.")] = (
        False
    )


class LookBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A draft to be looked at."""

    draft: Draft
    number: Annotated[int, Meta(ge=0, description="Counts up; an older number than the last of a tab is stale.")] = 0
    tab: Annotated[_Short, Meta(description="Which tab asks.")] = ""
    interface: Interface = "en"
    was: Annotated[_Short | None, Meta(description="Id of the entry in the file, to leave it out.")] = None


class SaveBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A draft to be written into the file."""

    draft: Draft
    file: Annotated[_Print, Meta(description="Fingerprint of the file as the page knows it.")]
    was: Annotated[_Short | None, Meta(description="Id of the entry that is changed; null: a new one.")] = None
    base: Annotated[_Print | None, Meta(description="Fingerprint of that entry as the page got it.")] = None


class RemoveBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An entry to be taken out of the file."""

    was: Annotated[_Short, Meta(min_length=1)]
    base: _Print
    file: _Print


class AuditBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A draft whose co-occurrence counts are asked for."""

    draft: Draft
    language: Annotated[str, Meta(min_length=2, max_length=20)] = "fr"
    interface: Interface = "en"


class ListedEntry(msgspec.Struct, frozen=True):
    """An entry of the file in the list."""

    id: str
    kind: str
    text: str
    status: str
    base: str


class StateReply(msgspec.Struct, frozen=True):
    """The file as it is now."""

    file: str
    name: str
    language: str
    entries: list[ListedEntry]
    error: str | None = None


class MarksReply(msgspec.Struct, frozen=True):
    """The worst finding of each entry (`error`, `warning`, `note` or `fine`), of those looked at so far."""

    file: str
    marks: dict[str, str]
    left: Annotated[int, Meta(description="Entries that are not looked at yet; ask again.")] = 0


class EntryReply(msgspec.Struct, frozen=True):
    """An entry as the form shows it, and its fingerprint."""

    draft: Draft
    base: str


class SavedReply(msgspec.Struct, frozen=True):
    """That an entry is in the file, and the file as it is now."""

    state: StateReply
    merged: bool
    entry: EntryReply | None = None


class ConflictReply(msgspec.Struct, frozen=True):
    """Why nothing was written: somebody else changed the same entry. `theirs` is null where they took it out."""

    error: str
    state: StateReply
    theirs: EntryReply | None
    mine: str
    other: str


class Said(msgspec.Struct, frozen=True):
    """A sentence and how bad it is."""

    tone: Tone
    sentence: str


class Lack(msgspec.Struct, frozen=True):
    """What the draft still needs, and in which field."""

    field: str
    message: str


class FoundFlaw(msgspec.Struct, frozen=True):
    """A finding of the checker."""

    severity: str
    code: str
    place: str
    message: str


class ShownReading(msgspec.Struct, frozen=True):
    """The sentence with a candidate in the anaphor's place, or why there is none."""

    candidate: str
    right: bool | None
    text: str | None = None
    start: int = 0
    end: int = 0
    sureness: str | None = None
    why: str | None = None


class ShownLine(msgspec.Struct, frozen=True):
    """A sentence of the corpus."""

    text: str
    source: str


class ShownPair(msgspec.Struct, frozen=True):
    """A candidate and the special word, counted; where only a bound is known, `below` and `most` have it."""

    candidate: str
    cue: str
    right: bool
    a: int | None = None
    b: int | None = None
    both: int | None = None
    bits: float | None = None
    why: str | None = None
    lines: list[ShownLine] = []
    below: Annotated[int | None, Meta(description="They meet in fewer sentences than this.")] = None
    most: Annotated[float | None, Meta(description="Bits that the pair has at most.")] = None
    counted: Annotated[str | None, Meta(description="What the counts take the words for, where that is others.")] = None


class ShownScore(msgspec.Struct, frozen=True):
    """What a language model says of both readings: the logarithm (base 2) of their probabilities."""

    model: str
    bits: list[float | None]
    said: Said


class VariantReply(msgspec.Struct, frozen=True):
    """Everything about one twin."""

    id: str
    text: str
    cue: str
    answer: str | None
    verdict: Said
    readings: list[ShownReading]
    pairs: list[ShownPair]
    models: list[ShownScore]


class Near(msgspec.Struct, frozen=True):
    """A text that resembles the draft."""

    name: str
    share: float
    text: str


class SuggestedDomain(msgspec.Struct, frozen=True):
    """A domain that goes with the words of the draft."""

    name: str
    about: str
    shown: Annotated[str, Meta(description="Its name in the language of the page.")]


class LookReply(msgspec.Struct, frozen=True):
    """What there is to say about a draft."""

    number: int
    file: str
    lacks: list[Lack]
    whole: Annotated[Said | None, Meta(description="The one verdict: the worst that is known.")] = None
    cooccurrence: Annotated[Said | None, Meta(description="What counts say of the schema as a whole.")] = None
    variants: list[VariantReply] = []
    findings: list[FoundFlaw] = []
    near: list[Near] = []
    domains: list[SuggestedDomain] = []
    corpus: str | None = None
    warming: bool = False
    stale: bool = False


class ShownAlternate(msgspec.Struct, frozen=True):
    """A suggested word in the special word's place; whether it flips the answer is for the author to judge."""

    word: str
    alternate: Annotated[str, Meta(description="The whole alternative that would stand behind the bar.")]
    answer: str
    readings: list[str | None]
    opposite: bool
    towards: float
    likely: float


class AlternatesReply(msgspec.Struct, frozen=True):
    """Suggested alternates of a draft's special word, the most promising first; nothing of it is saved."""

    number: int
    alternates: list[ShownAlternate]


class AuditReply(msgspec.Struct, frozen=True):
    """What co-occurrence counts say of one schema."""

    whole: Said | None
    variants: list[VariantReply]
    corpus: str | None
    lacks: list[Lack] = []
