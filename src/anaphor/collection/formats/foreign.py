"""What the published formats share: the record that each of them is, and how entries become a collection.

A format is one file: a function that recognises, one that reads, and a `ForeignFormat` that names them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from anaphor.collection.formats.tables import located
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import with_cues
from anaphor.errors import ContentError
from anaphor.schema import (
    Anaphor,
    Annotations,
    Candidate,
    Collection,
    Entry,
    Item,
    Key,
    Problem,
    Question,
    Schema,
    Span,
    Status,
    question_of,
)
from anaphor.text import message


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFormat:
    """A format of others."""

    name: str
    """As used with `--format`."""
    title: str
    """For people: whose format this is."""
    recognises: Callable[[Source], bool]
    """Whether the content looks like this format."""
    read: Callable[[Source, ReadSettings], Collection]
    """The collection in a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WritableForeignFormat(ForeignFormat):
    """A format of others that can also be written."""

    ending: str
    """The usual ending of such a file, with its dot."""
    write: Callable[[Collection], Iterable[bytes]]
    """The file's content in pieces."""


def first_line(source: Source) -> str:
    """The first line that is not blank, to recognise a format by."""
    return source.head.lstrip().split("\n", 1)[0].rstrip()


def family_name(source: Source, family: str) -> str:
    """The name of a collection that is one file of a family: the family's name and the file's."""
    return source.stem if family in source.stem.casefold() else f"{family}-{source.stem}"


def entry_of(  # noqa: PLR0913, PLR0917  # the parts of one record, put together in one place
    id: str,
    language: str,
    text: str,
    anaphor: Anaphor,
    candidates: Iterable[str | Candidate],
    key: Key | None,
    *,
    prompt: str | None = None,
    cues: tuple[Span, ...] = (),
    annotations: Annotations | None = None,
) -> Entry:
    """An item, or a question where there is no key."""
    question = Question(
        id=id,
        language=language,
        text=text,
        anaphor=anaphor,
        candidates=tuple(Candidate(text=each) if isinstance(each, str) else each for each in candidates),
        prompt=prompt,
        cues=cues,
    )
    return question if key is None else Item(question=question, key=key, annotations=annotations or Annotations())


def collection_of(
    source: Source, parts: Iterable[Schema | Problem], *, name: str, language: str, **header: Any
) -> Collection:
    """The collection of schemas and problems; `header` is what else is known of it (title, licence, citation …)."""
    with located(source, None):
        listed = list(parts)
        return Collection(
            name=name,
            language=language,
            schemas=tuple(part for part in listed if isinstance(part, Schema)),
            problems=tuple(part for part in listed if isinstance(part, Problem)),
            **header,
        )


def twin_schemas(groups: Iterable[Sequence[Entry]]) -> Iterator[Schema]:
    """Groups of twins as schemas under the id of their first item, the words in which they differ as cues."""
    return (Schema(id=question_of(group[0]).id, variants=with_cues(group)) for group in groups)


def named_schemas(entries: Iterable[tuple[str, Entry]], *, cues: bool = False) -> Iterator[Schema]:
    """Entries with the ids of their schemas as schemas, wherever in the file they stand."""
    groups: dict[str, list[Entry]] = {}
    for name, entry in entries:
        groups.setdefault(name, []).append(entry)
    return (Schema(id=name, variants=with_cues(all_) if cues else tuple(all_)) for name, all_ in groups.items())


def written_entries(collection: Collection) -> Iterator[tuple[Schema | Problem, Entry]]:
    """What a foreign file holds of a collection: every entry that is not excluded, with its schema or problem."""
    for part in collection.parts:
        if part.status is not Status.EXCLUDED:
            yield from ((part, entry) for entry in part.entries)


def cannot_say(item: str, format: str, why: str, count: int = 0) -> ContentError:
    """That a format cannot say something of an item: `why` is the end of a code, `collection-unsayable-WHY`."""
    reason = message(f"collection-unsayable-{why}", count=count)
    return ContentError("collection-unsayable", item=item, why=reason, format=format)
