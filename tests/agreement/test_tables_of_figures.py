"""Tables of figures made of labels are no labels; records of judges, and columns that spell labels otherwise."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from anaphor import agreement
from anaphor.answers import label_settings, open_labels
from anaphor.errors import AnaphorError
from tests.agreement.exports import alpha, lines, panel, table
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, written

MOODS = ("joy", "anger", "fear")
PEOPLE = ("ana", "ben", "cyr")
LABELS = panel(MOODS, PEOPLE, items=30, seed=61)
ITEMS = list(dict.fromkeys(item for item, _ in LABELS))
VOTES = {item: Counter(LABELS[item, who] for who in PEOPLE) for item in ITEMS}


def shares(item: str, digits: int = 1) -> list[str]:
    return [f"{100 * VOTES[item][mood] / 3:.{digits}f}" for mood in MOODS]


def refusal(path: Path) -> str:
    with pytest.raises(AnaphorError) as caught:
        open_labels(path)
    said = " ".join(filter(None, (str(caught.value), caught.value.todo)))
    assert "Type (" not in said  # no line is offered
    return said


def test_percentages_beside_numbers_of_votes_are_left_out(tmp_path: Path) -> None:
    head = ["item", *(f"n_{mood}" for mood in MOODS), *(f"pct_{mood}" for mood in MOODS)]
    rows = [[item, *(VOTES[item][mood] for mood in MOODS), *shares(item)] for item in ITEMS]
    matrix = open_labels(written(tmp_path, "votes.csv", table([head, *rows])))
    assert found_alpha(matrix) == pytest.approx(alpha(LABELS))
    assert "'pct_joy' was left out" in " ".join(heard(matrix))


@pytest.mark.parametrize("names", [("pos %", "neg %", "neu %"), ("pos", "neg", "neu")])
def test_percentages_of_classes_are_nobodys_labels(tmp_path: Path, names: Sequence[str]) -> None:
    rows = [["item", *names], *([item, *shares(item)] for item in ITEMS)]
    assert re.search("add up to 1 or 100.%", refusal(written(tmp_path, "shares.csv", table(rows))))


def test_a_hundred_votes_for_each_item_stay_votes(tmp_path: Path) -> None:
    rows = [[item, 7 * number % 60, 70 - 7 * number % 60, 30] for number, item in enumerate(ITEMS)]
    matrix = open_labels(written(tmp_path, "hundred.csv", table([["item", *MOODS], *rows])))
    assert matrix.size == 3_000


def test_probabilities_of_two_models_side_by_side_are_nobodys_labels(tmp_path: Path) -> None:
    head = ["id", *(f"{model}_{mood}" for model in ("bert", "roberta") for mood in MOODS)]
    rows = [[item, *(f"{number / 40:.4f}", "0.2", f"{0.8 - number / 40:.4f}") * 2] for number, item in enumerate(ITEMS)]
    assert "probabilities" in refusal(written(tmp_path, "models.csv", table([head, *rows])))


@pytest.mark.parametrize(
    "square",
    [
        [["", "joy", "fear"], ["joy", 43.3, 6.7], ["fear", 10.0, 40.0]],
        [["", *PEOPLE], ["ana", "-", 0.71, 0.66], ["ben", 0.71, "-", 0.61], ["cyr", 0.66, 0.61, "-"]],
        [["", *PEOPLE], ["ana", 1, 0.71, 0.66], ["ben", 0.71, 1, 0.61], ["cyr", 0.66, 0.61, 1]],
    ],
)
def test_a_square_of_figures_is_no_table_of_labels(tmp_path: Path, square: list[list[object]]) -> None:
    assert "rows and columns have the same names" in refusal(written(tmp_path, "square.csv", table(square)))


@pytest.mark.parametrize("name", ["Kappa", "Cohen's Kappa", "Krippendorff Alpha", "weighted_kappa"])
def test_a_table_of_coefficients_is_no_table_of_labels(tmp_path: Path, name: str) -> None:
    head = ["Code", "File", name, "Agreement (%)", "A and B (%)"]
    rows = [[code, f"f{n}", 0.5 + n / 50, 90 + n, 10 + n] for code in ("Joy", "Anger") for n in range(8)]
    said = refusal(written(tmp_path, "nvivo.csv", table([head, *rows])))
    assert f"column {name} holds an agreement coefficient" in said


def test_the_share_that_agreed_is_nobodys_label(tmp_path: Path) -> None:
    rows = [[item, VOTES[item].most_common(1)[0][0], max(VOTES[item].values()) / 3] for item in ITEMS]
    refusal(written(tmp_path, "majority.csv", table([["id", "majority", "agreement"], *rows])))


def test_what_is_known_of_people_is_offered_neither_as_items_nor_as_labels(tmp_path: Path) -> None:
    head = ["Submission id", "Participant id", "Age", "Sex", "Ethnicity simplified", "Student status"]
    rows = [
        [f"s{n}", f"p{n}", 20 + n, ("Male", "Female")[n % 2], ("White", "Asian", "Black")[n % 3], ("Yes", "No")[n % 2]]
        for n in range(20)
    ]
    refusal(written(tmp_path, "prolific.csv", table([head, *rows])))


@pytest.mark.parametrize("ends", [("Min", "Maximum"), ("lowest", "highest"), ("min_rating", "max rating")])
def test_the_ends_of_ratings_are_left_out(tmp_path: Path, ends: tuple[str, str]) -> None:
    given = panel(tuple("12345"), ("Ana", "Max", "Ben"), items=30, seed=62)
    rows: list[list[object]] = []
    for item in ITEMS:
        own = [int(given[item, who]) for who in ("Ana", "Max", "Ben")]
        rows.append([item, *own, f"{sum(own) / 3:.2f}", min(own), max(own)])
    matrix = open_labels(written(tmp_path, "ends.csv", table([["id", "Ana", "Max", "Ben", "Mean", *ends], *rows])))
    assert matrix.annotators == ("Ana", "Max", "Ben")
    assert found_alpha(matrix) == pytest.approx(alpha(given))


@pytest.mark.parametrize("first", [0, 1])
def test_columns_that_are_counted_have_a_header(tmp_path: Path, first: int) -> None:
    head = ["", *range(first, first + 3)]
    rows = [[n, *(LABELS[item, who] for who in PEOPLE)] for n, item in enumerate(ITEMS)]
    matrix = open_labels(written(tmp_path, "counted.csv", table([head, *rows])))
    assert (len(matrix.items), len(matrix.annotators)) == (30, 3)
    assert found_alpha(matrix) == pytest.approx(alpha(LABELS))


@pytest.mark.parametrize("words", [{"joy": "J", "anger": "A", "fear": "F"}, {"joy": "1", "anger": "2", "fear": "3"}])
@pytest.mark.parametrize("place", [0, 3])
def test_who_writes_labels_in_other_words_is_not_left_out(tmp_path: Path, words: dict[str, str], place: int) -> None:
    rows: list[list[object]] = [["item", *PEOPLE]]
    rows += [[item, *(LABELS[item, who] for who in PEOPLE)] for item in ITEMS]
    rows[0].insert(place + 1, "dee")
    for row, item in zip(rows[1:], ITEMS, strict=True):
        row.insert(place + 1, words[VOTES[item].most_common(1)[0][0]])
    path = written(tmp_path, "words.csv", table(rows))
    assert "joy" in refusal(path)
    stated = open_labels(path, label_settings(without=("dee",)))
    assert found_alpha(stated) == pytest.approx(alpha(LABELS))


def test_a_topic_beside_labels_is_left_out_as_before(tmp_path: Path) -> None:
    rows = [
        [item, ("news", "sport", "arts")[n % 3], *(LABELS[item, who] for who in PEOPLE)] for n, item in enumerate(ITEMS)
    ]
    matrix = open_labels(written(tmp_path, "topics.csv", table([["item", "subject_area", *PEOPLE], *rows])))
    assert found_alpha(matrix) == pytest.approx(alpha(LABELS))


def test_verdicts_of_judges_in_json_lines_are_asked_about_by_their_runs(tmp_path: Path) -> None:
    def verdicts(times: Sequence[int]) -> str:
        return lines(
            {"item_id": item, "judge": who, "run": run, "verdict": label, "rationale": f"{item} is so", "tokens": run}
            for (item, who), label in LABELS.items()
            for run in times
        )

    once = open_labels(written(tmp_path, "once.jsonl", verdicts([1])))
    assert found_alpha(once) == pytest.approx(alpha(LABELS))
    with pytest.raises(AnaphorError, match="column run numbers the repetitions"):
        open_labels(written(tmp_path, "twice.jsonl", verdicts([1, 2])))


def test_a_hole_in_a_field_of_judges_is_a_hole(tmp_path: Path) -> None:
    rows = [{"item_id": item, "judge": who, "verdict": label, "why": "x"} for (item, who), label in LABELS.items()]
    rows[4]["verdict"] = None  # type: ignore[assignment]
    matrix = open_labels(written(tmp_path, "holes.jsonl", lines(rows)))
    assert matrix.size == len(LABELS) - 1


def test_records_by_number_are_rows(tmp_path: Path) -> None:
    rows = [{"item": item, "annotator": who, "label": label} for (item, who), label in LABELS.items()]
    path = written(tmp_path, "index.json", json.dumps({str(number): row for number, row in enumerate(rows)}))
    assert found_alpha(open_labels(path)) == pytest.approx(alpha(LABELS))


def test_an_empty_column_names_no_items(tmp_path: Path) -> None:
    rows = [["", item, who, label] for (item, who), label in LABELS.items()]
    path = written(tmp_path, "empty.csv", table([["comment", "segment", "coder", "code"], *rows]))
    assert found_alpha(open_labels(path)) == pytest.approx(alpha(LABELS))


@pytest.mark.parametrize("name", ["Corr", "richtig", "réussi", "correcto", "corretto"])
def test_outcomes_in_other_languages_are_refused(tmp_path: Path, name: str) -> None:
    rows = [[item, who, int(label == "joy")] for (item, who), label in LABELS.items()]
    with pytest.raises(AnaphorError, match="not what was chosen"):
        open_labels(written(tmp_path, "right.csv", table([["item", "subject", name], *rows])))


@pytest.mark.parametrize("name", ["hit", "score", "passed", "result"])
def test_what_may_be_outcomes_is_remarked_on(tmp_path: Path, name: str) -> None:
    rows = [[item, who, int(label == "joy")] for (item, who), label in LABELS.items()]
    matrix = open_labels(written(tmp_path, "hits.csv", table([["item", "participant", name], *rows])))
    assert "may say right or wrong" in " ".join(heard(matrix))
    words = [[item, who, label] for (item, who), label in LABELS.items()]
    other = agreement.read(written(tmp_path, "words.csv", table([["item", "participant", name], *words])))
    assert "may say right or wrong" not in " ".join(heard(other))


@pytest.mark.parametrize(
    "cell", ["#NULL!", "#N/V", "#NV", ".a", "#DIV/0!", "não sei", "sin dato", "нет данных", "不明", "Weet niet", "[]"]
)
def test_what_programs_write_for_nothing_is_remarked_on(tmp_path: Path, cell: str) -> None:
    rows = [[item, *(LABELS[item, who] for who in PEOPLE)] for item in ITEMS]
    rows[3][2] = cell
    matrix = open_labels(written(tmp_path, "null.csv", table([["item", *PEOPLE], *rows])))
    assert f"--missing '{cell}'" in " ".join(heard(matrix))
