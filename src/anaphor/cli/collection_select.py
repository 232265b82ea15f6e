"""`anaphor collection select`: a study and an audit joined, and what they leave of a collection."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphor.cli.collection import Format, Language, Source
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.collection import load
from anaphor.collection.changes import Selected, Unit, select, stamped, write_selected
from anaphor.errors import InputError
from anaphor.experiment import percent
from anaphor.schema import Collection, question_of

if TYPE_CHECKING:
    from anaphor.cli.collection_evidence import Audited, Human

_SHOWN = (
    ("people right", "human", "mean"),
    ("audit: réussite", "audit", "reussite"),
    ("audit: exactitude", "audit", "exactitude"),
    ("audit: verdict", "audit", "verdict"),
)
"""Lines of the table before and after: title, source, field."""
_LEAST_RATE = 0.8
_LEAD = 2.0
"""Bits: the lead from which on the audit calls a cue tied to a candidate."""


def select_(
    source: Source,
    output: Annotated[Path, typer.Option("--output", "-o")],
    study: Annotated[Path | None, typer.Option("--study")] = None,
    database: Annotated[str | None, typer.Option("--database")] = None,
    audit: Annotated[Path | None, typer.Option("--audit")] = None,
    least: Annotated[float, typer.Option("--least")] = _LEAST_RATE,
    shrunken: Annotated[bool, typer.Option("--shrunken")] = False,
    lead: Annotated[float, typer.Option("--lead")] = _LEAD,
    unit: Annotated[Unit, typer.Option("--unit")] = Unit.SCHEMA,
    remove: Annotated[bool, typer.Option("--remove")] = False,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    format: Format = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Select good items, with a reason for each that goes.

    Good: people find them easy, and simple statistics do not.
    """
    from anaphor.cli.collection_evidence import Audited, Human

    if study is None and audit is None:
        raise InputError("nothing says which items are to go", todo="Give --study, --audit, or both.")
    if not 0 <= least <= 1:
        raise InputError(f"a share of {least:g} is none", todo="Give --least between 0 and 1.")
    _refuse_itself(source, output)
    collection = load(source, format=format, language=language)
    human = Human.of(study, database, collection) if study else None
    audited = Audited.of(audit, collection, seed) if audit else None
    reasons = _joined(
        human.reasons(least, shrunken=shrunken) if human else {}, audited.reasons(lead) if audited else {}
    )
    chosen = select(collection, reasons, unit, take_out=remove)
    found = stamped(chosen, _how(collection, chosen, human, audited))
    if not found.collection.entries:
        raise InputError("nothing would be left of the collection", todo="Ask for less.")
    kept_text = write_selected(source, found, output)
    document = _document(collection, found, human, audited, output) | {
        "least": least,
        "judged_by": "shrunken" if shrunken else "raw",
        "lead": lead,
        "unit": unit.value,
        "simulated": human.study.simulated if human else None,
        "comments_kept": kept_text,
    }
    document["after"]["fingerprint"] = load(output).fingerprint  # problems that stood in one entry may stand last now
    if human:
        document["held_out"] = human.held_out(least, unit)
    if json:
        print_json(document)
    else:
        _print(document)


def _how(before: Collection, found: Selected, human: "Human | None", audited: "Audited | None") -> str:
    """How the selection was made, for the notes of what is left."""
    name = " ".join(filter(None, (before.name, before.version)))
    by = [f"a study of {human.whom} ({human.study.name})"] if human else []
    by += ["an audit"] if audited else []
    return (
        f"Selected from {name} (fingerprint {before.fingerprint}): {len(found.dropped)} of {len(before.entries)} "
        f"items left out by {' and '.join(by)}."
    )


def _refuse_itself(source: str, output: Path) -> None:
    if output.exists() and Path(source).exists() and output.samefile(source):
        raise InputError(f"{output} is the file that is read", todo="Name another file.")


def _joined(*sources: Mapping[str, str]) -> dict[str, str]:
    """The reasons of all sources, item by item."""
    joined: dict[str, list[str]] = {}
    for source in sources:
        for item, reason in source.items():
            joined.setdefault(item, []).append(reason)
    return {item: "; ".join(reasons) for item, reasons in joined.items()}


def _document(
    before: Collection, found: Selected, human: "Human | None", audited: "Audited | None", output: Path
) -> dict[str, Any]:
    left = {question_of(entry).id for entry in found.collection.entries}
    every = {question_of(entry).id for entry in before.entries}
    return {
        "collection": before.name,
        "output": str(output),
        "before": _side(before, every, human, audited),
        "after": _side(found.collection, left, human, audited),
        "dropped": [
            {
                "item": each.item,
                "schema": each.schema,
                "reason": each.reason,
                "twin": each.twin,
                "human": human.card(each.item) if human else None,
                "audit": audited.card(each.item) if audited else None,
            }
            for each in found.dropped
        ],
    }


def _side(collection: Collection, items: set[str], human: "Human | None", audited: "Audited | None") -> dict[str, Any]:
    return {
        "items": len(items),
        "fingerprint": collection.fingerprint,
        "human": human.mean(items) if human else None,
        "audit": audited.row(items) if audited else None,
    }


def _print(document: dict[str, Any]) -> None:
    if document["simulated"]:
        say("Simulated participants: nobody was asked. What is left is a rehearsal, and its notes say so.")
    rows = [[each["item"], each["reason"]] for each in document["dropped"]]
    if rows:
        print_table(["dropped", "because"], rows)
    sides = [document["before"], document["after"]]
    table = [["items", *(side["items"] for side in sides)]]
    for name, key, field in _SHOWN:
        if sides[0][key]:
            whose = f"simulated {name}" if key == "human" and document["simulated"] else name
            table.append([whose, *(_shown(side[key], field) for side in sides)])
    print_table(["", "before", "after"], [[str(cell) for cell in row] for row in table])
    held = document.get("held_out")
    if held:
        before, after = percent(held["before"]), percent(held["after"])
        say(
            f"Selected by half of the people and asked of the other half, the mean goes from {before} to {after}: "
            "the figure above flatters, since the same answers chose the items."
        )
    comments = ", comments kept" if document["comments_kept"] else ""
    say(f"Written to {document['output']}{comments}; fingerprint {sides[1]['fingerprint']}.")


def _shown(side: Mapping[str, Any] | None, field: str) -> str:
    value = side.get(field) if side else None
    return "–" if value is None else percent(value) if isinstance(value, float) else str(value)
