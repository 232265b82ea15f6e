"""Trinh & Le's ensemble: the mean of the models' probabilities of each word, then the product over the words.

A resolver takes part when it can say how probable it finds every word of each reading: the ability `WordScorer`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from anaphor.answer import Abstention
from anaphor.errors import ContentError, InputError
from anaphor.resolver.sentences import CandidateSentences
from anaphor.schema import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class WordProbabilities:
    """How probable a model finds each word of a question's readings, given the words before it."""

    question: str
    """Id of the question."""
    words: tuple[tuple[str, ...], ...]
    """Per candidate, the words of its reading: those of `CandidateSentence.words`, so that models can be averaged."""
    logs: tuple[tuple[float, ...], ...]
    """Per candidate, the natural logarithm of each word's probability; a model of sub-words adds theirs up."""
    suffix_words: int
    """How many words at the right are the same in all readings: what the *partial* score counts."""

    def __post_init__(self) -> None:
        if [len(words) for words in self.words] != [len(logs) for logs in self.logs]:
            raise ContentError(f"question {self.question}: there must be one probability per word")
        if not all(math.isfinite(log) and log <= 1e-6 for logs in self.logs for log in logs):
            raise ContentError(f"question {self.question}: a logarithm of a probability is at most 0 and finite")


@runtime_checkable
class WordScorer(Protocol):
    """The ability of a resolver to give the probability of every word of the readings."""

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question, in order, its words' probabilities, or why there are none."""


def word_probabilities_of(sentences: CandidateSentences, logs: Sequence[Sequence[float]]) -> WordProbabilities:
    """The record of one question, from its sentences and the logarithms that a model gives their words."""
    words = tuple(tuple(word.of(each.text) for word in each.words) for each in sentences.sentences)
    return WordProbabilities(
        question=sentences.question,
        words=words,
        logs=tuple(tuple(part) for part in logs),
        suffix_words=sentences.suffix_words,
    )


def mean_probabilities(models: Sequence[WordProbabilities]) -> WordProbabilities:
    """The arithmetic mean of the models' probabilities, word by word.

    >>> one = WordProbabilities(question="1", words=(("a",),), logs=((math.log(0.1),),), suffix_words=1)
    >>> two = WordProbabilities(question="1", words=(("a",),), logs=((math.log(0.3),),), suffix_words=1)
    >>> round(math.exp(mean_probabilities([one, two]).logs[0][0]), 6)
    0.2
    """
    first = models[0]
    if any(model.words != first.words for model in models):
        raise InputError(
            f"question {first.question}: the models do not read the same words",
            todo="Give all models of an ensemble the same setting of `sentences`.",
        )
    logs = tuple(
        tuple(_mean(column) for column in zip(*(model.logs[candidate] for model in models), strict=True))
        for candidate in range(len(first.words))
    )
    return WordProbabilities(question=first.question, words=first.words, logs=logs, suffix_words=first.suffix_words)


def _mean(logs: Sequence[float]) -> float:
    """The logarithm of the mean of the probabilities, without underflow."""
    top = max(logs)
    return top + math.log(math.fsum(math.exp(log - top) for log in logs) / len(logs))


def product(probabilities: WordProbabilities, *, partial: bool) -> tuple[float, ...]:
    """Per candidate, the logarithm of the product of its words' probabilities: all of them, or the common right part.

    With several candidates in one language, a full score counts the words that differ; a partial one only what
    follows from them.
    """
    kept = probabilities.suffix_words
    return tuple(math.fsum(logs[len(logs) - kept :] if partial else logs) for logs in probabilities.logs)
