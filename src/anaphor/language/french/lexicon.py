"""The French lexicon: every analysis of a written form, from a table derived from Lexique 3.83.

The tables are `data/french/mapped_lexicon.tsv` (see `data/NOTICE.md`) and `lexicon_corrections.tsv` (ours), whose forms
replace those of the first. The first few forms are looked for in its sorted lines, so that a single reading need not
wait for 125,000 of them; who asks for more gets a dict. A form is parsed when it is asked for.

>>> [(entry.lemma, entry.category.value) for entry in lookup("Portait")]
[('porter', 'verb')]
"""

from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from mmap import ACCESS_READ, mmap
from typing import NamedTuple

from anaphor.language.protocol import Gender, Number


class Category(StrEnum):
    """Parts of speech."""

    NOUN = "noun"
    ADJECTIVE = "adjective"
    VERB = "verb"
    AUXILIARY = "auxiliary"
    ADVERB = "adverb"
    DETERMINER = "determiner"
    PRONOUN = "pronoun"
    PREPOSITION = "preposition"
    CONJUNCTION = "conjunction"
    INTERJECTION = "interjection"


class LexicalEntry(NamedTuple):
    """One analysis of a written form."""

    form: str
    """The form, lower-cased; œ is written oe, the apostrophe is straight."""
    lemma: str
    category: Category
    gender: Gender | None
    """None: no gender, or either."""
    number: Number | None
    """None: no number, or either."""
    traits: tuple[str, ...]
    """Verbs: moods, tenses, persons (`inf`, `par:pas`, `ind:pre:3s`); determiners, pronouns: their kind (`def`)."""
    frequency: float
    """Occurrences per million words, mean of books and film subtitles."""


_CATEGORIES = dict(zip("navxrdopci", Category, strict=True))
"""The letters of the table, in the order of the parts of speech."""
_GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
_NUMBERS = {"s": Number.SINGULAR, "p": Number.PLURAL}
_DATA = files("anaphor").joinpath("data", "french")
_CORRECTIONS = "lexicon_corrections.tsv"
_FEW = 2_500
"""Forms that are looked for in the file, before a dict of all is made: that takes as long as so many searches."""
_FOLDS = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "ʼ": "'", "\u2011": "-", "\u2010": "-"})


@lru_cache(maxsize=65_536)
def fold(form: str) -> str:
    """The form as the lexicon writes it: lower-case, œ as oe, straight apostrophe.

    >>> fold("L’Œil")
    "l'oeil"
    """
    return form.lower().translate(_FOLDS)


def lookup(form: str) -> tuple[LexicalEntry, ...]:
    """Every analysis of a form, the most frequent first; empty when the form is not known."""
    return _analyses(fold(form))


def of_category(form: str, *categories: Category) -> tuple[LexicalEntry, ...]:
    """The analyses of a form that belong to one of the parts of speech, the most frequent first."""
    return tuple(entry for entry in lookup(form) if entry.category in categories)


def nouns(form: str) -> tuple[LexicalEntry, ...]:
    """The analyses of a form as a noun; those of its singular where the lexicon lacks a regular plural.

    >>> [(entry.lemma, entry.number) for entry in nouns("dermatologues")]
    [('dermatologue', <Number.PLURAL: 'plural'>)]
    """
    entries = of_category(form, Category.NOUN)
    if entries or not fold(form).endswith(("s", "x")):
        return entries
    return tuple(entry._replace(number=Number.PLURAL) for entry in of_category(form[:-1], Category.NOUN))


def frequency(form: str, *categories: Category) -> float:
    """How often a form is used as one of the parts of speech, per million words; all of them when none is named."""
    return sum(entry.frequency for entry in lookup(form) if not categories or entry.category in categories)


@cache
def feminine_uses() -> dict[str, float]:
    """How often the feminine forms that the lexicon has under a masculine noun are used, by that noun; from a table."""
    return {noun: float(frequency) for noun, frequency in _lines_of("feminine_uses.tsv").items()}


@lru_cache(maxsize=65_536)
def _analyses(key: str) -> tuple[LexicalEntry, ...]:
    packed = _packed_analyses(key) if _analyses.cache_info().misses < _FEW else _table().get(key)
    if packed is None:
        return ()
    entries: list[LexicalEntry] = []
    for part in packed.split(";"):
        lemma, category, gender, number, traits, frequency = part.split("|")
        features = _CATEGORIES[category], _GENDERS.get(gender), _NUMBERS.get(number)
        kinds = tuple(traits.split(",")) if traits else ()
        entries.append(LexicalEntry(key, lemma or key, *features, kinds, float(frequency)))
    return tuple(sorted(entries, key=lambda entry: -entry.frequency))


@cache
def _table() -> dict[str, str]:
    """Form to packed analyses; two threads that ask first at once may both load it, and get equal tables."""
    return dict(line.split("\t", 1) for line in _lexicon_map()[:].decode("utf-8").splitlines()) | _lines_of(
        _CORRECTIONS
    )


@cache
def _lines_of(name: str) -> dict[str, str]:
    lines = _DATA.joinpath(name).read_text("utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


@cache
def _lexicon_map() -> mmap:
    with _DATA.joinpath("mapped_lexicon.tsv").open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


def _packed_analyses(key: str) -> str | None:
    """The packed analyses of a form, by bisection of the file."""
    if key in (corrected := _lines_of(_CORRECTIONS)):
        return corrected[key]
    wanted = key.encode("utf-8", "surrogatepass")  # a text in memory may hold half a character
    low, high = 0, len(_lexicon_map())  # both are beginnings of lines
    while low < high:
        start, after, form, packed = _middle(low, high)
        if form == wanted:
            return packed.decode()
        low, high = (after, high) if form < wanted else (low, start)
    return None


@cache  # the first steps are the same for all words
def _middle(low: int, high: int) -> tuple[int, int, bytes, bytes]:
    """The line in the middle of a part of the file: where it and the next begin, its form and its analyses."""
    lines = _lexicon_map()
    start = max(lines.rfind(b"\n", low, (low + high) // 2) + 1, low)
    end = lines.find(b"\n", start)
    form, _, packed = lines[start:end].partition(b"\t")
    return start, end + 1, form, packed
