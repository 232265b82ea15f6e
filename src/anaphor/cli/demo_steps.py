"""The steps of the demo: each runs a room of the house on the embedded collections and gives a part of the report."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from anaphor.agreement.labelling import Abstentions
from anaphor.agreement.matrix import from_answers
from anaphor.cli.output import progress, say
from anaphor.cli.report_sections import audit_part, collection_part, labels_part, study_part
from anaphor.corpus.shipped import shipped
from anaphor.experiment.design_making import Plan, make_design
from anaphor.experiment.reading_out import study_of
from anaphor.experiment.record import Study
from anaphor.experiment.simulation import Crowd, simulate
from anaphor.experiment.store import open_store
from anaphor.report.page import CollectionSection, counted, strings
from anaphor.report.scoring_section import scoring_section
from anaphor.report.scoring_words import Tongue
from anaphor.report.section import Section, Text
from anaphor.report.typography import typeset
from anaphor.resolver.protocol import make
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.schema import Collection
from anaphor.scoring.comparison import compare
from anaphor.scoring.outcomes import outcomes_of, targets_of
from anaphor.scoring.scorecard import scorecard

_PEOPLE = 14
_PANEL = 3
_SEED = 2026
_RESOLVERS = ("random,seed=1", "first", "cooccurrence", "ngram,sentences=last", "lstm,sentences=last")


def say_step(interface: str, step: str, /, **fields: object) -> None:
    """Tell the user, in the report's language, what a step has found."""
    say(typeset(strings(interface)[f"demo_{step}"], interface).format(**fields))


def check_collections(collections: Sequence[Collection], interface: str) -> list[CollectionSection]:
    """What the checker says of each collection, with examples and their readings."""
    sections = []
    for collection in collections:
        section = collection_part(collection)
        errors = sum(finding.severity == "error" for finding in section.findings)
        items = int(section.card["items"])
        say_step(interface, "checked", name=collection.name, items=items, items_word=counted("items", items, interface),
                 errors=errors, errors_word=counted("error", errors, interface),
                 fingerprint=section.card["fingerprint"])  # fmt: skip
        sections.append(section)
    return sections


def audits(collections: Sequence[Collection], interface: str) -> list[Section]:
    """Whether simple statistics give the answers away, on the counts that the package carries."""
    sections = []
    for collection in collections:
        section = audit_part(collection, shipped(collection.language), interface)
        if section is not None:
            said = next(part for part in section.parts if isinstance(part, Text))
            say_step(interface, "audit", name=collection.name, said=said.lines[0])
            sections.append(section)
    return sections


def study(collection: Collection, output: Path, interface: str) -> list[Section]:
    """A rehearsed study with made-up participants, and what their agreement means."""
    found = _rehearsed(collection, output)
    words = strings(interface)
    note = words["agreement_note"].format(people=_PEOPLE, collection=found.collection, seed=_SEED)
    asked = study_part(found, interface)
    say_step(interface, "study", name=collection.name, said=_sentence(asked))
    answers = [each.answer() for each in found.responses if each.item]
    matrix = from_answers(answers, abstentions=Abstentions.MISSING)
    agreed = labels_part(matrix, interface, size=_PANEL, seed=_SEED, stamp=words["simulated"])
    say_step(interface, "agreement", said=_sentence(agreed))
    return [asked, replace(agreed, parts=(Text(lines=(note,), soft=True), *agreed.parts))]


def _rehearsed(collection: Collection, output: Path) -> Study:
    """A study in which nobody was asked."""
    design = make_design(collection, Plan(lists=2, quota=_PEOPLE, seed=_SEED))
    with progress("asking simulated people") as bar, tempfile.TemporaryDirectory(dir=output) as folder:
        bar(0, 1)
        store = open_store(str(Path(folder) / "rehearsal.db"), design)
        simulate(store, Crowd(finishing=_PEOPLE, seed=_SEED))
        found = study_of(store)
        store.engine.dispose()
    return found


def _sentence(section: Section) -> str:
    """The first sentence of a section."""
    return next(part.lines[0] for part in section.parts if isinstance(part, Text) and part.lines)


def scores(collection: Collection, output: Path, interface: str) -> Section:
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
    tongue = Tongue(interface)
    shown = ", ".join(f"{card.respondent} {tongue.percent(card.measures.reussite)}" for card in cards)
    say_step(interface, "scores", name=collection.name, said=shown, chance=tongue.percent(cards[0].chance.chance))
    made_from = {card.respondent: card.signature for card in cards}
    section = scoring_section(cards, compare(results, made_from=made_from), interface=interface)
    return replace(section, id=f"scoring-{collection.name}", title=f"{section.title} ({collection.name})")
