"""How often the audit's shortcuts speak where there is none, and how often they see one that was planted.

Null collections are real ones whose keys are drawn anew, by a coin for each schema (twins together): nothing can then
tell the answer. Shown is how often p ≤ 0.05 for the shortcut that does so most often, for the three that are learnt,
and for any of them: with choices taken as if they had not been learnt from the keys (as up to version 1.0), by keys
swapped by schema, and after the correction for all shortcuts, which is what verdicts go by (Wilson, 95 %).

Planted leaks: a word that the text had not is added to the items of some schemas whose answer is mentioned first, and
the first candidate of lone items is made the right one more often than not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from anaphor.audit import AuditSettings, ItemScore, Shortcut
from anaphor.audit.association.confrontation import confront
from anaphor.audit.association.scores import score_items
from anaphor.audit.auditing import all_shortcuts
from anaphor.audit.case import ShortcutCase, cases_of
from anaphor.collection import load
from anaphor.corpus import Counts, measure_named, shipped
from anaphor.statistics import wilson
from bench.table import Row, rounds

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
_LEVEL = 0.05
_NULLS = rounds(400, 40)
_PLANTED = rounds(100, 10)
_LEARNT = ("candidate_only", "cue_only", "text_only")


class Source(NamedTuple):
    """Where null collections come from."""

    name: str
    path: str
    language: str | None = None
    schemas: int | None = None
    """So many of its schemas, drawn for each null collection; all of them without."""


SOURCES = (
    Source("wsc-fr", "wsc-fr/French_Wino_Schemas.xml"),
    Source("wsc-fr, 30 schemas", "wsc-fr/French_Wino_Schemas.xml", schemas=30),
    Source("wsc-en", "wsc-en/WSCollection-285.xml"),
    Source("XWinograd fr", "xwinograd/dataset.tsv.xz", "fr"),
    Source("WinoGrande-xs", "winogrande/train_xs.jsonl"),
    Source("WinoGrande-s", "winogrande/train_s.jsonl"),
    Source("DPR test, 150 schemas", "dpr/test.c.txt", schemas=150),
)


class Materials(NamedTuple):
    """A collection as shortcuts see it."""

    cases: tuple[ShortcutCase, ...]
    scored: tuple[ItemScore, ...]
    counts: Counts

    def some(self, schemas: int | None, rng: np.random.Generator) -> "Materials":
        """So many of its schemas, drawn."""
        if schemas is None:
            return self
        names = set(rng.permutation(list(dict.fromkeys(case.schema for case in self.cases)))[:schemas].tolist())
        cases = tuple(case for case in self.cases if case.schema in names)
        return Materials(cases, tuple(each for each in self.scored if each.schema in names), self.counts)

    def keyed(self, key: Callable[[str, int, int], int]) -> "Materials":
        """The same with other keys, each a function of its schema, the key that it has, and how many candidates."""
        cases = []
        for case in self.cases:
            new = key(case.schema, case.key, len(case.question.candidates))
            cases.append(replace(case, key=new, item=replace(case.item, key=new)))
        scored = []
        for each in self.scored:
            asked = each.confrontation
            new = key(asked.schema, asked.key, len(asked.pairs))
            scored.append(replace(each, confrontation=replace(asked, key=new)))
        return Materials(tuple(cases), tuple(scored), self.counts)

    def null(self, rng: np.random.Generator) -> "Materials":
        """The same with keys that nothing can tell: moved on by chance, schema by schema."""
        coins = {name: rng.random() for name in dict.fromkeys(case.schema for case in self.cases)}
        return self.keyed(lambda schema, key, size: (key + int(coins.get(schema, 0.0) * size)) % size)

    def shortcuts(self, seed: int) -> tuple[Shortcut, ...]:
        """All shortcuts that have something to say."""
        found = all_shortcuts(self.cases, self.scored, self.counts, AuditSettings(seed=seed))
        return tuple(each for each in found if each.answered and each.p_adjusted is not None)


def materials(source: Source) -> Materials:
    """The collection of a source, on the counts that the package carries."""
    collection = load(DATA / source.path, language=source.language)
    counts = shipped(collection.language)
    scored = score_items(confront(collection)[0], counts, measure_named("mi", 0.0))
    return Materials(cases_of(collection), scored, counts)


def _share(hits: int, of: int) -> str:
    found = wilson(hits, of)
    return f"{hits / of:.1%} ({found.low:.1%}–{found.high:.1%})"


def nulls(source: Source, times: int = _NULLS, seed: int = 29) -> Row:
    """How often shortcuts speak in null collections of one source."""
    whole, size = materials(source), 0
    hits: dict[str, list[int]] = {}
    naive, raw, adjusted = 0, 0, 0
    for number in range(times):
        rng = np.random.default_rng([seed, number])
        drawn = whole.some(source.schemas, rng).null(rng)
        size = len(drawn.cases)
        shortcuts = drawn.shortcuts(number)
        # Choices taken as fixed: the exact law of swaps behind what was learnt from the real keys
        fixed = {each.name: each.p if each.p_fixed is None else each.p_fixed for each in shortcuts}
        for each in shortcuts:
            told = hits.setdefault(each.name, [0, 0, 0])
            told[0] += fixed[each.name] <= _LEVEL
            told[1] += each.p <= _LEVEL
            told[2] += (each.p_adjusted or 0.0) <= _LEVEL
        naive += any(p <= _LEVEL for p in fixed.values())
        raw += any(each.p <= _LEVEL for each in shortcuts)
        adjusted += any((each.p_adjusted or 0.0) <= _LEVEL for each in shortcuts)
    parts = [f"{name} {hits[name][0] / times:.1%}" for name in _LEARNT if name in hits]
    swapped = [f"{name} {hits[name][1] / times:.1%}" for name in _LEARNT if name in hits]
    others = max((each[1] / times for name, each in hits.items() if name not in _LEARNT), default=0.0)
    return {
        "work": f"{times} null collections of {source.name} ({size} items): p ≤ 0.05",
        "ours": f"any, corrected {_share(adjusted, times)}; swapped by schema: {', '.join(swapped)}, "
        f"others at most {others:.1%}, any {_share(raw, times)}",
        "peer": f"choices taken as fixed: {', '.join(parts)}, any {_share(naive, times)}",
    }


def _planted_cue(whole: Materials, share: float, rng: np.random.Generator) -> Materials:
    """A word at the end of those items of some schemas whose answer is mentioned first."""
    marked = {name for name in dict.fromkeys(case.schema for case in whole.cases) if rng.random() < share}

    def cases() -> Iterator[ShortcutCase]:
        for case in whole.cases:
            places = case.mentions
            first = None not in places and places[case.key] == min(place for place in places if place is not None)
            if case.schema in marked and first:
                question = replace(case.question, text=f"{case.question.text} Zorglub.")
                yield replace(case, item=replace(case.item, question=question))
            else:
                yield case

    return whole._replace(cases=tuple(cases()))


def _planted_place(whole: Materials, rate: float, rng: np.random.Generator) -> Materials:
    """One item of each schema, whose first candidate is the right one so often."""
    lone = {case.schema: case for case in whole.cases}
    drawn = {name: int(rng.random() >= rate) for name in lone}
    return Materials(tuple(lone.values()), (), whole.counts).keyed(lambda schema, key, size: drawn[schema])


def planted(source: Source, times: int = _PLANTED, seed: int = 31) -> Iterator[Row]:
    """How often planted leaks are seen, after the correction."""
    whole = materials(source)
    leaks: Sequence[tuple[str, tuple[str, ...], Callable[[np.random.Generator], Materials]]] = (
        *(
            (
                f"a word in {share:.0%} of its schemas",
                ("cue_only", "text_only"),
                lambda rng, share=share: _planted_cue(whole.null(rng), share, rng),
            )
            for share in (0.1, 0.2, 0.4)
        ),
        *(
            (
                f"one item per schema, {rate:.0%} of the first candidates right",
                ("listed_first",),
                lambda rng, rate=rate: _planted_place(whole, rate, rng),
            )
            for rate in (0.6, 0.7)
        ),
    )
    for what, names, plant in leaks:
        hits = dict.fromkeys(names, 0)
        for number in range(times):
            for each in plant(np.random.default_rng([seed, number])).shortcuts(number):
                if each.name in hits:
                    hits[each.name] += (each.p_adjusted or 0.0) <= _LEVEL
        told = ", ".join(f"{name} {_share(count, times)}" for name, count in hits.items())
        yield {"work": f"{source.name}, planted: {what}", "ours": f"seen after correction: {told}"}


def run() -> list[Row]:
    """Null collections of real ones, and leaks planted in one."""
    sources = [source for source in SOURCES if (DATA / source.path).exists()]
    return [*(nulls(source) for source in sources), *(planted(sources[0]) if sources else ())]
