"""Chat models: what they are asked, how their words are read, and what becomes of an endpoint's bad days."""

import hashlib
import itertools
import json
import math
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.answers.run_file import totals
from anaphor.collection import load
from anaphor.errors import AnaphorError, FormatError, InputError
from anaphor.resolver import TracedAnswer, make
from anaphor.resolver.asking.asking import ask, in_order
from anaphor.resolver.chat.chat import labels_of, prompt_in, read_prompt, read_reply
from anaphor.resolver.chat.remote import numbered
from anaphor.resolver.conformance import check_all
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.schema import Mark, Question, Unmarked, UnmarkedReason
from tests.resolver.chat_server import ChatServer, Reply, Say, chat_server, listed
from tests.resolver.questions import cup_collection, embedded_schemas, question

CUPS = cup_collection()
QUESTIONS = CUPS.questions
FAST = "retries=2,backoff=0.01,timeout=5"


def knows(body: dict[str, Any]) -> Reply:
    """A model that always finds the candidate whose words have the highest hash, whatever its letter."""
    letters = listed(body)
    best = max(letters, key=lambda letter: hashlib.sha256(letters[letter].encode()).digest())
    return Reply(text=best)


def answers(server: ChatServer, settings: str = "", questions: tuple[Question, ...] = QUESTIONS) -> list[Answer]:
    """What a chat resolver at the endpoint answers."""
    return list(make(f"chat:m,url={server.url},{FAST}{settings}").resolve(questions))


def outcomes(given: list[Answer], questions: tuple[Question, ...] = QUESTIONS) -> list[str]:
    """The words chosen, or why there are none."""
    return [
        asked.candidates[each.reply.candidate].text if isinstance(each.reply, Choice) else each.reply.reason.value
        for asked, each in zip(questions, given, strict=True)
    ]


def in_turn(*replies: Reply) -> Say:
    """An endpoint that gives these replies one after the other, and the last one for ever."""
    rest: Iterator[Reply] = itertools.chain(replies, itertools.repeat(replies[-1]))
    lock = threading.Lock()

    def say(body: dict[str, Any]) -> Reply:
        with lock:
            return next(rest)

    return say


def test_the_letter_is_read_as_the_candidate_that_was_shown_under_it() -> None:
    with chat_server(knows) as server:
        found = outcomes(answers(server))
        for asked, choice in zip(QUESTIONS, found, strict=True):
            texts = [each.text for each in asked.candidates]
            assert choice == max(texts, key=lambda text: hashlib.sha256(text.encode()).digest())


def test_the_question_is_asked_in_its_own_language_with_the_anaphor_marked() -> None:
    french = question("Le chat voit la souris car [elle] bouge.", "le chat", "la souris", language="fr")
    own = replace(QUESTIONS[0], prompt="What was too large?")
    with chat_server(knows) as server:
        answers(server, ",concurrency=1", (french, own, replace(QUESTIONS[1], language="tlh")))
        said = [request["messages"][-1]["content"] for request in server.requests]
    assert "Texte : Le chat voit la souris car [elle] bouge." in said[0]
    assert "À qui ou à quoi renvoie le mot entre crochets ?" in said[0]
    assert "Question: What was too large?" in said[1]
    assert "[it]" in said[1]
    assert "Whom or what does the word between brackets refer to?" in said[2]
    assert all(request["temperature"] == 0 and request["max_tokens"] == 64 for request in server.requests)


def test_a_gap_is_asked_for_as_a_gap() -> None:
    gap = Question(
        id="g",
        language="en",
        text="The cup hit the box so _ broke.",
        anaphor=Mark(start=23, end=24, blank=True),
        candidates=QUESTIONS[0].candidates,
    )
    with chat_server(knows) as server:
        answers(server, questions=(gap,))
        said = server.requests[0]["messages"][-1]["content"]
    assert "so [_] broke." in said
    assert "What belongs in the place of [_]?" in said


@pytest.mark.slow
def test_the_letter_of_the_key_is_balanced_over_a_collection() -> None:
    collection = load("anaphor-fr")
    with chat_server(lambda body: Reply(text="A")) as server:
        resolver = make(f"chat:m,url={server.url},concurrency=8")
        given = {each.question: each.reply for each in ask(resolver, collection.questions, salt="s")}
    binary = [item for item in collection.items if len(item.question.candidates) == 2]
    right = Counter(reply.candidate == item.key for item in binary if isinstance(reply := given[item.id], Choice))
    assert right.total() == len(binary)
    assert abs(right[True] / len(binary) - 0.5) < 0.1


def test_both_orders_must_agree() -> None:
    with chat_server(lambda body: Reply(text="A")) as server:
        given = answers(server, ",orders=both")
        assert outcomes(given)[:4] == ["tie"] * 4
        assert given[0].scores == (0.5, 0.5)
        assert len(server.requests) == 2 * len(QUESTIONS)
    with chat_server(knows) as server:
        assert "tie" not in outcomes(answers(server, ",orders=both"))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("A", 0),
        ("b", 1),
        ("**B**", 1),
        ("(A)", 0),
        ("B.", 1),
        ("Answer: B", 1),
        ("The answer is A.", 0),
        ("A. the cup", 0),
        ("the box", 1),
        ("The box.", 1),
        ("<think>A, or B?\nB</think>\n\nA", 0),
        ("It is heavy.\n\nAnswer: B", 1),
        ("“B”", 1),
        ("?", AbstentionReason.DECLINED),
        ("I don't know.", AbstentionReason.DECLINED),
        ("I don’t know", AbstentionReason.DECLINED),
        ("A or B", AbstentionReason.UNREADABLE),
        ("A\nB", AbstentionReason.UNREADABLE),
        ("", AbstentionReason.UNREADABLE),
        ("A. the box", AbstentionReason.UNREADABLE),
        ("C", AbstentionReason.UNREADABLE),
        ("Because it is heavy", AbstentionReason.UNREADABLE),
        ("<think>A", AbstentionReason.UNREADABLE),
        ("the cup and the box", AbstentionReason.UNREADABLE),
        ("Answers vary", AbstentionReason.UNREADABLE),
    ],
    ids=repr,
)
def test_a_reply_is_read_strictly(said: str, expected: int | AbstentionReason) -> None:
    prompt = prompt_in("en")
    assert prompt is not None
    reply = read_reply(said, prompt, ["the cup", "the box"])
    assert (reply.candidate if isinstance(reply, Choice) else reply.reason) == expected


def test_more_candidates_than_letters_are_numbered() -> None:
    assert labels_of(3) == ["A", "B", "C"]
    many = question("[It] left.", *(f"cat {number}" for number in range(40)))
    with chat_server(lambda body: Reply(text="27")) as server:
        assert outcomes(answers(server, questions=(many,)), (many,)) == [listed(server.requests[0])["27"]]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Reply(text="nonsense"), "unreadable"),
        (Reply(text=None), "unreadable"),
        (Reply(text=""), "unreadable"),
        (Reply(text="A", ended="content_filter"), "declined"),
        (Reply(text=None, ended="length"), "cut_off"),
        (Reply(text=None, fields=(("refusal", "I would rather not."),)), "declined"),
        (Reply(raw=b"<html>"), "failed"),
        (Reply(raw=b'{"choices": []}'), "failed"),
        (Reply(raw=b'{"choices": [{"message": {"content": [{"type": "text", "text": "A"}]}}]}'), "a choice"),
        (Reply(raw=b"[" * 100_000), "failed"),
        (Reply(code=400), "failed"),
        (Reply(code=500), "failed"),
        (Reply(code=503), "failed"),
        (Reply(cut=True), "failed"),
    ],
    ids=[
        "nonsense",
        "nothing",
        "empty",
        "filtered",
        "no-tokens-left",
        "refusal",
        "html",
        "no-choice",
        "parts",
        "nested",
        "400",
        "500",
        "503",
        "cut",
    ],
)
def test_what_cannot_be_used_is_an_abstention_with_its_reason(reply: Reply, expected: str) -> None:
    with chat_server(lambda body: reply) as server:
        found = outcomes(answers(server, questions=QUESTIONS[:1]), QUESTIONS[:1])[0]
    assert found == expected or (expected == "a choice" and found in ("the cup", "the box"))


@pytest.mark.parametrize("ended", ["length", "max_tokens", "MAX_TOKENS", "model_length", "max_output_tokens"])
@pytest.mark.parametrize("stream", ["", ",stream=yes"])
def test_a_reply_that_was_cut_off_is_no_answer_whatever_it_begins_with(ended: str, stream: str) -> None:
    with chat_server(lambda body: Reply(text="Answer: A", ended=ended)) as server:
        given = answers(server, f"{stream},max_tokens=16", questions=QUESTIONS[:1])[0]
    assert isinstance(given.reply, Abstention)
    assert given.reply.reason is AbstentionReason.CUT_OFF
    assert "16 tokens" in str(given.reply.detail)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(text=None),
        Reply(text="A", ended="content_filter"),
        Reply(text=None, ended="length"),
        Reply(text=None, fields=(("refusal", "I would rather not."),)),
    ],
    ids=["nothing", "filtered", "no-tokens-left", "refusal"],
)
def test_a_stream_declines_as_a_whole_reply_does(reply: Reply) -> None:
    with chat_server(lambda body: reply) as server:
        streamed, whole = (answers(server, f",stream={stream}", QUESTIONS[:1])[0].reply for stream in ("yes", "no"))
    assert streamed == whole
    assert isinstance(streamed, Abstention)


@pytest.mark.parametrize(
    "trouble",
    [
        Reply(code=429, headers=(("Retry-After", "0.01"),)),
        Reply(code=429),
        Reply(code=500),
        Reply(code=529),
        Reply(cut=True),
        Reply(raw=b"{oops"),
        Reply(hang=4),
    ],
    ids=["429-after", "429", "500", "529", "cut", "garbage", "timeout"],
)
@pytest.mark.parametrize("stream", ["no", "yes"])
def test_trouble_that_passes_is_tried_again(trouble: Reply, stream: str) -> None:
    with chat_server(in_turn(trouble, trouble, Reply(text="A"))) as server:
        patience = 2 if trouble.hang else 30
        given = answers(server, f",timeout={patience},stream={stream}", QUESTIONS[:1])
        assert isinstance(given[0].reply, Choice)
        assert len(server.requests) == 3
    assert totals(given)["tries"] == 3


def test_silence_is_a_timeout() -> None:
    with chat_server(lambda body: Reply(hang=1)) as server:
        given = answers(server, ",timeout=0.1,retries=1", QUESTIONS[:1])
    assert outcomes(given, QUESTIONS[:1]) == ["timeout"]


def test_a_stream_that_ends_before_its_end_is_tried_again_and_then_a_failure() -> None:
    with chat_server(lambda body: Reply(text="A and then some words", cut=True)) as server:
        given = answers(server, ",stream=yes", QUESTIONS[:1])
        assert outcomes(given, QUESTIONS[:1]) == ["failed"]
        assert len(server.requests) == 3


def test_half_a_reply_before_an_error_in_a_stream_is_no_answer() -> None:
    half = b'data: {"choices": [{"delta": {"content": "A"}}]}\n\ndata: {"error": {"message": "x"}}\n\ndata: [DONE]\n\n'
    with chat_server(lambda body: Reply(raw=half)) as server:
        given = answers(server, ",stream=yes", QUESTIONS[:1])
        assert outcomes(given, QUESTIONS[:1]) == ["failed"]
        assert len(server.requests) == 3


def test_a_whole_stream_is_read_like_a_whole_reply() -> None:
    with chat_server(knows) as server:
        streamed, whole = answers(server, ",stream=yes"), answers(server)
    assert [each.reply for each in streamed] == [each.reply for each in whole]
    assert totals(streamed) == totals(whole)


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        (Reply(code=401), r"refuses the request \(code 401: told to say 401\).*OPENAI_API_KEY"),
        (Reply(code=404), r"refuses the request \(code 404.*name of the model"),
        (Reply(code=302, headers=(("Location", "http://127.0.0.1:1/"),)), r"refuses the request \(code 302"),
        (Reply(code=429), r"does not answer \(code 429.*3 tries\).*run the same command again"),
    ],
    ids=["401", "404", "redirect", "429"],
)
def test_what_no_question_can_mend_stops_the_run_with_one_sentence(reply: Reply, complaint: str) -> None:
    with chat_server(lambda body: reply) as server, pytest.raises(AnaphorError, match=complaint):
        answers(server)


def test_an_endpoint_that_is_not_there_stops_the_run() -> None:
    with chat_server(knows) as server:
        url = server.url
    with pytest.raises(AnaphorError, match="does not answer"):
        list(make(f"chat:m,url={url},retries=1,backoff=0.01").resolve(QUESTIONS))
    with pytest.raises(AnaphorError, match="does not answer"):
        list(make("chat:m,url=http://no-such-host.invalid/v1,retries=0").resolve(QUESTIONS))


def test_five_failures_in_a_row_stop_the_run() -> None:
    with (
        chat_server(lambda body: Reply(code=400)) as server,
        pytest.raises(AnaphorError, match="to 5 questions in a row"),
    ):
        answers(server)


def test_the_key_comes_from_the_environment_and_is_written_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret")
    with chat_server(knows) as server:
        resolver = make(f"chat:m,url={server.url},key=MY_KEY")
        run_collection(CUPS, resolver, tmp_path / "run.jsonl", RunSettings(source="cups"))
        assert {headers["Authorization"] for headers in server.headers} == {"Bearer sk-secret"}
    assert "sk-secret" not in (tmp_path / "run.jsonl").read_text("utf-8")
    assert "sk-secret" not in str(resolver.signature)
    assert "sk-secret" not in repr(resolver)


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["no", "yes"])
@pytest.mark.parametrize("field", ["content", "refusal"])
def test_a_key_that_the_endpoint_repeats_is_written_nowhere(
    field: str, stream: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = "sk-" + "secret" * 12
    monkeypatch.setenv("MY_KEY", key)
    for length in (0, 10, 60, 190, 480):  # near these the text is cut, and half of the key would do harm
        said = f"{'x' * length} you sent {key}, thanks"
        reply = Reply(text=said) if field == "content" else Reply(text=None, fields=(("refusal", said),))
        path = tmp_path / f"{length}.jsonl"
        with chat_server(in_turn(reply)) as server:
            resolver = make(f"chat:m,url={server.url},key=MY_KEY,stream={stream}")
            run_collection(CUPS, resolver, path, RunSettings(source="cups"))
        assert key[:9] not in path.read_text("utf-8")
        assert "you sent …, thanks" in path.read_text("utf-8") or length > 10


def test_a_key_of_one_letter_hides_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "A")
    with chat_server(lambda body: Reply(text="A")) as server:
        assert isinstance(answers(server, ",key=MY_KEY", QUESTIONS[:1])[0].reply, Choice)


def test_tokens_and_cost_are_counted() -> None:
    with chat_server(knows) as server:
        given = answers(server, ",price_in=2,price_out=10")
    assert totals(given) == pytest.approx(
        {"tries": 5, "prompt_tokens": 500, "completion_tokens": 10, "cost": 5 * (100 * 2 + 2 * 10) / 1e6}
    )
    first = given[0]
    assert isinstance(first, TracedAnswer)
    assert first.trace["model"] == "m-2026"


def test_several_requests_are_under_way_and_answers_stay_in_order() -> None:
    together = threading.Barrier(len(QUESTIONS), timeout=60)

    def slow(body: dict[str, Any]) -> Reply:
        together.wait()  # nobody is answered before all have asked
        return Reply(text="A", hang=0.15 if "large" in body["messages"][-1]["content"] else 0.05)

    with chat_server(slow) as server:
        given = answers(server, f",concurrency={len(QUESTIONS)},timeout=60")
        assert [each.question for each in given] == [asked.id for asked in QUESTIONS]
        assert server.most_at_once == len(server.requests) == len(QUESTIONS)


def test_work_ends_when_nobody_waits_for_it() -> None:
    done: list[int] = []
    stop = threading.Event()

    def work(number: int) -> int:
        time.sleep(0.01)
        done.append(number)
        return number

    results = in_order(numbered(work, range(1000), 2, stop))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    del results
    assert stop.wait(5)
    time.sleep(0.1)
    assert len(done) <= 3 + 2 * 4 + 2


def test_an_error_in_one_thread_reaches_the_reader() -> None:
    def work(number: int) -> int:
        if number == 2:
            raise InputError("two is too much")
        return number

    results = in_order(numbered(work, range(5), 2, threading.Event()))
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(InputError, match="two is too much"):
        next(results)


def test_a_question_without_a_place_or_a_prompt_is_atypical_and_is_not_asked() -> None:
    unmarked = replace(QUESTIONS[0], anaphor=Unmarked(reason=UnmarkedReason.IMPLICIT))
    with chat_server(knows) as server:
        assert outcomes(answers(server, questions=(unmarked,)), (unmarked,)) == ["atypical"]
        assert server.requests == []
        prompted = replace(unmarked, prompt="What was too large?")
        assert isinstance(answers(server, questions=(prompted,))[0].reply, Choice)


def test_a_prompt_of_ones_own_is_used_and_signed(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('system = "S"\nuser = "$text // $candidates"\nquestion = "Q"\n')
    with chat_server(knows) as server:
        resolver = make(f"chat:m,url={server.url},prompt={own}")
        list(resolver.resolve(QUESTIONS[:1]))
        assert server.requests[0]["messages"][0] == {"role": "system", "content": "S"}
        assert " // A. " in server.requests[0]["messages"][1]["content"]
        assert str(resolver.signature) != str(make(f"chat:m,url={server.url}").signature)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("system = 3", "this is no prompt"),
        ("nonsense", "this is no prompt"),
        ("\0", "this is no prompt"),
        ('system="s"\nuser="$text"\nquestion="q"\n', "has no \\$candidates in it"),
        ('system="s"\nuser="$text$candidates"\nquestion="q"\nextra=1', "this is no prompt"),
    ],
    ids=["types", "syntax", "zero", "placeholder", "unknown"],
)
def test_a_file_that_is_no_prompt_is_refused(tmp_path: Path, content: str, complaint: str) -> None:
    (tmp_path / "p.toml").write_text(content)
    with pytest.raises((FormatError, InputError), match=complaint):
        read_prompt(tmp_path / "p.toml")


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("chat", "needs the name of a model"),
        ("chat:m", "needs an endpoint"),
        ("chat:m,url=ftp://x", "is no address"),
        ("chat:m,url=http://[::1/v1", "is no address"),
        ("chat:m,url=http://host:99999/v1", "is no address"),
        ("chat:m,url=http://ho st/v1", "is no address"),
        ("chat:m,url=http://host/v1,timeout=1e300", "cannot use timeout=1e300"),
        ("chat:m,url=http://host/v1,concurrency=100000", "cannot use concurrency=100000"),
        ("chat:m,url=http://host/v1,budget=1", "a budget needs prices"),
        ("chat:m,url=http://host/v1,budget=1,price_out=1,max_tokens=none", "a budget needs a limit of tokens"),
        ("chat:m,url=http://me:pw@host/v1", "holds a name, a password"),
        ("chat:m,url=http://host/v1,orders=three", "has no orders=three"),
        ("chat:m,url=http://host/v1,concurrency=0", "cannot use concurrency=0"),
        ("chat:m,url=http://host/v1,prompt=/no/such", "there is no such file"),
    ],
)
def test_a_wrong_spec_is_one_sentence(spec: str, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(InputError, match=complaint):
        make(spec)


def test_parameters_that_a_model_refuses_can_be_left_out() -> None:
    with chat_server(knows) as server:
        answers(server, ",temperature=none,max_completion_tokens=500,seed=3", QUESTIONS[:1])
        assert {key: value for key, value in server.requests[0].items() if key not in ("messages", "model")} == {
            "max_completion_tokens": 500,
            "seed": 3,
        }


@pytest.mark.slow
def test_a_steady_model_passes_the_battery() -> None:
    with chat_server(knows) as server:
        results = list(check_all(lambda: make(f"chat:m,url={server.url},concurrency=8"), embedded_schemas(2)))
    assert [result for result in results if not result.passed] == []


def test_a_model_that_prefers_a_letter_still_gives_the_same_answers_in_any_order() -> None:
    with chat_server(lambda body: Reply(text="A")) as server:
        results = list(check_all(lambda: make(f"chat:m,url={server.url},concurrency=8"), embedded_schemas(2)))
    assert [result for result in results if not result.passed] == []


def test_an_abstention_keeps_what_the_model_said() -> None:
    with chat_server(lambda body: Reply(text="I think that it is the cup, maybe")) as server:
        given = answers(server, questions=QUESTIONS[:1])[0]
    assert isinstance(given, TracedAnswer)
    assert given.trace["said"] == ["I think that it is the cup, maybe"]
    assert isinstance(given.reply, Abstention)
    assert "I think" in (given.reply.detail or "")


def test_the_probabilities_of_the_letters_are_the_scores() -> None:
    def weighs(body: dict[str, Any]) -> Reply:
        assert body["logprobs"] is True
        likely = [{"token": " A", "logprob": -0.1}, {"token": "B", "logprob": -2.5}, {"token": "The", "logprob": -4.0}]
        choice = {
            "message": {"content": "B"},
            "finish_reason": "stop",
            "logprobs": {"content": [{"top_logprobs": likely}]},
        }
        return Reply(raw=json.dumps({"choices": [choice]}).encode())

    with chat_server(weighs) as server:
        (one,) = answers(server, ",logprobs=yes", QUESTIONS[:1])
        (both,) = answers(server, ",logprobs=yes,orders=both", QUESTIONS[:1])
    shares = sorted(score for score in one.scores if score is not None)
    assert shares == pytest.approx([math.exp(-2.5) / (math.exp(-0.1) + math.exp(-2.5)), 1 / (1 + math.exp(-2.4))])
    assert isinstance(one.reply, Choice)
    assert one.scores[one.reply.candidate] == max(shares)
    assert isinstance(both.reply, Abstention)  # the letter decides, not the candidate: the orders cancel out


def test_an_endpoint_that_gives_no_probabilities_is_read_by_its_words() -> None:
    with chat_server(knows) as server:
        assert outcomes(answers(server, ",logprobs=yes")) == outcomes(answers(server))


def test_examples_stand_before_the_question(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    first = 'system = "Choose."\nuser = "$text\\n$candidates"\nquestion = "Who?"\n'
    path.write_text(f'{first}examples = [["Is A right?", "A"], ["B?", "B"]]\n')
    messages = read_prompt(path).messages(QUESTIONS[0], (0, 1))
    assert [each["role"] for each in messages] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert messages[2]["content"] == "A"
