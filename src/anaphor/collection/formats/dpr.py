"""Definite Pronoun Resolution of Rahman and Ng: blocks of four lines (sentence, pronoun, candidates, answer).

The place of the pronoun is not given: it is taken where the form stands only once. An item's id is
its position in the file from 1, a schema's id that of its first item; neighbours with the same candidates are twins.
"""

import re
from collections.abc import Iterator

from anaphor.collection.formats.foreign import ForeignFormat, candidate_forms, entry_of, grouped, reader, twin_schemas
from anaphor.collection.formats.tables import blocks, located, sole_mark
from anaphor.collection.protocol import Source
from anaphor.schema import Entry, Schema, question_of

# A sentence, a pronoun, two candidates parted by a comma, and one of them.
_HEAD = re.compile(r"\s*+[^\n\t]{10,}+\n\s*+[A-Za-z']{1,12} *+\n([^\n\t]+),([^\n\t,]+)\n([^\n\t]+)(\n|$)")
_PRONOUNS = re.compile(r"he|she|it|they|hi[ms]|hers?|them|its|theirs?|ils?|elles?|lui|l[ae]|les|leur")


def recognises(source: Source) -> bool:
    head = _HEAD.match(source.head.replace("\r\n", "\n"))
    if head is None:
        return False
    # An answer that is no candidate is still this format, where the second line is a pronoun: reading then says so.
    pronoun = _PRONOUNS.fullmatch(_form(source.head.lstrip().split("\n")[1]))
    return pronoun is not None or _form(head[3]) in (_form(head[1]), _form(head[2]))


def _schemas(source: Source, language: str) -> Iterator[Schema]:
    def entries() -> Iterator[Entry]:
        for number, (line, (text, pronoun, listed, answer)) in enumerate(blocks(source, 4), start=1):
            candidates = [part.strip() for part in listed.split(",", 2)]
            if len(candidates) != 2 or not all(candidates):
                raise source.error("collection-two-candidates", line=line + 2, field="candidates")
            forms = [_form(candidate) for candidate in candidates]
            if _form(answer) not in forms:
                raise source.error("collection-answer-not-candidate", line=line + 3, field="answer")
            with located(source, line):
                key = forms.index(_form(answer))
                yield entry_of(str(number), language, text, sole_mark(text, pronoun), candidates, key)

    def belong(one: Entry, other: Entry) -> bool:
        return candidate_forms(question_of(one)) == candidate_forms(question_of(other))

    return twin_schemas(grouped(entries(), belong))


def _form(text: str) -> str:
    return text.strip().casefold()


DPR = ForeignFormat(
    name="dpr",
    title="Definite Pronoun Resolution (Rahman and Ng 2012)",
    recognises=recognises,
    read=reader(_schemas, family="dpr", title="Definite Pronoun Resolution", citation="Rahman and Ng 2012"),
)
