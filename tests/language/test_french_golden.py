"""FWSC285: French readings against its hand-made templates, every difference judged by hand.

Source of the gold: field `french_text_ready_to_be_replaced` of `fwsc285/wsc_285_v3.json` (Wang, Seminck & Amsili
2022). Judgements: `golden_french_readings.toml` beside this file. A line that neither equals the gold nor is judged
there fails the test, and so does a judgement of a reading that has changed.
"""

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from anaphor.language import FRENCH, Language, NoReading, Reading
from anaphor.language.french.junctures import fitted
from anaphor.schema import Span

pytestmark = [pytest.mark.shared, pytest.mark.slow]

GOLDEN = tomllib.loads((Path(__file__).parent / "golden_french_readings.toml").read_text("utf-8"))
CONTRACTIONS = (
    (r"\bdu\b", "de le"),
    (r"\bdes\b", "de les"),
    (r"\bau\b", "à le"),
    (r"\baux\b", "à les"),
    (r"\b(d|qu|j|n|m)'", r"\1e "),
    (r"\bs'(?=ils?\b)", "si "),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One candidate of one item: what we made, and what the gold has."""

    item: int
    candidate: int
    made: Reading | NoReading
    gold: str

    @property
    def equal(self) -> bool:
        """Equal up to capitals, apostrophes, contraction and elision."""
        return isinstance(self.made, Reading) and plain(self.made.text) == plain(self.gold)


def plain(text: str) -> str:
    """The text without capitals, contraction and elision."""
    text = re.sub(r"\s+", " ", text.lower().replace("’", "'")).strip()
    for pattern, full in CONTRACTIONS:
        text = re.sub(pattern, full, text)
    return text


def unmarked(text: str) -> tuple[str, Span] | None:
    """A text without its brackets, and what they held; None when there are none."""
    found = re.search(r"\[(.*?)\]", text)
    if found is None:
        return None
    span = Span(start=found.start(), end=found.start() + len(found[1]))
    return text[: found.start()] + found[1] + text[found.end() :], span


@cache
def lines(folder: Path, language: Language = FRENCH) -> tuple[Line, ...]:
    """Every candidate of every item that marks an anaphor."""
    made: list[Line] = []
    for item in json.loads((folder / "fwsc285" / "wsc_285_v3.json").read_text("utf-8")):
        marked, template = unmarked(item["french_text"]), unmarked(item["french_text_ready_to_be_replaced"])
        if marked is None or template is None:
            continue
        for index, phrase in enumerate((item["correct_answer"], item["wrong_answer"])):
            found = language.readings(*marked, phrase)
            gold = template[0][: template[1].start] + phrase + template[0][template[1].end :]
            best = found if isinstance(found, NoReading) else found[0]
            made.append(Line(item=item["english_id"], candidate=index, made=best, gold=gold))
    return tuple(made)


def digest(text: str) -> str:
    """Twelve digits of the reading: the project holds no sentence of the collection."""
    return sha256(text.encode()).hexdigest()[:12]


def test_readings_are_made_for_97_percent_of_the_items(shared: Path) -> None:
    refused = {line.item for line in lines(shared) if isinstance(line.made, NoReading)}
    items = {line.item for line in lines(shared)}
    assert (len(items), sorted(refused)) == (283, [222])
    assert len(items - refused) / 285 >= 0.97


def test_95_percent_of_the_readings_equal_the_gold(shared: Path) -> None:
    produced = [line for line in lines(shared) if isinstance(line.made, Reading)]
    equal = sum(line.equal for line in produced)
    assert (equal, len(produced)) == (550, 564)
    assert equal / len(produced) >= 0.95


def test_every_difference_is_judged_grammatical_by_hand(shared: Path) -> None:
    differing = {
        (line.item, line.candidate, digest(line.made.text))
        for line in lines(shared)
        if isinstance(line.made, Reading) and not line.equal
    }
    judged = {(row["item"], row["candidate"], row["reading"]) for row in GOLDEN["difference"]}
    assert differing == judged
    assert {row["verdict"] for row in GOLDEN["difference"]} == {"grammatical"}


def test_every_judgement_and_every_slip_of_the_gold_has_a_reason() -> None:
    assert all(row["reason"] for name in ("difference", "slip", "abstention") for row in GOLDEN[name])
    slips = {item for row in GOLDEN["slip"] for item in row["items"]}
    assert {row["item"] for row in GOLDEN["difference"]} <= slips


def test_every_abstention_is_explained(shared: Path) -> None:
    refused = {(line.item, line.made.reason.value) for line in lines(shared) if isinstance(line.made, NoReading)}
    listed = {(row["item"], row["code"]) for row in GOLDEN["abstention"]}
    assert refused <= listed
    assert {item for item, code in listed if code == "no_anaphor"} == {117, 118}


def test_no_juncture_is_left_open(shared: Path) -> None:
    for line in lines(shared):
        if isinstance(line.made, Reading):
            assert not open_juncture(line.made), line.made.text


def open_juncture(reading: Reading) -> bool:
    """True when the word before the candidate should have been elided or fused with it."""
    slot = reading.slot.of(reading.text)
    tail = re.search(r"(\w+['’]?)\s*$", reading.text[: reading.slot.start])
    if tail is None:
        return False
    fused = tail[1].lower() in ("à", "de") and slot.lower().startswith(("le ", "les "))
    return fused or fitted(tail[1], slot) not in (None, tail[1], f"{tail[1]} ")
