"""What the audit and the co-occurrence resolver ask of a corpus: one protocol, for an index and for files of counts."""

import gzip
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import as_file, files
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar

from anaphor import __version__
from anaphor.errors import FormatError, InputError, Place, UnknownNameError
from anaphor.files import atomic_file, regular_bytes
from anaphor.provenance import Signature, fingerprint
from anaphor.text import text


class Unit(StrEnum):
    """What is counted."""

    LEMMA = "lemma"
    FORM = "form"


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """How near two words must stand: in one sentence, or within so many words of each other."""

    words: int | None = None
    """Distance in words, inside one sentence; None: anywhere in the sentence."""
    directed: bool = False
    """True: the second word must follow the first."""


SENTENCE: Within = Within()
"""Anywhere in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCount:
    """How often two words occur and meet; all four numbers are counted in the same thing, `total` of them."""

    total: int
    """All sentences, or all windows: the denominator of the three probabilities."""
    a: int
    """Those with the first word."""
    b: int
    """Those with the second word."""
    both: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Concordance:
    """A sentence of the corpus in which the words stand."""

    text: str
    """The sentence, its tokens separated by spaces where the source's own spacing is not kept."""
    source: str


class Counts:
    """Something that knows how often words occur together."""

    name: str
    language: str
    words: int
    """Size of the corpus in words."""

    def __repr__(self) -> str:
        said = text("corpus-line-index", name=self.name, language=self.language, words=self.words)
        return f"<{type(self).__name__}: {said}>"

    @cached_property
    def signature(self) -> Signature:
        """What was counted and how: corpus, hash, analyser, version."""
        raise NotImplementedError

    @cached_property
    def parts(self) -> "tuple[Counts, ...]":
        """Counts that add up to these; themselves where they cannot be taken apart."""
        return (self,)

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """How often two words occur and meet; None when this source never counted that pair."""
        raise NotImplementedError

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """In how many sentences a word stands; None when this source never counted it."""
        found = self.pair(word, word, unit=unit)
        return found.a if found else None

    def counts_within(self, within: Within) -> bool:
        """Whether pairs so near one another were counted at all."""
        return True

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Sentences in which both words stand; empty when the source keeps no text."""
        return ()


def pooled(parts: Sequence[Counts]) -> Counts:
    """The parts counted as one corpus; a single one as it is, and those of one file of figures as a part of it."""
    of_files = [part for part in parts if isinstance(part, CountsFile)]
    if len(parts) > 1 and len(of_files) == len(parts) and len({id(part.tables) for part in of_files}) == 1:
        return CountsFile(of_files[0].tables, [number for part in of_files for number in part.chosen])
    return parts[0] if len(parts) == 1 else Pool(parts)


class Pool(Counts):
    """Corpora in one language, counted as one."""

    def __init__(self, parts: Sequence[Counts]) -> None:
        languages = sorted({part.language for part in parts})
        if len(languages) != 1:
            code = "corpus-pool-languages" if parts else "corpus-pool-empty"
            raise InputError(code, languages=", ".join(languages))
        self.parts = tuple(parts)
        self.name = " + ".join(part.name for part in parts)
        self.language = languages[0]
        self.words = sum(part.words for part in parts)
        self.signature = _numbered([part.signature.parts for part in parts])

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """The sums of the parts' counts; None when one of them never counted that pair."""
        found = [part.pair(a, b, within=within, unit=unit) for part in self.parts]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None
        return PairCount(**{name: sum(getattr(each, name) for each in known) for name in PairCount.__slots__})

    def counts_within(self, within: Within) -> bool:
        return all(part.counts_within(within) for part in self.parts)

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        found = [part.frequency(word, unit=unit) for part in self.parts]
        return None if None in found else sum(each for each in found if each is not None)

    def concordance(self, a: str, b: str, /, *, limit: int = 5, within: Within = SENTENCE) -> tuple[Concordance, ...]:
        """Sentences from the first part that has them, then from the next."""
        lines: list[Concordance] = []
        for part in self.parts:
            if len(lines) < limit:
                lines += part.concordance(a, b, limit=limit - len(lines), within=within)
        return tuple(lines)


def _numbered(signatures: Sequence[tuple[tuple[str, str], ...]]) -> Signature:
    """The signatures of several corpora as one: their names are numbered."""
    named = ((f"{name}{number}", value) for number, each in enumerate(signatures, 1) for name, value in each)
    return Signature(tuple(named))


FORMAT = "anaphor-counts"
VERSION = 1
WITHINS = (SENTENCE, Within(words=5), Within(words=10))
"""How near words stand in the counts that the package carries."""
_ENDING = ".json.gz"
_LARGEST = 64 * 2**20
_SUM = "sum"
"""The key under which a file of counts keeps the fingerprint of everything else in it."""
_LARGEST_UNPACKED = 512 * 2**20

Asked = tuple[str, str, Unit]
"""Two words and what they are counted as."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusCard:
    """What a corpus is and how it was read."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    name: str
    language: str
    """Its language, as a code: fr, en."""
    source: str = ""
    """Where it comes from: an address, a publication."""
    licence: str = ""
    files: int
    bytes: int
    hash: str
    """SHA-256 of the file; of several files, of their digests in reading order."""
    formats: tuple[str, ...]
    """The source formats that were found in them or said."""
    settings: dict[str, str] = field(default_factory=dict)
    """What the user said about how to read them."""
    analyser: str = ""
    """Which definition of token, sentence and lemma was used."""
    notes: tuple[str, ...] = ()
    made_by: str = f"anaphor {__version__}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedCorpus:
    """What is known of a corpus whose counts a file holds."""

    name: str
    words: int
    signature: tuple[tuple[str, str], ...]
    source: str = ""
    licence: str = ""
    hash: str = ""
    """SHA-256 of its files."""


def cards_in(listed: Iterable[dict[str, Any]]) -> tuple[CountedCorpus, ...]:
    """The corpora that a file of figures names."""
    return tuple(
        CountedCorpus(
            **{**card, "words": int(card["words"]), "signature": tuple((str(a), str(b)) for a, b in card["signature"])}
        )
        for card in listed
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tables:
    """The figures of a file; the innermost lists have one number per corpus."""

    language: str
    cards: tuple[CountedCorpus, ...]
    withins: tuple[Within, ...]
    totals: list[list[int]]
    words: dict[tuple[Unit, str], list[list[int]]]
    pairs: dict[Asked, list[list[int]]]


class CountsFile(Counts):
    """Counts from a file of figures, of all its corpora or of some."""

    def __init__(self, tables: _Tables, chosen: Sequence[int] | None = None) -> None:
        self.tables = tables
        self.chosen = tuple(range(len(tables.cards)) if chosen is None else chosen)
        self.cards = tuple(tables.cards[number] for number in self.chosen)
        """What is known of the corpora."""
        self.withins = tables.withins
        """How near words stand in its counts."""
        self.pairs = tuple(tables.pairs)
        """The pairs that are counted in it."""
        self.name = " + ".join(card.name for card in self.cards)
        self.language = tables.language
        self.words = sum(card.words for card in self.cards)
        signatures = [card.signature for card in self.cards]
        self.signature = Signature(signatures[0]) if len(signatures) == 1 else _numbered(signatures)

    @cached_property
    def parts(self) -> tuple[Counts, ...]:
        if len(self.chosen) == 1:
            return (self,)
        return tuple(CountsFile(self.tables, (number,)) for number in self.chosen)

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """How often two words occur and meet; None for a pair or a distance that the file does not have."""
        tables = self.tables
        both = tables.pairs.get((a, b, unit)) or tables.pairs.get((b, a, unit))
        if both is None or within not in tables.withins:
            return None
        number = tables.withins.index(within)
        first, second = tables.words[unit, a][number], tables.words[unit, b][number]
        return PairCount(
            total=self._sum(tables.totals[number]),
            a=self._sum(first),
            b=self._sum(second),
            both=self._sum(both[number]),
        )

    def counts_within(self, within: Within) -> bool:
        return within in self.tables.withins

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        found = self.tables.words.get((unit, word))
        if found is None or SENTENCE not in self.tables.withins:
            return None
        return self._sum(found[self.tables.withins.index(SENTENCE)])

    def _sum(self, numbers: Sequence[int]) -> int:
        return sum(map(numbers.__getitem__, self.chosen))


@cache
def shipped(language: str) -> CountsFile:
    """The counts that the package carries for a language."""
    known = shipped_languages()
    if language not in known:
        raise UnknownNameError("counts file for a language", language, known, todo="Name a corpus of your own.")
    with as_file(files("anaphor").joinpath(f"data/counts/{language}{_ENDING}")) as path:
        return read_counts(path)


def shipped_languages() -> tuple[str, ...]:
    """The languages that the package carries counts for."""
    folder = files("anaphor").joinpath("data/counts")
    return tuple(sorted(each.name.removesuffix(_ENDING) for each in folder.iterdir() if each.name.endswith(_ENDING)))


def is_counts_file(path: Path) -> bool:
    """True for a file that could be one of figures (an index is a folder)."""
    return path.is_file() and path.name.endswith((_ENDING, ".json"))


def read_counts(path: str | PathLike[str]) -> CountsFile:
    """The counts in a file; one that is something else is refused."""
    where = Place(file=str(path))
    data = regular_bytes(Path(path), _LARGEST)
    try:
        text = zlib.decompressobj(31).decompress(data, _LARGEST_UNPACKED) if data[:2] == b"\x1f\x8b" else data
        document = json.loads(text)
        if document["format"] != FORMAT or document["version"] != VERSION:
            raise FormatError("corpus-counts-version", where=where)
        if document.pop(_SUM, None) not in (None, fingerprint(document)):  # files of earlier versions have none
            raise FormatError("corpus-counts-changed", where=where)
        tables = _tables(document)
    except (ValueError, KeyError, TypeError, IndexError, zlib.error) as error:
        raise FormatError("corpus-no-counts", where=where) from error
    return CountsFile(tables)


def _tables(document: dict[str, Any]) -> _Tables:
    tables = _Tables(
        language=str(document["language"]),
        cards=cards_in(document["corpora"]),
        withins=tuple(Within(words=each) for each in document["withins"]),
        totals=document["totals"],
        words={(Unit(unit), word): counts for unit, word, counts in document["words"]},
        pairs={(a, b, Unit(unit)): counts for unit, a, b, counts in document["pairs"]},
    )
    # Tables with a hole are refused: every list has a number per corpus, every pair has its words.
    shape = (len(tables.withins), len(tables.cards))
    grids = [tables.totals, *tables.words.values(), *tables.pairs.values()]
    whole = all(len(grid) == shape[0] and all(len(row) == shape[1] for row in grid) for grid in grids)
    numbers = all(type(each) is int and each >= 0 for grid in grids for row in grid for each in row)
    words = all((unit, word) in tables.words for a, b, unit in tables.pairs for word in (a, b))
    if not (tables.cards and tables.withins and whole and numbers and words):
        raise ValueError("a table has a hole")
    return tables


def write_counts(path: Path, counts: Counts, asked: Iterable[Asked], withins: Sequence[Within] = WITHINS) -> int:
    """Write what is counted for these pairs, part by part, and say how many; a file of the same corpora grows."""
    parts = counts.parts
    cards = [counted_corpus(part) for part in parts]
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "language": counts.language,
        "corpora": [asdict(card) for card in cards],
        "withins": [within.words for within in withins],
    }
    old = read_counts(path) if path.exists() else None
    if old and (list(old.cards) != cards or old.withins != tuple(withins)):
        raise InputError("corpus-other-counts", where=Place(file=str(path)))
    wanted = dict.fromkeys([*(old.pairs if old else ()), *asked])
    document |= _counted(parts, wanted, withins)
    document[_SUM] = fingerprint(document)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace('],["', '],\n["')
    packed = path.name.endswith(".gz")
    with atomic_file(path) as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0) if packed else text.encode())
    return len(document["pairs"])


def counted_corpus(part: Counts) -> CountedCorpus:
    """What is known of the corpus that was counted."""
    if isinstance(part, CountsFile):
        return part.cards[0]
    plain = CountedCorpus(name=part.name, words=part.words, signature=part.signature.parts)
    card: CorpusCard | None = getattr(part, "card", None)  # an index has one
    return replace(plain, source=card.source, licence=card.licence, hash=card.hash) if card else plain


def _counted(parts: Sequence[Counts], asked: Iterable[Asked], withins: Sequence[Within]) -> dict[str, Any]:
    words: dict[tuple[Unit, str], list[list[int]]] = {}
    pairs: list[tuple[str, str, str, list[list[int]]]] = []
    totals = [[0] * len(parts) for _ in withins]
    for a, b, unit in sorted(asked):
        try:
            grid = [[part.pair(a, b, within=within, unit=unit) for part in parts] for within in withins]
        except InputError:  # a pair that a corpus cannot count is left out, as one that it never counted
            continue
        known = [[each for each in row if each is not None] for row in grid]
        if any(len(row) < len(parts) for row in known):
            continue
        pairs.append((unit.value, a, b, [[each.both for each in row] for row in known]))
        words[unit, a] = [[each.a for each in row] for row in known]
        words[unit, b] = [[each.b for each in row] for row in known]
        totals = [[each.total for each in row] for row in known]
    listed = [(unit.value, word, grid) for (unit, word), grid in sorted(words.items())]
    return {"totals": totals, "words": listed, "pairs": pairs}
