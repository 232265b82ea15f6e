"""Is the sentence, or a near copy of it, in the corpus? A resolver trained on that corpus may have read it.

The two rarest words of the sentence are looked up together and the sentences found are compared with it: a near copy
holds most of its word triples. A corpus that keeps no text cannot be asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from anaphor.audit.case import ShortcutCase, language_of, words_in
from anaphor.audit.scores import ItemScore, frequency_of
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence, nothing
from anaphor.corpus import Counts
from anaphor.language.pairs import FUNCTION_WORDS
from anaphor.schema import Question
from anaphor.text import message

NEAR = 0.6
"""Share of the sentence's word triples that a near copy holds."""
_RAREST = 3
"""Of so many rarest words, each two are looked up."""
_LINES = 50
"""Sentences that are compared for each two words."""
_LEAST_WORDS = 8
"""Sentences with fewer words are too short to be recognised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearCopy:
    """A sentence of the corpus that is, or nearly is, one of the item's."""

    item: str
    """The item's id."""
    share: float
    """Share of the item's sentence (its word triples) that it holds."""
    text: str
    """The corpus's sentence."""
    source: str
    """Where it stands."""


def exposure(cases: Sequence[ShortcutCase], scored: Sequence[ItemScore], counts: Counts) -> Shortcut:
    """How many items stand in the corpus, with the copies; `right` counts them: there is no chance to compare with."""
    met = next((pair for item in scored for pair in item.pairs if pair.count and pair.count.both), None)
    if met is None or not counts.concordance(met.candidate, met.cue, limit=1):  # it shows no sentence at all
        return nothing("exposure", message("audit-note-no-text", corpus=counts.name))
    found = [copy for case in cases if (copy := nearest_copy(case.question, counts))]
    evidence = [
        ShortcutEvidence(place=each.item, detail=f"{each.share:.0%}, {each.source}: {each.text}") for each in found
    ]
    return Shortcut(
        name="exposure",
        items=len(cases),
        answered=len(found),
        right=len(found),
        rate=None,
        interval=None,
        reussite=None,
        p=1.0,
        evidence=tuple(evidence),
        note=message("audit-note-copies"),
    )


def nearest_copy(question: Question, counts: Counts, least: float = NEAR) -> NearCopy | None:
    """The sentence of the corpus that holds most of one of the question's sentences, if it holds enough."""
    language = language_of(question)
    if language is None:
        return None
    best: NearCopy | None = None
    empty = FUNCTION_WORDS.get(language.code, frozenset())
    for span in language.sentences(question.text):
        sentence = span.of(question.text)
        triples = _triples(sentence)
        if len(triples) < _LEAST_WORDS - 2:
            continue
        words = [token.text for token in language.tokens(sentence) if token.is_word and len(token.text) > 2]
        lemmas = dict.fromkeys(language.lemma(word) for word in words if word.casefold() not in empty)
        known = [(frequency_of(counts, lemma), lemma) for lemma in lemmas]
        rarest = [lemma for _, lemma in sorted((count, lemma) for count, lemma in known if count)[:_RAREST]]
        for a, b in combinations(rarest, 2):
            for line in counts.concordance(a, b, limit=_LINES):
                share = len(triples & _triples(line.text)) / len(triples)
                if share >= max(least, best.share if best else 0.0):
                    best = NearCopy(item=question.id, share=share, text=line.text, source=line.source)
    return best


def _triples(sentence: str) -> frozenset[tuple[str, str, str]]:
    words = words_in(sentence)
    return frozenset(zip(words, words[1:], words[2:], strict=False))
