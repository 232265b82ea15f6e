"""The steps of the demo: each runs a room of the house on the embedded collections and gives a part of the report."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_uppercase

from anaphor.agreement.labels import LabelMatrix, from_triples
from anaphor.answer import Choice
from anaphor.cli.output import progress, say
from anaphor.cli.report_sections import audit_part, collection_part, labels_part, study_part
from anaphor.corpus import shipped
from anaphor.experiment import Crowd, simulate
from anaphor.experiment.design import DesignPlan, make_design
from anaphor.experiment.study import Study, open_store, study_of
from anaphor.report import CollectionSection, counted, strings
from anaphor.report.systems import scoring_section
from anaphor.resolver import RunSettings, make, run_collection
from anaphor.schema import Collection
from anaphor.scoring import Scorecard, compare, scorecard
from anaphor.scoring.items import outcomes_of, targets_of
from anaphor.section import Medium, Numbers, Section, Text
from anaphor.text import number, speaking, typeset

_PEOPLE = 40
_PANEL = 3
_SEED = 2026
_RESOLVERS = ("random,seed=1", "first", "cooccurrence", "ngram,sentences=last", "lstm,sentences=last")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a step of the demo has found."""

    sections: tuple[Section, ...] = ()
    """Its part of the report."""
    points: tuple[str, ...] = ()
    """The same in short."""


def say_step(interface: str, step: str, /, **fields: object) -> str:
    """Tell the user, in the report's language, what a step has found, and give it back."""
    said = typeset(strings(interface)[f"demo_{step}"], interface).format(**fields)
    say(said)
    return said


def check_collections(collections: Sequence[Collection], interface: str) -> tuple[list[CollectionSection], Found]:
    """What the checker says of each collection, with examples and their readings."""
    sections, points = [], []
    for collection in collections:
        section = collection_part(collection)
        errors = sum(finding.severity == "error" for finding in section.findings)
        items = int(section.card["items"])
        said = say_step(
            interface,
            "checked",
            name=collection.name,
            items=items,
            items_word=counted("items", items, interface),
            errors=errors,
            errors_word=counted("error", errors, interface),
            fingerprint=section.card["fingerprint"],
        )
        sections.append(section)
        points.append(said)
    return sections, Found(points=tuple(points))


def audits(collections: Sequence[Collection], interface: str) -> Found:
    """Whether simple statistics give the answers away, on the counts that the package carries."""
    sections, points = [], []
    for collection in collections:
        section = audit_part(collection, shipped(collection.language), interface)
        if section is not None:
            points.append(say_step(interface, "audit", name=collection.name, said=_sentence(section)))
            sections.append(section)
    return Found(sections=tuple(sections), points=tuple(points))


def study(collection: Collection, output: Path, interface: str) -> Found:
    """A rehearsed study with made-up participants, and what their agreement means."""
    found = _rehearsed(collection, output)
    words = strings(interface)
    note = words["agreement_note"].format(people=_PEOPLE, collection=found.collection, seed=_SEED)
    asked = study_part(found, interface)
    studied = say_step(interface, "study", name=collection.name, said=_figures(asked))
    agreed = labels_part(_labels(found), interface, size=_PANEL, stamp=words["simulated"])
    said = say_step(interface, "agreement", said=_sentence(agreed))
    noted = replace(agreed, parts=(Text(lines=(note,), soft=True), *agreed.parts))
    return Found(sections=(asked, noted), points=(studied, said))


def _labels(found: Study) -> LabelMatrix:
    """The answers as labels: A is an item's first candidate, B its second. Letters, since candidates have no order."""
    answers = [each.answer() for each in found.responses if each.item]
    chosen = [
        (each.question, each.respondent, each.reply.candidate) for each in answers if isinstance(each.reply, Choice)
    ]
    return from_triples(
        (question for question, _, _ in chosen),
        (who for _, who, _ in chosen),
        (ascii_uppercase[candidate] for _, _, candidate in chosen),
    )


def _rehearsed(collection: Collection, output: Path) -> Study:
    """A study in which nobody was asked."""
    design = make_design(collection, DesignPlan(lists=2, quota=_PEOPLE, seed=_SEED))
    with progress("asking simulated people") as bar, tempfile.TemporaryDirectory(dir=output) as folder:
        bar(0, 1)
        store = open_store(str(Path(folder) / "rehearsal.db"), design)
        simulate(store, Crowd(finishing=_PEOPLE, seed=_SEED))
        found = study_of(store)
        store.engine.dispose()
    return found


def _sentence(section: Section) -> str:
    """The first sentence of a section, as a document shows it."""
    texts = [part for part in section.parts if isinstance(part, Text) and part.only is not Medium.TERMINAL]
    return next(part.lines[0] for part in texts if part.lines)


def _figures(section: Section) -> str:
    """The figures at the head of a section, as a list of words."""
    numbers = next(part for part in section.parts if isinstance(part, Numbers))
    return ", ".join(f"{figure} {words}" for figure, words in numbers.figures)


def scores(collection: Collection, output: Path, interface: str) -> Found:
    """The resolvers of the base install on a collection, scored and compared; their runs are kept."""
    targets = targets_of(collection).items
    cards, results = [], {}
    for spec in _RESOLVERS:
        resolver = make(spec)
        path = output / "runs" / f"{collection.name}-{spec.partition(',')[0]}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        with progress(f"{resolver.name} on {collection.name}") as bar:
            state = run_collection(collection, resolver, path, RunSettings(source=collection.name), bar)
        results[resolver.name] = outcomes_of(targets, state.answers)
        cards.append(scorecard(resolver.name, results[resolver.name], signature=resolver.signature))
    with speaking(interface):
        shown = ", ".join(map(_score, cards))
        chance = number(100 * cards[0].chance.chance, 2)
    said = say_step(interface, "scores", name=collection.name, said=shown, chance=chance)
    made_from = {card.respondent: card.signature for card in cards}
    with speaking(interface):
        section = scoring_section(cards, compare(results, made_from=made_from))
    named = replace(section, id=f"scoring-{collection.name}", title=f"{section.title} ({collection.name})")
    return Found(sections=(named,), points=(said,))


def _score(card: Scorecard) -> str:
    """A system's réussite with its interval."""
    ends = card.reussite.interval
    value, low, high = (number(100 * share, 2) for share in (card.measures.reussite, ends.low, ends.high))
    return f"{card.respondent} {value} ({low}–{high})"
