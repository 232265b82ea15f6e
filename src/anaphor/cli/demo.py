"""`anaphor demo`: the whole chain on what the package carries, and a report that opens offline."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from anaphor import __version__
from anaphor.agreement.intervals import Estimate
from anaphor.agreement.labelling import Abstentions
from anaphor.agreement.matrix import from_answers
from anaphor.agreement.measuring import measure
from anaphor.agreement.reproduction_records import ReproductionSettings
from anaphor.agreement.summary import summarise
from anaphor.answer import Answer, Choice
from anaphor.cli.output import progress, say
from anaphor.collection.catalogue import CATALOGUE
from anaphor.collection.checking import check, worst_first
from anaphor.collection.loading import load
from anaphor.collection.summary import summarise as card_of
from anaphor.errors import InputError, OutputError, Place
from anaphor.linguistics.substitution import read_all
from anaphor.report.agreement_figures import curve_figure
from anaphor.report.page import INTERFACES, CollectionSection, ExampleItem, html_of, strings
from anaphor.report.section import Report, Section, Table, Text
from anaphor.schema import Collection, Item, Problem, Schema
from anaphor.storage.files import write_text

_EXAMPLES = 6
_PEOPLE = 7
_PANEL = 3
_SEED = 2026
_COEFFICIENTS = ("observed_agreement", "davies_fleiss_kappa", "fleiss_kappa", "krippendorff_alpha_nominal", "gwet_ac1")


def demo(
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the report.")] = Path("anaphor-demo"),
    interface: Annotated[str, typer.Option("--interface", help="Language of the report: en or fr.")] = "en",
) -> None:
    """Run the whole chain on what is embedded and write a report.

    The report is one HTML file that opens offline; its path is all that goes to stdout.
    """
    if interface not in INTERFACES:
        raise InputError(f"the report has no language {interface!r}", todo="Write --interface fr or en.")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder cannot be made ({error.strerror})", where=Place(file=str(output))) from error
    collections = [load(listing.name) for listing in CATALOGUE if listing.embedded]
    sections = [_section(collection) for collection in collections]
    words = strings(interface)
    agreement, sentence = _agreement(collections[0], words)
    report = Report(title=words["title"], lead=words["lead"], interface=interface, sections=(agreement,))
    page = html_of(report, sections, version=__version__, made="anaphor demo")
    path = output / "report.html"
    write_text(path, page)
    for section in sections:
        errors = sum(finding.severity == "error" for finding in section.findings)
        say(f"{section.collection.name}: {section.card['items']} items, {errors} errors, {section.card['fingerprint']}")
    say(f"agreement of the simulated panel: {sentence}")
    typer.echo(path)


def _agreement(collection: Collection, words: dict[str, str]) -> tuple[Section, str]:
    """What the agreement of made-up readers means; real ones come with the experiment."""
    with progress("asking simulated people") as bar:
        matrix = from_answers(_simulated_answers(collection), abstentions=Abstentions.MISSING)
        bar(1, 3)
        found = measure(matrix, np.random.default_rng(_SEED), names=_COEFFICIENTS)
        bar(2, 3)
        summary = summarise(matrix, ReproductionSettings(size=_PANEL, seed=_SEED))
        drawing = curve_figure(summary.reproduction)
        bar(3, 3)
    note = words["agreement_note"].format(people=_PEOPLE, collection=collection.name, seed=_SEED)
    rows = tuple((name.replace("_", " "), *_numbers(each)) for name, each in found.items())
    section = Section(
        id="agreement",
        title=words["agreement"],
        stamp=words["simulated"],
        parts=(
            Text(lines=(note,), soft=True),
            Text(lines=summary.sentences, points=True, language="en"),
            Table(columns=(words["coefficient"], words["value"], "2.5 %", "97.5 %"), rows=rows),
            drawing,
        ),
    )
    return section, summary.sentences[0]


def _numbers(estimate: Estimate) -> tuple[float | None, float | None, float | None]:
    interval = estimate.interval
    return (estimate.coefficient.value, *((interval.low, interval.high) if interval else (None, None)))


def _simulated_answers(collection: Collection) -> Iterator[Answer]:
    """Answers of people who are right on most items and waver on one in eight; the seed is in the report."""
    rng = random.Random(_SEED)
    for item in collection.items:
        sure = 0.97 if rng.random() > 1 / 8 else 0.7
        for person in range(1, _PEOPLE + 1):
            right = rng.random() < sure
            wrong = [each for each in range(len(item.question.candidates)) if each != item.key]
            chosen = item.key if right and isinstance(item.key, int) else rng.choice(wrong)
            yield Answer(respondent=f"simulated-{person}", question=item.id, reply=Choice(candidate=chosen))


def _section(collection: Collection) -> CollectionSection:
    with progress(f"checking {collection.name}") as bar:
        findings = check(collection, progress=bar)
    parts = [*_spread(collection.schemas), *_spread(collection.problems, _EXAMPLES // 2)]
    return CollectionSection(
        collection=collection,
        card=card_of(collection),
        findings=tuple(worst_first(findings)),
        examples=tuple((part, _examples(part)) for part in parts),
    )


def _spread(parts: tuple[Schema | Problem, ...], count: int = _EXAMPLES) -> list[Schema | Problem]:
    """A few parts from all over the collection."""
    return list(parts[:: max(1, len(parts) // count)][:count])


def _examples(part: Schema | Problem) -> tuple[ExampleItem, ...]:
    entries = part.variants if isinstance(part, Schema) else (part.item,)
    return tuple(
        ExampleItem(item=entry, readings=read_all(entry.question)) for entry in entries if isinstance(entry, Item)
    )
