"""`anaphor score`: what runs are worth, with intervals, twins, groups and the literature beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import __version__
from anaphor.cli import score_inputs as inputs
from anaphor.cli import score_json as as_json
from anaphor.cli import score_output as output
from anaphor.cli.collection import Column, Format, Language, columns_of
from anaphor.cli.output import Json, print_json, say
from anaphor.cli.reporting import Html, Interface, write_report
from anaphor.cli.score_inputs import Origin, ScoredRun, comparable, score_runs
from anaphor.cli.score_labels import Labels
from anaphor.cli.score_people import people_beside, rescored
from anaphor.cli.score_steadiness import Steady, steadiness
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.report.sections import Tongue
from anaphor.report.sections import scoring_rows as rows_of
from anaphor.scoring import (
    Comparison,
    Method,
    Missing,
    People,
    Published,
    Rescoring,
    Sampling,
    Scorecard,
    counted,
    scorecard,
)
from anaphor.scoring import compare as compare_outcomes
from anaphor.scoring import literature as published_results


class Draw(StrEnum):
    """What `--figure` draws."""

    SCORES = "scores"
    RISK = "risk"
    CALIBRATION = "calibration"


def score(
    runs: inputs.Runs = None,
    collection: inputs.Source = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    counts: Annotated[
        tuple[int, int, int] | None,
        typer.Option("--counts", metavar="N H THETA"),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by"),
    ] = None,
    audit: Annotated[Path | None, typer.Option("--audit")] = None,
    groups: Annotated[Path | None, typer.Option("--groups")] = None,
    people: inputs.PeopleOption = None,
    panel: inputs.PanelOption = None,
    origins: Annotated[
        Path | None,
        typer.Option("--origins"),
    ] = None,
    missing: inputs.MissingOption = Missing.REFUSE,
    interval: inputs.IntervalOption = Method.AUTO,
    level: inputs.Level = 0.95,
    times: inputs.Times = 2000,
    seed: inputs.Seed = 0,
    items: Annotated[bool, typer.Option("--items")] = False,
    literature: Annotated[bool, typer.Option("--literature")] = False,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    draw: Annotated[Draw, typer.Option("--draw")] = Draw.SCORES,
    html: Html = None,
    interface: Interface = "en",
    json: Json = False,
) -> None:
    """Score runs, with intervals. Right, wrong and abstained are counted fairly; intervals are by schema."""
    if (counts is None) == (not runs):
        raise InputError(
            "there is nothing to score" if counts is None else "runs and --counts exclude each other",
            todo="Give runs that `anaphor resolve` wrote, or --counts N H THETA.",
        )
    tongue = Tongue(interface)
    if counts:
        _score_counts(counts, level, tongue, json=json, literature=literature)
        return
    sampling = Sampling(method=interval, level=level, times=times, seed=seed)
    origin = Origin(source=collection, format=format, language=language, columns=columns_of(column))
    labels = Labels(kinds=tuple(dict.fromkeys(by or ())), audit=audit, table=groups)
    scored = score_runs(runs or (), origin, missing, labels)
    cards = [
        scorecard(each.name, each.outcomes, kinds=labels.kinds, sampling=sampling, signature=each.signature)
        for each in scored
    ]
    shown = _Shown(
        scored=scored,
        cards=cards,
        published=_published(scored) if literature else (),
        beside=people_beside(scored, people, sampling),
        rescoring=rescored(scored, people, panel, sampling),
        steady=steadiness(scored, origins, sampling) if origins else (),
    )
    if figure:
        _draw(shown, figure, draw, tongue)
    if html:
        _report(shown, html, tongue, sampling)
    if json:
        print_json(shown.document(items=items))
    else:
        shown.print(tongue, items=items)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """Everything that is printed."""

    scored: Sequence[ScoredRun]
    """The runs."""
    cards: Sequence[Scorecard]
    """Their scorecards."""
    published: Sequence[Published]
    """Published results."""
    beside: tuple[People, tuple[Comparison, ...]] | None
    """People, and the runs beside them."""
    rescoring: Rescoring | None
    """The runs on references of other panels."""
    steady: Sequence[Steady]
    """Consistency over changed wordings."""

    def document(self, *, items: bool) -> dict[str, Any]:
        """The JSON document: `runs` has the fixed keys."""
        rows = [
            as_json.card_json(card, items=items)
            | {
                "collection": run.run.header.collection,
                "fingerprint": run.run.header.fingerprint,
                "run": str(run.path),
                "left_out": dict(run.targets.left_out),
                "blind": run.run.header.blind,
            }
            for run, card in zip(self.scored, self.cards, strict=True)
        ]
        made: dict[str, Any] = {"runs": rows}
        if self.published:
            made["literature"] = [as_json.published_json(row) for row in self.published]
        made |= as_json.beside_json(self.beside, self.rescoring)
        if self.steady:
            made["consistency"] = [as_json.steady_json(each) for each in self.steady]
        return made

    def by_collection(self) -> dict[str, list[tuple[ScoredRun, Scorecard]]]:
        """The runs on each collection."""
        parts: dict[str, list[tuple[ScoredRun, Scorecard]]] = {}
        for run, card in zip(self.scored, self.cards, strict=True):
            parts.setdefault(run.asked, []).append((run, card))
        return parts

    def print(self, tongue: Tongue, *, items: bool) -> None:
        """Tables, one per collection, and what must be known to read them."""
        for name, pairs in self.by_collection().items():
            output.print_collection(name, pairs, self.beside[0] if self.beside else None, tongue)
        for card in self.cards:
            output.print_groups(card, tongue)
        if self.published:
            output.print_published(self.published, tongue)
        if self.beside:
            output.print_comparisons(self.beside[1], tongue.title("people"), tongue)
        if self.rescoring:
            output.print_rescoring(self.rescoring, tongue)
        if self.steady:
            output.print_steadiness(self.steady, tongue)
        for card in self.cards if items else ():
            output.print_items(card, tongue)
        for card in self.cards:
            output.remark(str(card.signature))


def _published(scored: Sequence[ScoredRun]) -> tuple[Published, ...]:
    languages = {run.collection.language for run in scored}
    return tuple(row for row in published_results() if row.language in languages) or published_results()


def _draw(shown: _Shown, path: Path, what: Draw, tongue: Tongue) -> None:
    from anaphor.report import save
    from anaphor.report.figures import calibration_figure, risk_figure, scores_figure

    drawings = {
        Draw.SCORES: lambda: scores_figure(shown.cards, shown.published, interface=tongue.interface),
        Draw.RISK: lambda: risk_figure(shown.cards, interface=tongue.interface),
        Draw.CALIBRATION: lambda: calibration_figure(shown.cards, interface=tongue.interface),
    }
    save(drawings[what](), path)
    say(tongue.sentence("figure", path=str(path)))


def _report(shown: _Shown, path: Path, tongue: Tongue, sampling: Sampling) -> None:
    from anaphor.report.sections import BesidePeople, scoring_section
    from anaphor.section import Report, Section, Text

    sections: list[Section] = []
    for name, pairs in shown.by_collection().items():
        compared = (
            compare_outcomes(
                {run.name: run.outcomes for run, _ in pairs},
                sampling,
                Signature.of(collection=name, version=__version__),
                {run.name: run.signature for run, _ in pairs},
            )
            if comparable([run for run, _ in pairs])
            else ()
        )
        section = scoring_section(
            [card for _, card in pairs],
            compared,
            shown.published,
            interface=tongue.interface,
            people=BesidePeople(
                comparisons=shown.beside[1] if shown.beside else (),
                rescoring=shown.rescoring,
                credits=shown.beside[0].credits if shown.beside else {},
            ),
        )
        notes = output.unblinded([run for run, _ in pairs], tongue)
        sections.append(
            replace(
                section,
                id=f"scoring-{len(sections) + 1}",
                title=tongue.of(section.title, name.partition("#")[0])[:-1],
                parts=(*section.parts, *([Text(lines=tuple(notes))] if notes else ())),
            )
        )
    report = Report(title=tongue.title("report"), interface=tongue.interface, sections=tuple(sections))
    write_report(report, path, made="anaphor score")


def _score_counts(counts: tuple[int, int, int], level: float, tongue: Tongue, *, json: bool, literature: bool) -> None:
    made = counted(*counts, level=level)
    rows = published_results() if literature else ()
    if json:
        row = {
            "respondent": "counts",
            **as_json.measures_json(made.measures, made.interval),
            "twins": None,
            "signature": str(made.signature),
        }
        listed = {"literature": [as_json.published_json(each) for each in rows]} if rows else {}
        print_json(row | {"runs": [row]} | listed)
        return
    table = [rows_of.measures_row(tongue.title("of_counts"), made.measures, made.interval, tongue)]
    output.table(rows_of.measure_columns(tongue)[:11], table, tongue.title("counts"))
    if rows:
        output.print_published(rows, tongue)
    output.remark(tongue.sentence("f1"))
    output.remark(str(made.signature))
