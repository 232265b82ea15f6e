"""What changed between two versions of a collection, item by item."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.collection import DifferenceKind, changed_words, differences, load, read_text
from anaphor.collection.changes.difference import ItemChange
from anaphor.schema import (
    NEITHER,
    Candidate,
    Collection,
    Entry,
    Item,
    Mark,
    Problem,
    Question,
    Schema,
    Span,
    Status,
    Unmarked,
    UnmarkedReason,
    question_of,
)

OLD = read_text("""
anaphor: 1
language: fr
schemas:
  - id: panne
    text: "Le mécanicien a dépanné le cycliste parce qu'[il] avait {ses outils|crevé}."
    question: "Qui avait {ses outils|crevé} ?"
    answers: [le mécanicien, le cycliste]
problems:
  - {id: chat, text: "Le chat suit le chien car [il] a faim.", candidates: [le chat, le chien], answer: le chat}
  - {id: mer, text: "La mer bat la falaise ; [elle] recule.", candidates: [la mer, la falaise], answer: la falaise}
""")


def changed(problem: str, **question: object) -> Collection:
    """The old collection with the question of a problem changed."""

    def change(part: Problem) -> Problem:
        assert isinstance(part.item, Item)
        asked: Question = replace(part.item.question, **question)  # type: ignore[arg-type]  # the fields' own types
        return replace(part, id=asked.id, item=replace(part.item, question=asked))

    return replace(OLD, problems=tuple(change(part) if part.id == problem else part for part in OLD.problems))


def with_key(key: int) -> Collection:
    chat = OLD.problems[0]
    assert isinstance(chat.item, Item)
    return replace(OLD, problems=(replace(chat, item=replace(chat.item, key=key)), *OLD.problems[1:]))


def kinds(old: Collection, new: Collection) -> list[DifferenceKind]:
    return [each.change for each in differences(old, new)]


def test_a_collection_does_not_differ_from_itself() -> None:
    assert differences(OLD, OLD) == ()


def test_notes_names_and_licences_are_no_difference() -> None:
    assert differences(OLD, replace(OLD, name="other", licence="MIT", notes="n")) == ()


def test_a_reworded_text_is_told_with_both_wordings() -> None:
    new = changed("chat", text="Le chat suit le chien car il a très faim.")
    assert differences(OLD, new) == (
        ItemChange(
            change=DifferenceKind.REWORDED,
            old="chat",
            new="chat",
            before="Le chat suit le chien car il a faim.",
            after="Le chat suit le chien car il a très faim.",
        ),
    )


def test_added_and_dropped_items_are_told_dropped_ones_last() -> None:
    sky = changed("mer", id="ciel", text="Au-dessus du ciel gris, elle a cru voir un avion.").problems[1]
    new = replace(OLD, schemas=(), problems=(*OLD.problems, sky))
    assert [(each.change, each.old, each.new) for each in differences(OLD, new)] == [
        (DifferenceKind.ADDED, None, "ciel"),
        (DifferenceKind.DROPPED, "panne.1", None),
        (DifferenceKind.DROPPED, "panne.2", None),
    ]


def test_the_same_text_under_another_id_is_renamed_and_not_dropped() -> None:
    assert differences(OLD, changed("chat", id="minou")) == (
        ItemChange(change=DifferenceKind.RENAMED, old="chat", new="minou", before="chat", after="minou"),
    )


def test_a_reworded_text_under_another_id_is_still_found() -> None:
    new = changed("chat", id="minou", text="Le chat suit le chien car il a très faim.")
    assert kinds(OLD, new) == [DifferenceKind.RENAMED, DifferenceKind.REWORDED]


def test_another_text_under_the_same_id_is_another_item() -> None:
    new = changed("chat", text="Demain, il pleuvra sans doute sur toute la côte bretonne.")
    assert kinds(OLD, new) == [DifferenceKind.ADDED, DifferenceKind.DROPPED]


def test_a_key_that_flips_is_told_with_both_answers() -> None:
    assert differences(OLD, with_key(1)) == (
        ItemChange(change=DifferenceKind.KEY, old="chat", new="chat", before="le chat", after="le chien"),
    )


def test_a_key_that_becomes_neither_or_is_withheld_is_told() -> None:
    chat = OLD.problems[0]
    assert isinstance(chat.item, Item)
    neither = replace(OLD, problems=(replace(chat, item=replace(chat.item, key=NEITHER)), *OLD.problems[1:]))
    without = replace(OLD, problems=(replace(chat, item=chat.item.question), *OLD.problems[1:]))
    assert [each.after for each in differences(OLD, neither)] == ["neither"]
    assert [(each.change, each.after) for each in differences(OLD, without)] == [(DifferenceKind.KEY, None)]


@pytest.mark.parametrize(
    ("question", "change"),
    [
        ({"prompt": "Qui ?"}, DifferenceKind.PROMPT),
        ({"candidates": (Candidate(text="le chat"), Candidate(text="le chien gris"))}, DifferenceKind.CANDIDATES),
        ({"cues": (Span(start=31, end=35),)}, DifferenceKind.CUES),
        ({"anaphor": Mark(start=0, end=2)}, DifferenceKind.ANAPHOR),
        ({"anaphor": Unmarked(reason=UnmarkedReason.UNSAID)}, DifferenceKind.ANAPHOR),
    ],
)
def test_each_part_of_a_question_is_compared(question: dict[str, object], change: DifferenceKind) -> None:
    assert kinds(OLD, changed("chat", **question)) == [change]


def test_excluded_parts_count_as_dropped() -> None:
    out: Schema = replace(OLD.schemas[0], status=Status.EXCLUDED)
    assert kinds(OLD, replace(OLD, schemas=(out,))) == [DifferenceKind.DROPPED, DifferenceKind.DROPPED]


def test_swapping_old_and_new_swaps_added_and_dropped() -> None:
    smaller = replace(OLD, problems=OLD.problems[:1])
    assert kinds(smaller, OLD) == [DifferenceKind.ADDED]
    assert kinds(OLD, smaller) == [DifferenceKind.DROPPED]


def test_twins_with_the_same_words_are_paired_by_their_ids() -> None:
    # Two items may have one text and differ only in what is asked or in the marked word.
    chat = OLD.problems[0]
    assert isinstance(chat.item, Item)
    twin = replace(chat, id="chat2", item=replace(chat.item, question=replace(chat.item.question, id="chat2")))
    two = replace(OLD, problems=(*OLD.problems, twin))
    assert differences(two, replace(two, problems=two.problems[::-1])) == ()


def test_changed_words_are_told_one_by_one() -> None:
    assert changed_words("le chat dort", "le gros chat part") == [
        ("same", "le"),
        ("new", "gros"),
        ("same", "chat"),
        ("gone", "dort"),
        ("new", "part"),
    ]


@pytest.mark.shared
def test_the_english_set_of_285_is_that_of_279_and_six_more(shared: Path) -> None:
    # The first 279 schema elements of both files are the same; compared by hand with another XML reader.
    old, new = (load(shared / "wsc-en" / f"WSCollection-{size}.xml") for size in (279, 285))
    found = differences(old, new)
    assert [each.new for each in found] == [str(number) for number in range(280, 286)]
    assert Counter(each.change for each in found) == {DifferenceKind.ADDED: 6}
    assert Counter(each.change for each in differences(new, old)) == {DifferenceKind.DROPPED: 6}


def test_a_candidate_that_is_only_reworded_changes_no_key() -> None:
    old = load("anaphor-fr")

    def shouting(entry: Entry) -> Entry:
        asked = question_of(entry)
        louder = tuple(replace(each, text=f"bien {each.text}") for each in asked.candidates)
        question = replace(asked, candidates=louder, readings=())
        return replace(entry, question=question) if isinstance(entry, Item) else question

    schemas = tuple(replace(each, variants=tuple(map(shouting, each.variants))) for each in old.schemas)
    kinds = {each.change for each in differences(old, replace(old, schemas=schemas))}
    assert kinds == {DifferenceKind.CANDIDATES}


def test_a_key_that_moves_is_a_change_also_beside_new_candidates() -> None:
    old = load("anaphor-en")
    first = old.schemas[0].variants[0]
    assert isinstance(first, Item)
    turned = replace(first, key=1 - int(str(first.key)))
    schemas = (replace(old.schemas[0], variants=(turned, *old.schemas[0].variants[1:])), *old.schemas[1:])
    assert [each.change for each in differences(old, replace(old, schemas=schemas))] == [DifferenceKind.KEY]
