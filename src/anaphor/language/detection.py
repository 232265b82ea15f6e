"""Which language texts are in, by their frequent words and their script: for files that do not say it."""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice

LOOKED_AT = 500
"""Texts that are looked at."""
_TELLING = tomllib.loads(files("anaphor").joinpath("data/frequent_words.toml").read_text("utf-8"))
_LANGUAGES: dict[str, list[str]] = {}
for _code, _words in _TELLING["words"].items():
    for _word in dict.fromkeys(_words.split()):
        _LANGUAGES.setdefault(_word, []).append(_code)
_WORD = re.compile(r"'n\b|[^\W\d_]+(?:'t)?")
_LEAST = 2
"""Frequent words of a language that a text must hold to be taken for one in it."""
_CLEAR = 0.8
"""Share of the recognised texts from which on all are taken to be in one language."""
_RECOGNISED = 0.2
"""Share of all texts below which those that are recognised say nothing about the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageEvidence:
    """How many texts look like which language."""

    texts: tuple[tuple[str, int], ...]
    """Languages with the number of texts that look like them, most first."""
    looked_at: int
    """Texts that were looked at; those that look like no language are in no number."""

    @property
    def recognised(self) -> int:
        """Texts that look like some language."""
        return sum(count for _, count in self.texts)

    @property
    def code(self) -> str | None:
        """The language of nearly all texts that are recognised; None where it is not clear."""
        enough = self.recognised >= _RECOGNISED * self.looked_at
        return self.texts[0][0] if enough and self.recognised and not self.torn else None

    @property
    def torn(self) -> bool:
        """Whether the texts look like several languages, so that no one of them may be assumed."""
        return bool(self.texts) and self.texts[0][1] < _CLEAR * self.recognised


def language_evidence(texts: Iterable[str]) -> LanguageEvidence:
    """What the first texts say about their language.

    >>> language_evidence(["Le chat dort parce qu'il est vieux."]).code
    'fr'
    """
    counts: Counter[str] = Counter()
    looked_at = 0
    for text in islice(texts, LOOKED_AT):
        looked_at += 1
        if language := text_language(text):
            counts[language] += 1
    ranked = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return LanguageEvidence(texts=tuple(ranked), looked_at=looked_at)


def text_language(text: str) -> str | None:
    """The language of one text; None where two are as likely, or too little is known."""
    start = text[:1000] if not text.isascii() and max(text) > "\u036f" else ""
    foreign = [letter for letter in start if ord(letter) > 0x36F and letter.isalpha()]
    if foreign and 3 * len(foreign) > sum(letter.isalpha() for letter in start):
        scripts = {_TELLING["scripts"].get(unicodedata.name(letter, "").partition(" ")[0]) for letter in foreign}
        return "ja" if "ja" in scripts else next(iter(scripts)) if len(scripts) == 1 else None
    # `L'homme` and `homme's` are cut at the apostrophe, so that what is elided does not hide a word.
    words = map(str.casefold, _WORD.findall(text.replace("’", "'")))
    met = [code for word in words if word in _LANGUAGES for code in _LANGUAGES[word]]
    (most, language), (second, _) = sorted([(0, ""), (0, ""), *((met.count(code), code) for code in set(met))])[:-3:-1]
    return language if most >= _LEAST and most > second else None
