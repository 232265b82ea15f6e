"""Does the verdict hang on one choice? The same test with another window, another measure, or a part of the corpus.

A corpus is taken apart by its corpora, or by its source files, so that a part of it can be asked alone or left out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol, runtime_checkable

from anaphor.audit.association.chance import exact_p
from anaphor.audit.association.confrontation import AuditSettings, Confrontation
from anaphor.audit.association.scores import Pick, leading, pair_counts, tally
from anaphor.corpus import SENTENCE, WITHINS, Counts, PairCount, Undefined, Unit, Within, measure_named, pooled
from anaphor.provenance import Signature
from anaphor.scoring import from_counts
from anaphor.text import Message, message

MEASURES = ("mi", "npmi", "llr", "t", "dice")
MOST_LEFT_OUT = 8
"""Parts that are left out in turn, the largest ones."""
_MANY = 6
"""Names of corpora from which on only the first is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """The test without a threshold, with one thing changed."""

    what: str
    """What was changed: window, measure, half or without."""
    name: Message | str
    words: int
    items: int
    h: int
    exactitude: float | None
    """Right over scored; None where nothing was."""
    reussite: float
    p: float
    """Exact, one-sided, by swaps of whole schemas."""


def variations(
    confrontations: Sequence[Confrontation], counts: Counts, settings: AuditSettings
) -> tuple[Variation, ...]:
    """The test with each thing changed in turn; what the counts cannot answer is left out."""
    found: list[Variation] = []
    first = confrontations[0]
    unanswered = [Pick.of(each, None, None) for each in confrontations]
    for what, name, part, how in _changes(counts, settings, first.pairs[0]):
        if not part.counts_within(how.within):
            continue
        measure, picks, counted = measure_named(how.measure, how.smoothing), list(unanswered), False
        for place, each in enumerate(confrontations):
            known = [count for count, _ in pair_counts(each, part, how.within)]
            counted = counted or any(known)
            scores = [None if count is None else measure(count) for count in known]
            choice, lead = leading([None if isinstance(score, Undefined) else score for score in scores])
            if choice is not None:
                picks[place] = Pick.of(each, choice, lead)
        if not counted:
            part.pair(*first.pairs[0], within=how.within, unit=first.unit)  # refuses where it can count nothing at all
            continue
        tallies = tally(picks, (0.0,))
        answered, right = int(tallies.answered.sum()), int(tallies.right[:, 0].sum())
        made = from_counts(len(picks), right, len(picks) - answered, guessed=float(tallies.guessed.sum()))
        found.append(
            Variation(
                what=what,
                name=name,
                words=part.words,
                items=answered,
                h=right,
                exactitude=made.qualite,
                reussite=made.reussite,
                p=exact_p(tallies, 0),
            )
        )
    return tuple(found)


def _changes(
    counts: Counts, settings: AuditSettings, probe: tuple[str, str]
) -> Iterator[tuple[str, Message | str, Counts, AuditSettings]]:
    """What is changed, into what, and the counts and settings that follow."""
    for within in WITHINS:
        if within != settings.within:
            near = message("audit-into-window", words=within.words or 0)
            name = message("audit-into-sentence") if within.words is None else near
            yield "window", name, counts, replace(settings, within=within)
    for measure in MEASURES:
        if measure != settings.measure:
            yield "measure", measure, counts, replace(settings, measure=measure)
    parts = divided(counts, probe)
    for number, half in enumerate(halves(parts), start=1):
        names = half.name.split(" + ")
        many = message("audit-into-many", name=names[0], others=len(names) - 1)
        short = half.name if len(names) < _MANY else many
        yield "half", message("audit-into-half", number=number, name=short), half, settings
    for part in parts[:MOST_LEFT_OUT] if len(parts) > 1 else ():
        yield "without", part.name, pooled([each for each in parts if each is not part]), settings


@runtime_checkable
class BySource(Protocol):
    """Counts that know which source each sentence comes from."""

    def pair_by_source(self, a: str, b: str, /, *, unit: Unit = Unit.LEMMA) -> Mapping[str, PairCount]:
        """How often two words occur and meet in the sentences of each source."""


BySourceAnswer = Callable[[str, str, Unit], Mapping[str, PairCount]]
"""How often two words occur and meet in the sentences of each source; asked once per pair."""


class SomeSources(Counts):
    """The counts of some sources of a corpus; only sentences are told apart by source, windows are not."""

    def __init__(self, whole: Counts, ask: BySourceAnswer, name: str, sources: Iterable[str], share: float) -> None:
        self._ask = ask
        self._sources = frozenset(sources)
        self.name = name
        self.language = whole.language
        self.words = round(whole.words * share)
        self.signature = whole.signature | Signature.of(sources=name)

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """The sums over the sources; None for windows."""
        if within != SENTENCE:
            return None
        found = [count for source, count in self._ask(a, b, unit).items() if source in self._sources]
        return PairCount(**{name: sum(getattr(each, name) for each in found) for name in ("total", "a", "b", "both")})

    def counts_within(self, within: Within) -> bool:
        """Whether words so near one another are told apart by source: only those of a sentence are."""
        return within == SENTENCE


def divided(counts: Counts, probe: tuple[str, str]) -> tuple[Counts, ...]:
    """The parts of a corpus, largest first: its corpora, else its files, else the documents of its only file.

    `probe` is any pair of words: asking for it tells which sources there are, and how large they are.
    """
    parts = counts.parts
    if len(parts) > 1 or not isinstance(counts, BySource):
        return tuple(sorted(parts, key=lambda part: -part.words))
    by_source = counts.pair_by_source
    sizes = {source: count.total for source, count in by_source(*probe).items()}
    groups: dict[str, list[str]] = {}
    for source in sorted(sizes):
        groups.setdefault(source.partition("/")[0], []).append(source)
    if len(groups) == 1:
        groups = {source: [source] for source in sorted(sizes)}
    ask, whole = cache(lambda a, b, unit: by_source(a, b, unit=unit)), max(1, sum(sizes.values()))
    found = [
        SomeSources(counts, ask, name, sources, sum(sizes[source] for source in sources) / whole)
        for name, sources in groups.items()
    ]
    return tuple(sorted(found, key=lambda part: -part.words))


def halves(parts: Sequence[Counts]) -> tuple[Counts, ...]:
    """Two halves that are as equal in size as the parts allow; none where there is one part."""
    piles: tuple[list[Counts], list[Counts]] = ([], [])
    for part in parts:
        min(piles, key=lambda pile: sum(each.words for each in pile)).append(part)
    return tuple(pooled(pile) for pile in piles) if all(piles) else ()
