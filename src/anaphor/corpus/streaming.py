"""Counting some words in one pass over a corpus, without an index: their sentences, their pairs, their windows."""

from collections.abc import Iterable, Sequence

import numpy as np

from anaphor.corpus.analysis import LONGEST_SENTENCE, Analysis, analysis_of
from anaphor.corpus.analysis_types import Word
from anaphor.corpus.counts import SENTENCE, Concordance, PairCount, Unit, Within
from anaphor.corpus.index import pairs_within
from anaphor.corpus.kernel import is_compiled
from anaphor.corpus.reading import CorpusSource
from anaphor.corpus.shard_feeding import BlockFeeder
from anaphor.errors import InputError, MissingExtraError
from anaphor.provenance import Signature

_PATIENCE = 1 << 16
"""How many bytes pass between two reports."""
