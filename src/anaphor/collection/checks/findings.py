"""What the checker can say, and which texts are nearly the same.

Texts are compared by the word pairs
that they share, found through an index of such pairs.
"""

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, overload

from anaphor.collection.settings import Severity as Severity
from anaphor.errors import member_of
from anaphor.result import Result
from anaphor.schema import Collection
from anaphor.text import Message, Value, message

Record = TypeVar("Record")


class RecordSequence(Result, Sequence[Record]):
    """A result that is also the sequence of its records, which was all that programs got before there were results."""

    __slots__ = ()

    def _records(self) -> tuple[Record, ...]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self._records())

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records())

    @overload
    def __getitem__(self, place: int) -> Record: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Record, ...]: ...

    def __getitem__(self, place: int | slice) -> Any:
        return self._records()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | type(self)) and self._records() == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(map(str, self._records())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that the checker noticed at a place of a collection."""

    code: str
    """Its kind; codes are stable, and each has its sentence `collection-finding-CODE`."""
    severity: Severity
    place: str
    """Id of the schema, problem or item; the collection's name for what concerns it as a whole."""
    details: Mapping[str, Value]
    """What the sentence needs to be concrete."""
    items: tuple[str, ...] = ()
    """Ids of the items where it is said once of a schema and holds for all its variants."""

    @classmethod
    def of(
        cls, sentence: str, place: str, *, code: str = "own", severity: Severity | str = Severity.WARNING
    ) -> "Finding":
        """A finding of a check of one's own, in one's own words, about the schema, problem or item of that id."""
        chosen = member_of(Severity, severity, "severity")
        return cls(code=code, severity=chosen, place=place, details={"own_sentence": sentence})

    @property
    def message(self) -> Message:
        """What is wrong and what to do, in one sentence or two."""
        code = "own" if "own_sentence" in self.details else self.code
        return message(f"collection-finding-{code}", **self.details)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Findings(RecordSequence[Finding]):
    """What the checker says of a collection; also the sequence of its findings, in the order of the file."""

    collection: Collection
    """What was checked."""
    found: tuple[Finding, ...]
    """Everything of the kinds that were asked for, however little it matters."""
    severity: Severity = Severity.NOTE
    """How much a finding must matter to be shown."""
    every: bool = False
    """Whether all findings of a kind are shown, and not only the first."""
    left_out: int = 0
    """Findings of kinds that were not asked for."""

    def _records(self) -> tuple[Finding, ...]:
        severities = list(Severity)[: list(Severity).index(self.severity) + 1]
        return tuple(one for one in self.found if one.severity in severities)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that must be mended; where there are any, `collection check` exits with 1."""
        return tuple(one for one in self.found if one.severity is Severity.ERROR)


class Finder:
    """Makes findings of the kinds that one file of checks knows."""

    def __init__(self, **codes: str) -> None:
        self.codes = {code: Severity(severity) for severity, listed in codes.items() for code in listed.split()}

    def __call__(self, code: str, place: str, /, **details: Value) -> Finding:
        return Finding(code=code, severity=self.codes[code], place=place, details=details)


_WORD = re.compile(r"[^\W_]+")
_COMMON = 200
"""A word pair that stands in more texts than this tells nothing about any two of them."""


@lru_cache(maxsize=4096)
def normal_words(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents' encoding, punctuation and apostrophes.

    >>> normal_words("L’École est là.")
    ('l', 'école', 'est', 'là')
    """
    return tuple(_WORD.findall(unicodedata.normalize("NFC", text).casefold()))


def _pairs(words: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    return frozenset(zip(("", *words), (*words, ""), strict=True))


def similarity(one: str, other: str) -> float:
    """Share of word pairs that two texts have in common (Jaccard), from 0 to 1.

    >>> similarity("le chat dort", "Le chat dort !")
    1.0
    """
    first, second = _pairs(normal_words(one)), _pairs(normal_words(other))
    return len(first & second) / len(first | second)


class Neighbour(NamedTuple):
    """A text that resembles another one."""

    name: str
    share: float
    """Share of word pairs in common, from 0 to 1."""


class TextIndex:
    """Texts by name, asked for the ones that resemble a text."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._pairs: dict[str, frozenset[tuple[str, str]]] = {}
        self._holders: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._same: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for name, text in texts:
            words = normal_words(text)
            self._same[words].append(name)
            self._pairs[name] = _pairs(words)
            for pair in self._pairs[name]:
                self._holders[pair].append(name)

    def nearest(self, text: str, *, at_least: float, skip: frozenset[str] = frozenset()) -> Neighbour | None:
        """The text that resembles most, if it shares enough; names in `skip` are left out."""
        words = normal_words(text)
        same = next((name for name in self._same.get(words, ()) if name not in skip), None)
        if same is not None:
            return Neighbour(same, 1.0)
        pairs = _pairs(words)
        held = [pair for pair in pairs if pair in self._holders]
        counts = {pair: len(self._holders[pair]) for pair in held}
        telling = sorted((pair for pair in held if counts[pair] <= _COMMON), key=counts.__getitem__)
        # Whoever shares enough shares so many of the telling pairs, and so one of the rarest that are left.
        fewest = max(at_least * len(pairs) / 2, at_least * len(pairs) - len(held) + len(telling))
        rarest = telling[: len(telling) - max(1, math.ceil(fewest - 1e-9)) + 1]
        best: Neighbour | None = None
        for name in {name for pair in rarest for name in self._holders[pair]} - skip:
            shared = pairs & self._pairs[name]
            share = len(shared) / (len(pairs) + len(self._pairs[name]) - len(shared))
            # Equal shares are decided by name: the order of a set differs from one process to the next.
            if (
                share >= at_least
                and (best is None or (-share, name) < (-best.share, best.name))
                and len(shared.intersection(telling)) >= at_least * len(pairs) / 2
            ):
                best = Neighbour(name, share)
        return best
