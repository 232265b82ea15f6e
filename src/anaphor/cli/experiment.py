"""`anaphor experiment`: ask people on the web, and lose nothing."""

import time
from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.collection import columns_of
from anaphor.cli.command import JsonOption, Secret, Shown, say
from anaphor.cli.serve import serve_study
from anaphor.errors import InputError
from anaphor.experiment import (
    Crowd,
    analyse_study,
    count_votes,
    import_study,
    new_design,
    rehearse,
    store_of,
    study_from,
)
from anaphor.experiment.analysis import TrialRule
from anaphor.experiment.design import Counting, DesignPlan, Recruiter, Recruiting
from anaphor.experiment.exporting import export
from anaphor.experiment.importing import ImportSettings
from anaphor.experiment.organiser import status as study_status
from anaphor.experiment.session import invite as invite_people
from anaphor.experiment.study import back_up
from anaphor.experiment.study import restore as restore_copy
from anaphor.files import shown_place, write_text
from anaphor.provenance import plain
from anaphor.section import Report, Section, Table
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

DesignFile = Annotated[Path, typer.Argument(metavar="DESIGN")]
Database = Annotated[str | None, typer.Option("--database")]
StudyFile = Annotated[Path, typer.Argument(metavar="STUDY")]
Trials = Annotated[TrialRule, typer.Option("--trials")]


@app.command("new")
def new(
    source: Annotated[str, typer.Argument(metavar="PATH_OR_NAME")],
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("experiment.json"),
    lists: Annotated[int, typer.Option("--lists", min=1, max=100)] = 2,
    quota: Annotated[int, typer.Option("--quota", min=1)] = 40,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    block: Annotated[int, typer.Option("--block", min=1)] = 40,
    interface: Annotated[str | None, typer.Option("--interface")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    recruiter: Annotated[Recruiter, typer.Option("--recruiter")] = Recruiter.LINK,
    code: Annotated[str | None, typer.Option("--code")] = None,
    redirect: Annotated[str | None, typer.Option("--redirect")] = None,
    extras: Annotated[bool, typer.Option("--extras/--no-extras")] = True,
    words: Annotated[Path | None, typer.Option("--words")] = None,
    fillers: Annotated[str | None, typer.Option("--fillers")] = None,
    counting: Annotated[Counting | None, typer.Option("--counting")] = None,
    retention: Annotated[str | None, typer.Option("--retention")] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
) -> Section:
    """Make the design of a study."""
    from anaphor.report.people import design_section

    plan = DesignPlan(
        lists=lists,
        quota=quota,
        seed=seed,
        block=block,
        interface=interface,
        name=name,
        bare=not extras,
        recruiting=Recruiting(recruiter=recruiter, completion_code=code, redirect=redirect),
        counting=counting,
        retention=retention,
    )
    return design_section(new_design(source, plan, output, words=words, fillers=fillers, force=force))


@app.command("simulate")
def simulate(
    design: DesignFile,
    participants: Annotated[int, typer.Option("--participants", min=1)] = 40,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    dropout: Annotated[float, typer.Option("--dropout")] = 0.0,
    careless: Annotated[float, typer.Option("--careless")] = 0.0,
    accuracy: Annotated[float, typer.Option("--accuracy")] = 0.94,
    database: Annotated[Path | None, typer.Option("--database")] = None,
) -> Section:
    """Rehearse a study with simulated participants."""
    from anaphor.report.people import rehearsal_section

    crowd = Crowd(finishing=participants, seed=seed, dropout=dropout, careless=careless, accuracy=accuracy)
    return rehearsal_section(rehearse(design, crowd, database), design, database)


@app.command("plan")
def plan(
    lists: Annotated[int, typer.Option("--lists", min=1)] = 2,
    rate: Annotated[float, typer.Option("--rate")] = 0.936,
    half_width: Annotated[float, typer.Option("--half-width")] = 0.1,
    bound: Annotated[float, typer.Option("--bound")] = 0.9,
    level: Annotated[float, typer.Option("--level")] = 0.95,
) -> Section:
    """Plan how many people a study needs."""
    from anaphor.experiment.analysis import plan_precision
    from anaphor.report.people import precision_section

    return precision_section(plan_precision(rate, half_width, bound, lists, level))


app.command("serve")(serve_study)


@app.command()
def status(design: DesignFile, database: Database = None) -> Section:
    """Show how far a study is, list by list."""
    from anaphor.report.people import status_section  # it loads the analysis, which a server has no use for

    return status_section(study_status(store_of(design, database, new=False), time.time()))


@app.command()
def backup(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("backup.db"),
    database: Database = None,
) -> Section:
    """Copy a study into one file while it runs."""
    from anaphor.report.people import record_section

    found = back_up(store_of(design, database, new=False), output)
    return record_section("anaphor experiment backup", {"file": str(output), **plain(found)})


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(metavar="COPY")],
    database: Annotated[str, typer.Option("--database")],
) -> Section:
    """Make a study again out of its copy."""
    from anaphor.report.people import record_section

    found = restore_copy(copy, database)
    return record_section("anaphor experiment restore", {"database": shown_place(database), **plain(found)})


@app.command()
def invite(
    design: DesignFile,
    count: Annotated[int, typer.Option("--count", min=1, max=100_000)],
    link: Annotated[str, typer.Option("--link")] = "http://127.0.0.1:8000",
    database: Database = None,
) -> Secret:
    """Invite people to a study for the invited."""
    store = store_of(design, database)
    tokens = invite_people(store, count, "command line", time.time())
    links = [f"{link.rstrip('/')}/s/{store.design.name}?token={token}" for token in tokens]
    table = Table(columns=(text("experiment-link"),), rows=tuple((each,) for each in links))
    return Secret(
        section=Section(id="output", title="anaphor experiment invite", parts=(table,), data={"links": links})
    )


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("study.jsonl"),
    format: Annotated[str | None, typer.Option("--from")] = None,
    collection: Annotated[str | None, typer.Option("--collection")] = None,
    column: Annotated[list[str] | None, typer.Option("--column")] = None,
    where: Annotated[list[str] | None, typer.Option("--where")] = None,
    count_from: Annotated[int | None, typer.Option("--count-from")] = None,
    unfinished: Annotated[bool, typer.Option("--unfinished")] = False,
    keep_names: Annotated[bool, typer.Option("--keep-names")] = False,
    name: Annotated[str | None, typer.Option("--name")] = None,
) -> Section:
    """Read answers that were collected elsewhere."""
    from anaphor.report.people import import_section

    conditions = [pair.partition("=") for pair in where or ()]
    if any(not (key and equals) for key, equals, _ in conditions):
        raise InputError("experiment-bad-condition", condition=next(iter(where or ())))
    settings = ImportSettings(
        columns=dict(columns_of(column)),
        where=tuple((key, value) for key, _, value in conditions),
        count_from=count_from,
        keep_names=keep_names,
        unfinished=unfinished,
    )
    return import_section(import_study(file, settings, output, format=format, collection=collection, name=name), output)


@app.command("export")
def export_(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("export"),
    to: Annotated[list[str] | None, typer.Option("--to")] = None,
    database: Database = None,
) -> Section:
    """Write the answers as files, with a codebook."""
    from anaphor.report.people import export_section

    return export_section(export(store_of(design, database, new=False), output, to or ["csv", "answers"]), output)


@app.command("analyse")
def analyse(
    source: StudyFile,
    database: Database = None,
    trials: Trials = TrialRule.ANTICIPATIONS,
    items: Annotated[bool, typer.Option("--items")] = False,
    sheet_to: Annotated[Path | None, typer.Option("--sheet")] = None,
    classes: Annotated[Path | None, typer.Option("--classes")] = None,
    agreement: Annotated[bool, typer.Option("--agreement/--no-agreement")] = True,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    json: JsonOption = False,  # here a report may be written beside the document
) -> Shown:
    """Analyse a study: people, items, agreement."""
    from anaphor.experiment.analysis import sheet
    from anaphor.report import agreement_of
    from anaphor.report.people import experiment_section

    shown = analyse_study(study_from(source, database), trials, classes)
    found = shown.analysis
    agreed = agreement_of(found.screened.responses) if agreement and found.screened.responses else None
    if sheet_to:
        write_text(sheet_to, sheet(found, shown.classes))
        say(text("experiment-sheet-written", count=len(found.low_items), path=str(sheet_to)))
    if figure:
        from anaphor.report import save
        from anaphor.report.people import items_figure

        save(items_figure(found), figure)
        say(text("experiment-figure-drawn", path=str(figure)))
    title = text("experiment-report-page", study=shown.study.collection or shown.study.name)
    return Shown(
        section=experiment_section(shown, agreed, items=items, drawn=False),
        report=lambda: Report(title=title, sections=(experiment_section(shown, agreed),)),
    )


@app.command("select-questions")
def select_questions(
    source: StudyFile,
    database: Database = None,
    counting: Annotated[Counting | None, typer.Option("--count")] = None,
    trials: Trials = TrialRule.ANTICIPATIONS,
    keep: Annotated[Path | None, typer.Option("-o", "--output")] = None,
) -> Shown:
    """Select questions for a challenge by paper 4's rule."""
    from anaphor.report.people import question_selection_section

    section = question_selection_section(count_votes(study_from(source, database), counting, trials))
    document = section.data or {}
    if keep:
        write_text(keep, "".join(f"{name}\n" for name in document["largest_passing"]))
    return Shown(section=section, code=0 if document["passes"] else 1)
