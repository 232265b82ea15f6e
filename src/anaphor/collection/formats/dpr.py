"""Definite Pronoun Resolution of Rahman and Ng: blocks of four lines (sentence, pronoun, candidates, answer).

The place of the pronoun is not given: it is taken where the form stands only once. An item's id is
its position in the file from 1, a schema's id that of its first item.
"""

import re
from collections.abc import Iterator

from anaphor.collection.formats.tables import blocks, collection_name, located
from anaphor.collection.places import sole_mark
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import grouped, same_candidates, with_cues
from anaphor.schema import Candidate, Collection, Item, Question, Schema

_HEAD = re.compile(r"\s*[^\n\t]{10,}\n\s*[A-Za-z']{1,12} *\n([^\n\t]+),([^\n\t,]+)\n([^\n\t]+)(\n|$)")


class DprFormat:
    """Blocks of four lines."""

    name = "dpr"
    title = "Definite Pronoun Resolution (Rahman and Ng 2012)"

    def recognises(self, source: Source) -> bool:
        """Whether the first block is a sentence, a pronoun, two candidates and one of them."""
        head = _HEAD.match(source.head.replace("\r\n", "\n"))
        return head is not None and _form(head[3]) in (_form(head[1]), _form(head[2]))

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The blocks, neighbours with the same candidates as twins."""
        language = settings.language or "en"
        groups = grouped(_items(source, language), lambda one, other: same_candidates(one.question, other.question))
        with located(source, None):
            return Collection(
                name=collection_name(source, "dpr"),
                language=language,
                schemas=tuple(Schema(id=group[0].id, variants=with_cues(group)) for group in groups),
                title="Definite Pronoun Resolution",
                citation="Rahman and Ng 2012",
            )


def _items(source: Source, language: str) -> Iterator[Item]:
    for number, (line, block) in enumerate(blocks(source, 4), start=1):
        with located(source, line):
            yield _item(source, line, block, name=str(number), language=language)


def _item(source: Source, line: int, block: list[str], *, name: str, language: str) -> Item:
    text, pronoun, listed, answer = block
    candidates = [part.strip() for part in listed.split(",", 2)]
    if len(candidates) != 2 or not all(candidates):
        raise source.error("two candidates, parted by one comma, are needed", line=line + 2, field="candidates")
    forms = [_form(candidate) for candidate in candidates]
    if _form(answer) not in forms:
        raise source.error("the answer is none of the candidates", line=line + 3, field="answer")
    question = Question(
        id=name,
        language=language,
        text=text,
        anaphor=sole_mark(text, pronoun),
        candidates=tuple(Candidate(text=candidate) for candidate in candidates),
    )
    return Item(question=question, key=forms.index(_form(answer)))


def _form(text: str) -> str:
    return text.strip().casefold()


DPR = DprFormat()
