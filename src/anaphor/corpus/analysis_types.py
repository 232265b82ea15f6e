"""What a raw word is made of, type by type: its words, and their lemmas. Running text and questions share it."""

from collections.abc import Mapping
from typing import NamedTuple

from anaphor.corpus.analysis_scan import RawWord
from anaphor.linguistics.language import Language

_JOINERS = ("'", "-")
_REMEMBERED = 400_000
"""Raw words whose analysis is kept in memory: about 120 MB."""
_MOST_STEPS = 4


class Word(NamedTuple):
    """One word of the corpus; what is counted are its form and its lemma."""

    form: str
    """In lower case."""
    capital: bool
    """Whether it was written with a capital."""
    lemma: str
    """Dictionary form in lower case; a name keeps its capital."""


class TypeAnalyser:
    """The words of raw words; what was analysed once is remembered."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._known: dict[RawWord, tuple[Word, ...]] = {}
        self._last: dict[str, str] = {}
        self.has_learnt = False

    @property
    def known(self) -> Mapping[RawWord, tuple[Word, ...]]:
        """What was analysed so far, but for what is too much to remember."""
        return self._known

    def learn(self, known: Mapping[RawWord, tuple[Word, ...]]) -> None:
        """Take over analyses made before, by the same rules."""
        self._known.update(known)
        self.has_learnt = True

    def words(self, raw: RawWord) -> tuple[Word, ...]:
        """The words of a raw word: usually one; two for a verb and its clitic (`dit-il`, `don't`)."""
        known = self._known.get(raw)
        if known is None:
            known = self._analyse(raw)
            if len(self._known) < _REMEMBERED:
                self._known[raw] = known
        return known

    def _analyse(self, raw: RawWord) -> tuple[Word, ...]:
        form, capital = raw
        if not any(joiner in form for joiner in _JOINERS):
            return (Word(form, capital, self._lemma(form, capital)),)
        parts = [part for part in self._parts(form) if part] or [form]
        marks = [capital, *([False] * (len(parts) - 1))]
        return tuple(Word(part, mark, self._lemma(part, mark)) for part, mark in zip(parts, marks, strict=True))

    def _parts(self, form: str) -> list[str]:
        """The words that the language sees in a joined form; an inverted clitic loses its hyphen (`-t-il` is `il`)."""
        tokens = [token.text for token in self._language.tokens(form) if token.is_word]
        return [text.removeprefix("-t-").removeprefix("-") for text in tokens]

    def _lemma(self, form: str, capital: bool) -> str:
        """The lemma of a form, and the lemma of that lemma if it has another: what is asked by its lemma is found."""
        lemma = self._one_step(_capitalised(form) if capital else form)
        last = self._last.get(lemma)
        if last is None:
            last = lemma
            for _ in range(_MOST_STEPS):
                further = self._one_step(last)
                if further == last:
                    break
                last = further
            if len(self._last) < _REMEMBERED:
                self._last[lemma] = last
        return last

    def _one_step(self, text: str) -> str:
        lemma = self._language.lemma(text) or text
        return _capitalised(lemma.lower()) if lemma[:1].isupper() else lemma.lower()


def _capitalised(form: str) -> str:
    return form[:1].upper() + form[1:]
