"""n-gram language models as resolvers: the shipped ones, any ARPA file, through our own reader or KenLM's."""

import hashlib
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import FormatError, InputError, MissingExtraError, Place
from anaphor.provenance import Signature
from anaphor.resolver.ngram.arpa import read_arpa
from anaphor.resolver.ngram.pack import is_pack, read_pack
from anaphor.resolver.ngram.table import NgramTable
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_shipped import ShippedModels, shipped_file
from anaphor.resolver.words.model_words import SETTINGS, OneModel, WordModelResolver, WordModels
from anaphor.resolver.words.vocabulary import UNKNOWN, normal_form

_NATURAL = math.log(10)


class NgramModel:
    """An n-gram model asked through our own tables."""

    def __init__(self, table: NgramTable, *, name: str, signature: Signature) -> None:
        self.table = table
        self.name = name
        self.signature = signature

    def knows(self, word: str, /) -> bool:
        """Whether a word is in the vocabulary."""
        return self.table.id_of(normal_form(word)) != self.table.ids[UNKNOWN]

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        """For each sentence, the natural logarithm of each word's probability after those before it."""
        numbers = ([self.table.id_of(normal_form(word)) for word in sentence] for sentence in sentences)
        return [self.table.log10(each) * _NATURAL for each in numbers]


class KenlmModel:
    """The same, asked through KenLM (extra `kenlm`): for models that are too large for our tables."""

    def __init__(self, path: Path, *, name: str, signature: Signature) -> None:
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
            raise FormatError("KenLM cannot read this file", where=Place(file=str(path))) from error
        self.name = name
        self.signature = signature

    def knows(self, word: str, /) -> bool:
        """Whether a word is in the vocabulary."""
        return self._form(word) in self._model

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        """For each sentence, the natural logarithm of each word's probability after those before it."""
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
    """The sentence that an n-gram model finds most probable: the shipped, or yours (`ngram[:FILE.arpa|FILE.xz]`)."""
    spec.allow(*SETTINGS, "reader")
    own = spec.setting("reader", "own", ("own", "kenlm")) == "own"
    if spec.argument is None:
        if not own:
            raise InputError("the shipped n-gram models are not KenLM's", todo="Give an ARPA file: ngram:FILE.")
        return WordModelResolver(shipped_ngrams(), spec)
    path = Path(spec.argument)
    return WordModelResolver(_given(path, own=own), spec)


def _given(path: Path, *, own: bool) -> WordModels:
    if is_pack(path):
        pack = read_pack(path)
        model = NgramModel(pack.table, name=f"ngram {path.stem}", signature=pack.card.signature)
        return OneModel(only=model, language=pack.card.language)
    signature = Signature.of(model="ngram", file=path.name, content=_digest(path), reader="own" if own else "kenlm")
    if not own:
        return OneModel(only=KenlmModel(path, name=f"ngram {path.stem}", signature=signature))
    return OneModel(only=NgramModel(read_arpa(path), name=f"ngram {path.stem}", signature=signature))


def _digest(path: Path) -> str:
    if not path.is_file():
        raise InputError("there is no such file", where=Place(file=str(path)), todo="Give an ARPA file.")
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


@cache
def shipped_ngrams() -> ShippedModels:
    """The n-gram models that come with the package, each read when its language is first asked about."""
    return ShippedModels(name="ngram", prefix="ngram-", suffix=".xz", load=_shipped)


def _shipped(language: str) -> NgramModel:
    pack = read_pack(shipped_file(f"ngram-{language}.xz"))
    return NgramModel(pack.table, name="ngram", signature=pack.card.signature)
