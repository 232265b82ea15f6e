"""Measures from counts; the golden rows are table 1 of Seminck, Segonne & Amsili (2019)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.errors import InputError
from anaphor.scoring import Published, from_counts, literature
from anaphor.scoring.card import PAPER_2, published

TABLE_1 = published(PAPER_2)


def test_table_1_has_nine_rows() -> None:
    assert [(row.n, row.h, row.theta) for row in TABLE_1] == [
        (273, 106, 83),
        (273, 118, 76),
        (283, 49, 230),
        (273, 147, 0),
        (273, 168, 0),
        (273, 174, 0),
        (214, 65, 88),
        (214, 33, 158),
        (180, 72, 49),
    ]


@pytest.mark.parametrize("row", TABLE_1, ids=lambda row: row.system)
def test_table_1_follows_from_its_counts_to_the_printed_digits(row: Published) -> None:
    printed = {**row.printed, **row.corrected}
    made = {name: f"{100 * getattr(row.measures, name):.2f}" for name in printed}
    assert made == {name: f"{value:.2f}" for name, value in printed.items()}


def test_the_only_misprint_of_table_1_is_an_f1_of_29_27_for_29_17() -> None:
    assert {row.system: (row.printed["f1"], dict(row.corrected)) for row in TABLE_1 if row.corrected} == {
        "Sharma et al. (2015)": (29.27, {"f1": 29.17})
    }


@pytest.mark.parametrize("row", [row for row in TABLE_1 if not row.theta], ids=lambda row: row.system)
def test_without_abstentions_all_measures_are_one(row: Published) -> None:
    made = row.measures
    assert made.exactitude == made.qualite == made.f1 == pytest.approx(made.reussite)


@pytest.mark.parametrize("row", literature(), ids=lambda row: f"{row.system}-{row.collection}")
def test_every_published_count_gives_its_printed_exactitude(row: Published) -> None:
    digits = 2 if row in TABLE_1 else 1
    assert round(100 * row.measures.exactitude, digits) == pytest.approx(row.printed["exactitude"])


def test_literature_can_be_asked_by_language() -> None:
    assert {row.language for row in literature("fr")} == {"fr"}
    assert len(literature()) > len(literature("fr")) > 3


@given(st.integers(1, 500), st.data())
def test_measures_keep_their_relations(n: int, data: st.DataObject) -> None:
    h = data.draw(st.integers(0, n))
    theta = data.draw(st.integers(0, n - h))
    made = from_counts(n, h, theta)
    assert made.p == pytest.approx(2 * made.reussite - 1)
    assert made.p == pytest.approx((h - made.wrong) / n)
    assert made.exactitude <= made.reussite <= 1
    assert made.answered == pytest.approx(1 - theta / n)
    if made.qualite is not None and made.f1 is not None:
        assert min(made.exactitude, made.qualite) - 1e-12 <= made.f1 <= max(made.exactitude, made.qualite) + 1e-12


def test_a_respondent_that_never_answers_has_no_qualite_and_the_reussite_of_chance() -> None:
    made = from_counts(60, 0, 60, chance=0.4525, guessed=27.15)
    assert (made.qualite, made.f1) == (None, None)
    assert made.reussite == pytest.approx(0.4525)
    assert made.p == pytest.approx(0.0)


def test_p_is_relative_to_chance_where_items_have_more_candidates() -> None:
    assert from_counts(10, 10, 0, chance=1 / 3).p == pytest.approx(1.0)
    assert from_counts(9, 3, 0, chance=1 / 3).p == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("counts", "why"),
    [((0, 0, 0), "0 items"), ((10, -1, 0), "impossible"), ((10, 6, 5), "more than 10"), ((10, 0, -2), "impossible")],
)
def test_impossible_counts_are_refused_in_a_sentence(counts: tuple[int, int, int], why: str) -> None:
    with pytest.raises(InputError, match=why):
        from_counts(*counts)


@pytest.mark.parametrize("counts", [(10**400, 1, 1), (5, 10**400, 0), (5, 0, -(10**400))])
def test_counts_that_no_number_can_hold_are_refused_without_being_printed(counts: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="beyond all reason") as caught:
        from_counts(*counts)
    assert len(str(caught.value)) < 200
