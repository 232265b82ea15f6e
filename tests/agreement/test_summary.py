"""What the summary says: the right plural, odd panels, no sentence that contradicts itself, French when asked."""

from dataclasses import replace

import pytest

from anaphor.agreement import Rate, Reproduction
from anaphor.agreement.advice.structure import Split, Standing
from anaphor.agreement.advice.summary import (
    headline,
    larger_panels,
    people_sentences,
    sentences_of,
    summarise,
    verdict,
    warnings_of,
)
from anaphor.agreement.chance import AtRandom
from anaphor.agreement.panels.reproduction import ItemRisk
from anaphor.agreement.panels.study import CurvePoint
from anaphor.text import message, speaking
from tests.agreement.tables import matrix_of, random_table

pytestmark = pytest.mark.slow


def rate(value: float | None, low: float = 0.1, high: float = 0.3, **more: float) -> Rate:
    ends = {"range_low": value, "range_high": value} | more
    return Rate(
        rate=value,
        low=low,
        high=high,
        range_low=ends["range_low"],
        range_high=ends["range_high"],
        method=message("agreement-method-disjoint"),
        items=10,
    )


def record(size: int, fresh: Rate, *, curve: dict[int, float] | None = None, **more: object) -> Reproduction:
    points = tuple(
        CurvePoint(
            size=each,
            fresh=value,
            range_low=value,
            range_high=value,
            ideal=value,
            own_majority=None,
            method=message("agreement-method-disjoint"),
        )
        for each, value in (curve or {}).items()
    )
    plain = Reproduction(
        size=size,
        annotators=5,
        labels_per_item=(size, size),
        kappa=None,
        own_majority=rate(None),
        ideal=fresh,
        fresh=fresh,
        quick=None,
        ceiling=None,
        sizes=tuple(curve or ()),
        curve=points,
        smallest=(),
        items=(),
        left_out=(),
        at_random=AtRandom(
            fresh=0.5,
            ideal=0.3,
            own_majority=None,
            fresh_relative=None,
            ideal_relative=None,
            own_majority_relative=None,
        ),
    )
    return replace(plain, **more)  # type: ignore[arg-type]  # one field or two, of several types


CURVE = {3: 0.19, 5: 0.15, 6: 0.14, 7: 0.13, 9: 0.12, 12: 0.11, 13: 0.1}


def test_larger_panels_are_odd() -> None:
    assert [point.size for point in larger_panels(record(4, rate(0.2), curve=CURVE))] == [5, 13]
    said = str(headline(record(4, rate(0.2), curve=CURVE)))
    assert said == (
        "With another panel of 4, 20.0 % (10.0–30.0) of your labels would change; "
        "5 people would make it 15.0 %, 13 people 10.0 %."
    )


def test_a_panel_that_changes_no_less_is_not_suggested() -> None:
    assert "would make it" not in str(headline(record(3, rate(0.2), curve={5: 0.2, 9: 0.1999})))
    one = str(headline(record(3, rate(0.2), curve={5: 0.18, 9: 0.18})))
    assert one.endswith("; 5 people would make it 18.0 %.")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.0, 0.04, "Steady"),
        (0.0, 0.09, "Fairly steady"),
        (0.06, 0.09, "Fairly steady"),
        (0.088, 0.259, "Undecided"),
        (0.0, 0.3, "Undecided"),
        (0.11, 0.3, "Not steady"),
    ],
)
def test_the_verdict_rests_on_both_ends(low: float, high: float, said: str) -> None:
    assert str(verdict(low, high)[0]).startswith(said)
    assert verdict(None, None) == ()


def test_the_verdict_holds_what_fits_the_votes_without_the_public_panels() -> None:
    """Where all items were equally easy, the brackets alone said that anything from 7 % may change, and 5.8 % did."""
    narrow = replace(rate(0.1), low=0.07, high=0.124)
    told = sentences_of(record(3, replace(narrow, range_low=0.044, range_high=0.11)), (), ())
    assert any(str(each).startswith("Undecided: anything from 4.4 % to 12.4 %") for each in told)
    pinned = sentences_of(record(3, replace(narrow, range_low=0.1, range_high=0.1)), (), ())
    assert any(str(each).startswith("Undecided: anything from 7.0 % to 12.4 %") for each in pinned)


def test_one_person_is_no_panel() -> None:
    assert str(headline(record(1, rate(0.2)))).startswith("With another annotator, 20.0 %")


def test_what_looks_alike_when_printed_is_not_said_to_differ() -> None:
    assert not warnings_of(record(3, rate(0.0004), ceiling=0.0001), 3)
    near = record(3, rate(0.5, range_low=0.4995, range_high=0.51), quick=0.499)
    assert not warnings_of(near, 3)
    far = record(3, rate(0.2, range_low=0.15, range_high=0.25), quick=0.35)
    assert any("35.0 %" in said for said in map(str, warnings_of(far, 3)))


def test_a_rate_or_a_range_above_the_ceiling_is_warned_of() -> None:
    assert "estimate of 20.0 % is above the 15.0 %" in str(warnings_of(record(3, rate(0.2), ceiling=0.15), 3)[0])
    ends = record(3, rate(0.1, range_low=0.05, range_high=0.2), ceiling=0.15)
    assert str(warnings_of(ends, 3)[0]).startswith("The range ends at 20.0 %, above the 15.0 %")


@pytest.mark.parametrize(
    ("size", "classes", "words"),
    [(2, 5, "take an odd number"), (4, 2, "take 3 or 5"), (4, 3, None), (3, 2, None), (1, 2, None)],
)
def test_even_panels_are_advised_against_where_they_buy_nothing(size: int, classes: int, words: str | None) -> None:
    said = warnings_of(record(size, rate(0.2)), classes)
    assert bool(said) == bool(words)
    assert words is None or words in str(said[0])


@pytest.mark.parametrize(
    ("low", "high", "words"), [(0.18, 0.22, "add what public panels"), (0.05, 0.5, "add what sampling may do")]
)
def test_the_range_is_said_with_what_the_brackets_hold(low: float, high: float, words: str) -> None:
    found = record(3, rate(0.2, low, high, range_low=0.1, range_high=0.3))
    said = " ".join(map(str, sentences_of(found, (), ())))
    assert "6 labels" in said
    assert "from 10.0 % to 30.0 %" in said
    assert words in said


def risk(item: str, change: float) -> ItemRisk:
    return ItemRisk(item=item, label="x", votes=(2, 1), change=change)


def test_the_likeliest_items_are_named_unless_all_are_alike() -> None:
    def said(*items: ItemRisk) -> str:
        return " ".join(map(str, sentences_of(record(3, rate(0.2), items=items), (), ())))

    assert "Items most likely to change: a (50.0 %), b (10.0 %)." in said(risk("a", 0.5), risk("b", 0.1))
    assert "most likely" not in said(risk("a", 0.2), risk("b", 0.2))
    many = said(*(risk(f"i{number}", 0.5) for number in range(8)), risk("z", 0.1))
    assert "8 with a chance of 50.0 % each, such as i0, i1, i2." in many
    assert "x" * 60 not in said(risk("x" * 100, 0.5), risk("b", 0.1))


def standing(name: str) -> Standing:
    return Standing(annotator=name, labels=10, agreement=0.2, expected=0.8, z=-5, p=0.001)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "Annotator who stands apart from the others: p0."),
        (2, "Annotators who stand apart from the others: p0, p1."),
        (7, "Annotators who stand apart from the others: p0, p1, p2, p3, p4 and 2 more."),
    ],
)
def test_those_who_stand_apart_are_counted_rightly(count: int, words: str) -> None:
    apart = tuple(standing(f"p{number}") for number in range(count))
    assert words in map(str, sentences_of(record(3, rate(0.2)), people_sentences(apart, None), ()))


def test_camps_and_everything_else_are_said_in_french() -> None:
    split = Split(groups=(("a", "b"), ("c", "d")), within=0.9, between=0.6, p=0.001, declared=False)
    found = record(
        2,
        rate(0.2, range_low=0.1, range_high=0.35),
        curve=CURVE,
        ceiling=0.15,
        quick=0.5,
        own_majority=rate(0.05),
        items=(risk("a", 0.5), risk("b", 0.1)),
    )
    messages = sentences_of(found, people_sentences((standing("p"),), split), warnings_of(found, 2))
    english = list(map(str, messages))
    with speaking("fr"):
        said = list(map(str, messages))
    assert len(said) == len(english)
    assert not set(said) & set(english)
    assert said[0].startswith("Avec un autre panel de 2, 20,0\u00a0% (10,0–30,0) de vos étiquettes changeraient\u202f;")


def test_a_table_is_summarised_in_both_languages() -> None:
    matrix = matrix_of(random_table(3))
    first = summarise(matrix).sentences[0]
    assert str(first).startswith("With another panel of 6")
    with speaking("fr"):
        assert str(first).startswith("Avec un autre panel de 6")
