"""n-gram, LSTM and context2vec as resolvers: what they score, when they abstain, and what the package ships."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from anaphor.answer import Abstention, AbstentionReason, Choice
from anaphor.errors import ContentError, FormatError, InputError, MissingExtraError
from anaphor.language import Sureness
from anaphor.provenance import Signature
from anaphor.resolver import CompactLstm, TracedAnswer, make, read_spec
from anaphor.resolver.conformance import check_all
from anaphor.resolver.networks.context2vec import Similarity, place_of, similarity
from anaphor.resolver.networks.lstm import export_lstm, load_lstm
from anaphor.resolver.networks.settings import LstmSettings, Softmax, TrainingSettings, context2vec_preset, lstm_preset
from anaphor.resolver.ngram.ngram import quantised, read_pack, shipped_ngrams
from anaphor.resolver.sentences import CandidateSentence
from anaphor.resolver.training.models import TrainingRun, export_model, train_network
from anaphor.resolver.training.store import Document, TokenStore, build_store
from anaphor.resolver.words.model_folder import (
    SPECIAL,
    START_ID,
    ModelFolder,
    ModelKind,
    Vocabulary,
    load_weights,
    open_model,
)
from anaphor.resolver.words.word_models import OneModel, WordModelResolver, differing_words, shipped_file, shipped_names
from anaphor.schema import Question, Span
from tests.resolver.questions import cup_collection, embedded_schemas, question

TEXT = "The cup was too large. The box was too small. The dog was tired. The cat was caught. The cup is in the box.\n"
KEPT = Path(__file__).parents[1] / "kept" / "files"
CUP = question("The cup did not fit into the box because [it] was too large.", "the cup", "the box")


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def store() -> TokenStore:
    """A few sentences, often."""
    return build_store([Document(source="d", text=TEXT * 30)], "en")


def trained(store: TokenStore, folder: Path, settings: LstmSettings | None = None) -> ModelFolder:
    """A tiny LSTM."""
    chosen = settings or lstm_preset("tiny")
    run = TrainingRun(folder=folder, text=store.training_text("cups"), device="cpu", checkpoints=False)
    return train_network(store, replace(chosen, training=TrainingSettings(batch=200, epochs=1)), run).model


class FakeModel:
    """Knows some words; each word is as probable as its length says."""

    name = "fake"
    signature = Signature.of(model="fake")

    def __init__(self, *known: str) -> None:
        self.words = Vocabulary(words=(*SPECIAL, *known))

    def knows(self, word: str, /) -> bool:
        """Whether a word is known."""
        return self.words.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        """Minus the number of letters."""
        return [np.array([-float(len(word)) for word in sentence]) for sentence in sentences]


def fake(spec: str, *known: str, language: str | None = None) -> WordModelResolver:
    """A resolver over the fake model."""
    return WordModelResolver(OneModel(only=FakeModel(*known), language=language), read_spec(spec))


KNOWN = ("the", "cup", "did", "not", "fit", "into", "box", "because", "was", "too", "large", ".")


def test_the_full_score_is_the_whole_sentence_and_the_partial_one_what_follows() -> None:
    asked = question("The old cup broke because [it] was full.", "the cup", "the large box")
    full, part = (
        next(iter(fake(f"lstm,score={score}", "cup", "box").resolve([asked]))) for score in ("full", "partial")
    )
    assert full.scores[0] != full.scores[1]
    assert part.scores[0] == part.scores[1] == -len("wasfull.")
    assert isinstance(part.reply, Abstention)
    assert part.reply.reason is AbstentionReason.TIE
    assert isinstance(part, TracedAnswer)
    assert part.candidate_traces[0]["scored"] == "was full."


def test_one_unknown_answer_is_flagged_and_two_are_an_abstention() -> None:
    one = next(iter(fake("lstm", *KNOWN[:10]).resolve([question("Bo met Kim because [he] was late.", "Bo", "Kim")])))
    assert isinstance(one.reply, Abstention)
    assert one.reply.reason is AbstentionReason.UNKNOWN_WORDS
    assert one.reply.detail is not None
    assert "Bo, Kim" in one.reply.detail
    other = next(iter(fake("lstm", "Bo").resolve([question("Bo met Kim because [he] was late.", "Bo", "Kim")])))
    assert isinstance(other.reply, Choice)
    assert isinstance(other, TracedAnswer)
    assert other.trace["unknown_answer"] is True
    assert other.candidate_traces[1]["unknown"] == ["Kim"]
    neither = next(iter(fake("lstm", *KNOWN).resolve([CUP])))
    assert isinstance(neither, TracedAnswer)
    assert "unknown_answer" not in neither.trace


def test_several_sentences_follow_the_policy() -> None:
    asked = question("The cup fell. [It] was large.", "the cup", "the box")
    replies = [
        next(iter(fake(f"lstm,sentences={p}", *KNOWN).resolve([asked]))).reply for p in ("abstain", "last", "whole")
    ]
    assert isinstance(replies[0], Abstention)
    assert replies[0].reason is AbstentionReason.SEVERAL_SENTENCES
    assert not isinstance(replies[1], Abstention) or replies[1].reason is AbstentionReason.TIE


def test_a_model_of_another_language_abstains() -> None:
    answer = next(iter(fake("lstm", *KNOWN, language="fr").resolve([CUP])))
    assert isinstance(answer.reply, Abstention)
    assert answer.reply.reason is AbstentionReason.UNKNOWN_WORDS


@pytest.mark.parametrize("spec", ["lstm,score=half", "lstm,margin=-1", "lstm,sentences=some", "lstm,colour=red"])
def test_unknown_settings_are_refused(spec: str) -> None:
    with pytest.raises(InputError):
        make(spec)


def test_differing_words_are_what_both_edges_leave() -> None:
    assert differing_words([list("abxc"), list("abyyc")]) == [["x"], ["y", "y"]]
    assert differing_words([["a"], ["a"]]) == [[], []]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ngram", "lstm"])
def test_the_shipped_models_answer_in_both_languages(name: str) -> None:
    french = question(
        "La coupe n'entre pas dans la valise car [elle] est trop grande.", "la coupe", "la valise", language="fr"
    )
    resolver = make(name)
    answers = list(resolver.resolve([french, CUP]))
    assert all(isinstance(answer.reply, Choice) for answer in answers)
    assert all(-200 < score < -20 for answer in answers for score in answer.scores if score is not None)
    assert "fr:" in str(resolver.signature)


def test_the_shipped_models_prefer_sentences_to_their_words_in_disorder() -> None:
    texts = {
        "fr": "Il a mis son chapeau et il est sorti de la maison .",
        "en": "He put on his hat and went out of the house .",
    }
    for language, text in texts.items():
        words = text.split()
        for resolver in (make("ngram"), make("lstm")):
            assert isinstance(resolver, WordModelResolver)
            model = resolver.models.model(language)
            assert model is not None
            straight, turned = (float(each.sum()) for each in model.log_probabilities([words, words[::-1]]))
            assert straight > turned + 10


@pytest.mark.slow
def test_the_shipped_models_are_small_and_say_where_they_come_from() -> None:
    limits = {".npz": 12_000_000, ".xz": 5_000_000}
    models = [name for name in shipped_names() if Path(name).suffix in limits]
    assert models == ["lstm-en.npz", "lstm-fr.npz", "ngram-en.xz", "ngram-fr.xz"]
    for name in models:
        path = shipped_file(name)
        assert path.stat().st_size <= limits[path.suffix]
        card = CompactLstm(path, name).card if path.suffix == ".npz" else read_pack(path).card
        assert card.text.licence == "novels: public domain; Common Voice: CC0; Tatoeba: CC BY 2.0 FR"
        assert card.result is not None
        assert card.result.perplexity is not None


def test_a_language_without_a_model_is_an_abstention() -> None:
    assert shipped_ngrams().model("pt") is None


@pytest.mark.parametrize(
    "settings",
    [
        lstm_preset("tiny"),
        replace(lstm_preset("tiny"), softmax=Softmax.EXACT),
        replace(lstm_preset("tiny"), softmax=Softmax.EXACT, embedding=8, projection=8, tied=True),
    ],
    ids=["adaptive", "exact", "tied"],
)
def test_an_exported_model_gives_pytorchs_scores_but_for_rounding(
    settings: LstmSettings, store: TokenStore, tmp_path: Path
) -> None:
    model = trained(store, tmp_path / "m", settings)
    export_lstm(tmp_path / "m.npz", model)
    small = CompactLstm(tmp_path / "m.npz", "small")
    large, language = load_lstm(tmp_path / "m")
    sentences = [["The", "cup", "was", "large", "."], ["The", "box"]]
    assert language == small.card.language == "en"
    assert small.card.quantised
    for one, other in zip(small.log_probabilities(sentences), large.log_probabilities(sentences), strict=True):
        assert one == pytest.approx(other, abs=0.05)
    answers = [list(make(f"lstm:{tmp_path / path}").resolve(cup_collection().questions)) for path in ("m", "m.npz")]
    assert [answer.question for answer in answers[0]] == [answer.question for answer in answers[1]]


@pytest.mark.slow
def test_numpy_computes_an_onnx_file_as_its_own_runtime_does() -> None:
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime, the peer, is not installed")
    path = KEPT / "lstm.onnx"
    model, session = CompactLstm(path, "lstm"), runtime.InferenceSession(str(path))
    sentences = [["The", "cup", "was", "large", "."], ["The", "cup", "fell"], [], ["Zyx"]]
    for words, logs in zip(sentences, model.log_probabilities(sentences), strict=True):
        numbers = np.array(model.vocabulary.encode(words), np.int64).reshape(-1, 1)
        if words:
            given = {"words": np.concatenate([[[START_ID]], numbers[:-1]]), "targets": numbers}
            assert logs == pytest.approx(session.run(["logs"], given)[0][:, 0], abs=1e-4)


@pytest.mark.slow
def test_a_text_longer_than_a_block_scores_as_its_parts_would_let_expect() -> None:
    model = CompactLstm(shipped_file("lstm-en.npz"), "lstm")
    long = ["The", "cup", "fell", "."] * 300
    (logs,) = model.log_probabilities([long])
    assert len(logs) == 1200
    many = model.log_probabilities([long[:500]] * 3)
    assert many[2] == pytest.approx(logs[:500], abs=1e-4)


def test_a_short_sentence_beside_a_long_one_scores_as_alone() -> None:
    model = CompactLstm(shipped_file("lstm-en.npz"), "lstm")
    short, long = ["The", "cup", "fell", "."], ["The", "old", "cup", "fell", "from", "the", "high", "table", "."]
    beside, alone = model.log_probabilities([short, long])[0], model.log_probabilities([short])[0]
    assert beside == pytest.approx(alone, abs=1e-5)


def test_a_trained_model_comes_back_with_its_card_and_signature(store: TokenStore, tmp_path: Path) -> None:
    made = trained(store, tmp_path / "m")
    again = open_model(tmp_path / "m", ModelKind.LSTM)
    assert again.card == made.card
    assert again.card.text.tokens == len(store.tokens)
    assert f"weights:{again.card.weights}" in str(again.card.signature)
    assert again.card.result is not None
    assert again.card.result.perplexity == pytest.approx(math.exp(again.card.result.held_out_loss or 0), rel=1e-3)


def test_context2vec_trains_answers_and_abstains_when_either_head_is_unknown(store: TokenStore, tmp_path: Path) -> None:
    run = TrainingRun(folder=tmp_path / "c", text=store.training_text("cups"), device="cpu", checkpoints=False)
    train_network(store, replace(context2vec_preset("tiny"), training=TrainingSettings(batch=200, epochs=1)), run)
    for measure in Similarity:
        resolver = make(f"context2vec:{tmp_path / 'c'},similarity={measure}")
        known, unknown = resolver.resolve([CUP, question("The cup hit Zed because [it] was full.", "the cup", "Zed")])
        assert isinstance(known.reply, Choice)
        assert isinstance(known, TracedAnswer)
        assert [trace["target"] for trace in known.candidate_traces] == ["cup", "box"]
        assert isinstance(unknown.reply, Abstention)
        assert unknown.reply.reason is AbstentionReason.UNKNOWN_WORDS
        assert measure in str(resolver.signature)
    with pytest.raises(InputError, match="kind context2vec, not lstm"):
        make(f"lstm:{tmp_path / 'c'}")
    with pytest.raises(InputError, match="needs the folder"):
        make("context2vec")


@pytest.mark.slow
def test_the_battery_passes_every_kind(store: TokenStore, tmp_path: Path) -> None:
    run = TrainingRun(folder=tmp_path / "c", text=store.training_text("cups"), device="cpu", checkpoints=False)
    train_network(store, replace(context2vec_preset("tiny"), training=TrainingSettings(batch=200, epochs=1)), run)
    for spec in ("ngram,sentences=whole", "lstm,sentences=last", f"context2vec:{tmp_path / 'c'},sentences=whole"):
        assert [each for each in check_all(partial(make, spec), embedded_schemas(2)) if not each.passed] == []


def test_similarities_are_the_cosine_and_the_log_sigmoid_of_the_product() -> None:
    context, word = np.array([3.0, 4.0]), np.array([4.0, 3.0])
    assert similarity(context, word, Similarity.COSINE) == pytest.approx(24 / 25)
    assert similarity(context, word, Similarity.LOGSIGMOID) == pytest.approx(math.log(1 / (1 + math.exp(-24))))
    assert similarity(context, np.zeros(2), Similarity.COSINE) == 0


def test_the_head_is_found_in_the_slot_before_anywhere_else() -> None:
    text = "The cup hit the cup ."
    words = tuple(
        Span(start=text.index(w, n), end=text.index(w, n) + len(w))
        for w, n in (("The", 0), ("cup", 0), ("hit", 0), ("the", 0), ("cup", 8), (".", 0))
    )
    sentence = CandidateSentence(
        text=text, slot=Span(start=12, end=19), words=words, rules=(), sureness=Sureness.CERTAIN
    )
    assert place_of(sentence, "cup") == 4
    assert place_of(sentence, "box") is None


def test_wrong_folders_are_refused_in_one_sentence(store: TokenStore, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name, what in (("none", "no such folder"), ("empty", "no model made by anaphor")):
        with pytest.raises(InputError, match=what):
            make(f"lstm:{tmp_path / name}")
    folder = tmp_path / "m"
    trained(store, folder)
    (folder / "vocabulary.txt").write_text("\n".join([*SPECIAL, "other"]) + "\n", "utf-8")
    with pytest.raises(FormatError, match="not the one that the model was trained with"):
        open_model(folder)
    trained(store, folder)
    (folder / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(FormatError, match="not those that the card speaks of"):
        load_weights(open_model(folder))
    text = (folder / "card.json").read_text("utf-8")
    (folder / "card.json").write_text(text.replace('"words": ', '"words": 1'), "utf-8")
    with pytest.raises(FormatError, match="signature does not follow"):
        open_model(folder)
    (folder / "card.json").write_text("{}", "utf-8")
    with pytest.raises(FormatError, match="no card"):
        open_model(folder)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("vocabulary.txt", b"", b"\xff\xfe"),
        ("card.json", b"", b"{}"),
        ("card.json", b'"hidden": 24', b'"hidden": -1'),
        ("card.json", b'"hidden": 24', b'"hiddden": 24'),
    ],
    ids=["words-not-text", "empty-card", "impossible-setting", "unknown-setting"],
)
def test_a_spoilt_file_of_a_model_is_named(
    store: TokenStore, tmp_path: Path, name: str, old: bytes, new: bytes
) -> None:
    spoilt = trained(store, tmp_path / "m").path / name
    content = spoilt.read_bytes()
    assert old in content
    spoilt.write_bytes(content.replace(old, new) if old else new)
    with pytest.raises((FormatError, ContentError), match=name.replace(".", r"\.")):
        make(f"lstm:{tmp_path / 'm'}")


def test_an_onnx_file_of_version_01_is_written_anew_and_scores_the_same(tmp_path: Path) -> None:
    old = CompactLstm(KEPT / "lstm.onnx", "old")
    described = export_model(KEPT / "lstm.onnx", tmp_path / "m.npz")
    new = CompactLstm(tmp_path / "m.npz", "new")
    sentences = [["La", "lampe", "est", "tombée", "."], ["Le", "pain"]]
    for one, other in zip(old.log_probabilities(sentences), new.log_probabilities(sentences), strict=True):
        assert one.tolist() == other.tolist()
    assert described.card == old.card == new.card
    assert new.signature != old.signature


def test_an_export_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    model = CompactLstm(shipped_file("lstm-fr.npz"), "lstm")
    model.copy_to(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == shipped_file("lstm-fr.npz").read_bytes()


def test_the_shipped_models_keep_the_digests_of_the_files_that_version_01_shipped() -> None:
    shipped = make("lstm")
    assert {"en:3f4a75b0edc99a6f", "fr:f949f685edb12c02"} <= set(str(shipped.signature).split("|"))


@pytest.mark.parametrize("spoilt", ["text", "cut", "packed", "empty", "onnx", "matrix"])
def test_a_file_that_is_no_exported_model_is_refused(spoilt: str, tmp_path: Path) -> None:
    path, whole = tmp_path / "m.npz", shipped_file("lstm-fr.npz").read_bytes()
    if spoilt == "packed":
        np.savez_compressed(path, embedding=np.zeros((9, 9), np.int8))
    elif spoilt == "empty":
        np.savez(path)
    elif spoilt == "matrix":
        np.savez(path, card=np.array([{}], dtype=object), vocabulary=np.zeros(3))
    else:
        content = {"text": b"nothing at all", "cut": whole[: len(whole) // 2], "onnx": b"\x08\x08nothing"}
        path.write_bytes(content[spoilt])
    with pytest.raises(FormatError, match="LSTM"):
        make(f"lstm:{path}")


def test_an_onnx_file_without_the_extra_names_the_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnx", None)
    with pytest.raises(MissingExtraError, match=r"anaphor\[lm\]"):
        make(f"lstm:{KEPT / 'lstm.onnx'}")


def test_without_pytorch_the_install_line_is_named(
    store: TokenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained(store, tmp_path / "m")
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"anaphor\[lm\]"):
        make(f"lstm:{tmp_path / 'm'}")


def test_values_are_rounded_to_256_and_zero_stays_zero() -> None:
    values = np.concatenate([np.zeros(50), np.random.default_rng(1).normal(-2, 1, 5000)]).astype(np.float32)
    centres, codes = quantised(values)
    assert len(centres) <= 256
    assert np.all(centres[codes[:50]] == 0)
    assert float(np.abs(centres[codes] - values).mean()) < 0.02


def test_questions_do_not_depend_on_one_another() -> None:
    questions: tuple[Question, ...] = cup_collection().questions
    for resolver in (make("ngram,sentences=whole"), make("lstm,sentences=whole")):
        together = [answer.scores for answer in resolver.resolve(questions)]
        alone = [next(iter(resolver.resolve([each]))).scores for each in questions]
        # A network adds up single floats in an order of the processor's, which a batch may change.
        assert together == [pytest.approx(scores, rel=1e-6) for scores in alone]
