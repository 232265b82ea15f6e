"""Causal models: packed rows give what the model gives sentence by sentence, whatever stands beside them."""

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from anaphor.answer import Abstention, Choice
from anaphor.answers.run_file import decided_tokens
from anaphor.collection import load as load_collection
from anaphor.errors import InputError
from anaphor.resolver import Spec, TracedAnswer
from anaphor.resolver.sentences import NOTHING_FOLLOWS, is_word
from anaphor.resolver.transformers.answering import PreparingPool, Score
from anaphor.resolver.transformers.causal_models import CausalResolver, causal
from anaphor.resolver.transformers.loading import load
from anaphor.resolver.transformers.rows import batches, pack
from anaphor.schema import Question
from tests.resolver.questions import question
from tests.resolver.tiny_models import causal_folder

QUESTIONS = load_collection("anaphor-en").questions[:12]


def spec(folder: Path, **settings: str) -> Spec:
    return Spec(name="causal", argument=str(folder), settings=settings)


@pytest.fixture(scope="module", params=["gpt2", "llama", "mamba"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return causal_folder(tmp_path_factory.mktemp(request.param), request.param)


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return causal_folder(tmp_path_factory.mktemp("gpt2-alone"))


def naive(resolver: CausalResolver, text: str, start: int) -> float:
    """The plain way: the whole sentence through the model, log-softmax of everything, a sum."""
    tokenizer, model = resolver.loaded.tokenizer, resolver.loaded.model
    encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    ids = [tokenizer.bos_token_id, *encoded["input_ids"]]
    with torch.no_grad():
        logs = model(torch.tensor([ids])).logits[0].log_softmax(-1)
    kept = [n for n, (_, end) in enumerate(encoded["offset_mapping"]) if end > start]
    return math.fsum(float(logs[n, ids[n + 1]]) for n in kept)


@pytest.mark.slow
@pytest.mark.parametrize("score", ["full", "partial"])
def test_scores_equal_the_plain_way_to_one_in_ten_thousand(folder: Path, score: str) -> None:
    resolver = causal(spec(folder, score=score))
    assert isinstance(resolver, CausalResolver)
    for answer in resolver.resolve(QUESTIONS):
        assert isinstance(answer, TracedAnswer)
        for trace, ours in zip(answer.candidate_traces, answer.scores, strict=True):
            reading, scored = str(trace["reading"]), str(trace["scored"])
            assert ours == pytest.approx(naive(resolver, reading, len(reading) - len(scored)), abs=1e-4, rel=5e-6)


@pytest.mark.slow
def test_no_item_is_decided_on_punctuation_alone(gpt2: Path) -> None:
    questions = load_collection("anaphor-fr").questions
    answers = list(causal(spec(gpt2)).resolve(questions))
    for answer in answers:
        if isinstance(answer, TracedAnswer):
            assert all(is_word(str(trace["scored"])) for trace in answer.candidate_traces)
    partial = list(causal(spec(gpt2, score="partial")).resolve(questions))
    bare = [each for each in partial if isinstance(each.reply, Abstention) and each.reply == NOTHING_FOLLOWS]
    assert (
        len(bare) == 102
    )  # the items of anaphor-fr that end after the anaphor's clause: "… parce qu'elle le voulait."
    whole = {each.question: each for each in causal(spec(gpt2, score="full")).resolve(questions)}
    usual = {each.question: each for each in answers}
    assert all(usual[each.question].scores == pytest.approx(whole[each.question].scores, abs=1e-3) for each in bare)
    assert sum(decided_tokens(answers).values()) == sum(isinstance(each.reply, Choice) for each in answers)


def test_pointwise_information_needs_words_after_the_candidates(gpt2: Path) -> None:
    asked = question("Le chien mord le chat. Paul regarde [le chien].", "le chien", "le chat")
    answer = next(iter(causal(spec(gpt2, norm="pmi")).resolve([asked])))
    assert isinstance(answer.reply, Abstention)


def test_a_model_with_a_memory_of_its_own_is_asked_sentence_by_sentence(tmp_path: Path) -> None:
    packed = {
        family: CausalResolver(load(spec(causal_folder(tmp_path / family, family)), "causal"), spec(tmp_path)).packed
        for family in ("gpt2", "llama", "mamba")
    }
    assert packed == {"gpt2": True, "llama": True, "mamba": False}


def test_an_answer_does_not_depend_on_the_questions_beside_it(gpt2: Path) -> None:
    resolver = causal(spec(gpt2))
    together = list(resolver.resolve(QUESTIONS))
    alone = [next(iter(resolver.resolve([question]))) for question in QUESTIONS]
    for one, other in zip(together, alone, strict=True):
        assert one.reply == other.reply
        np.testing.assert_allclose(
            [score or 0 for score in one.scores], [score or 0 for score in other.scores], atol=1e-4
        )


@pytest.mark.slow
@pytest.mark.parametrize("norm", ["none", "token", "word", "char", "byte", "pmi"])
@pytest.mark.parametrize("score", ["full", "partial", "candidate", "candidate_suffix"])
def test_every_score_and_norm_answers(gpt2: Path, score: str, norm: str) -> None:
    if (score, norm) == ("full", "pmi"):
        with pytest.raises(InputError, match="whole sentence"):
            causal(spec(gpt2, score=score, norm=norm))
        return
    answers = list(causal(spec(gpt2, score=score, norm=norm)).resolve(QUESTIONS))
    assert len(answers) == len(QUESTIONS)
    assert sum(isinstance(answer.reply, Choice) for answer in answers) > 8


def test_norms_divide_by_what_they_say(gpt2: Path) -> None:
    plain = next(iter(causal(spec(gpt2, score="full")).resolve(QUESTIONS[:1])))
    by_byte = next(iter(causal(spec(gpt2, score="full", norm="byte")).resolve(QUESTIONS[:1])))
    assert isinstance(plain, TracedAnswer)
    sizes = [len(str(trace["scored"]).encode()) for trace in plain.candidate_traces]
    expected = [(score or 0) / size for score, size in zip(plain.scores, sizes, strict=True)]
    assert by_byte.scores == pytest.approx(expected, abs=1e-5)


def test_the_start_mark_is_in_the_signature_and_changes_the_score(gpt2: Path) -> None:
    with_mark, without = causal(spec(gpt2, score="full")), causal(spec(gpt2, score="full", bos="no"))
    assert "bos:<s>" in str(with_mark.signature)
    assert "bos:none" in str(without.signature)
    assert next(iter(with_mark.resolve(QUESTIONS))).scores != next(iter(without.resolve(QUESTIONS))).scores


def test_words_have_the_probability_of_their_parts(gpt2: Path) -> None:
    resolver = causal(spec(gpt2, score="full"))
    assert isinstance(resolver, CausalResolver)
    words = list(resolver.word_probabilities(QUESTIONS[:3]))
    answers = list(resolver.resolve(QUESTIONS[:3]))
    for found, answer in zip(words, answers, strict=True):
        assert hasattr(found, "logs")
        assert [math.fsum(logs) for logs in found.logs] == pytest.approx(answer.scores, abs=1e-3)


def test_candidates_of_equal_words_tie_and_no_one_is_favoured(gpt2: Path) -> None:
    question = QUESTIONS[0]
    twice = Question(
        id="q",
        language="en",
        text=question.text,
        anaphor=question.anaphor,
        candidates=(question.candidates[0], question.candidates[0]),
    )
    answer = next(iter(causal(spec(gpt2)).resolve([twice])))
    assert not isinstance(answer.reply, Choice)
    assert answer.reply.reason == "tie"


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("", "needs a model"),
        ("/nowhere/at/all", "no model folder"),
        ("EMPTY", r"no config\.json"),
        ("FILE", "is no model"),
        ("BROKEN", "cannot be loaded"),
    ],
)
def test_a_wrong_model_is_one_sentence(tmp_path: Path, argument: str, sentence: str) -> None:
    (tmp_path / "EMPTY").mkdir()
    (tmp_path / "FILE").write_text("x")
    (tmp_path / "BROKEN").mkdir()
    (tmp_path / "BROKEN" / "config.json").write_text('{"model_type": "gpt2"')
    found = tmp_path / argument
    with pytest.raises(InputError, match=sentence):
        causal(Spec(name="causal", argument=(str(found) if argument and found.exists() else argument) or None))


def test_unknown_settings_and_devices_are_refused(gpt2: Path) -> None:
    for settings in ({"scores": "full"}, {"score": "fulll"}, {"device": "toaster"}, {"norm": "x"}, {"margin": "-1"}):
        with pytest.raises(InputError):
            causal(spec(gpt2, **settings))


def test_every_sequence_is_in_one_row_and_sees_itself_only() -> None:
    rng = np.random.default_rng(3)
    sequences = [[1, *rng.integers(2, 5, rng.integers(1, 9)).tolist()] for _ in range(60)]
    rows = pack(sequences, longest=24)
    assert sorted(number for row in rows for number in row.sequences) == list(range(60))
    for row in rows:
        seen = row.visible()
        for number, path in zip(row.sequences, row.paths, strict=True):
            assert row.tokens[path].tolist() == sequences[number]
            assert set(np.flatnonzero(seen[path[-1]])) == set(path.tolist())
            assert row.depths[path].tolist() == list(range(len(path)))


def test_batches_hold_every_row_and_keep_their_budget() -> None:
    lengths = [3, 50, 7, 7, 120, 1]
    made = list(batches(lengths, budget=60))
    assert sorted(number for batch in made for number in batch) == list(range(6))
    assert all(len(batch) == 1 or len(batch) * max(lengths[n] for n in batch) <= 60 for batch in made)


def test_processes_prepare_what_one_would_and_a_killed_one_costs_nothing(gpt2: Path) -> None:
    resolver = causal(spec(gpt2))
    assert isinstance(resolver, CausalResolver)
    questions = load_collection("anaphor-fr").questions[:80]
    alone = resolver.preparer.some(questions, Score.AUTO)
    pool = PreparingPool(resolver.preparer)
    for each in pool._ready:
        each.result(timeout=120)
    together = [found for part in pool.prepared(questions, Score.AUTO) for found in part]
    parts = pool.prepared(questions, Score.AUTO)
    stopped = [*next(parts)]
    for process in (pool._pool._processes or {}).values():
        process.kill()
    stopped += [found for part in parts for found in part]
    assert together == alone == stopped
