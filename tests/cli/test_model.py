"""`anaphor model`: train, look, export; and one sentence for whatever cannot work."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from anaphor.cli.resolve import model_app as app
from anaphor.errors import AnaphorError

pytestmark = pytest.mark.slow

TEXT = "The cup was too large. The box was too small. The dog was tired. The cat was caught.\n" * 40


def run(*arguments: str) -> Result:
    """The result of the command."""
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    """A text file."""
    (tmp_path / "cups.txt").write_text(TEXT, "utf-8")
    return str(tmp_path / "cups.txt")


def document(result: Result) -> dict[str, Any]:
    """The JSON document on stdout."""
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("file", ["m.arpa", "m.xz"])
def test_an_n_gram_model_is_trained_and_shown(file: str, corpus: str, tmp_path: Path) -> None:
    out = str(tmp_path / file)
    made = document(
        run("train", "ngram", "--corpus", corpus, "--language", "en", "-o", out, "--held-out", "0.1", "--json")
    )
    assert made["kind"] == "ngram"
    assert made["result"]["perplexity"] < 5
    assert made["settings"]["order"] == 3
    assert document(run("info", out, "--json"))["signature"] == made["signature"]


def test_an_lstm_is_trained_exported_and_shown(corpus: str, tmp_path: Path) -> None:
    out = str(tmp_path / "m")
    made = document(
        run(
            "train",
            "lstm",
            "--corpus",
            corpus,
            "--language",
            "en",
            "--preset",
            "tiny",
            "-o",
            out,
            "--device",
            "cpu",
            "--json",
        )
    )
    assert made["text"]["name"] == "cups.txt"
    assert not (tmp_path / "m" / "checkpoint.safetensors").exists()
    small = document(run("export", out, "-o", str(tmp_path / "m.npz"), "--json"))
    assert small["quantised"]
    shown = run("info", str(tmp_path / "m.npz"))
    assert shown.exit_code == 0
    assert "lstm" in shown.stdout


def test_a_model_made_for_a_collection_says_so(corpus: str, tmp_path: Path) -> None:
    made = document(
        run(
            "train",
            "ngram",
            "--corpus",
            corpus,
            "--language",
            "en",
            "-o",
            str(tmp_path / "m.xz"),
            "--select",
            "anaphor-en",
            "--share",
            "1",
            "--json",
        )
    )
    assert made["text"]["selected_for"].startswith("anaphor-en#")
    assert "selected_for:anaphor-en#" in made["signature"]


def test_the_shipped_models_are_listed() -> None:
    names = [each["model"] for each in document(run("info", "--json"))["models"]]
    assert names == ["lstm-en.npz", "lstm-fr.npz", "ngram-en.xz", "ngram-fr.xz"]
    assert "ngram-fr.xz" in run("info").stdout


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("ngram", "-o", "m.txt"), "cannot be written as m.txt"),
        (("ngram", "-o", "m.arpa", "--prune", "a b"), "no list of counts"),
        (("ngram", "-o", "m.arpa", "--prune", "0 2 1"), "does not fit the order"),
        (("ngram", "-o", "m.arpa", "--language", "xx"), "no language"),
        (("lstm", "-o", "m", "--preset", "huge"), "no preset of the LSTM"),
        (("context2vec", "-o", "m", "--preset", "paper-adaptive"), "no preset of context2vec"),
        (("lstm", "-o", "m", "--device", "tpu"), "no device"),
        (("lstm", "-o", "m", "--preset", "tiny", "--held-out", "0.7"), "cannot be held out"),
    ],
)
def test_what_cannot_work_is_one_sentence(
    arguments: tuple[str, ...], what: str, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    language = () if "--language" in arguments else ("--language", "en")
    result = run("train", *arguments, "--corpus", corpus, *language)
    assert isinstance(result.exception, AnaphorError)
    assert what in str(result.exception)


@pytest.mark.parametrize("name", ["none", "cups.txt", "m.arpa"])
def test_info_refuses_what_is_no_model(name: str, corpus: str, tmp_path: Path) -> None:
    (tmp_path / "m.arpa").write_text("\\data\\", "utf-8")
    result = run("info", str(tmp_path / name))
    assert isinstance(result.exception, AnaphorError)
