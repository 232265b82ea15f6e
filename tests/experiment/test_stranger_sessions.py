"""Results as servers of others hand them out: the same people and answers, whatever the shape of the files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphor import experiment
from anaphor.experiment import save_design
from tests.experiment.test_projects import DESIGN, jspsych_rows, pcibex_text

Session = list[dict[str, Any]]


def session(name: str | None, choose: int = 1, **more: object) -> Session:
    """What a browser keeps of one person: instructions, then trials; without a name where there is none."""
    rows = [{"trial_type": "instructions", "trial_index": 0, "rt": 5}, *jspsych_rows()]
    for row in rows[1:]:
        row |= {"choice": int(row["order"].split(",")[choose]), "side": choose, "response": choose}
    named = {"participant": name} if name else {}
    return [{key: cell for key, cell in row.items() if key != "participant"} | named | more for row in rows]


def table(*sessions: Session, sign: str = '"') -> str:
    heads = list(dict.fromkeys(name for each in sessions for row in each for name in row))
    cells = [["" if row.get(name) is None else str(row[name]) for name in heads] for each in sessions for row in each]
    lines = [sign + f"{sign},{sign}".join(heads) + sign, *(",".join(f'"{cell}"' for cell in line) for line in cells)]
    return "\r\n".join(lines) + "\r\n"


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder / next(iter(files)) if len(files) == 1 else folder


def imported(path: Path, folder: Path) -> Any:
    save_design(DESIGN, folder / "study.json")
    return experiment.import_answers(path, design=folder / "study.json").study


ANN, BOB = session("ann"), session("bob", 0)
NAMELESS = [session(None), session(None, 0)]
SHAPES: dict[str, Callable[[], dict[str, str]]] = {
    "save.php, a file each": lambda: {"a.json": json.dumps(ANN), "b.json": json.dumps(BOB)},
    "JATOS, a line each": lambda: {"results.txt": f"{json.dumps(ANN)}\n{json.dumps(BOB)}\n"},
    "JATOS, Windows line ends": lambda: {"results.txt": f"{json.dumps(ANN)}\r\n{json.dumps(BOB)}\r\n"},
    "JATOS, nothing between": lambda: {"results.txt": json.dumps(ANN) + json.dumps(BOB)},
    "JATOS, over many lines": lambda: {"results.txt": json.dumps(ANN, indent=1) + "\n" + json.dumps(BOB, indent=1)},
    "JATOS, unpacked": lambda: {
        "study_result_1/comp-result_3/data.txt": json.dumps(ANN),
        "study_result_2/comp-result_4/data.txt": json.dumps(BOB),
        "metadata.json": "{}",
    },
    "objects with data": lambda: {"results.txt": "\n".join(json.dumps({"data": each}) for each in (ANN, BOB))},
    "DataPipe, a table each": lambda: {"a.csv": table(ANN), "b.csv": table(BOB)},
    "tables and lists together": lambda: {"a.csv": table(ANN), "b.json": json.dumps(BOB)},
    "Cognition.run": lambda: {
        "runs.csv": table(
            *(
                [{"run_id": n, "recorded_at": "2026-11-16"} | row for row in each]
                for n, each in enumerate((ANN, BOB), 7)
            ),
            sign="",
        )
    },
    "no names, a list": lambda: {"all.json": json.dumps([row for each in NAMELESS for row in each])},
    "no names, a table": lambda: {"all.csv": table(*NAMELESS)},
    "no names, a file each": lambda: {"a.json": json.dumps(NAMELESS[0]), "b.json": json.dumps(NAMELESS[1])},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_two_people_are_two_people_whatever_the_file(shape: str, tmp_path: Path) -> None:
    study = imported(put(tmp_path / "data", SHAPES[shape]()), tmp_path)
    assert (study.source, len(study.people), len(study.responses)) == ("jspsych", 2, 2 * len(jspsych_rows()))
    sides = {
        person.name: {each.side for each in study.responses if each.person == person.name} for person in study.people
    }
    assert sorted(sides.values(), key=str) == [{0}, {1}]
    assert not any(each.again for each in study.responses)


def test_who_came_back_is_one_person_and_the_first_session_counts(tmp_path: Path) -> None:
    late, early = (
        session(name, choose, PROLIFIC_PID="P1", answered_at=f"2026-11-{day}T10:00:00.000Z")
        for name, choose, day in (("aaa", 0, 17), ("bbb", 1, 16))
    )
    other = session("ccc", PROLIFIC_PID="P2", answered_at="2026-11-18T10:00:00.000Z")
    study = imported(put(tmp_path / "data", {"all.json": json.dumps([late, early, other])}), tmp_path)
    assert (len(study.people), {each.side for each in study.responses}) == (2, {1})
    assert any("1 session is by somebody who had been here before" in str(note) for note in study.notes)


def test_who_comes_back_to_pcibex_does_not_overwrite_the_first_answers(tmp_path: Path) -> None:
    first = pcibex_text()
    again = [line for line in first.replace("1700000000,", "1700009999,").splitlines() if not line.startswith("#")]
    turned = [
        line.replace("choice-0", "choice-9").replace("choice-1", "choice-0").replace("choice-9", "choice-1")
        for line in again
    ]
    study = imported(put(tmp_path / "data", {"results.csv": first + "\n".join(turned) + "\n"}), tmp_path)
    alone = imported(put(tmp_path / "alone", {"results.csv": first}), tmp_path)
    assert [each.choice for each in study.responses if not each.again] == [each.choice for each in alone.responses]
    assert any("answered the same item before" in str(note) for note in study.notes)


def test_columns_that_are_named_anew_hold_for_the_lines_below_them(tmp_path: Path) -> None:
    head, *lines = pcibex_text().splitlines()
    names, events = (
        [each for each in lines if each.startswith("#")],
        [each for each in lines if not each.startswith("#")],
    )
    other = [*names[:4], "# 5. Question (NULL if none).", "# 6. Answer.", "1700000000,0123,99,intro,NULL,yes"]
    half = len(events) // 2 // 2 * 2
    text = "\n".join([head, *names, *events[:half], *other, *names[4:], *events[half:]])
    study = imported(put(tmp_path / "a", {"results.csv": pcibex_text()}), tmp_path)
    save_design(DESIGN, tmp_path / "study.json")
    mixed = experiment.import_answers(
        put(tmp_path / "b", {"results.csv": text}), where={"participant": "abc"}, design=tmp_path / "study.json"
    ).study
    assert mixed.responses == study.responses
