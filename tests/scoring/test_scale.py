"""One scale for people and machines: places among people, flaws, abstentions, and what cannot be scaled."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.special import expit
from scipy.stats import t

import anaphor
from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.cli.main import app
from anaphor.errors import InputError
from anaphor.scoring import AbstentionReading, Outcome, OutcomeKind, Target
from anaphor.scoring.joint.scaling import ScaleModel, scale_outcomes
from anaphor.statistics import fit_crossed
from tests.statistics.test_crossed import made_up

DOCS = Path(__file__).resolve().parents[2] / "docs"

ITEMS = [item for item in anaphor.load("anaphor-en").items if len(item.question.candidates) == 2][:60]
FLAWED = {ITEMS[4].id: "key", ITEMS[5].id: "key", ITEMS[21].id: "split"}


def replies(seed: int = 2, people: int = 20, silent: float = 0.0) -> list[Answer]:
    """People who are mostly right; two keys are wrong, and one item has two right answers."""
    rng, found = np.random.default_rng(seed), []
    for person, able in enumerate(rng.normal(0, 1, people)):
        for item in ITEMS:
            share = 0.5 + 0.5 * expit(2.5 + able)
            share = {"key": 1 - share, "split": 0.5}.get(FLAWED.get(item.id, ""), share)
            key = int(item.key == 1)
            choice = Choice(candidate=key if rng.random() < share else 1 - key)
            quiet = Abstention(reason=AbstentionReason.DECLINED)
            reply = quiet if rng.random() < silent else choice
            found.append(Answer(respondent=f"p{person}", question=item.id, reply=reply))
    return found


def table(name: str, right: float, seed: int = 0) -> dict[str, list[object]]:
    """A machine that is right so often."""
    rng = np.random.default_rng(seed)
    said: list[object] = [int((item.key == 1) == (rng.random() < right)) for item in ITEMS]
    return {"item": [item.id for item in ITEMS], "prediction": said, "system": [name] * len(ITEMS)}


@pytest.fixture(scope="module")
def scaled() -> "anaphor.scoring.JointScale":
    machines = {"good": table("good", 0.98), "coin": table("coin", 0.5)}
    # They were asked a part of the collection, which is more than a run may lack without being asked for.
    return anaphor.scale(machines, people=replies(), collection="anaphor-en", most_failed=1)


def test_machines_stand_among_people_with_an_interval(scaled: "anaphor.scoring.JointScale") -> None:
    places = {each.name: each for each in scaled.respondents if not each.person}
    coin, good = places["coin"], places["good"]
    assert coin.percentile_interval is not None
    assert coin.percentile_interval.high < 0.5
    assert good.percentile is not None
    assert coin.percentile is not None
    assert coin.percentile < good.percentile
    assert all(each.percentile is None for each in scaled.respondents if each.person)
    assert [each.ability for each in scaled.respondents] == sorted(
        (e.ability for e in scaled.respondents), reverse=True
    )


def test_who_stands_beyond_all_people_is_placed_by_them(scaled: "anaphor.scoring.JointScale") -> None:
    low, high = min(e.ability for e in scaled.respondents if e.person), max(e.ability for e in scaled.respondents)
    sentences = scaled.to_dict()["sentences"]
    for each in scaled.respondents:
        if not each.person:
            own = next(line for line in sentences if line.startswith(each.name))
            assert ("each of the 20 people asked" in own) == (each.ability < low or each.ability == high)
            assert "<" not in own


def test_broken_items_come_first_and_say_how(scaled: "anaphor.scoring.JointScale") -> None:
    first = {each.item: each for each in scaled.suspects[:3]}
    assert set(first) == set(FLAWED)
    for item, how in FLAWED.items():
        assert first[item].broken > 0.5
        assert (first[item].wrong_key > first[item].split) == (how == "key")
        assert first[item].rival is not None
    assert sum(each.broken for each in scaled.items) == pytest.approx(3, abs=1.5)


def test_an_abstention_at_random_counts_neither_for_nor_against() -> None:
    spoken = [each for each in replies(silent=0.2) if isinstance(each.reply, Choice)]
    with_silence = anaphor.scale(people=replies(silent=0.2), collection="anaphor-en")
    without = anaphor.scale(people=spoken, collection="anaphor-en")
    hard = {each.item: each.difficulty for each in without.items}
    assert {each.item: each.difficulty for each in with_silence.items} == pytest.approx(hard, abs=1e-3)
    assert sum(each.abstained for each in with_silence.respondents) == len(replies(silent=0.2)) - len(spoken)
    assert with_silence.abstentions == "missing"
    assert "no answers" in with_silence.to_dict()["sentences"][-1]


def test_abstentions_of_those_who_do_not_know_make_items_harder() -> None:
    rng, people, ease = np.random.default_rng(4), [], np.linspace(-1.5, 3.5, len(ITEMS))
    for person, able in enumerate(rng.normal(0, 1, 30)):
        for item, easy in zip(ITEMS, ease, strict=True):
            knows, key = rng.random() < expit(able + easy), int(item.key == 1)
            reply: Choice | Abstention = Choice(candidate=key if knows or rng.random() < 0.5 else 1 - key)
            if not knows and rng.random() < 0.6:
                reply = Abstention(reason=AbstentionReason.DECLINED)
            people.append(Answer(respondent=f"p{person}", question=item.id, reply=reply))
    bias, sentence = {}, ""
    for reading, share in (("missing", 0.0), ("auto", 0.8), ("unknown", 1.0)):
        found = anaphor.scale(people=people, collection="anaphor-en", abstentions=reading)
        known = {each.item: each.difficulty for each in found.items}
        bias[reading] = float(np.mean([known[item.id] + easy for item, easy in zip(ITEMS, ease, strict=True)]))
        assert found.abstentions == reading
        assert found.abstentions_unknown == pytest.approx(share, abs=0.2)
        sentence = found.to_dict()["sentences"][-1]
    assert bias["missing"] < -0.6
    assert abs(bias["auto"]) < 0.4
    assert abs(bias["unknown"]) < 0.4
    assert sentence.endswith("as was asked for.")


def test_the_command_prints_what_the_call_returns(tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    rows = [f"{each.respondent},{each.question},{each.reply.candidate}" for each in replies(people=8)]  # type: ignore[union-attr]  # all chose
    people.write_text("respondent,item,choice\n" + "\n".join(rows) + "\n", "utf-8")
    told = ["--people", str(people), "--collection", "anaphor-en", "--model", "rasch"]
    shown = CliRunner().invoke(app, ["scale", *told, "--json"])
    assert shown.exit_code == 0, shown.output
    document = json.loads(shown.stdout)
    found = anaphor.scale(people=people, collection="anaphor-en", model="rasch")
    assert document == found.to_dict()
    assert (document["people"], document["machines"]) == (8, 0)
    drawn = CliRunner().invoke(
        app,
        [
            "scale",
            *told,
            "--figure",
            str(tmp_path / "map.svg"),
            "--html",
            str(tmp_path / "a.html"),
            "--interface",
            "fr",
        ],
    )
    assert drawn.exit_code == 0
    assert "personnes" in drawn.stdout
    assert "<svg" in (tmp_path / "a.html").read_text("utf-8")
    assert (tmp_path / "map.svg").stat().st_size > 1000


def test_any_benchmark_comes_as_a_table_of_0_and_1() -> None:
    rng = np.random.default_rng(1)
    right = rng.random((40, 12)) < expit(1 + np.linspace(-2, 2, 12))
    items = {"item": [f"i{place}" for place in range(40)]}
    people = {**items, **{f"p{place}": right[:, place].astype(int).tolist() for place in range(10)}}
    machine = {**items, **{f"m{place}": right[:, place].astype(int).tolist() for place in (10, 11)}}
    found = anaphor.scale(machine, people=people, outcomes=True)
    assert (found.people, found.machines) == (10, 2)
    assert all(each.percentile is not None and each.percentile > 0.5 for each in found.respondents if not each.person)
    assert all(each.rival is None for each in found.items)
    assert len(found.to_frame()) == 12
    assert len(found.to_frame("items")) == 40


def test_two_respondents_and_items_that_all_get_right_stay_finite() -> None:
    rights = {"item": ["a", "b", "c"], "one": [1, 1, 0], "two": [1, 0, 0]}
    found = anaphor.scale(rights, outcomes=True)
    assert all(np.isfinite([each.difficulty, each.interval.low, each.slope, each.broken]).all() for each in found.items)
    easy, _, hard = found.items
    assert easy.difficulty < hard.difficulty
    assert "cannot be said with no people" in str(found.section.parts)


def test_what_cannot_be_scaled_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to put on a scale"):
        anaphor.scale()
    with pytest.raises(InputError, match="do not say what was asked"):
        anaphor.scale(people=replies(people=2))
    with pytest.raises(InputError, match="every answer is right"):
        anaphor.scale({"item": ["a", "b"], "one": [1, 1], "two": [1, 1]}, outcomes=True)
    with pytest.raises(InputError, match="needs two respondents"):
        anaphor.scale(table("alone", 0.7), collection="anaphor-en", most_failed=1)
    counts = tmp_path / "counts.csv"
    for rows in (f"item,right,asked\n{ITEMS[0].id},3,4\n", f"item,annotator,label\n{ITEMS[0].id},p,1\n"):
        counts.write_text(rows, "utf-8")
        with pytest.raises(InputError, match=r"counts\.csv: this does not say who chose what.* respondent"):
            anaphor.scale(people=counts, collection="anaphor-en")


def test_few_respondents_have_heavy_tails() -> None:
    few = replies(people=5)
    wide, narrow = (anaphor.scale(people=few, collection="anaphor-en", model="rasch", level=at) for at in (0.95, 0.5))
    ends = [(each.interval.high - each.interval.low) for found in (wide, narrow) for each in found.items[:1]]
    assert ends[0] / ends[1] == pytest.approx(t.ppf(0.975, 4) / t.ppf(0.75, 4))


def test_replies_that_nobody_can_read_are_said() -> None:
    items = anaphor.load("anaphor-en").items[:20]
    rows = [
        {
            "item": each.id,
            "respondent": f"p{person}",
            "choice": "je ne sais pas" if (person, at) == (3, 5) else each.question.candidates[(person + at) % 2].text,
        }
        for person in range(6)
        for at, each in enumerate(items)
    ]
    found = anaphor.scale(collection="anaphor-en", people=rows)
    assert ["je ne sais pas" in str(note) for note in found.notes] == [True]


def zeros_and_ones(
    seed: int, *, careless: int = 0, candidates: int = 2, items: int = 60, mean: float = -1.5
) -> tuple[dict[str, list[object]], list[float]]:
    """24 people and a machine on items among whose candidates who does not know guesses, and how hard these are."""
    rng = np.random.default_rng(seed)
    hard, able = rng.normal(mean, 1, items), np.append(rng.normal(0, 1, 24), -0.25)
    share = 1 / candidates + (1 - 1 / candidates) * expit(able[:, None] - hard)
    share[:careless] = 1 / candidates
    right = rng.random(share.shape) < share
    found: dict[str, list[object]] = {"item": [f"i{place:02}" for place in range(items)]}
    found |= {f"p{row:02}": [int(each) for each in cells] for row, cells in enumerate(right[:-1])}
    return found | {"machine": [int(each) for each in right[-1]]}, hard.tolist()


def parted(whole: dict[str, list[object]]) -> tuple[dict[str, list[object]], dict[str, list[object]]]:
    """The machine's table and the people's."""
    people = {name: cells for name, cells in whole.items() if name != "machine"}
    return {"item": whole["item"], "machine": whole["machine"]}, people


def test_guessing_is_said_to_be_modelled_only_where_it_is() -> None:
    whole, hard = zeros_and_ones(11)
    machine, people = parted(whole)
    unknown = anaphor.scale(machine, people=people, outcomes=True)
    told = anaphor.scale(machine, people=people, outcomes=True, candidates=2)
    column = anaphor.scale(machine, people=people | {"candidates": [2] * 60}, outcomes=True)
    assert "guessing:none" in unknown.signature
    assert not unknown.guessing
    assert any("--candidates" in str(note) for note in unknown.notes)
    assert unknown.to_dict()["notes"] == [str(note) for note in unknown.notes], "programs are told, too"
    assert all("guessing:1/m" in each.signature for each in (told, column))
    assert [each.difficulty for each in told.items] == [each.difficulty for each in column.items]

    def held(found: "anaphor.scoring.JointScale") -> float:
        return float(
            np.mean([each.interval.low <= hard[int(each.item[1:])] <= each.interval.high for each in found.items])
        )

    assert held(told) > 0.85
    assert held(unknown) < 0.6


def test_a_column_of_candidates_with_gaps_is_asked_about_and_never_left_out_in_silence() -> None:
    """It was dropped whole: an item of three was taken for one of two, or nothing was said to guess."""
    machine, people = parted(zeros_and_ones(11)[0])
    gaps = people | {"candidates": ["", "3.0", *["2.0"] * 58]}  # as pandas writes whole numbers beside gaps
    with pytest.raises(InputError, match="59 of 60 items only"):
        anaphor.scale(machine, people=gaps, outcomes=True)
    filled = anaphor.scale(machine, people=gaps, outcomes=True, candidates=2)
    whole = anaphor.scale(machine, people=people | {"candidates": [2, 3, *[2] * 58]}, outcomes=True)
    assert filled.signature.split("candidates:")[1] == whole.signature.split("candidates:")[1]
    assert [each.difficulty for each in filled.items] == [each.difficulty for each in whole.items]


def test_tables_that_contradict_each_other_on_candidates_are_refused() -> None:
    machine, people = parted(zeros_and_ones(11)[0])
    machine["candidates"], people["candidates"] = [2] * 60, [2, 4, *[2] * 58]
    with pytest.raises(InputError, match="i01 has 4 candidates in one table and 2 in another"):
        anaphor.scale(machine, people=people, outcomes=True)


def test_a_table_of_four_candidates_is_scaled_as_its_choices_are() -> None:
    whole, _ = zeros_and_ones(12, candidates=4)
    machine, people = parted(whole)
    four = anaphor.scale(machine, people=people, outcomes=True, candidates=4)
    two = anaphor.scale(machine, people=people, outcomes=True, candidates=2)
    assert four.signature != two.signature
    assert abs(four.sd_people - 1) < abs(two.sd_people - 1)


def test_careless_people_do_not_make_machines_look_able() -> None:
    whole, _ = zeros_and_ones(13, careless=5, items=120, mean=-2.5)
    machine, people = parted(whole)
    attentive = {name: cells for name, cells in people.items() if name not in [f"p{row:02}" for row in range(5)]}

    def scaled(persons: dict[str, list[object]], careless: bool = True) -> "anaphor.scoring.JointScale":
        return anaphor.scale(machine, people=persons, outcomes=True, candidates=2, careless=careless)

    def placed(found: "anaphor.scoring.JointScale") -> "anaphor.scoring.ScaledRespondent":
        return next(each for each in found.respondents if not each.person)

    true, kept, apart = scaled(attentive), scaled(people, careless=False), scaled(people)
    shares = [placed(found).percentile or 0.0 for found in (true, kept, apart)]
    assert true.careless == kept.careless == 0
    assert apart.careless == 5
    assert {each.name for each in apart.respondents if each.careless > 0.5} == {f"p{row:02}" for row in range(5)}
    assert shares[1] - shares[0] > 0.1
    assert shares[2] == pytest.approx(shares[0], abs=0.03)
    assert placed(apart).percentile_of_all == pytest.approx(shares[1], abs=1e-9)
    told = " ".join(apart.to_dict()["sentences"])
    assert "5 people of 24" in told
    assert f"machine {100 * shares[1]:.0f}" in told
    assert "careless:apart" in apart.signature


def test_failures_say_nothing_of_what_a_machine_knows() -> None:
    machine, other = (
        anaphor.score(table(name, right, seed), collection="anaphor-en", missing="skip").runs[0].outcomes
        for name, right, seed in (("machine", 0.8, 0), ("other", 0.6, 3))
    )

    def abstained(reason: AbstentionReason) -> dict[str, int]:
        """By machine, how many abstentions count, where every third answer of one of them is of that kind."""
        silent = [
            replace(each, result=OutcomeKind.ABSTAINED, chosen=None, reason=reason) if place % 3 == 0 else each
            for place, each in enumerate(machine)
        ]
        both = [("machine", silent), ("other", other)]
        found = scale_outcomes(both, [], collection="c", abstentions=AbstentionReading.UNKNOWN)
        return {each.name: each.abstained for each in found.respondents}

    assert abstained(AbstentionReason.DECLINED)["machine"] == 20
    assert abstained(AbstentionReason.TIMEOUT)["machine"] == 0


def test_a_number_of_candidates_that_makes_no_sense_is_refused() -> None:
    machine, people = parted(zeros_and_ones(11)[0])
    with pytest.raises(InputError, match="too few"):
        anaphor.scale(machine, people=people, outcomes=True, candidates=1)
    with pytest.raises(InputError, match="collection"):
        anaphor.scale(table("machine", 0.8), collection="anaphor-en", people=replies(), candidates=2)


def test_how_far_a_scale_is_from_the_figures_of_glmer_is_what_its_page_says() -> None:
    crossed = made_up(guessed=False, grouped=True)
    glmer = fit_crossed(crossed)  # whose figures are lme4's: tests/statistics/test_crossed.py
    people = [
        (
            f"p{person}",
            [
                Outcome(
                    target=Target(item=f"i{item}", key=0, candidates=(), schema=f"s{item // 2}"),
                    result=OutcomeKind.RIGHT if right else OutcomeKind.WRONG,
                )
                for item, right in enumerate(rights)
            ],
        )
        for person, rights in enumerate(crossed.right)
    ]
    found = scale_outcomes([], people, collection="made up", model=ScaleModel.RASCH, guessing=False)
    ability = {each.name: each.ability for each in found.respondents}
    difficulty = {each.item: each.difficulty for each in found.items}
    far = (
        max(abs(ability[f"p{place}"] - own) for place, own in enumerate(glmer.people)),
        max(abs(difficulty[f"i{place}"] + glmer.intercept + own) for place, own in enumerate(glmer.items)),
        abs(found.sd_people - glmer.sd_people),
    )
    page = " ".join((DOCS / "scale.md").read_text("utf-8").split())
    said = re.search(
        r"abilities differ by up to ([\d.]+) log-odds, difficulties by up to ([\d.]+), "
        r"and the standard deviation of people by ([\d.]+); in \S+ of 40 people and 120 items all three differ less",
        page,
    )
    assert said is not None
    assert said.groups() == tuple(f"{each:.2f}" for each in far)
    row = re.search(r"lme4's glmer finds: .* \| ([\d.]+), ([\d.]+) and ([\d.]+) log-odds", simulated())
    assert row is not None
    assert all(float(less) < each for less, each in zip(row.groups(), far, strict=True))


def simulated() -> str:
    """What `python -m bench scale_calibration` has printed."""
    page = (DOCS / "performance.md").read_text("utf-8")
    return page.partition("<!-- bench scale_calibration -->")[2].partition("<!-- end -->")[0]
