"""The label matrix: order, repeats, restriction, answers, and what it refuses."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.answers import (
    Abstentions,
    LabelMatrix,
    Repeats,
    Scale,
    from_answers,
    from_columns,
    from_counts,
    from_table,
    from_triples,
)
from anaphor.answers.classes import cut, merge
from anaphor.answers.labelling import Labelling, numbered
from anaphor.errors import ContentError, InputError, UnknownNameError
from anaphor.text import message
from tests.agreement.tables import heard

Triple = tuple[str, str, str]


def build(triples: list[Triple], labelling: Labelling | None = None) -> LabelMatrix:
    items, people, labels = zip(*triples, strict=True) if triples else ((), (), ())
    return from_triples(items, people, labels, labelling or Labelling())


def triples_of(matrix: LabelMatrix) -> set[Triple]:
    rows = zip(matrix.item.tolist(), matrix.annotator.tolist(), matrix.label.tolist(), strict=True)
    return {(matrix.items[i], matrix.annotators[a], matrix.classes[c]) for i, a, c in rows}


Triples = st.lists(
    st.tuples(st.sampled_from("xyz"), st.sampled_from("abc"), st.sampled_from(["1", "2", "10"])),
    unique_by=lambda triple: triple[:2],
)


@given(Triples)
def test_what_goes_in_is_what_is_in_it(triples: list[Triple]) -> None:
    matrix = build(triples)
    assert triples_of(matrix) == set(triples)
    assert matrix.size == len(triples) == int(matrix.counts.sum()) == int(matrix.votes_per_item.sum())
    assert int((matrix.table >= 0).sum()) == len(triples)
    assert matrix.usage.sum(1).tolist() == matrix.labels_per_annotator.tolist()


@given(Triples)
def test_rows_are_sorted_whatever_their_order_in_the_file(triples: list[Triple]) -> None:
    matrix = build(list(reversed(triples)))
    key = matrix.item.astype(np.int64) * max(len(matrix.annotators), 1) + matrix.annotator
    assert (np.diff(key) > 0).all()


def test_numbers_are_ordered_as_numbers_and_words_as_words() -> None:
    assert build([("i", "a", "10"), ("j", "a", "2"), ("k", "a", "-1")]).classes == ("-1", "2", "10")
    assert build([("i", "a", "10"), ("j", "a", "2")]).values == (2.0, 10.0)
    assert build([("i", "a", "b"), ("j", "a", "a"), ("k", "a", "10")]).classes == ("10", "a", "b")
    stated = Labelling(classes=("low", "mid", "high"), scale=Scale.ORDINAL)
    assert build([("i", "a", "high"), ("j", "a", "low")], stated).classes == ("low", "mid", "high")


def test_arrays_cannot_be_written_to() -> None:
    matrix = build([("i", "a", "1")])
    for array in (matrix.item, matrix.annotator, matrix.label, matrix.counts, matrix.table):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


TWICE = [("i", "a", "1"), ("i", "a", "2"), ("i", "a", "2"), ("i", "b", "1"), ("j", "a", "1"), ("j", "a", "2")]


def test_repeated_labels_are_refused_unless_a_policy_says_which_one_counts() -> None:
    with pytest.raises(ContentError, match="'a' labels item 'i' twice"):
        build(TWICE)
    first = build(TWICE, Labelling(repeats=Repeats.FIRST))
    assert triples_of(first) == {("i", "a", "1"), ("i", "b", "1"), ("j", "a", "1")}
    last = build(TWICE, Labelling(repeats=Repeats.LAST))
    assert triples_of(last) == {("i", "a", "2"), ("i", "b", "1"), ("j", "a", "2")}


def test_a_majority_of_repeats_that_ties_is_no_label_and_is_said() -> None:
    matrix = build(TWICE, Labelling(repeats=Repeats.MAJORITY))
    assert triples_of(matrix) == {("i", "a", "2"), ("i", "b", "1")}
    assert any("tie" in note for note in heard(matrix))


def test_completeness_means_every_annotator_on_every_item() -> None:
    assert build([("i", "a", "1"), ("i", "b", "1")]).complete
    assert not build([("i", "a", "1"), ("j", "b", "1")]).complete
    assert from_counts(np.array([[2, 1], [0, 3]]), items=("i", "j"), classes=("x", "y")).complete
    assert not from_counts(np.array([[2, 1], [0, 2]]), items=("i", "j"), classes=("x", "y")).complete


@given(Triples)
def test_a_part_has_the_labels_of_the_part_and_all_classes(triples: list[Triple]) -> None:
    matrix = build(triples)
    people = [name for name in ("c", "a") if name in matrix.annotators]
    part = matrix.take(annotators=np.array([matrix.annotators.index(name) for name in people], np.int64))
    assert triples_of(part) == {triple for triple in triples if triple[1] in people}
    assert part.classes == matrix.classes
    assert part.items == matrix.items
    rest = matrix.without(annotators=people)
    assert triples_of(rest) == set(triples) - triples_of(part)


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="'z'"):
        build([("i", "a", "1")]).without(annotators=["z"])


def test_votes_without_names_refuse_what_needs_names() -> None:
    matrix = from_counts(np.array([[2, 1], [0, 3]]), items=("i", "j"), classes=("x", "y"))
    assert matrix.anonymous
    assert matrix.annotators == ()
    assert matrix.counts.tolist() == [[2, 1], [0, 3]]
    for need in (lambda: matrix.table, lambda: matrix.usage, lambda: matrix.take(annotators=np.array([0]))):
        with pytest.raises(InputError, match="no annotator"):
            need()
    with pytest.raises(ContentError, match="negative"):
        from_counts(np.array([[-1]]), items=("i",), classes=("x",))


def test_a_table_of_numbers_and_its_triples_are_one_matrix() -> None:
    rng = np.random.default_rng(0)
    table = rng.integers(-3, 9, (20, 4)).astype(np.float64)
    table[rng.random(table.shape) < 0.3] = np.nan
    matrix = from_table(table)
    item, who = np.nonzero(~np.isnan(table))
    same = from_triples(
        [str(j + 1) for j in item], [str(m + 1) for m in who], [f"{value:g}" for value in table[item, who]]
    )
    assert triples_of(matrix) == triples_of(same)
    assert matrix.classes == same.classes
    assert from_table(np.array([[0.5, 2.0]])).classes == ("0.5", "2")
    with pytest.raises(ContentError, match="infinite"):
        from_table(np.array([[np.inf, 1.0]]))


CHOSEN = Answer(respondent="ann", question="q1", reply=Choice(candidate=1))
SILENT = Answer(respondent="model", question="q1", reply=Abstention(reason=AbstentionReason.TIE))


def test_people_and_machines_stand_side_by_side_and_abstentions_are_what_one_says() -> None:
    holes = from_answers([CHOSEN, SILENT], abstentions=Abstentions.MISSING)
    assert triples_of(holes) == {("q1", "ann", "1")}
    assert heard(holes) == ["1 abstention is a missing label."]
    classes = from_answers([CHOSEN, SILENT], abstentions=Abstentions.CLASS)
    assert triples_of(classes) == {("q1", "ann", "1"), ("q1", "model", "abstention")}


def test_fingerprints_change_with_a_label_and_not_with_notes() -> None:
    one, two = build([("i", "a", "1"), ("i", "b", "2")]), build([("i", "a", "2"), ("i", "b", "1")])
    assert one.fingerprint != two.fingerprint
    assert one.fingerprint == one.noting(message("agreement-read-answers")).fingerprint


def test_five_classes_become_three_by_cutting_or_merging() -> None:
    matrix = build([(str(value), "a", str(value)) for value in range(-2, 3)])
    shorter = cut(matrix, [-0.5, 0.5])
    assert shorter.label.tolist() == [0, 0, 1, 2, 2]
    merged = merge(matrix, {"-1": ["-2", "-1"], "1": ["1", "2"]})
    assert merged.classes == ("-1", "0", "1")
    assert merged.label.tolist() == shorter.label.tolist()
    assert merge(matrix, {"neg": ["-2", "-1"]}).classes == ("neg", "0", "1", "2")
    with pytest.raises(UnknownNameError):
        merge(matrix, {"x": ["7"]})
    with pytest.raises(InputError, match="cannot be cut"):
        cut(build([("i", "a", "word")]), [0.5])


def test_a_million_classes_are_refused_in_a_sentence() -> None:
    names = [f"class {number}" for number in range(20_000)]
    with pytest.raises(ContentError, match="20,000 different labels"):
        from_triples(names, names, names)


@pytest.mark.slow
def test_a_million_labels_take_little_memory() -> None:
    rng = np.random.default_rng(0)
    item = numbered(str(number) for number in np.repeat(np.arange(100_000), 10))
    who = numbered(str(number) for number in np.tile(np.arange(10), 100_000) + 10 * (item.codes % 7))
    label = numbered(str(number) for number in rng.integers(0, 5, 1_000_000))
    tracemalloc.start()
    matrix = from_columns(item, who, label)
    _ = matrix.counts
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert matrix.size == 1_000_000
    assert peak < 100 * 2**20
