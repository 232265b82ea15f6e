"""The Pronoun Disambiguation Problems of the 2016 competition (XML), with how people did on them.

An item's id is its position in the file, from 1; problems over one text share a passage.
"""

import re
from collections.abc import Iterator

from anaphor.collection.formats.tables import located
from anaphor.collection.formats.wsc_xml import XmlItem, read_item
from anaphor.collection.formats.xml import Element, parse, squeezed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Annotations, Collection, HumanCount, Item, Problem

_COUNT = re.compile(r"(\d{1,6}) out of (\d{1,6}) subjects got this answer\.?")


class PdpFormat:
    """XML of the competition of 2016."""

    name = "pdp"
    title = "Pronoun Disambiguation Problems of 2016 (XML)"

    def recognises(self, source: Source) -> bool:
        """Whether it has the elements of the challenge and how people did."""
        head = source.head
        return "<collection" in head and "<pron" in head and "<humanSubjects" in head

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """One problem per element."""
        with located(source, None):
            return Collection(
                name="pdp",
                language=settings.language or "en",
                problems=tuple(_with_passages([*_problems(source, settings.language or "en")])),
                title="Pronoun Disambiguation Problems 2016",
            )


def _problems(source: Source, language: str) -> Iterator[tuple[Problem, bool]]:
    _, elements = parse(source, "collection", "schema")
    for number, element in enumerate(elements, start=1):
        with located(source, element.line):
            read = read_item(source, element, name=str(number), language=language)
            yield _problem(source, read), element.child("sameText") is not None


def _problem(source: Source, read: XmlItem) -> Problem:
    annotations = Annotations(human=_human(source, read.element))
    item = Item(question=read.item.question, key=read.item.key, annotations=annotations)
    return Problem(id=item.id, item=item, source=read.source)


def _human(source: Source, element: Element) -> HumanCount | None:
    said = element.child("humanSubjects")
    prose = squeezed(said.text) if said else ""
    if not said or not prose:
        return None
    count = _COUNT.fullmatch(prose)
    if count is None:
        raise source.error(
            f"<humanSubjects> says {prose[:60]!r}",
            line=said.line,
            field="humanSubjects",
            todo="Write it as: 18 out of 19 subjects got this answer.",
        )
    return HumanCount(right=int(count[1]), asked=int(count[2]))


def _with_passages(problems: list[tuple[Problem, bool]]) -> Iterator[Problem]:
    """The problems, each run over one text under the id of its first."""
    first = ""
    for place, (problem, continues) in enumerate(problems):
        first = first if continues and first else problem.id
        shares = continues or (place + 1 < len(problems) and problems[place + 1][1])
        yield _under(problem, first) if shares else problem


def _under(problem: Problem, passage: str) -> Problem:
    return Problem(id=problem.id, item=problem.item, source=problem.source, passage=passage)


PDP = PdpFormat()
