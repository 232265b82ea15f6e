"""A design is a Latin square over lists, a file that refuses what it does not know, and has a fingerprint."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.collection import load
from anaphor.errors import ContentError, FormatError, InputError
from anaphor.experiment import (
    Design,
    DesignPlan,
    TrialKind,
    answers_per_item,
    load_design,
    make_design,
    minutes_for,
    save_design,
)
from anaphor.experiment.design.design import Counting, Exclusion, Trial, design_text, read_design
from anaphor.experiment.design.making import Extras, package_extras, page_language, read_extras, unseen_items
from tests.experiment.specimens import WORDS, collection, design, small_trial

pytestmark = pytest.mark.slow

sizes = st.lists(st.integers(1, 3), min_size=1, max_size=12)
problems = st.lists(st.integers(2, 4), max_size=5)


@given(sizes, problems, st.integers(1, 5))
def test_every_list_has_exactly_one_item_of_each_schema_and_problem(
    variants: list[int], lone: list[int], lists: int
) -> None:
    made = make_design(collection(variants, lone), DesignPlan(lists=lists))
    for names in made.lists:
        schemas = [made.by_id[name].schema for name in names]
        assert len(schemas) == len(set(schemas)) == len(variants) + len(lone)


@given(sizes, st.integers(1, 3))
def test_lists_in_multiples_of_the_items_show_each_item_equally_often(variants: list[int], times: int) -> None:
    made = make_design(collection(variants), DesignPlan(lists=6 * times))
    shown = Counter(name for names in made.lists for name in names)
    for number, size in enumerate(variants):
        assert {shown[f"s{number}.{each + 1}"] for each in range(size)} == {6 * times // size}


@given(st.integers(2, 12))
def test_two_lists_share_special_and_alternate_items_evenly(schemas: int) -> None:
    made = make_design(collection([2] * schemas), DesignPlan(lists=2))
    first = sum(name.endswith(".1") for name in made.lists[0])
    assert abs(first - schemas / 2) <= 0.5
    assert set(made.lists[0]) & set(made.lists[1]) == set()


def test_a_lone_item_stands_in_every_list() -> None:
    made = make_design(collection([1, 2], [3]), DesignPlan(lists=4))
    assert all("s0.1" in names and "q0" in names for names in made.lists)


def test_what_too_few_lists_leave_out_is_told() -> None:
    texts = collection([3, 2, 2])
    assert unseen_items(texts, make_design(texts, DesignPlan(lists=2))) == ("s0.3",)
    assert unseen_items(texts, make_design(texts, DesignPlan(lists=3))) == ()
    assert len(unseen_items(texts, make_design(texts, DesignPlan(lists=1)))) == 4


def test_answers_per_item_follow_from_quota_and_lists() -> None:
    assert answers_per_item(design(6, lists=2, quota=22)) == (11, 11)
    assert answers_per_item(design(6, lists=2, quota=7)) == (3, 4)
    assert answers_per_item(make_design(collection([2, 1]), DesignPlan(lists=2, quota=10))) == (5, 10)


def test_an_item_that_offers_no_choice_is_not_asked() -> None:
    texts = collection([2], [2])
    twice = replace(texts.problems[0].item.question, candidates=(texts.problems[0].item.question.candidates[0],) * 2)  # type: ignore[union-attr]  # the specimen's problems hold items
    texts = replace(texts, problems=(replace(texts.problems[0], item=twice),))
    assert unseen_items(texts, make_design(texts, DesignPlan())) == ("q0",)


def test_the_embedded_collections_can_be_asked_whole() -> None:
    for name in ("anaphor-fr", "anaphor-en"):
        texts = load(name)
        made = make_design(texts, DesignPlan(lists=2))
        assert unseen_items(texts, made) == ()
        assert made.interface == texts.language
        assert len(made.of_kind(TrialKind.ATTENTION)) >= 2
        assert len(made.of_kind(TrialKind.CONTROL)) >= 4


def test_fillers_come_from_another_collection_one_of_each_schema() -> None:
    made = make_design(collection([2]), DesignPlan(fillers=collection([2, 2], [3]), bare=True))
    fillers = made.of_kind(TrialKind.FILLER)
    assert [trial.id for trial in fillers] == ["filler-s0.1", "filler-s1.1", "filler-q0"]
    assert all(trial.schema is None and trial.item is None for trial in fillers)


def test_a_trial_of_another_kind_cannot_take_the_name_of_an_item() -> None:
    texts = collection([], [2])
    item = replace(texts.problems[0].item.question, id="attention-1")  # type: ignore[union-attr]  # the specimen's problems hold items
    with pytest.raises(ContentError, match="attention-1"):
        make_design(replace(texts, problems=(replace(texts.problems[0], id="attention-1", item=item),)), DesignPlan())


def test_the_name_of_a_study_is_made_fit_for_a_link_or_refused() -> None:
    texts = replace(collection([2]), name="Mes schémas (2017) !")
    assert make_design(texts, DesignPlan()).name == "Mes-schemas-2017"
    with pytest.raises(ContentError, match="link"):
        make_design(texts, DesignPlan(name="a/b"))


def test_the_page_speaks_the_collections_language_where_it_can() -> None:
    assert page_language(load("anaphor-fr"), None) == "fr"
    assert page_language(replace(collection([2]), language="mul"), None) == "en"
    with pytest.raises(InputError, match="'de'"):
        make_design(collection([2]), DesignPlan(interface="de", bare=True, extras=Extras(words=WORDS, trials=())))


def test_the_same_plan_gives_the_same_fingerprint_and_any_change_another() -> None:
    first = design()
    assert first.fingerprint == design().fingerprint
    changed = [
        replace(first, seed=2),
        replace(first, quota=9),
        replace(first, block=41),
        replace(first, lists=first.lists[::-1]),
        replace(first, exclusion=Exclusion(fast_ms=301)),
        replace(first, counting=Counting.ALL),
        replace(first, words=replace(first.words, consent="Other words.")),
        replace(first, trials=(replace(first.trials[0], text="Another."), *first.trials[1:])),
    ]
    assert len({first.fingerprint, *(each.fingerprint for each in changed)}) == len(changed) + 1


def test_a_design_survives_its_file(tmp_path: Path) -> None:
    made = replace(design(bare=False), counting=Counting.FIRST_3, retention="2027-12-31")
    save_design(made, tmp_path / "d.json")
    assert load_design(tmp_path / "d.json") == made
    assert load_design(tmp_path / "d.json").fingerprint == made.fingerprint


def _spoilt(**changes: object) -> str:
    return json.dumps({**json.loads(design_text(design())), **changes})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "design"),
        ("[1", "design"),
        ("\x00\xff", "design"),
        (_spoilt(colour="blue"), "colour"),
        (_spoilt(quota=0), "from 1 to"),
        (_spoilt(lease_s=10**30), "from 1 to"),
        (_spoilt(recruiting={"redirect": "javascript:alert(1)"}), "no address"),
        (_spoilt(quota="many"), "quota"),
        (_spoilt(version=2), "version 2"),
        (_spoilt(interface="de"), "'de'"),
        (_spoilt(lists=[]), "list"),
        (_spoilt(lists=[["nobody"]]), "nobody"),
        (_spoilt(lists=[["s0.1", "s0.2"]]), "two items of one schema"),
        (_spoilt(lists=[["s0.1"]]), "stands in no list"),
        (_spoilt(retention="soon"), "no date"),
        (_spoilt(name="../../etc"), "link"),
        (_spoilt(exclusion={"fast_share": 2}), "impossible"),
        (_spoilt(exclusion={"faster": 2}), "faster"),
        (_spoilt(counting="most"), "counting"),
    ],
    ids=[
        "empty",
        "broken",
        "binary",
        "unknown",
        "quota",
        "lease",
        "redirect",
        "type",
        "version",
        "interface",
        "no-list",
        "no-trial",
        "twins",
        "unseen",
        "retention",
        "name",
        "rule",
        "unknown-rule",
        "counting",
    ],
)
def test_a_design_that_cannot_be_is_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        read_design(text, "d.json")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"candidates": ("Ada",)}, "fewer than two"),
        ({"candidates": ("Ada", "Ada")}, "twice"),
        ({"candidates": ("Ada", " ")}, "empty"),
        ({"text": " "}, "empty"),
        ({"key": 2}, "key"),
        ({"schema": None}, "schema"),
        ({"kind": TrialKind.CONTROL, "schema": None, "key": None}, "needs a key"),
    ],
    ids=["one", "same", "blank", "text", "key", "schema", "control"],
)
def test_a_trial_that_nobody_could_answer_is_refused(fields: dict[str, object], said: str) -> None:
    with pytest.raises(ContentError, match=said):
        small_trial(**fields)


@pytest.mark.parametrize(("trials", "minutes"), [(3, 2), (40, 5), (109, 15), (183, 25)])
def test_people_are_told_how_long_their_trials_take(trials: int, minutes: int) -> None:
    assert minutes_for(trials) == minutes
    consent = make_design(collection([1] * trials), DesignPlan(bare=True)).words.consent
    assert f"about {minutes} minutes" in consent


def test_lists_below_one_are_refused() -> None:
    with pytest.raises(InputError, match="0 lists"):
        make_design(collection([2]), DesignPlan(lists=0))


def test_a_file_of_ones_own_replaces_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text(
        '[words]\ntitle = "Ours"\n[[filler]]\ntext = "It rained."\ncandidates = ["yes", "no"]\nkey = 0\n'
        '[[practice]]\ntext = "It snowed."\ncandidates = ["yes", "no"]\nkey = 1\n',
        encoding="utf-8",
    )
    found = read_extras(path, "en")
    assert found.words == replace(package_extras("en").words, title="Ours")
    own = [trial for trial in found.trials if trial.kind in (TrialKind.FILLER, TrialKind.PRACTICE)]
    assert [trial.text for trial in own] == ["It snowed.", "It rained."]
    kept = [trial for trial in package_extras("en").trials if trial.kind not in (TrialKind.FILLER, TrialKind.PRACTICE)]
    assert [trial for trial in found.trials if trial not in own] == kept
    made = make_design(collection([2]), DesignPlan(extras=found))
    assert made.words.title == "Ours"
    assert len(made.of_kind(TrialKind.FILLER)) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[words", "TOML"),
        ("[word]\n", "word"),
        ("[words]\ncolour = 'x'", "colour"),
        ("\xff", "TOML"),
        ("[[filler]]\ntext = 'a'\ncandidates = ['b']\nkey = 0", "fewer than two"),
        ("[[filler]]\ntext = 'a'\nkey = 0", "candidates"),
    ],
    ids=["broken", "table", "field", "latin", "one", "missing"],
)
def test_a_file_of_words_that_cannot_be_read_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "words.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(FormatError, match=said):
        read_extras(path, "en")


def test_both_languages_of_the_package_have_the_same_kinds_of_trials() -> None:
    def kinds(trials: tuple[Trial, ...]) -> Counter[TrialKind]:
        return Counter(trial.kind for trial in trials)

    assert kinds(package_extras("fr").trials) == kinds(package_extras("en").trials)
    assert {len(package_extras(each).words.consent) > 100 for each in ("fr", "en")} == {True}


def test_a_design_knows_its_trials_by_id_and_kind() -> None:
    made: Design = design(bare=False)
    assert made.by_id["s0.1"].item == "s0.1"
    assert all(trial.kind is TrialKind.PRACTICE for trial in made.of_kind(TrialKind.PRACTICE))
