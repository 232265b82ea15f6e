"""What the published formats share: the record that each of them is, how entries become a collection, and twins.

A format is one file: a function that recognises, one that reads, and a `ForeignFormat` that names them. Twins are
neighbouring items that belong together; the words in which they differ are their cues.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from os.path import commonprefix
from typing import Any, TypeVar

from anaphor.collection.formats.tables import located
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.errors import ContentError
from anaphor.language import language_evidence
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
from anaphor.text import Value, joined, message

NEAR = 0.6
"""Share of common words from which two texts count as one text with a few words changed."""
LIKE = 0.4
"""Share of common words that is enough where both texts offer the same candidates."""
_LONGEST = 60
_NOTHING_SAID = Annotations()
_FEW = 10
"""Texts below which words that are not recognised say nothing."""
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+(?:['’-][^\W_]+)*['’]?|[^\w\s]|_")

Thing = TypeVar("Thing")
Reader = Callable[[Source, ReadSettings], Collection]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFormat:
    """A format of others, as `Format` asks for it."""

    name: str
    title: str
    recognises: Callable[[Source], bool]
    read: Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class WritableForeignFormat(ForeignFormat):
    """A format of others that can also be written."""

    ending: str
    write: Callable[[Collection], Iterable[bytes]]


def reader(
    parts: Callable[[Source, str], Iterable[Schema | Problem]],
    *,
    name: str | None = None,
    family: str | None = None,
    language: str | None = None,
    **header: Any,
) -> Reader:
    """Reads a file whose schemas and problems are found by `parts`, from its content and language.

    The collection has a name of its own, or is one file of a family, or is called as its file. Without a language it
    has the one that the user says, or else the one that its words look like; with one, words can tell another.
    """

    def read(source: Source, settings: ReadSettings) -> Collection:
        facts = {"title": source.stem} | header if family else header
        called = name or (family_name(source, family) if family else source.stem)

        def collection_in(spoken: str) -> Collection:
            return collection_of(source, parts(source, spoken), name=called, language=spoken, **facts)

        if settings.language and not language:
            return collection_in(settings.language)
        return in_assumed_language(source, collection_in, language or "en", published=language is not None)

    return read


def in_assumed_language(
    source: Source, collection_in: Callable[[str], Collection], usual: str, *, published: bool = False
) -> Collection:
    """The collection in the language that its words look like; refused where they look like several.

    `usual` is the language of the format's published files; another one is said aloud. Where the format is that of one
    `published` set, words that do not tell leave it at that.
    """
    collection = collection_in(usual)
    texts = [
        question.text if question.text != "_" else question.candidates[0].text for question in collection.questions
    ]
    evidence = language_evidence(texts)
    if published and not evidence.code:
        return collection
    if evidence.torn:
        counts = joined(
            [message("collection-in-language", language=name, count=count) for name, count in evidence.texts]
        )
        raise source.error("collection-language-torn", counts=counts, language=evidence.texts[0][0])
    # A handful of short texts may hold no frequent word.
    language = evidence.code or (usual if len(texts) < _FEW else "und")
    if language != usual or not evidence.code:
        code = "language-assumed" if evidence.code else "language-unrecognised"
        count = dict(evidence.texts).get(language, 0)
        source.remarks.append((code, {"language": language, "count": count, "all": len(texts)}))
    return collection if language == usual else collection_in(language)


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
    annotations: Annotations | None = None,
    scale: bool | None = None,
) -> Entry:
    """An item, or a question where there is no key."""
    listed = tuple([Candidate(text=candidate) if isinstance(candidate, str) else candidate for candidate in candidates])
    question = Question(
        id=id, language=language, text=text, anaphor=anaphor, candidates=listed, prompt=prompt, scale=scale
    )
    return question if key is None else Item(question=question, key=key, annotations=annotations or _NOTHING_SAID)


def collection_of(
    source: Source, parts: Iterable[Schema | Problem], *, name: str, language: str, **header: Any
) -> Collection:
    """The collection of schemas and problems; `header` is what else is known of it (title, licence, citation …)."""
    with located(source, None):
        listed = list(parts)
        schemas = tuple(part for part in listed if isinstance(part, Schema))
        problems = tuple(part for part in listed if isinstance(part, Problem))
        return Collection(name=name, language=language, schemas=schemas, problems=problems, **header)


def twin_schemas(groups: Iterable[Sequence[Entry]]) -> Iterator[Schema]:
    """Groups of twins as schemas under the id of their first item, the words in which they differ as cues."""
    return (Schema(id=group[0].id, variants=with_cues(group)) for group in groups)


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


def cannot_say(item: str, format: str, why: str, count: int = 0, **details: Value) -> ContentError:
    """That a format cannot say something of an item: `why` is the end of a code, `collection-unsayable-WHY`."""
    reason = message(f"collection-unsayable-{why}", count=count, **details)
    return ContentError("collection-unsayable", item=item, why=reason, format=format)


def grouped(things: Iterable[Thing], belong: Callable[[Thing, Thing], bool]) -> Iterator[tuple[Thing, ...]]:
    """Runs of neighbours that belong together, cut into twos; one left over joins the last two.

    >>> list(grouped("aabbbcccc", lambda one, other: one == other))
    [('a', 'a'), ('b', 'b', 'b'), ('c', 'c'), ('c', 'c')]
    """
    run: list[Thing] = []
    for thing in things:
        if run and not belong(run[-1], thing):
            yield from _cut_at_twins(run)
            run = []
        run.append(thing)
    yield from _cut_at_twins(run)


def _cut_at_twins(run: Sequence[Thing]) -> Iterator[tuple[Thing, ...]]:
    last = len(run) - 3 if len(run) % 2 and len(run) > 1 else len(run)
    for start in range(0, last, 2):
        yield tuple(run[start : start + 2])
    if last < len(run):
        yield tuple(run[last:])


def are_near(one: str, other: str, share: float = NEAR) -> bool:
    """Whether two texts have that share of their words in common, in the same order."""
    return _changed_words(_tokens(one)[0], _tokens(other)[0], share) is not None


def are_twins(one: Question, other: Question) -> bool:
    """Whether two neighbours are one schema: the same pronoun, and the same candidates over like texts.

    Where the changed word is itself a candidate, one common candidate is enough, and the texts must be nearer.
    """
    forms = {(question.anaphor_form or "").casefold() for question in (one, other)}
    if one.language != other.language or one.text == other.text or len(forms) > 1:
        return False
    mine, theirs = candidate_forms(one), candidate_forms(other)
    return not mine.isdisjoint(theirs) and are_near(one.text, other.text, LIKE if mine == theirs else NEAR)


def candidate_forms(question: Question) -> set[str]:
    """The answers that a question offers, capitals and order aside."""
    return {candidate.text.casefold() for candidate in question.candidates}


def with_cues(variants: Sequence[Entry]) -> tuple[Entry, ...]:
    """The variants with the words in which each differs from its twin, where the texts are near."""
    if len(variants) < 2:
        return tuple(variants)
    texts = [question_of(variant).text for variant in variants]
    marked: list[Entry] = []
    for number, variant in enumerate(variants):
        cues = differences(texts[number], texts[0 if number else 1])
        marked.append(with_question(variant, replace(question_of(variant), cues=cues)) if cues else variant)
    return tuple(marked)


def with_question(entry: Entry, question: Question) -> Entry:
    """The entry with another question, of which the same is right."""
    if isinstance(entry, Question):
        return question
    return Item(question=question, key=entry.key, annotations=entry.annotations)


def differences(text: str, twin: str) -> tuple[Span, ...]:
    """The stretches of a text whose words its twin does not share; none when the texts are not near.

    >>> text = "The jug leaks because it is cracked."
    >>> [span.of(text) for span in differences(text, "The jug leaks because it is too full.")]
    ['cracked']
    """
    words, places = _tokens(text)
    changed = _changed_words(words, _tokens(twin)[0], NEAR) or []
    spans = [Span(start=places[start][0], end=places[end - 1][1]) for start, end in changed]
    return tuple([span for span in spans if any(map(str.isalnum, span.of(text)))])


@lru_cache(maxsize=16)
def _tokens(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The words of a text and where they stand; twins are compared several times, one after the other."""
    tokens = list(_TOKEN.finditer(text))
    return [token[0] for token in tokens], [token.span() for token in tokens]


def _changed_words(mine: list[str], theirs: list[str], share: float) -> list[tuple[int, int]] | None:
    """The stretches of `mine` that are not in `theirs`; None when the two are not near."""
    before = len(commonprefix((mine, theirs)))  # noqa: RUF071  # words that they share, not letters
    after = len(commonprefix((mine[before:][::-1], theirs[before:][::-1])))  # noqa: RUF071  # words again
    inner, other = mine[before : len(mine) - after], theirs[before : len(theirs) - after]
    if max(len(inner), len(other)) > _LONGEST:
        return None
    if set(inner).isdisjoint(other):  # as most twins are, which differ in one stretch
        near = 2 * (before + after) >= share * (len(mine) + len(theirs))
        return ([(before, before + len(inner))] if inner else []) if near else None
    matcher = SequenceMatcher(None, inner, other, autojunk=False)
    same = before + after + sum(block.size for block in matcher.get_matching_blocks())
    if 2 * same < share * (len(mine) + len(theirs)):
        return None
    codes = matcher.get_opcodes()
    return [(before + start, before + end) for kind, start, end, _, _ in codes if kind != "equal" and end > start]
