"""What speaks for a word in the place of a special word: figures of every word that could stand there.

The weights are those of a conditional logit: of all words of the part of speech and form, which one did the author
write? They were fitted on the schemas of `anaphor-fr` and `anaphor-en`, which are ours, and on no published ones.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from anaphor.corpus import shipped_table
from anaphor.language import LANGUAGES, alternates, are_opposites, candidate_lemmas, lemma_at
from anaphor.resolver import CompactLstm, shipped_lstms
from anaphor.schema import Question, Span

if TYPE_CHECKING:
    from anaphor.resolver import MaskedResolver

Figures = NDArray[np.float64]
_CONTEXT = 30
"""Words before the place that the language model reads."""
_SHORTEST = 2
FEATURES = ("opposite", "likely", "rank", "with_cue", "towards", "with_both", "filled")
"""Opposite of the special word; log-probability there; log of the rank by frequency; bits with the special word;
bits with the other candidate above those with the right one, and the sum of both; log-probability there by a masked
model, where there is one."""
WEIGHTS = {"fr": (5.8, 0.62, 0.29, 0.70, 0.15, 0.03), "en": (4.7, 0.60, 0.22, 0.84, 0.0, 0.28)}
WEIGHTS_FILLED = {"fr": (5.0, 0.38, 0.44, 0.78, 0.10, 0.03, 0.28), "en": (4.1, 0.27, 0.36, 0.67, -0.11, 0.16, 0.43)}
"""Those beside a masked model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternates:
    """The words that could stand at a place of a question's text, with the figures of each."""

    place: Span
    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    figures: Figures
    """A row for each word, a column for each of `FEATURES`."""
    weights: tuple[float, ...]
    """What each figure counts."""

    @property
    def best_likely(self) -> int:
        """The column of the log-probability by the model that reads most: a masked one where there is one."""
        return FEATURES.index("filled" if self.figures.shape[1] == len(FEATURES) else "likely")

    @property
    def scores(self) -> Figures:
        """How promising each word is."""
        return np.asarray(self.figures @ np.asarray(self.weights))

    def ranked(self, weights: Sequence[float] | Figures | None = None) -> list[int]:
        """The numbers of the words, the most promising first."""
        scores = self.scores if weights is None else self.figures @ np.asarray(weights)
        return [int(number) for number in np.argsort(-scores, kind="stable")]


@cache
def vocabulary(code: str) -> tuple[CompactLstm, tuple[str, ...], NDArray[np.int64]] | None:
    """The language model of a language, its words in lower case, and their numbers."""
    model = shipped_lstms().model(code)
    if not isinstance(model, CompactLstm):
        return None
    plain = re.compile(r"[^\W\d_][^\W\d_-]*(?:-[^\W\d_]+)*")
    numbered = enumerate(model.vocabulary.words)
    words = [(w, n) for n, w in numbered if len(w) >= _SHORTEST and w == w.lower() and plain.fullmatch(w)]
    return model, tuple(word for word, _ in words), np.array([number for _, number in words], np.int64)


@lru_cache(maxsize=65_536)
def _number(code: str, lemma: str) -> int:
    """The number of a lemma in the table of pairs; -1 where it is not listed."""
    table = shipped_table(code)
    number = table.number(lemma) if table else None
    return -1 if number is None else number


def alternates_of(
    question: Question, key: int, place: Span, filling: "MaskedResolver | None" = None
) -> Alternates | None:
    """All words of the form at a place, with what speaks for each; None where there is no model, or no word fits.

    A masked model says how likely each is there, beside the shipped LSTM, which reads only what stands before.
    """
    vocabulary_of_model = vocabulary(question.language) if question.language in LANGUAGES.names() else None
    table = shipped_table(question.language)
    weights = (WEIGHTS_FILLED if filling else WEIGHTS).get(question.language)
    if vocabulary_of_model is None or table is None or weights is None:
        return None
    language, (model, listed, numbers) = LANGUAGES.get(question.language), vocabulary_of_model
    fitting = alternates(language, question.text, place, listed)
    if not fitting:
        return None
    words = tuple(fitting)
    at = dict(zip(listed, numbers.tolist(), strict=True))
    rows = np.array([at[word] for word in words], np.int64)
    lemma, form = lemma_at(language, question.text, place), place.of(question.text).lower()
    before = [token.text for token in language.tokens(question.text[: place.start])][-_CONTEXT:]
    table_rows = np.array([_number(question.language, other) for other in fitting.values()])

    def bits(word: str) -> Figures:
        row = table.bits(word)
        return np.zeros(len(words)) if row is None else np.where(table_rows < 0, 0.0, row[table_rows])

    nouns = candidate_lemmas(language, question)
    mine = bits(nouns[key])
    theirs = np.max([bits(noun) for number, noun in enumerate(nouns) if number != key] or [mine], axis=0)
    code = language.code
    opposed = [are_opposites(code, other, lemma) or are_opposites(code, word, form) for word, other in fitting.items()]
    columns = [
        np.array(opposed, float),
        model.after(before)[rows],
        np.log(rows),
        bits(lemma),
        theirs - mine,
        theirs + mine,
    ]
    if filling is not None:
        upper = place.of(question.text)[:1].isupper()
        written = [word[:1].upper() + word[1:] if upper else word for word in words]
        columns.append(filling.likely(question.text, place, written))
    return Alternates(
        place=place,
        words=words,
        lemmas=tuple(fitting.values()),
        figures=np.stack(columns, axis=1),
        weights=weights,
    )
