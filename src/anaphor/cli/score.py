"""`anaphor score`: what runs are worth, with intervals, twins, groups and the literature beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.cli import score_inputs as inputs
from anaphor.cli import score_output as output
from anaphor.cli.collection import Column, Format, Language, columns_of
from anaphor.cli.output import Json, print_json, say
from anaphor.cli.reporting import Html, Interface, write_report
from anaphor.cli.score_inputs import Origin, ScoredRun, score_runs
from anaphor.cli.score_labels import Labels
from anaphor.cli.score_people import people_beside, rescored
from anaphor.cli.score_tables import read_origins
from anaphor.errors import InputError
from anaphor.scoring.comparison import Comparison
from anaphor.scoring.comparison import compare as compare_outcomes
from anaphor.scoring.consistency import Consistency, consistency
from anaphor.scoring.intervals import Method, Sampling
from anaphor.scoring.literature import Published
from anaphor.scoring.literature import literature as published_results
from anaphor.scoring.outcomes import Missing
from anaphor.scoring.people import People
from anaphor.scoring.references import Rescoring
from anaphor.scoring.scorecard import Scorecard, counted, scorecard


class Draw(StrEnum):
    """What `--figure` draws."""

    SCORES = "scores"
    RISK = "risk"
    CALIBRATION = "calibration"


def score(
    runs: inputs.Runs = None, collection: inputs.Source = None, format: Format = None, language: Language = None,
    column: Column = None,
    counts: Annotated[
        tuple[int, int, int] | None,
        typer.Option("--counts", metavar="N H THETA", help="Items, right answers and abstentions, instead of runs."),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", help="Group by domain, pronoun, associative, switchable, audit, … May be repeated."),
    ] = None,
    audit: Annotated[
        Path | None, typer.Option("--audit", help="What `anaphor audit --json` printed, for --by audit or exposure.")
    ] = None,
    groups: Annotated[
        Path | None, typer.Option("--groups", help="A .csv or .tsv with the column item and one per kind of group.")
    ] = None,
    people: inputs.PeopleOption = None, panel: inputs.PanelOption = None,
    origins: Annotated[
        Path | None,
        typer.Option("--origins", help="The map of changed wordings: the first run is on the originals."),
    ] = None,
    missing: inputs.MissingOption = Missing.REFUSE, interval: inputs.IntervalOption = Method.AUTO,
    level: inputs.Level = 0.95, times: inputs.Times = 2000, seed: inputs.Seed = 0,
    items: Annotated[bool, typer.Option("--items", help="Also say what became of each item.")] = False,
    literature: Annotated[bool, typer.Option("--literature", help="Also show published results.")] = False,
    figure: Annotated[Path | None, typer.Option("--figure", help="Draw a figure: .svg, .png or .pdf.")] = None,
    draw: Annotated[Draw, typer.Option("--draw", help="What the figure shows.")] = Draw.SCORES,
    html: Html = None, interface: Interface = "en", json: Json = False,
) -> None:  # fmt: skip
    """Score runs: right, wrong and abstained counted fairly, with intervals by schema and consistency over twins."""
    if (counts is None) == (not runs):
        raise InputError("there is nothing to score" if counts is None else "runs and --counts exclude each other",
                         todo="Give runs that `anaphor resolve` wrote, or --counts N H THETA.")  # fmt: skip
    if counts:
        _score_counts(counts, level, json=json, literature=literature)
        return
    sampling = Sampling(method=interval, level=level, times=times, seed=seed)
    origin = Origin(source=collection, format=format, language=language, columns=columns_of(column))
    labels = Labels(kinds=tuple(by or ()), audit=audit, table=groups)
    scored = score_runs(runs or (), origin, missing, labels)
    cards = [scorecard(each.name, each.outcomes, kinds=labels.kinds, sampling=sampling, signature=each.signature)
             for each in scored]  # fmt: skip
    shown = _Shown(
        scored=scored, cards=cards, published=_published(scored) if literature else (),
        beside=people_beside(scored, people, sampling), rescoring=rescored(scored, people, panel, sampling),
        steady=_steady(scored, origins, sampling) if origins else {},
    )  # fmt: skip
    if figure:
        _draw(shown, figure, draw)
    if html:
        _report(shown, html, interface, sampling)
    if json:
        print_json(shown.document(items=items))
    else:
        shown.print(items=items)


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
    steady: Mapping[str, Consistency]
    """Consistency over changed wordings."""

    def document(self, *, items: bool) -> dict[str, Any]:
        """The JSON document: `runs` has the fixed keys."""
        rows = [
            output.card_json(card, items=items)
            | {"collection": run.run.header.collection, "fingerprint": run.run.header.fingerprint,
               "run": str(run.path), "left_out": dict(run.targets.left_out)}
            for run, card in zip(self.scored, self.cards, strict=True)
        ]  # fmt: skip
        made: dict[str, Any] = {"runs": rows}
        if self.published:
            made["literature"] = [output.published_json(row) for row in self.published]
        if self.beside:
            made["people"] = output.people_json(self.beside[0]) | {
                "comparisons": [output.comparison_json(each) for each in self.beside[1]]
            }
        if self.rescoring:
            made["rescoring"] = output.rescoring_json(self.rescoring)
        if self.steady:
            made["consistency"] = [output.consistency_json(name, each) for name, each in self.steady.items()]
        return made

    def print(self, *, items: bool) -> None:
        """Tables, one per collection, and what must be known to read them."""
        for name in dict.fromkeys(_asked(run) for run in self.scored):
            pairs = zip(self.scored, self.cards, strict=True)
            self._print_collection(name, [(run, card) for run, card in pairs if _asked(run) == name])
        for card in self.cards:
            output.print_groups(card)
        if self.published:
            output.print_published(self.published)
        if self.beside:
            output.print_comparisons(self.beside[1], "beside people")
        if self.rescoring:
            output.print_rescoring(self.rescoring)
        if self.steady:
            output.print_consistency(self.steady)
        if items:
            for card in self.cards:
                _print_items(card)
        for card in self.cards:
            output.remark(str(card.signature))

    def _print_collection(self, name: str, pairs: Sequence[tuple[ScoredRun, Scorecard]]) -> None:
        rows = [output.card_row(card) for _, card in pairs]
        chance = pairs[0][0].targets.chance
        if self.beside:
            rows.append(_people_row(self.beside[0]))
        output.table(output.COLUMNS, rows, title=f"{name}, in percent; chance is {output.percent(chance)}")
        notes = [output.F1_NOTE, "twins: both items of a schema right; same: the same candidate for both.",
                 *(_note(run, card) for run, card in pairs)]  # fmt: skip
        for note in notes:
            output.remark(note)


def _asked(run: ScoredRun) -> str:
    return f"{run.run.header.collection}#{run.run.header.fingerprint}"


def _people_row(people: People) -> list[Any]:
    ends, name = people.reussite.interval, "people" if people.people is None else f"people ({people.people})"
    return [name, people.reussite.items, "–", "–", "–", "–", "–", output.percent(people.reussite.value),
            output.percent(ends.low), output.percent(ends.high), "–", "–", "–"]  # fmt: skip


def _note(run: ScoredRun, card: Scorecard) -> str:
    """What must be known about one run, in a line."""
    notes = [f"p = {card.chance.p:.3g} against chance"]
    if card.smallest is not None:
        notes.append(f"two such systems show a difference from {100 * card.smallest:.1f} points on (power 0.8)")
    if card.abstentions:
        notes.append(f"abstentions: {', '.join(f'{why} {count}' for why, count in card.abstentions.items())}")
    if card.risk:
        notes.append(f"risk–answered area {card.risk.area:.3f} (best {card.risk.best:.3f}, blind {card.risk.risk:.3f})")
    if card.calibration:
        notes.append(f"calibration error {card.calibration.error:.3f}")
    if run.targets.left_out:
        notes.append(f"not scorable: {', '.join(f'{count} {why}' for why, count in run.targets.left_out.items())}")
    if run.run.half_line:
        notes.append("the file ends in a half-written line, which is left out")
    return f"{card.respondent}: {'; '.join(notes)}."


def _print_items(card: Scorecard) -> None:
    rows = [[each.item, each.result.value, "–" if each.chosen is None else each.target.candidates[each.chosen],
             each.target.candidates[each.target.key], each.reason.value if each.reason else ""]
            for each in card.outcomes]  # fmt: skip
    output.table(["item", "result", "chosen", "right answer", "reason"], rows, title=card.respondent)


def _published(scored: Sequence[ScoredRun]) -> tuple[Published, ...]:
    languages = {run.collection.language for run in scored}
    return tuple(row for row in published_results() if row.language in languages) or published_results()


def _steady(scored: Sequence[ScoredRun], path: Path, sampling: Sampling) -> dict[str, Consistency]:
    if len(scored) < 2:
        raise InputError("--origins needs two runs", todo="First the run on the originals, then those on changes.")
    origins = read_origins(path)
    first, *rest = scored
    return {
        f"{each.name} on {each.run.header.collection}": consistency(first.outcomes, each.outcomes, origins, sampling)
        for each in rest
    }


def _draw(shown: _Shown, path: Path, what: Draw) -> None:
    from anaphor.report.drawing import save
    from anaphor.report.scoring_figures import calibration_figure, risk_figure, scores_figure

    drawings = {
        Draw.SCORES: lambda: scores_figure(shown.cards, shown.published),
        Draw.RISK: lambda: risk_figure(shown.cards),
        Draw.CALIBRATION: lambda: calibration_figure(shown.cards),
    }
    save(drawings[what](), path)
    say(f"figure drawn in {path}")


def _report(shown: _Shown, path: Path, interface: str, sampling: Sampling) -> None:
    from anaphor.report.scoring_section import scoring_section
    from anaphor.report.section import Report, Section

    if interface not in ("en", "fr"):
        raise InputError(f"the interface has no language {interface!r}", todo="Write --interface fr or en.")
    sections: list[Section] = []
    for name in dict.fromkeys(_asked(run) for run in shown.scored):
        pairs = [pair for pair in zip(shown.scored, shown.cards, strict=True) if _asked(pair[0]) == name]
        compared = compare_outcomes({run.name: run.outcomes for run, _ in pairs}, sampling)
        section = scoring_section([card for _, card in pairs], compared, shown.published, interface=interface)
        sections.append(replace(section, id=f"scoring-{len(sections) + 1}", title=f"{section.title}: {name}"))
    title = {"en": "Scores", "fr": "Scores"}[interface]
    write_report(Report(title=title, interface=interface, sections=tuple(sections)), path, made="anaphor score")


def _score_counts(counts: tuple[int, int, int], level: float, *, json: bool, literature: bool) -> None:
    made = counted(*counts, level=level)
    rows = published_results() if literature else ()
    if json:
        row = {"respondent": "counts", **output.measures_json(made.measures, made.interval), "twins": None,
               "signature": str(made.signature)}  # fmt: skip
        listed = {"literature": [output.published_json(each) for each in rows]} if rows else {}
        print_json(row | {"runs": [row]} | listed)
        return
    table = [output.measures_row("counts", made.measures, made.interval)]
    output.table(output.COLUMNS[:11], table, title="in percent; two candidates, items taken as independent")
    if rows:
        output.print_published(rows)
    output.remark(output.F1_NOTE)
    output.remark(str(made.signature))
