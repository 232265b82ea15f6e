"""`score` and `compare` in French: not a heading, note or figure is left in English, and the spaces are French."""

import re
from pathlib import Path

import pytest

from anaphor.collection import load
from tests.cli.scored_runs import call, first, refusal, right, shaky, write

pytestmark = pytest.mark.slow

ENGLISH = re.compile(
    r"\b(the|respondent|answered|low|high|twins|same|in percent|chance is|against|abstentions: |difference|better|worse"
    r"|smallest|rank|pair|people|panels?:|order|mean|item by item|right answer|reason|chosen|wrong|abstained|published"
    r"|fewer|ranks|by|counts|shown)\b",
    re.IGNORECASE,
)
BARE_SPACE = re.compile(r" [;:?!%»]|« ")


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    choosers = {"juste": right, "premier": first, "moyen": shaky}
    return [write(tmp_path / f"{name}.jsonl", "anaphor-fr", name, each) for name, each in choosers.items()]


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    path = tmp_path / "votes.csv"
    path.write_text("item,right,asked\n" + "".join(f"{each.id},9,10\n" for each in load("anaphor-fr").items), "utf-8")
    return path


def prose(shown: str) -> str:
    """What is printed, without signatures, which are the same in every language."""
    return "\n".join(line for line in shown.splitlines() if "collection:" not in line)


def test_tables_and_notes_of_score_are_french(runs: list[Path], counts: Path) -> None:
    kinds = ("--by", "candidates", "--by", "pronoun", "--by", "associative", "--by", "domain", "--literature")
    shown = prose(
        call("score", *runs, *kinds, "--people", counts, "--times", "50", "--items", "--details", "--interface", "fr")
    )
    found = ENGLISH.search(shown)
    assert not found, shown[max(0, found.start() - 80) : found.end() + 80]
    assert not BARE_SPACE.search(shown)
    for part in (
        "système",
        "borne inf.",
        "jumeaux",
        "hasard\u00a0: 49,16",
        "face au hasard (49,16\u00a0%)",
        "égalité",
        "comparaison avec les humains",
        "sujet",
        "étiquettes changent",
        "bonne réponse",
        "juste",
        "physique",
        "émotions",
        "Information mutuelle",
    ):
        assert part in shown, part


def test_compare_says_in_french_who_is_better(runs: list[Path], counts: Path) -> None:
    shown = prose(call("compare", *runs, "--people", counts, "--times", "50", "--interface", "fr"))
    found = ENGLISH.search(shown)
    assert not found, shown[max(0, found.start() - 80) : found.end() + 80]
    assert not BARE_SPACE.search(shown)
    assert re.search(r"juste dépasse premier de \d+,\d\d points \(de \d+,\d\d à \d+,\d\d\), p \(Holm\) [=<] ", shown)
    assert re.search(r"Aucune différence n['’]apparaît entre moyen et premier \(\d,\d\d points?, de −", shown)
    assert "La personne moyenne dépasse premier" in shown


def test_english_says_who_is_better_too(runs: list[Path]) -> None:
    shown = call("compare", *runs)
    assert "juste is better than premier by" in shown
    assert "No difference is shown between moyen and premier" in shown


def test_figures_and_reports_are_french(runs: list[Path], counts: Path, tmp_path: Path) -> None:
    for what, told in (
        ("scores", "deux jumeaux justes"),
        ("risk", "part de réponses fausses"),
        ("calibration", "probabilité donnée au choix"),
    ):
        call("score", *runs, "--figure", tmp_path / "f.svg", "--draw", what, "--interface", "fr")
        drawn = (tmp_path / "f.svg").read_text("utf-8")
        assert told in drawn
        assert not re.search(r">[^<]*\b(share|answered|chance|given)\b", drawn)
    words = ("--html", tmp_path / "r.md", "--people", counts, "--times", "50", "--by", "candidates")
    call("score", *runs, *words, "--interface", "fr")
    text = prose((tmp_path / "r.md").read_text("utf-8"))
    found = ENGLISH.search(text)
    assert not found, text[max(0, found.start() - 80) : found.end() + 80]
    assert "comparaison avec les humains" in text
    assert "changent" in text


def test_three_numbers_are_shown_in_french() -> None:
    shown = prose(call("score", "--counts", "214", "65", "88", "--interface", "fr"))
    assert "50,93" in shown
    assert "items supposés indépendants" in shown


@pytest.mark.parametrize("verb", ["score", "compare"])
def test_a_language_that_the_interface_has_not_is_refused(verb: str, runs: list[Path]) -> None:
    assert "no language 'de'" in refusal(verb, *runs, "--interface", "de")
