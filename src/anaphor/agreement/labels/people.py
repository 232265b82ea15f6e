"""JSON that says item by item who chose what: LeWiDi, and a field for each class (VariErr)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from anaphor.agreement.labels.labelling import Abstentions, number_of, numbered
from anaphor.agreement.labels.long import LongTable, long_matrix
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.labels.settings import ANNOTATOR_WORDS, ITEM_WORDS, ReadingSettings, plain_word
from anaphor.agreement.labels.source import LabelFile
from anaphor.agreement.wording import Remark, remark
from anaphor.errors import UnknownNameError

_UNDECIDED = ("idk", "unsure", "undecided", "unknown", "abstention", "abstentions", "abstain", "skip", "skipped")
"""Fields that list the people who chose no class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One JSON object and the line where it stands."""

    number: int
    """The line, from 1; for an element of a list, its place in the list."""
    values: Mapping[str, object]
    """The object."""


Triple = tuple[str, str, str]
"""Item, annotator, label."""


def item_names(file: LabelFile, lines: Sequence[Line], settings: ReadingSettings) -> tuple[str, ...]:
    """The items of lines that are one each, by the field that the user names or that is known; otherwise by number."""
    first = lines[0].values
    if settings.item is not None and settings.item not in first:
        raise UnknownNameError("field", settings.item, first)
    field = settings.item or next((word for word in ITEM_WORDS if isinstance(first.get(word), (str, int))), None)
    names = tuple(str(line.values.get(field, line.number)) if field else str(line.number) for line in lines)
    if len(set(names)) == len(names):
        return names
    if settings.item is not None:
        place = next(place for place, name in enumerate(names) if name in names[:place])
        raise file.impossible(f"two lines are called {names[place]!r}", line=lines[place].number, field=settings.item)
    return tuple(str(line.number) for line in lines)


def read_items(file: LabelFile, document: Mapping[str, object], settings: ReadingSettings) -> LabelMatrix:
    """LeWiDi: items with `annotators` and `annotations`; or simply items with a label by each annotator."""
    triples: list[Triple] = []
    bare = False
    for name, entry in document.items():
        if not isinstance(entry, dict):
            raise file.error("an object with annotators and annotations is needed", field=name)
        if all(str(entry.get(field)) == value for field, value in settings.where):
            bare = bare or "annotations" not in entry
            triples += [(name, who, label) for who, label in _pairs(file, name, entry)]
    if not triples:
        raise file.error("no item has a label, or none has the values asked for with --where")
    if bare and settings.layout is None:
        _refuse_fields(file, triples, settings)
    return _matrix(file, triples, settings, [remark("read_lewidi")])


def _refuse_fields(file: LabelFile, triples: Sequence[Triple], settings: ReadingSettings) -> None:
    """Refuse objects whose fields share no values, as those of a person's age and country: they are no annotators."""
    values: dict[str, set[str]] = {}
    for _, who, label in triples:
        values.setdefault(who, set()).add(label)
    known = {who: found - settings.missing for who, found in values.items()}
    for who, found in known.items():
        others = [each for name, each in known.items() if name != who]
        numbers = [number_of(value) is not None for value in found]
        alone = not any(found & each for each in others)
        if others and len(found) > 2 and alone and not (all(numbers) and all(map(_numeric, others))):
            raise file.error(
                f"the field {who} shares no value with any other, so these are not labels by annotators",
                todo="If they are, say --layout lewidi.",
            )


def _numeric(values: set[str]) -> bool:
    return all(number_of(value) is not None for value in values)


def _pairs(file: LabelFile, name: str, entry: Mapping[str, object]) -> list[tuple[str, str]]:
    """The (annotator, label) pairs of one item."""
    given = entry.get("annotations", entry if "annotators" not in entry else None)
    if isinstance(given, dict):
        if any(isinstance(value, (dict, list)) for value in given.values()):
            raise file.error("a label is needed for each annotator", field=name)
        return [(str(who), "" if value is None else str(value).strip()) for who, value in given.items()]
    who = entry.get("annotators")
    if not isinstance(who, str) or not isinstance(given, str):
        raise file.error("annotators and annotations are needed, separated by commas", field=name)
    people = [part.strip() for part in who.split(",")]
    labels = [part.strip() for part in given.split(",")]
    if len(people) != len(labels):
        raise file.impossible(f"there are {len(people)} annotators and {len(labels)} annotations", field=name)
    return list(zip(people, labels, strict=True))


def has_classes(lines: Sequence[Line]) -> bool:
    """Whether some field of these lines lists the people who chose it, as objects that name an annotator."""
    return any(_chosen_by(value) for line in lines for value in line.values.values())


def _chosen_by(value: object) -> list[str]:
    """The people in a list of objects that name an annotator each; empty for anything else."""
    found: list[str] = []
    for each in value if isinstance(value, list) else ():
        word = (
            next((key for key in each if plain_word(str(key)) in ANNOTATOR_WORDS), None)
            if isinstance(each, dict)
            else None
        )
        if word is None or isinstance(each[word], (dict, list)):
            return []
        found.append(str(each[word]).strip())
    return found


def read_classes(file: LabelFile, lines: Sequence[Line], settings: ReadingSettings) -> LabelMatrix:
    """A field for each class, with those who chose it; who chose several has a set for a label (`a|b`)."""
    classes = list(dict.fromkeys(name for line in lines for name, value in line.values.items() if _chosen_by(value)))
    if not classes:
        raise file.error("no field lists objects that name an annotator each", line=lines[0].number)
    triples: list[Triple] = []
    undecided = several = 0
    for name, line in zip(item_names(file, lines, settings), lines, strict=True):
        chosen: dict[str, list[str]] = {}
        for label in classes:
            for who in dict.fromkeys(_chosen_by(line.values.get(label))):
                chosen.setdefault(who, []).append(label)
        several += sum(len(labels) > 1 for labels in chosen.values())
        waiting = [who for who in _undecided(line) if who not in chosen]
        undecided += len(waiting)
        if settings.abstentions is Abstentions.CLASS:
            chosen |= {who: ["abstention"] for who in waiting}
        triples += [(name, who, "|".join(sorted(labels))) for who, labels in chosen.items()]
    notes = [remark("read_classes", classes=", ".join(classes))]
    notes += [remark("several_labels", count=several)] if several else []
    if undecided and settings.abstentions is Abstentions.MISSING:
        notes.append(remark("abstentions_missing", count=undecided))
    return _matrix(file, triples, settings, notes)


def _undecided(line: Line) -> list[str]:
    """Who chose no class."""
    listed = [line.values.get(name) for name in _UNDECIDED]
    return [str(who) for each in listed if isinstance(each, list) for who in each if isinstance(who, (str, int))]


def _matrix(
    file: LabelFile, triples: Sequence[Triple], settings: ReadingSettings, said: Sequence[Remark]
) -> LabelMatrix:
    item, annotator, label = (numbered(triple[place] for triple in triples) for place in range(3))
    # Items of one object have no lines of their own.
    nowhere = np.zeros(len(triples), np.int64)
    long = LongTable(file=file, item=item, annotator=annotator, label=label, lines=nowhere)
    return long_matrix(long, settings, said)
