"""Rates, intervals, shrunken estimates, low items and effects follow from the answers that are kept."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.errors import ContentError, FormatError
from anaphor.experiment import (
    Asked,
    Response,
    Study,
    StudyAnalysis,
    analyse_study,
    analysis_sentences,
    bars,
    class_counts,
    confusion,
    key_text,
    stamp_of,
)
from anaphor.experiment.analysis.analysis import ItemFlow, contrasts, low_by_chance
from anaphor.experiment.analysis.difficulty import Classed, Difficulty, read_classes, sheet
from anaphor.experiment.analysis.screening import TrialRule
from anaphor.experiment.study.record import Person
from anaphor.statistics import jeffreys, wilson
from anaphor.text import message, speaking, text
from tests.experiment.specimens import random_votes, study

pytestmark = pytest.mark.slow

PAPER_1 = [11] * 203
"""203 items, 22 people on two lists (Amsili & Seminck 2017, section 4)."""


def said_of(made: Study, found: StudyAnalysis, interface: str = "en") -> tuple[str, ...]:
    """The whole analysis in sentences."""
    with speaking(interface):
        stamp = stamp_of(made)
        return (*((stamp,) if stamp else ()), *analysis_sentences(made, found))


@pytest.fixture(scope="module")
def found() -> StudyAnalysis:
    votes = random_votes(20, 24, 0.9)
    votes[3] = [*[True] * 12, *[False] * 12]
    return analyse_study(study(votes))


def test_each_item_has_its_counts_and_both_intervals(found: StudyAnalysis) -> None:
    for item in found.items:
        assert item.rate == item.right / item.answers
        assert item.wilson == wilson(item.right, item.answers)
        assert item.jeffreys == jeffreys(item.right, item.answers)
        assert sum(count for _, count in item.chosen) == item.answers


def test_the_bad_item_is_low_and_drawn_towards_the_others(found: StudyAnalysis) -> None:
    bad = found.items[3]
    assert bad in found.low_items
    assert bad.shrunken is not None
    assert bad.shrunken > 0.5 == bad.rate
    assert found.low_items == tuple(sorted(found.low_items, key=lambda each: each.rate or 0))


def test_means_over_items_and_people_agree_for_a_full_table(found: StudyAnalysis) -> None:
    assert found.mean is not None
    assert found.people_mean is not None
    assert found.mean.value == pytest.approx(found.people_mean.value)
    assert found.mean.interval is not None
    assert found.mean.interval.low < found.mean.value < found.mean.interval.high


def test_without_the_low_items_the_mean_is_higher(found: StudyAnalysis) -> None:
    assert found.mean is not None
    assert found.without_low is not None
    assert found.without_low > found.mean.value


@pytest.mark.parametrize(("rate", "expected"), [(0.936, 6), (0.90, 18)])
def test_of_paper_1s_items_so_many_would_be_low_by_chance(rate: float, expected: int) -> None:
    assert round(low_by_chance(PAPER_1, rate)) == expected


def test_80_percent_itself_is_not_low() -> None:
    result = analyse_study(study([[True] * 8 + [False] * 2, [True] * 7 + [False] * 3]))
    assert [item.low for item in result.items] == [False, True]
    assert low_by_chance([10], 0.8) == pytest.approx(0.3222, abs=1e-4)


votes_of_items = st.lists(
    st.lists(st.sampled_from([True, False, None]), min_size=5, max_size=5), min_size=1, max_size=8
)


@given(votes_of_items)
def test_items_always_reconcile(votes: list[list[bool | None]]) -> None:
    made = study(votes)
    flow = analyse_study(made, model=False).item_flow
    assert flow.asked == len(votes) == flow.unanswered + flow.without_key + flow.low + flow.high
    assert flow.unanswered == sum(all(each is None for each in row) for row in votes)


def test_items_that_nobody_answered_or_that_have_no_key_are_counted_and_not_lost() -> None:
    made = study([[True, True], [None, None], [True, False]])
    asked = (*made.asked[:2], replace(made.asked[2], key=None))
    responses = tuple(replace(each, key=None) if each.item == "i2" else each for each in made.responses)
    flow = analyse_study(replace(made, asked=asked, responses=responses), model=False).item_flow
    assert (flow.asked, flow.unanswered, flow.without_key, flow.low, flow.high) == (3, 1, 1, 0, 1)
    with pytest.raises(ContentError, match="items"):
        ItemFlow(asked=203, unanswered=0, without_key=0, low=19, high=145)  # paper 1's own figures: 39 are missing


def test_nobody_left_is_no_error() -> None:
    made = study([[True, True]])
    gone = replace(made, people=tuple(replace(person, finished=False) for person in made.people))
    result = analyse_study(gone)
    assert result.mean is None
    assert result.model is None
    assert said_of(gone, result) == ("2 started; all are left out (2 did not finish), and nobody is analysed.",)
    assert said_of(gone, result, "fr") == (
        "2 ont commencé\u202f; tous sont écartés (2 inachevés), personne n’est analysé.",
    )


def test_a_study_that_nobody_has_started_says_only_that() -> None:
    made = study([[True, True]])
    empty = replace(made, people=(), responses=())
    assert said_of(empty, analyse_study(empty)) == ("Nobody has started yet.",)


def test_answers_that_are_all_left_out_are_not_said_to_be_analysed() -> None:
    made = study([[True, True], [True, False]])
    away = replace(made, responses=tuple(replace(each, hidden_ms=5.0) for each in made.responses))
    said = said_of(away, analyse_study(away))
    assert said == (
        "2 started, and all are analysed.",
        "None of their 4 answers to items is analysed; left out: 4 the page was away.",
        "2 items were to be asked, and no answer to any of them counts.",
    )


def test_french_has_the_singular_below_two(found: StudyAnalysis) -> None:
    with speaking("fr"):
        none = {"asked": 0, "high": 0, "low": 0, "unanswered": 0, "without_key": 0}
        assert text("experiment-items-flow", **none).startswith("0 item à poser")
        assert "−1,5 point (" in text("experiment-side", gap="−1,5", points=1.5, ends="…", people=2)
        assert "+2,0 points (" in text("experiment-side", gap="+2,0", points=2.0, ends="…", people=2)
        assert "1 item est en dessous" in text("experiment-chance-alone", low=1, expected="0,4")


def test_notes_of_an_import_are_read_in_french_too() -> None:
    notes = (message("experiment-notes-only-right", count=1200), "a remark of mine")
    made = replace(study([[True, False]]), notes=notes)
    said = said_of(made, analyse_study(made), "fr")
    assert said[-2:] == (
        "À noter\u00a0: 1\u202f200 items ne sont connus que par juste ou faux.",
        "À noter\u00a0: a remark of mine.",
    )


def test_everybody_right_has_no_model_and_no_low_item() -> None:
    result = analyse_study(study([[True] * 5] * 4))
    assert result.model is None
    assert result.low_items == ()
    assert result.items[0].shrunken is None


def test_an_answer_that_was_declined_is_neither_right_nor_wrong() -> None:
    made = study([[True, False, True]])
    silent = replace(made, responses=(replace(made.responses[0], choice=None), *made.responses[1:]))
    item = analyse_study(silent).items[0]
    assert (item.right, item.answers, item.declined) == (1, 2, 1)


def biased(side_gap: float, order_gap: float) -> list[Response]:
    """Ten people, forty trials: wrong on a share of those where the key stood second, or that came late."""
    responses = []
    for p in range(10):
        for n in range(40):
            place = n % 2
            wrong = (place == 1 and n < 40 * side_gap) or (n >= 20 and n - 20 < 20 * order_gap)
            responses.append(
                Response(
                    person=f"p{p}",
                    trial=f"i{n}",
                    item=f"i{n}",
                    key=0,
                    choice=int(wrong),
                    key_side=place,
                    side=place,
                    position=n + 1,
                )
            )
    return responses


def test_a_preference_for_one_side_and_fatigue_are_seen() -> None:
    side, order = contrasts(biased(0.5, 0.0))
    assert side.difference == pytest.approx(0.5)
    assert (side.one, side.people) == ((200, 200), 10)
    side, order = contrasts(biased(0.0, 0.5))
    assert order.difference == pytest.approx(-0.5)
    assert side.difference == pytest.approx(0.0)


def test_effects_need_places_and_two_people() -> None:
    plain = [replace(each, key_side=None, position=None) for each in biased(0.5, 0.5)]
    assert [each.difference for each in contrasts(plain)] == [None, None]
    one = [each for each in biased(0.5, 0.0) if each.person == "p0"]
    assert [each.interval for each in contrasts(one)] == [None, None]


def test_the_histogram_counts_every_rated_item_once(found: StudyAnalysis) -> None:
    drawn = bars(found)
    assert sum(bar.observed for bar in drawn) == 20
    assert sum(bar.equal for bar in drawn) == pytest.approx(20)
    assert sum(bar.shrunken or 0 for bar in drawn) == 20
    assert drawn[5].observed == 1  # the item at exactly 50 %
    assert sum(bar.observed for bar in drawn[:8]) == len(found.low_items)


def test_both_rules_are_comparable_and_named() -> None:
    made = study(random_votes(6, 8, 0.8), rt=7000.0)
    assert analyse_study(made, trial_rule=TrialRule.PAPER_1).screened.flow.kept == 0
    assert analyse_study(made).screened.flow.kept == 48
    assert "trials:paper1" in str(analyse_study(made, trial_rule=TrialRule.PAPER_1, model=False).signature)


def test_the_signature_changes_with_the_answers() -> None:
    one, other = (analyse_study(study(random_votes(4, 4, 0.5, seed)), model=False).signature for seed in (1, 2))
    assert one != other


def test_the_sheet_of_low_items_comes_back_with_classes(found: StudyAnalysis, tmp_path: Path) -> None:
    path = tmp_path / "low.csv"
    path.write_text(sheet(found), encoding="utf-8")
    assert read_classes(path) == {}
    name = found.low_items[0].item
    path.write_text(sheet(found, {name: Classed(why=Difficulty.CONNECTIVE, note="alors que")}), encoding="utf-8")
    classes = read_classes(path)
    assert classes == {name: Classed(why=Difficulty.CONNECTIVE, note="alors que")}
    counts = class_counts(found, classes)
    assert counts["connective"] == 1
    assert sum(counts.values()) == len(found.low_items)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("item,kind\na,b\n", "no column 'class'"),
        ("item,class\na,hard\n", "'hard' is no class"),
        ("item,class\n", "no row"),
    ],
    ids=["column", "class", "empty"],
)
def test_a_sheet_filled_in_wrongly_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "low.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=said):
        read_classes(path)


def test_confusion_and_key_are_told_in_words_where_they_are_known(found: StudyAnalysis) -> None:
    assert confusion(found, found.items[3]) == "Ada: 12, Bea: 12"
    assert key_text(found, found.items[3]) == "Ada"
    wrong = Response(person="p", trial="x", choice=1, key=0)
    bare = Study(name="s", people=(Person(name="p"),), responses=(wrong,), asked=(Asked(trial="x", key=0),))
    result = analyse_study(bare)
    assert (confusion(result, result.items[0]), key_text(result, result.items[0])) == ("1: 1", "0")


def test_every_sentence_is_there_in_both_languages(found: StudyAnalysis) -> None:
    made = study(random_votes(20, 24, 0.9))
    english, french = (said_of(made, found, each) for each in ("en", "fr"))
    assert len(english) == len(french) >= 8
    assert not set(english) & set(french)
