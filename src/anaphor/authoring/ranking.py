"""How useful a proposal is to an author, criterion by criterion, and which of many are shown.

Each criterion is a number from 0 to 1, more is better, and the usefulness is their weighted mean. The weights are
judgements, not estimates: nobody has yet measured which passages authors keep.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from anaphor.answer import Choice
from anaphor.authoring.passages import PassageDraft
from anaphor.authoring.proposals import ProposedProblem
from anaphor.corpus import Undefined, mutual_information, shipped_for_authors
from anaphor.language import Language, is_closed
from anaphor.resolver import make
from anaphor.schema import Question, question_of

WEIGHTS: Mapping[str, float] = {"contest": 3, "tie": 2, "level": 2, "undecided": 2, "alone": 2, "length": 1}
"""What counts how much; see `reasons_of`, `association_level` and `model_doubt`."""
_BEST_LENGTH = (12, 40)
"""Words of a passage that is neither a fragment nor a page."""
_MUCH = 4.0
"""Bits of association from which on a lead gives the answer away."""
_ALIKE = 0.5
"""Share of their words from which on two passages are one."""
_CONTEXT = 6
"""Words behind the pronoun that are looked at for their association with the candidates."""


def reasons_of(draft: PassageDraft, key: int | None) -> dict[str, float]:
    """What speaks for a draft, by itself: the heuristics' dispute, and how well the passage stands alone.

    `contest`: the nearest candidate is not the most salient one (a subject, the most often named, the first);
    `tie`: several candidates have been subjects, or none has; with a key, that each of the two heuristics misses it.
    `alone`: few sentences, and no candidate that hangs on somebody outside the passage (`his brother`).
    """
    candidates = draft.candidates

    def salience(number: int) -> tuple[bool, int, int]:
        mention = candidates[number]
        return mention.was_subject, mention.mentions, -mention.phrase.start

    nearest = max(range(len(candidates)), key=lambda number: candidates[number].phrase.end)
    salient = max(range(len(candidates)), key=salience)
    subjects = sum(mention.was_subject for mention in candidates)
    missed = [nearest != key, salient != key] if key is not None else [subjects != 1]
    words = len(draft.text.split())
    low, high = _BEST_LENGTH
    hanging = sum(any(place.start == mention.phrase.start for place in draft.outline.places) for mention in candidates)
    return {
        "contest": float(nearest != salient),
        "tie": sum(missed) / len(missed),
        "alone": max(0.0, 1 - 0.25 * (draft.sentences - 1) - 0.25 * min(hanging, 2) - 0.5 * min(draft.loose, 1)),
        "length": 1.0 if low <= words <= high else max(0.0, 1 - max(low - words, words - high) / low),
    }


def usefulness_of(reasons: Mapping[str, float]) -> float:
    """The weighted mean of what is known."""
    return sum(WEIGHTS[name] * value for name, value in reasons.items()) / sum(WEIGHTS[name] for name in reasons)


def association_level(language: Language, question: Question, heads: Sequence[str], behind: int) -> float | None:
    """1 where the shipped counts tie no candidate to the words behind the pronoun more than another; None: not known.

    A name has no company of its own in a corpus, so that a passage with one says nothing.
    """
    counts = shipped_for_authors(language.code)
    tokens = [token for token in language.tokens(question.text) if token.is_word and token.start >= behind]
    context = [language.lemma(token.text) for token in tokens[:_CONTEXT] if not is_closed(language, token.text)]
    sums: list[float] = []
    for head in heads:
        pairs = [counts.pair(head, word) for word in context if word != head]
        scores = [mutual_information(pair) for pair in pairs if pair is not None]
        bits = [score for score in scores if not isinstance(score, Undefined)]
        if not bits:
            return None
        sums.append(max(bits))
    first, second = sorted(sums, reverse=True)[:2]
    return max(0.0, 1 - (first - second) / _MUCH)


def model_doubt(questions: Sequence[Question]) -> list[float | None]:
    """1 where the shipped n-gram model finds the two best readings equally good; None where it has no scores."""
    doubts: list[float | None] = []
    for answer in make("ngram,sentences=last").resolve(questions):
        scores = sorted((score for score in answer.scores if score is not None), reverse=True)
        decided = isinstance(answer.reply, Choice) and len(scores) > 1
        # Scores are logarithms of probabilities by word: a factor of e between two readings is no doubt any more
        doubts.append(math.exp(-abs(scores[0] - scores[1])) if decided else None)
    return doubts


def spread(proposals: Iterable[ProposedProblem], limit: int) -> tuple[ProposedProblem, ...]:
    """The most useful proposals, none like another, over works, kinds of pronouns, forms and domains.

    Each choice makes others of the same sort a little less welcome, so that fifty are not fifty times `son`.
    """
    left = sorted(proposals, key=lambda proposal: (-proposal.usefulness, proposal.problem.id))
    words = {proposal.problem.id: frozenset(question_of(proposal.problem.item).text.split()) for proposal in left}
    taken: list[ProposedProblem] = []
    seen: Counter[tuple[str, str | None]] = Counter()

    def sorts(proposal: ProposedProblem) -> list[tuple[str, str | None]]:
        form = (question_of(proposal.problem.item).anaphor_form or "").lower()
        listed = [
            ("work", proposal.work),
            ("kind", proposal.kind.value),
            ("form", form),
            ("genre", proposal.problem.genre),
        ]
        return [sort for sort in listed if sort[1]]

    def alike(one: ProposedProblem, other: ProposedProblem) -> bool:
        first, second = words[one.problem.id], words[other.problem.id]
        return len(first & second) >= _ALIKE * min(len(first), len(second))

    while left and len(taken) < limit:
        cost = {sort: math.log1p(count) / 20 for sort, count in seen.items()}
        best = max(
            left, key=lambda proposal: proposal.usefulness - sum(cost.get(sort, 0.0) for sort in sorts(proposal))
        )
        taken.append(best)
        seen.update(sorts(best))
        left = [proposal for proposal in left if not alike(best, proposal)]
    return tuple(taken)
