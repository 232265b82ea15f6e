"""Answers of other programs come in as runs: recognised, said, matched by id and then by text; ten bad files of each.

The two logs of Inspect are what inspect_ai 0.3.285 wrote for the first 40 items of the pack of `anaphor-en`, with a
mock model; the accuracies are those of the logs. Every Eval Ever and OpenAI evals follow their documented schemas, HELM
the fields that its own code writes.
"""

import hashlib
import json
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from anaphor import agreement
from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.schema import Collection, Item
from anaphor.scoring import OutcomeKind, answer_labels, compare, score, write_records
from anaphor.scoring.benchmarks import outcome_runs
from anaphor.scoring.items.outcomes import Missing

pytestmark = pytest.mark.slow

SPECIMENS = Path(__file__).parent / "harness"
INSPECT = {1: 0.525, 2: 0.425}
"""`accuracy` of the two logs."""
Record = dict[str, Any]
ITEMS = [item for item in load("anaphor-en").items if len(item.question.candidates) == 2][:60]


def asked() -> Collection:
    """What Inspect asked, which the embedded collection was then."""
    log = json.loads(lzma.decompress((SPECIMENS / "inspect_anaphor_en_1.json.xz").read_bytes()))
    rows = [
        {**{name: each["metadata"][name] for name in ("id", "schema", "text")}, "candidates": each["choices"]}
        | {"answer": each["target"]}
        for each in log["samples"]
    ]
    return load(rows, language="en", name="anaphor-en")


ASKED = asked()


def wrong_every_third() -> list[tuple[Item, int]]:
    """Items with what a system chose: the wrong one in every third, right elsewhere."""
    return [(item, 1 - int(item.key) if n % 3 == 0 else int(item.key)) for n, item in enumerate(ITEMS)]


def predictions() -> list[Record]:
    return [
        {"item": item.question.id, "prediction": item.question.candidates[chosen].text}
        for item, chosen in wrong_every_third()
    ]


def every_eval() -> list[Record]:
    return [
        {
            "schema_version": "0.2.1",
            "evaluation_id": "e",
            "model_id": "openai/gpt2",
            "evaluation_name": "anaphor",
            "sample_id": f"id{n}",
            "interaction_type": "single_turn",
            "input": {
                "raw": f"Who?\n{item.question.text}\nA. … B. …\nAnswer:",
                "reference": [item.question.candidates[int(item.key)].text],
                "choices": [each.text for each in item.question.candidates],
            },
            "output": {"raw": [f" {'AB'[chosen]}"]},
            "answer_attribution": [
                {
                    "turn_idx": 0,
                    "source": "output.raw",
                    "extracted_value": "AB"[chosen],
                    "extraction_method": "exact_match",
                    "is_terminal": True,
                }
            ],
            "evaluation": {"score": 0.0, "is_correct": chosen == item.key},
        }
        for n, (item, chosen) in enumerate(wrong_every_third())
    ]


def openai_evals() -> list[Record]:
    made: list[Record] = [
        {"spec": {"completion_fns": ["gpt-3.5-turbo"], "eval_name": "anaphor.test.v0", "run_id": "r"}}
    ]
    for n, (item, chosen) in enumerate(wrong_every_third()):
        shared = {"run_id": "r", "sample_id": f"anaphor.test.{n}", "created_by": "", "created_at": "2026-11-16"}
        reply, expected = item.question.candidates[chosen].text, item.question.candidates[int(item.key)].text
        prompt = [
            {"role": "system", "content": "Answer."},
            {"role": "user", "content": f'{item.question.text}\n"Who?"'},
        ]
        sampling = {"prompt": prompt, "sampled": [reply]}
        match = {
            "correct": reply == expected,
            "expected": [expected],
            "picked": expected if reply == expected else None,  # it only knows what it expects
            "sampled": reply,
            "options": [expected],
        }
        made += [
            shared | {"event_id": 2 * n, "type": "sampling", "data": sampling},
            shared | {"event_id": 2 * n + 1, "type": "match", "data": match},
        ]
    return [*made, {"final_report": {"accuracy": 2 / 3}, "run_id": "r"}]


def helm() -> list[Record]:
    """`instances.json` and, behind it, `display_predictions.json`."""
    instances, predictions = [], []
    for n, (item, chosen) in enumerate(wrong_every_third()):
        options = [each.text for each in item.question.candidates]
        references = [
            {"output": {"text": text}, "tags": ["correct"][place != item.key :]} for place, text in enumerate(options)
        ]
        asked = {"text": f"{item.question.text}\nWho?"}
        instances.append({"input": asked, "references": references, "split": "test", "id": f"id{n}"})
        predictions.append(
            {
                "instance_id": f"id{n}",
                "train_trial_index": 0,
                "predicted_text": f" {'AB'[chosen]}",
                "mapped_output": options[chosen],
                "stats": {"exact_match": float(chosen == item.key)},
            }
        )
    return [{"instances": instances}, *predictions]


def helm_files(folder: Path, records: list[Record] | None = None) -> Path:
    (first, *predictions), path = records or helm(), folder / "helm" / "display_predictions.json"
    path.parent.mkdir(parents=True)
    if first:
        (path.parent / "instances.json").write_text(json.dumps(first["instances"], indent=2), "utf-8")
    (path.parent / "run_spec.json").write_text(
        json.dumps({"adapter_spec": {"model": "openai/gpt2"}}, indent=2), "utf-8"
    )
    path.write_text(json.dumps(predictions, indent=2), "utf-8")
    stats = [
        {
            "instance_id": each.get("instance_id"),
            "train_trial_index": 0,
            "stats": [{"name": {"name": name, "split": "test"}, "mean": mean} for name, mean in each["stats"].items()],
        }
        for each in predictions
        if isinstance(each.get("stats"), dict)
    ]
    (path.parent / "per_instance_stats.json").write_text(json.dumps(stats, indent=2), "utf-8")
    return path


def packed_log(path: Path, number: int = 1, frame: int = 1_000_000) -> Path:
    """The log as Inspect packs it: a header, and a file for each sample, all with zstandard, which is method 93.

    A frame holds at most so many bytes.
    """
    log = json.loads(lzma.decompress((SPECIMENS / f"inspect_anaphor_en_{number}.json.xz").read_bytes()))
    samples = log.pop("samples")
    parts = {"header.json": log} | {f"samples/{each['id']}_epoch_1.json": each for each in samples}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            plain = json.dumps(content).encode()
            cut = [plain[start : start + frame] for start in range(0, len(plain), frame)]
            archive.writestr(name, b"".join(map(zstandard.ZstdCompressor().compress, cut)))
    data = bytearray(path.read_bytes())
    for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        found = data.find(mark)
        while found >= 0:
            data[found + place] = 93
            found = data.find(mark, found + 1)
    path.write_bytes(data)
    return path


def json_lines(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records), "utf-8")
    return path


def csv_file(path: Path, records: list[Record]) -> Path:
    lines = [",".join(records[0]), *(",".join(f'"{cell}"' for cell in each.values()) for each in records)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def inspect_log(path: Path, number: int = 1, change: Callable[[Record], object] = lambda _: None) -> Path:
    packed = SPECIMENS / f"inspect_anaphor_en_{number}.json.xz"
    document = json.loads(lzma.decompress(packed.read_bytes()))
    change(document)
    path.write_text(json.dumps(document, indent=2), "utf-8")
    return path


FILES: dict[str, tuple[Callable[[Path], Path], str, str]] = {
    "csv": (lambda folder: csv_file(folder / "mine.csv", predictions()), "mine", "a table of predictions"),
    "jsonl": (lambda folder: json_lines(folder / "mine.jsonl", predictions()), "mine", "a table of predictions"),
    "every-eval-ever": (
        lambda folder: json_lines(folder / "x_samples.jsonl", every_eval()),
        "openai/gpt2",
        "records of Every Eval Ever",
    ),
    "openai-evals": (
        lambda folder: json_lines(folder / "events.jsonl", openai_evals()),
        "gpt-3.5-turbo",
        "a log of OpenAI evals",
    ),
    "helm": (helm_files, "openai/gpt2", "predictions of HELM"),
}


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_recognised_said_and_scored(name: str, tmp_path: Path) -> None:
    made, system, called = FILES[name]
    path = made(tmp_path)
    found = score(path, collection="anaphor-en", missing="skip")
    assert [run.name for run in found.runs] == [system]
    assert (found.cards[0].measures.n, found.cards[0].measures.h, found.cards[0].measures.theta) == (60, 40, 0)
    matched = [f"{path.name}: 0 matched by id, 60 by text."] if system not in ("mine",) else []
    assert [str(note) for note in found.notes] == [f"{path.name}: read as {called} (60 answers).", *matched]


@pytest.mark.parametrize("number", INSPECT)
def test_our_accuracy_is_that_of_inspect(number: int, tmp_path: Path) -> None:
    found = score(inspect_log(tmp_path / "log.json", number), collection=ASKED, missing="skip")
    assert found.cards[0].measures.n == 40
    assert found.cards[0].measures.exactitude == pytest.approx(INSPECT[number])
    assert str(found.notes[-1]) == "log.json: read as a log of Inspect (40 answers)."


def test_two_logs_are_a_paired_test(tmp_path: Path) -> None:
    logs = {f"seed {number}": inspect_log(tmp_path / f"{number}.json", number) for number in INSPECT}
    found = compare(logs, collection=ASKED, missing="skip")
    assert [run.name for run in found.runs] == ["seed 1", "seed 2"]
    assert 0.05 < found.pairs[0].p <= 1


def test_a_log_without_our_ids_is_matched_by_its_prompt(tmp_path: Path) -> None:
    def forget(log: Record) -> None:
        for number, sample in enumerate(log["samples"], 1):
            sample.update(id=number, metadata={})

    found = score(inspect_log(tmp_path / "log.json", 1, forget), collection=ASKED, missing="skip")
    assert found.cards[0].measures.exactitude == pytest.approx(INSPECT[1])


def test_choices_in_another_order_keep_their_letters(tmp_path: Path) -> None:
    def turn(log: Record) -> None:
        for sample in log["samples"]:
            sample["choices"].reverse()
            answer = sample["scores"]["choice"]
            answer["answer"] = {"A": "B", "B": "A"}.get(answer["answer"], "")

    found = score(inspect_log(tmp_path / "log.json", 1, turn), collection=ASKED, missing="skip")
    assert found.cards[0].measures.exactitude == pytest.approx(INSPECT[1])


def test_epochs_are_runs_of_their_own(tmp_path: Path) -> None:
    def again(log: Record) -> None:
        log["samples"] += [sample | {"epoch": 2} for sample in log["samples"]]

    found = score(inspect_log(tmp_path / "log.json", 1, again), collection=ASKED, missing="skip")
    assert [run.name for run in found.runs] == ["mockllm/model", "mockllm/model (2)"]


def test_scores_and_several_systems_come_in_a_table(tmp_path: Path) -> None:
    rows = [
        {"item": item.question.id, "system": system, "score_0": -1.0 - (chosen == 1), "score_1": -1.0 - (chosen == 0)}
        for system in ("a", "b")
        for item, chosen in wrong_every_third()
    ]
    found = compare(csv_file(tmp_path / "t.csv", rows), collection="anaphor-en", missing="skip", most_failed=1)
    assert [(run.name, card.measures.h) for run, card in zip(found.runs, found.cards, strict=True)] == [
        ("a", 40),
        ("b", 40),
    ]
    assert found.cards[0].risk is not None


def test_a_table_with_other_ids_is_matched_by_text_and_says_what_was_not(tmp_path: Path) -> None:
    rows = [
        row | {"item": f"x{n}", "text": item.question.text}
        for n, (row, item) in enumerate(zip(predictions(), ITEMS, strict=True))
    ]
    rows.append({"item": "x99", "prediction": "the box", "text": "Nothing of ours."})
    found = score(json_lines(tmp_path / "t.jsonl", rows), collection="anaphor-en", missing="skip")
    assert found.cards[0].measures.n == 60
    assert "one sample matches no single item of anaphor-en, by id or by text, and is left out (x99)" in str(
        found.notes[0]
    )


def test_a_file_that_fits_two_formats_is_asked_about(tmp_path: Path) -> None:
    rows = [row | {"doc_id": 1, "doc": {}} for row in predictions()]
    path = json_lines(tmp_path / "t.jsonl", rows)
    with pytest.raises(AnaphorError, match="may be of lm-eval or of table"):
        score(path, collection="anaphor-en", missing="skip")
    found = score(path, collection="anaphor-en", missing="skip", answers="table")
    assert found.cards[0].measures.h == 40
    with pytest.raises(AnaphorError, match="inspct"):
        score(path, collection="anaphor-en", answers="inspct")


def test_an_empty_prediction_abstains(tmp_path: Path) -> None:
    rows = predictions()
    rows[1]["prediction"] = ""
    assert (
        score(csv_file(tmp_path / "t.csv", rows), collection="anaphor-en", missing="skip").cards[0].measures.theta == 1
    )


def test_a_packed_log_is_the_log(tmp_path: Path) -> None:
    plain = score(inspect_log(tmp_path / "log.json"), collection=ASKED, missing="skip")
    packed = score(packed_log(tmp_path / "log.eval"), collection=ASKED, missing="skip")
    assert packed.cards[0].measures == plain.cards[0].measures


@pytest.mark.parametrize("name", ["helm", "inspect", "every-eval-ever", "openai-evals"])
def test_what_a_log_calls_right_is_an_outcome_of_any_benchmark(name: str, tmp_path: Path) -> None:
    path = inspect_log(tmp_path / "log.json") if name == "inspect" else FILES[name][0](tmp_path)
    path = path.with_name("per_instance_stats.json") if name == "helm" else path
    (run,) = outcome_runs([path], None, Missing.REFUSE)
    right, n = (21, 40) if name == "inspect" else (40, 60)
    assert [each.result for each in run.outcomes].count(OutcomeKind.RIGHT) == right
    other = tmp_path / "other.csv"
    other.write_text("item,other\n" + "".join(f"{each.item},0\n" for each in run.outcomes), "utf-8")
    found = compare(path, other, outcomes=True)
    assert (found.pairs[0].better, found.pairs[0].items) == (right, n)
    assert found.pairs[0].clusters == (20 if name == "inspect" else n)  # twins are swapped together


def test_systems_are_annotators(tmp_path: Path) -> None:
    logs = [inspect_log(tmp_path / f"{number}.json", number) for number in INSPECT]
    rows = answer_labels(dict(zip("ab", logs, strict=True)), collection=ASKED)
    matrix = agreement.read(rows)
    assert (len(rows), len(matrix.items), matrix.annotators) == (76, 40, ("a", "b"))


REQUIRED = ["schema_version", "evaluation_id", "model_id", "evaluation_name", "sample_id", "interaction_type"]
REQUIRED += ["input", "output", "answer_attribution", "evaluation"]
ALLOWED = [
    *REQUIRED,
    "evaluation_result_id",
    "sample_hash",
    "messages",
    "token_usage",
    "performance",
    "error",
    "metadata",
]


def test_records_of_every_eval_ever_come_in_again(tmp_path: Path) -> None:
    rows = predictions()
    rows[1]["prediction"] = ""
    found = score(csv_file(tmp_path / "mine.csv", rows), collection="anaphor-en", missing="skip")
    whole, samples = write_records(found, tmp_path / "records", at=1_800_000_000)
    again = score(samples, collection="anaphor-en", missing="skip")
    assert [(each.item, each.chosen) for each in again.runs[0].outcomes] == [
        (each.item, each.chosen) for each in found.runs[0].outcomes
    ]
    assert again.cards[0].measures == found.cards[0].measures
    record = json.loads(whole.read_text("utf-8"))
    aggregate = {"schema_version", "evaluation_id", "retrieved_timestamp", "source_metadata", "model_info"}
    aggregate |= {"eval_library", "evaluation_results", "detailed_evaluation_results"}
    assert record.keys() == aggregate
    assert all({"min_score", "max_score"} <= each["metric_config"].keys() for each in record["evaluation_results"])
    details = record["detailed_evaluation_results"]
    assert details["checksum"] == hashlib.sha256(samples.read_bytes()).hexdigest()
    adjusted = {each["metric_config"]["metric_id"]: each["score_details"] for each in record["evaluation_results"]}
    ends = adjusted["anaphor.guess_adjusted_accuracy"]["uncertainty"]["confidence_interval"]
    assert (ends["lower"], ends["upper"]) == (
        found.cards[0].reussite.interval.low,
        found.cards[0].reussite.interval.high,
    )
    lines = [json.loads(line) for line in samples.read_text("utf-8").splitlines()]
    assert details["total_rows"] == len(lines) == 60
    for line in lines:  # the lists of the published schema, which allows nothing else
        assert {*REQUIRED} <= line.keys() <= {*ALLOWED}
        assert {"turn_idx", "source", "extracted_value", "extraction_method", "is_terminal"} == {
            name for each in line["answer_attribution"] for name in each
        } or not line["answer_attribution"]
        assert all(isinstance(value, str) for value in line["metadata"].values())


def test_records_of_systems_with_like_names_are_files_of_their_own(tmp_path: Path) -> None:
    runs = {name: csv_file(tmp_path / f"{n}.csv", predictions()) for n, name in enumerate(("a b", "a/b", "A b"))}
    written = write_records(score(runs, collection="anaphor-en", missing="skip"), tmp_path / "records")
    assert len({str(path).casefold() for path in written}) == 6


@pytest.mark.parametrize(
    "sample", [5, {"id": 1, "scores": 5}, {"id": 1, "scores": {"a": {"answer": "A"}}, "choices": 5}]
)
def test_a_log_of_another_shape_is_refused(tmp_path: Path, sample: object) -> None:
    log = {"version": 2, "status": "success", "eval": {"model": "m"}, "samples": [sample]}
    (tmp_path / "log.json").write_text(json.dumps(log, indent=1), "utf-8")
    with pytest.raises(AnaphorError, match="is broken"):
        score(tmp_path / "log.json", collection="anaphor-en")


def test_a_packed_log_without_a_header_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", "[1]")
    with pytest.raises(AnaphorError, match="cannot be opened"):
        score(tmp_path / "log.eval", collection="anaphor-en")


def test_a_packed_log_says_how_to_unpack_it(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(AnaphorError, match="inspect log convert"):
        score(path, collection="anaphor-en")


def _fourth(**changed: Any) -> Callable[[list[Record]], object]:
    return lambda records: records[3].update(changed)


def _all(**changed: Any) -> Callable[[list[Record]], object]:
    return lambda records: [each.update(changed) for each in records]


def _emptied(records: list[Record]) -> None:
    del records[1:]
    records[0].clear()


Bad = dict[str, tuple[Callable[[list[Record]], object], str]]
TABLE: Bad = {
    "no item": (lambda records: [each.pop("item") for each in records], "no column of items"),
    "no prediction": (lambda records: [each.pop("prediction") for each in records], "no column of predictions"),
    "other ids": (_all(item="x"), "none of the samples is an item of anaphor-en"),
    "an item twice": (lambda records: records.append(records[0]), "is in row 1 already"),
    "two columns": (
        lambda records: [each.update(answer=each.pop("prediction"), label="x") for each in records],
        "may stand in the column answer or in label",
    ),
    "torn numbers": (
        lambda records: [each.update(prediction=n % 3) for n, each in enumerate(records)],
        "numbers that may count from 0 or from 1",
    ),
    "a score that is a word": (_all(score_0="high", score_1="1"), "'high' in the column score_0 is no number"),
    "a score that is no number": (_all(score_0="nan", score_1="1"), "'nan' in the column score_0 is no number"),
    "a cell too many": (_fourth(prediction='x","y'), ":5: this row has 3 cells, and there are 2 columns"),
    "only a header": (_emptied, "none of the samples"),
}
INSPECT_BAD: dict[str, tuple[Callable[[Record], object], str]] = {
    "no samples": (lambda log: log.pop("samples"), "none of the samples"),
    "no scores": (lambda log: log["samples"][3].pop("scores"), "sample 4 of this log has no answer"),
    "no answer": (lambda log: log["samples"][3]["scores"]["choice"].pop("answer"), "but not what was answered"),
    "a score that is a number": (lambda log: log["samples"][3].update(scores={"x": 1}), "sample 4 of this log"),
    "other choices": (lambda log: log["samples"][3].update(choices=["a", "b"]), "has other candidates"),
    "one choice": (lambda log: log["samples"][3]["choices"].pop(), "has other candidates"),
    "a sample twice": (lambda log: log["samples"].append(log["samples"][0]), "is in row 1 already"),
    "another benchmark": (
        lambda log: [each.update(id="x", input="y", metadata={}) for each in log["samples"]],
        "none of the samples is an item of anaphor-en",
    ),
    "another state": (
        lambda log: [each["metadata"].update(text="y") for each in log["samples"]],
        "none of the samples is an item of anaphor-en",
    ),
}
EVERY_EVAL: Bad = {
    "no input": (_fourth(input=None), ":4: this line is no record of Every Eval Ever"),
    "an input that is a text": (_fourth(input="x"), ":4: this line is no record"),
    "no answers": (_fourth(answer_attribution=None), ":4: this line is no record"),
    "answers that are a text": (_fourth(answer_attribution="A"), ":4: this line is no record"),
    "other choices": (lambda records: records[3]["input"].update(choices=["a", "b"]), ":4: .*has other candidates"),
    "one choice": (lambda records: records[3]["input"]["choices"].pop(), "has other candidates"),
    "a sample twice": (lambda records: records.append(records[0]), "is in row 1 already"),
    "another benchmark": (lambda records: [each["input"].update(raw="x") for each in records], "none of the samples"),
    "no prompt": (lambda records: [each["input"].pop("raw") for each in records], "none of the samples"),
    "an aggregate": (lambda records: [each.pop("sample_id") for each in records], "begin as a run|no run|is no run"),
}
OPENAI: Bad = {
    "an event without data": (lambda records: records[3].pop("data"), ":4: this line is no event of OpenAI evals"),
    "data that are a list": (_fourth(data=[1]), ":4: this line is no event"),
    "data that are a text": (_fourth(data="x"), ":4: this line is no event"),
    "no matches": (lambda records: [each.update(type="raw") for each in records[1:]], "none of the samples"),
    "no prompts": (
        lambda records: [each["data"].pop("prompt", None) for each in records[1:-1]],
        "none of the samples is an item of anaphor-en",
    ),
    "another benchmark": (
        lambda records: [each["data"].update(prompt="x") for each in records[1:-1]],
        "none of the samples is an item of anaphor-en",
    ),
    "only a spec": (lambda records: records.__delitem__(slice(1, None)), "none of the samples"),
    "an item twice": (
        lambda records: records.extend([each | {"sample_id": "again"} for each in records[1:3]]),
        "is in row 1 already",
    ),
    "no spec": (lambda records: records.pop(0), "no run"),
    "a list of events": (lambda records: records.__setitem__(0, {"spec": 1, "x": 2}), "no run"),
}
HELM: Bad = {
    "no instances": (lambda records: records[0].clear(), "there is no instances.json"),
    "no predictions": (lambda records: records.__delitem__(slice(1, None)), "no run|none of the samples|begin"),
    "other options": (
        lambda records: records[0]["instances"][3].update(
            references=[{"output": {"text": "a"}}, {"output": {"text": "b"}}]
        ),
        ":.*has other candidates",
    ),
    "an instance twice": (lambda records: records.append(records[1]), "is in row 1 already"),
    "another benchmark": (
        lambda records: [each.update(input={"text": "x"}) for each in records[0]["instances"]],
        "none of the samples is an item of anaphor-en",
    ),
    "no input": (
        lambda records: [each.pop("input") for each in records[0]["instances"]],
        "none of the samples is an item of anaphor-en",
    ),
    "no answers": (
        lambda records: [(each.pop("predicted_text"), each.pop("mapped_output")) for each in records[1:]],
        "but not what was answered",
    ),
    "only perturbed": (
        lambda records: [each.update(perturbation={"name": "typos"}) for each in records[1:]],
        "none of the samples is an item of anaphor-en",
    ),
    "other ids": (lambda records: [each.update(instance_id="x") for each in records[1:]], "none of the samples"),
    "no ids": (lambda records: [each.pop("instance_id") for each in records[1:]], "no run|is no run"),
}
MALFORMED = [
    *(("helm", name) for name in HELM),
    *(("table", name) for name in TABLE),
    *(("every-eval-ever", name) for name in EVERY_EVAL),
    *(("openai-evals", name) for name in OPENAI),
]


@pytest.mark.parametrize(("format", "name"), MALFORMED)
def test_a_malformed_file_is_one_sentence(format: str, name: str, tmp_path: Path) -> None:
    bad, made = {
        "table": (TABLE, predictions),
        "every-eval-ever": (EVERY_EVAL, every_eval),
        "openai-evals": (OPENAI, openai_evals),
        "helm": (HELM, helm),
    }[format]
    change, sentence = bad[name]
    records = made()
    change(records)
    path = csv_file(tmp_path / "x.csv", records) if format == "table" else json_lines(tmp_path / "x.jsonl", records)
    path = helm_files(tmp_path, records) if format == "helm" else path
    with pytest.raises(AnaphorError, match=sentence):
        score(path, collection="anaphor-en", missing="skip")


@pytest.mark.parametrize("name", INSPECT_BAD)
def test_a_malformed_log_of_inspect_is_one_sentence(name: str, tmp_path: Path) -> None:
    change, sentence = INSPECT_BAD[name]
    with pytest.raises(AnaphorError, match=sentence):
        score(inspect_log(tmp_path / "log.json", 1, change), collection=ASKED, missing="skip")


def test_a_log_that_is_cut_off_is_one_sentence(tmp_path: Path) -> None:
    path = inspect_log(tmp_path / "log.json")
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(AnaphorError, match="this JSON document is broken"):
        score(path, collection="anaphor-en", missing="skip")


def test_what_inspect_could_not_read_is_no_choice(tmp_path: Path) -> None:
    def silent(log: Record) -> None:
        log["samples"][0]["scores"]["choice"]["answer"] = ""
        log["samples"][1]["scores"]["choice"]["answer"] = "neither of them"

    found = score(inspect_log(tmp_path / "log.json", 1, silent), collection=ASKED, missing="skip")
    assert found.cards[0].measures.theta == 2
