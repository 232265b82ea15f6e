"""0/1 tables of benchmarks that are no collection of ours: intervals, paired tests, shared ranks, and ten bad ones."""

import json
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from anaphor.errors import AnaphorError
from anaphor.scoring import compare, swaps


def rows(count: int = 90) -> list[str]:
    """Three systems on items, three of a passage, with a column that is no system."""
    drawn = random.Random(5)
    made = ["item,passage,text,good,fair,poor"]
    for n in range(count):
        right = [int(drawn.random() < chance) for chance in (0.9, 0.8, 0.4)]
        made.append(f'q{n},p{n // 3},"who, {n}?",{",".join(map(str, right))}')
    return made


def written(folder: Path, lines: list[str], name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_accuracies_pairs_and_ranks_are_those_of_the_table(tmp_path: Path) -> None:
    path = written(tmp_path, rows())
    table = pd.read_csv(path)
    found = compare(path, outcomes=True)
    document = found.to_dict()
    assert {each["respondent"]: each["h"] for each in document["runs"]} == {
        name: int(table[name].sum()) for name in ("good", "fair", "poor")
    }
    assert all(each["low"] < each["exactitude"] < each["high"] and each["clusters"] == 30 for each in document["runs"])
    assert all(each["chance"] is each["p_chance"] is each["above_chance"] is None for each in document["runs"])
    sums = (table["good"] - table["poor"]).groupby(table["passage"]).sum()
    pair = next(each for each in found.pairs if (each.first, each.second) == ("good", "poor"))
    assert pair.p == pytest.approx(swaps([Fraction(int(each)) for each in sums]))  # passages are swapped as wholes
    assert document["ranks"] == {"good": 1, "fair": 2, "poor": 3}
    assert [str(note) for note in found.notes] == [
        "t.csv: a 0/1 table with 90 items and the systems good, fair, poor; --without COLUMN leaves one out.",
        "What hangs together is in the column passage: it is drawn as a whole.",
        "The column text has neither 0 nor 1 and is left out.",
    ]


def test_the_order_is_as_steady_as_samples_of_passages_say(tmp_path: Path) -> None:
    table = pd.read_csv(written(tmp_path, rows()))
    drawn = compare(table, outcomes=True).drawn
    sums = table.groupby("passage")[["good", "fair", "poor"]].sum().to_numpy()
    rng = np.random.default_rng(1)
    own = np.array([sums[rng.integers(0, 30, 30)].sum(axis=0) for _ in range(4000)])
    assert drawn["good"].first == pytest.approx((own[:, 0] >= own.max(axis=1)).mean(), abs=0.03)
    assert (drawn["good"].low, drawn["poor"].low, drawn["poor"].high) == (1, 3, 3)


def test_the_command_says_what_python_gives(tmp_path: Path) -> None:
    path = written(tmp_path, rows())
    run = CliRunner().invoke(app, ["compare", str(path), "--outcomes", "--json"], catch_exceptions=False)
    assert run.exit_code == 0
    assert json.loads(run.stdout) == compare(path, outcomes=True).to_dict()
    shown = CliRunner().invoke(app, ["compare", str(path), "--outcomes"], catch_exceptions=False)
    assert "a 0/1 table with 90 items" in shown.stderr
    assert "drawn anew 2,000 times" in shown.stdout


def test_tables_of_one_system_each_are_joined_by_item(tmp_path: Path) -> None:
    table = pd.read_csv(written(tmp_path, rows()))
    parts = [
        written(tmp_path, table[["item", name]].to_csv(index=False).splitlines(), f"{name}.csv")
        for name in table.columns[3:]
    ]
    joined = compare(*parts, outcomes=True)
    whole = compare(table.drop(columns="passage"), outcomes=True)
    assert [each.p for each in joined.pairs] == [each.p for each in whole.pairs]
    assert all(each.mcnemar is not None for each in joined.pairs)  # every item stands alone


def test_every_kind_of_file_gives_the_same(tmp_path: Path) -> None:
    table = pd.read_csv(written(tmp_path, rows()))
    table.to_csv(tmp_path / "t.tsv", sep="\t", index=False)
    table.to_json(tmp_path / "t.jsonl", orient="records", lines=True)
    table.replace({0: False, 1: True}).to_json(tmp_path / "t.json", orient="records")
    whole = compare(tmp_path / "t.csv", outcomes=True)
    for name in ("t.tsv", "t.jsonl", "t.json"):
        assert compare(tmp_path / name, outcomes=True).to_dict()["pairs"] == whole.to_dict()["pairs"]


def test_an_item_without_an_outcome_is_no_silent_gap(tmp_path: Path) -> None:
    path = written(tmp_path, ["item,a,b", "1,1,0", "2,,1", "3,1,0", "4,0,1"])
    with pytest.raises(AnaphorError, match="a has no outcome for 2"):
        compare(path, outcomes=True)
    skipped = compare(path, outcomes=True, missing="skip")
    assert skipped.cards[0].measures.n == 3
    assert "One item without an outcome of every system is left out for all." in map(str, skipped.notes)
    counted = compare(path, outcomes=True, missing="abstain")
    assert (counted.cards[0].measures.n, counted.cards[0].measures.reussite) == (4, 0.5)  # nothing to guess from


def test_a_page_is_shown_of_it(tmp_path: Path) -> None:
    found = compare(written(tmp_path, rows()), outcomes=True)
    assert "nothing is known of guessing" in found._repr_html_()
    assert found.figure("scores") is not None
    assert list(found.to_frame()["first"]) == ["good", "good", "fair"]


MALFORMED: dict[str, tuple[list[str], str]] = {
    "empty": ([], "no column of this table has outcomes"),
    "only a header": (["item,a,b"], "no column of this table has outcomes"),
    "no outcomes": (["item,a,b", "1,yes,no"], "no column of this table has outcomes"),
    "one system": (["item,a", "1,1"], "one run cannot be compared"),
    "a share": (["item,a,b", "1,1,0", "2,0.5,1"], ":3: '0.5' in the column a is neither 0 nor 1"),
    "a word": (["item,a,b", "1,1,0", "2,1,wrong"], ":3: 'wrong' in the column b is neither 0 nor 1"),
    "an item twice": (["item,a,b", "1,1,0", "1,1,1"], ":3: the item '1' is in row 2 already"),
    "no id": (["item,a,b", "1,1,0", ",1,1"], ":3: this row names no item"),
    "a system twice": (["item,a,a", "1,1,0"], "two columns are called 'a'"),
    "a cell too many": (["item,a,b", "1,1,0", "2,3,1,0"], ":3: this row has 4 cells, and there are 3 columns"),
    "two clusters": (["item,cluster,schema,a,b", "1,x,y,1,0"], "may stand in the column cluster or in schema"),
    "no common item": (["item,a,b", "1,1,", "2,,1"], "items have no outcome of every system"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_table_is_one_sentence(name: str, tmp_path: Path) -> None:
    lines, sentence = MALFORMED[name]
    with pytest.raises(AnaphorError, match=sentence):
        compare(written(tmp_path, lines), outcomes=True)


def test_a_cluster_that_is_not_there_and_a_system_in_two_tables(tmp_path: Path) -> None:
    path = written(tmp_path, rows())
    with pytest.raises(AnaphorError, match="the table has no column chapter: there is item, passage"):
        compare(path, cluster="chapter")
    with pytest.raises(AnaphorError, match="the system good is in two tables"):
        compare(path, written(tmp_path, rows(), "u.csv"), outcomes=True)
