"""Whatever can be built can be written, natively and as JSON lines, and comes back the same."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.collection import Source, load
from anaphor.collection.formats.jsonl import JSONL
from anaphor.collection.formats.native import NATIVE
from anaphor.collection.native.marks import escape
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import ContentError
from anaphor.schema import (
    NEITHER,
    Anaphor,
    Annotations,
    Associative,
    Candidate,
    Collection,
    Entry,
    HumanCount,
    Item,
    Mark,
    Origin,
    Problem,
    Question,
    Schema,
    Span,
    Status,
    Unmarked,
    UnmarkedReason,
    Version,
)

# Texts that YAML, JSON or the marks might take for something else.
AWKWARD = [
    "null",
    "Null",
    "~",
    "no",
    "yes",
    "true",
    "1e3",
    "1_000",
    "0x1F",
    "07",
    "1.0",
    ".inf",
    "2024-01-01",
    "# x",
    "a # b",
    "- a",
    "-",
    "? a",
    ": a",
    "a: b",
    "a:",
    "&a",
    "*a",
    "!a",
    "%a",
    "@a",
    "`a",
    "'",
    '"',
    '"a"',
    "it's",
    "''",
    "\\",
    "a\\",
    "\\n",
    "\\[",
    "[a]",
    "{a|b}",
    "|",
    ">",
    "a | b",
    "]",
    "}",
    "{",
    "_",
    "[_]",
    "a, b",
    "<<",
    "=",
    "---",
    "...",
    " a",
    "a ",
    "a  b",
    "\ta",
    "a\nb",
    "a\n",
    "\na",
    "a\r\nb",
    "a\x85b",
    "a\u2028b",
    "\ufeffa",
    "a\u200bb",
    "a\u00a0",
    "é",
    "e\u0301",
    "\U0001f600",
    "a\x00b",
    "\x7f",
    "\ufffe",
    "\uffff",
    "\U0001ffff",
    "\u202eabc",
    "日本語",
    "ﬁ",
    "x" * 300,
]
characters = st.one_of(st.sampled_from("ab []{}|\\'\"#:-,_\n\t é"), st.characters(exclude_categories=["Cs"]))
texts = st.one_of(st.sampled_from(AWKWARD), st.text(characters, min_size=1, max_size=12)).filter(
    lambda text: text.strip()
)
maybe = st.none() | texts
few = st.lists(texts, max_size=2).map(tuple)


@st.composite
def spans(draw: st.DrawFn, text: str) -> Span:
    """A place in a text."""
    start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return Span(start=start, end=end)


@st.composite
def anaphors(draw: st.DrawFn, text: str) -> Anaphor:
    """A marked anaphor, perhaps a gap, or one without a place."""
    if draw(st.booleans()):
        return Unmarked(reason=draw(st.sampled_from(UnmarkedReason)), form=draw(maybe))
    span = draw(spans(text))
    return Mark(start=span.start, end=span.end, blank=span.of(text) in ("", "_"))


@st.composite
def questions(draw: st.DrawFn, name: str) -> Question:
    """Any question: candidates with or without places, cues, readings."""
    text = draw(texts)
    candidate = st.builds(Candidate, text=texts, span=st.none() | spans(text))
    candidates = draw(st.lists(candidate, min_size=1, max_size=3).map(tuple))
    edges = sorted(draw(st.lists(st.integers(0, len(text)), max_size=4).filter(lambda found: len(found) % 2 == 0)))
    size = len(candidates)
    return Question(
        id=name,
        language=draw(st.sampled_from(["fr", "en", "no"])),
        text=text,
        anaphor=draw(anaphors(text)),
        candidates=candidates,
        prompt=draw(maybe),
        cues=tuple(Span(start=start, end=end) for start, end in zip(edges[::2], edges[1::2], strict=True)),
        readings=draw(st.just(()) | st.lists(maybe, min_size=size, max_size=size).map(tuple)),
    )


@st.composite
def annotations(draw: st.DrawFn, size: int) -> Annotations:
    """Any annotations for a number of candidates."""
    flag = st.none() | st.booleans()
    pair = st.none() | st.tuples(texts, texts)
    right = draw(st.integers(0, 5))
    human = st.none() | st.builds(HumanCount, right=st.just(right), asked=st.integers(right, 9))
    return Annotations(
        associative=draw(st.none() | st.sampled_from(Associative)),
        switchable=draw(flag),
        negatable=draw(flag),
        switched=draw(maybe),
        template=draw(maybe),
        pairs=draw(st.just(()) | st.lists(pair, min_size=size, max_size=size).map(tuple)),
        pairs_usable=draw(flag),
        human=draw(human),
        original=draw(maybe),
        gender=draw(maybe),
    )


@st.composite
def entries(draw: st.DrawFn, name: str) -> Entry:
    """An item, or a question without its key."""
    question = draw(questions(name))
    if draw(st.booleans()) and draw(st.booleans()):
        return question
    size = len(question.candidates)
    key = draw(st.integers(0, size - 1) | st.just(NEITHER))
    return Item(question=question, key=key, annotations=draw(st.just(Annotations()) | annotations(size)))


versions = st.builds(Version, author=texts, text=texts.map(escape), question=maybe, answers=few, note=maybe)


@st.composite
def schemas(draw: st.DrawFn, name: str) -> Schema:
    """Twins that braces can say, or any variants."""
    if draw(st.booleans()):
        variants = draw(twins(name))
    else:
        numbers = range(1, draw(st.integers(1, 3)) + 1)
        other = draw(st.booleans())
        variants = tuple(draw(entries(f"{name}/{number}" if other else f"{name}.{number}")) for number in numbers)
    return Schema(
        id=name,
        variants=variants,
        domains=draw(few),
        source=draw(maybe),
        status=draw(st.sampled_from(Status)),
        reason=draw(maybe),
        versions=draw(st.lists(versions, max_size=2).map(tuple)),
        notes=draw(maybe),
    )


@st.composite
def twins(draw: st.DrawFn, name: str) -> tuple[Entry, ...]:
    """Items that differ only in their cue, their prompt and their key."""
    start, end, form = draw(texts), draw(texts), draw(texts.filter(lambda text: text != "_"))
    candidates = draw(st.lists(st.builds(Candidate, text=texts), min_size=2, max_size=3).map(tuple))
    items: list[Entry] = []
    for number, cue in enumerate((draw(texts), draw(texts)), 1):
        question = Question(
            id=f"{name}.{number}",
            language="fr",
            text=f"{start}{form}{cue}{end}",
            anaphor=Mark(start=len(start), end=len(start + form)),
            candidates=candidates,
            prompt=draw(maybe),
            cues=(Span(start=len(start + form), end=len(start + form + cue)),),
        )
        items.append(Item(question=question, key=draw(st.integers(0, len(candidates) - 1))))
    return tuple(items)


@st.composite
def problems(draw: st.DrawFn, name: str) -> Problem:
    """Any problem."""
    return Problem(
        id=name,
        item=draw(entries(name)),
        passage=draw(maybe),
        domains=draw(few),
        source=draw(maybe),
        genre=draw(maybe),
        origin=draw(st.none() | st.sampled_from(Origin)),
        status=draw(st.sampled_from(Status)),
        reason=draw(maybe),
        notes=draw(maybe),
    )


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    """Any collection."""
    # A stroke before it keeps the ids of entries apart from those of items.
    names = [f"/{name}" for name in draw(st.lists(texts, max_size=4, unique=True))]
    split = draw(st.integers(0, len(names)))
    return Collection(
        name=draw(texts),
        language=draw(st.sampled_from(["fr", "no", "mul"])),
        schemas=tuple(draw(schemas(name)) for name in names[:split]),
        problems=tuple(draw(problems(name)) for name in names[split:]),
        title=draw(maybe),
        version=draw(maybe),
        licence=draw(maybe),
        authors=draw(few),
        citation=draw(maybe),
        notes=draw(maybe),
    )


def natively(collection: Collection) -> Collection:
    """The collection written in the native format and read again."""
    return NATIVE.read(Source(name="x", stem="x", data=b"".join(NATIVE.write(collection))), ReadSettings())


def exchanged(collection: Collection) -> Collection:
    """The collection written as JSON lines and read again."""
    return JSONL.read(Source(name="x", stem="x", data=b"".join(JSONL.write(collection))), ReadSettings())


@pytest.mark.slow
@given(collections())
def test_native_then_json_lines_then_native_gives_the_same_collection(collection: Collection) -> None:
    once = natively(collection)
    assert once == collection
    again = natively(exchanged(once))
    assert again == collection
    assert again.fingerprint == collection.fingerprint


@pytest.mark.slow
@given(collections())
def test_json_lines_have_one_line_per_schema_and_problem_and_give_the_same_collection(collection: Collection) -> None:
    assert exchanged(collection) == collection
    written = b"".join(JSONL.write(collection)).decode()
    assert len(written.splitlines()) == 1 + len(collection.schemas) + len(collection.problems)


@pytest.mark.slow
@pytest.mark.parametrize("text", AWKWARD, ids=ascii)
def test_an_awkward_text_is_the_same_in_every_place(text: str) -> None:
    question = Question(
        id=f"/{text}",
        language="fr",
        text=text,
        anaphor=Unmarked(reason=UnmarkedReason.UNSAID, form=text),
        candidates=(Candidate(text=text), Candidate(text="x")),
        prompt=text,
        readings=(text, None),
    )
    item = Item(question=question, key=0, annotations=Annotations(switched=text, pairs=((text, text), None)))
    problem = Problem(id=f"/{text}", item=item, passage=text, genre=text, source=text, notes=text, domains=(text,))
    collection = Collection(name=text, language="fr", problems=(problem,), title=text, authors=(text, text))
    assert natively(collection) == collection
    assert exchanged(collection) == collection


@pytest.mark.slow
@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_the_embedded_collections_survive(name: str) -> None:
    collection = load(name)
    again = natively(exchanged(natively(collection)))
    assert again == collection
    assert again.fingerprint == collection.fingerprint


def test_twins_that_differ_in_a_word_are_written_with_braces() -> None:
    written = b"".join(NATIVE.write(load("anaphor-fr"))).decode()
    assert 'text: "Odile habite juste au-dessus de Farida. Quand [elle] veut agacer sa voisine, elle tape {' in written
    assert "variants:" not in written


def test_a_version_whose_marks_do_not_pair_up_is_refused_before_it_is_written() -> None:
    schema = load("anaphor-fr").schemas[0]
    broken = replace(schema, versions=(Version(author="A", text="[il"),))
    with pytest.raises(ContentError, match=r"version of A: a \[ is never closed"):
        b"".join(NATIVE.write(Collection(name="c", language="fr", schemas=(broken,))))
