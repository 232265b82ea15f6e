"""Samples of lm-evaluation-harness come back as runs: our accuracy is the harness's, with intervals, twins and a test.

The two files are what lm-evaluation-harness 0.4.13 wrote (`--log_samples`) for the pack of `anaphor-en` and two random
models of two layers. The accuracies are those of its `results_….json`.
"""

import json
import lzma
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from anaphor.collection import load
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError
from anaphor.schema import Collection, Item
from anaphor.scoring import compare, score
from tests.embedded import ENGLISH

pytestmark = pytest.mark.slow

SPECIMENS = Path(__file__).parent / "harness"
HARNESS = {"tiny1": 0.5369127516778524, "tiny2": 0.4966442953020134}
"""`acc,none` of the task `anaphor_en_partial`."""
Sample = dict[str, Any]


def asked() -> Collection:
    """What the models were asked, which the embedded collection was then."""
    packed = (SPECIMENS / "samples_anaphor_en_partial_tiny1.jsonl.xz").read_bytes()
    documents = [json.loads(line)["doc"] for line in lzma.decompress(packed).decode().splitlines()]
    names = ("id", "schema", "text", "candidates", "answer")
    return load([{name: each[name] for name in names} for each in documents], language="en", name="anaphor-en")


ASKED = asked()


@pytest.fixture
def samples(tmp_path: Path) -> dict[str, Path]:
    """The files of the two models, as the harness lays them: a folder each."""
    found = {}
    for model in HARNESS:
        found[model] = tmp_path / model / "samples_anaphor_en_partial_2026-11-16T10-34-31.138955.jsonl"
        found[model].parent.mkdir()
        packed = SPECIMENS / f"samples_anaphor_en_partial_{model}.jsonl.xz"
        found[model].write_bytes(lzma.decompress(packed.read_bytes()))
    return found


def edited(path: Path, change: Callable[[list[Sample]], object]) -> Path:
    """The file with its samples changed."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    change(lines)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


@pytest.mark.parametrize("model", HARNESS)
def test_our_accuracy_is_that_of_the_harness(model: str, samples: dict[str, Path]) -> None:
    (card,) = score(samples[model], collection=ASKED, missing="skip").cards
    assert card.measures.n == 149
    assert card.measures.exactitude == pytest.approx(HARNESS[model])


def test_intervals_twins_and_a_paired_test_come_with_it(samples: dict[str, Path]) -> None:
    found = compare(*samples.values(), collection=ASKED, missing="skip").to_dict()
    one, other = found["runs"]
    assert (one["respondent"], other["respondent"]) == ("tiny1/anaphor_en_partial", "tiny2/anaphor_en_partial")
    assert one["low"] < HARNESS["tiny1"] < one["high"]
    assert (one["twins_detail"]["schemas"], one["twins_detail"]["both_right"]) == (59, 10)
    (pair,) = found["pairs"]
    assert pair["difference"] == pytest.approx(HARNESS["tiny1"] - HARNESS["tiny2"])
    assert 0.05 < pair["p"] <= 1


def test_the_command_reads_them_too(samples: dict[str, Path]) -> None:
    words = ["score", str(samples["tiny1"]), "--collection", "anaphor-en", "--missing", "skip", "--json"]
    run = CliRunner().invoke(app, words, catch_exceptions=False)
    assert run.exit_code == 0
    assert json.loads(run.stdout) == score(samples["tiny1"], collection="anaphor-en", missing="skip").to_dict()


def test_a_name_can_be_given(samples: dict[str, Path]) -> None:
    found = score({"mine": samples["tiny1"]}, collection=ASKED, missing="skip")
    assert [run.name for run in found.runs] == ["mine"]


def test_items_that_the_pack_left_out_are_no_silent_gap(samples: dict[str, Path]) -> None:
    with pytest.raises(AnaphorError, match=rf"\d+ of {ENGLISH} items have no answer"):
        score(samples["tiny1"], collection="anaphor-en")


def test_samples_do_not_say_their_collection(samples: dict[str, Path]) -> None:
    with pytest.raises(InputError, match="do not say which collection was asked"):
        score(samples["tiny1"])


def test_samples_without_an_id_are_matched_by_their_text(samples: dict[str, Path]) -> None:
    def drop(lines: list[Sample]) -> None:
        for line in lines:
            del line["doc"]["id"]

    whole = score(samples["tiny1"], collection=ASKED, missing="skip")
    found = score(edited(samples["tiny1"], drop), collection=ASKED, missing="skip")
    assert found.cards[0].measures.n == 147
    shared = {each.item for each in whole.cards[0].outcomes} - {each.item for each in found.cards[0].outcomes}
    texts = [question.text for question in ASKED.questions]
    assert all(texts.count(question.text) > 1 for question in ASKED.questions if question.id in shared)
    assert "2 samples match no single item of anaphor-en" in str(
        found.notes[0]
    )  # a text that two items share tells nothing


def test_candidates_in_another_order_keep_their_scores(samples: dict[str, Path]) -> None:
    def turn(lines: list[Sample]) -> None:
        for line in lines:
            line["doc"]["candidates"].reverse()
            line["filtered_resps"].reverse()

    (card,) = score(edited(samples["tiny1"], turn), collection=ASKED, missing="skip").cards
    assert card.measures.exactitude == pytest.approx(HARNESS["tiny1"])


def reworded(collection: Collection) -> Collection:
    """The collection with the first item reworded."""
    first = collection.schemas[0]
    item = first.variants[0]
    assert isinstance(item, Item)
    other = replace(item, question=replace(item.question, text=f"{item.question.text} Truly."))
    return replace(collection, schemas=(replace(first, variants=(other, *first.variants[1:])), *collection.schemas[1:]))


def test_what_does_not_match_is_left_out_and_said(samples: dict[str, Path]) -> None:
    found = score(samples["tiny1"], collection=reworded(ASKED), missing="skip")
    assert found.cards[0].measures.n == 148
    note, read = found.notes
    assert "read as samples of lm-evaluation-harness (149 answers)" in str(read)
    assert "one sample matches no single item of anaphor-en, by id or by text, and is left out (guitar.1)" in str(note)


def test_the_winogrande_of_the_harness_is_matched_by_its_sentence(tmp_path: Path) -> None:
    """The documents of the harness's own task have no id: sentence, option1, option2, answer."""
    source = tmp_path / "wg.jsonl"
    rows = [
        {"sentence": f"The box {n} hit the bag and the _ broke.", "option1": "box", "option2": "bag", "answer": "1"}
        for n in range(4)
    ]
    source.write_text("".join(f"{json.dumps(row | {'qID': f'q{n}'})}\n" for n, row in enumerate(rows)))
    path = tmp_path / "samples_winogrande.jsonl"
    replies = [[["-1.0", "False"], ["-2.0", "False"]]] * 3 + [[["-3.0", "False"], ["-2.0", "False"]]]
    path.write_text(
        "".join(
            f"{json.dumps({'doc_id': n, 'doc': row, 'filtered_resps': reply})}\n"
            for n, (row, reply) in enumerate(zip(rows, replies, strict=True))
        )
    )
    (card,) = score(path, collection=source).cards
    assert (card.measures.h, card.measures.n) == (3, 4)


def test_equal_likelihoods_are_no_choice(samples: dict[str, Path]) -> None:
    def level(lines: list[Sample]) -> None:
        lines[0]["filtered_resps"] = [["-5.0", "False"], ["-5.0", "False"]]

    (card,) = score(edited(samples["tiny1"], level), collection=ASKED, missing="skip").cards
    assert card.measures.theta == 1


def _set(name: str, value: Any) -> Callable[[list[Sample]], None]:
    def change(lines: list[Sample]) -> None:
        lines[3][name] = value

    return change


def _in_document(name: str, value: Any) -> Callable[[list[Sample]], None]:
    def change(lines: list[Sample]) -> None:
        lines[3]["doc"][name] = value

    return change


MALFORMED: dict[str, tuple[Callable[[list[Sample]], object], type[Exception], str]] = {
    "no document": (_set("doc", None), FormatError, ":4: this line is no sample"),
    "a document that is a text": (_set("doc", "x"), FormatError, ":4: this line is no sample"),
    "no responses": (
        lambda lines: [line.pop(k) for line in lines for k in ("resps", "filtered_resps")],
        FormatError,
        "no sample",
    ),
    "generated text": (_set("filtered_resps", ["the box"]), FormatError, ":4: these samples are generated text"),
    "empty response": (_set("filtered_resps", [[], []]), FormatError, "generated text"),
    "one response too few": (_set("filtered_resps", [["-1.0", "False"]]), ContentError, "other candidates"),
    "other candidates": (_in_document("candidates", ["a", "b"]), ContentError, "other candidates than the collection"),
    "not a number": (
        _set("filtered_resps", [["nan", "False"], ["-1", "False"]]),
        AnaphorError,
        "no finite number|finite",
    ),
    "an item twice": (lambda lines: lines.append(lines[0]), ContentError, "guitar.1"),
    "another collection": (
        lambda lines: [line["doc"].update(id="x", text="y") for line in lines],
        ContentError,
        "none of the samples is an item of anaphor-en",
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_file_is_one_sentence(name: str, samples: dict[str, Path]) -> None:
    change, kind, sentence = MALFORMED[name]
    with pytest.raises(kind, match=sentence) as caught:
        score(edited(samples["tiny1"], change), collection=ASKED, missing="skip")
    assert isinstance(caught.value, AnaphorError)


def test_a_line_that_is_cut_off_is_one_sentence(samples: dict[str, Path]) -> None:
    path = samples["tiny1"]
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(FormatError, match=":149"):
        score(path, collection=ASKED, missing="skip")
