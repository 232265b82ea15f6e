"""Masked models: what is computed only at the masks equals what the whole model gives, row by row."""

import math
from pathlib import Path

import pytest
import torch

from anaphor.answer import Abstention, Choice
from anaphor.collection import load as load_collection
from anaphor.errors import InputError
from anaphor.resolver import MaskedResolver, Spec, TracedAnswer
from anaphor.resolver.sentences import NOTHING_FOLLOWS, is_word
from anaphor.resolver.transformers.masked_models import masked
from anaphor.schema import Span
from tests.resolver.tiny_models import causal_folder, masked_folder

QUESTIONS = load_collection("anaphor-en").questions[:8]


def spec(folder: Path, **settings: str) -> Spec:
    return Spec(name="masked", argument=str(folder), settings=settings)


@pytest.fixture(scope="module", params=["bert", "roberta"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return masked_folder(tmp_path_factory.mktemp(request.param), request.param)


def naive(resolver: MaskedResolver, text: str, hide: str) -> float:
    """The plain way: one row per token through the whole model."""
    tokenizer, model = resolver.loaded.tokenizer, resolver.loaded.model
    encoded = tokenizer(text)
    ids, words = encoded["input_ids"], encoded.word_ids()
    total = 0.0
    for position in range(1, len(ids) - 1):
        row = list(ids)
        row[position] = tokenizer.mask_token_id
        if hide == "within_word":
            for later in range(position + 1, len(ids)):
                if words[later] == words[position]:
                    row[later] = tokenizer.mask_token_id
        with torch.no_grad():
            logs = model(torch.tensor([row])).logits[0, position].log_softmax(-1)
        total += float(logs[ids[position]])
    return total


@pytest.mark.slow
@pytest.mark.parametrize("hide", ["original", "within_word"])
def test_pseudo_likelihoods_equal_the_plain_way(folder: Path, hide: str) -> None:
    resolver = masked(spec(folder, hide=hide))
    assert isinstance(resolver, MaskedResolver)
    assert resolver.head is not None
    for answer in resolver.resolve(QUESTIONS[:2]):
        assert isinstance(answer, TracedAnswer)
        expected = [naive(resolver, str(trace["reading"]), hide) for trace in answer.candidate_traces]
        assert answer.scores == pytest.approx(expected, abs=1e-3)


def test_hiding_the_whole_candidate_takes_one_row(folder: Path) -> None:
    resolver = masked(spec(folder, score="candidate", hide="whole", norm="token"))
    answers = list(resolver.resolve(QUESTIONS))
    assert sum(isinstance(answer.reply, Choice) for answer in answers) > 5


@pytest.mark.slow
@pytest.mark.parametrize("score", ["full", "partial", "candidate", "candidate_suffix"])
def test_every_score_is_finite(folder: Path, score: str) -> None:
    for answer in masked(spec(folder, score=score)).resolve(QUESTIONS):
        assert all(value is not None and math.isfinite(value) for value in answer.scores)


@pytest.mark.slow
def test_a_head_in_an_unknown_place_costs_time_and_changes_nothing(folder: Path) -> None:
    resolver = masked(spec(folder))
    assert isinstance(resolver, MaskedResolver)
    fast = [answer.scores for answer in resolver.resolve(QUESTIONS)]
    resolver.head = None
    for quick, slow in zip(fast, resolver.resolve(QUESTIONS), strict=True):
        assert quick == pytest.approx(slow.scores, abs=1e-4)


@pytest.mark.slow
def test_a_partial_score_without_words_is_an_abstention(folder: Path) -> None:
    asked = load_collection("anaphor-fr").questions
    answers = list(masked(spec(folder, score="partial")).resolve(asked[:60]))
    silent = [each for each in answers if isinstance(each.reply, Abstention) and each.reply == NOTHING_FOLLOWS]
    assert silent
    scored = [trace for each in answers if isinstance(each, TracedAnswer) for trace in each.candidate_traces]
    assert all(is_word(str(trace["scored"])) for trace in scored)


def test_a_causal_model_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be loaded|no mask"):
        masked(spec(causal_folder(tmp_path)))


def test_words_tried_at_a_place_are_scored_with_all_their_tokens_hidden(folder: Path) -> None:
    resolver = masked(spec(folder))
    assert isinstance(resolver, MaskedResolver)
    text, words = "The trunk is too large for it.", ["large", "small", "extraordinarily"]
    place = Span(start=text.index("large"), end=text.index(" for"))
    tokenizer, model = resolver.loaded.tokenizer, resolver.loaded.model
    for word, found in zip(words, resolver.likely(text, place, words), strict=True):
        encoded = tokenizer(text.replace("large", word), return_offsets_mapping=True)
        hidden = [
            n
            for n, (start, end) in enumerate(encoded["offset_mapping"])
            if end > place.start and start < place.start + len(word)
        ]
        row = [tokenizer.mask_token_id if n in hidden else token for n, token in enumerate(encoded["input_ids"])]
        with torch.inference_mode():
            table = torch.log_softmax(model(input_ids=torch.tensor([row])).logits[0], dim=-1)
        expected = sum(float(table[n, encoded["input_ids"][n]]) for n in hidden)
        assert found == pytest.approx(expected, abs=1e-4)
