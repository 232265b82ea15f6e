"""`anaphor.resolve` and the other calls of the resolver room: the same as the commands, and functions as resolvers."""

import gc
import json
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
import polars
import pytest
from click.testing import CliRunner

import anaphor
from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.answers import RunWriter
from anaphor.cli.resolve import model_app, resolve, resolver_app
from anaphor.errors import AnaphorError, InputError, OutputError
from anaphor.resolver import FinishedRun, available, examine, model_info, read_run, shipped_models, train
from anaphor.schema import Collection, Item, Question
from tests.embedded import ENGLISH
from tests.resolver.questions import cup_collection

CUPS = cup_collection()
app = click.Group(commands=[resolve, resolver_app, model_app])


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printed(*arguments: str) -> dict[str, Any]:
    """The JSON document that a command prints, whatever it exits with."""
    result = CliRunner().invoke(app, [*arguments, "--json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def longest(question: Question) -> str:
    return max((candidate.text for candidate in question.candidates), key=lambda text: (len(text), text))


def replies(run: FinishedRun) -> dict[str, str | None]:
    """The chosen text by item; None for an abstention."""
    frame = run.to_frame()
    return dict(
        zip(frame["item"], (each if isinstance(each, str) else None for each in frame["prediction"]), strict=True)
    )


# --------------------------------------------------------------------------------------------- the same as commands


@pytest.mark.parametrize("settings", [{}, {"limit": 7}], ids=["whole", "limit"])
def test_a_run_is_the_one_of_the_command(settings: dict[str, int]) -> None:
    words = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
    command = printed("resolve", "anaphor-en", "--with", "random,seed=3", "-o", "one.jsonl", *words)
    call = anaphor.resolve("anaphor-en", "random,seed=3", output="two.jsonl", limit=settings.get("limit"))
    assert call.to_dict() | {"run": ""} == command | {"run": ""}
    one, two = read_run(Path("one.jsonl")), read_run(Path("two.jsonl"))
    assert one.header.settings == two.header.settings == {"with": "random,seed=3"}
    assert [(each.question, each.reply) for each in one.answers] == [
        (each.question, each.reply) for each in two.answers
    ]


def test_a_folder_is_where_the_command_keeps_its_runs() -> None:
    command = printed("resolve", "anaphor-en", "--with", "nearest", "--limit", "4")
    call = anaphor.resolve("anaphor-en", "nearest", folder="runs")
    assert str(call.path) == command["run"]
    assert call.to_dict()["asked"] == ENGLISH - 4


def test_how_a_file_was_read_is_in_the_header_as_the_command_has_it() -> None:
    Path("rows.jsonl").write_text(
        json.dumps({"s": "Ann saw Bea because _ left.", "a": "Ann", "b": "Bea", "k": 1}) + "\n", "utf-8"
    )
    columns = {"text": "s", "candidates": ("a", "b"), "answer": "k"}
    words = ("--column", "text=s", "--column", "candidates=a,b", "--column", "answer=k", "--count-from", "0")
    printed("resolve", "rows.jsonl", "--with", "first", "-o", "one.jsonl", *words, "--language", "en")
    anaphor.resolve("rows.jsonl", "first", output="two.jsonl", columns=columns, count_from=0, language="en")
    assert read_run(Path("one.jsonl")).header.settings == read_run(Path("two.jsonl")).header.settings


@pytest.mark.slow
def test_the_lists_of_resolvers_and_models_are_those_of_the_commands() -> None:
    assert available().to_dict() == printed("resolver", "list")
    assert shipped_models().to_dict() == printed("model", "info")
    assert "nearest" in set(available().to_frame()["name"])


@pytest.mark.parametrize("name", ["nearest", "first"])
def test_the_examination_is_that_of_the_command(name: str) -> None:
    found = examine(name, collection="anaphor-en", schemas=2)
    assert found.to_dict() == printed("resolver", "test", name, "--collection", "anaphor-en", "--schemas", "2")


def test_a_model_is_trained_as_the_command_trains_it() -> None:
    sentences = ["the cup is in the box .", "the dog chased the cat .", "the cat was tired .", "the box is large ."]
    Path("text.txt").write_text("\n".join(sentences * 30), "utf-8")
    command = printed(
        "model",
        "train",
        "ngram",
        "--corpus",
        "text.txt",
        "-o",
        "one.arpa",
        "--language",
        "en",
        "--order",
        "2",
        "--prune",
        "0 1",
    )
    heard: list[str] = []
    call = train(
        "ngram", "text.txt", "two.arpa", language="en", order=2, prune=(0, 1), tell=lambda note: heard.append(str(note))
    )
    assert call.to_dict() | {"model": ""} == command | {"model": ""}
    assert heard == [str(note) for note in call.notes]
    assert heard
    assert model_info("two.arpa").to_dict() == printed("model", "info", "two.arpa")
    assert repr(model_info("two.arpa")).startswith("<ModelDescription: ngram two.arpa,")


def test_an_unknown_kind_of_model_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"kind is 'gru', which is none of 'ngram' or 'lstm' or 'context2vec'"):
        train("gru", "text.txt", "model")


# --------------------------------------------------------------------------------------------------------- functions


def by_index(question: Question) -> int:
    return [candidate.text for candidate in question.candidates].index(longest(question))


def by_scores(question: Question) -> list[float]:
    return [len(each.text) + ord(each.text.split()[-1][0]) / 1000 for each in question.candidates]


def by_mapping(question: Question) -> dict[str, float]:
    scores = by_scores(question)
    return {each.text.upper(): score for each, score in zip(question.candidates, scores, strict=True)}


def by_array(question: Question) -> Any:
    return np.array(by_scores(question))


def by_number_of_numpy(question: Question) -> Any:
    return np.int64(by_index(question))


def by_choice(question: Question) -> Choice:
    return Choice(candidate=by_index(question))


def by_answer(question: Question) -> Answer:
    return Answer(respondent="whoever", question=question.id, reply=by_choice(question), seconds=2.0)


def by_candidate(question: Question) -> Any:
    return question.candidates[by_index(question)]


def in_a_batch(questions: list[Question]) -> list[str]:
    return [longest(question) for question in questions]


def as_they_come(questions: "list[Question]") -> Iterator[str]:
    yield from map(longest, questions)


FUNCTIONS: list[Callable[[Any], Any]] = [
    by_index,
    by_scores,
    by_mapping,
    by_array,
    by_number_of_numpy,
    by_choice,
    by_answer,
    by_candidate,
    in_a_batch,
    as_they_come,
    lambda question: question.candidates[by_index(question)].text.upper(),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_whatever_way_a_function_answers_it_is_the_same_answer(function: Callable[[Any], Any]) -> None:
    run = anaphor.resolve(CUPS, function)
    assert replies(run) == replies(anaphor.resolve(CUPS, longest))
    assert run.header.blind


def test_scores_come_back_in_the_collections_order_and_equal_ones_are_an_abstention() -> None:
    run = anaphor.resolve(CUPS, by_scores)
    for answer, question in zip(run.answers, CUPS.questions, strict=True):
        assert list(answer.scores) == by_scores(question)
    assert anaphor.resolve(CUPS, lambda question: [1.0] * len(question.candidates)).abstentions == {"tie": 5}


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (None, "declined"),
        (AbstentionReason.UNKNOWN_WORDS, "unknown_words"),
        (Abstention(reason=AbstentionReason.TIMEOUT), "timeout"),
    ],
)
def test_a_function_may_abstain(reply: object, reason: str) -> None:
    assert anaphor.resolve(CUPS, lambda question: reply).abstentions == {reason: 5}


@pytest.mark.parametrize(
    "given",
    ["the mug", 7, -1, True, 1.0, [0.1], [0.1, "b"], [float("nan"), 0.0], {"the cup": 1.0}, object, "", b"x"],
    ids=repr,
)
def test_a_strange_answer_is_one_sentence_with_the_question_and_what_was_returned(given: object) -> None:
    with pytest.raises(AnaphorError) as caught:
        anaphor.resolve(CUPS, lambda question: given, name="mine")
    said = str(caught.value)
    assert "\n" not in said
    assert "the function mine answered question" in said
    assert repr(given) in said
    assert any(question.id in said for question in CUPS.questions)


def test_an_exception_of_the_function_is_the_cause_and_what_was_answered_is_kept() -> None:
    asked: list[str] = []

    def breaks(question: Question) -> int:
        asked.append(question.id)
        return 0 if len(asked) % 5 in (1, 2) else dict[str, int]()["nothing"]

    with pytest.raises(
        AnaphorError, match=r"the function breaks broke at question \S+ \(KeyError: 'nothing'\)"
    ) as caught:
        anaphor.resolve(CUPS, breaks)
    assert isinstance(caught.value.__cause__, KeyError)
    (note,) = caught.value.__notes__
    path = Path(note.partition(" are in ")[2].partition(";")[0])
    assert len(read_run(path).answers) == 2
    asked += ["", ""]
    assert f'output="{path}"' in note
    with pytest.raises(AnaphorError, match="broke at question"):
        anaphor.resolve(CUPS, breaks, output=path)
    assert len(read_run(path).answers) == 4


def test_an_interruption_loses_nothing_and_the_told_path_goes_on() -> None:
    asked: list[str] = []

    def slow(question: Question) -> int:
        if len(asked) == 3:
            asked.append("interrupted")
            raise KeyboardInterrupt
        asked.append(question.id)
        return 0

    with pytest.raises(KeyboardInterrupt) as caught:
        anaphor.resolve(CUPS, slow)
    path = Path(caught.value.__notes__[0].partition(" are in ")[2].partition(";")[0])
    run = anaphor.resolve(CUPS, slow, output=path)
    assert len(asked) - 1 == len(set(asked)) - 1 == 5
    assert (run.asked, len(run.answers), run.missing) == (2, 5, 0)


def test_where_nothing_can_be_written_the_answers_are_kept_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = RunWriter.__init__

    def refusing(self: RunWriter, path: Path, header: Any) -> None:
        if path.parent == Path("runs"):
            raise OutputError("resolver-run-not-written", reason="no", where=path)
        opened(self, path, header)

    monkeypatch.setattr(RunWriter, "__init__", refusing)
    left = iter((0, 1))
    with pytest.raises(AnaphorError) as caught:
        anaphor.resolve(CUPS, lambda question: next(left))
    path = Path(caught.value.__notes__[0].partition(" are in ")[2].partition(";")[0])
    assert len(read_run(path).answers) == 2


def test_an_edited_function_does_not_go_on_with_the_run_of_another() -> None:
    anaphor.resolve(CUPS, longest, output="run.jsonl", limit=2)
    with pytest.raises(AnaphorError, match=r"with other settings \(code\)"):
        anaphor.resolve(CUPS, by_index, name="longest", output="run.jsonl")
    anaphor.resolve(CUPS, longest, output="mine.jsonl", limit=2, version="1")
    assert len(anaphor.resolve(CUPS, by_index, name="longest", output="mine.jsonl", version="1").answers) == 5


def test_a_batch_has_the_size_that_was_asked_for_and_is_called_once_each() -> None:
    sizes: list[int] = []

    def counted(questions: Any) -> list[int]:
        sizes.append(len(questions))
        return [0] * len(questions)

    anaphor.resolve(CUPS, counted, batch=2)
    anaphor.resolve(CUPS, counted, batch=True)
    assert sizes == [2, 2, 1, 5]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (lambda questions: [0], "too few answers to 5 questions"),
        (lambda questions: [0] * 9, "more answers than the 5 questions"),
        (lambda questions: "the cup", "returned one str"),
        (lambda questions: 0, "returned one int"),
    ],
)
def test_a_batch_that_is_answered_otherwise_is_refused(function: Callable[[Any], Any], told: str) -> None:
    with pytest.raises(AnaphorError, match=told):
        anaphor.resolve(CUPS, function, batch=True)


async def later(question: Question) -> int:
    return 0


@pytest.mark.parametrize(
    ("resolver", "settings", "told"),
    [
        (3, {}, "3 is no resolver"),
        (FinishedRun, {}, "FinishedRun is no resolver"),
        (lambda one, two: 0, {}, r"other parameters than one question \(one, two\)"),
        (later, {}, "the function later is asynchronous"),
        (longest, {"batch": 0}, "batch is 0"),
        (longest, {"limit": -1}, "limit is -1"),
        ("nearst", {}, "Did you mean nearest"),
        ("nearest", {"name": "mine"}, "name is for functions"),
    ],
)
def test_what_is_no_resolver_is_refused(resolver: Any, settings: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        anaphor.resolve(CUPS, resolver, **settings)


def test_a_partial_and_an_object_are_functions_too() -> None:
    class Machine:
        def __call__(self, question: Question) -> int:
            return 0

    def chosen(place: int, question: Question) -> int:
        return place

    assert anaphor.resolve(CUPS, Machine()).header.respondent.name == "Machine"
    assert anaphor.resolve(CUPS, partial(chosen, 1)).header.respondent.name == "chosen"


# --------------------------------------------------------------------------------------------------------- blindness


def reachable(thing: object) -> Iterator[object]:
    """Everything that a thing leads to, but for classes, modules and functions, which lead to everything."""
    seen: dict[int, object] = {}
    stack = [thing]
    while stack:
        each = stack.pop()
        if id(each) in seen or isinstance(
            each, type | types.ModuleType | types.FunctionType | types.BuiltinFunctionType
        ):
            continue
        seen[id(each)] = each
        yield each
        stack += gc.get_referents(each)


@pytest.mark.parametrize("batch", [False, True])
def test_no_way_leads_from_a_question_to_a_key(batch: bool) -> None:
    shown: list[Question] = []

    def curious(given: Any) -> Any:
        questions = given if batch else [given]
        shown.extend(questions)
        return [0] * len(questions) if batch else 0

    anaphor.resolve("anaphor-fr", curious, batch=batch)
    collection = anaphor.load("anaphor-fr")
    assert len(shown) == len(collection.questions)
    assert not {question.id for question in shown} & {question.id for question in collection.questions}
    assert not any(isinstance(each, Item | Collection) for question in shown for each in reachable(question))
    assert any(isinstance(each, Item) for each in reachable(collection))  # the walk would find one


def test_the_order_of_candidates_tells_a_function_nothing() -> None:
    run = anaphor.resolve("anaphor-fr", lambda question: 0)
    keys = {item.id: item.key for item in anaphor.load("anaphor-fr").items}
    right = sum(isinstance(each.reply, Choice) and each.reply.candidate == keys[each.question] for each in run.answers)
    assert 0.4 < right / len(run.answers) < 0.6
    assert not examine(lambda question: 0).passed


# ------------------------------------------------------------------------------------------------- a run as a result


def test_a_run_in_memory_shows_itself_and_can_be_saved() -> None:
    run = anaphor.resolve(CUPS, longest)
    assert repr(run) == "<FinishedRun: longest on cups, 5 of 5 questions, 0 abstentions>"
    assert "in memory" in run._repr_html_()
    assert run.to_dict()["run"] is None
    assert not Path("runs").exists()
    frame = run.to_frame()
    assert list(frame["item"]) == [question.id for question in CUPS.questions]
    assert run.tables[0] == "items"
    saved = read_run(run.save("kept.jsonl"))
    assert saved.answers == run.answers
    assert anaphor.resolve(CUPS, longest, output="kept.jsonl").asked == 0


def test_a_frame_is_polars_where_pandas_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    run = anaphor.resolve(CUPS, longest)
    monkeypatch.delitem(__import__("sys").modules, "pandas", raising=False)
    monkeypatch.setattr("anaphor.result.find_spec", lambda name: name == "polars" or None)
    assert isinstance(run.to_frame(), polars.DataFrame)
    assert run.to_frame().height == 5


@pytest.mark.slow
def test_notes_of_a_run_are_shown_and_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    run = anaphor.resolve("anaphor-en", "ngram", limit=40)
    assert any("several sentences" in str(note) for note in run.notes)
    assert "several sentences" in run._repr_html_()
    assert capfd.readouterr() == ("", "")


def test_a_table_in_memory_is_put_to_a_resolver() -> None:
    rows = [{"text": "Ann saw Bea because [she] left.", "candidates": ["Ann", "Bea"], "answer": "Bea"}]
    assert replies(anaphor.resolve(rows, lambda question: "Bea", name="bea")).popitem()[1] == "Bea"
