"""What is asked, what is right, and how items hang together.

A *question* is all that a respondent may see. An *item* is a question and its key. A *schema* is items that differ by
a word, so that the right answer flips; a *problem* is a lone item. A *collection* is schemas and problems. All records
are frozen: build a new one with `replace`.
"""

from collections import Counter
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache, cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Any

from anaphor.errors import ContentError
from anaphor.provenance import fingerprint
from anaphor.result import MarkedSentences, Result

_STRICT = {"extra": "forbid"}

LONGEST_TEXT = 10_000
"""Characters of a text, a prompt or a candidate; the longest published item has a third of that."""
MOST_CANDIDATES = 100
"""Candidates of a question; published items have at most five."""
_texts = cache(lambda kind: attrgetter("__doc__", *(each.name for each in fields(kind) if "str" in str(each.type))))
"""What gives the texts of a record of a kind, after one of its own, so that of a single one a tuple comes too."""


def _refuse_blanks(record: Any) -> None:
    """A text that is there says something: what is absent is None, so that each record has one form."""
    for said in _texts(record.__class__)(record):
        if said is not None and "" in ([said.strip()] if said.__class__ is str else [str(one).strip() for one in said]):
            name = next(each.name for each in fields(record) if getattr(record, each.name) == said)
            raise ContentError("schema-empty", record=type(record).__name__, field=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of a text, in characters."""

    __pydantic_config__ = _STRICT
    start: int
    """Position of the first character, from 0."""
    end: int
    """Position after the last character."""

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ContentError("schema-bad-span", start=self.start, end=self.end)

    def of(self, text: str) -> str:
        """The characters of the text that the span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The anaphor, where it stands in the text."""

    __pydantic_config__ = _STRICT
    start: int
    """Position of its first character, from 0."""
    end: int
    """Position after its last character."""
    blank: bool = False
    """True for a gap such as WinoGrande's `_`: a place without a word."""

    @property
    def span(self) -> Span:
        """The stretch that it covers."""
        return Span(start=self.start, end=self.end)


class UnmarkedReason(StrEnum):
    """Why an anaphor has no place in the text."""

    IMPLICIT = "implicit"
    """The sentence leaves the anaphor unspoken (ellipsis)."""
    UNSAID = "unsaid"
    """The format does not say where the anaphor stands, and it was not found."""
    AMBIGUOUS = "ambiguous"
    """The format does not say where the anaphor stands, and several places are possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmarked:
    """An anaphor without a place, and why."""

    __pydantic_config__ = _STRICT
    reason: UnmarkedReason
    """Why it has none."""
    form: str | None = None
    """The word itself where the format gives it without its place."""

    __post_init__ = _refuse_blanks  # type: ignore[misc]  # it is a method once a record has it


Anaphor = Mark | Unmarked


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A possible answer."""

    __pydantic_config__ = _STRICT
    text: str
    """The answer as shown to respondents."""
    span: Span | None = None
    """Where it stands in the text, if the source says so."""


class Neither(StrEnum):
    """The key of an item whose right answer is none of the candidates."""

    NEITHER = "neither"


NEITHER = Neither.NEITHER
Key = int | Neither


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Question(MarkedSentences):
    """All that a respondent may see: there is no right answer in it."""

    __pydantic_config__ = _STRICT
    id: str
    """Unique in its collection."""
    language: str
    """Language of the text (fr, en, …)."""
    text: str
    """The sentence or short passage, without marks."""
    anaphor: Anaphor
    """Where the anaphor stands, or why it has no place."""
    candidates: tuple[Candidate, ...]
    """The possible answers; at least one."""
    prompt: str | None = None
    """The sentence that asks; may be absent."""
    cues: tuple[Span, ...] = ()
    """The words in which the item differs from its twin, where the collection says so."""
    readings: tuple[str | None, ...] = ()
    """Hand-made readings, one per candidate (None: not given); empty when there is none."""
    scale: bool | None = None
    """True: the candidates are steps of a scale, shown in their order; False: they only look so; None: not said."""

    def __post_init__(self) -> None:
        mark, text, candidates, size = self.anaphor, self.text, self.candidates, len(self.text)
        if not self.id.strip():
            raise ContentError("schema-no-id")
        if not text or text.isspace():
            raise ContentError("schema-no-text", id=self.id)
        if size > LONGEST_TEXT or (self.prompt and len(self.prompt) > LONGEST_TEXT):
            raise ContentError("schema-long-text", id=self.id, most=LONGEST_TEXT)
        if not 1 <= len(candidates) <= MOST_CANDIDATES:
            raise ContentError("schema-candidates", id=self.id, count=len(candidates), most=MOST_CANDIDATES)
        for each in candidates:
            if not 0 < len(each.text.strip()) <= LONGEST_TEXT:
                raise ContentError("schema-bad-candidate", id=self.id)
        if self.readings and len(self.readings) != len(candidates):
            raise ContentError("schema-readings", id=self.id)
        _refuse_blanks(self)
        spans = [*self.cues, *[each.span for each in candidates if each.span]]
        spans += [mark.span] if isinstance(mark, Mark) and not 0 <= mark.start <= mark.end <= size else []
        if spans and any(span.end > size for span in spans):
            raise ContentError("schema-mark-outside", id=self.id)
        if len(self.cues) > 1 and any(one.end > other.start for one, other in pairwise(self.cues)):
            raise ContentError("schema-cues-overlap", id=self.id)
        if isinstance(mark, Mark) and mark.blank != (text[mark.start : mark.end] in ("", "_")):
            raise ContentError("schema-bad-gap", id=self.id)

    @property
    def anaphor_form(self) -> str | None:
        """The anaphor's word, None for a gap and where it is not known."""
        if isinstance(self.anaphor, Mark):
            return None if self.anaphor.blank else self.anaphor.span.of(self.text)
        return self.anaphor.form


class Associative(StrEnum):
    """Whether a special word is tied to one candidate (Trichelair et al. 2018)."""

    NO = "no"
    YES = "yes"
    NEGATIVELY = "negatively"


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanCount:
    """How people did on an item, as the source prints it."""

    __pydantic_config__ = _STRICT
    right: int
    """How many gave the key."""
    asked: int
    """How many were asked."""

    def __post_init__(self) -> None:
        if not 0 <= self.right <= self.asked:
            raise ContentError("schema-bad-count", right=self.right, asked=self.asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotations:
    """What a source says about an item beyond the question and the key; nothing here is invented."""

    __pydantic_config__ = _STRICT
    associative: Associative | None = None
    """Whether the special word is tied to one candidate."""
    switchable: bool | None = None
    """Whether the candidates can change places and the answer follows."""
    negatable: bool | None = None
    """Whether a negation flips the answer."""
    switched: str | None = None
    """The sentence with its candidates exchanged."""
    template: str | None = None
    """The sentence re-ordered by hand, the place of a candidate marked with `[…]`."""
    pairs: tuple[tuple[str, str] | None, ...] = ()
    """Hand-made (candidate, cue) words for the mutual-information test, one per candidate."""
    pairs_usable: bool | None = None
    """Whether the source calls those pairs usable."""
    human: HumanCount | None = None
    """How people did on it."""
    original: str | None = None
    """The sentence it was translated from."""
    gender: str | None = None
    """The gender that the source varies (Winogender, WinoBias)."""

    __post_init__ = _refuse_blanks  # type: ignore[misc]  # it is a method once a record has it


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Item(MarkedSentences):
    """A question and its key."""

    __pydantic_config__ = _STRICT
    question: Question
    """What a respondent sees."""
    key: Key
    """Index of the right candidate, or `Neither`."""
    annotations: Annotations = Annotations()
    """What the source says about the item besides."""

    def __post_init__(self) -> None:
        count = len(self.question.candidates)
        if isinstance(self.key, bool) or not (isinstance(self.key, Neither) or 0 <= self.key < count):
            raise ContentError("schema-bad-key", id=self.id, key=repr(self.key), count=count)
        if self.annotations.pairs and len(self.annotations.pairs) != count:
            raise ContentError("schema-pairs", id=self.id)

    @property
    def id(self) -> str:
        """The question's id."""
        return self.question.id

    @property
    def answer(self) -> str | None:
        """The text of the right candidate; None when the key is `Neither`."""
        return None if isinstance(self.key, Neither) else self.question.candidates[self.key].text


Entry = Item | Question
"""An item, or a question whose key the source does not give; both count as items."""


def question_of(entry: Entry) -> Question:
    """The question of an item, or the question itself."""
    return entry.question if isinstance(entry, Item) else entry


class Status(StrEnum):
    """Where a schema stands between its authors."""

    PROPOSED = "proposed"
    AGREED = "agreed"
    EXCLUDED = "excluded"
    UNVALIDATED = "unvalidated"  # found by a machine: nobody has looked at it yet


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One author's wording of a schema, kept beside the agreed one, in the native marks."""

    __pydantic_config__ = _STRICT
    author: str
    """Who worded it."""
    text: str
    """The text with its marks."""
    question: str | None = None
    """The prompt with its braces."""
    answers: tuple[str, ...] = ()
    """The right answers, special first."""
    note: str | None = None
    """Why it was kept or not taken."""

    __post_init__ = _refuse_blanks  # type: ignore[misc]  # it is a method once a record has it


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Schema(MarkedSentences):
    """Items that differ by a word: usually two, rarely one or three."""

    __pydantic_config__ = _STRICT
    id: str
    """Unique in its collection."""
    variants: tuple[Entry, ...]
    """The special item, the alternate one, and what follows."""
    domains: tuple[str, ...] = ()
    """Kinds of common sense and topics."""
    source: str | None = None
    """The schema it goes back to, as COLLECTION#ID, or a bibliographic source."""
    status: Status = Status.AGREED
    """Where it stands between its authors."""
    reason: str | None = None
    """Why it is proposed or excluded."""
    versions: tuple[Version, ...] = ()
    """Other authors' wordings."""
    notes: str | None = None
    """Anything an author wants to remember."""
    conditions: tuple[str, ...] = ()
    """The condition of an experiment that each variant stands for; empty when it is not said."""

    def __post_init__(self) -> None:
        _refuse_blanks(self)
        if not self.variants:
            raise ContentError("schema-no-item", id=self.id)
        if len(self.conditions) not in (0, len(self.variants)):
            raise ContentError("schema-conditions", id=self.id, found=len(self.conditions), wanted=len(self.variants))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its items; a problem's are asked for in the same way."""
        return self.variants


class Origin(StrEnum):
    """How a problem's text came about (paper 4)."""

    VERBATIM = "verbatim"
    MODIFIED = "modified"
    CONSTRUCTED = "constructed"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Problem(MarkedSentences):
    """A lone item without a twin."""

    __pydantic_config__ = _STRICT
    id: str
    """Unique in its collection; the same as its item's id."""
    item: Entry
    """The item."""
    passage: str | None = None
    """Shared by the problems that ask about one and the same text."""
    domains: tuple[str, ...] = ()
    """Kinds of common sense and topics."""
    source: str | None = None
    """Where the text was taken from."""
    genre: str | None = None
    """Novel, letter, news …"""
    origin: Origin | None = None
    """Whether the text is verbatim, modified or constructed."""
    status: Status = Status.AGREED
    """Where it stands between its authors."""
    reason: str | None = None
    """Why it is proposed or excluded."""
    notes: str | None = None
    """Anything an author wants to remember."""
    condition: str | None = None
    """The condition of an experiment that it stands for."""

    def __post_init__(self) -> None:
        _refuse_blanks(self)
        if self.id != question_of(self.item).id:
            raise ContentError("schema-other-item", id=self.id, item=repr(question_of(self.item).id))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its one item."""
        return (self.item,)

    @property
    def conditions(self) -> tuple[str, ...]:
        """Its condition, as a schema has them; empty when it is not said."""
        return (self.condition,) if self.condition else ()


@dataclass(frozen=True, kw_only=True, repr=False)
class Collection(Result):
    """Schemas and problems in one language, with who made them and under which licence."""

    __pydantic_config__ = _STRICT
    name: str
    """Short name, as used on the command line."""
    language: str
    """Language of its texts; `mul` for several."""
    schemas: tuple[Schema, ...] = ()
    """In the order of the file."""
    problems: tuple[Problem, ...] = ()
    """In the order of the file."""
    title: str | None = None
    """Title for people."""
    version: str | None = None
    """The authors' version number."""
    licence: str | None = None
    """SPDX identifier, or the publisher's words; None when the source says nothing."""
    authors: tuple[str, ...] = ()
    """Who wrote it."""
    citation: str | None = None
    """How to cite it."""
    notes: str | None = None
    """Anything its authors want known."""

    def __post_init__(self) -> None:
        _refuse_blanks(self)
        items = [entry.id for part in self.parts for entry in part.entries]
        for code, names in (("schema-item-twice", items), ("schema-entry-twice", [part.id for part in self.parts])):
            if len(set(names)) < len(names):
                raise ContentError(code, name=repr(Counter(names).most_common(1)[0][0]))

    @cached_property
    def parts(self) -> tuple[Schema | Problem, ...]:
        """Schemas, then problems, whatever their status."""
        return (*self.schemas, *self.problems)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Items and questions of everything that is not excluded, in order."""
        return tuple(entry for part in self.parts if part.status is not Status.EXCLUDED for entry in part.entries)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Only the entries that have a key."""
        return tuple(entry for entry in self.entries if isinstance(entry, Item))

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What respondents are shown."""
        return tuple(question_of(entry) for entry in self.entries)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen digits that change when what is asked, or what is right, changes; notes do not count."""
        schemas = [each.variants for each in self.schemas if each.status is not Status.EXCLUDED]
        problems = [each.item for each in self.problems if each.status is not Status.EXCLUDED]
        return fingerprint({"language": self.language, "schemas": schemas, "problems": problems})
