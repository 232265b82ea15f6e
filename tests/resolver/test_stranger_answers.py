"""Tables of predictions as strangers keep them: never the key for the prediction, no guess unsaid.

In each, the system is wrong in every third of 60 items: 40 are right.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphor import resolve
from anaphor.answer import Choice
from anaphor.answers.choices import WrittenNumber, written_choice
from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.schema import Candidate, Mark, Question
from anaphor.scoring import score
from anaphor.text import speaking
from tests.scoring.test_logged_answers import csv_file, json_lines, wrong_every_third

Cells = Callable[[int, str, int, str], dict[str, Any]]
"""From the key with its words, and the choice with its words, the cells of a row."""


def table(path: Path, cells: Cells) -> Path:
    rows = []
    for item, chosen in wrong_every_third():
        said = [each.text for each in item.question.candidates]
        rows.append({"item": item.question.id} | cells(int(item.key), said[int(item.key)], chosen, said[chosen]))
    return csv_file(path, rows) if path.suffix == ".csv" else json_lines(path, rows)


PREDICTED: dict[str, Cells] = {
    "gold before prediction": lambda k, key, c, said: {"gold": key, "prediction": said},
    "label before pred": lambda k, key, c, said: {"label": key, "pred": said},
    "label beside predicted_label": lambda k, key, c, said: {"label": k, "predicted_label": c},
    "answer beside model_answer": lambda k, key, c, said: {"answer": key, "model_answer": said},
    "answer beside Model Output": lambda k, key, c, said: {"answer": key, "Model Output": said},
    "response beside prediction": lambda k, key, c, said: {"response": f"I say {key}!", "prediction": said},
    "gold beside answer": lambda k, key, c, said: {"gold": key, "answer": said},
    "answer beside whether it is correct": lambda k, key, c, said: {"answer": said, "correct": int(k == c)},
    "label beside scores": lambda k, key, c, said: {"label": k, "score_0": 1.0 - c, "score_1": float(c)},
}


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
@pytest.mark.parametrize("name", PREDICTED)
def test_the_key_is_never_scored_for_the_prediction(name: str, ending: str, tmp_path: Path) -> None:
    path = table(tmp_path / f"t.{ending}", PREDICTED[name])
    assert score(path, collection="anaphor-en", missing="skip").cards[0].measures.h == 40
    again = score(resolve("anaphor-en", f"replay:{path}"), missing="skip")
    assert (again.cards[0].measures.h, again.cards[0].measures.theta) == (40, 267 - 60)


ASKED: dict[str, Cells] = {
    "answer and gpt-4": lambda k, key, c, said: {"answer": key, "gpt-4": said},
    "label and mine": lambda k, key, c, said: {"label": k, "mine": c},
    "answer and label": lambda k, key, c, said: {"answer": key, "label": said},
    "choice and prediction": lambda k, key, c, said: {"choice": key, "prediction": said},
}


@pytest.mark.parametrize("name", ASKED)
def test_two_columns_that_may_be_the_predictions_are_asked_about(name: str, tmp_path: Path) -> None:
    path, (first, second) = table(tmp_path / "t.csv", ASKED[name]), name.split(" and ")
    with pytest.raises(AnaphorError, match=f"may stand in the column {first} or in {second}. Call theirs prediction"):
        score(path, collection="anaphor-en", missing="skip")
    for spec in (f"replay:{path}", f"panel:{path}"):
        with pytest.raises(AnaphorError, match=f"may stand in {first} or in {second}. Add ,column={first}"):
            resolve("anaphor-en", spec)
        found = score(resolve("anaphor-en", f"{spec},column={second}"), missing="skip")
        assert found.cards[0].measures.h == 40


def test_a_column_that_may_be_the_key_is_named_where_it_is_taken(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", lambda k, key, c, said: {"label": said, "round": 1})
    notes = [str(note) for note in score(path, collection="anaphor-en", missing="skip").notes]
    assert notes[0] == "t: the column label is taken for the predictions; if it is the key, call theirs prediction."
    assert "The column label is taken for the choices" in str(resolve("anaphor-en", f"replay:{path}").notes[0])


QUESTION = Question(
    id="1",
    language="en",
    text="It is full.",
    anaphor=Mark(start=0, end=2),
    candidates=(Candidate(text="the box"), Candidate(text="the bag")),
)
WRITTEN = {
    **dict.fromkeys(("B", "b", "(B)", "B.", "B)", "**B**", "Answer: B", "option B", "B. the bag", "b) The bag"), 1),
    **dict.fromkeys(("the bag", "The bag.", "“the bag”", '"the bag"', "THE BAG"), 1),
    "option2": WrittenNumber(number=2, named=True),
    "2.0": WrittenNumber(number=2, named=False),
    **{text: text for text in ("-1", "-2", "B. the box", "C", "the bag or the box", "neither", "1.5", "none")},
}


@pytest.mark.parametrize("written", WRITTEN)
def test_a_choice_is_what_is_written_and_nothing_else(written: str) -> None:
    assert written_choice(written, QUESTION) == WRITTEN[written]


def test_letters_are_said_to_follow_the_order_of_the_collection(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", lambda k, key, c, said: {"prediction": "(AB)"[1 + c]})
    found = score(path, collection="anaphor-en", missing="skip")
    assert found.cards[0].measures.h == 40
    assert str(found.notes[0]).startswith("t: 60 predictions are letters, taken in the order in which the collection")
    assert str(resolve("anaphor-en", f"replay:{path}").notes[0]).startswith(
        "60 choices are letters, taken in the order"
    )


def test_minus_one_is_no_answer_and_not_the_first_candidate(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", lambda k, key, c, said: {"prediction": c if k == c else -1})
    found = score(path, collection="anaphor-en", missing="skip")
    assert (found.cards[0].measures.h, found.cards[0].measures.theta) == (40, 20)
    assert any("20 replies could not be read as a choice; the first: “-1” names none" in str(x) for x in found.notes)
    with speaking("fr"):
        notes = str(score(path, collection="anaphor-en", missing="skip").notes)
    assert "ne désigne aucun des candidats" in notes


def test_a_table_of_which_nothing_can_be_read_is_refused(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", lambda k, key, c, said: {"prediction": f"I think it is {said}, but who knows"})
    with pytest.raises(AnaphorError, match="none of the 60 predictions of t can be read as a choice; the first: “I th"):
        score(path, collection="anaphor-en", missing="skip")


def test_who_answers_an_item_twice_and_otherwise_is_refused(tmp_path: Path) -> None:
    item = load("anaphor-en").items[0].question
    rows = [{"id": item.id, "respondent": "ann", "choice": choice} for choice in (0, 1)]
    path = json_lines(tmp_path / "t.jsonl", rows)
    for spec in (f"replay:{path}", f"panel:{path}"):
        with pytest.raises(AnaphorError, match=f"ann answered {item.id} twice"):
            resolve("anaphor-en", spec)
    json_lines(path, [rows[0], rows[0]])
    assert resolve("anaphor-en", f"replay:{path},count_from=0").answers[0].reply == Choice(candidate=0)
