"""The audit's figures in the documentation are those that it gives today."""

import re
from pathlib import Path

import pytest

import anaphor
from anaphor import audit

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
COLLECTIONS = {
    "wsc-fr": "wsc-fr/French_Wino_Schemas.xml",
    "fwsc285": "fwsc285/wsc_285_v3.json",
    "wsc-en": "wsc-en/WSCollection-285.xml",
    "anaphor-fr": None,
    "anaphor-en": None,
}


def page(name: str) -> str:
    """A page with all spaces alike."""
    return re.sub(r"\s+", " ", (DOCS / name).read_text("utf-8"))


def audited(name: str, shared: Path) -> audit.Audit:
    path = COLLECTIONS[name]
    return audit.run(shared / path if path else name, quick=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", COLLECTIONS)
def test_the_table_of_what_it_found_is_what_it_finds(name: str, shared: Path) -> None:
    found = audited(name, shared).test
    assert found is not None
    verdict, unnamed, row = found.verdict, found.verdict_without_names, found.rows[0]
    assert unnamed is not None
    said = next(
        line for line in (DOCS / "audit.md").read_text("utf-8").splitlines() if line.startswith(f"| `{name}` |")
    )
    cells = [cell.strip() for cell in said.strip("|").split("|")]
    assert cells[1:3] == [f"{verdict.scored} of {verdict.items}", str(row.h)]
    ends = re.fullmatch(r"([\d.]+) \(([\d.]+)–([\d.]+)\)", cells[3])
    assert ends is not None
    for printed, value in zip(
        ends.groups(), (verdict.reussite, row.reussite_interval.low, row.reussite_interval.high), strict=True
    ):
        assert printed == f"{value:.{len(printed.partition('.')[2])}f}"
    assert cells[4] == f"{verdict.p:.2f}"
    assert cells[5].startswith(f"*{verdict.kind.value}*; without names ")
    without = re.search(r"\((\d+) of (\d+), p = ([\d.]+)\)", cells[5])
    assert without is not None
    printed = f"{unnamed.p:.{len(without[3].partition('.')[2])}f}"
    assert without.groups() == (str(found.rows_without_names[0].h), str(unnamed.scored), printed)
    assert ("leaks" in cells[5]) == (unnamed.kind is audit.VerdictKind.LEAKS)


def test_the_lstm_on_items_that_the_mutual_information_solves(shared: Path) -> None:
    """Paper 2's open question: both pages say what `score --by audit` prints today."""
    found = anaphor.score(
        ROOT / "bench" / "runs" / "wsc-fr-lstm-exact-last.jsonl",
        collection=shared / "wsc-fr" / "French_Wino_Schemas.xml",
        by="audit",
        audit=audited("wsc-fr", shared),
    ).to_dict()
    (system,) = found["runs"]
    right = next(each for each in system["groups"]["audit"] if each["label"] == "right")
    rest = system["beyond_audit"]
    assert right["n"] == 38
    figures = [
        (f"{100 * each['reussite']:.1f}", f"{100 * each['low']:.1f}", f"{100 * each['high']:.1f}", each["n"])
        for each in (right, rest)
    ]
    one, other = figures
    english = page("papers/language-models-2019.md")
    assert f"réussite is {one[0]} % [{one[1]}, {one[2]}] on the {one[3]} items" in english
    assert f"and {other[0]} % [{other[1]}, {other[2]}] on the other {other[3]}" in english
    french = page("fr/article-modeles-2019.md")
    comma = [[str(cell).replace(".", ",") for cell in each] for each in figures]
    assert "{} % [{} ; {}] sur les {} items".format(*comma[0]) in french
    assert "{} % [{} ; {}] sur les {} autres".format(*comma[1]) in french


def test_the_power_of_the_embedded_collections_is_told_in_both_readings(shared: Path) -> None:
    statement = page("data-statement.md")
    verdicts = [audited(name, shared) for name in ("anaphor-fr", "anaphor-en")]
    tests = [each.test.verdict for each in verdicts if each.test]
    told = " | ".join(f"{each.power:.2f}; without a threshold {each.power_plain:.2f}" for each in tests)
    assert f"8 points of precision among the scored items | program | {told} |" in statement
    assert all(each.power_whole is not None and each.power_whole > 0.99 for each in tests)
    assert "8 points of guess-adjusted accuracy over all items | program | above 0.99 | above 0.99 |" in statement
    counts = [
        ", ".join(
            str(sum(each.outcome == name for each in found.schemas)) for name in ("leaks", "resists", "cannot-tell")
        )
        for found in verdicts
    ]
    assert f"schemas that leak, resist, cannot be told | program | {counts[0]} | {counts[1]} |" in statement
