"""Changed wordings: what changes, what stays, and the way back."""

import json
from pathlib import Path

import pytest

from anaphor.collection import Perturbed, WordingChange, exchange_candidates, exchange_names, load, save
from anaphor.collection.changes.exchange import Exchange, exchanged, fitted_exchange, frequent_names, moved
from anaphor.collection.changes.perturbation import Paraphrase, paraphrase, switch_order, write_origins
from anaphor.errors import ContentError, InputError
from anaphor.language import LANGUAGES, Gender, rules_of
from anaphor.language.french.junctures import elides
from anaphor.schema import (
    Annotations,
    Candidate,
    Collection,
    Item,
    Mark,
    Neither,
    Problem,
    Question,
    Schema,
    Span,
)


def item(name: str, text: str, candidates: tuple[str, ...], key: int = 0, **more: object) -> Item:
    """An item whose anaphor stands in [ ]."""
    start, end = text.index("["), text.index("]") - 1
    notes = more.pop("annotations", Annotations())
    assert isinstance(notes, Annotations)
    question = Question(
        id=name,
        language=str(more.pop("language", "fr")),
        text=text.replace("[", "").replace("]", ""),
        anaphor=Mark(start=start, end=end),
        candidates=tuple(Candidate(text=each) for each in candidates),
        **more,  # type: ignore[arg-type]  # prompt, cues and readings of a question
    )
    return Item(question=question, key=key, annotations=notes)


def schema(*items: Item) -> Collection:
    return Collection(name="own", language=items[0].question.language, schemas=(Schema(id="s", variants=items),))


TWINS = (
    item("s.1", "Anne a écrit à Lucie car [elle] s'ennuyait.", ("Anne", "Lucie"), prompt="Qui s'ennuyait ?"),
    item("s.2", "Anne a écrit à Lucie car [elle] partait.", ("Anne", "Lucie"), 1, prompt="Qui partait ?"),
)


def by_origin(made: Perturbed) -> dict[str, Item]:
    return {made.origins[each.id].item: each for each in made.collection.items}


@pytest.mark.parametrize(
    ("language", "candidates", "text", "turned"),
    [
        (
            "fr",
            ("Romain", "le petit Ilyes"),
            "Sur la plage, Romain a suivi le petit Ilyes, car [il] était perdu.",
            "Sur la plage, le petit Ilyes a suivi Romain, car il était perdu.",
        ),
        (
            "fr",
            ("le Dr. Martin", "Michel"),
            "Le Dr. Martin a prévenu Michel, car [il] était malade.",
            "Michel a prévenu le Dr. Martin, car il était malade.",
        ),
        (
            "fr",
            ("Michel", "le Dr. Martin"),
            "Michel a prévenu le Dr. Martin. [Il] était malade.",
            "Le Dr. Martin a prévenu Michel. Il était malade.",
        ),
        (
            "en",
            ("the boy", "Sam"),
            "At noon, Sam saw the boy, because [he] was near.",
            "At noon, the boy saw Sam, because he was near.",
        ),
        ("en", ("the boy", "Sam"), "The boy saw Sam, because [he] was near.", "Sam saw the boy, because he was near."),
        (
            "en",
            ("Sam", "the boy"),
            "He said: « The boy saw Sam, because [he] was near. »",
            "He said: « Sam saw the boy, because he was near. »",
        ),
        (
            "en",
            ("the English teacher", "Sam"),
            "It rained. Sam met the English teacher when [he] left.",
            "It rained. The English teacher met Sam when he left.",
        ),
    ],
)
def test_a_capital_belongs_to_the_place_or_to_the_name(
    language: str, candidates: tuple[str, ...], text: str, turned: str
) -> None:
    switchable = Annotations(switchable=True)
    own = schema(item("s.1", text, candidates, language=language, annotations=switchable))
    assert exchange_candidates(own).collection.items[0].question.text == turned


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_switching_the_order_changes_no_word_and_keeps_the_right_answer(name: str) -> None:
    whole = load(name)
    made = switch_order(whole)
    assert made.collection.fingerprint != whole.fingerprint
    turned = by_origin(made)
    for each in whole.items:
        other = turned[each.id]
        assert other.question.text == each.question.text
        assert [one.text for one in other.question.candidates] == [one.text for one in each.question.candidates][::-1]
        assert other.answer == each.answer


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
@pytest.mark.parametrize("change", [switch_order, exchange_candidates, exchange_names])
def test_the_way_back_leads_to_the_key_of_the_original(name: str, change: object) -> None:
    whole = load(name)
    assert callable(change)
    made = change(whole)
    originals = {each.id: each for each in whole.items}
    for each in made.collection.items:
        origin = made.origins[each.id]
        assert not isinstance(each.key, Neither)
        assert origin.candidates[each.key] == originals[origin.item].key
        assert sorted(origin.candidates) == list(range(len(each.question.candidates)))
    assert len(made.origins) + len(made.skipped) == len(whole.entries)


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
@pytest.mark.parametrize("change", [exchange_candidates, exchange_names])
def test_the_anaphor_and_the_cues_stand_where_the_text_has_them(name: str, change: object) -> None:
    whole = load(name)
    originals = {each.id: each.question for each in whole.items}
    assert callable(change)
    made = change(whole)
    for each in made.collection.items:
        old = originals[made.origins[each.id].item]
        assert each.question.anaphor_form == old.anaphor_form
        if change is exchange_names:
            assert len(each.question.cues) == len(old.cues)


def test_exchanged_candidates_make_the_other_one_right() -> None:
    made = by_origin(exchange_candidates(schema(*TWINS)))
    assert made["s.1"].question.text == "Lucie a écrit à Anne car elle s'ennuyait."
    assert (made["s.1"].answer, made["s.2"].answer) == ("Lucie", "Anne")


def test_articles_capitals_and_elision_follow_the_exchange() -> None:
    yes = Annotations(switchable=True)
    cases = {
        "Le chat suit l'oiseau car [il] a faim.": ("le chat", "l'oiseau", "L'oiseau suit le chat car il a faim."),
        "Max a vu le fils d'Anne quand [elle] rit.": ("Max", "Anne", "Anne a vu le fils de Max quand elle rit."),
        "Il dit qu'Anne connaît Luc mais [il] ment.": ("Anne", "Luc", "Il dit que Luc connaît Anne mais il ment."),
        "Ida rêve de l'île ou de Rome, [elle] part.": ("Ida", "Rome", "Rome rêve de l'île ou d'Ida, elle part."),
    }
    for text, (one, other, expected) in cases.items():
        made = by_origin(exchange_candidates(schema(item("x", text, (one, other), annotations=yes))))
        assert made["x"].question.text == expected


@pytest.mark.parametrize(
    ("text", "candidates", "more", "why"),
    [
        ("La coupe cache le vase car [elle] brille.", ("la coupe", "le vase"), {}, "does not call it switchable"),
        ("Anne voit Luce et Anne rit car [elle] dort.", ("Anne", "Luce"), {}, "once each"),
        ("Anne voit Luce car [elle] dort.", ("Anne", "Luce"), {"prompt": "Qui Anne voit-elle ?"}, "prompt names"),
        ("Anne, Luce et Zoé, [elle] dort.", ("Anne", "Luce", "Zoé"), {}, "two candidates"),
        (
            "Anne voit Luce car [elle] dort.",
            ("Anne", "Luce"),
            {"annotations": Annotations(switchable=False)},
            "cannot be switched",
        ),
        ("Ana ve a Lucía porque [ella] duerme.", ("Ana", "Lucía"), {"language": "es"}, "no rules"),
    ],
)
def test_what_cannot_be_exchanged_is_skipped_with_its_reason(
    text: str, candidates: tuple[str, ...], more: dict[str, object], why: str
) -> None:
    odd = item("odd", text, candidates, 0, **more)
    whole = Collection(
        name="own", language="fr", problems=(Problem(id="odd", item=odd),), schemas=schema(*TWINS).schemas
    )
    assert [(name, why in str(said)) for name, said in exchange_candidates(whole).skipped.items()] == [("odd", True)]


def test_new_names_have_the_old_ones_gender_and_are_the_same_for_twins() -> None:
    made = exchange_names(load("anaphor-fr"), seed=7)
    for part in made.collection.schemas:
        names = {
            frozenset(one.text for one in each.question.candidates) for each in part.variants if isinstance(each, Item)
        }
        assert len(names) == 1
    pool = {name: gender for gender, names in frequent_names("fr").items() for name in names}
    gender_of = rules_of(LANGUAGES.get("fr")).first_name_gender
    assert gender_of is not None
    originals = {each.id: each for each in load("anaphor-fr").items}
    for each in made.collection.items:
        for new, old in zip(
            each.question.candidates, originals[made.origins[each.id].item].question.candidates, strict=True
        ):
            if new.text in pool and new.text != old.text:
                assert gender_of(old.text.split()[-1]) is pool[new.text]


def test_old_names_are_gone_from_text_prompt_and_readings() -> None:
    one = item(
        "x",
        "Anne a parlé d'Éva à Luc car [elle] l'aime.",
        ("Anne", "Éva"),
        prompt="Anne aime-t-elle Luc ?",
        readings=("Anne a parlé d'Éva à Luc car Anne l'aime.", None),
    )
    made = by_origin(exchange_names(schema(one)))["x"].question
    whole = " ".join([made.text, made.prompt or "", made.readings[0] or ""])
    assert "Anne" not in whole.replace(made.candidates[0].text, "")
    assert "Éva" not in whole
    assert "Luc" in whole  # no candidate, so he keeps his name
    assert f"d'{made.candidates[1].text}" in made.text
    assert made.readings[1] is None


def test_the_same_seed_gives_the_same_names_and_another_one_others() -> None:
    texts = [
        [each.text for each in exchange_names(load("anaphor-en"), seed).collection.questions] for seed in (1, 1, 2)
    ]
    assert texts[0] == texts[1] != texts[2]


def test_families_places_and_unknown_names_keep_their_names() -> None:
    families = item("f", "Les Martin aident les Morel car [ils] sont bons.", ("les Martin", "les Morel"))
    whole = Collection(
        name="own", language="fr", schemas=schema(*TWINS).schemas, problems=(Problem(id="f", item=families),)
    )
    assert list(exchange_names(whole).skipped) == ["f"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_frequent_names_have_the_gender_that_the_lists_give_them(language: str) -> None:
    gender_of = rules_of(LANGUAGES.get(language)).first_name_gender
    assert gender_of is not None
    for gender, names in frequent_names(language).items():
        assert {name: gender_of(name) for name in names} == dict.fromkeys(names, gender)
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("gender", [Gender.FEMININE, Gender.MASCULINE])
def test_there_are_french_names_before_which_words_elide_and_others(gender: Gender) -> None:
    eliding = [name for name in frequent_names("fr")[gender] if elides(name)]
    assert min(len(eliding), len(frequent_names("fr")[gender]) - len(eliding)) >= 6


def test_paraphrases_of_twins_stay_twins() -> None:
    given = {
        "s.1": [
            Paraphrase(text="Comme [elle] s'ennuyait, Anne a écrit à Lucie."),
            Paraphrase(text="[Elle] s'ennuyait : Anne a écrit à Lucie.", prompt="Qui était-ce ?"),
        ],
        "s.2": [Paraphrase(text="Comme [elle] partait, Anne a écrit à Lucie.")],
    }
    made = paraphrase(schema(*TWINS), given)
    assert [[each.id for each in part.variants if isinstance(each, Item)] for part in made.collection.schemas] == [
        ["s.1~1", "s.2~1"],
        ["s.1~2"],
    ]
    first, second, third = made.collection.items
    assert (first.answer, second.answer) == ("Anne", "Lucie")
    assert (first.question.anaphor_form, third.question.anaphor_form) == ("elle", "Elle")
    assert (first.question.prompt, third.question.prompt) == ("Qui s'ennuyait ?", "Qui était-ce ?")
    assert made.origins["s.1~2"].item == "s.1"


def test_paraphrases_without_a_mark_or_of_unknown_items_are_refused() -> None:
    with pytest.raises(ContentError, match="must mark one anaphor"):
        paraphrase(schema(*TWINS), {"s.1": [Paraphrase(text="Elle s'ennuyait.")]})
    with pytest.raises(InputError, match="no item 'z'"):
        paraphrase(schema(*TWINS), {"z": [Paraphrase(text="[Elle] dort.")]})


def test_a_change_that_changes_nothing_is_refused() -> None:
    lone = item("x", "La coupe cache le vase car [elle] brille.", ("la coupe", "le vase"))
    with pytest.raises(InputError, match="no item of own can be changed by names"):
        exchange_names(schema(lone))


def test_a_changed_collection_can_be_saved_and_loaded_with_its_way_back(tmp_path: Path) -> None:
    made = exchange_names(load("anaphor-fr"))
    save(made.collection, tmp_path / "names.yaml")
    path = write_origins(made, tmp_path / "names.yaml")
    assert load(tmp_path / "names.yaml").fingerprint == made.collection.fingerprint
    document = json.loads(path.read_text("utf-8"))
    assert document["origins"].keys() == {each.id for each in load(tmp_path / "names.yaml").items}
    assert document["change"] == "names"


def test_the_signature_says_what_was_changed_and_how(tmp_path: Path) -> None:
    made = exchange_names(schema(*TWINS), seed=3)
    assert "|change:names|items:2|skipped:0|seed:3|" in str(made.signature)
    assert made.change is WordingChange.NAMES
    assert json.loads(write_origins(made, tmp_path / "own.yaml").read_text("utf-8"))["skipped"] == {}


def test_stretches_move_with_what_is_exchanged_before_them() -> None:
    text = "Ann met Eve in May."
    exchanges = [Exchange(Span(start=0, end=3), "Joanna"), Exchange(Span(start=8, end=11), "Al")]
    new = exchanged(text, exchanges)
    assert new == "Joanna met Al in May."
    for word, expected in (("met", "met"), ("Eve", "Al"), ("May", "May"), ("Ann met", "Joanna met"), ("nn", "Joanna")):
        start = text.index(word)
        assert moved(Span(start=start, end=start + len(word)), exchanges).of(new) == expected


def test_a_french_word_before_is_fitted_unless_its_gender_is_lost() -> None:
    assert fitted_exchange("il va à l'hôtel", Span(start=10, end=15), "gare", "fr") is None
    assert fitted_exchange("près de Paul", Span(start=8, end=12), "le lac", "fr") == Exchange(
        Span(start=5, end=12), "du lac"
    )
    assert fitted_exchange("near Paul", Span(start=5, end=9), "Ann", "en") == Exchange(Span(start=5, end=9), "Ann")
