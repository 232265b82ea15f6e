"""The Pronoun Disambiguation Problems of the 2016 competition (XML), with how people did on them.

An item's id is its position in the file, from 1; problems over one text share a passage.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from anaphor.collection.formats.foreign import ForeignFormat, collection_of
from anaphor.collection.formats.tables import located
from anaphor.collection.formats.wsc_en import read_elements
from anaphor.collection.formats.xml import Element, squeezed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Annotations, Collection, HumanCount, Problem

_COUNT = re.compile(r"(\d{1,6}) out of (\d{1,6}) subjects got this answer\.?")


def recognises(source: Source) -> bool:
    """Whether it has the elements of the challenge and how people did."""
    return all(element in source.head for element in ("<collection", "<pron", "<humanSubjects"))


def read(source: Source, settings: ReadSettings) -> Collection:
    """One problem per element."""
    language = settings.language or "en"
    title = "Pronoun Disambiguation Problems 2016"
    return collection_of(source, _problems(source, language), name="pdp", language=language, title=title)


def _problems(source: Source, language: str) -> Iterator[Problem]:
    """The problems, each run over one text under the id of its first."""
    elements = list(read_elements(source, language))
    continues = [element.child("sameText") is not None for _, _, element in elements]
    first = ""
    for place, (item, origin, element) in enumerate(elements):
        first = first if continues[place] and first else item.id
        shares = continues[place] or any(continues[place + 1 : place + 2])
        with located(source, element.line):
            noted = replace(item, annotations=Annotations(human=_human(source, element)))
        yield Problem(id=item.id, item=noted, source=origin, passage=first if shares else None)


def _human(source: Source, element: Element) -> HumanCount | None:
    said = element.child("humanSubjects")
    prose = squeezed(said.text) if said else ""
    if not said or not prose:
        return None
    count = _COUNT.fullmatch(prose)
    if count is None:
        raise source.error("collection-no-human-count", line=said.line, field="humanSubjects", said=repr(prose[:60]))
    return HumanCount(right=int(count[1]), asked=int(count[2]))


PDP = ForeignFormat(name="pdp", title="Pronoun Disambiguation Problems of 2016 (XML)", recognises=recognises, read=read)
