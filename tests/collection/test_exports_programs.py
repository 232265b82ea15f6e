"""The real programs take our folders: run where they are installed, skipped with a reason elsewhere.

`pip install lm-eval accelerate inspect-ai mlcroissant label-studio-sdk` beside the test environment, then this file. No
network is used: the model is a random one of two layers, made here. Accuracies below are not golden, counts are.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from anaphor.collection import convert, load, save
from anaphor.scoring import score
from tests.embedded import ENGLISH, FRENCH

pytestmark = pytest.mark.filterwarnings("ignore")  # other programs' own

EMBEDDED = {"anaphor-fr": (FRENCH, 336), "anaphor-en": (ENGLISH, 233)}
"""Items in the two tasks of each pack."""


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A causal language model of two layers with random weights, and a tokenizer of bytes."""
    pytest.importorskip("lm_eval", reason="lm-evaluation-harness is not installed")
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    transformers: Any = pytest.importorskip("transformers", reason="transformers is not installed")
    cutter = Tokenizer(models.BPE())
    cutter.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    cutter.decoder = decoders.ByteLevel()
    end = "<|endoftext|>"
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    texts = [question.text for name in EMBEDDED for question in load(name).questions]
    cutter.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=2000, special_tokens=[end], initial_alphabet=alphabet)
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=cutter, bos_token=end, eos_token=end, pad_token=end
    )
    torch.manual_seed(1)
    shape = {"vocab_size": len(tokenizer), "n_positions": 256, "n_embd": 32, "n_layer": 2, "n_head": 2}
    folder = tmp_path_factory.mktemp("tiny")
    config = transformers.GPT2Config(**shape, bos_token_id=0, eos_token_id=0)
    transformers.GPT2LMHeadModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def harness(pack: Path, model: Path, task: str, place: Path) -> tuple[dict[str, Any], list[Path]]:
    """What the harness says of a task, started in another folder, and its files of samples."""
    command = [sys.executable, "-m", "lm_eval", "--model", "hf", "--model_args", f"pretrained={model}"]
    command += ["--tasks", task, "--include_path", str(pack), "--log_samples", "--output_path", str(place)]
    quiet = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    command += ["--device", "cpu", "--batch_size", "16"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=os.environ | quiet)
    assert run.returncode == 0, run.stderr[-3000:]
    (results,) = place.rglob("results_*.json")
    return json.loads(results.read_text("utf-8")), sorted(place.rglob("samples_*.jsonl"))


@pytest.mark.parametrize("name", EMBEDDED)
def test_the_harness_runs_both_tasks_of_the_pack(name: str, tiny_model: Path, tmp_path: Path) -> None:
    convert(name, tmp_path / "pack", to="lm-eval")
    task = name.replace("-", "_")
    said, samples = harness(tmp_path / "pack", tiny_model, task, tmp_path / "out")
    full, partial = EMBEDDED[name]
    assert {each: counts["effective"] for each, counts in said["n-samples"].items()} == {
        f"{task}_full": full,
        f"{task}_partial": partial,
    }
    assert len(samples) == 2
    for path in samples:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        part = "full" if "_full_" in path.name else "partial"
        own = {item.id: item.key for item in load(name).items}
        assert {line["doc"]["id"] for line in lines} <= own.keys()
        # The answer is the sentence, or the context of the common ending, with the highest sum of log-probabilities.
        right = [
            max(enumerate(line["filtered_resps"]), key=lambda each: float(each[1][0]))[0] == own[line["doc"]["id"]]
            for line in lines
        ]
        assert sum(right) / len(right) == pytest.approx(said["results"][f"{task}_{part}"]["acc,none"])
        (card,) = score(path, collection=name, missing="skip").cards
        assert card.measures.exactitude == pytest.approx(said["results"][f"{task}_{part}"]["acc,none"])


INSPECT = """
import json, sys, tiktoken
from inspect_ai import eval
from inspect_ai.model import ModelOutput, get_model

class Words:  # counts tokens without fetching a vocabulary
    def encode(self, text, **_):
        return text.split()

tiktoken.get_encoding = lambda name: Words()
said = [ModelOutput.from_content("mockllm/model", "ANSWER: A")] * int(sys.argv[1])
(log,) = eval("pack/task.py", model=get_model("mockllm/model", custom_outputs=said), display="none", log_dir="logs")
print(json.dumps({"status": log.status} | {name: each.value for name, each in log.results.scores[0].metrics.items()}))
"""


@pytest.mark.parametrize("name", EMBEDDED)
def test_inspect_runs_the_task_and_scores_it(name: str, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="inspect_ai is not installed")
    collection = load(name)
    save(collection, tmp_path / "pack", "inspect")
    command = [sys.executable, "-c", INSPECT, str(len(collection.items))]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 0, run.stderr[-3000:]
    said = json.loads(run.stdout.splitlines()[-1])
    first = sum(item.key == 0 for item in collection.items) / len(collection.items)
    assert said["status"] == "success"
    assert said["accuracy"] == pytest.approx(first)
    # Twins have opposite keys: whoever always says A is right once in each pair, with far less error than √(p q / n).
    assert said["stderr"] < 0.6 * (first * (1 - first) / len(collection.items)) ** 0.5


@pytest.mark.parametrize("name", EMBEDDED)
def test_mlcroissant_validates_the_description_and_reads_the_rows(name: str, tmp_path: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
    save(load(name), tmp_path / "x", "hf")
    dataset = mlcroissant.Dataset(jsonld=str(tmp_path / "x" / "croissant.json"))
    issues = dataset.metadata.ctx.issues
    assert not issues.errors
    assert [each for each in issues.warnings if "datePublished" not in each] == []  # nobody told us when
    records = list(dataset.records("items"))
    collection = load(name)
    assert [record["items/id"].decode() for record in records] == [question.id for question in collection.questions]
    assert [record["items/answer"] for record in records] == [item.key for item in collection.items]


@pytest.mark.parametrize("name", EMBEDDED)
def test_label_studio_accepts_configuration_tasks_and_an_answer(name: str, tmp_path: Path) -> None:
    interfaces = pytest.importorskip("label_studio_sdk.label_interface", reason="label-studio-sdk is not installed")
    save(load(name), tmp_path / "x", "label-studio")
    interface = interfaces.LabelInterface((tmp_path / "x" / "config.xml").read_text("utf-8"))
    interface.validate()
    tasks = json.loads((tmp_path / "x" / "tasks.json").read_text("utf-8"))
    assert all(interface.validate_task(task) for task in tasks)
    chosen = {"choices": [tasks[0]["data"]["options"][0]["value"]]}
    region = {"id": "1", "from_name": "answer", "to_name": "text", "type": "choices", "value": chosen}
    assert interface.validate_annotation({"result": [region]})
