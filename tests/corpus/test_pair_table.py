"""Tables of pairs: what is written is what is read, a bound is never a count, and both agree with the corpus."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from anaphor.cli.corpus import app as corpus_app
from anaphor.cli.serve import counts_at
from anaphor.corpus import (
    Bounding,
    Fewer,
    Index,
    PairCount,
    PairTable,
    TableCounts,
    Unit,
    Within,
    is_pair_table,
    mutual_information,
    read_pairs,
)
from anaphor.corpus.pairs.coding import decoded, encoded, value_in
from anaphor.corpus.pairs.making import table_of, write_pairs
from anaphor.corpus.pairs.table import Keeping
from anaphor.errors import FormatError, InputError
from tests.corpus.naive import index_of, write_corpus

TEXT = (
    "Le loup mange le mouton.\n" * 9
    + "Le loup regarde la rivière.\n" * 4
    + "Le mouton regarde la rivière.\n" * 3
    + "La rivière mange la berge.\n"
    + "Le berger compte chaque mouton.\n" * 2
    + "Paul regarde le loup.\n"
    + "Le jardinier arrose les fleurs du parc.\n" * 30
)
KEEPINGS = (Keeping(), Keeping(common=3), Keeping(ratio=Fraction(0), common=0), Keeping(ratio=Fraction(3), common=0))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """A few sentences, some of them often."""
    folder = tmp_path_factory.mktemp("corpus")
    return index_of(write_corpus(folder / "in", TEXT), folder / "out")


def written(folder: Path, index: Index, keeping: Keeping, frequency: int = 1) -> PairTable:
    """The table of an index, through its file."""
    write_pairs(folder / "x.pairs", table_of([index], frequency, keeping))
    return read_pairs(folder / "x.pairs")


@given(st.dictionaries(st.integers(0, 4000), st.integers(1, 10**9), min_size=1), st.integers(1, 10**5))
def test_a_row_comes_back_as_it_was(row: dict[int, int], above: int) -> None:
    numbers = np.array(sorted(row), np.int64)
    values = np.array([row[int(number)] for number in numbers], np.int64)
    limit = max(row) + above
    packed = encoded(numbers, values, limit)
    found = decoded(packed, numbers.size, limit)
    assert found[0].tolist() == numbers.tolist()
    assert found[1].tolist() == values.tolist()
    asked = {*row, *range(0, limit, max(1, limit // 50)), limit - 1}
    assert {each: value_in(packed, numbers.size, limit, each) for each in asked} == {
        each: row.get(each) for each in asked
    }


def test_a_word_that_meets_no_other_has_no_value() -> None:
    assert value_in(b"", 0, 4000, 3999) is None


@pytest.mark.parametrize("keeping", KEEPINGS, ids=str)
def test_what_a_table_says_of_any_two_words_is_true_of_the_corpus(
    tmp_path: Path, index: Index, keeping: Keeping
) -> None:
    table = written(tmp_path, index, keeping)
    assert "loup" in table.words
    kinds = set()
    for a, b in combinations(table.words, 2):
        found, truth = table.find(a, b), index.pair(a, b)
        kinds.add(type(found))
        if isinstance(found, Fewer):
            assert (found.total, found.a, found.b) == (truth.total, truth.a, truth.b)
            assert truth.both < found.below
            assert found.below > 1
        else:
            assert found == truth
        assert found == swapped(table.find(b, a))
    assert (Fewer in kinds) == (keeping != KEEPINGS[2])  # a table of all pairs knows all counts


def swapped(found: PairCount | Fewer | None) -> PairCount | Fewer | None:
    """The same for the words in the other order."""
    if isinstance(found, Fewer):
        return Fewer(total=found.total, a=found.b, b=found.a, below=found.below)
    return found and PairCount(total=found.total, a=found.b, b=found.a, both=found.both)


def test_function_words_names_and_rare_words_are_not_listed(tmp_path: Path, index: Index) -> None:
    table = written(tmp_path, index, Keeping(), frequency=2)
    assert not {"le", "Paul", "berge", "."} & set(table.words)
    assert table.find("loup", "Paul") is None
    assert table.find("loup gris", "mouton") is None
    assert table.frequency("berge") is None
    assert table.frequency("moutons") == 14  # asked as the corpus was read
    both = table.find("loup", "loups")
    assert both == PairCount(total=50, a=14, b=14, both=14)


def test_a_bound_is_above_all_that_the_pair_can_be() -> None:
    bound = Fewer(total=1000, a=100, b=20, below=4)
    most = mutual_information(bound.most)
    assert isinstance(most, float)
    for both in range(1, bound.below):
        score = mutual_information(PairCount(total=1000, a=100, b=20, both=both))
        assert isinstance(score, float)
        assert score <= most
    assert Fewer(total=1000, a=100, b=2, below=9).most.both == 2


def test_counts_of_a_table_are_exact_or_none_and_bounds_are_asked_apart(tmp_path: Path, index: Index) -> None:
    table = written(tmp_path, index, Keeping(common=3))
    counts = TableCounts(table)
    assert isinstance(counts, Bounding)
    assert counts.pair("loup", "mouton") == index.pair("loup", "mouton")
    assert counts.fewer("loup", "mouton") is None
    assert counts.pair("mouton", "rivière") is None
    bound = counts.fewer("mouton", "rivière")
    assert bound == Fewer(total=50, a=14, b=8, below=4)
    assert index.pair("mouton", "rivière").both == 3
    assert counts.fewer("loup", "Paul") is None
    assert counts.pair("loup", "mouton", unit=Unit.FORM) is None
    assert counts.fewer("mouton", "rivière", unit=Unit.FORM) is None
    assert counts.pair("loup", "mouton", within=Within(words=5)) is None
    assert not counts.counts_within(Within(words=5))
    assert counts.concordance("loup", "mouton") == ()


def test_exact_counts_win_over_the_table(tmp_path: Path, index: Index) -> None:
    counts = TableCounts(written(tmp_path, index, Keeping(common=3)), index)
    assert counts.pair("mouton", "rivière") == index.pair("mouton", "rivière")
    assert counts.fewer("mouton", "rivière") is None
    assert "table" in dict(counts.signature.parts)


def test_a_table_made_with_another_analysis_is_refused_before_an_author_begins(tmp_path: Path, index: Index) -> None:
    made = table_of([index], 1)
    old = tuple(replace(card, signature=(("analysis", "0123456789abcdef"),)) for card in made.corpora)
    write_pairs(tmp_path / "old.pairs", replace(made, corpora=old))
    with pytest.raises(InputError, match="another analysis"):
        counts_at(tmp_path / "old.pairs", "fr")


@pytest.mark.parametrize("change", ["cut", "flipped", "other", "empty"])
def test_a_damaged_table_is_refused_with_one_sentence(tmp_path: Path, index: Index, change: str) -> None:
    path = tmp_path / "x.pairs"
    write_pairs(path, table_of([index], 1))
    data = path.read_bytes()
    flipped = data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]
    path.write_bytes({"cut": data[:-5], "flipped": flipped, "other": b"PK\x03\x04" + data, "empty": b""}[change])
    with pytest.raises(FormatError, match="no whole table of pairs"):
        read_pairs(path)
    assert is_pair_table(path) == (change in ("cut", "flipped"))


def test_a_table_that_cannot_be_is_refused(index: Index) -> None:
    with pytest.raises(InputError, match="frequent enough"):
        table_of([index], 1000)
    with pytest.raises(InputError, match="times as often"):
        table_of([index], 0)
    with pytest.raises(InputError, match="one language"):
        table_of([])


def test_the_same_corpora_give_the_same_bytes(tmp_path: Path, index: Index) -> None:
    for name in ("one", "two"):
        write_pairs(tmp_path / name, table_of([index], 1))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_no_sentence_of_the_corpus_is_in_the_table(tmp_path: Path, index: Index) -> None:
    write_pairs(tmp_path / "x", table_of([index], 1))
    table = read_pairs(tmp_path / "x")
    assert all(" " not in word for word in table.words)
    assert b"mange le" not in (tmp_path / "x").read_bytes()


def test_a_table_is_made_by_a_command_and_asked_by_an_author(tmp_path: Path, index: Index) -> None:
    path = tmp_path / "own.pairs"
    asked = ["pairs", str(index.folder), "-o", str(path), "--frequency", "1", "--json"]
    found = CliRunner().invoke(corpus_app, asked)
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout)["words"] == len(read_pairs(path).words)
    counts = counts_at(path, "fr")
    assert isinstance(counts, TableCounts)
    assert counts.pair("loup", "mouton") == index.pair("loup", "mouton")
    with pytest.raises(InputError, match="'en'"):
        counts_at(path, "en")


@pytest.mark.parametrize(
    "wrong", [["--ratio", "x"], ["--ratio", "1/0"], ["--ratio", "-1"], ["--frequency", "0"], ["twice"]]
)
def test_wrong_wishes_for_a_table_are_refused(tmp_path: Path, index: Index, wrong: list[str]) -> None:
    more = [str(index.folder)] if wrong == ["twice"] else wrong
    asked = ["pairs", str(index.folder), "-o", str(tmp_path / "x.pairs"), *more]
    found = CliRunner().invoke(corpus_app, asked)
    assert isinstance(found.exception, InputError)
    assert not (tmp_path / "x.pairs").exists()
