"""French readings with the parser: what it adds, what it never touches, and what happens without the extra."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from anaphor.errors import MissingExtraError
from anaphor.language.french import parser as french_parser
from anaphor.language.french.language import FRENCH, FRENCH_PARSED, with_parser
from anaphor.language.french.reading.words import words_of
from anaphor.language.protocol import NoReading, NoReadingReason, Reading, Sureness
from anaphor.schema import Span

MISSING = find_spec("spacy") is None or find_spec(french_parser.PACKAGE) is None
needs_parser = pytest.mark.skipif(
    MISSING, reason="the extra `parser` is not installed (pip install 'anaphor[parser]'): the parser was not tested"
)


def marked(sentence: str) -> tuple[str, Span]:
    """The text and the span of a sentence with its anaphor in brackets."""
    start, end = sentence.index("["), sentence.index("]")
    return sentence.replace("[", "").replace("]", ""), Span(start=start, end=end - 1)


def parsed(sentence: str, candidate: str) -> Reading:
    """The best reading with the parser."""
    found = FRENCH_PARSED.readings(*marked(sentence), candidate)
    assert isinstance(found, tuple), found
    return found[0]


def test_without_the_extra_the_install_line_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    french_parser._pipeline.cache_clear()
    monkeypatch.setitem(sys.modules, french_parser.PACKAGE, None)
    with pytest.raises(MissingExtraError, match=re.escape("pip install 'anaphor[parser]'")):
        with_parser()
    french_parser._pipeline.cache_clear()


def test_the_light_default_never_imports_the_parser() -> None:
    code = (
        "import sys; from anaphor.language.french.language import FRENCH; from anaphor.schema import Span;"
        "FRENCH.readings('Il dort.', Span(start=0, end=2), 'Paul'); sys.exit('spacy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_certain_reading_costs_no_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(french_parser, "parse", lambda text: pytest.fail("the parser was asked"))
    assert parsed("Luc [les] a punis.", "les lycéens").text == "Luc a puni les lycéens."


@needs_parser
@pytest.mark.parametrize(
    ("sentence", "candidate", "expected"),
    [
        (
            "Luc tarde. Peut-être a-t-[il] raté son bus.",
            "le facteur",
            "Luc tarde. Peut-être le facteur a-t-il raté son bus.",
        ),
        ("Voici le plan. Qu'[en] pensez-vous ?", "le projet", "Voici le plan. Que pensez-vous du projet ?"),
        ("Je voudrais que nous [en] ayons lu plus.", "les romans", "Je voudrais que nous ayons lu plus de romans."),
        ("[C']était la seule solution.", "la fuite", "La fuite était la seule solution."),
    ],
)
def test_a_reading_is_made_where_the_rules_abstain(sentence: str, candidate: str, expected: str) -> None:
    reading = parsed(sentence, candidate)
    assert reading.text == expected
    assert reading.slot.of(reading.text).lower().endswith(candidate.rsplit(maxsplit=1)[-1])


@needs_parser
@pytest.mark.parametrize(
    ("sentence", "candidate"),
    [
        ("Le film était-[il] long ?", "le voyage"),
        ("Les poissons dorment-[ils] ?", "les voisins"),
        ("Ne vous [en] faites pas !", "le voisin"),
        ("Je pense que nous [en] avons fini.", "le projet"),
        ("Il veut s'[en] aller.", "la ville"),
        ("Il est plus grand que je [le] pensais.", "le voisin"),
        ("[C']est le voisin qui a ri.", "la maison"),
        ("[C']est le même tous les ans.", "la voisine"),
    ],
)
def test_what_no_candidate_can_replace_stays_an_abstention(sentence: str, candidate: str) -> None:
    assert isinstance(FRENCH_PARSED.readings(*marked(sentence), candidate), NoReading)


@needs_parser
def test_abstentions_for_other_reasons_are_kept() -> None:
    for sentence, reason in (("[Il] pleut.", NoReadingReason.IMPERSONAL), ("Il [se] lave.", NoReadingReason.REFLEXIVE)):
        found = FRENCH_PARSED.readings(*marked(sentence), "Paul")
        assert isinstance(found, NoReading)
        assert found.reason is reason


@needs_parser
def test_an_unsure_reading_says_what_the_parser_thinks_of_it() -> None:
    sentence, candidate = "Elle [en] parle souvent.", "le voyage"
    light = FRENCH.readings(*marked(sentence), candidate)
    assert isinstance(light, tuple)
    assert light[0].sureness is not Sureness.CERTAIN
    reading = parsed(sentence, candidate)
    assert reading.text == light[0].text
    assert reading.rules == (*light[0].rules, "parser")
    assert reading.sureness is light[0].sureness


@needs_parser
def test_a_complement_is_moved_behind_a_short_object() -> None:
    reading = Reading(
        text="Il trouva dans la gare le sommeil.",
        slot=Span(start=15, end=22),
        rules=("locative", "y"),
        sureness=Sureness.LIKELY,
    )
    text, span = marked("Il [y] trouva le sommeil.")
    moved = french_parser._judged(text, span, reading)
    assert moved.text == "Il trouva le sommeil dans la gare."
    assert moved.slot.of(moved.text) == "la gare"
    assert moved.rules[-1] == "parser_moved"


@needs_parser
def test_one_node_is_given_for_every_word() -> None:
    text = "Qu’en pense-t-il, d'ailleurs ? 3,5 % des « gens »…"
    assert len(french_parser.parse(text)) == len(words_of(text))
    assert french_parser.parse("") == ()


@needs_parser
@pytest.mark.long  # six processes that load a model: a quarter of a minute, more beside busy neighbours
def test_the_parser_is_ready_well_before_its_own_loader_would_be() -> None:
    ours = "from anaphor.language.french.language import with_parser; with_parser()"
    theirs = f"import spacy; spacy.load({french_parser.PACKAGE!r})"
    rounds = [(_processor_time(ours), _processor_time(theirs)) for _ in range(3)]
    assert min(mine for mine, _ in rounds) < 0.7 * min(other for _, other in rounds)


def _processor_time(code: str) -> float:
    """Seconds of processor time of a Python that runs the code."""
    timed = f"import time; start = time.process_time(); {code}; print(time.process_time() - start)"
    return float(subprocess.check_output([sys.executable, "-c", timed]))


@needs_parser
@pytest.mark.shared
def test_no_reading_of_fwsc285_is_lost_and_no_certain_one_is_changed(shared: Path) -> None:
    certain = 0
    for item in json.loads((shared / "fwsc285" / "wsc_285_v3.json").read_text("utf-8")):
        if "[" not in item["french_text"]:
            continue
        for candidate in (item["correct_answer"], item["wrong_answer"]):
            light = FRENCH.readings(*marked(item["french_text"]), candidate)
            found = FRENCH_PARSED.readings(*marked(item["french_text"]), candidate)
            if isinstance(light, tuple):
                assert isinstance(found, tuple)
                if light[0].sureness is Sureness.CERTAIN:
                    certain += 1
                    assert found == light
    assert certain > 500
