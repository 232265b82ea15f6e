"""One self-contained HTML page out of records: no request leaves it, and it reads well on a phone."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, select_autoescape
from markupsafe import Markup

from anaphor.collection.domains import domains
from anaphor.collection.findings import Finding, Severity
from anaphor.linguistics.language import NoReading, Reading
from anaphor.report.agreement_figures import Drawing
from anaphor.report.typography import typeset
from anaphor.schema import Collection, Item, Mark, Problem, Question, Schema

INTERFACES = ("en", "fr")


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionSection:
    """What the report shows of one collection."""

    collection: Collection
    """The collection."""
    card: dict[str, Any]
    """Its counts, from `summarise`."""
    findings: tuple[Finding, ...]
    """What the checker said."""
    examples: tuple[tuple[Schema | Problem, tuple["ExampleItem", ...]], ...]
    """Schemas and problems shown in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleItem:
    """An item with its readings."""

    item: Item
    """The item."""
    readings: tuple[Reading | NoReading, ...]
    """One per candidate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementSection:
    """What the report shows of the agreement of a panel."""

    collection: str
    """Name of the collection that was asked."""
    people: int
    """How many answered."""
    coefficients: tuple[tuple[str, float | None, float | None, float | None], ...]
    """Name, value and both ends of the interval."""
    sentences: tuple[str, ...]
    """What it means, most important first."""
    figure: str
    """The figure as SVG."""
    drawing: Drawing
    """The table behind it."""
    seed: int
    """Seed of the simulation."""


@cache
def strings(interface: str) -> dict[str, str]:
    """The words of the interface in one language."""
    text = files("anaphor").joinpath("data/report/strings.toml").read_text("utf-8")
    return {name: words[interface] for name, words in tomllib.loads(text).items()}


def demo_page(
    sections: Sequence[CollectionSection], agreement: AgreementSection, *, interface: str, version: str, made: str
) -> str:
    """The whole page; `made` says in words when and how it was made."""
    environment = Environment(
        autoescape=select_autoescape(default=True), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["pieces"] = pieces
    environment.filters["typeset"] = typeset
    source = files("anaphor").joinpath("data/report/demo.html.jinja").read_text("utf-8")
    return environment.from_string(source).render(
        sections=sections,
        agreement=agreement,
        figure=Markup(agreement.figure[agreement.figure.index("<svg") :]),  # our own drawing, not a user's text
        s=strings(interface),
        interface=interface,
        version=version,
        made=made,
        severities=[severity.value for severity in Severity],
        domains=domains(),
        isreading=lambda each: isinstance(each, Reading),
    )


def pieces(question: Question) -> list[tuple[str, str]]:
    """The text cut at its marks: (`plain` | `anaphor` | `cue`, text)."""
    marks = [(cue.start, cue.end, "cue") for cue in question.cues]
    if isinstance(question.anaphor, Mark):
        marks.append((question.anaphor.start, question.anaphor.end, "anaphor"))
    parts: list[tuple[str, str]] = []
    position = 0
    for start, end, kind in sorted(marks):
        if start < position:
            continue
        parts += [("plain", question.text[position:start]), (kind, question.text[start:end])]
        position = end
    return [*parts, ("plain", question.text[position:])]
