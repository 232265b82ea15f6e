"""Tables of model judges: who judged, in which run, and the verdict are told apart, and the advice names the labels."""

import random
import re
import shlex
from pathlib import Path

import pandas as pd
import pytest

from anaphor import agreement
from anaphor.answers import open_labels
from anaphor.errors import AnaphorError
from tests.agreement.exports import Labels, alpha, table
from tests.agreement.foreign_tables import ITEMS, MOODS, PEOPLE, YES_NO
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, typed, written

JUDGES, RUNS = ("gpt", "claude", "llama"), ("1", "2", "3")
ROLES = {
    "judge": "who",
    "judge_model": "who",
    "model": "who",
    "grader": "who",
    "evaluator": "who",
    **dict.fromkeys(("run", "seed", "trial_run", "repeat", "replicate", "sample"), "run"),
    **dict.fromkeys(("verdict", "judgement", "judgment", "decision", "rating", "grade"), "label"),
}
HEADERS = [
    "item,judge,run,verdict",
    "example_id,judge_model,run,temperature,verdict,latency_ms",
    "prompt_id,judge_model,run,verdict,latency_ms",
    "item,judge,run,temperature,verdict",
    "question_id,grader,seed,temperature,decision,latency_ms",
    "item_id,evaluator,replicate,judgement",
    "item,verdict,judge,sample",
    "item,model,repeat,verdict",
    "item,judge,trial_run,verdict",
    "item,judge_model,seed,rating",
    "id,run,judge,grade",
    "item,judge_model,run,judgment",
    "item,grader,seed,verdict",
    "item,judge,seed,verdict,prompt_tokens,cost",
]


def judged(header: str) -> tuple[str, Labels]:
    rng, rows, kept = random.Random(17), list[list[object]](), Labels()
    for item in ITEMS:
        truth = rng.choice(("yes", "no"))
        for judge in JUDGES:
            for run in RUNS:
                label = truth if rng.random() < 0.8 else rng.choice(("yes", "no"))
                kept[f"{item} {run}", judge] = label
                cells = {"who": judge, "run": run, "label": label, "temperature": "0.0" if run == "1" else "0.7"}
                cells |= {"latency_ms": str(rng.randrange(200, 2000)), "prompt_tokens": "120", "cost": rng.choice("12")}
                names = header.split(",")
                rows.append(
                    [item if name not in {**ROLES, **cells} else cells[ROLES.get(name, name)] for name in names]
                )
    return table([header.split(","), *rows]), kept


@pytest.mark.slow
@pytest.mark.parametrize("header", HEADERS)
def test_the_advice_on_runs_of_judges_names_the_verdicts_and_reads_them(tmp_path: Path, header: str) -> None:
    content, labels = judged(header)
    with pytest.raises(AnaphorError) as caught:
        open_labels(written(tmp_path, "judges.csv", content))
    line = re.search(r"anaphor agreement measure .*", caught.value.todo)
    assert line is not None
    options = shlex.split(line[0])
    role = {role: name for name in header.split(",") if (role := ROLES.get(name))}
    assert options[options.index("--label") + 1] == role["label"]
    assert options[options.index("--repetition") + 1] == role["run"]
    assert typed(line[0]) == pytest.approx(alpha(labels))
    assert set(re.findall(r"--label (\w+)", caught.value.todo)) == {role["label"]}


def test_verdicts_of_judges_without_runs_are_their_labels(tmp_path: Path) -> None:
    for head in (("item", "judge", "verdict"), ("item", "judge_model", "verdict")):
        rows = [(item, who, label) for (item, who), label in YES_NO.items()]
        matrix = open_labels(written(tmp_path, "plain.csv", table([head, *rows])))
        assert found_alpha(matrix) == pytest.approx(alpha(YES_NO))
        assert set(matrix.annotators) == set(PEOPLE)
    reasons = [(item, who, f"because {number}", label) for number, ((item, who), label) in enumerate(YES_NO.items())]
    frame = pd.DataFrame(reasons, columns=["item", "judge", "reasoning", "verdict"])
    assert found_alpha(agreement.read(frame)) == pytest.approx(alpha(YES_NO))


def test_a_verdict_on_each_item_stays_an_adjudication(tmp_path: Path) -> None:
    rows = [(item, who, label, "joy" if n % 2 else "fear") for n, ((item, who), label) in enumerate(MOODS.items())]
    settled = [(item, who, label, "joy" if item < "s2" else "fear") for item, who, label, _ in rows]
    long = open_labels(written(tmp_path, "long.csv", table([("item", "annotator", "mood", "verdict"), *settled])))
    assert found_alpha(long) == pytest.approx(alpha(MOODS))
    wide = [(item, *(MOODS[item, who] for who in PEOPLE), MOODS[item, "bob"]) for item in ITEMS]
    matrix = open_labels(written(tmp_path, "wide.csv", table([("item", *PEOPLE, "verdict"), *wide])))
    assert matrix.annotators == PEOPLE
    assert "Column 'verdict' was left out" in " ".join(heard(matrix))
    two = [(item, MOODS[item, "alice"], MOODS[item, "bob"], MOODS[item, "bob"]) for item in ITEMS]
    matrix = open_labels(written(tmp_path, "two.csv", table([("item", "expert", "model", "verdict"), *two])))
    assert matrix.annotators == ("expert", "model")


def test_more_runs_than_items_are_runs_all_the_same(tmp_path: Path) -> None:
    rows = [(n % 4, who, run, "ab"[(n + run * len(who)) % 2]) for n in range(4) for who in JUDGES for run in range(9)]
    with pytest.raises(AnaphorError, match="column run numbers the repetitions"):
        open_labels(written(tmp_path, "runs.csv", table([("item", "judge", "run", "verdict"), *rows])))


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["prob", "probability", "logprob", "logprobs", "confidence", "score"])
@pytest.mark.parametrize("labelled", ["{}_label", "{}"])
@pytest.mark.parametrize("words", [("yes", "no"), ("1", "0")])
def test_probabilities_beside_labels_are_left_out_and_said(
    tmp_path: Path, ending: str, labelled: str, words: tuple[str, str]
) -> None:
    rng = random.Random(29)
    least = -3.0 if ending.startswith("log") else 0.0
    names = [name for who in JUDGES for name in (labelled.format(who), f"{who}_{ending}")]
    said = {key: words[label == "no"] for key, label in YES_NO.items()}
    rows = [
        [item, *(cell for who in PEOPLE for cell in (said[item, who], f"{rng.uniform(least, least + 1):.3f}"))]
        for item in ITEMS
    ]
    matrix = open_labels(written(tmp_path, "sure.csv", table([["item", *names], *rows])))
    assert matrix.annotators == tuple(map(labelled.format, JUDGES))
    assert found_alpha(matrix) == pytest.approx(alpha(YES_NO))
    assert f"Column 'gpt_{ending}' was left out" in " ".join(heard(matrix))
