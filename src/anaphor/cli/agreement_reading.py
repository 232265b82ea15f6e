"""Options by which every `anaphor agreement` command reads labels, and the reading itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from anaphor.agreement import Interface
from anaphor.agreement.labels import (
    DEFAULTS,
    Abstentions,
    Labelling,
    LabelMatrix,
    Layout,
    ReadingSettings,
    Repeats,
    Scale,
    note_many_numbers,
    read,
)
from anaphor.agreement.labels import cut as cut_scale
from anaphor.agreement.labels import merge as merge_classes
from anaphor.cli.output import say
from anaphor.errors import InputError, Place

Labels = Annotated[Path, typer.Argument(metavar="FILE")]
LayoutOption = Annotated[Layout | None, typer.Option("--layout")]
Item = Annotated[str | None, typer.Option("--item")]
Annotator = Annotated[str | None, typer.Option("--annotator")]
Label = Annotated[str | None, typer.Option("--label")]
Where = Annotated[list[str] | None, typer.Option("--where")]
ScaleOption = Annotated[Scale, typer.Option("--scale")]
Classes = Annotated[str | None, typer.Option("--classes")]
RepeatsOption = Annotated[Repeats, typer.Option("--repeats")]
Missing = Annotated[list[str] | None, typer.Option("--missing")]
Present = Annotated[
    list[str] | None,
    typer.Option("--present"),
]
Cut = Annotated[str | None, typer.Option("--cut")]
Merge = Annotated[list[str] | None, typer.Option("--merge")]
AbstentionsOption = Annotated[Abstentions, typer.Option("--abstentions")]
Encoding = Annotated[str | None, typer.Option("--encoding")]
Separator = Annotated[str | None, typer.Option("--separator")]
Without = Annotated[list[str] | None, typer.Option("--without")]


def settings_of(
    *,
    layout: Layout | None = None,
    item: str | None = None,
    annotator: str | None = None,
    label: str | None = None,
    where: Sequence[str] | None = None,
    scale: Scale = Scale.NOMINAL,
    classes: str | None = None,
    repeats: Repeats = Repeats.REFUSE,
    missing: Sequence[str] | None = None,
    present: Sequence[str] | None = None,
    abstentions: Abstentions = Abstentions.MISSING,
    encoding: str | None = None,
    separator: str | None = None,
) -> ReadingSettings:
    """The reading settings that the options state."""
    named = _class_names(classes) if classes else None
    sign = separator.replace("\\t", "\t") if separator else None
    if sign is not None and len(sign) != 1:
        raise InputError(f"--separator {separator} is not one sign")
    return ReadingSettings(
        layout=layout,
        item=item,
        annotator=annotator,
        label=label,
        where=tuple(_pair("--where", each) for each in where or ()),
        labelling=Labelling(classes=named, scale=scale, repeats=repeats),
        missing=_missing(missing or (), present or ()),
        abstentions=abstentions,
        encoding=encoding,
        separator=sign,
    )


def _class_names(text: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in text.split(","))
    doubled = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if doubled is not None:
        raise InputError(f"--classes names {doubled!r} twice", todo="Name each class once.")
    if "" in names:
        raise InputError("--classes has a class without a name", todo="Write --classes no,maybe,yes.")
    return names


def _missing(missing: Sequence[str], present: Sequence[str]) -> frozenset[str]:
    both = sorted(set(missing) & set(present))
    if both:
        raise InputError(f"{both[0]!r} cannot be both --missing and --present")
    return (DEFAULTS.missing | frozenset(missing)) - frozenset(present)


def read_labels(
    path: Path,
    settings: ReadingSettings,
    *,
    cut: str | None = None,
    merge: Sequence[str] | None = None,
    without: Sequence[str] | None = None,
    quiet: bool = False,
    interface: Interface = Interface.EN,
) -> LabelMatrix:
    """The labels in a file, cut, merged and restricted as asked; what was recognised is said on stderr."""
    matrix = read(path, settings)
    if without:
        matrix = matrix.without(annotators=without)
    if cut:
        matrix = cut_scale(matrix, _points(cut))
    if merge:
        matrix = merge_classes(matrix, _groups(merge))
    matrix = note_many_numbers(matrix)
    if matrix.size == 0:
        raise InputError("no label is left after --without", where=Place(file=str(path)))
    if not quiet:
        for note in matrix.notes:
            say(note.told(interface))
    return matrix


def _groups(merge: Sequence[str]) -> dict[str, list[str]]:
    """Old classes by their new name; a new name that is given again takes more in."""
    groups: dict[str, list[str]] = {}
    for each in merge:
        new, olds = _pair("--merge", each)
        groups.setdefault(new, []).extend(old.strip() for old in olds.split(","))
    return groups


def _pair(option: str, text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise InputError(f"{option} {text} has no =", todo=f"Write {option} NAME=VALUE.")
    return name.strip(), value.strip()


def _points(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError as error:
        raise InputError(f"--cut {text} is no list of numbers", todo="Write --cut -0.5,0.5.") from error
