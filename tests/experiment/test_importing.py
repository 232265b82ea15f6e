"""Answers collected elsewhere become a study: what the file says is kept, what had to be supposed is noted."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from anaphor.answers import IMPORTERS, ImportSettings, read_study_file, study_format
from anaphor.collection import load
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError
from anaphor.experiment import Study, TrialKind, analyse_study
from anaphor.experiment.analysis.screening import TrialReason, TrialRule
from anaphor.experiment.assembling import assemble
from anaphor.schema import Collection
from tests.experiment.specimens import collection

pytestmark = pytest.mark.slow

TEXTS = collection([2, 2, 2])


def settings(**fields: object) -> ImportSettings:
    return ImportSettings(**{"columns": {}, **fields})  # type: ignore[arg-type]  # fields by name


def imported(path: Path, how: ImportSettings | None = None, texts: Collection | None = None) -> Study:
    used = how or settings()
    return assemble(read_study_file(path, used), "study", used, texts)


def table(path: Path, rows: list[Mapping[str, object]]) -> Path:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8")
    return path


# --- a batch of Mechanical Turk ---------------------------------------------------------------------------------------


@pytest.mark.shared
def test_the_winogrande_batch_has_its_published_counts(shared: Path) -> None:
    """222 assignments, 106 workers, 96 schemas, 1,991 answers, 96.2 % right; 552 repeats (shared data's README)."""
    study = imported(shared / "human-winogrande" / "WG_results.csv")
    assert (len(study.people), len(study.asked), len(study.responses)) == (106, 96, 1991)
    assert sum(each.right is True for each in study.responses) / 1991 == pytest.approx(0.962, abs=5e-4)
    assert sum(each.again for each in study.responses) == 552
    found = analyse_study(study)
    assert dict(found.screened.flow.dropped) == {TrialReason.AGAIN: 552}
    assert (found.screened.flow.kept, found.item_flow.asked) == (1439, 96)
    assert analyse_study(study, trial_rule=TrialRule.NONE, model=False).screened.flow.kept == 1991
    assert all(person.name.startswith("p0") for person in study.people)
    assert all(len(each.candidates) == 2 and each.text for each in study.asked)


def turk_rows() -> list[Mapping[str, object]]:
    fixed = {"HITId": "h", "AssignmentId": "a", "AssignmentStatus": "Approved"}
    return [
        {
            **fixed,
            "WorkerId": worker,
            "SubmitTime": when,
            "Input.text_1": "It rained.",
            "Input.text_2": "It snowed.",
            "Answer.choice_1": first,
            "Answer.choice_2": second,
            "Input.key_1": "rain",
            "Input.key_2": "snow",
        }
        for worker, when, first, second in (
            ("w1", "Mon May 10 16:09:25 PDT 2021", "rain", "snow"),
            ("w1", "Mon May 10 15:00:00 PDT 2021", "wind", ""),
            ("w2", "Mon May 10 16:09:25 UTC 2021", "rain", "wind"),
        )
    ]


def test_a_batch_in_words_keeps_the_first_answer_in_time(tmp_path: Path) -> None:
    study = imported(table(tmp_path / "b.csv", turk_rows()))
    mine = [(each.choice == each.key, each.again) for each in study.responses if each.person == "p0001"]
    assert mine == [(True, True), (True, False), (False, False)]
    assert study.source == "mturk"
    assert [each.right for each in study.responses if each.person == "p0002"] == [True, False]


def test_rejected_assignments_are_left_out_and_told(tmp_path: Path) -> None:
    rows = turk_rows()
    rows[0] = {**rows[0], "AssignmentStatus": "Rejected"}
    study = imported(table(tmp_path / "b.csv", rows))
    assert "1 rejected assignment was left out" in map(str, study.notes)
    assert len(study.responses) == 3


def test_columns_of_a_batch_can_be_named_with_a_star(tmp_path: Path) -> None:
    rows: list[Mapping[str, object]] = [
        {name.replace("Answer.choice", "Answer.zz"): value for name, value in row.items()} for row in turk_rows()
    ]
    path = table(tmp_path / "b.csv", rows)
    with pytest.raises(FormatError, match="not clear"):
        imported(path)
    assert len(imported(path, settings(columns={"choice": "Answer.zz_*"})).responses) == 5
    with pytest.raises(InputError, match=r"Answer\.yy"):
        imported(path, settings(columns={"choice": "Answer.yy_*"}))


# --- PsyToolkit -------------------------------------------------------------------------------------------------------


@pytest.mark.shared
def test_the_psytoolkit_pilot_has_seven_sessions_and_eight_answers(shared: Path) -> None:
    study = imported(shared / "human-wsc-pilot", settings(unfinished=True))
    assert (len(study.people), len(study.responses), len(study.asked)) == (7, 8, 284)
    assert not any(person.finished for person in study.people)
    assert [each.rt_ms for each in study.responses if each.person == "p0002"] == [5097, 8829, 6010, 2175, 2232, 5192]
    assert analyse_study(study).screened.flow.analysed == 3
    assert analyse_study(imported(shared / "human-wsc-pilot")).screened.flow.analysed == 0


@pytest.mark.shared
def test_the_pilots_questions_are_found_in_the_collection_by_their_texts(shared: Path) -> None:
    texts = load(shared / "wsc-en" / "WSCollection-285.xml")
    study = imported(shared / "human-wsc-pilot", settings(unfinished=True), texts)
    found = [each for each in study.asked if not each.trial.startswith("other-")]
    assert len(found) >= 270
    assert all(each.key is not None for each in found)
    first = next(each for each in study.responses if each.person == "p0002")
    assert (first.right, first.rt_ms) == (True, 5097)


def test_psytoolkits_wide_tables_say_the_same_as_its_logs(tmp_path: Path) -> None:
    survey = (
        "l: 0\nt: radio\nq: Ada met <b>Bea</b> .\n- Ada\n- {score=1} Bea\n\nl: 1\nt: radio\nq: It rained\n- yes\n- no\n"
    )
    log = "version: 2\nT: 900\nl: 0\nT: 1500\nt: radio\na: 2\nl: 1\nT: 700\nt: radio\na: 1\n"
    logs, wide = tmp_path / "logs", tmp_path / "wide"
    for folder in (logs, wide):
        folder.mkdir()
        (folder / "survey.txt").write_text(survey, encoding="utf-8")
    (logs / "s.one.txt").write_text(log, encoding="utf-8")
    (wide / "data.csv").write_text("participant,0:1,1:1\ns.one.txt,2,1\n", encoding="utf-8")
    (wide / "data_times.csv").write_text("participant,0,1\ns.one.txt,1500,700\n", encoding="utf-8")
    one, other = imported(logs), imported(wide)
    assert [(e.item, e.choice, e.rt_ms) for e in one.responses] == [("0", 1, 1500.0), ("1", 0, 700.0)]
    assert [(e.item, e.choice, e.rt_ms) for e in other.responses] == [
        (e.item, e.choice, e.rt_ms) for e in one.responses
    ]
    assert one.asked[0].candidates == ("Ada", "Bea")
    assert one.asked[0].text == "Ada met Bea ."
    assert one.people[0].finished


# --- PCIbex -----------------------------------------------------------------------------------------------------------

HEAD = """# Results on Sunday May 02 2021 16:42:49 UTC
# USER AGENT: Mozilla/5.0
# Design number was non-random = 2
#
# Columns below this comment are as follows:
# 1. Results reception time.
# 2. MD5 hash of participant's IP address.
# 3. Controller name.
# 4. Order number of item.
# 5. Inner element number.
# 6. Label.
# 7. Latin Square Group.
"""
PENN = """# 8. PennElementType.
# 9. PennElementName.
# 10. Parameter.
# 11. Value.
# 12. EventTime.
# 13. Comments.
"""
LOGGED = """# 13. item.
# 14. correct.
# 15. Comments.
"""


def event(session: int, order: int, kind: str, value: str, when: int, more: str) -> str:
    return f"{session},abc,PennController,{order},0,trial,NULL,{kind},{value},{when},{more}\n"


def penn(tmp_path: Path) -> Path:
    text = HEAD + PENN + event(1619, 0, "PennController,0,_Trial_", "Start", 1000, "NULL") + LOGGED
    for session, answer in ((1619, "Ada"), (1650, "Bea%2C of course")):
        text += event(session, 1, "PennController,1,_Trial_", "Start", 5000, "s0.1,Ada,NULL")
        text += event(session, 1, "Selector,answers,Selection", answer, 7250, "s0.1,Ada,NULL")
        text += event(session, 1, "Button,go,Click", "Click", 7900, "s0.1,Ada,NULL")
        text += event(session, 1, "PennController,1,_Trial_", "End", 8000, "s0.1,Ada,NULL")
    path = tmp_path / "results.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_pcibex_answers_are_timed_from_the_start_of_their_trial(tmp_path: Path) -> None:
    study = imported(penn(tmp_path))
    assert study.source == "pcibex"
    assert [(e.person, e.item, e.right, e.rt_ms, e.position) for e in study.responses] == [
        ("p0001", "s0.1", True, 2250.0, 1),
        ("p0002", "s0.1", False, 2250.0, 1),
    ]
    assert study.asked[0].candidates == ("Ada", "Bea, of course")


def test_pcibex_items_are_found_in_the_collection(tmp_path: Path) -> None:
    study = imported(penn(tmp_path), texts=TEXTS)
    assert study.asked[0].schema == "s0"
    assert study.asked[0].candidates == ("Ada", "Bea")
    assert [each.choice for each in study.responses] == [0, None]  # “Bea, of course” is none of its candidates


def test_ibex_questions_are_read_with_their_times(tmp_path: Path) -> None:
    columns = [
        "Question (NULL if none)",
        "Answer",
        "Whether or not answer was correct (NULL if N/A)",
        "Time taken to answer",
    ]
    text = (
        HEAD.replace("Results reception time", "Time results were received")
        .replace("Label", "Type")
        .replace("Latin Square Group", "Group")
    )
    text += "".join(f"# {place}. {name}.\n" for place, name in enumerate(columns, 8))
    text += "15,abc,Question,3,0,special,12,Who%2C then?,Ada,1,2100\n15,abc,Question,4,0,special,13,Who?,Bea,0,900\n"
    path = tmp_path / "results"
    path.write_text(text, encoding="utf-8")
    study = imported(path)
    assert [(e.item, e.right, e.rt_ms) for e in study.responses] == [
        ("special 12", True, 2100.0),
        ("special 13", False, 900.0),
    ]


# --- jsPsych ----------------------------------------------------------------------------------------------------------


def trial(item: str, response: object, correct: bool, **more: object) -> dict[str, object]:
    return {
        "trial_type": "html-button-response",
        "rt": 1234,
        "item": item,
        "response": response,
        "correct": correct,
        **more,
    }


def test_jspsych_sessions_without_names_are_people(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    page = {"trial_type": "instructions", "rt": 300, "item": "x"}
    sessions = [[page, trial("a", 0, True, trial_index=4)], [trial("a", 1, False)]]
    path.write_text(json.dumps(sessions), encoding="utf-8")
    study = imported(path)
    assert [(e.person, e.choice, e.right, e.position) for e in study.responses] == [
        ("p0001", 0, True, 5),
        ("p0002", 1, False, None),
    ]
    assert "1 trial without an answer" in str(study.notes[0])


def test_columns_of_a_converted_design_mean_what_they_like_elsewhere(tmp_path: Path) -> None:
    trials = [
        {"trial_type": "x", "trial_index": n, "participant": "p", "item": f"i{n}", "response": 0, "rt": 900}
        | {"position": "left", "order": "2,1"}
        for n in range(3)
    ]
    (tmp_path / "data.json").write_text(json.dumps(trials), "utf-8")
    found = read_study_file(tmp_path / "data.json", ImportSettings(columns={}))
    assert [(each.position, each.order) for each in found.answers] == [(1, ()), (2, ()), (3, ())]


def test_jspsych_lines_of_jatos_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "data.txt"
    lines = [json.dumps([trial("a", 0, True, subject=name)]) for name in ("one", "two")]
    path.write_text("\n".join(lines), encoding="utf-8")
    study = imported(path, settings(keep_names=True))
    assert [each.person for each in study.responses] == ["one", "two"]


def test_buttons_in_another_order_for_everybody_are_matched_by_their_words(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(
        json.dumps(
            [
                trial("s0.1", 0, True, subject="a", choices=["Ada", "Bea"]),
                trial("s0.1", 0, False, subject="b", choices=["Bea", "Ada"]),
            ]
        ),
        encoding="utf-8",
    )
    study = imported(path, texts=TEXTS)
    assert [(each.choice, each.right) for each in study.responses] == [(0, True), (1, False)]


def test_places_that_contradict_each_other_are_read_as_right_and_wrong(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(
        json.dumps(
            [trial("a", 0, True, subject="x"), trial("a", 1, True, subject="y"), trial("a", 1, False, subject="z")]
        ),
        encoding="utf-8",
    )
    study = imported(path)
    assert [each.right for each in study.responses] == [True, True, False]
    assert "1 item is known only as right or wrong" in map(str, study.notes)


# --- any table --------------------------------------------------------------------------------------------------------


@pytest.mark.shared
def test_lexical_decisions_come_in_by_naming_columns(shared: Path) -> None:
    how = settings(columns={"rt_log": "RT", "position": "Trial", "right": "Correct"})
    study = imported(shared / "human-rt-lexdec" / "lexdec.csv", how)
    assert (len(study.people), len(study.asked), len(study.responses)) == (21, 79, 1659)
    assert analyse_study(study, model=False).mean is not None
    assert sum(each.right is False for each in study.responses) == 65
    assert min(each.rt_ms or 0 for each in study.responses) == pytest.approx(340, abs=1)
    unnamed = imported(shared / "human-rt-lexdec" / "lexdec.csv")
    assert analyse_study(unnamed, model=False).screened.flow.analysed == 21  # nobody is too fast for logarithms
    assert any("only as right or wrong" in note for note in map(str, study.notes))


def timed_rows(times: Sequence[float]) -> list[Mapping[str, object]]:
    return [{"subject": "x", "item": f"i{n}", "correct": "1", "RT": time} for n, time in enumerate(times)]


def test_times_that_cannot_be_are_missing_and_their_answers_count(tmp_path: Path) -> None:
    study = imported(table(tmp_path / "t.csv", timed_rows([-5, 900, 1e300])))
    assert [each.rt_ms for each in study.responses] == [None, 900.0, None]
    assert any("2 times are negative or longer than a week" in str(note) for note in study.notes)


def test_times_that_cannot_be_milliseconds_raise_a_question_and_are_not_read(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", timed_rows([6.3, 6.4, 7.2]))
    study = imported(path)
    assert all(each.rt_ms is None for each in study.responses)
    assert any("--column rt_log=RT" in note and "below 7" in note for note in map(str, study.notes))
    assert analyse_study(study, model=False).screened.flow.analysed == 1


@pytest.mark.parametrize(("unit", "first"), [("rt_ms", 6.3), ("rt_s", 6300.0), ("rt_log", 544.57)])
def test_times_are_read_in_the_unit_that_is_named(tmp_path: Path, unit: str, first: float) -> None:
    path = table(tmp_path / "t.csv", timed_rows([6.3, 6.4, 7.2]))
    study = imported(path, settings(columns={unit: "RT"}))
    assert study.responses[0].rt_ms == pytest.approx(first, abs=0.01)
    assert not any("rt_log" in note for note in map(str, study.notes))


def test_a_collection_that_holds_none_of_the_items_is_refused(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", timed_rows([800, 900]))
    with pytest.raises(ContentError, match="none of the 2 items") as caught:
        imported(path, None, TEXTS)
    assert "name no collection" in caught.value.todo


def rows_of_answers() -> list[Mapping[str, object]]:
    return [
        {"who": "x", "q": "s0.1", "said": "Ada", "seconds": "1.5", "native": "yes"},
        {"who": "y", "q": "s0.1", "said": "bea", "seconds": "2", "native": "no"},
        {"who": "y", "q": "nowhere", "said": "Ada", "seconds": "", "native": "no"},
    ]


def test_a_table_of_ones_own_is_matched_with_a_collection(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", rows_of_answers())
    how = settings(columns={"person": "who", "item": "q", "choice": "said"}, keep_names=True)
    study = imported(path, how, TEXTS)
    assert [(e.item, e.choice, e.rt_ms) for e in study.responses] == [
        ("s0.1", 0, 1500.0),
        ("s0.1", 1, 2000.0),
        ("other-nowhere", 0, None),
    ]
    assert [person.native for person in study.people] == [True, False]
    assert tuple(map(str, study.notes)) == ("1 of 2 items is not in the collection",)
    assert study.collection_fingerprint == TEXTS.fingerprint


def test_numbers_may_count_from_one_and_semicolons_separate(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("person;item;choice;key;kind\na;x;2;1;item\na;y;1;1;practice\n", encoding="utf-8")
    study = imported(path, settings(count_from=1))
    assert [(e.choice, e.key, e.kind) for e in study.responses] == [(1, 0, TrialKind.ITEM), (0, 0, TrialKind.PRACTICE)]


def test_rows_can_be_chosen(tmp_path: Path) -> None:
    path = table(
        tmp_path / "t.csv", [{"person": "a", "item": f"i{n}", "right": "1", "block": str(n)} for n in range(4)]
    )
    assert len(imported(path, settings(where=(("block", "2"),))).responses) == 1
    with pytest.raises(FormatError, match="no row"):
        imported(path, settings(where=(("block", "9"),)))
    with pytest.raises(InputError, match="'blok'"):
        imported(path, settings(where=(("blok", "1"),)))


def test_answers_without_any_key_are_kept_without_being_judged(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", [{"person": "a", "item": "i", "choice": "1"}])
    study = imported(path)
    assert [(each.choice, each.right) for each in study.responses] == [(1, None)]


@pytest.mark.parametrize("name", IMPORTERS)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\x01",
        b"{",
        b"[]",
        b"[[]]",
        b"a,b\n1,2\n",
        b"# 1. x.\n",
        b"person,item,right\na,b,maybe\n",
        b'person,item,right\n"a,b,1\n',
        b"person,item,right,rt\na,b,1,fast\n",
        b"[" * 100_000,
        b"HITId,AssignmentId,WorkerId\n1,2,3\n",
        b'[{"rt":1}]',
        b"person,item,right,rt_log\na,b,1,1e9\n",
    ],
    ids=[
        "empty",
        "binary",
        "brace",
        "list",
        "lists",
        "table",
        "comment",
        "maybe",
        "quote",
        "time",
        "deep",
        "turk",
        "trial",
        "log",
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / "answers"
    path.write_bytes(data)
    how = settings()
    with pytest.raises(AnaphorError) as caught:
        assemble(read_study_file(path, how, name), "study", how)
    assert "\n" not in str(caught.value)


def test_formats_are_known_by_their_content(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("person,item,right\n", encoding="utf-8")
    assert study_format(tmp_path / "t") == "csv"
    assert study_format(penn(tmp_path)) == "pcibex"
    assert study_format(tmp_path) == "psytoolkit"
    assert study_format(table(tmp_path / "b.csv", turk_rows())) == "mturk"
    with pytest.raises(InputError, match="no such file"):
        read_study_file(tmp_path / "gone", settings())
    with pytest.raises(InputError, match="'xls'"):
        read_study_file(tmp_path / "t", settings(), "xls")
    with pytest.raises(InputError, match="folder"):
        read_study_file(tmp_path, settings(), "csv")


def test_a_file_without_answers_is_refused(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", [{"person": "", "item": "", "right": ""}])
    with pytest.raises(FormatError, match="column 'person'"):
        imported(path)
