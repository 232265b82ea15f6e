"""What a trained model says of itself: its kind, settings, text, results, and the signature that follows from them."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.errors import FormatError, Place
from anaphor.provenance import Signature, fingerprint, plain
from anaphor.resolver.words.vocabulary import Case

_STRICT = {"extra": "forbid"}


class ModelKind(StrEnum):
    """The kinds of model that are trained here."""

    NGRAM = "ngram"
    LSTM = "lstm"
    CONTEXT2VEC = "context2vec"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingText:
    """The text that a model was trained on."""

    __pydantic_config__ = _STRICT

    name: str
    """Names of the corpora."""
    sentences: int
    """How many sentences, the held-out ones included."""
    tokens: int
    """How many words and marks."""
    licence: str | None = None
    """Under which licences the text is published."""
    selected_for: str | None = None
    """Name and fingerprint of the collection by whose words documents were chosen: the model is task-specific."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """How the training went."""

    __pydantic_config__ = _STRICT

    epochs: float
    """How often the corpus was shown."""
    steps: int
    """Steps made."""
    train_loss: float | None = None
    """Mean loss per word in nats over the last epoch."""
    held_out_loss: float | None = None
    """Lowest mean loss per held-out word in nats."""
    perplexity: float | None = None
    """Of the held-out units, unknown words and end marks counted as words; None for context2vec."""
    words_per_second: float | None = None
    """Of the last epoch."""
    device: str | None = None
    """What it was computed on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """What a model says of itself."""

    __pydantic_config__ = _STRICT

    kind: ModelKind
    """What sort of model it is."""
    language: str
    """Language of its text."""
    case: Case
    """What becomes of capitals."""
    words: int
    """Size of the vocabulary."""
    vocabulary: str
    """Fingerprint of the vocabulary."""
    weights: str
    """First sixteen digits of the SHA-256 of the weights' file."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Shape and training, by name."""
    text: TrainingText
    """What it was trained on."""
    result: TrainingResult | None = None
    """How the training went."""
    version: str
    """Version of anaphor that made it."""
    quantised: str | None = None
    """How numbers were made smaller, where they were."""
    notes: str | None = None
    """Anything that users should know."""

    @property
    def signature(self) -> Signature:
        """Everything that could change a score."""
        return Signature.of(
            model=self.kind,
            weights=self.weights,
            vocabulary=f"{self.words}#{self.vocabulary}",
            text=f"{self.text.name} ({self.text.tokens} tokens)",
            selected_for=self.text.selected_for,
            settings=fingerprint(self.settings),
            quantised=self.quantised,
            version=self.version,
        )


_ADAPTER = TypeAdapter(ModelCard)


def card_text(card: ModelCard) -> str:
    """The card as a file."""
    return json.dumps(plain(card) | {"signature": str(card.signature)}, ensure_ascii=False, indent=2) + "\n"


def read_card(text: str, where: Place) -> ModelCard:
    """The card in a file; the signature in it must be the one that follows from the rest."""
    try:
        found = json.loads(text)
        signature = found.pop("signature", None)
        card = _ADAPTER.validate_python(found)
    except (ValueError, AttributeError, ValidationError) as error:
        raise FormatError("this is no card of a model made by anaphor", where=where) from error
    if signature is not None and signature != str(card.signature):
        raise FormatError("the card was changed: its signature does not follow from it", where=where)
    return card
