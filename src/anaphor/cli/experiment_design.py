"""`anaphor experiment new|simulate|plan`: a study before anybody takes part."""

import tempfile
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer

from anaphor.cli.experiment_serve import DesignFile, database_of
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.collection import load
from anaphor.errors import InputError
from anaphor.experiment import percent
from anaphor.experiment.design import (
    Counting,
    Design,
    DesignPlan,
    Recruiter,
    Recruiting,
    TrialKind,
    answers_per_item,
    interface_of,
    load_design,
    make_design,
    minutes_for,
    read_extras,
    refuse_replacing,
    save_design,
    unseen_items,
)
from anaphor.provenance import plain


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
    json: Json = False,
) -> None:
    """Make the design of a study.

    Each participant sees one item of each schema.
    """
    collection = load(source)
    own = read_extras(words, interface_of(collection, interface)) if words else None
    recruiting = Recruiting(recruiter=recruiter, completion_code=code, redirect=redirect)
    plan = DesignPlan(
        lists=lists,
        quota=quota,
        seed=seed,
        block=block,
        interface=interface,
        name=name,
        bare=not extras,
        extras=own,
        fillers=load(fillers) if fillers else None,
        recruiting=recruiting,
        counting=counting,
        retention=retention,
    )
    design = make_design(collection, plan)
    unseen = unseen_items(collection, design)
    refuse_replacing(design, output, Path(database_of(output, None)), force=force)
    save_design(design, output)
    card = _card(design, output, unseen)
    if json:
        print_json(card)
        return
    print_table(["", ""], [[key.replace("_", " "), _shown(value)] for key, value in card.items()])
    if unseen:
        say(
            f"{len(unseen)} items are never shown ({', '.join(unseen[:5])}{' …' if len(unseen) > 5 else ''}): "
            "there are fewer lists than a schema has items, or nothing to choose from."
        )
    say(
        f"Rehearse it: anaphor experiment simulate {quote(str(output))} --participants {quota} --seed 1 "
        "--database rehearsal.db"
    )


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) or "–" if isinstance(value, list) else str(value)


def _card(design: Design, path: Path, unseen: tuple[str, ...]) -> dict[str, Any]:
    kinds = {kind.value: len(design.of_kind(kind)) for kind in TrialKind if kind is not TrialKind.ITEM}
    per_person = len(design.lists[0]) + sum(kinds.values())
    return {
        "design": str(path),
        "name": design.name,
        "fingerprint": design.fingerprint,
        "collection": design.collection,
        "collection_fingerprint": design.collection_fingerprint,
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
    }


def simulate(
    design: DesignFile,
    participants: Annotated[int, typer.Option("--participants", min=1)] = 40,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    dropout: Annotated[float, typer.Option("--dropout")] = 0.0,
    careless: Annotated[float, typer.Option("--careless")] = 0.0,
    accuracy: Annotated[float, typer.Option("--accuracy")] = 0.94,
    database: Annotated[Path | None, typer.Option("--database")] = None,
    json: Json = False,
) -> None:
    """Rehearse a study with made-up participants.

    They go through the real assignment and store.
    """
    from anaphor.experiment import Crowd
    from anaphor.experiment import simulate as rehearse
    from anaphor.experiment.study import open_store

    crowd = Crowd(finishing=participants, seed=seed, dropout=dropout, careless=careless, accuracy=accuracy)
    planned = load_design(design)
    if database is not None and database.exists():
        raise InputError(f"{database} is there already", todo="Rehearse in a new file.")
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(database or Path(folder) / "rehearsal.db"), planned)
        found = rehearse(store, crowd)
        store.engine.dispose()
    card = plain(found)
    if json:
        print_json(card)
        return
    print_table([name.replace("_", " ") for name in card], [[_shown(value) for value in card.values()]])
    if database:
        say(f"Analyse it: anaphor experiment analyse {quote(str(design))} --database {quote(str(database))}")
    else:
        say("The answers are not kept; to analyse them, rehearse with --database rehearsal.db.")


def plan(
    lists: Annotated[int, typer.Option("--lists", min=1)] = 2,
    rate: Annotated[float, typer.Option("--rate")] = 0.936,
    half_width: Annotated[float, typer.Option("--half-width")] = 0.1,
    bound: Annotated[float, typer.Option("--bound")] = 0.9,
    level: Annotated[float, typer.Option("--level")] = 0.95,
    json: Json = False,
) -> None:
    """Plan how many people a study needs.

    What more answers per item would tell.
    """
    from anaphor.experiment.analysis import answers_for_bound, answers_for_width, prospects

    width, above = answers_for_width(rate, half_width, lists, level), answers_for_bound(bound, lists, level)
    rows = prospects(rate, lists, level)
    if json:
        print_json(
            {
                "lists": lists,
                "rate": rate,
                "level": level,
                "half_width": {"wanted": half_width, **plain(width)},
                "bound": {"wanted": bound, **plain(above)},
                "table": [plain(each) for each in rows],
            }
        )
        return
    print_table(
        [
            "answers per item",
            "participants",
            "all right: above",
            f"half width at {percent(rate)}",
            "below 80 % by chance",
        ],
        [
            [each.answers, each.participants, *map(percent, (each.bound, each.half_width, each.low_by_chance))]
            for each in rows
        ],
    )
    say(f"To within {percent(half_width)}: {width.answers} answers per item, {width.participants} participants.")
    say(
        f"To show that an item everybody gets right lies above {percent(bound)}: {above.answers} answers per item, "
        f"{above.participants} participants."
    )


def register(app: typer.Typer) -> None:
    """Add these commands to the group."""
    app.command("new")(new)
    app.command("simulate")(simulate)
    app.command("plan")(plan)
