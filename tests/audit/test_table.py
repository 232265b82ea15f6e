"""Paper 1's table: its own figures come out, and intervals are by schema."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from anaphor.audit import AuditVerdict, LeakOutcome, Pick, ThresholdRow, VerdictKind, judge, maximum_test, table, tally
from anaphor.audit.association.confrontation import Criteria
from anaphor.audit.association.growth import Growth, growth
from anaphor.audit.association.verdict import verdict_sentences
from anaphor.corpus import PairCount
from anaphor.errors import InputError
from anaphor.text import speaking
from tests.audit.published import FIGURE_1, ITEMS

pytestmark = pytest.mark.slow


def picks(items: int, answered: int, right: int, lead: float = 1.0) -> list[Pick]:
    """So many items in schemas of two, the first of them answered, the first of those right."""
    return [
        Pick(
            item=str(n),
            schema=str(n // 2),
            candidates=2,
            key=0,
            choice=None if n >= answered else int(n >= right),
            lead=None if n >= answered else lead,
        )
        for n in range(items)
    ]


def rows_of(found: list[Pick]) -> tuple[ThresholdRow, ...]:
    return table(tally(found), np.random.default_rng(0))


def test_the_papers_row_131_scored_72_right_of_180() -> None:
    row = rows_of(picks(180, 131, 72))[0]
    assert (row.items, row.h, row.n, row.theta) == (131, 72, 180, 49)
    assert round(row.exactitude or 0, 2) == 0.55
    assert round(row.couverture, 2) == 0.40
    assert round(row.reussite, 3) == 0.536
    assert row.qualite == row.exactitude
    assert row.answered == pytest.approx(131 / 180)


@pytest.mark.parametrize("printed", FIGURE_1, ids=lambda each: f"{each.threshold:g}")
def test_every_printed_row_follows_from_its_items_and_right_answers(printed: object) -> None:
    row = next(each for each in FIGURE_1 if each is printed)
    made = rows_of(picks(ITEMS, row.items, row.right))[0]
    assert made.exactitude == pytest.approx(row.exactitude, abs=0.006)
    assert made.couverture == pytest.approx(row.couverture, abs=0.006)
    assert made.reussite < 0.551


def test_an_item_is_answered_from_its_lead_on() -> None:
    rows = rows_of(picks(20, 10, 5, lead=1.5))
    assert [row.items for row in rows] == [10, 10, 10, 10, 0, 0, 0, 0, 0]
    assert rows[-1].exactitude is None
    assert rows[-1].exactitude_interval is None
    assert rows[-1].reussite == 0.5


def test_intervals_hold_the_rate_and_are_wider_when_twins_go_together() -> None:
    rng = np.random.default_rng(1)
    apart, together = [], []
    for n in range(60):
        coin = int(rng.random() < 0.5)
        for i in (0, 1):
            base = {"item": f"{n}.{i}", "schema": str(n), "candidates": 2, "lead": 1.0}
            apart.append(Pick(**{**base, "key": 0, "choice": int(rng.random() < 0.5)}))  # type: ignore[arg-type]  # built from parts
            together.append(Pick(**{**base, "key": 0, "choice": coin}))  # type: ignore[arg-type]  # built from parts
    narrow, wide = rows_of(apart)[0].reussite_interval, rows_of(together)[0].reussite_interval
    assert wide.high - wide.low > 1.2 * (narrow.high - narrow.low)
    assert narrow.low < rows_of(apart)[0].reussite < narrow.high


def test_few_schemas_still_have_an_interval_with_a_width() -> None:
    row = rows_of(picks(6, 6, 6))[0]
    assert row.exactitude_interval is not None
    assert row.exactitude_interval.low < 0.8


def test_the_table_is_the_same_for_the_same_seed() -> None:
    assert rows_of(picks(60, 40, 22)) == rows_of(picks(60, 40, 22))


def verdict(found: list[Pick], criteria: Criteria | None = None) -> AuditVerdict:
    tallies = tally(found)
    rng = np.random.default_rng(0)
    return judge(table(tallies, rng), tallies, maximum_test(tallies, rng), criteria or Criteria())


def independent(items: int, right: int) -> list[Pick]:
    return [
        Pick(item=str(n), schema=str(n), candidates=2, key=0, choice=int(n >= right), lead=1.0) for n in range(items)
    ]


def test_many_right_answers_leak() -> None:
    found = verdict(independent(60, 45))
    assert found.kind is VerdictKind.LEAKS
    assert found.p < 0.001


def test_a_large_collection_at_chance_is_google_proof() -> None:
    assert verdict(independent(400, 202)).kind is VerdictKind.GOOGLE_PROOF


def test_a_small_collection_at_chance_is_undecided_with_its_power() -> None:
    found = verdict(independent(30, 15))
    assert found.kind is VerdictKind.UNDECIDED
    assert found.power < 0.3


@pytest.mark.parametrize(("items", "kind"), [(8, VerdictKind.UNDECIDED), (29, VerdictKind.UNDECIDED), (30, "leaks")])
def test_a_handful_of_scored_items_decides_nothing_however_right_they_are(items: int, kind: VerdictKind) -> None:
    found = verdict(independent(items, items))
    assert found.p < 0.01
    assert found.kind == kind
    assert found.kind.outcome is (LeakOutcome.LEAKS if kind == "leaks" else LeakOutcome.CANNOT_TELL)
    if found.kind is VerdictKind.UNDECIDED:
        assert f"only {items} of {items} items have pairs" in sentences(found, GROWN, "en")[0]
        assert "a verdict, whichever way, needs 30" in sentences(found, GROWN, "en")[0]
        assert "un verdict, quel qu’il soit, en demande 30" in sentences(found, GROWN, "fr")[0]


def test_as_many_items_are_needed_to_say_that_a_collection_resists() -> None:
    """Of few items that all answer wrongly the upper limit is low: that says as little as if they were all right."""
    lenient = Criteria(least_power=0.0, least_share=0.0)
    assert verdict(independent(20, 2), lenient).upper < lenient.margin
    assert verdict(independent(20, 2), lenient).kind is VerdictKind.UNDECIDED
    assert verdict(independent(40, 4), lenient).kind is VerdictKind.GOOGLE_PROOF


def test_the_size_of_a_leak_has_a_unit_and_both_readings_have_their_power() -> None:
    """54 of 264 items, as in anaphor-fr: 8 points of the whole are 39 points among those that were scored."""
    found = verdict(picks(264, 54, 27))
    assert found.leak_among_scored == pytest.approx(0.08 * 264 / 54)
    assert found.power < 0.31
    assert found.power_whole is not None
    assert found.power_whole > 0.97
    said = sentences(found, GROWN, "en")[1]
    assert "a leak of 8 points of precision among them" in said
    assert "A leak of 8 points of guess-adjusted accuracy over all 264 items, which is 39 points of precision" in said
    french = sentences(found, GROWN, "fr")[1]
    assert "8 points d’exactitude parmi eux" in french
    assert "8 points de réussite sur l’ensemble des 264 items, soit 39 points d’exactitude" in french


def test_the_size_of_a_leak_is_printed_as_it_was_asked_for() -> None:
    """Not rounded to whole points: what was told would be the power of another leak."""
    said = sentences(verdict(picks(264, 54, 27), Criteria(leak=0.075)), GROWN, "en")[1]
    assert "a leak of 7.5 points of precision among them (7.5 points above chance" in said
    assert "A leak of 7.5 points of guess-adjusted accuracy" in said
    french = sentences(verdict(picks(264, 54, 27), Criteria(leak=0.004)), GROWN, "fr")[1]
    assert "une fuite de 0,4 point d’exactitude parmi eux (0,4 point au-dessus du hasard" in french
    one = sentences(verdict(picks(1000, 40, 20), Criteria(leak=0.01)), GROWN, "en")[1]
    assert "a leak of 1 point of precision" in one
    unreachable = sentences(verdict(picks(1000, 40, 20), Criteria(leak=0.125)), GROWN, "en")[1]
    assert "A leak of 12.5 points of guess-adjusted accuracy over all 1000 items cannot" in unreachable
    sure = verdict(independent(40, 4), Criteria(least_power=0.0, least_share=0.0, level=0.975))
    assert "(upper limit at 97.5 %)" in sentences(sure, GROWN, "en")[0]


def test_a_leak_that_so_few_scored_items_cannot_make_has_no_power() -> None:
    found = verdict(picks(1000, 40, 20))
    assert (found.leak_among_scored, found.power_whole, found.power_whole_plain) == (None, None, None)
    assert "cannot come from those scored alone" in sentences(found, GROWN, "en")[1]


def test_where_every_item_is_scored_both_readings_are_one() -> None:
    found = verdict(independent(160, 80))
    assert found.leak_among_scored == pytest.approx(0.08)
    assert (found.power_whole, found.power_whole_plain) == (found.power, found.power_plain)


def test_scores_of_pairs_that_never_meet_are_no_evidence_that_nothing_leaks() -> None:
    """Smoothing scores every pair; without a meeting pair it only says which word is rarer."""
    made_up = [replace(pick, attested=number < 20) for number, pick in enumerate(independent(400, 202))]
    found = verdict(made_up)
    assert (found.kind, found.enough) == (VerdictKind.UNDECIDED, False)
    assert (found.scored, found.attested) == (400, 20)
    assert found.upper < found.criteria.margin
    assert "only 20 of 400 items have pairs that all meet" in sentences(found, GROWN, "en")[0]
    assert "seuls 20 items sur 400" in sentences(found, GROWN, "fr")[0]


def test_the_power_told_is_that_of_the_best_of_all_thresholds_and_of_none() -> None:
    leads = np.random.default_rng(0).exponential(1.5, 131)
    found = verdict([replace(each, lead=float(lead)) for each, lead in zip(independent(131, 66), leads, strict=True)])
    assert found.power_plain == pytest.approx(0.54, abs=0.005)
    assert 0.3 < found.power < found.power_plain
    assert "131 items scored" in sentences(found, GROWN, "en")[1]


def test_schemas_that_are_all_alike_have_an_interval_with_a_width_whatever_rounding_does() -> None:
    """Three candidates, one item in three right in every schema: their spread is rounding and nothing else."""
    alike = [
        Pick(item=f"{s}.{i}", schema=str(s), candidates=3, key=0, choice=min(i, 1), lead=1.0)
        for s in range(23)
        for i in range(3)
    ] + [Pick(item=f"x{s}", schema=f"x{s}", candidates=3, key=0, choice=None, lead=None) for s in range(23)]
    row = rows_of(alike)[0]
    assert row.reussite == pytest.approx(1 / 3)
    assert row.reussite_interval.high - row.reussite_interval.low > 0.05
    assert row.upper > row.reussite + 0.02


def test_nothing_scored_is_never_google_proof() -> None:
    found = verdict(picks(200, 40, 20))
    assert found.kind is VerdictKind.UNDECIDED
    assert not found.enough
    assert found.upper < found.criteria.margin


def test_the_margin_is_what_decides_between_google_proof_and_undecided() -> None:
    found = independent(131, 66)
    assert verdict(found, Criteria(margin=0.60)).kind is VerdictKind.GOOGLE_PROOF
    assert verdict(found, Criteria(margin=0.53)).kind is VerdictKind.UNDECIDED


@pytest.mark.parametrize("wrong", [{"margin": 0.5}, {"margin": 1.2}, {"level": 0.4}, {"leak": 0.0}])
def test_criteria_that_decide_nothing_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Criteria(**wrong)


def sentences(found: AuditVerdict, grown: Growth, language: str) -> list[str]:
    with speaking(language):
        return list(map(str, verdict_sentences(found, grown)))


GROWN = growth([[PairCount(total=1000, a=10, b=10, both=1), PairCount(total=1000, a=10, b=10, both=0)]] * 4, 10_000)


@pytest.mark.parametrize(
    ("found", "english", "french"),
    [
        (independent(60, 45), "The collection leaks", "La collection livre ses réponses"),
        (independent(400, 202), "Google-proof within the margin", "«\xa0Google-proof\xa0»"),
        (independent(160, 88), "Undecided: guess-adjusted accuracy", "Indécis\xa0: la réussite"),
        (picks(200, 40, 20), "40 of 200 items could be scored, too few", "40 items sur 200"),
        (picks(9000, 1000, 500), "as a whole: the 1000 items", "pour la collection entière"),
    ],
    ids=["leaks", "google-proof", "undecided", "too few", "a small part"],
)
def test_the_verdict_speaks_english_and_french(found: list[Pick], english: str, french: str) -> None:
    made = verdict(found)
    assert english in sentences(made, GROWN, "en")[0]
    assert french in sentences(made, GROWN, "fr")[0]
    assert "probability" in sentences(made, GROWN, "en")[1]
    assert "," in sentences(made, GROWN, "fr")[1]


def test_too_few_is_not_said_beside_a_power_of_one() -> None:
    said = " ".join(sentences(verdict(picks(9000, 1000, 500)), GROWN, "en"))
    assert "too few" not in said
    assert "11.1 % of the collection" in said
    assert "1.00" not in said


def test_each_p_stands_beside_what_it_is_of() -> None:
    leads = np.random.default_rng(0).exponential(1.5, 160)
    found = verdict([replace(each, lead=float(lead)) for each, lead in zip(independent(160, 88), leads, strict=True)])
    assert f"{found.p:.3f}" != f"{found.p_plain:.3f}"
    said = sentences(found, GROWN, "en")[0]
    assert f"guess-adjusted accuracy without a threshold is {found.reussite:.3f} (p = {found.p_plain:.3f})" in said
    assert f"the best of all thresholds has p = {found.p:.3f}" in said


def test_zero_takes_the_singular_in_french_and_no_leak_is_seen_with_probability_zero() -> None:
    made_up = [replace(pick, attested=number < 1) for number, pick in enumerate(independent(40, 20))]
    found = verdict(made_up)
    assert "seul 1 item sur 40 a des paires" in sentences(found, GROWN, "fr")[0]
    assert sentences(found, GROWN, "fr")[1].startswith("Avec 1 item dont")
    assert "a probability below 0.01" in sentences(replace(found, power=0.0), GROWN, "en")[1]
    assert sentences(replace(found, attested=0), GROWN, "en")[1].startswith("No scored item")
    assert sentences(replace(found, scored=0), GROWN, "fr")[0].startswith("Indécis\xa0: aucun item sur 40 n’a de score")
