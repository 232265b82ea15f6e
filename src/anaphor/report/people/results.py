"""How results about labels and studies are shown in a notebook, as a document and in a report."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from anaphor.agreement.advice import ChangeTarget
from anaphor.experiment import ImportedStudy, NewDesign
from anaphor.report.page import renderer
from anaphor.report.people.agreement import (
    agreement_section,
    coefficient_rows,
    coefficient_text,
    measure_document,
    reproduction_document,
    reproduction_section,
)
from anaphor.report.people.agreement_advice import (
    SIGNS,
    consensus_section,
    interpretation_section,
    paper_section,
    plan_section,
    queue_section,
    simulation_section,
)
from anaphor.report.people.agreement_figures import (
    certainty_figure,
    curve_figure,
    figure_2,
    interpretation_figure,
    plan_figure,
    simulation_figure,
)
from anaphor.report.people.experiment import analysis_document, analysis_line, experiment_section
from anaphor.report.people.experiment_study import (
    copy_section,
    design_line,
    design_section,
    export_section,
    import_section,
    invitations_section,
    payments_section,
    precision_section,
    question_selection_section,
    rehearsal_section,
    status_section,
    study_line,
)
from anaphor.section import Drawing, Section, Text
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.agreement import AnnotationPlan, InterpretedCoefficient, Measurement, PanelChange
    from anaphor.result import Renderer


def _with(section: Section, *drawings: Drawing | None, notes: tuple[str, ...] = ()) -> Section:
    """A section as a notebook shows it: figures first, what was guessed last."""
    said = (Text(lines=notes, soft=True, points=True),) if notes else ()
    return replace(section, parts=(*filter(None, drawings), *section.parts, *said))


def _measured(found: "Measurement") -> str:
    """The leading coefficient, and what another panel would change."""
    name, lead = next(iter(found.coefficients.items()))
    said = [text("agreement-brief-size", items=len(found.labels.items), labels=found.labels.size)]
    value, ends = lead.coefficient.value, lead.interval
    if value is not None and ends is not None:
        shown = {"value": value, "low": ends.low, "high": ends.high}
        said.append(text("agreement-brief-coefficient-sure", name=coefficient_text(name), **shown))
    elif value is not None:
        said.append(text("agreement-brief-coefficient", name=coefficient_text(name), value=value))
    if found.summary and found.summary.reproduction.fresh.rate is not None:
        changes = found.summary.reproduction
        said.append(text("agreement-brief-change", size=changes.size, rate=changes.fresh.rate or 0.0))
    return text("agreement-join").join(said)


def _reproduced(found: "PanelChange") -> str:
    record = found.summary.reproduction
    if record.fresh.rate is None:
        return str(found.summary.sentences[0])
    return text("agreement-brief-change", size=record.size, rate=record.fresh.rate)


def _interpreted(found: "InterpretedCoefficient") -> str:
    told, sign = found.interpretation, SIGNS[found.coefficient]
    if told is not None:
        fresh = next(each for each in told.readings if each.target is ChangeTarget.FRESH)
        shown = {"size": found.situation.annotators, "rate": fresh.typical, "most": fresh.ceiling}
        return text("agreement-brief-interpreted", coefficient=sign, value=told.value, **shown)
    value = found.needed.get(ChangeTarget.FRESH, {}).get("typical")
    if found.target is None or value is None:
        return text("agreement-brief-table", rows=len(found.table))
    return text("agreement-brief-needed", coefficient=sign, value=value, rate=found.target)


def _planned(found: "AnnotationPlan") -> str:
    if found.chosen is None:
        return text("agreement-brief-no-plan", size=found.settings.longest, rate=found.settings.rate)
    shown = {"size": found.chosen.annotators, "rate": found.chosen.rate, "check": found.chosen.check_items}
    return text("agreement-brief-plan", **shown)


AGREEMENT: Mapping[str, "Renderer"] = {
    "Measurement": renderer(
        lambda found: _with(agreement_section(found), notes=found.notes),
        document=measure_document,
        line=_measured,
        table="coefficients",
        rows={"coefficients": coefficient_rows},
    ),
    "PanelChange": renderer(
        lambda found: _with(
            reproduction_section(found),
            curve_figure(found.summary.reproduction) if found.summary.reproduction.curve else None,
            notes=found.notes,
        ),
        document=reproduction_document,
        line=_reproduced,
        table="curve",
    ),
    "ConsensusLabels": renderer(
        lambda found: _with(consensus_section(found), certainty_figure(found), notes=found.notes),
        document=lambda found: consensus_section(found).data or {},
        line=lambda found: text("agreement-brief-consensus", count=sum(found.review), items=len(found.review)),
        table="items",
    ),
    "LabelQueue": renderer(
        lambda found: _with(queue_section(found), notes=found.notes),
        document=lambda found: queue_section(found).data or {},
        line=lambda found: text("agreement-brief-queue", count=len(found.items), rate=found.risk),
        table="items",
    ),
    "InterpretedCoefficient": renderer(
        lambda found: _with(interpretation_section(found), interpretation_figure(found)),
        document=lambda found: interpretation_section(found).data or {},
        line=_interpreted,
    ),
    "AnnotationPlan": renderer(
        lambda found: _with(plan_section(found), plan_figure(found), notes=found.notes),
        document=lambda found: plan_section(found).data or {},
        line=_planned,
        table="options",
    ),
    "Simulation": renderer(
        lambda found: _with(simulation_section(found), simulation_figure(found), notes=found.notes),
        document=lambda found: simulation_section(found).data or {},
        line=lambda found: text(
            "agreement-brief-simulated", size=found.annotators, points=len(found.points or found.table_1)
        ),
        table="points",
    ),
    "PaperComparison": renderer(
        lambda found: _with(paper_section(found), figure_2(found.rows)),
        document=lambda found: paper_section(found).data or {},
        line=lambda found: text("agreement-brief-paper", rows=len(found.rows)),
        table="figure_2",
    ),
}
"""Results of `anaphor.agreement`."""
EXPERIMENT: Mapping[str, "Renderer"] = {
    "AnalysedStudy": renderer(experiment_section, document=analysis_document, line=analysis_line, table="items"),
    "NewDesign": renderer(design_section, line=lambda found: design_line(found.design)),
    "Design": renderer(lambda design: design_section(NewDesign(design=design, path=None, unseen=())), line=design_line),
    "Rehearsal": renderer(
        rehearsal_section,
        line=lambda found: text("experiment-line-rehearsal", people=found.participants, answers=found.answers),
    ),
    "ImportedStudy": renderer(import_section, line=lambda found: study_line(found.study)),
    "Study": renderer(lambda study: import_section(ImportedStudy(study=study, path=None)), line=study_line),
    "SelectedQuestions": renderer(
        question_selection_section,
        document=lambda found: question_selection_section(found, drawn=False).data or {},
        line=lambda found: text(
            "experiment-line-selection",
            passes=str(found.passes),
            questions=found.verdict.questions,
            largest=len(found.largest),
        ),
        table="pass_probability",
    ),
    "PrecisionPlan": renderer(
        precision_section,
        document=lambda found: precision_section(found, drawn=False).data or {},
        line=lambda found: text(
            "experiment-line-plan", width=found.for_width, bound=found.for_bound, lists=found.lists
        ),
        table="table",
    ),
    "StudyStatus": renderer(
        status_section,
        line=lambda found: text(
            "experiment-status", name=found.name, counted=found.counted, quota=found.quota, answers=found.answers
        ),
        table="lists",
    ),
    "Invitations": renderer(
        invitations_section, line=lambda found: text("experiment-line-invitations", count=len(found.links))
    ),
    "Payments": renderer(payments_section, line=lambda found: text("experiment-line-payments", count=len(found.rows))),
    "ExportedStudy": renderer(
        export_section,
        line=lambda found: text("experiment-line-export", folder=str(found.folder), count=len(found.files)),
        table="files",
    ),
    "StudyCopy": renderer(
        copy_section,
        line=lambda found: text(
            "experiment-line-copy", name=found.name, people=found.participants, answers=found.answers
        ),
    ),
}
"""Results of `anaphor.experiment`."""
