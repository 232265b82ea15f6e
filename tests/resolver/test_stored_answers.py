"""Answers given before: replayed, or counted as the votes of a panel."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from anaphor.answer import Abstention, AbstentionReason, Choice, RespondentKind
from anaphor.answers import read_run
from anaphor.collection import load
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError
from anaphor.resolver import FinishedRun, make
from anaphor.resolver.conformance import check_all
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.schema import Collection
from tests.resolver.questions import cup_collection

CUPS = cup_collection()
IDS = [question.id for question in CUPS.questions]


def replies(spec: str) -> dict[str, int | AbstentionReason]:
    """What a resolver answers to the small collection, by id."""
    answers = make(spec).resolve(CUPS.questions)
    return {
        each.question: each.reply.candidate if isinstance(each.reply, Choice) else each.reply.reason for each in answers
    }


def test_a_run_replayed_is_the_run(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    run_collection(CUPS, make("first"), first, RunSettings(source="cups"))
    run_collection(CUPS, make(f"replay:{first}"), second, RunSettings(source="cups"))
    before, after = read_run(first), read_run(second)
    given = {each.question: (each.reply, each.scores) for each in before.answers}
    assert {each.question: (each.reply, each.scores) for each in after.answers} == given
    assert after.header.respondent.name == "first"  # an import keeps its name
    assert not after.header.blind


def test_replies_of_a_command_can_be_replayed(tmp_path: Path) -> None:
    lines = [{"id": IDS[0], "choice": 1}, {"id": IDS[1], "abstain": "timeout"}, {"id": IDS[2], "choice": "the cat"}]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert replies(f"replay:{tmp_path / 'a.jsonl'}") == {
        IDS[0]: 1,
        IDS[1]: AbstentionReason.TIMEOUT,
        IDS[2]: 1,
        IDS[3]: AbstentionReason.DECLINED,
        IDS[4]: AbstentionReason.DECLINED,
    }


def test_a_stored_choice_that_the_question_does_not_have_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"question,choice\n{IDS[0]},7\n{IDS[1]},the moon\n{IDS[4]},Eve\n")
    found = replies(f"replay:{tmp_path / 'a.csv'}")
    assert found[IDS[0]] is AbstentionReason.UNREADABLE
    assert found[IDS[1]] is AbstentionReason.UNREADABLE
    assert found[IDS[4]] == 2


PANEL = """item;annotator;label
cup.1;ann;0
cup.1;bob;0
cup.1;eve;the box
cup.2;ann;0
cup.2;bob;1
dog.1;bob;
dog.1;ann;0
"""


def test_a_panel_answers_with_its_majority_and_a_tie_is_an_abstention(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(PANEL)
    spec = f"panel:{tmp_path / 'people.csv'}"
    assert replies(spec) == {
        "cup.1": 0,
        "cup.2": AbstentionReason.TIE,
        "dog.1": 0,
        "dog.2": AbstentionReason.DECLINED,
        "fish": AbstentionReason.DECLINED,
    }
    first = next(iter(make(spec).resolve(CUPS.questions)))
    assert first.scores == (2 / 3, 1 / 3)
    assert first.respondent == "panel(people)"


def test_a_panel_can_ask_for_more_votes_or_a_clearer_majority(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(PANEL)
    assert replies(f"panel:{tmp_path / 'people.csv'},least=2")["dog.1"] is AbstentionReason.DECLINED
    assert replies(f"panel:{tmp_path / 'people.csv'},margin=0.5")["cup.1"] is AbstentionReason.MARGIN


def test_a_panels_run_says_that_people_answered(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(PANEL)
    resolver = make(f"panel:{tmp_path / 'people.csv'}")
    state = run_collection(CUPS, resolver, tmp_path / "run.jsonl", RunSettings(source="cups"))
    assert state.header.respondent.kind is RespondentKind.HUMAN
    assert "people:3" in state.header.signature


def test_one_of_several_respondents_must_be_named(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(PANEL)
    with pytest.raises(InputError, match="3 respondents answered"):
        make(f"replay:{path}")
    with pytest.raises(InputError, match="'zoe' gave no answer"):
        make(f"replay:{path},respondent=zoe")
    assert replies(f"replay:{path},respondent=bob")["cup.2"] == 1


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", FormatError),
        (b"\xff\xfe\x00", FormatError),
        (b"a,b\n1,2\n", FormatError),
        (b"question,choice\n", ContentError),
        (b'{"id": "x", "choice": 0}\nnonsense\n', FormatError),
        (b'{"id": 3}\n', FormatError),
        (b'{"question": "x", "respondent": "y", "reply": {"kind": "maybe"}}\n', FormatError),
    ],
    ids=["empty", "bytes", "columns", "no-rows", "garbage", "types", "reply"],
)
def test_what_holds_no_answers_is_refused_with_its_place(
    tmp_path: Path, content: bytes, error: type[AnaphorError]
) -> None:
    path = tmp_path / "answers"
    path.write_bytes(content)
    with pytest.raises(error, match="answers"):
        make(f"replay:{path}")
    with pytest.raises(error, match="answers"):
        make(f"panel:{path}")


def test_a_file_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(InputError, match="there is no such file"):
        make("panel:/no/such/file")
    with pytest.raises(InputError, match="needs a file of answers"):
        make("replay")


def test_a_declined_answer_says_that_nothing_is_stored(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("question,choice\nelsewhere,0\n")
    answer = next(iter(make(f"replay:{tmp_path / 'a.csv'}").resolve(CUPS.questions)))
    assert isinstance(answer.reply, Abstention)
    assert answer.reply.detail == "No answer to this question is stored."


@pytest.mark.parametrize("kind", ["replay", "panel", "ensemble"])
def test_a_run_of_another_collection_is_refused_and_named(tmp_path: Path, kind: str) -> None:
    stored, path = tmp_path / "stored.jsonl", tmp_path / "run.jsonl"
    run_collection(CUPS, make("first"), stored, RunSettings(source="cups"))
    renamed = replace(CUPS, schemas=CUPS.schemas[::-1], name="mugs")
    spec = f"ensemble:first+replay:{stored}" if kind == "ensemble" else f"{kind}:{stored}"
    with pytest.raises(
        ContentError, match=rf"stored\.jsonl: these are answers to cups#{CUPS.fingerprint}, not to mugs#"
    ):
        run_collection(renamed, make(spec), path, RunSettings(source="mugs"))
    assert not path.exists()


def test_the_battery_tells_that_a_replayed_run_belongs_to_one_collection(tmp_path: Path) -> None:
    stored = tmp_path / "stored.jsonl"
    run_collection(CUPS, make("first"), stored, RunSettings(source="cups"))
    results = list(check_all(lambda: make(f"replay:{stored}"), [CUPS.questions[:2]]))
    assert [result for result in results if not result.passed] == []
    assert {result.name: result.skipped for result in results}["goes on after a stop"]


@pytest.mark.parametrize("place", ["head", "row"])
@pytest.mark.parametrize("kind", ["replay", "panel"])
def test_a_field_without_end_is_one_sentence(tmp_path: Path, kind: str, place: str) -> None:
    long = "x" * 200_000
    head, row = ("question,choice", f"cup.1,{long}") if place == "row" else (f"question,choice,{long}", "cup.1,0,1")
    (tmp_path / "a.csv").write_text(f"{head}\n{row}\n")
    with pytest.raises(FormatError, match=r"a\.csv:\d.*field larger than field limit"):
        make(f"{kind}:{tmp_path / 'a.csv'}")


def gaps(count: int = 8) -> Collection:
    """A set of WinoGrande's shape: a blank and two options each."""
    lines = [
        {
            "qID": f"q{n}-1",
            "sentence": f"Ann thanked Eve {n} times because _ had helped.",
            "option1": "Ann",
            "option2": "Eve",
        }
        for n in range(count)
    ]
    return load_text("\n".join(json.dumps({**line, "answer": "2"}) for line in lines))


def load_text(content: str) -> Collection:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "gaps.jsonl"
        path.write_text(content)
        return load(str(path), language="en")


def replayed(
    tmp_path: Path, collection: Collection, content: str, more: str = "", name: str = "gpt.csv"
) -> FinishedRun:
    (tmp_path / name).write_text(content)
    machine = make(f"replay:{tmp_path / name}{more}")
    path = tmp_path / "run.jsonl"
    path.unlink(missing_ok=True)
    return run_collection(collection, machine, path, RunSettings(source="gaps"))


def chosen(run: FinishedRun) -> list[int | None]:
    return [each.reply.candidate if isinstance(each.reply, Choice) else None for each in run.answers]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("1", "2"),
        ("1.0", "2.0"),
        ("1,0", "2,0"),
        ("option1", "option2"),
        ("Option 1", "option_2"),
        ("A", "B"),
        ("a", "b"),
        ("Ann", "Eve"),
        ("0", "1"),
        ("option0", "option1"),
    ],
)
@pytest.mark.parametrize("form", ["csv", "jsonl", "list"])
def test_a_column_of_choices_is_read_by_what_it_holds_as_a_whole(tmp_path: Path, one: str, two: str, form: str) -> None:
    collection, written = gaps(), [one, two, two, one, one, two, one, two]
    ids = [question.id for question in collection.questions]
    rows = [{"qID": name, "prediction": value} for name, value in zip(ids, written, strict=True)]
    content = "\n".join(map(json.dumps, rows)) if form == "jsonl" else json.dumps(rows)
    if form == "csv":
        content = "qID;prediction;answer\n" + "\n".join(
            f"{name};{value};1" for name, value in zip(ids, written, strict=True)
        )
    run = replayed(tmp_path, collection, content)
    assert chosen(run) == [0, 1, 1, 0, 0, 1, 0, 1]
    assert run.header.respondent.name == "gpt"


@pytest.mark.parametrize(("one", "two"), [(1, 2), (1.0, 2.0), (0, 1)])
def test_numbers_of_json_are_read_like_those_of_tables(tmp_path: Path, one: float, two: float) -> None:
    collection = gaps()
    values = [one, two] * 4
    lines = [{"id": each.id, "choice": value} for each, value in zip(collection.questions, values, strict=True)]
    run = replayed(tmp_path, collection, "\n".join(map(json.dumps, lines)))
    assert chosen(run) == [0, 1] * 4
    assert any("count from" in str(note) for note in run.notes)


def test_a_part_of_a_run_is_counted_as_the_whole(tmp_path: Path) -> None:
    collection = gaps()
    rows = "".join(f"{each.id},{1 if n < 4 else 2}\n" for n, each in enumerate(collection.questions))
    (tmp_path / "gpt.csv").write_text(f"item,choice\n{rows}")
    machine = make(f"replay:{tmp_path / 'gpt.csv'}")
    run = run_collection(collection, machine, tmp_path / "run.jsonl", RunSettings(source="gaps", limit=3))
    assert chosen(run) == [0, 0, 0]
    run = run_collection(collection, machine, tmp_path / "run.jsonl", RunSettings(source="gaps"))
    assert chosen(run) == [0, 0, 0, 0, 1, 1, 1, 1]


def test_only_ones_are_winograndes_first_option_and_elsewhere_a_question(tmp_path: Path) -> None:
    collection = gaps()
    rows = "item,choice\n" + "".join(f"{each.id},1\n" for each in collection.questions)
    run = replayed(tmp_path, collection, rows)
    assert chosen(run) == [0] * 8
    assert "as WinoGrande's own answers do" in str(run.notes[0])
    everything = "item,choice\n" + "".join(f"{name},1\n" for name in IDS)
    with pytest.raises(ContentError, match=r"they may count from 0 or from 1.*count_from=1"):
        replayed(tmp_path, CUPS, everything)
    assert chosen(replayed(tmp_path, CUPS, everything, ",count_from=1")) == [0] * 5
    assert chosen(replayed(tmp_path, CUPS, everything, ",count_from=0")) == [1] * 5


def test_zero_and_two_of_two_tear_the_column(tmp_path: Path) -> None:
    collection = gaps()
    rows = "item,choice\n" + "".join(f"{each.id},{n % 3}\n" for n, each in enumerate(collection.questions))
    with pytest.raises(ContentError, match=r"the choices are 0, 1, 2 in 8 answers"):
        replayed(tmp_path, collection, rows)
    run = replayed(tmp_path, collection, rows, ",count_from=1")
    assert chosen(run) == [None, 0, 1, None, 0, 1, None, 0]
    assert any("3 replies could not be read" in str(note) for note in run.notes)
    assert "3 of 8 questions failed" in str(run.notes[-1])


def test_the_key_beside_a_prediction_is_not_taken_for_it(tmp_path: Path) -> None:
    collection = gaps()
    head, rows = "id,answer,label\n", "".join(f"{each.id},2,1\n" for each in collection.questions)
    with pytest.raises(InputError, match="may stand in answer or in label"):
        replayed(tmp_path, collection, head + rows)
    assert chosen(replayed(tmp_path, collection, head + rows, ",column=label")) == [0] * 8
    with pytest.raises(InputError, match="there is no column guess"):
        replayed(tmp_path, collection, head + rows, ",column=guess")
