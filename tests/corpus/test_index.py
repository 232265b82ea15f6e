"""An index counts as one would by hand, however it was cut and whichever kernel made it."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.corpus import SENTENCE, Counts, Index, Unit, Within, analysis_of, open_corpus, open_index
from anaphor.corpus.index.building import IndexPlan, PartTask, build_part, read_plan, settle_plan, write_record
from anaphor.errors import FormatError, InputError
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, naive_pair, sentences_of, write_corpus
from tests.pace import often

WORDS = ["lourd", "clair", "Claire", "pierre", "le", "bus scolaire", "grand-mère", "absent"]
WITHINS = [SENTENCE, Within(words=1), Within(words=5), Within(words=5, directed=True), Within(words=9, directed=True)]


@pytest.fixture(scope="session")
def index(text: str, tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("index")
    return index_of(write_corpus(folder / "in", text), folder / "out")


def lemmas_of(word: str) -> list[str]:
    return [each.lemma for each in analysis_of("fr").words(word)]


@pytest.mark.slow
@pytest.mark.parametrize("within", WITHINS, ids=str)
def test_pairs_are_counted_as_by_hand(index: Index, text: str, within: Within) -> None:
    sentences = sentences_of(text)
    for a, b in itertools.product(WORDS, WORDS):
        assert index.pair(a, b, within=within) == naive_pair(sentences, lemmas_of(a), lemmas_of(b), within), (a, b)


@pytest.mark.parametrize("within", [SENTENCE, Within(words=4)], ids=str)
def test_forms_are_counted_as_by_hand(index: Index, text: str, within: Within) -> None:
    sentences = sentences_of(text)
    for a, b in itertools.product(["lourde", "claire", "la", "bus scolaire", "lourd"], repeat=2):
        counted = index.pair(a, b, within=within, unit=Unit.FORM)
        assert counted == naive_pair(sentences, a.split(), b.split(), within, Unit.FORM), (a, b)


def test_an_index_is_what_the_audit_asks_for(index: Index) -> None:
    counts: Counts = index
    assert counts.frequency("moulin") == index.pair("moulin", "moulin").both > 0
    assert "analysis" in dict(counts.signature.parts)
    assert counts.words == sum(len(sentence) for sentence in sentences_of(invented(400)))


def test_a_word_with_a_capital_is_a_name_and_a_form_has_no_capital(index: Index) -> None:
    assert index.frequency("Pierre") != index.frequency("pierre")
    assert index.frequency("Claire", unit=Unit.FORM) == index.frequency("claire", unit=Unit.FORM)


@pytest.mark.parametrize("parts", [2, 8])
def test_more_shards_give_the_same_counts(index: Index, text: str, tmp_path: Path, parts: int) -> None:
    other = index_of(write_corpus(tmp_path / "in", text), tmp_path / "out", parts=parts)
    assert len(other.records) == parts
    assert_equal_counts(index, other)


@pytest.mark.slow
def test_shards_that_are_full_are_followed_by_others(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(60_000), files=2)
    whole = index_of(inputs, tmp_path / "whole")
    cut = index_of(inputs, tmp_path / "cut", shard_words=100_000)
    assert (len(whole.records), len(cut.records)) == (1, 2)
    assert_equal_counts(whole, cut)


def assert_equal_counts(one: Index, two: Index) -> None:
    assert (one.words, one.sentences) == (two.words, two.sentences)
    for within in WITHINS:
        for a, b in itertools.combinations(WORDS, 2):
            assert one.pair(a, b, within=within) == two.pair(a, b, within=within)
    assert one.pair("lourde", "la", unit=Unit.FORM) == two.pair("lourde", "la", unit=Unit.FORM)


def folder_bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.slow
def test_both_kernels_write_the_same_bytes(tmp_path: Path) -> None:
    text = invented(75_000, seed=3)  # enough for tables of frequent pairs
    inputs = write_corpus(tmp_path / "in", text)
    source = open_corpus(inputs)
    plan = IndexPlan(
        name="x",
        language="fr",
        analysis=analysis_of("fr").fingerprint,
        inputs=inputs,
        bytes=source.bytes,
        parts=1,
        shard_words=10**9,
    )
    made = []
    for compiled in (False, True):
        folder = tmp_path / str(compiled)
        settle_plan(folder, plan)
        build_part(PartTask(folder=str(folder), plan=plan, source=source, part=0, compiled=compiled))
        made.append(folder_bytes(folder))
    assert made[0].keys() == made[1].keys()
    assert made[0] == made[1]
    meta = json.loads(made[0]["shards/00000-00/meta.json"])
    assert meta["table"] == 256


@pytest.mark.slow
def test_tables_of_frequent_pairs_change_no_count(tmp_path: Path) -> None:
    nouns = [f"nom{number}" for number in range(400)]
    lines = [f"{nouns[i % 400]} suit {nouns[(i * 7) % 397]} et {nouns[(i * i) % 211]} ." for i in range(140_000)]
    inputs = write_corpus(tmp_path / "in", "\n".join(lines))
    with_tables = index_of(inputs, tmp_path / "with")
    without = index_of(inputs, tmp_path / "without", tables=False)
    assert with_tables.counters[0].shard.meta.table == 256
    assert without.counters[0].shard.meta.table == 0
    for a, b in itertools.product(["nom0", "nom7", "nom210", "suivre", "et", "nom399"], repeat=2):
        for within in WITHINS:
            assert with_tables.pair(a, b, within=within) == without.pair(a, b, within=within), (a, b, within)


def test_counts_only_counts_sentences_and_refuses_the_rest(index: Index, text: str, tmp_path: Path) -> None:
    small = index_of(write_corpus(tmp_path / "in", text), tmp_path / "out", counts_only=True)
    assert small.bytes < index.bytes
    assert small.pair("moulin", "lourd") == index.pair("moulin", "lourd")
    assert small.concordance("moulin", "lourd") == ()
    assert small.pair_by_source("moulin", "lourd") == index.pair_by_source("moulin", "lourd")
    for ask in (
        lambda: small.pair("moulin", "lourd", within=Within(words=5)),
        lambda: small.frequency("lourde", unit=Unit.FORM),
        lambda: small.pair("bus scolaire", "moulin"),
    ):
        with pytest.raises(InputError, match="keeps no text"):
            ask()


def test_a_concordance_shows_both_words_and_where_they_come_from(index: Index) -> None:
    lines = index.concordance("enfant", "lourd", limit=3)
    assert len(lines) == 3
    for line in lines:
        words = {word.lemma for word in analysis_of("fr").words(line.text)}
        assert {"enfant", "lourd"} <= words
        assert line.source == "text0.txt"
    near = index.concordance("bus scolaire", "neiger", limit=3, within=Within(words=1))
    assert near == ()
    assert len(index.concordance("bus", "scolaire", limit=3, within=Within(words=1, directed=True))) == 3
    assert len(set(index.concordance("le", limit=50))) == 50


def test_elided_and_contracted_words_stand_close_in_a_concordance(tmp_path: Path) -> None:
    made = index_of(write_corpus(tmp_path / "in", "Ann's dog doesn't bark.\n"), tmp_path / "out", language="en")
    assert [line.text for line in made.concordance("dog", "bark")] == ["Ann's dog doesn't bark"]


def test_counts_by_source_add_up(text: str, tmp_path: Path) -> None:
    made = index_of(write_corpus(tmp_path / "in", text, files=3), tmp_path / "out")
    by_source = made.pair_by_source("moulin", "lourd")
    whole = made.pair("moulin", "lourd")
    assert sorted(by_source) == ["text0.txt", "text1.txt", "text2.txt"]
    for field in ("total", "a", "b", "both"):
        assert sum(getattr(count, field) for count in by_source.values()) == getattr(whole, field)


def test_lemmas_of_the_source_are_used_and_asked_for_as_they_are(tmp_path: Path) -> None:
    first = "<s>\nLe\tDET\tle\nlit\tNOM\tlit\ngrince\tVER\tgrincer\n.\tSENT\t.\n</s>\n"
    path = tmp_path / "corpus.vrt"
    path.write_text(first + "<s>\nIl\tPRO\til\nlit\tVER\tlire\n</s>\n", "utf-8")
    made = index_of((str(path),), tmp_path / "out")
    assert made.records[0].ready_made
    assert (made.frequency("lit"), made.frequency("lire"), made.frequency("lit", unit=Unit.FORM)) == (1, 1, 2)
    assert made.words == 5
    assert made.frequency("grincent") == 1  # no lemma of the source, so it is analysed


def test_an_empty_part_is_no_shard(tmp_path: Path) -> None:
    made = index_of(write_corpus(tmp_path / "in", "Il dort.\n"), tmp_path / "out", parts=3)
    assert len(made.records) == 1
    assert made.frequency("dormir") == 1


def test_text_without_words_makes_an_empty_index(tmp_path: Path) -> None:
    made = index_of(write_corpus(tmp_path / "in", "... !\n—\n"), tmp_path / "out")
    assert made.pair("un", "deux").total == 0
    assert made.concordance("un", "deux") == ()


def test_a_question_without_words_is_refused(index: Index) -> None:
    with pytest.raises(InputError, match="no word"):
        index.frequency("😀")
    with pytest.raises(InputError, match="window"):
        index.pair("un", "deux", within=Within(words=0))


def test_what_is_no_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such index"):
        open_index(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no index"):
        open_index(tmp_path)
    (tmp_path / "plan.json").write_text('{"version": 1}')
    with pytest.raises(FormatError, match="not the plan"):
        open_index(tmp_path)


def test_another_corpus_is_not_mixed_into_an_index(tmp_path: Path) -> None:
    one, two = write_corpus(tmp_path / "a", "Il neige.\n"), write_corpus(tmp_path / "b", "Il pleut.\n")
    index_of(one, tmp_path / "out")
    with pytest.raises(InputError, match="another index"):
        index_of(two, tmp_path / "out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("x")
    with pytest.raises(InputError, match="no index"):
        index_of(one, tmp_path / "full")


def test_another_analysis_is_noticed_and_can_be_passed_by(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", "Les chevaux dorment.\n")
    index_of(inputs, tmp_path / "out")
    plan = read_plan(tmp_path / "out")
    write_record(tmp_path / "out" / "plan.json", replace(plan, analysis="0" * 16))
    with pytest.raises(InputError, match="another analysis"):
        open_index(tmp_path / "out").frequency("chevaux")
    literal = open_index(tmp_path / "out", literal=True)
    assert (literal.frequency("cheval"), literal.frequency("chevaux")) == (1, 0)


@pytest.mark.slow
@pytest.mark.shared
def test_real_words_are_counted_as_by_hand(shared: Path, tmp_path: Path) -> None:
    import lzma

    lines = often(
        23_000, long=115_000, why="counting a million words by hand takes ten seconds, two hundred thousand two"
    )
    with lzma.open(shared / "corpus-fr" / "commonvoice-fr.txt.xz", "rt", encoding="utf-8") as file:
        text = "".join(itertools.islice(file, lines))
    made = index_of(write_corpus(tmp_path / "in", text), tmp_path / "out", parts=2)
    sentences = sentences_of(text)
    assert made.words == sum(map(len, sentences)) > 8 * lines
    held: dict[str, set[int]] = {}
    for number, sentence in enumerate(sentences):
        for word in sentence:
            held.setdefault(word.lemma, set()).add(number)
    lemmas = [lemma for lemma in sorted(held, key=lambda lemma: (-len(held[lemma]), lemma)) if lemma.isalpha()]
    literal = open_index(tmp_path / "out", literal=True)
    for number in range(10_000):
        a, b = lemmas[number % 97], lemmas[number * number * 31 % len(lemmas)]
        counted = literal.pair(a, b)
        assert (counted.a, counted.b, counted.both) == (len(held[a]), len(held[b]), len(held[a] & held[b])), (a, b)
    assert literal.sentences == len(sentences)
