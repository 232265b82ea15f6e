"""`anaphor experiment`: ask people on the web, and lose nothing."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor import experiment
from anaphor.cli.command import JsonOption, Secret, Shown, columns_of, say
from anaphor.cli.serve import serve_study
from anaphor.errors import InputError
from anaphor.files import write_text
from anaphor.section import Report, Section, Table
from anaphor.settings import Counting, Recruiter, TrialRule
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
    trials: Annotated[int | None, typer.Option("--trials", min=1)] = None,
    interface: Annotated[str | None, typer.Option("--interface")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    recruiter: Annotated[Recruiter, typer.Option("--recruiter")] = Recruiter.LINK,
    code: Annotated[str | None, typer.Option("--code")] = None,
    redirect: Annotated[str | None, typer.Option("--redirect")] = None,
    extras: Annotated[bool, typer.Option("--extras/--no-extras")] = True,
    words: Annotated[Path | None, typer.Option("--words")] = None,
    fillers: Annotated[str | None, typer.Option("--fillers")] = None,
    scale: Annotated[bool | None, typer.Option("--scale/--no-scale")] = None,
    counting: Annotated[Counting | None, typer.Option("--counting")] = None,
    retention: Annotated[str | None, typer.Option("--retention")] = None,
    force: Annotated[bool, typer.Option("--force")] = False,
) -> Section:
    """Make the design of a study."""
    return experiment.new(
        source,
        output=output,
        lists=lists,
        quota=quota,
        seed=seed,
        block=block,
        trials=trials,
        language=interface,
        name=name,
        recruiter=recruiter,
        code=code,
        redirect=redirect,
        extras=extras,
        words=words,
        fillers=fillers,
        scale=scale,
        counting=counting,
        retention=retention,
        force=force,
    ).section


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

    found = experiment.simulate(
        design,
        participants=participants,
        seed=seed,
        dropout=dropout,
        careless=careless,
        accuracy=accuracy,
        database=database,
    )
    return rehearsal_section(found, told=True)


@app.command("plan")
def plan(
    lists: Annotated[int, typer.Option("--lists", min=1)] = 2,
    rate: Annotated[float, typer.Option("--rate")] = 0.936,
    half_width: Annotated[float, typer.Option("--half-width")] = 0.1,
    bound: Annotated[float, typer.Option("--bound")] = 0.9,
    level: Annotated[float, typer.Option("--level")] = 0.95,
) -> Shown:
    """Plan how many people a study needs."""
    from anaphor.report.people import precision_section

    found = experiment.plan(lists=lists, rate=rate, half_width=half_width, bound=bound, level=level)
    shown = precision_section(found, drawn=False)
    return Shown(section=shown, report=lambda: Report(title=shown.title, sections=(found.section,)))


app.command("serve")(serve_study)


@app.command()
def status(design: DesignFile, database: Database = None) -> Section:
    """Show how far a study is, list by list."""
    return experiment.status(design, database=database).section


@app.command()
def backup(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("backup.db"),
    database: Database = None,
) -> Section:
    """Copy a study into one file while it runs."""
    return experiment.backup(design, output=output, database=database).section


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(metavar="COPY")],
    database: Annotated[str, typer.Option("--database")],
) -> Section:
    """Make a study again out of its copy."""
    return experiment.restore(copy, database=database).section


@app.command()
def invite(
    design: DesignFile,
    count: Annotated[int, typer.Option("--count", min=1, max=100_000)],
    link: Annotated[str, typer.Option("--link")] = "http://127.0.0.1:8000",
    database: Database = None,
) -> Secret:
    """Invite people to a study for the invited."""
    found = experiment.invite(design, count=count, link=link, database=database)
    table = Table(columns=(text("experiment-link"),), rows=tuple((each,) for each in found.links))
    return Secret(section=Section(id="output", title="anaphor experiment invite", parts=(table,), data=found.to_dict()))


@app.command()
def payments(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("payments.csv"),
    database: Database = None,
) -> Section:
    """Write whom a recruiter is to pay: its ids beside pseudonyms."""
    return experiment.payments(design, output=output, database=database).section


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("study.jsonl"),
    format: Annotated[str | None, typer.Option("--from")] = None,
    collection: Annotated[str | None, typer.Option("--collection")] = None,
    design: Annotated[Path | None, typer.Option("--design")] = None,
    column: Annotated[list[str] | None, typer.Option("--column")] = None,
    where: Annotated[list[str] | None, typer.Option("--where")] = None,
    count_from: Annotated[int | None, typer.Option("--count-from")] = None,
    unfinished: Annotated[bool, typer.Option("--unfinished")] = False,
    keep_names: Annotated[bool, typer.Option("--keep-names")] = False,
    name: Annotated[str | None, typer.Option("--name")] = None,
) -> Section:
    """Read answers that were collected elsewhere."""
    conditions = [pair.partition("=") for pair in where or ()]
    if any(not (key and equals) for key, equals, _ in conditions):
        raise InputError("experiment-bad-condition", condition=next(iter(where or ())))
    return experiment.import_answers(
        file,
        output=output,
        format=format,
        collection=collection,
        design=design,
        columns=dict(columns_of(column)),
        where={key: value for key, _, value in conditions},
        count_from=count_from,
        unfinished=unfinished,
        keep_names=keep_names,
        name=name,
    ).section


@app.command("convert")
def convert(
    design: DesignFile,
    to: Annotated[str, typer.Option("--to")],
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("project"),
    scripts: Annotated[Path | None, typer.Option("--scripts")] = None,
) -> Section:
    """Write a study as a project for another server."""
    return experiment.convert(design, output, to=to, scripts=scripts).section


@app.command("export")
def export_(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("export"),
    to: Annotated[list[str] | None, typer.Option("--to")] = None,
    database: Database = None,
) -> Section:
    """Write the answers as files, with a codebook."""
    return experiment.export(design, output=output, to=to or ("csv", "answers"), database=database).section


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
    from anaphor.report.people import experiment_section

    found = experiment.analyse(source, database=database, trials=trials, classes=classes, agreement=agreement)
    if sheet_to:
        write_text(sheet_to, found.sheet())
        say(text("experiment-sheet-written", count=len(found.analysis.low_items), path=str(sheet_to)))
    if figure:
        from anaphor.report import save
        from anaphor.report.people import items_figure

        save(items_figure(found.analysis), figure)
        say(text("experiment-figure-drawn", path=str(figure)))
    title = text("experiment-report-page", study=found.study.collection or found.study.name)
    return Shown(
        section=experiment_section(found, items=items, drawn=False),
        report=lambda: Report(title=title, sections=(found.section,)),
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

    found = experiment.select_questions(source, database=database, count=counting, trials=trials, output=keep)
    shown = question_selection_section(found, drawn=False)
    return Shown(
        section=shown,
        code=0 if found.passes else 1,
        report=lambda: Report(title=shown.title, sections=(found.section,)),
    )
