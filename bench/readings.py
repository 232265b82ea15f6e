"""Readings: how many are made, how many equal the gold, and how fast."""

from pathlib import Path

from anaphor.collection import load
from anaphor.language import FRENCH, LANGUAGES, Reading, lemma_pairs, read_all
from anaphor.language.pairs.pairing import LemmaPairs
from anaphor.schema import Question
from bench.table import Row, best_of
from tests.language.test_french_golden import lines

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
ITEMS = 285


def run() -> list[Row]:
    """Readings of FWSC285, the English WSC and PDP, shapes of the French collection, speed."""
    if not DATA.is_dir():
        print("The published sets are not beside the project: this benchmark did not run.")
        return []
    produced = [_produced(path) for path in ("wsc-en/WSCollection-285.xml", "pdp/PDPChallenge2016.xml")]
    return [_gold(), *produced, _shapes(), *(_speed(name) for name in ("anaphor-fr", "anaphor-en"))]


def _gold() -> Row:
    made = lines.__wrapped__(DATA)
    readings = [line for line in made if isinstance(line.made, Reading)]
    items = {line.item for line in made} - {line.item for line in made if not isinstance(line.made, Reading)}
    equal = sum(line.equal for line in readings)
    produced = f"{len(items)}/{ITEMS} items read ({len(items) / ITEMS:.1%})"
    right = f"{equal}/{len(readings)} readings equal to the gold ({equal / len(readings):.1%})"
    return {"work": "FWSC285", "ours": f"{produced}, {right}"}


def _produced(path: str) -> Row:
    found = [read_all(question) for question in load(DATA / path).questions]
    whole = sum(all(isinstance(each, Reading) for each in readings) for readings in found)
    return {"work": f"{path}, both readings made", "ours": f"{whole}/{len(found)} ({whole / len(found):.1%})"}


def _shapes() -> Row:
    found = [lemma_pairs(FRENCH, schema) for schema in load(DATA / "wsc-fr/French_Wino_Schemas.xml").schemas]
    kept = sum(isinstance(each, LemmaPairs) for each in found)
    return {"work": "wsc-fr, schemas with the shape of paper 1's test", "ours": f"{kept} of {len(found)}"}


def _speed(name: str) -> Row:
    questions = load(name).questions
    count = sum(len(question.candidates) for question in questions)
    seconds = best_of(1, lambda: _read(questions))
    return {
        "work": f"first readings of {name}, lexicon loaded, one core",
        "ours": f"{count / seconds:,.0f} per second (wanted: 2,000)",
    }


def _read(questions: tuple[Question, ...]) -> None:
    for question in questions:
        rules = LANGUAGES.get(question.language)
        for candidate in question.candidates:
            rules.readings(question.text, question.anaphor.span, candidate.text)  # type: ignore[union-attr]  # all marked
