"""Shortcuts of the surface and learnt ones: harmless on twins, seen where they are real."""

from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from anaphor.audit.association.verdict import beyond_chance
from anaphor.audit.case import ShortcutCase, cases_of, near_copies
from anaphor.audit.shortcuts.filtering import FilterSettings, adversarial_filter, embedding_shortcut, read_embeddings
from anaphor.audit.shortcuts.predictability import Choices, fit, learnt
from anaphor.audit.shortcuts.shortcut import Shortcut, frequent_candidate, of_surface, prompt_overlap
from anaphor.errors import InputError
from anaphor.schema import Collection, Problem
from anaphor.text import message, speaking
from tests.audit.items import item, problems, schema, told
from tests.audit.naive import NaiveCounts

RNG = np.random.default_rng


def test_a_rule_that_ignores_the_cue_is_right_on_one_twin_of_two_and_proves_nothing() -> None:
    cases = cases_of(told(40))
    for rule in ("listed_first", "first_mention", "nearest_mention"):
        found = of_surface(rule, cases)
        assert (found.answered, found.rate, found.p) == (80, 0.5, 1.0)


def test_problems_whose_answer_is_always_mentioned_first_are_seen() -> None:
    found = of_surface("first_mention", cases_of(problems([0] * 12)))
    assert found.rate == 1.0
    assert found.p == pytest.approx(2 / 2**12)
    nearest = of_surface("nearest_mention", cases_of(problems([0] * 12)))
    assert nearest.rate == 0.0
    assert nearest.p == pytest.approx(2 / 2**12)


def test_longer_candidates_are_weighed_by_their_letters() -> None:
    found = of_surface("longer_candidate", cases_of(problems([1, 1, 1, 1, 0])))
    assert (found.answered, found.right) == (5, 4)


def test_frequent_candidates_need_a_corpus_that_knows_them() -> None:
    cases = cases_of(problems([0, 0, 1]))
    corpus = NaiveCounts(["chat", "chat dort", "chien"])
    assert frequent_candidate(cases, corpus).right == 2
    silent = NaiveCounts([])
    assert frequent_candidate(cases, silent).answered == 0


def test_a_candidate_that_echoes_the_prompt_is_shown_with_the_word() -> None:
    text = "La tasse bleue cache la tasse verte, [elle] est trop grande."
    one = item("e", text, ("la tasse bleue", "la tasse verte"), 0, prompt="Quelle tasse, bleue ou non, est grande ?")
    found = prompt_overlap(cases_of(Collection(name="c", language="fr", problems=(Problem(id="e", item=one),))))
    assert (found.answered, found.right) == (1, 1)
    assert found.evidence[0].detail == "bleue: la tasse bleue"


def test_near_copies_are_one_group_also_at_one_remove() -> None:
    texts = {
        "a": ["un deux trois quatre"],
        "b": ["un deux trois quatre cinq"],
        "c": ["deux trois quatre cinq six"],
        "d": ["rien"],
    }
    groups = near_copies(texts)
    assert groups["a"] == groups["b"] == groups["c"] != groups["d"]


def learnable(count: int, *, twins: bool) -> Collection:
    """Schemas whose cue tells the answer: `haut` the first candidate, `bas` the second."""
    texts = [f"Le roi{n} de mot{n} voit le duc{n} autre{n} et [il] reste {{}}." for n in range(count)]
    schemas = tuple(
        schema(f"s{n}", text, ("haut", "bas"), (f"le roi{n}", f"le duc{n}")) for n, text in enumerate(texts)
    )
    if twins:
        return Collection(name="twins", language="fr", schemas=schemas)
    lone = [each.variants[n % 2] for n, each in enumerate(schemas)]
    return Collection(
        name="lone",
        language="fr",
        problems=tuple(Problem(id=each.question.id, item=each) for each in lone if not hasattr(each, "text")),
    )


def test_a_cue_that_always_means_the_first_candidate_is_learnt() -> None:
    found = learnt("cue_only", cases_of(learnable(30, twins=True)), RNG(0))
    assert found.rate == 1.0
    assert found.p < 1e-6
    assert {"haut", "bas"} <= {piece.place for piece in found.evidence}


def test_the_whole_text_teaches_it_to_lone_items_too_but_they_have_no_cue() -> None:
    cases = cases_of(learnable(30, twins=False))
    assert learnt("text_only", cases, RNG(0)).rate == 1.0
    assert learnt("cue_only", cases, RNG(0)).answered == 0


def test_candidates_of_twins_teach_nothing_because_folds_keep_twins_together() -> None:
    found = learnt("candidate_only", cases_of(told(30)), RNG(0))
    assert found.answered == 0


def test_candidates_that_are_always_right_are_learnt() -> None:
    lone = problems([0] * 30, "Le chat {n} un{n} voit le chien {n} deux{n} et [il] trois{n} fuit.")
    found = learnt("candidate_only", cases_of(lone), RNG(0))
    assert found.rate == 1.0


def test_too_few_schemas_are_not_learnt_from() -> None:
    found = learnt("text_only", cases_of(told(5)), RNG(0))
    assert found.items == 0
    assert str(found.note) == "5 schemas are too few to learn from"
    with speaking("fr"):
        assert str(found.note) == "5 schémas ne suffisent pas à un apprentissage"


def test_the_logit_finds_the_feature_that_tells() -> None:
    rng = RNG(2)
    rows = rng.normal(size=(200, 3))
    rows[::2, 1] += 4.0
    weights = fit(Choices(rows=rows, starts=np.arange(0, 200, 2), keys=np.zeros(100, np.int64)))
    assert weights.argmax() == 1
    assert weights[1] > 5 * abs(weights[0])


def test_the_logit_is_logistic_regression_where_there_are_two_candidates() -> None:
    linear = pytest.importorskip("sklearn.linear_model", reason="the peer is not installed")
    rng = RNG(4)
    features = rng.normal(size=(120, 4))
    keys = (features[:, 0] + rng.normal(size=120) < 0).astype(np.int64)
    rows = np.zeros((240, 4))
    rows[::2] = features
    ours = fit(Choices(rows=rows, starts=np.arange(0, 240, 2), keys=keys), strength=1.0)
    theirs = linear.LogisticRegression(C=1.0, fit_intercept=False, tol=1e-8).fit(features, 1 - keys)
    assert ours == pytest.approx(theirs.coef_[0], abs=1e-3)


def test_scores_come_back_item_by_item() -> None:
    choices = Choices(rows=np.array([[1.0], [2.0], [3.0]]), starts=np.array([0, 2]), keys=np.array([1, 0]))
    assert [each.tolist() for each in choices.scores(np.array([2.0]))] == [[2.0, 4.0], [6.0]]


def lone_cases(keys: list[int]) -> tuple[ShortcutCase, ...]:
    return cases_of(problems(keys, "un{n} deux{n} le chat {n} le chien {n} trois{n} [il] fuit."))


def test_embeddings_that_give_the_answer_away_are_set_aside() -> None:
    cases = lone_cases([n % 2 for n in range(60)])
    keys = np.array([case.key for case in cases])
    telling = RNG(3).normal(size=(60, 5))
    telling[:30, 0] += 6.0 * (1 - 2 * keys[:30])
    found = adversarial_filter(cases, telling, RNG(0), FilterSettings(models=16))
    assert found.p <= 0.05
    assert len(found.dropped) > 10
    assert {f"p{n}" for n in range(30)} >= set(found.dropped)


def test_noise_is_set_aside_in_one_of_twenty_collections() -> None:
    """With keys that nothing can tell, half of the items are solved by most of the models; swapped keys show it."""
    cases = lone_cases([n % 2 for n in range(40)])
    settings = FilterSettings(models=8, swaps=39)
    found = [adversarial_filter(cases, RNG(100 + seed).normal(size=(40, 6)), RNG(seed), settings) for seed in range(40)]
    assert sum(bool(each.dropped) for each in found) <= 6
    solved = [sum(rate is not None and rate >= 0.75 for _, rate in each.predictability) for each in found]
    assert np.mean(solved) > 10


def test_models_that_cannot_tell_candidates_apart_have_no_choice() -> None:
    cases = lone_cases([0] * 30)
    found = adversarial_filter(cases, np.zeros((30, 3)), RNG(0))
    assert (found.dropped, found.before, found.p) == ((), None, 1.0)
    assert {rate for _, rate in found.predictability} == {None}
    assert str(embedding_shortcut(cases, np.zeros((30, 3))).note).startswith("no linear model")


@pytest.mark.parametrize("seed", range(5))
def test_near_copies_are_those_that_comparing_all_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    texts = {str(name): [" ".join(rng.choice(list("abcd"), rng.integers(2, 9)))] for name in range(60)}
    pairs = {name: set(pairwise(text.split())) for name, (text,) in texts.items()}
    group = {name: number for number, name in enumerate(texts)}
    for one, other in combinations(texts, 2):
        if 2 * len(pairs[one] & pairs[other]) >= len(pairs[one] | pairs[other]):
            low, high = sorted((group[one], group[other]))
            group = {name: low if number == high else number for name, number in group.items()}
    assert near_copies(texts) == group


def test_near_copies_are_one_piece_of_evidence() -> None:
    """Twelve lone problems, six of which are copies of one another: seven keys, not twelve, could be swapped."""
    texts = ["Le chat voit le chien et [il] fuit très vite dehors."] * 6
    texts += [f"Un{n} deux{n} le chat trois{n} le chien quatre{n} [il] cinq{n}." for n in range(6)]
    items = [item(f"p{n}", text, ("le chat", "le chien"), 0) for n, text in enumerate(texts)]
    lone = Collection(name="c", language="fr", problems=tuple(Problem(id=each.id, item=each) for each in items))
    found = of_surface("first_mention", cases_of(lone))
    assert found.right == 12
    assert found.p == pytest.approx(2 / 2**7)


def test_an_embedding_per_candidate_can_be_given() -> None:
    cases = cases_of(problems([0, 1] * 15, "un{n} deux{n} le chat {n} le chien {n} trois{n} [il] fuit."))
    given = RNG(1).normal(size=(30, 2, 4))
    given[np.arange(30), [case.key for case in cases], 2] += 8.0
    found = adversarial_filter(cases, given, RNG(0), FilterSettings(models=12))
    assert found.before is not None
    assert found.before > 0.9


@pytest.mark.parametrize(
    ("array", "what"),
    [
        (np.zeros((3, 2)), "for 30 items"),
        (np.zeros(30), "for 30 items"),
        (np.full((30, 2), np.nan), "finite"),
        (np.array([["x"] * 2] * 30), "no real numbers"),
        (np.ones((30, 2), np.complex128), "no real numbers but complex128"),
        (np.full((30, 2), 1e300), r"a number beyond 1e\+100"),
        (np.zeros((30, 0)), "for 30 items"),
    ],
    ids=["rows", "flat", "nan", "text", "complex", "huge", "no dimensions"],
)
def test_embeddings_that_do_not_fit_are_refused(
    tmp_path: Path, array: np.ndarray[tuple[int, ...], np.dtype[np.generic]], what: str
) -> None:
    np.save(tmp_path / "e.npy", array)
    with pytest.raises(InputError, match=what):
        read_embeddings(tmp_path / "e.npy", cases_of(problems([0] * 30)))


def test_a_file_that_is_no_array_is_refused(tmp_path: Path) -> None:
    (tmp_path / "e.npy").write_bytes(b"junk")
    with pytest.raises(InputError, match="cannot be read"):
        read_embeddings(tmp_path / "e.npy", cases_of(problems([0])))


def test_a_shortcut_that_chance_does_not_explain_is_named_and_others_are_not() -> None:
    always = replace(
        Shortcut(name="listed_first", note=message("audit-note-not-asked")),
        items=15,
        answered=15,
        right=15,
        rate=1.0,
        p=2**-14,
    )
    often = replace(always, name="longer_candidate", right=11, rate=11 / 15, p=0.04)
    mute = Shortcut(name="exposure", note=message("audit-note-not-asked"))
    assert "listed first 15 / 15, longer candidate 11 / 15 (2 tested" in str(beyond_chance([always, often, mute], 0.95))
    assert beyond_chance([replace(often, p=0.03), often], 0.95) is beyond_chance([], 0.95) is None
