"""Shortcuts of the surface: which candidate comes first, stands nearest, is longer, more frequent, in the prompt.

Twins make each of them harmless by construction: a rule that does not look at the cue is right on one of the two. They
matter for lone problems, for twins that were separated, and for candidates that change with the cue.
"""

from collections.abc import Callable, Sequence

from anaphor.audit.association_choice import TIE, Pick
from anaphor.audit.case import ShortcutCase, language_of, last_mention_before, mentions, words_in
from anaphor.audit.scores import frequency_of
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence, evaluate, nothing
from anaphor.corpus import Counts
from anaphor.language.pairs import FUNCTION_WORDS, candidate_lemmas
from anaphor.text import message

Score = float | None
Rule = Callable[[ShortcutCase], Sequence[Score]]
"""One score per candidate; None where the rule has nothing to say of it."""


def listed_first(cases: Sequence[ShortcutCase]) -> Shortcut:
    """Always the candidate that the collection lists first."""
    return _by("listed_first", cases, lambda case: [-float(n) for n in range(len(case.question.candidates))])


def first_mention(cases: Sequence[ShortcutCase]) -> Shortcut:
    """Always the candidate that the text mentions first."""
    return _by(
        "first_mention", cases, lambda case: [None if at is None else -float(at) for at in mentions(case.question)]
    )


def nearest_mention(cases: Sequence[ShortcutCase]) -> Shortcut:
    """Always the candidate that the text mentions last before the anaphor."""
    return _by("nearest_mention", cases, lambda case: last_mention_before(case.question))


def longer_candidate(cases: Sequence[ShortcutCase]) -> Shortcut:
    """Always the candidate with more letters."""
    return _by("longer_candidate", cases, lambda case: [float(len(each.text)) for each in case.question.candidates])


def frequent_candidate(cases: Sequence[ShortcutCase], counts: Counts) -> Shortcut:
    """Always the candidate whose head is more frequent in the corpus."""

    def frequencies(case: ShortcutCase) -> Sequence[Score]:
        language = language_of(case.question)
        lemmas = candidate_lemmas(language, case.question) if language else ()
        found = [frequency_of(counts, lemma) for lemma in lemmas]
        return [None if each is None else float(each) for each in found] or [None] * len(case.question.candidates)

    found = _by("frequent_candidate", cases, frequencies)
    unknown = message("audit-note-no-words", corpus=counts.name)
    return found if found.answered else nothing("frequent_candidate", unknown)


def prompt_overlap(cases: Sequence[ShortcutCase]) -> Shortcut:
    """The candidate that shares more content words with the prompt; evidence: the words."""
    picks: list[Pick] = []
    evidence: list[ShortcutEvidence] = []
    for case in cases:
        if not case.question.prompt:
            continue
        empty = FUNCTION_WORDS.get(case.question.language, frozenset())
        prompt = {word for word in words_in(case.question.prompt) if len(word) > 1} - empty
        own = [set(words_in(candidate.text)) for candidate in case.question.candidates]
        everywhere = own[0].intersection(*own[1:])  # what all candidates have tells nothing
        shared = [(words & prompt) - everywhere for words in own]
        evidence += [
            ShortcutEvidence(place=case.item.id, detail=f"{', '.join(sorted(words))}: {candidate.text}")
            for candidate, words in zip(case.question.candidates, shared, strict=True)
            if words
        ]
        picks.append(pick_highest(case, [float(len(words)) for words in shared]))
    return evaluate("prompt_overlap", picks, evidence)


def _by(name: str, cases: Sequence[ShortcutCase], rule: Rule) -> Shortcut:
    return evaluate(name, [pick_highest(case, rule(case)) for case in cases])


def pick_highest(case: ShortcutCase, scores: Sequence[Score]) -> Pick:
    """The candidate with the highest score; none where a score is missing or the highest is shared.

    Near copies count as one schema: their keys hang together.
    """
    known = [score for score in scores if score is not None]
    ranked = sorted(known, reverse=True)
    whole = len(known) == len(scores) and len(ranked) > 1 and ranked[0] - ranked[1] > TIE
    return Pick(
        item=case.item.id,
        schema=str(case.group),
        candidates=len(case.question.candidates),
        key=case.key,
        choice=list(scores).index(ranked[0]) if whole else None,
        lead=ranked[0] - ranked[1] if whole else None,
    )
