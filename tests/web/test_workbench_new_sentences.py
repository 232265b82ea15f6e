"""The workbench on sentences that no counts were made for: answers, verdicts that hold, and domains."""

from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from anaphor.audit import Confrontation, VerdictKind, bounds_of, chosen
from anaphor.audit.association.scores import score_item
from anaphor.audit.auditing import association_test
from anaphor.collection import load
from anaphor.corpus import TableCounts, mutual_information, read_pairs, shipped, shipped_table
from anaphor.corpus.pairs.making import table_of, write_pairs
from anaphor.corpus.pairs.table import Keeping
from anaphor.web import Looker
from anaphor.web.workbench.file import draft_of, parts_of
from anaphor.web.workbench.looker import Topics, domain_words
from anaphor.web.workbench.wire import Draft, Interface, LookReply
from tests.web.benches import small_index, spoken

HERE = Path(__file__).parent
LANGUAGES: tuple[Interface, Interface] = ("fr", "en")
LEAKING = {
    "fr": Draft(
        text="Le chien regarde l'oiseau parce qu'[il] veut {aboyer|voler}.",
        candidates=["le chien", "l'oiseau"],
        keys=[0, 1],
    ),
    "en": Draft(
        text="The sailor waited for the soldier because [he] had lost his {ship|regiment}.",
        candidates=["the sailor", "the soldier"],
        keys=[0, 1],
    ),
}


@cache
def looker(language: str) -> Looker:
    """A looker with what the package carries, without language models."""
    return Looker(language, models={})


def looked(language: Interface, draft: Draft) -> LookReply:
    """What is said of a draft, in its own language."""
    found = spoken(language, looker(language).look, draft)
    assert found is not None
    return found


def drafts(language: Interface) -> list[Draft]:
    """Twenty-five schemas that are in no collection."""
    return [draft_of(part, language) for part in parts_of(load(HERE / f"new_schemas_{language}.yaml"))]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_all_pairs_of_new_sentences_are_answered(language: Interface) -> None:
    pairs = [pair for draft in drafts(language) for each in looked(language, draft).variants for pair in each.pairs]
    exact = sum(pair.both is not None for pair in pairs) / len(pairs)
    known = sum(pair.both is not None or pair.below is not None for pair in pairs) / len(pairs)
    print(f"{language}: {len(pairs)} pairs of new sentences, {known:.0%} answered, {exact:.0%} with a count")
    assert len(pairs) == 100
    assert known >= 0.95
    assert exact >= 0.6


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_sentence_that_leaks_is_told_so(language: Interface) -> None:
    found = looked(language, LEAKING[language])
    assert found.whole is not None
    assert found.whole.tone == "leak"
    assert [each.verdict.tone for each in found.variants] == ["leak", "leak"]
    resisting = looked(language, msgspec.structs.replace(LEAKING[language], keys=[1, 0]))
    assert resisting.whole is not None
    assert resisting.whole.tone == "fine"


def test_a_bound_is_shown_as_a_bound_and_never_as_a_count() -> None:
    french, english = spoken("fr", looker("fr").look, LEAKING["fr"]), spoken("en", looker("fr").look, LEAKING["fr"])
    assert french is not None
    assert english is not None
    dog = french.variants[1].pairs[0]
    assert (dog.candidate, dog.cue, dog.both, dog.bits, dog.below) == ("chien", "voler", None, None, 8)
    assert dog.why == "moins de 8 phrases ensemble"
    assert dog.most is not None
    assert dog.most < 1
    assert english.variants[1].pairs[0].why == "fewer than 8 sentences together"
    assert french.variants[1].verdict.sentence.endswith("au plus.")
    assert english.variants[1].verdict.sentence.endswith("at most.")


def test_names_and_words_that_are_not_listed_are_said_to_be_so() -> None:
    named = Draft(
        text="Marc a appelé Luc parce qu'[il] voulait {voler|aboyer}.", candidates=["Marc", "Luc"], keys=[0, 1]
    )
    assert "noms propres" in looked("fr", named).variants[0].verdict.sentence
    odd = Draft(
        text="Le chien suit le zébulon parce qu'[il] veut {aboyer|voler}.",
        candidates=["le chien", "le zébulon"],
        keys=[0, 1],
    )
    assert "zébulon" in looked("fr", odd).variants[0].verdict.sentence


def test_a_choice_by_a_bound_is_the_choice_of_the_exact_counts(tmp_path: Path) -> None:
    index = small_index(tmp_path)
    write_pairs(tmp_path / "x.pairs", table_of([index], 1, Keeping(common=3)))
    table = TableCounts(read_pairs(tmp_path / "x.pairs"))
    words = read_pairs(tmp_path / "x.pairs").words
    by_bound = 0
    for a, b in combinations(words, 2):
        for cue in words:
            told = Confrontation(item="i", schema="s", pairs=((a, cue), (b, cue)), key=0)
            item, truth = (score_item(told, counts, mutual_information) for counts in (table, index))
            choice, right = chosen(item, bounds_of(item, table)), chosen(truth, bounds_of(truth, index))
            by_bound += choice is not None and choice.bound is not None
            if choice is not None:
                assert right is not None
                assert choice.candidate == right.candidate
                assert right.lead is None or (choice.lead is not None and choice.lead <= right.lead + 1e-9)
    assert by_bound > 10


def test_the_audit_of_a_collection_does_not_ask_the_table() -> None:
    found = association_test(load(HERE / "new_schemas_fr.yaml"), shipped("fr"))
    counted = [pair for item in found.items for pair in item.pairs if pair.count is not None]
    assert len(counted) < 0.1 * 2 * len(found.items)  # only what other collections happened to ask
    assert found.verdict.kind is VerdictKind.UNDECIDED


@pytest.mark.slow
@pytest.mark.parametrize(("language", "share"), [("fr", 0.7), ("en", 0.68)])
def test_one_of_the_three_suggested_domains_is_mostly_right(language: str, share: float) -> None:
    table = shipped_table(language)
    assert table is not None
    topics = Topics(table)
    parts = [part for part in parts_of(load(f"anaphor-{language}")) if part.domains]
    hits = [bool(set(topics.domains(draft_of(part, language).text)) & set(part.domains)) for part in parts]
    print(f"{language}: one of three suggested domains is right for {sum(hits) / len(hits):.0%} of {len(hits)}")
    assert sum(hits) / len(hits) >= share


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ann told Eve that she was here."),
        ("en", "The thing was next to the other thing because it was so."),
        ("fr", "Anne dit à Ève qu'elle est ici."),
        ("fr", "La chose est près de l'autre chose car elle est là."),
    ],
    ids=["names-en", "things-en", "names-fr", "things-fr"],
)
def test_a_sentence_about_nothing_in_particular_gets_no_domain(language: str, text: str) -> None:
    table = shipped_table(language)
    assert table is not None
    assert Topics(table).domains(text) == ()


def test_the_words_of_the_domains_are_in_the_tables() -> None:
    for language in LANGUAGES:
        table = shipped_table(language)
        assert table is not None
        for words in domain_words().values():
            assert all(table.number(word) is not None for word in words[language].split())
