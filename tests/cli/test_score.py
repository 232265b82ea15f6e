"""`anaphor score` and `anaphor compare`: their keys, their tables and their refusals."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from anaphor.answer import Respondent, RespondentKind
from anaphor.answers import RunHeader, RunWriter
from anaphor.collection import load
from tests.cli.scored_runs import Chooser, call, document, first, refusal, right, shaky, write

pytestmark = pytest.mark.slow

FIXED = (
    "respondent",
    "n",
    "h",
    "theta",
    "exactitude",
    "qualite",
    "f1",
    "reussite",
    "low",
    "high",
    "answered",
    "twins",
    "signature",
)


@pytest.fixture
def runs(tmp_path: Path) -> dict[str, Path]:
    choosers: dict[str, Chooser] = {"right": right, "first": first, "shaky": shaky}
    return {name: write(tmp_path / f"{name}.jsonl", "anaphor-en", name, each) for name, each in choosers.items()}


def test_a_run_has_the_fixed_keys(runs: dict[str, Path]) -> None:
    (row,) = document("score", runs["shaky"])["runs"]
    assert set(FIXED) <= row.keys()
    assert row["respondent"] == "shaky"
    assert row["n"] == len(load("anaphor-en").items)
    assert row["h"] + row["theta"] <= row["n"]
    assert row["low"] < row["reussite"] < row["high"]
    assert row["signature"].startswith(f"collection:anaphor-en#{load('anaphor-en').fingerprint}|resolver:shaky|")
    assert row["abstentions"] == {"tie": row["theta"]}


def test_always_naming_one_candidate_shows_in_the_twins(runs: dict[str, Path]) -> None:
    perfect, one_sided = document("score", runs["right"], runs["first"])["runs"]
    assert (perfect["reussite"], perfect["twins"]) == (1.0, 1.0)
    assert (one_sided["twins"], one_sided["twins_detail"]["same_share"]) == (0.0, 1.0)
    assert one_sided["p_chance"] > 0.05


def test_three_numbers_give_the_row_of_paper_2() -> None:
    found = document("score", "--counts", "214", "65", "88")
    assert [round(100 * found[key], 2) for key in ("exactitude", "qualite", "f1", "reussite")] == [
        30.37,
        51.59,
        38.24,
        50.93,
    ]
    assert set(FIXED) <= found.keys()
    assert found["runs"][0]["reussite"] == found["reussite"]


def test_the_literature_stands_beside_the_users_row(runs: dict[str, Path]) -> None:
    rows = document("score", runs["first"], "--literature")["literature"]
    assert {row["language"] for row in rows} == {"en"}
    sharma = next(row for row in rows if row["system"].startswith("Sharma"))
    assert (round(100 * sharma["f1"], 2), sharma["printed"]["f1"]) == (29.17, 29.27)
    assert "Trinh & Le (2018) 14 models" in call("score", "--counts", "273", "174", "0", "--literature")


def test_a_score_above_chance_is_not_called_p(runs: dict[str, Path]) -> None:
    card = document("score", runs["shaky"])["runs"][0]
    assert "p" not in card
    assert card["above_chance"] == pytest.approx((card["reussite"] - card["chance"]) / (1 - card["chance"]))


def test_the_table_marks_f1_and_prints_signature_chance_and_smallest_difference(runs: dict[str, Path]) -> None:
    shown = call("score", runs["shaky"], "--details")
    for part in (
        "F1*",
        "only for comparison with the literature",
        "chance is",
        "such systems (power 0.8)",
        "abstentions: tie",
        "|resolver:shaky|",
    ):
        assert part in shown


def from_the_table(shown: str) -> list[str]:
    """The lines from the head of the table on; what was answered, failed and declined comes first."""
    lines = shown.splitlines()
    assert "answered" in lines[0]
    assert "failed" in lines[0]
    return lines[next(place for place, line in enumerate(lines) if line.startswith("system")) :]


def test_the_short_table_is_sorted_and_the_rest_comes_with_details(runs: dict[str, Path]) -> None:
    shown = call("score", *runs.values())
    head, *rows = from_the_table(shown)
    assert all(word in head for word in ("system", "n ", "guess-adjusted accuracy", "95 % interval", "answered"))
    values = [float(row.split("  ")[-1]) for row in rows[: len(runs)]]
    assert len(values) == len(runs)
    assert rows[0].startswith("right ")
    assert "qualité" not in shown
    assert "F1" not in shown
    assert "power 0.8" not in shown
    assert shown.count("version:") == 1  # what all signatures share, once
    full = call("score", *runs.values(), "--details")
    assert "precision on answered" in full
    assert full.count("version:") == len(runs)
    assert "p = 0.000" not in full
    assert "p < 0.001" in full


def test_accuracy_is_plain_where_nobody_abstains(runs: dict[str, Path]) -> None:
    head = from_the_table(call("score", runs["right"]))[0]
    assert "accuracy" in head
    assert "guess" not in head


def test_groups_come_from_the_collection_an_audit_or_a_table(runs: dict[str, Path], tmp_path: Path) -> None:
    items = load("anaphor-en").items
    audit, table = tmp_path / "audit.json", tmp_path / "groups.tsv"
    audit.write_text(
        json.dumps(
            {
                "items": [{"item": each.id, "right": (True, False, None)[n % 3]} for n, each in enumerate(items[:-1])],
                "unfit": [{"item": items[-1].id}],
                "shortcuts": [{"name": "exposure", "items": 9, "evidence": [{"place": items[0].id}]}],
            }
        ),
        "utf-8",
    )
    table.write_text("item\tauthor\n" + "\n".join(f"{each.id}\tme; you" for each in items), "utf-8")
    kinds = ("domain", "pronoun", "candidates", "audit", "exposure", "author")
    words = [word for kind in kinds for word in ("--by", kind)]
    (row,) = document("score", runs["shaky"], *words, "--audit", audit, "--groups", table)["runs"]
    labels = {kind: {each["label"] for each in row["groups"][kind]} for kind in kinds}
    assert {"right", "wrong", "unscored"} == labels["audit"]
    assert {"in the corpus", "not found"} == labels["exposure"]
    assert labels["author"] == {"me", "you"}
    assert "subject" in labels["pronoun"]
    assert "2" in labels["candidates"]
    assert sum(each["n"] for each in row["groups"]["audit"]) == row["n"]
    assert "~" in call("score", runs["shaky"], "--by", "domain")


def test_every_item_can_be_seen(runs: dict[str, Path]) -> None:
    (row,) = document("score", runs["shaky"], "--items")["runs"]
    assert [each["result"] for each in row["items"][:3]] == ["right", "wrong", "abstained"]
    assert row["items"][2]["credit"] == 1 / row["items"][2]["candidates"]
    assert row["items"][2]["reason"] == "tie"


def test_scores_give_a_risk_curve_and_calibration(runs: dict[str, Path], tmp_path: Path) -> None:
    (row,) = document("score", runs["first"])["runs"]
    assert row["risk"]["area"] == pytest.approx(row["risk"]["risk"])  # equal leads say nothing
    assert row["calibration"]["read_as"] == "softmax of the scores"
    for what in ("scores", "risk", "calibration"):
        call("score", runs["first"], runs["right"], "--figure", tmp_path / f"{what}.svg", "--draw", what)
        assert "<svg" in (tmp_path / f"{what}.svg").read_text("utf-8")


def test_comparing_gives_exact_tests_holm_and_shared_ranks(runs: dict[str, Path]) -> None:
    found = document("compare", runs["right"], runs["first"], runs["shaky"])
    assert found["ranks"]["right"] == 1
    assert found["ranks"]["first"] == found["ranks"]["shaky"] == 2
    pair = found["pairs"][0]
    assert (pair["first"], pair["second"], pair["exact"], pair["mcnemar"]) == ("right", "first", True, None)
    assert pair["p"] <= pair["p_holm"] < 1e-6
    assert "exact swaps by cluster" in pair["signature"]
    shown = call("compare", runs["right"], runs["first"])
    assert all(each in shown for each in ("smallest", "Pair accuracy: both items"))


def test_people_stand_beside_systems_and_elect_other_references(runs: dict[str, Path], tmp_path: Path) -> None:
    items = load("anaphor-en").items
    people, counts = tmp_path / "people.jsonl", tmp_path / "counts.csv"
    lines = [
        {
            "respondent": who,
            "question": each.id,
            "reply": {"kind": "choice", "candidate": each.key if n % 5 or who != "a" else 0},
        }
        for n, each in enumerate(items)
        for who in "abc"
    ]
    people.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    counts.write_text("item,right,asked\n" + "\n".join(f"{each.id},9,10" for each in items), "utf-8")
    found = document("score", runs["first"], runs["right"], "--people", people, "--panel", "3", "--times", "200")
    assert found["people"]["people"] == 3
    assert found["people"]["reussite"] > 0.9
    assert found["people"]["comparisons"][0]["p"] < 0.001
    assert found["rescoring"]["panel"] == 3
    assert 0 < found["rescoring"]["changed"] < 0.1
    again = document("compare", runs["first"], runs["right"], "--people", counts, "--times", "200")
    assert again["people"]["reussite"] == pytest.approx(0.9)
    assert again["rescoring"]["pairs"][0]["reversed"] == 0.0
    assert "compared with people" in call("compare", runs["first"], runs["right"], "--people", counts, "--times", "50")


def test_changed_wordings_show_how_steady_a_respondent_is(tmp_path: Path) -> None:
    order = document("perturb", "anaphor-en", "--how", "order", "-o", tmp_path / "order.yaml")
    assert order["items"] == len(load("anaphor-en").items)
    steady: dict[str, float] = {}
    choosers: dict[str, Chooser] = {"first": first, "right": right}
    for name, choose in choosers.items():
        old = write(tmp_path / f"{name}-old.jsonl", "anaphor-en", name, choose)
        new = write(tmp_path / f"{name}-new.jsonl", tmp_path / "order.yaml", name, choose)
        (row,) = document("score", old, new, "--origins", order["origins"])["consistency"]
        steady[name] = row["same"]
        assert "consistency" in call("score", old, new, "--origins", order["origins"])
    assert steady == {"first": 0.0, "right": 1.0}


def test_wordings_of_the_users_own_are_read_from_a_table(tmp_path: Path) -> None:
    item = load("anaphor-en").items[0]
    table = tmp_path / "wordings.tsv"
    table.write_text(f"item\ttext\n{item.id}\tHere [it] is said otherwise.\n", "utf-8")
    words = ("perturb", "anaphor-en", "--how", "paraphrase", "-o", tmp_path / "p.yaml")
    assert document(*words, "--wordings", table)["items"] == 1
    assert "belong together" in refusal(*words)
    for row in ("\t", f"{item.id}\t"):
        table.write_text(f"item\ttext\n{row}\n", "utf-8")
        assert "wordings.tsv:2" in refusal(*words, "--wordings", table)


def test_a_run_on_another_state_of_the_collection_is_refused_with_both_fingerprints(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    call("perturb", "anaphor-en", "--how", "order", "-o", path)
    run = write(tmp_path / "run.jsonl", path, "first", first)
    old = load(path).fingerprint
    call("perturb", "anaphor-en", "--how", "names", "-o", path)
    told = refusal("score", run)
    assert old in told
    assert load(path).fingerprint in told
    assert "another collection" in refusal("score", run, "--collection", "anaphor-fr")


def test_runs_of_different_collections_are_scored_apart_and_never_compared(
    runs: dict[str, Path], tmp_path: Path
) -> None:
    french = write(tmp_path / "french.jsonl", "anaphor-fr", "first", first)
    rows = document("score", runs["first"], french)["runs"]
    assert [row["collection"] for row in rows] == ["anaphor-en", "anaphor-fr"]
    assert "what differs could be the questions" in refusal("compare", runs["first"], french)
    assert "was asked" in refusal("score", runs["first"], french, "--panel", "3")


def test_two_runs_of_one_respondent_are_told_apart_by_their_files(tmp_path: Path, runs: dict[str, Path]) -> None:
    other = write(tmp_path / "again.jsonl", "anaphor-en", "first", shaky)
    found = document("compare", runs["first"], other)
    assert set(found["ranks"]) == {"first (first)", "first (again)"}
    assert "given twice" in refusal("compare", runs["first"], runs["first"])


def test_an_unfinished_run_is_refused_unless_it_is_said_how_to_count(tmp_path: Path) -> None:
    part = write(tmp_path / "part.jsonl", "anaphor-en", "first", first, keep=10)
    assert "have no answer" in refusal("score", part)
    (skipped,) = document("score", part, "--missing", "skip")["runs"]
    (counted,) = document("score", part, "--missing", "abstain")["runs"]
    assert (skipped["n"], counted["theta"]) == (10, len(load("anaphor-en").items) - 10)
    assert "missing:skip" in skipped["signature"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "nothing to score"),
        (("--counts", "10", "8", "3"), "more than 10 items"),
        (("--counts", "0", "0", "0"), "0 items"),
        (("{first}", "--counts", "3", "2", "1"), "exclude each other"),
        (("{first}", "--by", "domains"), "Did you mean domain"),
        (("{first}", "--by", "audit"), "needs an audit"),
        (("{first}", "--by", "audit", "--audit", "{first}"), "this is no audit"),
        (("{first}", "--level", "1"), "a level of 1.0 is none"),
        (("{first}", "--times", "1"), "samples cannot be drawn"),
        (("{first}", "--interval", "wilson"), "independent items"),
        (("{first}", "--figure", "x.bmp"), "cannot be written"),
        (("{first}", "--collection", "nowhere"), "nowhere"),
        (("{first}", "--people", "{first}"), "no answer"),
        (("{first}", "--panel", "3"), "votes of people"),
        (("{first}", "--origins", "{first}"), "two runs"),
        (("{first}", "{right}", "--origins", "{first}"), "no map"),
        (("nofile.jsonl",), "no such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: tuple[str, ...], told: str, runs: dict[str, Path], tmp_path: Path
) -> None:
    given = [word.format(**runs) if "{" in word else word for word in words]
    if "--people" in given:
        given[-1] = str(tmp_path / "bad.jsonl")
        Path(given[-1]).write_text('{"respondent": 3}\n', "utf-8")
    assert told in refusal("score", *given)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("counts.csv", "item,right\na,1\n", "no column 'asked'"),
        ("counts.csv", "item,right,asked\na,5,3\n", "counts.csv:2"),
        ("counts.csv", "item,right,asked\nz,1,3\n", "none of these counts"),
        ("people.jsonl", "", "none of these"),
        ("people.jsonl", "not json\n", "people.jsonl:1"),
        ("people.jsonl", "\udce9", "UTF-8"),
    ],
)
def test_wrong_files_of_people_are_refused_with_their_line(
    name: str, text: str, told: str, runs: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert told in refusal("score", runs["first"], "--people", path)


@pytest.mark.shared
def test_the_problems_of_2016_bring_their_people_along(shared: Path, tmp_path: Path) -> None:
    run = write(tmp_path / "pdp.jsonl", shared / "pdp" / "PDPChallenge2016.xml", "first", first)
    found = document("score", run, "--panel", "19", "--times", "200")
    (row,) = found["runs"]
    assert (row["n"], round(row["chance"], 4), row["twins"]) == (60, 0.4525, None)
    assert found["people"]["reussite"] == pytest.approx(1103 / 1140)
    assert found["rescoring"]["changed"] < 0.01
    assert "people" in call("score", run)


@pytest.mark.shared
def test_one_language_of_several_is_found_again_by_its_fingerprint(shared: Path, tmp_path: Path) -> None:
    source = shared / "xwinograd" / "dataset.tsv.xz"
    french = load(source, language="fr")
    header = RunHeader(
        collection=french.name,
        fingerprint=french.fingerprint,
        source=str(source),
        questions=len(french.questions),
        respondent=Respondent(name="first", kind=RespondentKind.MACHINE),
        signature="resolver:first",
        started=datetime(2026, 1, 1, tzinfo=UTC),
        anaphor="0",
    )
    with RunWriter(tmp_path / "fr.jsonl", header) as run:
        for item in french.items:
            run.append(first(0, item))
    assert document("score", tmp_path / "fr.jsonl")["runs"][0]["n"] == 83


def test_names_from_files_are_shown_as_they_are_and_never_obeyed(tmp_path: Path) -> None:
    rude = "[/red] \x1b[2Jme"
    runs = [write(tmp_path / f"{n}.jsonl", "anaphor-en", rude, each) for n, each in enumerate((first, shaky))]
    table = tmp_path / "groups.csv"
    table.write_text(
        "item,[bold]kind[/x]\n" + "\n".join(f"{each.id},[a]" for each in load("anaphor-en").items), "utf-8"
    )
    shown = call("score", *runs, "--by", "[bold]kind[/x]", "--groups", table) + call("compare", *runs)
    assert "\x1b" not in shown
    assert "[/red]" in shown
    assert "[bold]kind[/x]" in shown
