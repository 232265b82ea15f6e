"""What a report shows of a collection, as a section of tables and sentences: for Markdown and LaTeX.

A page draws the same records by a template of its own, with coloured marks.
"""

from collections.abc import Sequence
from dataclasses import replace

from anaphor.collection import domain_name
from anaphor.language import NoReading, Reading
from anaphor.report.page import CollectionSection, ExampleItem, counted, pieces, strings
from anaphor.schema import Problem, Question, Schema
from anaphor.section import Part, Report, Section, Table, Text

_MARKS = {"plain": ("", ""), "anaphor": ("[", "]"), "cue": ("{", "}")}
_COLON = {"en": ":", "fr": "\u00a0:"}


def with_collections(report: Report, collections: Sequence[CollectionSection]) -> Report:
    """The report with a section for each collection before its own."""
    before = (collection_section(each, report.interface) for each in collections)
    return replace(report, sections=(*before, *report.sections))


def collection_section(shown: CollectionSection, interface: str) -> Section:
    """A collection: its card, what the checker says, domains and anaphors, and examples with their readings."""
    words = strings(interface)
    counts = [_counts(shown, name, interface) for name in ("domains", "anaphors") if shown.card[name]]
    parts: list[Part] = [_card(shown, interface), *_findings(shown, interface), *counts]
    if shown.examples:
        parts.append(Text(lines=(f"{words['examples']}. {words['examples_note']}",)))
    parts += [block for part, items in shown.examples for block in _example(part, items, shown, interface)]
    name = shown.collection.name
    return Section(id=name, title=shown.collection.title or name, parts=tuple(parts))


def _card(shown: CollectionSection, interface: str) -> Table:
    words = strings(interface)
    rows = [(counted(name, shown.card[name], interface), shown.card[name]) for name in ("schemas", "problems", "items")]
    origin = [(words["licence"], shown.card["licence"]), (words["fingerprint"], shown.card["fingerprint"])]
    return Table(columns=(words["collection"], shown.collection.name), rows=(*rows, *origin))


def _findings(shown: CollectionSection, interface: str) -> list[Part]:
    words = strings(interface)
    if not shown.findings:
        return [Text(lines=(f"{words['check']}{_COLON[interface]} {words['nothing']}",))]
    rows = tuple(
        (words[f"{each.severity.value}_one"], str(each.place), each.message(interface)) for each in shown.findings
    )
    columns = (words["severity"], words["place"], words["message"])
    return [Table(columns=columns, rows=rows, caption=words["check"])]


def _counts(shown: CollectionSection, name: str, interface: str) -> Table:
    words = strings(interface)
    rows = tuple(
        (domain_name(each, interface) if name == "domains" else each, count) for each, count in shown.card[name].items()
    )
    return Table(columns=(words[name], words["count"]), rows=rows, caption=f"{words[name]} ({words[f'{name}_note']})")


def _example(
    part: Schema | Problem, items: Sequence[ExampleItem], shown: CollectionSection, interface: str
) -> list[Text]:
    """The entry's name, then each item with its readings under it."""
    language = shown.collection.language
    about = ", ".join(domain_name(each, interface) for each in part.domains)
    named = " · ".join([part.id, *([about] if about else [])])
    blocks = [Text(lines=(named,))]
    for each in items:
        asked = (_marked(each.item.question), *([each.item.question.prompt] if each.item.question.prompt else []))
        blocks.append(Text(lines=asked, language=language))
        blocks.append(Text(lines=_readings(each, interface), points=True, language=language))
    return blocks


def _marked(question: Question) -> str:
    """The text with [anaphor] and {special word}."""
    return "".join(text.join(_MARKS[kind]) for kind, text in pieces(question))


def _readings(example: ExampleItem, interface: str) -> tuple[str, ...]:
    candidates = example.item.question.candidates
    said = (
        _reading(reading, candidate.text, interface)
        for candidate, reading in zip(candidates, example.readings, strict=True)
    )
    return tuple(f"✓ {each}" if number == example.item.key else each for number, each in enumerate(said))


def _reading(reading: Reading | NoReading, candidate: str, interface: str) -> str:
    if isinstance(reading, Reading):
        return reading.text
    return f"{candidate} ({strings(interface)['no_reading']}{_COLON[interface]} {reading.detail})"
