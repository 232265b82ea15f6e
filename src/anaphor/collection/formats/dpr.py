"""Definite Pronoun Resolution of Rahman and Ng: blocks of four lines (sentence, pronoun, candidates, answer).

The place of the pronoun is not given: it is taken where the form stands only once. An item's id is
its position in the file from 1, a schema's id that of its first item.
"""

import re
from collections.abc import Iterator

from anaphor.collection.formats.foreign import ForeignFormat, collection_of, entry_of, family_name, twin_schemas
from anaphor.collection.formats.tables import blocks, located
from anaphor.collection.places import sole_mark
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import grouped, same_candidates
from anaphor.schema import Collection, Entry, question_of

# A sentence, a pronoun, two candidates parted by a comma, and one of them.
_HEAD = re.compile(r"\s*[^\n\t]{10,}\n\s*[A-Za-z']{1,12} *\n([^\n\t]+),([^\n\t,]+)\n([^\n\t]+)(\n|$)")


def recognises(source: Source) -> bool:
    head = _HEAD.match(source.head.replace("\r\n", "\n"))
    return head is not None and _form(head[3]) in (_form(head[1]), _form(head[2]))


def read(source: Source, settings: ReadSettings) -> Collection:
    """The blocks, neighbours with the same candidates as twins."""
    language = settings.language or "en"
    entries = _entries(source, language)
    groups = grouped(entries, lambda one, other: same_candidates(question_of(one), question_of(other)))
    return collection_of(
        source,
        twin_schemas(groups),
        name=family_name(source, "dpr"),
        language=language,
        title="Definite Pronoun Resolution",
        citation="Rahman and Ng 2012",
    )


def _entries(source: Source, language: str) -> Iterator[Entry]:
    for number, (line, (text, pronoun, listed, answer)) in enumerate(blocks(source, 4), start=1):
        candidates = [part.strip() for part in listed.split(",", 2)]
        if len(candidates) != 2 or not all(candidates):
            raise source.error("collection-two-candidates", line=line + 2, field="candidates")
        forms = [_form(candidate) for candidate in candidates]
        if _form(answer) not in forms:
            raise source.error("collection-answer-not-candidate", line=line + 3, field="answer")
        with located(source, line):
            mark = sole_mark(text, pronoun)
            yield entry_of(str(number), language, text, mark, candidates, forms.index(_form(answer)))


def _form(text: str) -> str:
    return text.strip().casefold()


DPR = ForeignFormat(
    name="dpr",
    title="Definite Pronoun Resolution (Rahman and Ng 2012)",
    recognises=recognises,
    read=read,
)
