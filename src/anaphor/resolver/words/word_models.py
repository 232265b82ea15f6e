"""Models of words in sequence (n-gram, LSTM) as resolvers: the candidate whose sentence is the more probable.

The model only gives the probability of each word after those before it; what is scored, when there is no answer and
what is written down is the same for all of them. As in paper 2 the score is the joint probability of the whole
sentence unless `score=partial` asks for Trinh & Le's, and the mark at the end of the sentence is not counted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Protocol

import numpy as np

from anaphor.answer import Abstention, AbstentionReason
from anaphor.files import digest
from anaphor.provenance import Signature
from anaphor.resolver.ensemble import WordProbabilities, product, word_probabilities_of
from anaphor.resolver.protocol import TRACED_TOKENS, Spec
from anaphor.resolver.sentences import (
    NOTHING_FOLLOWS,
    Asked,
    Scored,
    SentenceResolver,
    candidate_sentences,
    common,
)
from anaphor.resolver.words.model_folder import Floats
from anaphor.schema import Question

_FOLDER = files("anaphor").joinpath("data", "models")
SETTINGS = ("score", "sentences", "margin")


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

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        """For each sentence, the natural logarithm of each word's probability after those before it."""


@dataclass(frozen=True, slots=True)
class OneModel:
    """One model, for its own language, or for any where its language is not known."""

    only: WordModel
    language: str | None = None

    @property
    def name(self) -> str:
        return self.only.name

    @property
    def signature(self) -> Signature:
        return self.only.signature

    def model(self, language: str, /) -> WordModel | None:
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

    def __init__(
        self, name: str, suffix: str, load: Callable[[Path], WordModel], digest_of: Callable[[Path], str] = digest
    ) -> None:
        self.name = name
        self._digest_of = digest_of
        self._load = cache(load)
        own = [each for each in shipped_names() if each.startswith(f"{name}-") and each.endswith(suffix)]
        self._files = {each.removeprefix(f"{name}-").removesuffix(suffix): shipped_file(each) for each in own}

    @cached_property
    def signature(self) -> Signature:
        """The digest of every language's file: which one answers follows from the question."""
        parts = {language: self._digest_of(path) for language, path in self._files.items()}
        return Signature.of(model=f"shipped {self.name}", **parts)

    def model(self, language: str, /) -> WordModel | None:
        return self._load(self._files[language]) if language in self._files else None


class WordModelResolver(SentenceResolver):
    """Chooses the candidate whose sentence the model finds more probable, in whole or in its common right part."""

    tie = 1e-6  # the same words in two rows of a batch can differ by rounding
    at_once = 256  # a network goes through its weights once for all sentences, and once for beginnings that they share

    def __init__(self, models: OneModel | ShippedModels, spec: Spec) -> None:
        super().__init__(spec)
        self.models = models
        self.kind_of_model = spec.name
        self.score = spec.setting("score", "full", ("full", "partial"))

    @property
    def name(self) -> str:
        return f"{self.models.name} {self.score}"

    @property
    def signature(self) -> Signature:
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
        for first in range(0, len(questions), self.at_once):
            block = questions[first : first + self.at_once]
            sentences = [candidate_sentences(question, self.policy) for question in block]
            asked = zip(block, sentences, strict=True)
            found = self._words([(one, each) for one, each in asked if not isinstance(each, Abstention)])
            for given in (each if isinstance(each, Abstention) else next(found) for each in sentences):
                yield given if isinstance(given, Abstention) else given[0]

    def scored_together(self, asked: Sequence[Asked]) -> Iterator[Scored | Abstention]:
        for (_, sentences), found in zip(asked, self._words(asked), strict=True):
            if isinstance(found, Abstention):
                yield found
                continue
            words, unknown = found
            if self.score == "partial" and not sentences.has_suffix:
                yield NOTHING_FOLLOWS
                continue
            trace = {"aligned": sentences.aligned, "several": sentences.several}
            if any(unknown):  # an answer with a word that the model lacks is said to be so
                trace["unknown_answer"] = True
            traces: list[Mapping[str, object]] = []
            for number, each in enumerate(sentences.sentences):
                part = sentences.suffix(number).of(each.text) if self.score == "partial" else each.text
                tokens = sentences.suffix_words if self.score == "partial" else len(each.words)
                more = {TRACED_TOKENS: tokens, "words": len(each.words), "unknown": list(unknown[number])}
                traces.append(each.trace(scored=part, **more))
            yield product(words, partial=self.score == "partial"), trace, traces

    def _words(self, asked: Sequence[Asked]) -> Iterator[tuple[WordProbabilities, list[tuple[str, ...]]] | Abstention]:
        """The words' probabilities, and what the model does not know of each answer."""
        prepared: list[tuple[WordModel, list[tuple[str, ...]]] | Abstention] = []
        texts: dict[int, list[list[str]]] = {}
        for question, sentences in asked:
            model = self.models.model(question.language)
            if model is None:
                detail = f"There is no model for the language {question.language!r}."
                prepared.append(Abstention(reason=AbstentionReason.UNKNOWN_WORDS, detail=detail))
                continue
            words = [[word.of(each.text) for word in each.words] for each in sentences.sentences]
            differing = differing_words(words)
            unknown = [tuple(word for word in part if not model.knows(word)) for part in differing]
            if len(words) > 1 and all(len(some) == len(part) for some, part in zip(unknown, differing, strict=True)):
                shown = ", ".join(dict.fromkeys(word for some in unknown for word in some))
                detail = f"The model knows no answer: {shown}."
                prepared.append(Abstention(reason=AbstentionReason.UNKNOWN_WORDS, detail=detail))
                continue
            prepared.append((model, unknown))
            texts.setdefault(id(model), []).extend(words)
        models = {id(each[0]): each[0] for each in prepared if not isinstance(each, Abstention)}
        logs = {key: iter(model.log_probabilities(texts[key])) for key, model in models.items()}
        for (_, sentences), each in zip(asked, prepared, strict=True):
            if isinstance(each, Abstention):
                yield each
                continue
            own = [np.minimum(next(logs[id(each[0])]), 0.0).tolist() for _ in sentences.sentences]
            yield word_probabilities_of(sentences, own), each[1]


def differing_words(sentences: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """What is left of each sentence between the words that all begin with and those that all end with.

    >>> differing_words([["car", "la", "coupe", "est"], ["car", "la", "valise", "est"]])
    [['coupe'], ['valise']]
    """
    left = common(sentences)
    rest = [each[left:] for each in sentences]
    right = common([each[::-1] for each in rest])
    return [each[: len(each) - right] for each in rest]
