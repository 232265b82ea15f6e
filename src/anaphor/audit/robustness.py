"""Does the verdict hang on one choice? The same test with another window, another measure, or a part of the corpus."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from anaphor.audit.association_choice import tally
from anaphor.audit.auditing import AuditSettings
from anaphor.audit.chance import exact_p
from anaphor.audit.confrontation import Confrontation
from anaphor.audit.scores import score_items
from anaphor.audit.sources import MOST_LEFT_OUT, divided, halves
from anaphor.corpus import SENTENCE, Counts, Within, can_count, measure_named
from anaphor.corpus.index import pooled
from anaphor.scoring import from_counts

WITHINS = (SENTENCE, Within(words=5), Within(words=10))
MEASURES = ("mi", "npmi", "llr", "t", "dice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """The test without a threshold, with one thing changed."""

    what: str
    """What was changed: window, measure, half or left out."""
    name: str
    """Into what."""
    words: int
    """Size of the corpus in words."""
    items: int
    """Items scored."""
    h: int
    """Right answers."""
    exactitude: float | None
    """Right over scored; None where nothing was."""
    reussite: float
    """Right over all when the rest is guessed."""
    p: float
    """Exact, one-sided, by swaps of whole schemas."""


def variations(
    confrontations: Sequence[Confrontation], counts: Counts, settings: AuditSettings
) -> tuple[Variation, ...]:
    """The test with each thing changed in turn; what the counts cannot answer is left out."""
    return tuple(
        made
        for what, name, part, how in _changes(counts, settings, confrontations[0].pairs[0])
        if (made := _variation(what, name, confrontations, part, how))
    )


def _changes(
    counts: Counts, settings: AuditSettings, probe: tuple[str, str]
) -> Iterator[tuple[str, str, Counts, AuditSettings]]:
    for within in WITHINS:
        if within != settings.within:
            yield "window", _told(within), counts, replace(settings, within=within)
    for measure in MEASURES:
        if measure != settings.measure:
            yield "measure", measure, counts, replace(settings, measure=measure)
    parts = divided(counts, probe)
    for number, half in enumerate(halves(parts), start=1):
        yield "half", f"{number}: {_short(half.name)}", half, settings
    for part in parts[:MOST_LEFT_OUT] if len(parts) > 1 else ():
        yield "without", part.name, pooled([each for each in parts if each is not part]), settings


def _short(name: str) -> str:
    """The first of many names."""
    names = name.split(" + ")
    return name if len(names) < 6 else f"{names[0]} and {len(names) - 1} others"


def _told(within: Within) -> str:
    return "sentence" if within.words is None else f"±{within.words} words"


def _variation(
    what: str, name: str, confrontations: Sequence[Confrontation], counts: Counts, settings: AuditSettings
) -> Variation | None:
    if not can_count(counts, settings.within):
        return None
    items = score_items(confrontations, counts, measure_named(settings.measure, settings.smoothing), settings.within)
    if not any(pair.count for each in items for pair in each.pairs):
        return None
    tallies = tally([each.pick for each in items], (0.0,))
    answered, right = int(tallies.answered.sum()), int(tallies.right[:, 0].sum())
    found = from_counts(len(items), right, len(items) - answered, guessed=float(tallies.guessed.sum()))
    return Variation(
        what=what,
        name=name,
        words=counts.words,
        items=answered,
        h=right,
        exactitude=found.qualite,
        reussite=found.reussite,
        p=exact_p(tallies, 0),
    )
