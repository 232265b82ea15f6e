"""Answers given before: replayed, or counted as the votes of a panel."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.answer import Abstention, AbstentionReason, Choice, RespondentKind
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError
from anaphor.resolver.conformance import examine
from anaphor.resolver.protocol import make
from anaphor.resolver.running import RunSettings, read_run, run_collection
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
    assert after.header.respondent.name == "replay(first)"
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
dog.1;ann;1
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
    results = list(examine(lambda: make(f"replay:{stored}"), [CUPS.questions[:2]]))
    assert [result for result in results if not result.passed] == []
    assert {result.name: result.skipped for result in results}["goes on after a stop"]


@pytest.mark.parametrize("place", ["head", "row"])
@pytest.mark.parametrize("kind", ["replay", "panel"])
def test_a_field_without_end_is_one_sentence(tmp_path: Path, kind: str, place: str) -> None:
    long = "x" * 200_000
    head, row = ("question,choice", f"cup.1,{long}") if place == "row" else (f"question,choice,{long}", "cup.1,0,1")
    (tmp_path / "a.csv").write_text(f"{head}\n{row}\n")
    with pytest.raises(FormatError, match=r"a\.csv:\d.*the table cannot be read"):
        make(f"{kind}:{tmp_path / 'a.csv'}")
