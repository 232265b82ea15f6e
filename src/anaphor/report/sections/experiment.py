"""The analysis of a study as a section: sentences, tables, figures, and the items that people find hard as cards."""

from collections.abc import Mapping, Sequence

from anaphor import experiment
from anaphor import experiment as experiments
from anaphor.document import ends_of
from anaphor.experiment import Design, ImportedStudy, NewDesign, Study, analysis_sentences, range_text, stamp_of
from anaphor.report.cells import line_of, section_of, share_of
from anaphor.report.figures.experiment import flow_figure, items_figure, times_figure
from anaphor.report.sections import experiment_study as studies
from anaphor.result import Renderer
from anaphor.section import Block, CardItem, Cards, Cell, Figure, Numbers, SchemaCard, Section, Table, Text
from anaphor.statistics import Interval
from anaphor.text import choice, message, number, percent, text

_LOW_SHOWN = 20
"""Items below 80 % that are shown at once."""


def experiment_section(shown: "experiments.AnalysedStudy") -> Section:
    """The section of one study: the flow, the rates, the items below 80 %, the agreement of the same answers."""
    study, found = shown.study, shown.analysis
    parts: list[Block] = [
        Text(lines=analysis_sentences(study, found), talk=True, points=True),
        _numbers(found),
        *((Figure(draw=lambda: items_figure(found)),) if found.mean else ()),
        Figure(draw=lambda: flow_figure(found)),
        _rules([found, *shown.others]),
        *([_conditions(found)] if found.conditions else []),
        Figure(draw=lambda: times_figure(study, found)),
        *_low(shown),
        *(_agreement(shown.agreement) if shown.agreement else ()),
        _every_item(found),
        _everybody(found),
    ]
    title = text("experiment-report-title", study=study.name)
    return section_of("experiment", title, parts, stamp=stamp_of(study), signature=found.signature)


def analysis_line(shown: "experiments.AnalysedStudy") -> str:
    """The analysis in a line."""
    found, study = shown.analysis, shown.study
    mean = percent(found.mean.value) if found.mean else "–"
    told = {"people": found.screened.flow.analysed, "items": found.item_flow.asked, "low": found.item_flow.low}
    code = "experiment-line-analysis-simulated" if study.simulated else "experiment-line-analysis"
    return text(code, study=study.name, mean=mean, **told)


def _heads(*names: str) -> tuple[str, ...]:
    return tuple(str(choice("experiment-heads", name)) for name in names)


def _numbers(found: experiment.StudyAnalysis) -> Numbers:
    flow, items = found.screened.flow, found.item_flow
    return Numbers(
        figures=(
            (number(flow.analysed), text("experiment-report-people")),
            (number(flow.kept), text("experiment-report-answers")),
            (percent(found.mean.value) if found.mean else "–", text("experiment-report-mean")),
            (f"{number(items.low)} / {number(items.asked)}", text("experiment-report-low-items")),
        )
    )


def _rules(analyses: Sequence[experiment.StudyAnalysis]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in analyses:
        value, ends = (each.mean.value, each.mean.interval) if each.mean else (None, None)
        rule = str(choice("experiment-trials", each.screened.rule))
        rows.append((rule, each.screened.flow.kept, share_of(value), range_text(ends), each.item_flow.low))
    caption = text("experiment-report-rules")
    columns = _heads("rule", "answers", "mean", "interval", "low")
    return Table(columns=columns, rows=tuple(rows), caption=caption)


def _conditions(found: experiment.StudyAnalysis) -> Table:
    """Each named condition, and how far it is from the first within people."""

    def shown(value: float | None, ends: Interval | None, measure: str) -> str:
        low, high = (ends.low, ends.high) if ends else (None, None)
        factor, digits = (100, 1) if measure == "right" else (1, 2)
        said = ["–" if each is None else number(factor * each, digits) for each in (value, low, high)]
        return said[0] if ends is None else f"{said[0]} ({said[1]} … {said[2]})"

    rows: list[tuple[Cell, ...]] = []
    for each in found.conditions:
        mean = shown(each.mean, each.interval, each.measure)
        gap = shown(each.difference, each.difference_interval, each.measure)
        measure = str(choice("experiment-measures", each.measure))
        rows.append((each.condition, measure, each.items, each.people, each.answers, mean, gap))
    columns = _heads("condition", "measure", "items", "people", "answers", "mean", "difference")
    return Table(columns=columns, rows=tuple(rows), caption=text("experiment-report-conditions"))


def _low(shown: "experiments.AnalysedStudy") -> list[Block]:
    """The items below 80 %, how they are classed, and each with its sentence and what people remarked."""
    found, low = shown.analysis, shown.analysis.low_items
    if found.mean is None:
        return []
    if not low:
        return [Text(lines=(text("experiment-report-no-low"),), talk=True)]
    caption = text("experiment-report-low")
    parts: list[Block] = [_items_table(shown, low, caption=caption)]
    if shown.classes:
        counts = experiment.class_counts(found, shown.classes)
        classed = tuple((str(choice("experiment-classes", name)), count) for name, count in counts.items())
        parts.append(Table(columns=_heads("class", "count"), rows=classed))
    cards = tuple(_card(shown, item) for item in low)
    return [*parts, Cards(cards=cards, caption=text("experiment-report-low-cards"), detail=True)]


def _items_table(shown: "experiments.AnalysedStudy", items: Sequence[experiment.ItemResult], *, caption: str) -> Table:
    found = shown.analysis
    remarks = any(item.comments for item in items)
    rows: list[tuple[Cell, ...]] = []
    for item in items:
        rates = (share_of(item.rate), range_text(item.wilson), range_text(item.jeffreys), share_of(item.shrunken))
        answers = (experiment.key_text(found, item), experiment.confusion(found, item))
        known = shown.classes.get(item.item)
        last: list[Cell] = [len(item.comments)] if remarks else []
        last += [str(choice("experiment-classes", known.why)) if known else None] if shown.classes else []
        rows.append((item.item, f"{item.right}/{item.answers}", *rates, *answers, *last))
    names = ["item", "right", "rate", "wilson", "jeffreys", "shrunken", "key", "chosen"]
    names += [*(["comments"] if remarks else []), *(["class"] if shown.classes else [])]
    return Table(columns=_heads(*names), rows=tuple(rows), caption=caption, first=_LOW_SHOWN, printed=True)


def _card(shown: "experiments.AnalysedStudy", item: experiment.ItemResult) -> SchemaCard:
    """An item with its sentence, its key, and what people answered and remarked."""
    asked, known = shown.analysis.asked[item.item], shown.classes.get(item.item)
    sentence = CardItem(
        id=item.item,
        pieces=(("plain", asked.text or ""),),
        candidates=tuple(asked.candidates),
        answer=experiment.key_text(shown.analysis, item) or None,
        people=(item.right, item.answers),
    )
    why = str(choice("experiment-classes", known.why)) if known else None
    return SchemaCard(
        id=item.schema or item.item,
        collection=shown.study.collection,
        items=(sentence,),
        about=why,
        comments=tuple(item.comments),
    )


def _agreement(agreed: experiment.StudyAgreement) -> list[Block]:
    """What the agreement of the same answers means, its cautions first."""
    sentences = tuple(map(str, agreed.sentences))
    first, lead, then = sentences[: agreed.cautions], sentences[agreed.cautions : agreed.lead], sentences[agreed.lead :]
    parts: list[Block] = [Text(lines=first, talk=True, caution=True)] if first else []
    if agreed.coefficients:
        rows: list[tuple[Cell, ...]] = []
        for name, estimate in agreed.coefficients.items():
            values = (estimate.coefficient.value, *ends_of(estimate.interval).values())
            figures = ("–" if value is None else number(value, 3) for value in values)
            rows.append((str(choice("agreement-coefficient", name)), *figures))
        columns = (
            *(text(f"experiment-report-{name}") for name in ("coefficient", "value")),
            *map(percent, (0.025, 0.975)),
        )
        parts.append(Table(columns=columns, rows=tuple(rows), caption=text("experiment-report-agreement")))
    parts += [Text(lines=lead, talk=True, points=True)] if lead else []
    parts += [Text(lines=then, points=True, detail=True)] if then else []
    if agreed.reason:
        why = text("experiment-after", name=message("experiment-report-agreement"), said=f"{agreed.reason}.")
        parts.append(Text(lines=(why,), talk=True))
    return parts


def _every_item(found: experiment.StudyAnalysis) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for item in found.items:
        rates = (share_of(item.rate), range_text(item.wilson), range_text(item.jeffreys), share_of(item.shrunken))
        others = (range_text(item.shrunken_interval), experiment.confusion(found, item), item.median_ms)
        rows.append((item.item, item.right, item.answers, *rates, *others))
    names = ("item", "right", "answers", "rate", "wilson", "jeffreys", "shrunken", "interval", "chosen", "median_ms")
    caption = text("experiment-report-all")
    return Table(columns=_heads(*names), rows=tuple(rows), caption=caption, detail=True, digits=0)


def _everybody(found: experiment.StudyAnalysis) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in found.people:
        rate = share_of(each.right / each.answers if each.answers else None)
        rule = None if each.rule is None else str(choice("experiment-rules", each.rule, count=1))
        rows.append((each.name, each.list_number, each.right, each.answers, rate, each.median_ms, rule))
    columns = _heads("person", "list", "right", "answers", "rate", "median_ms", "left_out")
    caption = text("experiment-report-everybody")
    return Table(columns=columns, rows=tuple(rows), caption=caption, detail=True, digits=0)


RESULTS: Mapping[type, Renderer] = {
    experiments.AnalysedStudy: Renderer(section=experiment_section, line=analysis_line, table="items"),
    NewDesign: Renderer(section=studies.design_section, line=lambda found: studies.design_line(found.design)),
    Design: Renderer(
        section=lambda design: studies.design_section(NewDesign(design=design, path=None, unseen=())),
        line=studies.design_line,
    ),
    experiments.Rehearsal: Renderer(
        section=studies.rehearsal_section, line=line_of("experiment-line-rehearsal", "answers", people="participants")
    ),
    ImportedStudy: Renderer(section=studies.import_section, line=lambda found: studies.study_line(found.study)),
    Study: Renderer(
        section=lambda study: studies.import_section(ImportedStudy(study=study, path=None)), line=studies.study_line
    ),
    experiments.SelectedQuestions: Renderer(
        section=studies.question_selection_section,
        line=lambda found: text(
            "experiment-line-selection",
            passes=str(found.passes),
            questions=found.verdict.questions,
            largest=len(found.largest),
        ),
        table="pass_probability",
    ),
    experiments.PrecisionPlan: Renderer(
        section=studies.precision_section,
        line=line_of("experiment-line-plan", "lists", width="for_width", bound="for_bound"),
        table="table",
    ),
    experiments.StudyStatus: Renderer(
        section=studies.status_section, line=line_of("experiment-status", "name counted quota answers"), table="lists"
    ),
    experiments.Invitations: Renderer(
        section=studies.invitations_section, line=line_of("experiment-line-invitations", count="links")
    ),
    experiments.Payments: Renderer(
        section=studies.payments_section, line=line_of("experiment-line-payments", count="rows")
    ),
    experiments.ExportedStudy: Renderer(
        section=studies.export_section,
        line=lambda found: text("experiment-line-export", folder=str(found.folder), count=len(found.files)),
        table="files",
    ),
    experiments.StudyCopy: Renderer(
        section=studies.copy_section, line=line_of("experiment-line-copy", "name answers", people="participants")
    ),
}
"""How the results of `anaphor.experiment` are shown."""
