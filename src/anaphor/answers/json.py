"""JSON and JSON lines: votes per item (ChaosNLI), answers of people and machines, rows of a long table.

Or item by item who chose what: LeWiDi, and a field for each class (VariErr).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, islice
from typing import Any

import numpy as np

from anaphor.answer import Answer
from anaphor.answers import labelling, vocabulary
from anaphor.answers import long as longs
from anaphor.answers.cells import whole
from anaphor.answers.grid import (
    Grid,
    column_values,
    crossing_of,
    without_beside,
    without_foreign,
    without_fractions,
)
from anaphor.answers.labelling import (
    DEFAULTS,
    Abstentions,
    LabelLayout,
    LabelSettings,
    number_of,
    numbered,
)
from anaphor.answers.matrix import LabelMatrix, from_answers, from_counts
from anaphor.answers.opening import LabelFile
from anaphor.answers.roles import Roles, unclear
from anaphor.answers.table import LabelTable, refuse_wide, text_table
from anaphor.answers.tools.export import Export, Line, flattened_lines, label_text
from anaphor.answers.tools.lists import listed_votes
from anaphor.answers.tools.nested import nested_export
from anaphor.answers.tools.no_labels import refuse_no_labels
from anaphor.answers.tools.people import by_annotator, lists_by_annotator, records_in
from anaphor.answers.tools.recognising import read_export, recognised
from anaphor.answers.tools.tables import counted_rows
from anaphor.answers.wide import read_wide
from anaphor.errors import ContentError, FormatError, Place, UnknownNameError
from anaphor.provenance import adapter
from anaphor.text import Message, message, text

_VOTES = ("label_counter", "label_counts", "votes", "vote_counts", "counts")
"""Fields that hold votes per class."""
_MOST_PAIRS = 3_000
"""Pairs of fields that are compared, of however many."""
_ABOUT = 2
"""Objects that may say something of a whole file beside the list of its items."""
_FEW = 5
"""Lines by which JSON lines are told from one JSON text over many lines."""
_UNDECIDED = ("idk", "unsure", "undecided", "unknown", "abstention", "abstentions", "abstain", "skip", "skipped")
"""Fields that list the people who chose no class."""

Triple = tuple[str, str, str]
"""Item, annotator, label."""


def is_json(head: str) -> bool:
    return head.lstrip()[:1] in ("{", "[")


ReadRows = Callable[[LabelTable, LabelSettings], LabelMatrix]
"""What reads the rows of a table, whatever file they come from."""


def read_json(file: LabelFile, content: str, settings: LabelSettings, read_rows: ReadRows) -> LabelMatrix:
    """A matrix from JSON; which kind of JSON it is, is found from its fields, unless the user says it.

    Records with a field for each annotator are the rows of a table, and `read_rows` reads them as such.
    """
    document, notes = _document(file, content, settings)
    refuse_no_labels(file, _first_names(document), settings)
    document, settings, more = _by_annotator(file, document, settings)
    notes = (*notes, *more)
    if isinstance(document, dict):
        if settings.layout not in (None, LabelLayout.LEWIDI):
            raise file.error("agreement-object-no-layout", layout=str(settings.layout))
        lines = [
            (number, {"id": name, **(each if isinstance(each, dict) else {"annotator_labels": each})})
            for number, (name, each) in enumerate(document.items(), 1)
        ]
        if settings.layout is None and any(isinstance(each, list) for _, values in lines for each in values.values()):
            export = listed_votes(lines, settings.label) or nested_export(lines, settings.label)
            if export is not None:
                return read_export(file, export, settings)
        if settings.names_columns:
            raise file.error("agreement-object-no-fields")
        return _items(file, document, settings, read_rows)
    if settings.layout is LabelLayout.LEWIDI:
        raise file.error("agreement-lines-no-lewidi")
    lines = [line for line in document if all(str(line[1].get(field)) == value for field, value in settings.where)]
    if not lines:
        raise file.error("agreement-no-line-where" if document else "agreement-no-line")
    left = (
        sorted({name for _, values in lines for name in values if name in settings.without}) if settings.without else []
    )
    lines = (
        [(line, {key: values[key] for key in values if key not in left}) for line, values in lines] if left else lines
    )
    notes = (*notes, *(message("labels-without", column=name) for name in left))
    fields = tuple(name for name, value in lines[0][1].items() if isinstance(value, (str, bool)))
    cells = tuple(tuple(str(values.get(name)) for name in fields) for _, values in lines)
    counted = counted_rows(text_table(file, fields, cells, range(len(lines))), settings)
    lines, notes = [lines[place] for place in counted.lines.tolist()], (*notes, *counted.notes)
    if settings.layout in (None, *labelling.TOOL_LAYOUTS) and not (settings.item or settings.annotator):
        export, settings = _tool_export(file, lines, settings)
        if export is not None:
            return read_export(file, export, settings).noting(*notes)
    stated = [name for name in (settings.item, settings.annotator, settings.label) if name]
    if any("." in name and name not in lines[0][1] for name in stated):
        # A user names inner fields with dots; objects without a label of that name hold something else.
        flat = flattened_lines(lines)
        lines = [(line, row) for line, row in flat if row.get(settings.label or "", "") is not None]
        lines = [line for line in lines if settings.label is None or settings.label in line[1]] or flat
    layout: LabelLayout = settings.layout or LabelLayout.LONG
    if settings.layout is None and not (settings.item and settings.label):
        # By the first lines: answers, votes, people by class, or rows; a header may come first.
        found = [_kind_of(file, values, settings) for _, values in lines[:2]]
        layout = next((kind for kind in found if kind), LabelLayout.LONG)
        if LabelLayout.ANSWERS not in found:
            listed = {name for _, values in lines[:50] for name, value in values.items() if _chosen_by(value)}
            layout = LabelLayout.CLASSES if len(listed) > 1 else layout
    readers: dict[LabelLayout, Callable[[LabelFile, Sequence[Line], LabelSettings], LabelMatrix]] = {
        LabelLayout.ANSWERS: _answers,
        LabelLayout.VOTES: _votes,
        LabelLayout.CLASSES: _classes,
        LabelLayout.LONG: partial(_rows, read_rows=read_rows),
        LabelLayout.ANNOTATORS: lambda *given: read_wide(_flat_table(*given[:2]), settings),
    }
    return readers[layout](file, lines, settings).noting(*notes)


def _first_names(document: dict[str, object] | list[Line]) -> list[str]:
    """The keys of a document, or of the first of its objects."""
    if isinstance(document, dict):
        return list(document)
    return list(document[0][1]) if document else []


def _by_annotator(
    file: LabelFile, document: dict[str, object] | list[Line], settings: LabelSettings
) -> tuple[dict[str, object] | list[Line], LabelSettings, list[Message]]:
    """A row for each label where a document has its labels by annotator, and that is said; any other as it is."""
    rows: list[Line] | None = None
    if isinstance(document, dict) and settings.layout in (None, LabelLayout.ANNOTATORS):
        rows = by_annotator(document, stated=settings.layout is LabelLayout.ANNOTATORS)
    elif isinstance(document, list) and settings.layout is None and not settings.names_columns:
        rows = lists_by_annotator(document)
    if rows is None:
        return document, settings, []
    rows, left = _without_fields(file, rows, settings) if settings.layout is None else (rows, [])
    return rows, replace(settings, layout=None), [message("labels-by-annotator"), *left]


def _without_fields(file: LabelFile, rows: list[Line], settings: LabelSettings) -> tuple[list[Line], list[Message]]:
    """The labels by annotator without those of outer names that are fields of the items: a text, a time."""
    if any(row.keys() != {"annotator", "item", "label"} for _, row in rows):
        return rows, []
    given = {(str(row["item"]), str(row["annotator"])): label_text(row["label"]) for _, row in rows}
    items, people = (tuple(dict.fromkeys(key[side] for key in given)) for side in (0, 1))
    nothing = label_text(None)
    cells = tuple(tuple(given.get((item, who), nothing) for who in people) for item in items)
    grid = Grid(file=file, rows=items, columns=people, cells=cells, lines=(0,) * len(items))
    kept = without_foreign(without_fractions(without_beside(grid, settings), settings), settings)
    if len(kept.columns) < 2:
        return rows, []
    return [line for line in rows if str(line[1]["annotator"]) in kept.columns], list(kept.notes)


def _tool_export(
    file: LabelFile, lines: Sequence[Line], settings: LabelSettings
) -> tuple[Export | None, LabelSettings]:
    """What a tool exported, or lists of votes; a label that is a question of the tool is asked for as that."""
    export = recognised(file, lines, settings, longs.fits_long(_fields(file, lines[0][1])))
    if export and settings.label is not None:
        asked = any(row.get("question") == settings.label for _, row in export.rows)
        export = export if asked else None
        settings = replace(settings, question=settings.label, label=None) if asked else settings
    return export or listed_votes(lines, settings.label) or nested_export(lines, settings.label), settings


def _only_right(objects: Sequence[Line]) -> frozenset[object]:
    """The trials of a study of which it is known whether answers were right, and not what was chosen."""
    notes = objects[0][1].get("notes")
    listed = notes if isinstance(notes, list) else []
    if not any(isinstance(note, dict) and note.get("code") == "experiment-notes-only-right" for note in listed):
        return frozenset()
    asked = [each for _, values in objects if isinstance(each := values.get("asked"), dict)]
    trials = [each.get("trial") for each in asked if each.get("key") == 0 and not each.get("candidates")]
    return frozenset(trial for trial in trials if isinstance(trial, str | int))


def _document(
    file: LabelFile, content: str, settings: LabelSettings
) -> tuple[dict[str, object] | list[Line], tuple[Message, ...]]:
    """One JSON object, or the objects of a list or of lines; and what was left out of these."""
    found: list[tuple[int, object]] | None = None
    bad: list[tuple[int, Message]] = []
    head = [line for line in content.lstrip().split("\n", _FEW)[:_FEW] if line.strip()]
    if content.lstrip().startswith("{") and len(head) > 1 and any(map(_is_object, head)):
        found = []
        for number, line in enumerate(content.split("\n"), 1):
            try:
                found += [(number, json.loads(line))] if line.strip() else []
            except ValueError as error:
                bad.append((number, message("files-json-broken", why=getattr(error, "msg", str(error)))))
            except RecursionError:
                bad.append((number, message("files-json-deep")))
    if found is None:
        value = _loaded(file, content)
        if isinstance(value, dict):
            value = _unwrapped(value)
            if "instance_id_to_label_to_value" in value:  # Potato's, one person's
                return [(1, value)], ()
            inner = [each for each in value.values() if isinstance(each, list) and each and isinstance(each[0], dict)]
            about = [each for each in value.values() if isinstance(each, dict)]
            if len(inner) != 1 or len(about) > _ABOUT or len(about) >= len(inner[0]):
                return [(1, value)] if _kind_of(file, value) else value, ()
            value = inner[0]
        if not isinstance(value, list):
            raise file.error("agreement-no-json-object")
        found = list(enumerate(value, 1))
    objects = [(number, each) for number, each in found if isinstance(each, dict)]
    if objects and objects[0][1].get("format") == "anaphor-study":
        given = [(line, each) for line, values in objects if isinstance(each := values.get("response"), dict)]
        unsaid = _only_right(objects)
        told = [(line, each) for line, each in given if each.get("trial") not in unsaid]
        if given and not told:
            raise file.error("labels-only-right-study")
        left = len(given) - len(told)
        given = told
        said = (message("labels-only-right-left", count=left),) if left else ()
        return [
            (
                line,
                {"item": each.get("item") or each["trial"], "annotator": each["person"], "label": each.get("choice")},
            )
            for line, each in given
            if each.get("kind", "item") == "item"
        ], (message("labels-study", left=sum(each.get("kind", "item") != "item" for _, each in given)), *said)
    half = len(objects) // 2
    if half > 2 and [each for _, each in objects[:half]] == [each for _, each in objects[half:]]:
        raise file.error("labels-again", line=objects[half][0])
    bad += [(number, message("agreement-json-object-here")) for number, each in found if not isinstance(each, dict)]
    return objects, file.without_bad(sorted(bad, key=lambda each: each[0]), len(found) + len(bad), settings)


def _unwrapped(document: dict[str, Any]) -> dict[str, Any]:
    """A document without what some tools put around the list of its items, and a table by columns as its rows."""
    document = document["dataset"] if isinstance(document.get("dataset"), dict) else document  # LightTag's
    document = {"examples": document["examples"]} if isinstance(document.get("examples"), list) else document
    records = records_in(document)
    return document if records is None else {"records": records}


def _is_object(line: str) -> bool:
    """Whether a line is a whole JSON object."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _loaded(file: LabelFile, content: str) -> object:
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        raise file.error("files-json-broken", line=error.lineno, why=error.msg) from error
    except ValueError as error:  # a number of more than 4,300 digits
        raise file.error("files-json-broken", why=str(message("files-json-digits"))) from error
    except RecursionError as error:
        raise file.error("files-json-deep") from error


def _fields(file: LabelFile, values: Mapping[str, object]) -> LabelTable:
    """The names of the fields of an object as those of columns, with nothing below."""
    return text_table(file, list(values), [], [])


def _kind_of(file: LabelFile, values: Mapping[str, object], settings: LabelSettings = DEFAULTS) -> LabelLayout | None:
    if "reply" in values and "respondent" in values:
        return LabelLayout.ANSWERS
    if _votes_field(values, settings):
        return LabelLayout.VOTES
    return LabelLayout.LONG if longs.long_roles(_fields(file, values), DEFAULTS) else None


def _votes_field(values: Mapping[str, object], settings: LabelSettings) -> str | None:
    """The field that holds votes per class: the one that the user calls the label, or one of the usual names."""
    names = (settings.label,) if settings.label else _VOTES
    return next((name for name in names if isinstance(values.get(name), dict)), None)


def _answers(file: LabelFile, lines: Sequence[Line], settings: LabelSettings) -> LabelMatrix:
    from pydantic import ValidationError  # loaded where answers are read alone

    answers = []
    for number, values in lines[1:] if "reply" not in lines[0][1] else lines:
        try:
            own = {name: value for name, value in values.items() if name != "sum"}  # a check sum of a run's line
            answers.append(adapter(Answer).validate_python(own, strict=False))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            raise file.error("agreement-no-answer", line=number, field=field, why=first["msg"]) from error
        except ContentError as error:
            error.where = Place(file=file.name, line=number)
            raise
    matrix = from_answers(answers, abstentions=settings.abstentions, repeats=settings.labelling.repeats)
    return matrix.noting(message("agreement-read-answers"))


def _votes(file: LabelFile, lines: Sequence[Line], settings: LabelSettings) -> LabelMatrix:
    """Votes per class without names of annotators (null is none); a field that is known names the items."""
    tallies: list[dict[str, int]] = []
    for line, values in lines:
        field = _votes_field(values, settings)
        votes = values.get(field) if field else None
        if not isinstance(votes, dict):
            raise file.error("agreement-no-votes-here", line=line, field=settings.label or _VOTES[0])
        tallies.append({})
        for name, count in votes.items():
            number = None if isinstance(count, bool) or not isinstance(count, (int, float)) else whole(str(count))
            if number is None and count is not None:
                shown = {"count": repr(count), "name": repr(str(name))}
                raise file.error("agreement-no-votes-for", line=line, field=field, **shown)
            tallies[-1][str(name)] = number or 0
    classes = settings.labelling.classes or tuple(sorted({name for tally in tallies for name in tally}))
    places = {name: place for place, name in enumerate(classes)}
    counts = np.zeros((len(lines), len(classes)), np.int64)
    for row, (tally, (line, _)) in enumerate(zip(tallies, lines, strict=True)):
        for name, number in tally.items():
            if name not in places:
                listed = ", ".join(classes)
                raise file.impossible("agreement-strange-class", line=line, name=repr(name), classes=listed)
            counts[row, places[name]] = number
    if not counts.any():
        raise file.impossible("agreement-no-vote-in-file")
    names = _item_names(file, lines, settings)
    matrix = from_counts(counts, items=names, classes=classes, scale=settings.labelling.scale)
    return matrix.noting(message("agreement-read-tallies", votes=matrix.size))


def _rows(file: LabelFile, lines: Sequence[Line], settings: LabelSettings, *, read_rows: ReadRows) -> LabelMatrix:
    """A matrix from records: one for each label, or one for each item with a field for each annotator."""
    if any(isinstance(value, dict) for value in lines[0][1].values()):
        lines = flattened_lines(lines)
    fields = list(lines[0][1])
    if not (settings.question and crossing_of(fields)):
        settings = longs.with_question(fields, settings)

    roles: Roles | None = None
    seeking = True  # which field is what is still being found out: a hole in one of them is no error yet

    def cell(line: Line, place: int) -> str:
        value = line[1].get(fields[place])
        label = seeking or (roles is not None and place == roles.label)
        plain = not isinstance(value, (dict, list)) and value is not None
        if not plain and not (label and isinstance(value, (list, type(None)))):
            raise file.error("agreement-no-cell", line=line[0], field=fields[place])
        if isinstance(value, list) and any(isinstance(part, (dict, list)) for part in value):
            raise file.error("labels-spans", line=line[0], field=fields[place])
        return label_text(value)

    numbers = np.array([number for number, _ in lines], np.int64)
    coded = cache(lambda place: numbered(cell(line, place) for line in lines))
    table = LabelTable(file=file, names=tuple(fields), coded=coded, width=len(fields), lines=numbers).keyed(settings)
    fields = list(table.names)
    roles, seeking = longs.long_roles(table, settings), False
    coded.cache_clear()
    if roles is not None:
        return longs.read_columns(table, roles, settings)
    table = _flat_table(file, lines)
    names = table.names
    inner = [name for name in names if "." in name]
    crossed = any(len(pairs) >= len(inner) > 3 for pairs, *_ in crossing_of(names))
    if not settings.names_columns and (
        longs.one_column_each(names) or len({name.split(".")[0] for name in inner}) == 1 or crossed
    ):
        return read_wide(table, settings)  # a field for each annotator, as in a wide table
    if not inner and not settings.names_columns and settings.layout is None and _share_values(table, settings):
        return read_rows(table, settings)
    raise unclear(table, "labels-unclear")


def _share_values(table: LabelTable, settings: LabelSettings) -> bool:
    """Whether two fields of several records have most of their labels in common, and few ones, as annotators do."""
    rows = table.lines.size
    values = column_values([table.column(place) for place in range(table.width)], settings)
    few = [each for each in values if 1 < len(each) <= max(rows / 3, 2)]
    pairs = islice(combinations(few, 2), _MOST_PAIRS)
    return rows > 2 and any(2 * len(one & two) >= len(one | two) for one, two in pairs)


def _flat_table(file: LabelFile, lines: Sequence[Line]) -> LabelTable:
    """The objects as a table, inner fields with dots in their names."""
    flat = flattened_lines(lines)
    names = list(dict.fromkeys(name for _, row in flat for name in row))
    lined = [line for line, _ in flat] if len(flat) == len(lines) else range(1, len(flat) + 1)
    refuse_wide(file, len(names), len(flat))
    nothing = label_text(None)
    rows = [[label_text(row[name]) if name in row else nothing for name in names] for _, row in flat]
    return text_table(file, names, rows, lined)


def _item_names(file: LabelFile, lines: Sequence[Line], settings: LabelSettings) -> tuple[str, ...]:
    """The items of lines that are one each, by the field that the user names or that is known; otherwise by number."""
    first, numbers = lines[0][1], tuple(str(number) for number, _ in lines)
    if settings.item is not None and settings.item not in first:
        raise UnknownNameError(text("agreement-kind-field"), settings.item, first)
    field = settings.item or next((word for word in vocabulary.ITEM if isinstance(first.get(word), (str, int))), None)
    names = tuple(str(values.get(field, number)) for number, values in lines) if field else numbers
    if len(set(names)) == len(names):
        return names
    if settings.item is not None:
        firsts = {name: place for place, name in reversed(list(enumerate(names)))}
        place = next(place for place, name in enumerate(names) if firsts[name] < place)
        line, name = lines[place][0], repr(names[place])
        raise file.impossible("agreement-lines-alike", line=line, field=settings.item, name=name)
    return numbers


def _items(
    file: LabelFile, document: Mapping[str, object], settings: LabelSettings, read_rows: ReadRows
) -> LabelMatrix:
    """LeWiDi: items with `annotators` and `annotations`; or simply items with a label by each annotator."""
    triples: list[Triple] = []
    bare = False
    for name, entry in document.items():
        if not isinstance(entry, dict):
            raise file.error("agreement-no-annotators", field=name)
        if any(str(entry.get(field)) != value for field, value in settings.where):
            continue
        bare = bare or "annotations" not in entry
        given = entry.get("annotations", entry if "annotators" not in entry else None)
        if isinstance(given, dict):
            if any(isinstance(value, (dict, list)) for value in given.values()):
                raise file.error("agreement-no-single-label", field=name)
            triples += [(name, str(who), "" if label is None else str(label).strip()) for who, label in given.items()]
            continue
        people = entry.get("annotators")
        if not isinstance(people, str) or not isinstance(given, str):
            raise file.error("agreement-no-annotations", field=name)
        many, labels = people.count(","), given.count(",")
        if many != labels:
            raise file.impossible("agreement-unequal-lists", field=name, annotators=many + 1, annotations=labels + 1)
        pairs = zip(people.split(","), given.split(","), strict=True)
        triples += [(name, who.strip(), label.strip()) for who, label in pairs]
    if not triples:
        raise file.error("agreement-no-item-where")
    if bare and settings.layout is None:
        try:
            _refuse_fields(file, triples, settings)
        except FormatError as error:
            # What is known of items may stand beside their labels, as in a wide table.
            try:
                _refuse_fields(file, _without_known(triples, settings), settings)
            except FormatError:
                raise error from None
            records = [(n, {"item": name, **_fields_of(entry)}) for n, (name, entry) in enumerate(document.items(), 1)]
            return read_rows(_flat_table(file, records), settings)
    return _from_triples(file, triples, settings, [message("agreement-read-lewidi")])


def _fields_of(entry: object) -> dict[str, object]:
    return {str(name): value for name, value in entry.items() if name != "item"} if isinstance(entry, dict) else {}


def _without_known(triples: Sequence[Triple], settings: LabelSettings) -> list[Triple]:
    """The labels without those of fields that are called after what is known of items, or are another one each time."""
    given: dict[str, list[str]] = {}
    for _, who, label in triples:
        given.setdefault(who, []).append(label)
    known = {
        who
        for who, labels in given.items()
        if vocabulary.says_beside(who)
        or vocabulary.says_verdict(who)
        or vocabulary.says_circumstance(who)
        or vocabulary.called(who, "aside", "item")
        or len(set(labels) - settings.missing) > len(labels) / 2
    }
    return [triple for triple in triples if triple[1] not in known]


def _refuse_fields(file: LabelFile, triples: Sequence[Triple], settings: LabelSettings) -> None:
    """Refuse objects whose fields share no values, as those of a person's age and country: they are no annotators."""
    known: dict[str, set[str]] = {}
    for _, who, label in triples:
        known.setdefault(who, set()).update({label} - settings.missing)
    numeric = {who: all(number_of(value) is not None for value in found) for who, found in known.items()}
    for who, found in known.items():
        others = [name for name in known if name != who]
        alone = others and not any(found & known[name] for name in others)
        if alone and len(found) > 2 and not (numeric[who] and all(numeric[name] for name in others)):
            raise file.error("agreement-field-alone", name=who)


def _chosen_by(value: object) -> list[str]:
    """The people in a list of objects that name an annotator each; empty for anything else."""
    found: list[str] = []
    for each in value if isinstance(value, list) else ():
        keys = list(each) if isinstance(each, dict) else []
        word = next((key for key in keys if vocabulary.called(str(key), "annotator")), None)
        if word is None or isinstance(each[word], (dict, list)):
            return []
        found.append(str(each[word]).strip())
    return found


def _classes(file: LabelFile, lines: Sequence[Line], settings: LabelSettings) -> LabelMatrix:
    """A field for each class, with those who chose it; who chose several has a set for a label (`a|b`)."""
    classes = list(dict.fromkeys(name for _, values in lines for name, value in values.items() if _chosen_by(value)))
    if not classes:
        raise file.error("agreement-no-class-field", line=lines[0][0])
    triples: list[Triple] = []
    undecided = several = 0
    for name, (_, values) in zip(_item_names(file, lines, settings), lines, strict=True):
        chosen: dict[str, list[str]] = {}
        for label in classes:
            for who in dict.fromkeys(_chosen_by(values.get(label))):
                chosen.setdefault(who, []).append(label)
        several += sum(len(labels) > 1 for labels in chosen.values())
        listed = [each for field in _UNDECIDED if isinstance(each := values.get(field), list)]
        people = [str(who) for each in listed for who in each if isinstance(who, (str, int))]
        waiting = [who for who in people if who not in chosen]
        undecided += len(waiting)
        if settings.abstentions is Abstentions.CLASS:
            chosen |= {who: ["abstention"] for who in waiting}
        triples += [(name, who, "|".join(sorted(labels))) for who, labels in chosen.items()]
    notes = [message("agreement-read-classes", classes=", ".join(classes))]
    notes += [message("agreement-several-labels", count=several)] if several else []
    if undecided and settings.abstentions is Abstentions.MISSING:
        notes.append(message("agreement-abstentions-missing", count=undecided))
    return _from_triples(file, triples, settings, notes)


def _from_triples(
    file: LabelFile, triples: Sequence[Triple], settings: LabelSettings, said: Sequence[Message]
) -> LabelMatrix:
    item, annotator, label = (numbered(triple[place] for triple in triples) for place in range(3))
    # Items of one object have no lines of their own.
    nowhere = np.zeros(len(triples), np.int64)
    long = longs.LongTable(file=file, item=item, annotator=annotator, label=label, lines=nowhere)
    return longs.long_matrix(long, settings, said)
