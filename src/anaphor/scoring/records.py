"""Scores as records of Every Eval Ever: for each run an aggregate record and a line for each item.

After the schemas of version 0.2.2. What nobody said is not made up: the organisation is `unknown`, the relation to the
makers of a system is `other`, and an abstention is an answer that was not extracted, not a wrong one.
"""

import json
import re
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from anaphor.files import digest, write_text
from anaphor.scoring.card import Scorecard
from anaphor.scoring.items.outcomes import OutcomeKind
from anaphor.scoring.systems.runs import ScoredRun, Scores

_VERSION = "0.2.2"


def write_records(found: Scores, folder: str | Path, *, at: float | None = None) -> list[Path]:
    """The files written into a folder: `NAME.json` and `NAME_samples.jsonl` for each run; `at`: seconds since 1970."""
    now, written = f"{time.time() if at is None else at:.0f}", list[Path]()
    for run, card in zip(found.runs, found.cards, strict=True):
        stem = re.sub(r"[^\w.-]+", "_", f"{run.asked.rpartition('#')[0]}_{run.name}")
        if any(each.stem.casefold() == stem.casefold() for each in written):  # names that differ in signs or capitals
            stem = f"{stem}_{len(written) // 2 + 1}"
        known = f"{run.asked.rpartition('#')[0]}/{run.name}/{now}"
        lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in sample_records(run, known))
        samples, whole = Path(folder) / f"{stem}_samples.jsonl", Path(folder) / f"{stem}.json"
        detailed = {
            "format": "jsonl",
            "file_path": samples.name,
            "hash_algorithm": "sha256",
            "checksum": digest(lines, digits=64),
            "total_rows": len(run.outcomes),
        }
        record = aggregate_record(run, card, known, now) | {"detailed_evaluation_results": detailed}
        samples.parent.mkdir(parents=True, exist_ok=True)
        write_text(samples, lines)
        write_text(whole, f"{json.dumps(record, ensure_ascii=False, indent=2)}\n")
        written += [whole, samples]
    return written


def aggregate_record(run: ScoredRun, card: Scorecard, known: str, now: str) -> dict[str, Any]:
    """What a run scored, each measure with its interval; accuracy with abstentions has none."""
    name, _, state = run.asked.rpartition("#")
    made, twins = card.measures, card.twins
    measured: dict[str, tuple[float, dict[str, Any]]] = {"accuracy": (made.exactitude, {})}
    for metric, value, ends, count in (
        ("accuracy", made.exactitude, card.reussite.interval if not made.theta else None, made.n),
        ("guess_adjusted_accuracy", made.reussite, card.reussite.interval, made.n),
        *([("pair_accuracy", twins.share, twins.interval, twins.schemas)] if twins else []),
    ):
        if ends:
            limits = {"lower": ends.low, "upper": ends.high, "confidence_level": ends.level, "method": ends.method}
            measured[metric] = value, {"uncertainty": {"confidence_interval": limits, "num_samples": count}}
    return {
        "schema_version": _VERSION,
        "evaluation_id": known,
        "retrieved_timestamp": now,
        "source_metadata": {
            "source_name": "anaphor",
            "source_type": "evaluation_run",
            "source_organization_name": "unknown",
            "evaluator_relationship": "other",
        },
        "eval_library": {"name": "anaphor", "version": version("anaphor")},
        "model_info": {"name": run.respondent, "id": run.respondent},
        "evaluation_results": [
            {
                "evaluation_result_id": f"{known}/{metric}",
                "evaluation_name": name,
                "source_data": {"dataset_name": name, "source_type": "other", "source_version": state},
                "metric_config": {
                    "metric_id": metric if metric == "accuracy" else f"anaphor.{metric}",
                    "metric_name": metric.replace("_", " "),
                    "metric_unit": "proportion",
                    "lower_is_better": False,
                    "score_type": "continuous",
                    "min_score": 0.0,
                    "max_score": 1.0,
                },
                "score_details": {"score": score, "details": {"signature": str(card.signature)}, **uncertainty},
            }
            for metric, (score, uncertainty) in measured.items()
        ],
    }


def sample_records(run: ScoredRun, known: str) -> Iterator[dict[str, Any]]:
    texts = {question.id: question.text for question in run.collection.questions}
    for each in run.outcomes:
        asked, options = texts[each.item], each.target.candidates
        said = [] if each.chosen is None else [options[each.chosen]]
        right = options[each.target.key]
        notes = {"schema": each.target.schema, "result": each.result.value, "reason": each.reason and each.reason.value}
        where = {"turn_idx": 0, "source": "output.raw", "extraction_method": "exact_match", "is_terminal": True}
        yield {
            "schema_version": f"instance_level_eval_{_VERSION}",
            "evaluation_id": known,
            "model_id": run.respondent,
            "evaluation_name": run.asked.rpartition("#")[0],
            "evaluation_result_id": f"{known}/accuracy",
            "sample_id": each.item,
            "sample_hash": digest(f"{asked}{right}", digits=64),
            "interaction_type": "single_turn",
            "input": {"raw": asked, "reference": [right], "choices": [*options]},
            "output": {"raw": said},
            "answer_attribution": [{**where, "extracted_value": choice} for choice in said],
            "evaluation": {
                "score": float(each.result is OutcomeKind.RIGHT),
                "is_correct": each.result is OutcomeKind.RIGHT,
            },
            "metadata": {name: value for name, value in notes.items() if value},
        }
