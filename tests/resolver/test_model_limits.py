"""What a pretrained model cannot do: read a text beyond its context, stand in for another kind, come from nowhere."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from anaphor.answer import Abstention, AbstentionReason, Choice
from anaphor.answers import read_run
from anaphor.collection import load as load_collection
from anaphor.errors import InputError, MissingExtraError
from anaphor.resolver import MaskedResolver, Resolver, Spec
from anaphor.resolver.conformance import check_all
from anaphor.resolver.ensemble import WordProbabilities
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.resolver.transformers.causal_models import CausalResolver, causal
from anaphor.resolver.transformers.masked_models import masked
from tests.resolver.questions import embedded_schemas, question
from tests.resolver.tiny_models import MODELS, causal_folder, masked_folder

ENGLISH = load_collection("anaphor-en")
LONG = question(f"Ann met Sue before [she] left. {'It rained on the town again. ' * 200}", "Ann", "Sue", name="long")
SHORT = question("Ann met Sue before [she] left.", "Ann", "Sue", name="short")


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return causal_folder(tmp_path_factory.mktemp("limits-gpt2"))


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return masked_folder(tmp_path_factory.mktemp("limits-bert"))


def load(kind: str, folder: Path | str, **settings: str) -> Resolver:
    spec = Spec(name=kind, argument=str(folder), settings=settings)
    return causal(spec) if kind == "causal" else masked(spec)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "family"), [("causal", "gpt2"), ("causal", "llama"), ("masked", "bert"), ("masked", "roberta")]
)
def test_a_text_beyond_the_context_is_an_abstention_and_its_neighbour_an_answer(
    tmp_path: Path, kind: str, family: str
) -> None:
    folder = (causal_folder if kind == "causal" else masked_folder)(tmp_path, family)
    long, short = load(kind, folder).resolve([LONG, SHORT])
    assert isinstance(long.reply, Abstention)
    assert long.reply.reason is AbstentionReason.ATYPICAL
    assert "tokens; the model reads" in (long.reply.detail or "")
    assert isinstance(short.reply, Choice)


def test_every_text_up_to_the_context_is_answered_and_none_beyond(tmp_path: Path) -> None:
    resolver = load("masked", masked_folder(tmp_path, "roberta"), score="candidate", hide="whole")
    assert isinstance(resolver, MaskedResolver)
    longest = resolver.loaded.model.config.max_position_embeddings - 1  # the padding token is number 0
    alone = len(resolver.loaded.tokenizer("Ann met Sue before Sue left")["input_ids"])
    fates = {}
    for length in range(longest - 2, longest + 3):
        asked = question(f"Ann met Sue before [she] left{' .' * (length - alone)}", "Ann", "Sue")
        fates[length] = isinstance(next(iter(resolver.resolve([asked]))).reply, Choice)
    assert [length for length, answered in fates.items() if answered] == [longest - 2, longest - 1, longest]


def test_words_of_a_text_beyond_the_context_are_not_asked_for(gpt2: Path) -> None:
    resolver = load("causal", gpt2)
    assert isinstance(resolver, CausalResolver)
    long, short = resolver.word_probabilities([LONG, SHORT])
    assert isinstance(long, Abstention)
    assert isinstance(short, WordProbabilities)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["causal", "masked"])
def test_the_battery_passes_with_its_long_text(gpt2: Path, bert: Path, kind: str) -> None:
    settings = {} if kind == "causal" else {"score": "candidate", "hide": "whole"}
    folder = gpt2 if kind == "causal" else bert
    results = list(check_all(lambda: load(kind, folder, **settings), embedded_schemas(1)))
    assert [result for result in results if not result.passed] == []


def test_each_kind_of_model_is_refused_by_the_other_resolver(gpt2: Path, bert: Path) -> None:
    with pytest.raises(InputError, match=r"is no causal language model\. Write masked:"):
        load("causal", bert)
    with pytest.raises(InputError, match=r"is no masked language model\. Write causal:"):
        load("masked", gpt2)


def test_a_masked_model_that_calls_itself_causal_is_found_out(tmp_path: Path) -> None:
    folder = masked_folder(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    for claim in ([], ["BertLMHeadModel"]):
        (folder / "config.json").write_text(json.dumps({**config, "architectures": claim}))
        with pytest.raises(InputError, match=r"is no causal language model\. Write masked:"):
            load("causal", folder)


def test_a_model_without_an_output_layer_is_refused(tmp_path: Path) -> None:
    folder = masked_folder(tmp_path)
    MODELS.AutoModelForMaskedLM.from_pretrained(folder).bert.save_pretrained(folder)
    with pytest.raises(InputError, match="has no weights for"):
        load("masked", folder)


@pytest.mark.parametrize("kind", ["causal", "masked"])
@pytest.mark.parametrize("name", ["nobody/nothing", "nothing", "a/b/c", "no such model"])
def test_a_hub_name_is_not_fetched_unasked(kind: str, name: str) -> None:
    with pytest.raises(InputError, match=rf"fetched from the hub before.*{kind}:{name},fetch=yes"):
        load(kind, name)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["causal", "masked"])
def test_answers_come_batch_by_batch_and_are_those_of_one_call(gpt2: Path, bert: Path, kind: str) -> None:
    resolver = load("causal", gpt2) if kind == "causal" else load("masked", bert, score="candidate")
    assert isinstance(resolver, (CausalResolver, MaskedResolver))
    resolver.budget = 128
    questions = [*ENGLISH.questions[:4], LONG, SHORT]
    in_order = {answer.question: answer.reply for answer in resolver.resolve(questions)}
    prompt = [answer.question for answer in resolver.as_they_come(questions)]
    assert sorted(prompt) == sorted(in_order)
    assert {answer.question: answer.reply for answer in resolver.as_they_come(questions)} == in_order
    assert list(in_order) == [asked.id for asked in questions]


def test_a_kill_loses_no_more_than_one_batch(gpt2: Path, tmp_path: Path) -> None:
    resolver = load("causal", gpt2)
    assert isinstance(resolver, CausalResolver)
    resolver.budget = 512
    whole, calls = resolver._hidden, []

    def dies_at_the_third_batch(rows: list[object]) -> object:
        calls.append(len(rows))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return whole(rows)  # type: ignore[arg-type]  # the rows are the scorer's own

    resolver._hidden = dies_at_the_third_batch  # type: ignore[assignment,method-assign]  # the kill
    with pytest.raises(KeyboardInterrupt):
        run_collection(ENGLISH, resolver, tmp_path / "run.jsonl", RunSettings(source="anaphor-en"))
    assert 2 <= len(read_run(tmp_path / "run.jsonl").answers) < 128


@pytest.mark.parametrize("kind", ["causal", "masked"])
def test_a_batch_that_does_not_fit_is_halved_and_a_row_that_does_not_is_one_sentence(
    gpt2: Path, bert: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolver = load("causal", gpt2) if kind == "causal" else load("masked", bert, score="candidate")
    assert isinstance(resolver, (CausalResolver, MaskedResolver))
    questions = ENGLISH.questions[:4]
    plenty = list(resolver.resolve(questions))
    body, room = type(resolver.loaded.model.base_model), [2]
    forward = body.forward

    def little_room(self: Any, *given: Any, **more: Any) -> Any:
        if len(more["input_ids"]) > room[0]:
            raise RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 99 bytes.")
        return forward(self, *given, **more)

    monkeypatch.setattr(body, "forward", little_room)
    halved = list(resolver.resolve(questions))
    assert [answer.reply for answer in halved] == [answer.reply for answer in plenty]
    room[0] = 0
    with pytest.raises(InputError, match="and a text do not fit into memory together"):
        list(resolver.resolve(questions))


@pytest.mark.parametrize("kind", ["causal", "masked"])
def test_without_transformers_the_install_line_is_named(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtraError, match=r"anaphor\[lm\]"):
        load(kind, "anything")


@pytest.mark.slow
def test_loading_prints_nothing(gpt2: Path) -> None:
    code = f"from anaphor.resolver.protocol import make\nmake('causal:{gpt2}')\nmake('causal:{gpt2},score=full')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
