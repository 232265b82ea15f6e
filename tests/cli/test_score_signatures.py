"""Signatures of `score` and `compare` say what a number was made from, and tables say who was not blind."""

import json
from pathlib import Path

import pytest

from anaphor import __version__
from anaphor.collection import load
from tests.cli.scored_runs import call, document, first, right, shaky, write

pytestmark = pytest.mark.slow


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    choosers = {"right": right, "first": first}
    return [write(tmp_path / f"{name}.jsonl", "anaphor-en", name, each) for name, each in choosers.items()]


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    return write_counts(tmp_path / "votes.csv", 9)


def write_counts(path: Path, right_people: int) -> Path:
    rows = "".join(f"{each.id},{right_people},10\n" for each in load("anaphor-en").items)
    path.write_text(f"item,right,asked\n{rows}", "utf-8")
    return path


def unblind(path: Path) -> Path:
    """The run as a resolver that finds its answers by id would have left it."""
    header, *answers = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(header), "blind": False}), *answers]) + "\n", "utf-8")
    return path


def part(signature: str, name: str) -> str | None:
    return dict(each.partition(":")[::2] for each in signature.split("|")).get(name)


def test_a_run_that_was_not_blind_says_so_in_every_table(runs: list[Path], tmp_path: Path) -> None:
    seeing, other = unblind(runs[0]), runs[1]
    told = {"en": "right: not blind: ", "fr": "right\u00a0: pas à l’aveugle\u00a0: "}
    for interface, sentence in told.items():
        for verb in ("score", "compare"):
            shown = call(verb, seeing, other, "--interface", interface).replace("'", "’")
            assert shown.count(sentence) == 1, (interface, verb, shown)
    page = tmp_path / "page.html"
    call("score", seeing, other, "--html", page)
    # Beside the table of all systems, and in the part about the one that was not blind.
    assert page.read_text("utf-8").count("not blind: its answers were found") == 2


def test_a_run_that_was_not_blind_has_it_in_its_signature(runs: list[Path]) -> None:
    for verb in ("score", "compare"):
        rows = document(verb, unblind(runs[0]), runs[1])["runs"]
        assert [(row["blind"], part(row["signature"], "blind")) for row in rows] == [(False, "no"), (True, None)]


def test_blind_runs_are_told_nothing_of_the_kind(runs: list[Path]) -> None:
    assert "blind" not in call("compare", *runs)


def test_numbers_beside_people_are_signed_with_the_peoples_file(runs: list[Path], counts: Path, tmp_path: Path) -> None:
    other = write_counts(tmp_path / "other.csv", 8)
    found, again, changed = (
        document("score", runs[0], "--people", path, "--times", "50") for path in (counts, counts, other)
    )
    for place in (("people",), ("people", "comparisons", 0), ("rescoring",)):
        one, same, differs = (_signature(each, place) for each in (found, again, changed))
        assert one == same
        assert part(one, "version") == __version__
        assert part(one, "people") != part(differs, "people")


def _signature(found: object, place: tuple[str | int, ...]) -> str:
    for key in place:
        assert isinstance(found, dict | list)
        found = found[key]  # type: ignore[index]  # a name for a document, a number for a list
    assert isinstance(found, dict)
    return str(found["signature"])


def test_rescoring_of_several_runs_is_signed_with_all_of_them(runs: list[Path], counts: Path, tmp_path: Path) -> None:
    third = write(tmp_path / "shaky.jsonl", "anaphor-en", "shaky", shaky)
    pairs = [(runs[0], runs[1]), (runs[0], third)]
    marks = [
        part(document("score", *pair, "--people", counts, "--times", "50")["rescoring"]["signature"], "runs")
        for pair in pairs
    ]
    assert all(mark and mark.startswith("2#") for mark in marks)
    assert marks[0] != marks[1]


def test_a_pair_is_signed_with_both_of_its_runs(runs: list[Path], tmp_path: Path) -> None:
    third = write(tmp_path / "shaky.jsonl", "anaphor-en", "shaky", shaky)
    pairs = document("compare", *runs, third)["pairs"]
    marks = {
        (each["first"], each["second"]): (part(each["signature"], "first"), part(each["signature"], "second"))
        for each in pairs
    }
    assert marks["right", "first"][0] == marks["right", "shaky"][0] is not None
    assert marks["right", "shaky"][1] == marks["first", "shaky"][1] is not None
    assert len({mark for both in marks.values() for mark in both}) == 3
    shown = call("compare", *runs)
    assert "resolver:right" in shown
    assert "resolver:first" in shown
