"""HELM: what was predicted for each instance, with the instances in a file beside it."""

from pathlib import Path

from anaphor.answers.logs import METRICS, UNSAID, Answers, LoggedAnswer, Rows, log_rows
from anaphor.errors import FormatError


def helm_answers(path: Path, rows: Rows) -> Answers:
    """`display_predictions.json` of HELM with `instances.json` beside it, or `per_instance_stats.json` (no answers)."""
    beside = {name: path.with_name(f"{name}.json") for name in ("instances", "run_spec")}
    known = {each.get("id"): each for _, each in log_rows(beside["instances"])} if beside["instances"].is_file() else {}
    spec = next(log_rows(beside["run_spec"]))[1] if beside["run_spec"].is_file() else {}
    model = str((spec.get("adapter_spec") or {}).get("model") or path.resolve().parent.name)
    for line, row in rows:
        stats, trial = row.get("stats") or {}, row.get("train_trial_index") or 0
        if isinstance(stats, list):
            stats = {each["name"]["name"]: each.get("mean") for each in stats if isinstance(each.get("name"), dict)}
        elif not known:
            raise FormatError("score-answers-helm-instances", where=path)
        own, changed = known.get(row.get("instance_id")) or {}, row.get("perturbation")
        options = [(each.get("output") or {}).get("text") for each in own.get("references") or ()]
        place = row.get("reference_index")
        said = row.get("mapped_output") or row.get("predicted_text", UNSAID)
        yield LoggedAnswer(
            line=line,
            id=f"{row.get('instance_id')}{' ' + str(changed.get('name')) if isinstance(changed, dict) else ''}",
            system=f"{model} ({trial + 1})" if trial else model,
            prompt="" if changed else str((own.get("input") or {}).get("text") or ""),
            choice=options[place] if isinstance(place, int) and place < len(options) else said,
            options=options if len(options) > 1 else (),
            right=next((stats[name] for name in METRICS if name in stats), None),
            metric=next((name for name in METRICS if name in stats), None),
        )
