"""How results about labels and studies are shown in a notebook, as a document and in a report."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from anaphor import agreement as labelling
from anaphor.agreement import ChangeTarget, Summary
from anaphor.experiment import ImportedStudy, NewDesign
from anaphor.report.cells import line_of
from anaphor.report.page import renderer
from anaphor.report.people import agreement as labels
from anaphor.report.people import agreement_advice as advice
from anaphor.report.people import agreement_figures as figures
from anaphor.report.people import comparing
from anaphor.report.people import experiment_study as studies
from anaphor.report.people.experiment import analysis_document, analysis_line, experiment_section
from anaphor.result import Renderer
from anaphor.section import Drawing, Section, Text
from anaphor.text import text


def _renderer(
    section: Callable[[Any], Section],
    figure: Callable[[Any], Drawing | None],
    line: Callable[[Any], str],
    table: str = "",
    **more: Any,
) -> Renderer:
    """How a result about labels is shown: its figure first, what was guessed last; its document is without both.

    What makes its rates misleading comes before the figure, with the sentences that it begins.
    """

    def whole(found: Any) -> Section:
        made, notes = section(found), getattr(found, "notes", ())
        said = (Text(lines=notes, soft=True, points=True),) if notes else ()
        drawn, first = filter(None, (figure(found),)), 1 if _cautions(found) else 0
        return replace(made, parts=(*made.parts[:first], *drawn, *made.parts[first:], *said))

    return renderer(whole, line=line, table=table, **{"document": lambda found: section(found).data or {}, **more})


def _cautions(found: Any) -> tuple[Any, ...]:
    """Why the rates of a result cannot be told, or its brackets not be relied on."""
    given = found.summary.cautions if isinstance(found, labelling.PanelChange) else getattr(found, "cautions", ())
    return given if isinstance(given, tuple) else ()


def _measured(found: "labelling.Measurement") -> str:
    """The leading coefficient, and what another panel would change."""
    name, lead = next(iter(found.coefficients.items()))
    said = [text("agreement-brief-size", items=len(found.labels.items), labels=found.labels.size)]
    value, ends = lead.coefficient.value, lead.interval
    if value is not None and ends is not None:
        shown = {"value": value, "low": ends.low, "high": ends.high}
        said.append(text("agreement-brief-coefficient-sure", name=labels.coefficient_text(name), **shown))
    elif value is not None:
        said.append(text("agreement-brief-coefficient", name=labels.coefficient_text(name), value=value))
    if found.dependence is not None:
        said.append(text("agreement-brief-depends"))
    elif found.summary and found.summary.leading_rate is not None:
        said += _change(found.summary)
    return text("agreement-join").join(said)


def _change(summary: Summary) -> list[str]:
    """What another panel would change, in the words and with the number of the first sentence; cautions in short."""
    leading = summary.leading_rate
    if leading is None:
        return [text("agreement-brief-depends") if summary.reproduction.dependence else str(summary.sentences[0])]
    said = [text("agreement-brief-uneven-first")] if summary.cautions else []
    return [*said, text(f"agreement-brief-change-{leading.of}", size=leading.panel, rate=leading.rate)]


def _reproduced(found: "labelling.PanelChange") -> str:
    return text("agreement-join").join(_change(found.summary))


def _interpreted(found: "labelling.InterpretedCoefficient") -> str:
    told, sign = found.interpretation, advice.SIGNS[found.coefficient]
    if told is not None:
        fresh = next(each for each in told.readings if each.target is ChangeTarget.FRESH)
        shown = {"size": found.situation.annotators, "rate": fresh.typical, "most": fresh.ceiling}
        return text("agreement-brief-interpreted", coefficient=sign, value=told.value, **shown)
    value = found.needed.get(ChangeTarget.FRESH, {}).get("typical")
    if found.target is None or value is None:
        return text("agreement-brief-table", rows=len(found.table))
    return text("agreement-brief-needed", coefficient=sign, value=value, rate=found.target)


def _planned(found: "labelling.AnnotationPlan") -> str:
    said = [text("agreement-brief-no-plan", size=found.settings.longest, rate=found.settings.rate)]
    if found.chosen is not None:
        shown = {"size": found.chosen.annotators, "rate": found.chosen.rate, "check": found.chosen.check_items}
        said = [text("agreement-brief-plan", **shown)]
    return text("agreement-join").join([*([text("agreement-brief-uneven-first")] if found.cautions else []), *said])


def _cautioned(found: "labelling.ComparisonPlan | labelling.StudyComparison") -> str:
    """The first sentence of the answer, and the cautions that stand before it."""
    return " ".join(found.to_dict()["sentences"][: len(found.cautions) + 1])


AGREEMENT: Mapping[str, Renderer] = {
    "Measurement": _renderer(
        labels.agreement_section,
        lambda found: None,
        _measured,
        "coefficients",
        document=labels.measure_document,
        rows={"coefficients": labels.coefficient_rows},
    ),
    "PanelChange": _renderer(
        labels.reproduction_section,
        lambda found: figures.curve_figure(found.summary) if found.summary.reproduction.curve else None,
        _reproduced,
        "curve",
        document=labels.reproduction_document,
    ),
    "ConsensusLabels": _renderer(
        advice.consensus_section,
        figures.certainty_figure,
        lambda found: text("agreement-brief-consensus", count=sum(found.review), items=len(found.review)),
        "items",
    ),
    "LabelQueue": _renderer(
        advice.queue_section,
        lambda found: None,
        lambda found: " ".join(
            (*map(str, found.cautions), text("agreement-brief-queue", count=len(found.items), rate=found.risk))
        ),
        "items",
    ),
    "InterpretedCoefficient": _renderer(advice.interpretation_section, figures.interpretation_figure, _interpreted),
    "AnnotationPlan": _renderer(advice.plan_section, figures.plan_figure, _planned, "options"),
    "ComparisonPlan": _renderer(
        comparing.comparison_plan_section,
        comparing.power_figure,
        _cautioned,
        "options",
    ),
    "StudyComparison": _renderer(comparing.studies_section, comparing.studies_figure, _cautioned, "items"),
    "Simulation": _renderer(
        advice.simulation_section,
        figures.simulation_figure,
        lambda found: text(
            "agreement-brief-simulated", size=found.annotators, points=len(found.points or found.table_1)
        ),
        "points",
    ),
    "PaperComparison": _renderer(
        advice.paper_section,
        lambda found: figures.figure_2(found.rows),
        line_of("agreement-brief-paper", "rows"),
        "figure_2",
    ),
}
"""Results of `anaphor.agreement`."""
EXPERIMENT: Mapping[str, Renderer] = {
    "AnalysedStudy": renderer(experiment_section, document=analysis_document, line=analysis_line, table="items"),
    "NewDesign": renderer(studies.design_section, line=lambda found: studies.design_line(found.design)),
    "Design": renderer(
        lambda design: studies.design_section(NewDesign(design=design, path=None, unseen=())), line=studies.design_line
    ),
    "Rehearsal": renderer(
        studies.rehearsal_section, line=line_of("experiment-line-rehearsal", "answers", people="participants")
    ),
    "ImportedStudy": renderer(studies.import_section, line=lambda found: studies.study_line(found.study)),
    "Study": renderer(
        lambda study: studies.import_section(ImportedStudy(study=study, path=None)), line=studies.study_line
    ),
    "SelectedQuestions": renderer(
        studies.question_selection_section,
        document=lambda found: studies.question_selection_section(found, drawn=False).data or {},
        line=lambda found: text(
            "experiment-line-selection",
            passes=str(found.passes),
            questions=found.verdict.questions,
            largest=len(found.largest),
        ),
        table="pass_probability",
    ),
    "PrecisionPlan": renderer(
        studies.precision_section,
        document=lambda found: studies.precision_section(found, drawn=False).data or {},
        line=line_of("experiment-line-plan", "lists", width="for_width", bound="for_bound"),
        table="table",
    ),
    "StudyStatus": renderer(
        studies.status_section, line=line_of("experiment-status", "name counted quota answers"), table="lists"
    ),
    "Invitations": renderer(studies.invitations_section, line=line_of("experiment-line-invitations", count="links")),
    "Payments": renderer(studies.payments_section, line=line_of("experiment-line-payments", count="rows")),
    "ExportedStudy": renderer(
        studies.export_section,
        line=lambda found: text("experiment-line-export", folder=str(found.folder), count=len(found.files)),
        table="files",
    ),
    "StudyCopy": renderer(
        studies.copy_section, line=line_of("experiment-line-copy", "name answers", people="participants")
    ),
}
"""Results of `anaphor.experiment`."""
