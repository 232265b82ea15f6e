"""An LSTM in an ONNX file, run by ONNX Runtime: the language model that every installation has."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import FormatError, InputError, MissingExtraError, Place
from anaphor.provenance import Signature
from anaphor.resolver.words.model_card import ModelCard, read_card
from anaphor.resolver.words.vocabulary import END_ID, START_ID, Vocabulary, read_vocabulary

_CELLS = 1_024
"""Words computed at a time: each has a probability for every word of the vocabulary."""


class OnnxLstm:
    """Probabilities of words after words."""

    def __init__(self, path: Path, name: str) -> None:
        if not path.is_file():
            raise InputError("there is no such file", where=Place(file=str(path)))
        self.path = path
        self.name = name
        self._session = _session(path)
        about = self._session.get_modelmeta().custom_metadata_map
        where = Place(file=str(path))
        if not {"card", "vocabulary"} <= about.keys():
            raise FormatError("this ONNX file holds no language model made by anaphor", where=where)
        self.card: ModelCard = read_card(about["card"], where)
        self.vocabulary: Vocabulary = read_vocabulary(about["vocabulary"], self.card.case, where)

    @cached_property
    def signature(self) -> Signature:
        """The card's signature, the weights being those of this file."""
        digest = hashlib.sha256(self.path.read_bytes()).hexdigest()[:16]
        return replace(self.card, weights=digest).signature

    def knows(self, word: str, /) -> bool:
        """Whether a word is in the vocabulary."""
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        """For each sentence, the natural logarithm of each word's probability after those before it.

        Sentences are computed side by side, as many as memory likes; a short one is filled up, which changes nothing
        before its end.
        """
        numbers = [self.vocabulary.encode(each) for each in sentences]
        steps = max((len(each) for each in numbers), default=1)
        wide = max(_CELLS // max(steps, 1), 1)
        return [logs for first in range(0, len(numbers), wide) for logs in self._beside(numbers[first : first + wide])]

    def _beside(self, numbers: Sequence[NDArray[np.int64]]) -> list[NDArray[np.float64]]:
        steps = max(len(each) for each in numbers)
        if not steps:
            return [np.zeros(0) for _ in numbers]
        targets = np.full((steps, len(numbers)), END_ID, dtype=np.int64)
        for column, each in enumerate(numbers):
            targets[: len(each), column] = each
        words = np.concatenate([np.full((1, len(numbers)), START_ID, dtype=np.int64), targets[:-1]])
        logs = self._session.run(["logs"], {"words": words, "targets": targets})[0]
        return [logs[: len(each), column].astype(np.float64) for column, each in enumerate(numbers)]


def _session(path: Path) -> Any:
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, when it is imported; it would gather events for its maker
    try:
        import onnxruntime  # type: ignore[import-untyped]  # it has no types
    except ImportError:
        raise MissingExtraError("the LSTM that comes with anaphor", "lm") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's errors share no public class
        reason = str(error).partition("\n")[0]
        raise FormatError(f"the ONNX file cannot be read ({reason})", where=Place(file=str(path))) from error
