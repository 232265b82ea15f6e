"""Editing by program leaves the rest of the file as its author wrote it."""

from collections.abc import Callable
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.collection import CATALOGUE, put, read_text, remove, rename
from anaphor.collection.changes import pieces
from anaphor.collection.changes.pieces import pieces_of, source_of
from anaphor.collection.native.reading import read_collection
from anaphor.errors import AnaphorError, ContentError
from anaphor.schema import (
    Annotations,
    Candidate,
    Collection,
    Item,
    Mark,
    Problem,
    Question,
    Schema,
    Span,
    Status,
    Version,
)

FILE = """\
# My schemas.
anaphor: 1
name: mine
language: fr    # French

schemas:
  # about repairs
  - id: panne
    text: "Le mécanicien aide le cycliste : [il] a {des outils|crevé}."   # first draft
    answers: [le mécanicien, le cycliste]

    domains: [causal]   # to discuss
    notes: |
      Deux lignes
      de notes.

  # about cats
  - id: chat
    question: 'Qui a {faim|peur} ?'
    text: 'Le chat suit le chien car [il] a {faim|peur}.'
    answers:
      - le chat
      - le chien
# end of schemas
problems:
- id: auberge
  text: "Le patron vit un voyageur. [Il] lui tendit une serviette."
  candidates: [le patron, le voyageur]
  answer: le patron
# the end
"""


def schema(text: str, name: str) -> Schema:
    return next(each for each in read_text(text).schemas if each.id == name)


def problem(text: str, name: str) -> Problem:
    return next(each for each in read_text(text).problems if each.id == name)


def parts_of(text: str) -> dict[str, Schema | Problem]:
    """All parts by id, in the order of the file."""
    collection = read_text(text)
    parts: list[Schema | Problem] = [*collection.schemas, *collection.problems]
    return {part.id: part for part in parts}


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that went and those that came, without their place."""
    lines = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def comments(text: str) -> list[str]:
    return [line[line.index("#") :] for line in text.splitlines() if "#" in line]


def test_nothing_changes_when_the_record_is_what_the_file_says() -> None:
    for part in parts_of(FILE).values():
        assert put(FILE, part) == FILE


def test_a_changed_field_changes_its_line_alone() -> None:
    after = put(FILE, replace(schema(FILE, "panne"), domains=("causal", "transport")))
    assert changed_lines(FILE, after) == [
        "-    domains: [causal]   # to discuss",
        "+    domains: [causal, transport]   # to discuss",
    ]


def test_a_new_field_is_a_new_line_below_the_entry() -> None:
    after = put(FILE, replace(schema(FILE, "chat"), source="wsc-en#2"))
    assert changed_lines(FILE, after) == ['+    source: "wsc-en#2"']
    assert after.index("source:") > after.index("- le chien")


def test_a_field_that_is_gone_takes_its_line_along() -> None:
    after = put(FILE, replace(schema(FILE, "panne"), notes=None))
    assert changed_lines(FILE, after) == ["-    notes: |", "-      Deux lignes", "-      de notes."]


def test_a_block_of_text_can_be_replaced() -> None:
    after = put(FILE, replace(schema(FILE, "panne"), notes="court"))
    assert changed_lines(FILE, after) == [
        "-    notes: |",
        "-      Deux lignes",
        "-      de notes.",
        "+    notes: court",
    ]


def test_a_new_field_after_a_block_of_text_stays_in_its_entry() -> None:
    after = put(FILE, replace(schema(FILE, "panne"), status=Status.PROPOSED))
    assert changed_lines(FILE, after) == ["+    status: proposed"]


def test_an_author_s_own_way_of_writing_an_unchanged_field_stays() -> None:
    before = FILE.replace(
        "    domains: [causal]", "    candidates: ['le mécanicien', \"le cycliste\"]\n    domains: causal"
    )
    after = put(before, replace(schema(before, "panne"), source="x"))
    assert changed_lines(before, after) == ["+    source: x"]


def test_comments_order_and_blank_lines_survive_every_change() -> None:
    text = FILE
    text = put(text, replace(schema(text, "panne"), reason="voir"))
    text = put(text, replace(schema(text, "chat"), domains=("social",), notes="a: b"))
    text = put(text, replace(problem(text, "auberge"), genre="roman"))
    assert comments(text) == comments(FILE)
    assert [line for line in text.splitlines() if line in FILE.splitlines()] == FILE.splitlines()


def test_the_first_key_can_go_and_its_dash_stays() -> None:
    before = FILE.replace("  - id: chat\n", "  - notes: x\n    id: chat\n")
    after = put(before, replace(schema(before, "chat"), notes=None))
    assert after == FILE


def test_a_reworded_text_changes_every_variant() -> None:
    old = schema(FILE, "chat")
    variants = [each for each in old.variants if isinstance(each, Item)]
    new = tuple(
        replace(
            each,
            question=replace(
                each.question,
                text="Hier, " + each.question.text,
                anaphor=Mark(start=32, end=34),
                cues=(Span(start=37, end=41),),
            ),
        )
        for each in variants
    )
    after = put(FILE, replace(old, variants=new))
    assert changed_lines(FILE, after) == [
        "-    text: 'Le chat suit le chien car [il] a {faim|peur}.'",
        '+    text: "Hier, Le chat suit le chien car [il] a {faim|peur}."',
    ]


def test_a_schema_whose_variants_part_ways_is_rewritten_in_place() -> None:
    old = schema(FILE, "chat")
    first, second = old.variants
    assert isinstance(second, Item)
    other = replace(
        second, question=replace(second.question, candidates=(Candidate(text="Max"), Candidate(text="Léa")))
    )
    after = put(FILE, replace(old, variants=(first, other)))
    assert schema(after, "chat").variants == (first, other)
    assert comments(after) == comments(FILE)
    assert schema(after, "panne") == schema(FILE, "panne")


def test_blocks_below_a_key_follow_the_entry_s_own_indentation() -> None:
    keys = "\n            ".join(["id: a", "text: '[il] {x|y}'", "answers: [p, q]"])
    deep = f"anaphor: 1\nlanguage: fr\nschemas:\n        -   {keys}\n"
    noted = Annotations(switchable=True)
    old = schema(deep, "a")
    items = tuple(replace(each, annotations=noted) for each in old.variants if isinstance(each, Item))
    new = replace(old, variants=items, versions=(Version(author="A", text="[il]"), Version(author="B", text="[elle]")))
    after = put(deep, new)
    assert schema(after, "a") == new
    assert after.startswith(deep)
    again = put(after, replace(new, versions=(new.versions[1], new.versions[0])))
    assert schema(again, "a").versions == (new.versions[1], new.versions[0])


NEW = Schema(
    id="neuf",
    variants=(
        Item(
            question=Question(
                id="neuf.1",
                language="fr",
                text="il dort",
                anaphor=Mark(start=0, end=2),
                candidates=(Candidate(text="p"), Candidate(text="q")),
                cues=(Span(start=3, end=7),),
            ),
            key=0,
        ),
        Item(
            question=Question(
                id="neuf.2",
                language="fr",
                text="il part",
                anaphor=Mark(start=0, end=2),
                candidates=(Candidate(text="p"), Candidate(text="q")),
                cues=(Span(start=3, end=7),),
            ),
            key=1,
        ),
    ),
)


def test_a_new_schema_is_added_at_the_end_of_its_list() -> None:
    after = put(FILE, NEW)
    assert [each.id for each in read_text(after).schemas] == ["panne", "chat", "neuf"]
    assert [line[0] for line in changed_lines(FILE, after)] == ["+", "+", "+"]
    assert after.index("id: neuf") < after.index("# end of schemas")


@pytest.mark.parametrize(
    "start",
    [
        "anaphor: 1\nlanguage: fr\n",
        "anaphor: 1\nlanguage: fr",
        "anaphor: 1\nlanguage: fr\nschemas:\n",
        "anaphor: 1\nlanguage: fr\nschemas: []   # none yet\n",
        "anaphor: 1\nlanguage: fr\nschemas: ~\n# later\nproblems: []\n",
        "anaphor: 1\nlanguage: fr\nschemas:   # none yet\nproblems:\n",
        "anaphor: 1\nlanguage: fr\nschemas: [\n]\n",
        "anaphor: 1\nlanguage: fr\nschemas: [{id: a, text: '[il] {x|y}', answers: [p, q]}]   # short\n",
        "anaphor: 1\nlanguage: fr\nschemas:\n-\n  id: a\n  text: '[il] {x|y}'\n  answers: [p, q]",
    ],
)
def test_a_schema_can_be_added_to_any_beginning(start: str) -> None:
    after = put(start, NEW)
    assert schema(after, "neuf") == NEW
    assert comments(after) == comments(start)


FLOW = """\
anaphor: 1
language: fr
schemas:
  - {id: a, text: '[il] {x|y}', answers: [p, q]}   # short
  - {id: b, text: '[il] {z|y}', answers: [p, q]}
"""


def test_an_entry_on_one_line_stays_on_one_line() -> None:
    after = put(FLOW, replace(schema(FLOW, "a"), notes="vu"))
    assert changed_lines(FLOW, after)[1].endswith("notes: vu}   # short")
    assert schema(after, "b") == schema(FLOW, "b")


def test_an_entry_on_one_line_can_lose_keys() -> None:
    before = put(FLOW, replace(schema(FLOW, "a"), notes="vu", domains=("social",)))
    assert put(before, schema(FLOW, "a")) == FLOW.replace("'[il] {x|y}'", '"[il] {x|y}"')


def test_an_entry_on_one_line_becomes_a_block_when_it_must() -> None:
    new = replace(schema(FLOW, "a"), versions=(Version(author="A", text="[il]"), Version(author="B", text="[elle]")))
    after = put(FLOW, new)
    assert schema(after, "a") == new
    assert schema(after, "b") == schema(FLOW, "b")


def test_removing_takes_the_entry_and_nothing_else() -> None:
    after = remove(FILE, "panne")
    assert [each.id for each in read_text(after).schemas] == ["chat"]
    assert "Deux lignes" not in after
    kept = [comment for comment in comments(FILE) if comment not in ("# first draft", "# to discuss")]
    assert comments(after) == kept
    assert all(line.startswith("-") for line in changed_lines(FILE, after))


def test_the_last_entry_of_a_list_can_be_removed_and_another_added() -> None:
    after = remove(FILE, "auberge")
    assert read_text(after).problems == ()
    assert comments(after) == comments(FILE)
    assert problem(put(after, problem(FILE, "auberge")), "auberge") == problem(FILE, "auberge")


@pytest.mark.parametrize("name", ["a", "b"])
def test_an_entry_of_a_list_on_one_line_can_be_removed(name: str) -> None:
    entries = ", ".join(f"{{id: {each}, text: '[il]', answers: [p]}}" for each in "ab")
    inline = f"anaphor: 1\nlanguage: fr  # a - b\nschemas: [{entries}]\n"
    after = remove(inline, name)
    assert [each.id for each in read_text(after).schemas] == [{"a": "b", "b": "a"}[name]]
    assert "# a - b" in after
    assert read_text(remove(after, read_text(after).schemas[0].id)).schemas == ()


PASSAGE = """\
anaphor: 1
language: fr
problems:
  - id: atelier
    text: "Léa tend le vase à Zoé. [Elle] [le] lâche."
    anaphors:
      - {candidates: [Léa, Zoé], answer: Zoé}
      - {candidates: [le vase, le tour], answer: le vase}
  - {id: autre, text: '[il]', candidates: [p], answer: p}
"""


def test_a_passage_is_removed_with_all_its_problems() -> None:
    assert [each.id for each in read_text(remove(PASSAGE, "atelier")).problems] == ["autre"]


def test_what_cannot_be_said_in_place_is_refused_and_not_half_done() -> None:
    one = problem(PASSAGE, "atelier.1")
    assert put(PASSAGE, one) == PASSAGE
    with pytest.raises(ContentError, match=r"atelier\.1 cannot be written .* Edit it by hand"):
        put(PASSAGE, replace(one, notes="seulement ici"))


def test_what_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(ContentError, match="no schema or problem called 'rien'"):
        remove(FILE, "rien")


def test_a_broken_file_is_refused_with_its_place() -> None:
    with pytest.raises(AnaphorError, match=":3, field schemas"):
        put("anaphor: 1\nlanguage: fr\nschemas: x\n", NEW)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_stay(end: str, mark: str) -> None:
    windows = mark + FILE.replace("\n", end)
    changed = put(FILE, replace(schema(FILE, "panne"), domains=("social",), status=Status.PROPOSED))
    assert put(windows, replace(schema(FILE, "panne"), domains=("social",), status=Status.PROPOSED)) == (
        mark + changed.replace("\n", end)
    )
    assert remove(windows, "chat") == mark + remove(FILE, "chat").replace("\n", end)


AWKWARD = [
    "null",
    "no",
    "~",
    "# x",
    "- a",
    "a: b",
    "it's",
    '"a"',
    "\\",
    "\\[",
    "[a]",
    "{a|b}",
    "a\nb",
    " a ",
    "é",
    "\u2028x",
]
texts = st.sampled_from(AWKWARD) | st.text(max_size=8).filter(str.strip).filter(lambda text: text.isprintable())
changes = st.fixed_dictionaries(
    {},
    optional={
        "notes": st.none() | texts,
        "reason": st.none() | texts,
        "source": st.none() | texts,
        "domains": st.lists(texts, max_size=3).map(tuple),
        "status": st.sampled_from(Status),
    },
)


@given(st.lists(st.tuples(st.sampled_from(["panne", "chat", "auberge"]), changes, texts), max_size=4), st.booleans())
def test_any_changes_one_after_the_other_always_read_back(
    steps: list[tuple[str, dict[str, object], str]], windows: bool
) -> None:
    text = FILE.replace("\n", "\r\n") if windows else FILE
    for name, change, prompt in steps:
        parts = parts_of(text)
        part = replace(parts[name], **change)  # type: ignore[arg-type]  # the values are of the fields' own types
        if isinstance(part, Schema):
            items = [each for each in part.variants if isinstance(each, Item)]
            asked = [replace(each, question=replace(each.question, prompt=f"{prompt} {each.id}")) for each in items]
            part = replace(part, variants=tuple(asked))
        text = put(text, part)
        parts[name] = part
        assert list(parts_of(text).items()) == list(parts.items())
        whole = ("# My schemas.", "# French", "# about repairs", "# first draft", "# about cats", "# the end")
        assert all(comment in text for comment in whole)


def test_an_embedded_collection_can_be_edited_entry_by_entry() -> None:
    path: Path = CATALOGUE.path_of("anaphor-fr")
    text = path.read_text("utf-8")
    part = read_text(text).schemas[40]
    after = put(text, replace(part, notes="relu"))
    assert changed_lines(text, after) == ["+    notes: relu"]
    assert put(after, part) == text


# --- large files ------------------------------------------------------------------------------------------------------


def large(count: int) -> str:
    """A file of many entries."""
    entry = '  - id: s%d\n    text: "Luc aide Marc, n° %d : [il] a {faim|soif}."\n    answers: [Luc, Marc]\n'
    entries = (entry % (number, number) for number in range(count))
    return "anaphor: 1\nname: large\nlanguage: fr\nschemas:\n" + "".join(entries)


def test_of_a_large_file_only_the_entry_that_changes_is_read_anew() -> None:
    text = large(400)
    part = replace(read_text(text).schemas[200], notes="relu")
    before = pieces._entry.cache_info().misses
    changed = put(text, part)
    renamed = rename(changed, "s200", "deux-cents")
    assert read_text(remove(renamed, "deux-cents")) == read_text(remove(text, "s200"))
    assert pieces._entry.cache_info().misses - before <= 4
    assert read_text(changed) == read_collection(source_of(changed))


@pytest.mark.parametrize(
    "text",
    [
        FILE,
        FILE.replace("\n", "\r\n"),
        "\ufeff" + FILE,
        FILE.replace("Deux lignes", "- id: pas une entrée"),
        FILE.replace("'Qui a {faim|peur} ?'", "'Qui\n  - id: dans des guillemets {faim|peur} ?'"),
        FILE.replace("anaphor: 1\n", "").replace("# the end", "anaphor: 1"),
        FILE.replace("- id: auberge", "- id: chat"),
        FILE + "...\n",
        large(3) + "schemas: []\n",
        large(3).replace("s1\n", "s1\n    passage: x\n"),
        large(3).replace("    answers: [Luc, Marc]\n", "    answers: [Luc, Marc\n  - id: x]\n", 1),
    ],
)
def test_a_text_that_is_cut_says_what_it_says_as_a_whole(text: str) -> None:
    def said(read: Callable[[], Collection]) -> Collection | str:
        try:
            return read()
        except AnaphorError as error:
            return str(error)

    assert said(lambda: read_text(text)) == said(lambda: read_collection(source_of(text)))


def test_a_file_that_is_laid_out_by_lines_is_cut() -> None:
    assert [piece.where for piece in pieces_of(FILE)] == ["schemas", "schemas", "problems"]
