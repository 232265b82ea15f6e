"""`anaphor experiment analyse|select-questions`: a study after people took part."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphor.cli.experiment_serve import Database
from anaphor.cli.experiment_study import StudyFile, study_from
from anaphor.cli.output import Json, print_json, say
from anaphor.cli.reporting import Html, Interface, write_report
from anaphor.errors import InputError
from anaphor.experiment.analysis import TrialRule, screen
from anaphor.experiment.design import Counting
from anaphor.files import write_text

if TYPE_CHECKING:  # the statistics behind these take a while to load, and a server has no use for them
    from anaphor.cli.experiment_agreement import Agreed
    from anaphor.experiment.analysis import StudyAnalysis
    from anaphor.report.sections import Shown

Trials = Annotated[TrialRule, typer.Option("--trials")]


def analyse_(
    source: StudyFile,
    database: Database = None,
    trials: Trials = TrialRule.ANTICIPATIONS,
    items: Annotated[bool, typer.Option("--items")] = False,
    sheet_to: Annotated[Path | None, typer.Option("--sheet")] = None,
    classes: Annotated[Path | None, typer.Option("--classes")] = None,
    agreement: Annotated[bool, typer.Option("--agreement/--no-agreement")] = True,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    html: Html = None,
    interface: Interface = "en",
    json: Json = False,
) -> None:
    """Analyse a study: people, items, agreement.

    Who was left out and why, each item's rate, the items to look at.
    """
    from anaphor.cli.experiment_output import analysis_document, print_analysis
    from anaphor.experiment import INTERFACES
    from anaphor.experiment.analysis import analyse, read_classes, sheet

    if interface not in INTERFACES:
        raise InputError(f"the words of a study have no language {interface!r}", todo="Write --interface en or fr.")
    study = study_from(source, database)
    found = analyse(study, trial_rule=trials)
    others = tuple(analyse(study, trial_rule=rule, model=False) for rule in TrialRule if rule is not trials)
    known = read_classes(classes) if classes else {}
    agreed = _agreed(found, interface) if agreement and found.screened.responses else None
    if sheet_to:
        write_text(sheet_to, sheet(found, known))
        say(f"{len(found.low_items)} items are in {sheet_to}: fill in the column class.")
    if figure:
        _draw(found, figure, interface)
    if html:
        from anaphor.report.sections import Shown

        _report(
            Shown(
                study=study,
                analysis=found,
                others=others,
                classes=known,
                agreement=agreed.coefficients if agreed else {},
                agreement_sentences=agreed.sentences if agreed else (),
            ),
            html,
            interface,
        )
    if json:
        print_json(analysis_document(study, found, others, known, agreed))
    else:
        print_analysis(study, found, others, known, agreed, interface=interface, items=items)


def _agreed(found: "StudyAnalysis", interface: str) -> "Agreed":
    from anaphor.cli.experiment_agreement import agreement_of

    return agreement_of(found.screened.responses, interface)


def _draw(found: "StudyAnalysis", path: Path, interface: str) -> None:
    from anaphor.report import save
    from anaphor.report.figures import items_figure

    save(items_figure(found, interface), path)
    say(f"The figure is in {path}.")


def _report(shown: "Shown", path: Path, interface: str) -> None:
    from anaphor.experiment import told
    from anaphor.report.sections import experiment_section
    from anaphor.section import Report

    title = told(interface, "report.page", study=shown.study.collection or shown.study.name)
    report = Report(title=title, interface=interface, sections=(experiment_section(shown, interface),))
    write_report(report, path, made="anaphor experiment analyse")


def select_questions_(
    source: StudyFile,
    database: Database = None,
    counting: Annotated[Counting | None, typer.Option("--count")] = None,
    trials: Trials = TrialRule.ANTICIPATIONS,
    keep: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    json: Json = False,
) -> None:
    """Select questions for a challenge by paper 4's rule. Exit code 1 when the set does not pass."""
    from anaphor.cli.experiment_output import print_selection, selection_document
    from anaphor.experiment.analysis import select_questions, votes_of

    study = study_from(source, database)
    chosen = counting or study.counting
    if chosen is None:
        raise InputError("whose answers count was not fixed beforehand", todo="Say it: --count first-3 or --count all.")
    votes = votes_of(study, screen(study, study.exclusion, trials), chosen)
    everybody = votes_of(study, screen(study, study.exclusion, trials), Counting.ALL)
    found = select_questions(votes)
    document = selection_document(study, found, votes, everybody, chosen)
    if keep:
        write_text(keep, "".join(f"{name}\n" for name in document["largest_passing"]))
    if json:
        print_json(document)
    else:
        print_selection(document)
    if not found.passes:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Add these commands to the group."""
    app.command("analyse")(analyse_)
    app.command("select-questions")(select_questions_)
