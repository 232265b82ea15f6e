"""Passages that share words with a collection (Trinh & Le 2018): a model trained on them is made for the task.

A model of this kind has seen which words the test asks about. Its card and its signature say so, and no result of it
is comparable with that of a model trained on whatever text there is.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError
from anaphor.language import LANGUAGES
from anaphor.resolver.training.store import TokenStore, subset
from anaphor.resolver.words.vocabulary import normal_form
from anaphor.schema import Question

PASSAGE = 100
"""Sentences per passage: a file of running text is no document of its own."""
_MOST_FREQUENT = 200
"""Words that every text has and that say nothing of it."""


def overlaps(store: TokenStore, questions: Sequence[Question]) -> NDArray[np.float64]:
    """For each document, how much its words are those of the questions: F1 of the two sets of word types.

    The two hundred most frequent words of the corpus are left out of both sets.
    """
    asked = _asked(store, questions)
    frequent = np.argsort(-store.counts(), kind="stable")[:_MOST_FREQUENT]
    counted = np.ones(len(store.words), dtype=bool)
    counted[frequent] = False
    counted[0] = False
    asked &= counted
    scores = np.zeros(len(store.sources))
    for number, (first, last) in enumerate(pairwise(store.documents.tolist())):
        types = np.unique(store.tokens[store.starts[first] : store.starts[last]])
        types = types[counted[types]]
        both = int(asked[types].sum())
        scores[number] = 2 * both / max(len(types) + int(asked.sum()), 1)
    return scores


def passages(store: TokenStore, sentences: int = PASSAGE) -> TokenStore:
    """The store with its documents cut into passages of so many sentences."""
    edges = [range(first, last, sentences) for first, last in pairwise(store.documents.tolist())]
    starts = [start for each in edges for start in each]
    names = [source for source, each in zip(store.sources, edges, strict=True) for _ in each]
    return replace(store, documents=np.array([*starts, store.sentences], dtype=np.int64), sources=tuple(names))


def select(whole: TokenStore, questions: Sequence[Question], share: float, *, sentences: int = PASSAGE) -> TokenStore:
    """The share of a store's passages that overlap most with the questions, in the order of the text."""
    if not 0 < share <= 1:
        raise ContentError(f"a share of {share:g} cannot be selected", todo="Give more than 0, at most 1.")
    store = passages(whole, sentences)
    scores = overlaps(store, questions)
    wanted = max(1, round(share * len(scores)))
    kept = np.zeros(len(scores), dtype=bool)
    kept[np.argsort(-scores, kind="stable")[:wanted]] = True
    return subset(store, kept)


def _asked(store: TokenStore, questions: Sequence[Question]) -> NDArray[np.bool_]:
    """Which words of the store the questions use, as written or in lower case."""
    rules = LANGUAGES.get(store.language)
    forms = {
        normal_form(token.text) for question in questions for token in rules.tokens(question.text) if token.is_word
    }
    wanted = forms | {form.lower() for form in forms}
    return np.array([word in wanted for word in store.words], dtype=bool)
