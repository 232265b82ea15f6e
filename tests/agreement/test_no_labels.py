"""Files that look like labels and are none are refused in a sentence that says what they are and what reads them."""

import json
import lzma
from pathlib import Path

import pytest

from anaphor import agreement
from anaphor.errors import FormatError
from anaphor.files import write_text
from anaphor.scoring import compare
from anaphor.text import set_interface, speaking
from tests.scoring.test_logged_answers import INSPECT, SPECIMENS, every_eval, helm, inspect_log, json_lines

PROMPTFOO = {
    "evalId": "eval-1",
    "results": {"version": 3, "results": [{"promptIdx": 0, "testIdx": 0, "success": True, "score": 1}]},
    "config": {"prompts": ["Who?"]},
}


def harness_log(folder: Path, number: int) -> Path:
    path = folder / f"m{number}" / "samples_x_2026-11-16T10-00-00.000000.jsonl"
    path.parent.mkdir()
    packed = SPECIMENS / f"samples_anaphor_en_partial_tiny{number}.jsonl.xz"
    path.write_bytes(lzma.decompress(packed.read_bytes()))
    return path


@pytest.mark.parametrize("program", ["Inspect", "lm-evaluation-harness"])
def test_logs_are_refused_and_the_commands_that_are_named_read_them(program: str, tmp_path: Path) -> None:
    set_interface("en")
    logs = [
        inspect_log(tmp_path / f"{number}.json", number) if program == "Inspect" else harness_log(tmp_path, number)
        for number in INSPECT
    ]
    for given in (logs[0], logs):
        with pytest.raises(FormatError, match=rf"a log of {program}: .*compare --outcomes"):
            agreement.measure(given)
    assert compare(*logs, outcomes=True).pairs


def test_other_logs_are_called_by_the_program_that_wrote_them(tmp_path: Path) -> None:
    set_interface("en")
    found = {"HELM": helm()[1:], "Every Eval Ever": every_eval()}
    for program, records in found.items():
        with pytest.raises(FormatError, match=f"a log of {program}: "):
            agreement.measure(json_lines(tmp_path / f"{program}.jsonl", records))
    for name, text in (("whole.json", json.dumps(PROMPTFOO)), ("lines.jsonl", '{"promptIdx": 0, "testIdx": 1}\n' * 2)):
        write_text(tmp_path / name, text)
        for language, said in (("en", "no command reads it"), ("fr", "aucune commande ne le lit")):
            with speaking(language), pytest.raises(FormatError, match=f"promptfoo.*{said}"):
                agreement.measure(tmp_path / name)


def labels(path: Path) -> Path:
    rows = [f"q{item},p{person},{'xy'[item * person % 2]}" for item in range(8) for person in range(3)]
    write_text(path, "\n".join(["item,annotator,label", *rows]) + "\n")
    return path


def test_a_table_of_consensus_is_nobodys_labels(tmp_path: Path) -> None:
    set_interface("en")
    named, votes = labels(tmp_path / "labels.csv"), tmp_path / "votes.csv"
    write_text(votes, "item,x,y\ni1,3,0\ni2,0,3\ni3,2,1\n")
    for source in (named, votes):
        output = tmp_path / f"of_{source.name}"
        found = agreement.consensus(source, output=output)
        kept = tmp_path / "kept.json"
        write_text(kept, json.dumps(found.to_dict(), default=str))
        for given in (output, kept, [named, output]):
            with pytest.raises(FormatError, match=r"a table of `agreement consensus`.*Nobody gave these labels"):
                agreement.measure(given)
        frame = [{"item": "a", "majority": "x", "dawid_skene": "x"} for _ in range(3)]
        with pytest.raises(FormatError, match="agreement consensus"):
            agreement.measure(frame)
