"""The steps of the demo: each runs a room of the house on the embedded collections and gives a part of the report."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from anaphor import __version__
from anaphor.agreement.labelling import Abstentions
from anaphor.agreement.matrix import from_answers
from anaphor.agreement.measuring import measure
from anaphor.agreement.reproduction_records import ReproductionSettings
from anaphor.agreement.summary import summarise
from anaphor.agreement.wording import Interface
from anaphor.audit.auditing import audit
from anaphor.cli.agreement_report import measured_labels
from anaphor.cli.output import progress, say
from anaphor.collection.checking import check, worst_first
from anaphor.collection.summary import summarise as card_of
from anaphor.corpus.shipped import shipped
from anaphor.experiment.design_making import Plan, make_design
from anaphor.experiment.reading_out import study_of
from anaphor.experiment.record import Study
from anaphor.experiment.simulation import Crowd, simulate
from anaphor.experiment.store import open_store
from anaphor.linguistics.substitution import read_all
from anaphor.provenance import Signature
from anaphor.report.agreement_section import agreement_section
from anaphor.report.audit_section import audit_section
from anaphor.report.page import CollectionSection, ExampleItem, strings
from anaphor.report.scoring_section import scoring_section
from anaphor.report.section import Section, Text
from anaphor.resolver.protocol import make
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.schema import Collection, Item, Problem, Schema
from anaphor.scoring.comparison import compare
from anaphor.scoring.outcomes import outcomes_of, targets_of
from anaphor.scoring.scorecard import scorecard

_EXAMPLES = 6
_PEOPLE = 14
_PANEL = 3
_SEED = 2026
_COEFFICIENTS = ("observed_agreement", "davies_fleiss_kappa", "fleiss_kappa", "krippendorff_alpha_nominal", "gwet_ac1")
_RESOLVERS = ("random,seed=1", "first", "cooccurrence", "ngram,sentences=last", "lstm,sentences=last")


def check_collections(collections: Sequence[Collection]) -> list[CollectionSection]:
    """What the checker says of each collection, with examples and their readings."""
    sections = []
    for collection in collections:
        with progress(f"checking {collection.name}") as bar:
            findings = check(collection, progress=bar)
        parts = [*_spread(collection.schemas), *_spread(collection.problems, _EXAMPLES // 2)]
        card = card_of(collection)
        errors = sum(finding.severity == "error" for finding in findings)
        say(f"{collection.name}: {card['items']} items, {errors} errors, {card['fingerprint']}")
        sections.append(
            CollectionSection(
                collection=collection,
                card=card,
                findings=tuple(worst_first(findings)),
                examples=tuple((part, _examples(part)) for part in parts),
            )
        )
    return sections


def _spread(parts: tuple[Schema | Problem, ...], count: int = _EXAMPLES) -> list[Schema | Problem]:
    """A few parts from all over the collection."""
    return list(parts[:: max(1, len(parts) // count)][:count])


def _examples(part: Schema | Problem) -> tuple[ExampleItem, ...]:
    entries = part.variants if isinstance(part, Schema) else (part.item,)
    return tuple(
        ExampleItem(item=entry, readings=read_all(entry.question)) for entry in entries if isinstance(entry, Item)
    )


def audits(collections: Sequence[Collection], interface: str) -> list[Section]:
    """Whether simple statistics give the answers away, on the counts that the package carries."""
    sections = []
    for number, collection in enumerate(collections):
        with progress(f"auditing {collection.name}") as bar:
            bar(number, len(collections))
            found = audit(collection, shipped(collection.language))
        section = audit_section(found, interface=interface)
        said = next(part for part in section.parts if isinstance(part, Text))
        say(f"audit of {collection.name}: {said.lines[0]}")
        sections.append(section)
    return sections


def study(collection: Collection, output: Path, interface: str) -> list[Section]:
    """A rehearsed study with made-up participants, and what their agreement means."""
    design = make_design(collection, Plan(lists=2, quota=_PEOPLE, seed=_SEED))
    with progress("asking simulated people") as bar, tempfile.TemporaryDirectory(dir=output) as folder:
        bar(0, 2)
        store = open_store(str(Path(folder) / "rehearsal.db"), design)
        simulate(store, Crowd(finishing=_PEOPLE, seed=_SEED))
        found = study_of(store)
        store.engine.dispose()
        bar(1, 2)
        section, sentence = _agreement(found, interface)
    say(f"agreement of the simulated panel: {sentence}")
    return [section]


def _agreement(found: Study, interface: str) -> tuple[Section, str]:
    """What the agreement of made-up readers means."""
    words = strings(interface)
    answers = [each.answer() for each in found.responses if each.item]
    matrix = from_answers(answers, abstentions=Abstentions.MISSING)
    measured = measure(matrix, np.random.default_rng(_SEED), names=_COEFFICIENTS)
    summary = summarise(matrix, ReproductionSettings(size=_PANEL, seed=_SEED), Interface(interface))
    note = words["agreement_note"].format(people=_PEOPLE, collection=found.collection, seed=_SEED)
    signature = Signature.of(labels=matrix.fingerprint, panel=_PANEL, seed=_SEED, version=__version__)
    shown = measured_labels(matrix, measured, summary, sentences=(note, *summary.sentences), signature=str(signature))
    return agreement_section(shown, Interface(interface), stamp=words["simulated"]), summary.sentences[0]


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
    shown = ", ".join(f"{card.respondent} {card.measures.reussite:.3f}" for card in cards)
    say(f"réussite on {collection.name} (chance {cards[0].chance.chance:.3f}): {shown}")
    section = scoring_section(cards, compare(results), interface=interface)
    return replace(section, id=f"scoring-{collection.name}", title=f"{section.title} ({collection.name})")
