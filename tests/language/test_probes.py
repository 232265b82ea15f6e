"""Readings of sentences judged before the rules were changed: how many are right, and how sure they are."""

from importlib.resources import files

import pytest

from anaphor.language import NoReading, Reading, Sureness, read_all
from anaphor.schema import Candidate, Mark, Question
from tests.language.french_cases import made
from tests.language.probe_sets import FOLDER, HALVES, Probe, Verdict, probes, share_table


def _judged(mine: list[Probe]) -> list[tuple[Reading | NoReading, Verdict]]:
    return [(found := probe.made(), probe.verdict(found)) for probe in mine]


def test_every_probe_of_the_development_half_is_right() -> None:
    wrong = [
        probe for probe in probes() if probe.half == HALVES[0] and probe.verdict(probe.made()) is not Verdict.RIGHT
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "wanted"), [("ordinary", 0.98), ("hostile", 0.93)])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_other_half_keeps_its_share(language: str, name: str, wanted: float) -> None:
    """The test half was never looked at; its share may rise, not fall."""
    mine = [each for each in probes() if (each.language, each.set_name, each.half) == (language, name, HALVES[1])]
    assert len(mine) > 15
    judged = _judged(mine)
    outputs = [verdict for found, verdict in judged if isinstance(found, Reading)]
    assert sum(verdict is Verdict.RIGHT for verdict in outputs) >= wanted * len(outputs) - 0.5
    assert sum(verdict is Verdict.NEEDLESS for _, verdict in judged) <= 0.02 * len(judged)
    certain = [
        verdict for found, verdict in judged if isinstance(found, Reading) and found.sureness is Sureness.CERTAIN
    ]
    assert set(certain) <= {Verdict.RIGHT}


def test_what_is_certain_is_right_where_the_set_was_held_back() -> None:
    certain = [
        verdict
        for found, verdict in _judged(list(probes("held")))
        if isinstance(found, Reading) and found.sureness is Sureness.CERTAIN
    ]
    assert len(certain) > 30
    assert set(certain) == {Verdict.RIGHT}


@pytest.mark.parametrize(("language", "folder"), [("fr", "french"), ("en", "english")])
def test_the_shares_are_those_of_the_half_that_was_never_read(language: str, folder: str) -> None:
    """`python -m tests.language.probe_sets` writes them."""
    written = files("anaphor").joinpath("data", folder, "reading_shares.toml").read_text(encoding="utf-8")
    assert written == share_table(language)


def test_a_reading_that_is_not_certain_says_how_often_such_are_right() -> None:
    likely = made("Elle [y] pense.", "la mer")
    certain = made("Les lycéens trichaient, alors on [les] a punis.", "les lycéens")
    assert not isinstance(likely, NoReading)
    assert not isinstance(certain, NoReading)
    assert likely[0].sureness is Sureness.LIKELY
    assert likely[0].share is not None
    assert 0.8 < likely[0].share < 1
    assert certain[0].share is None


def test_both_readings_of_y_take_one_preposition() -> None:
    text = "Nous irons au camping des Pins, car le camping du Lac ferme. Nous y dînons."
    start = text.index(" y ") + 1
    candidates = tuple(Candidate(text=each) for each in ("le camping des Pins", "le camping du Lac"))
    mark = Mark(start=start, end=start + 1)
    found = read_all(Question(id="camping", language="fr", text=text, anaphor=mark, candidates=candidates))
    assert all(isinstance(each, Reading) and " dînons au camping d" in each.text for each in found)


def test_every_construction_has_a_rule() -> None:
    rules = (FOLDER / "rules.toml").read_text(encoding="utf-8")
    assert {each.construction for each in probes() if f'"{each.construction}" = ' not in rules} == set()
