"""Shortcuts of the surface and learnt ones: harmless on twins, seen where they are real."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from anaphor.audit import Shortcut
from anaphor.audit.association.scores import Float, Int
from anaphor.audit.association.verdict import beyond_chance
from anaphor.audit.case import ShortcutCase, cases_of, near_copies
from anaphor.audit.shortcuts.filtering import FilterSettings, adversarial_filter, embedding_shortcut, read_embeddings
from anaphor.audit.shortcuts.predictability import WordRows, learnt, weights_of
from anaphor.audit.shortcuts.ridge import Contrasts, Products, chosen
from anaphor.audit.shortcuts.shortcut import frequent_candidate, of_surface, prompt_overlap
from anaphor.audit.shortcuts.swapping import Swaps, corrected
from anaphor.errors import InputError
from anaphor.schema import Collection, Problem
from anaphor.statistics import one_thread
from anaphor.text import message, speaking
from tests.audit.items import item, problems, schema, told
from tests.audit.naive import NaiveCounts

pytestmark = pytest.mark.slow

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
    assert found.p == pytest.approx(1 / 2_000)  # none of the swapped keys, and the real ones
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


def _rekeyed(cases: Sequence[ShortcutCase], rng: np.random.Generator) -> list[ShortcutCase]:
    """The items with keys that nothing can tell: a coin for each schema."""
    coins = {case.schema: int(rng.integers(2)) for case in cases}
    return [replace(case, key=(case.key + coins[case.schema]) % 2) for case in cases]


@pytest.mark.parametrize("name", ["cue_only", "text_only"])
def test_where_nothing_can_be_learnt_a_shortcut_is_seen_in_one_of_twenty_collections(name: str) -> None:
    """Keys by a coin for each schema, and six pairs of cues that many schemas share.

    Schemas with one cue are answered alike, right or wrong together: to take what was learnt as given sees a shortcut
    in one of five collections.
    """
    cues = [("haut", "bas"), ("chaud", "froid"), ("lent", "vif"), ("gras", "sec"), ("clair", "noir"), ("neuf", "vieux")]
    texts = [f"Le roi{n} de mot{n} voit le duc{n} autre{n} et [il] reste {{}}." for n in range(60)]
    schemas = [schema(f"s{n}", text, cues[n % 6], (f"le roi{n}", f"le duc{n}")) for n, text in enumerate(texts)]
    cases = cases_of(Collection(name="c", language="fr", schemas=tuple(schemas)))
    refitted, fixed = 0, 0
    with one_thread():
        for seed in range(100):
            rng = RNG([7, seed])
            drawn = _rekeyed(cases, rng)
            found = learnt(name, drawn, rng, Swaps.of(drawn, rng, draws=39))
            refitted += found.p <= 0.05
            fixed += (found.p_fixed or 0.0) <= 0.05
    assert refitted <= 11 < fixed  # a binomial of 100 and 0.05 is above 11 in one of 200


def test_what_is_learnt_from_swapped_keys_is_what_learning_from_such_a_collection_gives() -> None:
    cases = cases_of(learnable(24, twins=True))
    swaps = Swaps.of(cases, RNG(3), draws=5)
    found = learnt("cue_only", cases, RNG(0), swaps).under_swaps
    assert found is not None
    for row, keys in enumerate(swaps.keys(cases)):
        moved = [replace(case, key=int(key)) for case, key in zip(cases, keys, strict=True)]
        again = learnt("cue_only", moved, RNG(0), Swaps.of(moved, RNG(4), draws=1))
        assert again.right + (again.items - again.answered) / 2 == pytest.approx(found[row])


def test_all_swaps_are_looked_at_where_they_are_few() -> None:
    cases = cases_of(problems([0] * 5, "un{n} deux{n} le chat {n} le chien {n} trois{n} [il] fuit."))
    swaps = Swaps.of(cases, RNG(0))
    assert swaps.exact
    assert swaps.shifts.shape == (32, 5)
    assert not swaps.shifts[0].any()
    first = of_surface("first_mention", cases)
    nearest = of_surface("nearest_mention", cases)
    longer = of_surface("longer_candidate", cases)
    found = corrected([first, nearest, longer], swaps)
    # The first is never the nearest: to look at both is to look once. The longer is always the chien, as the nearest.
    assert [each.p_adjusted for each in found] == [pytest.approx(2 / 32)] * 3


def test_shortcuts_that_have_nothing_to_do_with_each_other_are_corrected_for_their_number() -> None:
    texts = [
        f"un{n} deux{n} le {'chat' if n % 2 else 'chaton'} {n} le chien {n} trois{n} [il] fuit." for n in range(10)
    ]
    items = [item(f"p{n}", text, ("le chat" if n % 2 else "le chaton", "le chien"), 0) for n, text in enumerate(texts)]
    lone = Collection(name="c", language="fr", problems=tuple(Problem(id=each.id, item=each) for each in items))
    cases = cases_of(lone)
    swaps = Swaps.of(cases, RNG(0))
    assert swaps.exact
    first, longer = corrected([of_surface("first_mention", cases), of_surface("longer_candidate", cases)], swaps)
    assert first.p == pytest.approx(2 / 2**10)
    # Reached where either rule is as far from chance: two swaps for the one, two others for the other
    assert first.p_adjusted == pytest.approx(4 / 2**10)
    assert longer.p == longer.p_adjusted == 1.0


def test_a_word_that_tells_has_the_weight() -> None:
    rng = RNG(2)
    groups = list(range(80))
    keys = rng.integers(2, size=80)
    items = [[[f"w{rng.integers(6)}", *(["tell"] if place == key else [])] for place in (0, 1)] for key in keys]
    rows = WordRows.of(items, groups)
    weights = weights_of(rows, Contrasts.of(np.full(80, 2)), keys[None, :], RNG(0))
    assert rows.words[int(np.abs(weights).argmax())] == "tell"


def _products(apart: Float, train: Int, test: Int) -> Products:
    return Products(apart[train] @ apart[train].T, apart[train] @ apart[test].T)


def test_the_ridge_is_that_of_scikit_learn_for_every_row_of_keys() -> None:
    linear = pytest.importorskip("sklearn.linear_model", reason="the peer is not installed")
    rng = RNG(4)
    features = rng.normal(size=(120, 2, 4))
    keys = rng.integers(2, size=(3, 120))
    contrasts = Contrasts.of(np.full(120, 2))
    flat = features.reshape(-1, 4)
    apart = contrasts.apart(np.arange(120), lambda numbers: flat[numbers])
    train, test = np.arange(90), np.arange(90, 120)
    found = chosen(contrasts, keys, train, test, _products(apart, train, test), 2.0)
    differences = (features[:, 0] - features[:, 1]) / np.sqrt(2)
    for row in range(3):
        peer = linear.Ridge(alpha=2.0, fit_intercept=False).fit(differences[train], 1 - 2 * keys[row, train])
        assert found[row].tolist() == (peer.predict(differences[test]) < 0).astype(int).tolist()


def test_items_with_three_candidates_are_learnt_from_and_asked() -> None:
    rng = RNG(5)
    sizes = np.array([2, 3] * 30)
    keys = np.array([int(rng.integers(size)) for size in sizes])
    flat = rng.normal(size=(int(sizes.sum()), 3))
    flat[np.cumsum(sizes) - sizes + keys, 1] += 6.0
    contrasts = Contrasts.of(sizes)
    every = np.arange(contrasts.item.size)
    apart = contrasts.apart(every, lambda numbers: flat[numbers])
    train, test = every[contrasts.item < 40], every[contrasts.item >= 40]
    found = chosen(contrasts, keys[None, :], train, test, _products(apart, train, test), 2.0)
    assert found[0].tolist() == keys[40:].tolist()


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


def _headed(header: str) -> bytes:
    """A .npy file with that header and nothing below."""
    return b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little") + header.encode()


@pytest.mark.parametrize(
    "content",
    [
        b"junk",
        b"PK\x03\x04junk",
        _headed("{'descr': '<f8', 'fortran_order': False, 'shape': (30, 2),\n"),
        _headed("  a\n b\n   {"),
        _headed(f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({'9' * 400}, 2), }}\n"),
        _headed("{'descr': '<f8', 'fortran_order': False, 'shape': (True, 2), }\n"),
    ],
    ids=["junk", "no archive", "an open bracket", "indented", "endless", "no number"],
)
def test_a_file_that_is_no_array_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "e.npy").write_bytes(content)
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
        p_adjusted=2**-13,
    )
    often = replace(always, name="longer_candidate", right=11, rate=11 / 15, p=0.04, p_adjusted=0.05)
    mute = Shortcut(name="exposure", note=message("audit-note-not-asked"))
    told = str(beyond_chance([always, often, mute], 0.95))
    assert "listed first 15 / 15 (p < 0.001), longer candidate 11 / 15 (p = 0.050) (2 tested together" in told
    # What verdicts go by is corrected: a p that is small by itself is not enough.
    assert beyond_chance([replace(often, p=0.001, p_adjusted=0.06), often], 0.9) is not None
    assert beyond_chance([replace(often, p=0.001, p_adjusted=0.06)], 0.95) is beyond_chance([], 0.95) is None
