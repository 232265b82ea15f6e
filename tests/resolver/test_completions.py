"""Endpoints that give log-probabilities score like the same model on this machine."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import torch

from anaphor.answer import Abstention
from anaphor.collection import load as load_collection
from anaphor.errors import AnaphorError, InputError
from anaphor.resolver import TracedAnswer, make, read_spec
from tests.resolver.tiny_models import MODELS, causal_folder

QUESTIONS = [*load_collection("anaphor-en").questions[:10], *load_collection("anaphor-fr").questions[:10]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return causal_folder(tmp_path_factory.mktemp("gpt2"))


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    """A server that gives a text back with the true log-probabilities of a tiny model, and one token more."""
    model, tokenizer = MODELS.AutoModelForCausalLM.from_pretrained(folder), MODELS.AutoTokenizer.from_pretrained(folder)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

        def do_POST(self) -> None:  # the name that http.server calls
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/v1/completions"
            assert body["echo"] is True
            mute = {"choices": [{"text": "x", "logprobs": None}]}
            said = mute if body["model"] == "mute" else _echoed(model, tokenizer, body["prompt"])
            data = json.dumps(said).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


def _echoed(model: Any, tokenizer: Any, prompt: str) -> dict[str, Any]:
    encoded = tokenizer(prompt, add_special_tokens=False, return_offsets_mapping=True)
    ids, places = encoded["input_ids"], [start for start, _ in encoded["offset_mapping"]]
    with torch.no_grad():
        logs = model(torch.tensor([[tokenizer.bos_token_id, *ids]])).logits[0].log_softmax(-1)
    values = [float(logs[number, each]) for number, each in enumerate(ids)]
    known = {"token_logprobs": [*values, -0.1], "text_offset": [*places, len(prompt)], "tokens": ["x"] * (len(ids) + 1)}
    choice = {"text": prompt + "!", "logprobs": known, "finish_reason": "length"}
    return {"choices": [choice], "model": "tiny", "usage": {"prompt_tokens": len(ids)}}


@pytest.mark.slow
@pytest.mark.parametrize("settings", ["", ",score=full", ",score=partial", ",score=candidate", ",norm=token"])
def test_an_endpoint_scores_like_the_model_on_this_machine(folder: Path, url: str, settings: str) -> None:
    here = {each.question: each for each in make(f"causal:{folder}{settings}").resolve(QUESTIONS)}
    there = {each.question: each for each in make(f"causal:tiny{settings},url={url}").resolve(QUESTIONS)}
    assert any(each.scores for each in there.values())
    for name, answer in here.items():
        assert there[name].scores == pytest.approx(answer.scores, abs=2e-4)
        assert there[name].reply == answer.reply


def test_an_endpoint_without_log_probabilities_says_so(url: str) -> None:
    (answer,) = make(f"causal:mute,url={url}").resolve(QUESTIONS[:1])
    assert isinstance(answer.reply, Abstention)
    assert "no log-probabilities" in str(answer.reply.detail)


@pytest.mark.parametrize("kind", ["chat:x", "causal:x"])
def test_an_address_where_nobody_answers_is_said_within_three_seconds(kind: str) -> None:
    begun = time.monotonic()
    with pytest.raises(AnaphorError, match="refused"):
        list(make(f"{kind},url=http://127.0.0.1:9/v1").resolve(QUESTIONS[:3]))
    assert time.monotonic() - begun < 3


def test_settings_may_have_digits_in_their_names(folder: Path) -> None:
    assert read_spec("causal:x,load_in_8bit=yes,score=full").settings == {"load_in_8bit": "yes", "score": "full"}
    assert read_spec("command:python a.py --n=1, 2=3").argument == "python a.py --n=1, 2=3"
    with pytest.raises(InputError, match="exclude each other"):
        make(f"causal:{folder},load_in_8bit=yes,load_in_4bit=yes")
    with pytest.raises(InputError, match="has no setting 'load_in_9bit'"):
        make(f"causal:{folder},load_in_9bit=yes")


def test_the_size_of_batches_changes_no_score(folder: Path) -> None:
    usual = [each.scores for each in make(f"causal:{folder}").resolve(QUESTIONS)]
    small = [each.scores for each in make(f"causal:{folder},batch_tokens=30").resolve(QUESTIONS)]
    assert all(one == pytest.approx(other, abs=1e-3) for one, other in zip(usual, small, strict=True))


def test_a_context_stands_before_every_sentence_and_is_not_scored(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("The cat sleeps. It is tired. ")
    bare = make(f"causal:{folder},score=full")
    told = make(f"causal:{folder},score=full,context={tmp_path / 'few.txt'}")
    one, other = (next(iter(each.resolve(QUESTIONS[:1]))) for each in (bare, told))
    assert isinstance(one, TracedAnswer)
    assert isinstance(other, TracedAnswer)
    assert one.scores != other.scores
    tokens = [[trace["tokens"] for trace in each.candidate_traces] for each in (one, other)]
    assert tokens[0] == tokens[1]
    assert "context:" in str(told.signature)
    with pytest.raises(InputError, match="needs a message"):
        make(f"causal:{folder},chat_template=yes")
    with pytest.raises(InputError, match="has no chat template"):
        make(f"causal:{folder},chat_template=yes,context={tmp_path / 'few.txt'}")
