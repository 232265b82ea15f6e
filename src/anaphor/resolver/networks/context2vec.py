"""context2vec as a resolver (paper 2, section 2.2): the candidate whose head fits its context better.

The head of each candidate is the word asked about; the rest of the sentence, the rest of the candidate included, is
its context. Where the model does not know both heads it abstains.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from anaphor.answer import Abstention, AbstentionReason
from anaphor.errors import ContentError, FormatError
from anaphor.language import LANGUAGES, targets
from anaphor.provenance import Signature, adapter
from anaphor.resolver.networks.settings import Context2vecSettings
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.sentences import CandidateSentence, CandidateSentences, Scored, SentenceResolver
from anaphor.resolver.words.model_folder import (
    UNKNOWN_ID,
    Floats,
    ModelKind,
    Vocabulary,
    load_weights,
    need_torch,
    normal_form,
    open_model,
)
from anaphor.schema import Question
from anaphor.text import message

if TYPE_CHECKING:
    from anaphor.resolver.networks.context2vec_network import Context2vecNetwork


@dataclass(frozen=True, slots=True)
class Context2vecModel:
    """Vectors of contexts and words."""

    network: "Context2vecNetwork"
    vocabulary: Vocabulary
    name: str
    signature: Signature
    language: str | None


class Similarity(StrEnum):
    """How a context and a word are compared."""

    COSINE = "cosine"
    LOGSIGMOID = "logsigmoid"


class Context2vecResolver(SentenceResolver):
    """Compares the vector of each candidate's head with the vector of its context."""

    def __init__(self, model: Context2vecModel, spec: Spec) -> None:
        super().__init__(spec)
        self.model = model
        self.similarity = Similarity(spec.setting("similarity", Similarity.COSINE, tuple(Similarity)))

    @property
    def name(self) -> str:
        return f"{self.model.name} {self.similarity.value}"

    @property
    def signature(self) -> Signature:
        margin = self.margin or None
        own = Signature.of(resolver="context2vec", similarity=self.similarity, sentences=self.policy, margin=margin)
        return own | self.model.signature

    def scored(self, question: Question, sentences: CandidateSentences) -> Scored | Abstention:
        if self.model.language not in (None, question.language) or question.language not in LANGUAGES.names():
            detail = f"The model is of the language {self.model.language!r}, the question of {question.language!r}."
            return Abstention(reason=AbstentionReason.UNKNOWN_WORDS, detail=detail)
        heads = targets(LANGUAGES.get(question.language), [each.text for each in question.candidates])
        unknown = [head for head in heads if self.model.vocabulary.id_of(head) == UNKNOWN_ID]
        if unknown:
            detail = f"The model does not know {', '.join(unknown)}."
            return Abstention(reason=AbstentionReason.UNKNOWN_WORDS, detail=detail)
        scores: list[float] = []
        traces: list[Mapping[str, object]] = []
        for each, head in zip(sentences.sentences, heads, strict=True):
            place = place_of(each, head)
            if place is None:
                return Abstention(reason=AbstentionReason.NO_READING, detail=f"The reading does not hold {head!r}.")
            words = self.model.vocabulary.encode(word.of(each.text) for word in each.words)
            scores.append(similarity(*self.model.network.vectors(words, place), self.similarity))
            traces.append(each.trace(target=each.words[place].of(each.text)))
        return scores, {"several": sentences.several}, traces


def similarity(context: Floats, word: Floats, measure: Similarity) -> float:
    """How well a word fits a context; higher is better.

    >>> round(similarity(np.array([1.0, 0.0]), np.array([2.0, 0.0]), Similarity.COSINE), 6)
    1.0
    """
    dot = float(context @ word)
    if measure is Similarity.LOGSIGMOID:
        return float(-np.logaddexp(0.0, -dot))
    norm = float(np.linalg.norm(context) * np.linalg.norm(word))
    return dot / norm if norm else 0.0


def place_of(sentence: CandidateSentence, head: str) -> int | None:
    """Number of the word of a sentence that is the head: in the slot, else the nearest to it; None: there is none."""
    wanted = _bare(head)
    words = [_bare(word.of(sentence.text)) for word in sentence.words]
    places = [number for number, word in enumerate(words) if word == wanted]
    slot = sentence.slot
    inside = [n for n in places if sentence.words[n].start < slot.end and sentence.words[n].end > slot.start]
    near = sorted(places, key=lambda n: abs(sentence.words[n].start - slot.start))
    return next(iter(inside or near), None)


def _bare(word: str) -> str:
    return normal_form(word).casefold().rstrip(".'")


def context2vec(spec: Spec) -> Resolver:
    """The candidate whose head fits its context best, by a context2vec that you trained."""
    spec.allow("similarity", "sentences", "margin")
    folder = Path(spec.needed(message("resolver-needs-folder")))
    model = open_model(folder, ModelKind.CONTEXT2VEC)
    need_torch("resolver-part-context2vec")
    import torch

    from anaphor.resolver.networks.context2vec_network import Context2vecNetwork

    try:
        settings = adapter(Context2vecSettings).validate_python(model.card.settings)
        counts = np.ones(len(model.vocabulary), dtype=np.int64)
        network = Context2vecNetwork(settings, counts, torch.device("cpu"))
        network.load_state_dict(load_weights(model))
    except (ValueError, ContentError, RuntimeError) as error:
        raise FormatError("resolver-no-context2vec", where=folder) from error
    name, card = f"context2vec {folder.name}", model.card
    made = Context2vecModel(network.eval(), model.vocabulary, name, card.signature, card.language)
    return Context2vecResolver(made, spec)
