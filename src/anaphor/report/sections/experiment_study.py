"""What the commands around a study show besides its analysis: designs, rehearsals, plans, copies, imports, exports."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from shlex import quote
from typing import Any

from anaphor import experiment
from anaphor.document import fields_of
from anaphor.errors import InputError
from anaphor.experiment import Design, TrialKind, answers_per_item, english_notes, minutes_for, stamp_of
from anaphor.provenance import plain
from anaphor.report.cells import command_section, share_of
from anaphor.report.figures.experiment import panels_figure, plan_figure
from anaphor.section import Block, Cell, Figure, Section, Table, Text, VerdictBlock, VerdictOutcome
from anaphor.text import choice, number, percent, speaking, text

_SIZES = (3, 5, 7, 11, 15, 20, 30)
"""Panels for which paper 4's rule is also tried."""


def record_section(command: str, record: Mapping[str, Any], *said: str) -> Section:
    """A result of a few named values: what each is, one line each, and what to do next."""
    rows = tuple((str(choice("experiment-field", name)), _value(value)) for name, value in record.items())
    parts: list[Block] = [Table(columns=("", ""), rows=rows, digits=4)]
    parts += [Text(lines=said, talk=True)] if said else []
    return Section(id="output", title=command, parts=tuple(parts), data=record)


def _value(value: object) -> Cell:
    """A value as a cell; whole numbers stand to the left here, since their column holds texts too."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return value if value is None or isinstance(value, float) else str(value)


def design_section(made: "experiment.NewDesign") -> Section:
    """A new design: what it will ask, of how many people, for how long."""
    design, unseen = made.design, made.unseen
    kinds = {kind.value: len(design.of_kind(kind)) for kind in TrialKind if kind is not TrialKind.ITEM}
    per_person = len(design.lists[0]) + sum(kinds.values())
    ordered = [trial for trial in design.trials if trial.ordered]
    named = [Counter(design.by_id[name].condition or "–" for name in names) for names in design.lists]
    declared = any(trial.condition for trial in design.trials)
    counts = [", ".join(f"{name} {count}" for name, count in each.items()) for each in named]
    conditions = [f"{place}: {said}" for place, said in enumerate(counts, 1)] if declared else []
    record = {
        "design": None if made.path is None else str(made.path),
        **fields_of(design, "name", "fingerprint", "collection", "collection_fingerprint"),
        "lists": len(design.lists),
        "items": len(design.of_kind(TrialKind.ITEM)),
        "items_per_list": [len(names) for names in design.lists],
        "unseen": list(unseen),
        **kinds,
        "trials": len(design.trials),
        "trials_per_participant": per_person,
        "minutes": minutes_for(per_person),
        "quota": design.quota,
        "answers_per_item": list(answers_per_item(design)),
        "seed": design.seed,
        **({"conditions": conditions} if conditions else {}),
        "ordered": [trial.id for trial in ordered],
    }
    names = ", ".join(unseen[:5]) + (" …" if len(unseen) > 5 else "")
    said = [text("experiment-never-shown", count=len(unseen), names=names)] if unseen else []
    if ordered:
        steps = ", ".join(ordered[0].candidates[:7]) + (" …" if len(ordered[0].candidates) > 7 else "")
        said.append(text("experiment-in-order", count=len(ordered), steps=steps))
    if made.path is not None:
        said.append(text("experiment-rehearse-it", design=quote(str(made.path)), participants=design.quota))
    return record_section("anaphor experiment new", record, *said)


def design_line(design: Design) -> str:
    """A design in a line."""
    items = len(design.of_kind(TrialKind.ITEM))
    return text("experiment-line-design", name=design.name, items=items, lists=len(design.lists), quota=design.quota)


def rehearsal_section(found: "experiment.Rehearsal") -> Section:
    """What came of a rehearsal, and how to go on where its answers were kept."""
    record = fields_of(found, "participants", "started", "turned_away", "answers", "lists", "imbalance")
    columns = tuple(str(choice("experiment-field", name)) for name in record)
    table = Table(columns=columns, rows=(tuple(str(_value(value)) for value in record.values()),))
    places = {"design": quote(str(found.design)), "database": quote(str(found.database))}
    code = "experiment-analyse-rehearsal" if found.database else "experiment-rehearsal-lost"
    parts: list[Block] = [table, Text(lines=(text(code, **places),), talk=True)]
    return command_section("experiment simulate", parts, record, stamp=text("experiment-simulated"))


def precision_section(plan: "experiment.PrecisionPlan") -> Section:
    """How many answers an item needs, and what more would tell."""
    names = ("answers", "participants", "above", "half-width", "by-chance")
    columns = tuple(text(f"experiment-plan-{name}", rate=percent(plan.rate)) for name in names)
    rows = tuple(
        (each.answers, each.participants, *map(share_of, (each.bound, each.half_width, each.low_by_chance)))
        for each in plan.table
    )
    goals = {
        "half_width": ("experiment-plan-width", plan.half_width, plan.for_width),
        "bound": ("experiment-plan-bound", plan.bound, plan.for_bound),
    }
    said = tuple(
        text(code, wanted=percent(wanted), answers=answers, participants=answers * plan.lists)
        for code, wanted, answers in goals.values()
    )
    data = {
        **fields_of(plan, "lists", "rate", "level"),
        **{
            name: {"wanted": wanted, "answers": answers, "participants": answers * plan.lists}
            for name, (_, wanted, answers) in goals.items()
        },
        "table": [plain(each) for each in plan.table],
    }
    parts: list[Block] = [Table(columns=columns, rows=rows), Text(lines=said, talk=True)]
    return command_section("experiment plan", [*parts, Figure(draw=lambda: plan_figure(plan))], data)


def status_section(found: "experiment.StudyStatus") -> Section:
    """How far a study is, list by list."""
    code = "experiment-status-paused" if found.paused else "experiment-status"
    said = [text(code, name=found.name, counted=found.counted, quota=found.quota, answers=found.answers)]
    besides = ("excluded", "withdrawn", "screened_out", "declined", "conflicts")
    others = [
        str(choice("experiment-besides", name, count=count)) for name in besides if (count := getattr(found, name))
    ]
    said += [text("experiment-besides", others=", ".join(others))] if others else []
    columns = tuple(text(f"experiment-status-{name}") for name in ("list", "finished", "live"))
    table = Table(columns=columns, rows=tuple((each.number, each.finished, each.live) for each in found.lists))
    data = fields_of(found) | fields_of(found, "counted", "imbalance")
    return command_section("experiment status", (Text(lines=tuple(said), talk=True), table), data)


def import_section(found: "experiment.ImportedStudy") -> Section:
    """What was read from another program's file."""
    study = found.study
    judged = [each.right for each in study.responses if each.right is not None]
    record = {
        "study": None if found.path is None else str(found.path),
        "source": study.source,
        "people": len(study.people),
        "items": len(study.asked),
        "answers": len(study.responses),
        "judged": len(judged),
        "right": sum(judged),
        "rate": sum(judged) / len(judged) if judged else None,
        "again": sum(each.again for each in study.responses),
        "timed": sum(each.rt_ms is not None for each in study.responses),
    }
    said = [f"{note}." for note in study.notes]
    said += [] if found.path is None else [text("experiment-analyse-it", study=quote(str(found.path)))]
    made = record_section("anaphor experiment import", record, *said)
    return replace(made, data={**record, "notes": english_notes(study)})


def study_line(study: "experiment.Study") -> str:
    """A study in a line."""
    counts = {"people": len(study.people), "answers": len(study.responses)}
    return text("experiment-line-import", name=study.name, **counts)


def export_section(found: "experiment.ExportedStudy") -> Section:
    """The files that were written."""
    columns = tuple(text(f"experiment-export-{name}") for name in ("file", "bytes", "sha256"))
    rows = tuple((each.name, each.bytes, each.sha256) for each in found.files)
    data = {"folder": str(found.folder), "files": [plain(each) for each in found.files]}
    data |= {"project": found.project} if found.project else {}
    return command_section(
        f"experiment {'convert' if found.project else 'export'}", [Table(columns=columns, rows=rows)], data
    )


def copy_section(found: "experiment.StudyCopy") -> Section:
    """What is in a copy, or in what was made again of one."""
    place = {"file": found.file} if found.file else {"database": found.database}
    record = {**place, **fields_of(found, "name", "fingerprint", "participants", "answers", "bytes")}
    return record_section(f"anaphor experiment {'backup' if found.file else 'restore'}", record)


def invitations_section(found: "experiment.Invitations") -> Section:
    """How many links there are; a page that is passed on has no business to hold them."""
    said = Text(lines=(text("experiment-line-invitations", count=len(found.links)),))
    return command_section("experiment invite", [said], {"links": list(found.links)})


def payments_section(found: "experiment.Payments") -> Section:
    """How many people are to be paid, and what to do with the file; who they are is on no page."""
    record = {"file": None if found.path is None else str(found.path), "participants": len(found.rows)}
    return record_section("anaphor experiment payments", record, text("experiment-payments-written"))


def question_selection_section(counted: "experiment.SelectedQuestions") -> Section:
    """The verdict of paper 4's rule on the questions of a study, and how it would move."""
    study, votes = counted.study, counted.votes
    found, largest, agreed = counted.verdict, counted.largest, _agreements(votes)
    answers = [len(each.right) for each in votes]
    sub, fresh = (
        experiment.pass_probability(counted.everybody, _SIZES),
        experiment.fresh_pass_probability(counted.everybody, _SIZES),
    )
    with speaking("en"):
        stamp, reasons = stamp_of(study), [str(each).replace("\u00a0", " ") for each in found.reasons]
    data = {
        "study": study.name,
        "simulated": study.simulated,
        "stamp": stamp,
        "counting": counted.counting.value,
        "declared": study.counting is counted.counting,
        **fields_of(found, "passes", "questions"),
        "answers_per_question": [min(answers), max(answers)],
        **fields_of(found, "by_all", "doubtful", "failed", "too_few"),
        "reasons": reasons,
        "largest_passing": list(largest),
        "agreement": agreed,
        "pass_probability": [{"people": size, "drawn_from_these": sub[size], "fresh": fresh[size]} for size in _SIZES],
        "share_easy": experiment.easy_share(counted.everybody),
    }
    whose = {"whose": choice("experiment-counting", counted.counting)}
    whose["declared"] = choice("experiment-counting", "declared" if data["declared"] else "undeclared")
    counts = {"by_all": found.by_all, "doubtful": len(found.doubtful), "failed": len(found.failed)}
    said = (
        text("experiment-passes" if found.passes else "experiment-fails", **whose),
        text("experiment-questions-right", questions=found.questions, **counts),
        *(f"{reason}." for reason in found.reasons),
        text("experiment-largest-passing", count=len(largest)),
    )
    outcome = VerdictOutcome.HOLDS if found.passes else VerdictOutcome.FAILS
    parts: list[Block] = [VerdictBlock(outcome=outcome, sentence=said[0], why=said[1:], talk=True)]
    if agreed:
        columns = [text(f"experiment-agreement-{name}") for name in ("taken-as", "value", "threshold")]
        rows: list[tuple[Cell, ...]] = []
        for name, each in agreed.items():
            threshold = f"{number(100 * each['threshold'], 2)} %"
            rows.append((str(choice("experiment-agreement", name)), share_of(each["value"]), threshold, each["needed"]))
        needed = text("experiment-agreement-needed", questions=found.questions)
        parts.append(Table(columns=(*columns, needed), rows=tuple(rows)))
    panels = tuple(
        (size, *(None if each is None else number(each, 3) for each in (sub[size], fresh[size]))) for size in _SIZES
    )
    heads = tuple(text(f"experiment-panel-{name}") for name in ("people", "drawn", "fresh"))
    parts.append(Table(columns=heads, rows=panels))
    parts.append(Figure(draw=lambda: panels_figure(_SIZES, sub, fresh)))
    return command_section("experiment select-questions", parts, data, stamp=stamp_of(study))


def _agreements(votes: Sequence[experiment.QuestionVotes]) -> dict[str, Any] | None:
    """What a system must reach, for each thing that "interannotator agreement" may mean."""
    try:
        found = experiment.agreements(votes)
    except InputError:
        return None
    document = {}
    for name in ("accuracy", "pairwise", "unanimous"):
        share = getattr(found, name)
        threshold, needed = experiment.score_needed(share, len(votes))
        document[name] = {"value": float(share), "threshold": float(threshold), "needed": needed}
    return document
