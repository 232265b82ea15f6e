"""What a raw word is made of, type by type: its words, and their lemmas. Running text and questions share it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from anaphor.corpus.kernel.analysis_scan import RawWord
from anaphor.language import Language

_JOINERS = ("'", "-")
_REMEMBERED = 400_000
"""Raw words whose analysis is kept in memory: about 80 MB."""
_MOST_STEPS = 4


class Word(NamedTuple):
    """One word of the corpus; what is counted are its form and its lemma."""

    form: str
    """In lower case."""
    capital: bool
    """Whether it was written with a capital."""
    lemma: str
    """Dictionary form in lower case; a name keeps its capital."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownWords:
    """Analyses that were made; it grows."""

    small: dict[str, str] = field(default_factory=dict)
    """Lemmas of words without a capital that are one word."""
    capital: dict[str, str] = field(default_factory=dict)
    """Lemmas of words with a capital that are one word, by their form in lower case."""
    joined: dict[RawWord, tuple[Word, ...]] = field(default_factory=dict)
    """Words of those with an apostrophe or a hyphen inside."""

    def __len__(self) -> int:
        return len(self.small) + len(self.capital) + len(self.joined)


class TypeAnalyser:
    """The words of raw words; what was analysed once is remembered."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._last: dict[str, str] = {}
        self.known = KnownWords()

    def words(self, raw: RawWord) -> tuple[Word, ...]:
        """The words of a raw word: usually one; two for a verb and its clitic (`dit-il`, `don't`)."""
        form, capital = raw
        lemma = (self.known.capital if capital else self.known.small).get(form)
        if lemma is not None:
            return (Word(form, capital, lemma),)
        if not any(joiner in form for joiner in _JOINERS):
            return (Word(form, capital, self._new(form, capital)),)
        words = self.known.joined.get(raw)
        if words is None:
            words = self._joined(form, capital)
            if len(self.known) < _REMEMBERED:
                self.known.joined[raw] = words
        return words

    def _new(self, form: str, capital: bool) -> str:
        lemma = self._lemma(form, capital)
        if len(self.known) < _REMEMBERED:
            (self.known.capital if capital else self.known.small)[form] = lemma
        return lemma

    def _joined(self, form: str, capital: bool) -> tuple[Word, ...]:
        """The words that the language sees in a joined form; an inverted clitic loses its hyphen (`-t-il` is `il`)."""
        tokens = [token.text for token in self._language.tokens(form) if token.is_word]
        parts = [text.removeprefix("-t-").removeprefix("-") for text in tokens]
        found = [part for part in parts if part] or [form]
        marks = [capital, *([False] * (len(found) - 1))]
        return tuple(Word(part, mark, self._lemma(part, mark)) for part, mark in zip(found, marks, strict=True))

    def _lemma(self, form: str, capital: bool) -> str:
        """The lemma of a form, and the lemma of that lemma if it has another: what is asked by its lemma is found."""
        lemma = self._one_step(_capitalised(form) if capital else form)
        last = self._last.get(lemma)
        if last is None:
            last = self._last_step(lemma)
            if len(self._last) < _REMEMBERED:
                self._last[lemma] = last
        return form if last == form else last  # one string in memory, not two that are alike

    def _last_step(self, lemma: str) -> str:
        for _ in range(_MOST_STEPS):
            further = self._one_step(lemma)
            if further == lemma:
                break
            lemma = further
        return lemma

    def _one_step(self, text: str) -> str:
        lemma = self._language.lemma(text) or text
        return _capitalised(lemma.lower()) if lemma[:1].isupper() else lemma.lower()


def _capitalised(form: str) -> str:
    return form[:1].upper() + form[1:]
