"""Ordered answers stay in order: declared with `scale`, or recognised by their look; digits are their keys."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.collection import load, save
from anaphor.errors import AnaphorError
from anaphor.experiment import DesignPlan, answer_keys, make_design, new, present
from anaphor.experiment.design.scale import looks_ordered
from tests.experiment.specimens import small_trial

HEAD = "anaphor: 1\nname: ratings\nlanguage: en\n"
RATED = HEAD + 'problems:\n  - {id: p1, text: "It rains.", anaphor: implicit, question: "Natural?", SCALE}\n'


def written(folder: Path, text: str, name: str = "ratings.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    "steps",
    [
        [str(number) for number in range(1, 8)],
        [str(number) for number in range(7, 0, -1)],
        ["−2", "−1", "0", "+1", "+2"],
        ["1 – pas du tout", "2", "3", "4 – tout à fait"],
        ["not at all (1)", "(2)", "very (3)"],
        ["moins de 10", "10 à 20", "plus de 20"],
        ["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"],
        ["Pas du tout d’accord", "Plutôt pas d'accord", "Plutôt d'accord", "Tout à fait d'accord"],
        ["jamais", "rarement", "parfois", "souvent", "toujours"],
        ["very unnatural", "unnatural", "neutral", "natural", "very natural"],
        ["très facile", "facile", "difficile", "très difficile"],
        ["oui", "plutôt oui", "plutôt non", "non"],
    ],
)
def test_steps_of_a_scale_are_recognised_and_nobody_sees_them_moved(steps: list[str]) -> None:
    assert looks_ordered(tuple(steps))
    assert small_trial(candidates=tuple(steps)).ordered


@pytest.mark.parametrize(
    "names",
    [
        ["the cat", "the dog", "the mouse"],
        ["oui", "non"],
        ["5", "3", "7"],
        ["Apollo 11", "Apollo 13"],
        ["le bon élève", "le maître", "le chat"],
        ["the very old man", "the dog", "the cat"],
    ],
)
def test_other_answers_are_not_taken_for_a_scale(names: list[str]) -> None:
    assert not looks_ordered(tuple(names))


@pytest.mark.parametrize("scale", ["scale: 1-7", "candidates: [1, 2, 3, 4, 5, 6, 7]", "scale: [1, 2, 3, 4, 5, 6, 7]"])
def test_everybody_sees_seven_steps_from_one_to_seven(tmp_path: Path, scale: str) -> None:
    made = make_design(load(written(tmp_path, RATED.replace("SCALE", scale))), DesignPlan(bare=True))
    for nth in range(14):
        (shown,) = present(made, 0, nth)
        assert shown.order == tuple(range(7))
    assert answer_keys(made.trials[0].candidates)[3] == made.trials[0].candidates[3] == "4"


def test_words_in_order_by_the_authors_word_alone(tmp_path: Path) -> None:
    plain = load(written(tmp_path, RATED.replace("SCALE", "candidates: [ugly, plain, fine]")))
    assert len({present(make_design(plain, DesignPlan(bare=True)), 0, n)[0].order for n in range(3)}) == 3
    said = load(written(tmp_path, RATED.replace("SCALE", "candidates: [ugly, plain, fine], scale: yes")))
    for made in (make_design(said, DesignPlan(bare=True)), make_design(plain, DesignPlan(bare=True, scale=True))):
        assert {present(made, 0, nth)[0].order for nth in range(6)} == {(0, 1, 2)}


def test_who_says_that_it_is_no_scale_gets_answers_in_every_place(tmp_path: Path) -> None:
    said = load(written(tmp_path, RATED.replace("SCALE", 'candidates: ["3", "5"], scale: no')))
    made = make_design(said, DesignPlan(bare=True))
    assert Counter(present(made, 0, nth)[0].order for nth in range(4)) == {(0, 1): 2, (1, 0): 2}


def test_a_new_design_says_which_trials_keep_their_order(tmp_path: Path) -> None:
    source = written(tmp_path, RATED.replace("SCALE", "candidates: [never, sometimes, always]"))
    section = new(source, extras=False).section
    assert section.document
    assert section.document["ordered"] == ["p1"]
    assert "fixed order" in str(section.parts)
    assert "never, sometimes, always" in str(section.parts)


@pytest.mark.parametrize("ending", ["yaml", "jsonl"])
def test_scales_and_conditions_come_back_from_a_file(tmp_path: Path, ending: str) -> None:
    schema = (
        'schemas:\n  - id: s\n    text: "Ann saw Bea because [she] {left|stayed}."\n'
        "    answers: [Ann, Bea]\n    scale: no\n    conditions: [near, far]\n"
    )
    given = load(
        written(tmp_path, HEAD + schema + RATED.removeprefix(HEAD).replace("SCALE", "scale: 1-5, condition: c"))
    )
    assert (given.schemas[0].conditions, given.problems[0].condition) == (("near", "far"), "c")
    save(given, tmp_path / f"again.{ending}")
    assert load(tmp_path / f"again.{ending}") == given


@pytest.mark.parametrize("wrong", ["scale: maybe", "scale: 7-1", "scale: 1-5, candidates: [a, b]", "scale: {a: b}"])
def test_a_scale_that_is_none_is_refused_with_its_line(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(AnaphorError) as refused:
        load(written(tmp_path, RATED.replace("SCALE", wrong)))
    assert refused.value.where is not None
    assert refused.value.todo


def test_conditions_are_as_many_as_variants(tmp_path: Path) -> None:
    text = (
        'schemas:\n  - {id: s, text: "Ann saw Bea as [she] {left|stayed}.", answers: [Ann, Bea], conditions: [near]}\n'
    )
    with pytest.raises(AnaphorError, match="1 conditions for 2 variants"):
        load(written(tmp_path, HEAD + text))


def test_each_list_has_as_many_items_of_each_condition(tmp_path: Path) -> None:
    schemas = "".join(
        f'  - {{id: s{n}, text: "Ann saw Bea as [she] {{left{n}|stayed{n}}}.", answers: [Ann, Bea], '
        f"conditions: {'[near, far]' if n % 2 else '[far, near]'}}}\n"
        for n in range(8)
    )
    made = make_design(load(written(tmp_path, f"{HEAD}schemas:\n{schemas}")), DesignPlan(bare=True))
    for names in made.lists:
        assert Counter(made.by_id[name].condition for name in names) == {"near": 4, "far": 4}


def test_keys_are_the_digits_that_are_read() -> None:
    assert answer_keys([str(n) for n in range(11)]) == [*map(str, range(10)), None]
    assert answer_keys(["4", "2", "3"]) == ["4", "2", "3"]
    assert answer_keys(["le chat", "le chien"]) == ["f", "j"]
    assert answer_keys(list("abcdefghijk"))[8:] == ["9", None, None]


def test_a_design_made_before_scales_keeps_ratings_in_order_too() -> None:
    old = small_trial(candidates=("1", "2", "3"))
    assert replace(old, scale=None).ordered
    assert not replace(old, scale=False).ordered
