"""Models of words in sequence (n-gram, LSTM) as resolvers: the candidate whose sentence is the more probable.

The model only gives the probability of each word after those before it; what is scored, when there is no answer and
what is written down is the same for all of them. As in paper 2 the score is the joint probability of the whole
sentence unless `score=partial` asks for Trinh & Le's, and the mark at the end of the sentence is not counted.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.files import digest
from anaphor.provenance import Signature
from anaphor.resolver.ensemble import WordProbabilities, product, word_probabilities_of
from anaphor.resolver.protocol import Spec, TracedAnswer, abstain, choose
from anaphor.resolver.sentences import CandidateSentences, SentencePolicy, candidate_sentences, policy_of
from anaphor.schema import Question

_NOISE = 1e-6
"""Scores nearer than this are equal: the same words in two rows of a batch can differ by rounding."""
_FOLDER = files("anaphor").joinpath("data", "models")
SETTINGS = ("score", "sentences", "margin")
"""Settings that every resolver of this kind has."""


class WordModel(Protocol):
    """What a resolver asks of a model of words."""

    @property
    def name(self) -> str:
        """Short name for tables."""

    @property
    def signature(self) -> Signature:
        """Everything that could change a probability."""

    def knows(self, word: str, /) -> bool:
        """Whether a word is in the vocabulary."""

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        """For each sentence, the natural logarithm of each word's probability after those before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneModel:
    """One model, for its own language, or for any where its language is not known."""

    only: WordModel
    language: str | None = None
    """Its language; None: whatever is asked."""

    @property
    def name(self) -> str:
        return self.only.name

    @property
    def signature(self) -> Signature:
        return self.only.signature

    def model(self, language: str, /) -> WordModel | None:
        """The model, unless it is of another language."""
        return self.only if self.language in (None, language) else None


def shipped_file(name: str) -> Path:
    """The path of a shipped model; the package is installed as files."""
    with as_file(_FOLDER.joinpath(name)) as path:
        return path


def shipped_names() -> tuple[str, ...]:
    """The file names of all shipped models."""
    return tuple(sorted(each.name for each in _FOLDER.iterdir())) if _FOLDER.is_dir() else ()


class ShippedModels:
    """The small models that come with the package: one per language, read when it is first asked about."""

    def __init__(self, *, name: str, prefix: str, suffix: str, load: Callable[[str], WordModel]) -> None:
        self.name = name
        self._load = load
        self._loaded: dict[str, WordModel] = {}
        self._files = {
            each.removeprefix(prefix).removesuffix(suffix): each
            for each in shipped_names()
            if each.startswith(prefix) and each.endswith(suffix)
        }

    @property
    def signature(self) -> Signature:
        """The digest of every language's file: which one answers follows from the question."""
        parts = {language: digest(shipped_file(name)) for language, name in self._files.items()}
        return Signature.of(model=f"shipped {self.name}", **parts)

    def model(self, language: str, /) -> WordModel | None:
        """The model of a language; None where none is shipped."""
        if language not in self._files:
            return None
        if language not in self._loaded:
            self._loaded[language] = self._load(language)
        return self._loaded[language]


class WordModelResolver:
    """Chooses the candidate whose sentence the model finds more probable, in whole or in its common right part."""

    def __init__(self, models: OneModel | ShippedModels, spec: Spec) -> None:
        self.models = models
        self.kind_of_model = spec.name
        self.score = spec.setting("score", "full", ("full", "partial"))
        self.policy = policy_of(spec, SentencePolicy.ABSTAIN)
        self.margin = spec.number("margin", 0.0, at_least=0.0)

    @property
    def name(self) -> str:
        """Model and score."""
        return f"{self.models.name} {self.score}"

    @property
    def signature(self) -> Signature:
        """Resolver, score, policy and model."""
        own = Signature.of(
            resolver=self.kind_of_model,
            score=self.score,
            sentences=self.policy,
            margin=self.margin or None,
            bos="<s>",
            eos="not scored",
        )
        return own | self.models.signature

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question, its words' probabilities, or why there are none."""
        for question in questions:
            found = self._scored(question)
            yield found if isinstance(found, Abstention) else found[1]

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The more probable candidate of each question."""
        partial = self.score == "partial"
        for question in questions:
            began = time.perf_counter()
            found = self._scored(question)
            if isinstance(found, Abstention):
                yield abstain(self.name, question, found)
                continue
            sentences, words, unknown = found
            scores = product(words, partial=partial)
            traces = tuple(
                {
                    "reading": each.text,
                    "scored": sentences.suffix(number).of(each.text) if partial else each.text,
                    "words": len(each.words),
                    "unknown": list(unknown[number]),
                    "rules": list(each.rules),
                    "sureness": each.sureness.value,
                }
                for number, each in enumerate(sentences.sentences)
            )
            trace = {"aligned": sentences.aligned, "several": sentences.several}
            yield TracedAnswer(
                respondent=self.name,
                question=question.id,
                reply=choose(scores, margin=self.margin, tie=_NOISE),
                scores=scores,
                seconds=round(time.perf_counter() - began, 6),
                # An answer with a word that the model lacks is said to be so.
                trace=trace | {"unknown_answer": True} if any(unknown) else trace,
                candidate_traces=traces,
            )

    def _scored(
        self, question: Question
    ) -> Abstention | tuple[CandidateSentences, WordProbabilities, list[tuple[str, ...]]]:
        """The readings, their words' probabilities, and what the model does not know of each answer."""
        sentences = candidate_sentences(question, self.policy)
        if isinstance(sentences, Abstention):
            return sentences
        model = self.models.model(question.language)
        if model is None:
            detail = f"There is no model for the language {question.language!r}."
            return Abstention(reason=AbstentionReason.UNKNOWN_WORDS, detail=detail)
        words = [[word.of(each.text) for word in each.words] for each in sentences.sentences]
        differing = differing_words(words)
        unknown = [tuple(word for word in part if not model.knows(word)) for part in differing]
        if len(words) > 1 and all(len(some) == len(part) for some, part in zip(unknown, differing, strict=True)):
            shown = ", ".join(dict.fromkeys(word for some in unknown for word in some))
            return Abstention(reason=AbstentionReason.UNKNOWN_WORDS, detail=f"The model knows no answer: {shown}.")
        logs = [np.minimum(each, 0.0).tolist() for each in model.log_probabilities(words)]
        return sentences, word_probabilities_of(sentences, logs), unknown


def differing_words(sentences: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """What is left of each sentence between the words that all begin with and those that all end with.

    >>> differing_words([["car", "la", "coupe", "est"], ["car", "la", "valise", "est"]])
    [['coupe'], ['valise']]
    """
    shortest = min(len(each) for each in sentences)
    left = next((n for n in range(shortest) if len({each[n] for each in sentences}) > 1), shortest)
    most = shortest - left
    right = next((n for n in range(most) if len({each[-1 - n] for each in sentences}) > 1), most)
    return [each[left : len(each) - right] for each in sentences]
