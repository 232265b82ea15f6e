"""n-gram language models as resolvers: the shipped ones, any ARPA file, through our own reader or KenLM's."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from anaphor.errors import FormatError, InputError, MissingExtraError
from anaphor.files import digest
from anaphor.provenance import Signature
from anaphor.resolver.ngram.table import NgramTable, is_pack, read_arpa, read_pack
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_folder import UNKNOWN, Floats, normal_form
from anaphor.resolver.words.word_models import SETTINGS, OneModel, ShippedModels, WordModelResolver

_NATURAL = math.log(10)


@dataclass(frozen=True, slots=True)
class NgramModel:
    """An n-gram model asked through our own tables."""

    table: NgramTable
    name: str
    signature: Signature

    def knows(self, word: str, /) -> bool:
        return self.table.id_of(normal_form(word)) != self.table.ids[UNKNOWN]

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        numbers = ([self.table.id_of(normal_form(word)) for word in sentence] for sentence in sentences)
        return [self.table.log10(each) * _NATURAL for each in numbers]


class KenlmModel:
    """The same, asked through KenLM (extra `kenlm`): for models that are too large for our tables."""

    def __init__(self, path: Path, name: str, signature: Signature) -> None:
        try:
            import kenlm  # type: ignore[import-not-found, unused-ignore]  # a C extension, an extra
        except ImportError:
            raise MissingExtraError("reader=kenlm", "kenlm") from None
        config = kenlm.Config()
        config.show_progress = False
        config.arpa_complain = kenlm.ARPALoadComplain.NONE
        try:
            self._model: Any = kenlm.Model(str(path), config)  # a C extension without types
        except OSError as error:
            raise FormatError("resolver-kenlm-unreadable", where=path) from error
        self.name = name
        self.signature = signature

    def knows(self, word: str, /) -> bool:
        return self._form(word) in self._model

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        texts = (" ".join(self._form(word) for word in sentence) for sentence in sentences)
        return [
            np.array([log for log, _, _ in self._model.full_scores(text, bos=True, eos=False)]) * _NATURAL
            for text in texts
        ]

    def _form(self, word: str) -> str:
        """The word as written where the model has it, else in lower case: as our own tables do."""
        form = normal_form(word)
        return form if form in self._model else form.lower()


def ngram(spec: Spec) -> Resolver:
    """The sentence that an n-gram model finds most probable: the shipped, or yours."""
    spec.allow(*SETTINGS, "reader")
    reader = spec.setting("reader", "own", ("own", "kenlm"))
    if spec.argument is None:
        if reader == "kenlm":
            raise InputError("resolver-kenlm-shipped")
        return WordModelResolver(shipped_ngrams(), spec)
    path = Path(spec.argument)
    name = f"ngram {path.stem}"
    if is_pack(path):
        table, card = read_pack(path)
        return WordModelResolver(OneModel(NgramModel(table, name, card.signature), card.language), spec)
    if not path.is_file():
        raise InputError("resolver-no-arpa-file", where=path)
    signature = Signature.of(model="ngram", file=path.name, content=digest(path), reader=reader)
    if reader == "kenlm":
        return WordModelResolver(OneModel(KenlmModel(path, name, signature)), spec)
    return WordModelResolver(OneModel(NgramModel(read_arpa(path), name, signature)), spec)


@cache
def shipped_ngrams() -> ShippedModels:
    """The n-gram models that come with the package, each read when its language is first asked about."""

    def load(path: Path) -> NgramModel:
        table, card = read_pack(path)
        return NgramModel(table, "ngram", card.signature)

    return ShippedModels("ngram", ".xz", load)
