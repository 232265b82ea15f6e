"""Advice that was tried: each reading that may be meant is done on the file itself, and shown with what it gives."""

import shlex
from ast import literal_eval
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from anaphor.answers.labelling import DEFAULTS, LabelLayout, LabelSettings, Repeats, Scale
from anaphor.answers.matrix import LabelMatrix
from anaphor.answers.opening import LabelFile
from anaphor.answers.roles import UnclearError, in_keywords
from anaphor.errors import AnaphorError
from anaphor.text import Message, message, text

_NAMED = ("item", "annotator", "label", "question", "repetition")
_OTHERWISE: Mapping[str, Sequence[LabelLayout]] = {
    **dict.fromkeys(
        (
            "labels-beside",
            "labels-compared",
            "labels-summary",
            "labels-row-alone",
            "labels-majority",
            "labels-verdict-word",
            "labels-fractions",
            "agreement-left-out-foreign",
        ),
        (LabelLayout.ITEMS,),
    ),
    "agreement-which-way-round": (LabelLayout.ITEMS, LabelLayout.ANNOTATORS, LabelLayout.COUNTS),
    "agreement-maybe-votes": (LabelLayout.COUNTS, LabelLayout.ANNOTATORS),
    "agreement-maybe-labels": (LabelLayout.ITEMS,),
    "labels-by-annotator": (LabelLayout.LEWIDI,),
}
"""Layouts that a table may have, too, by the note that says what was guessed."""
_MOST_TRIED = 200_000
"""Labels up to which other readings are tried beside one that works."""
_FEW = 4
"""Classes up to which labels that say one thing of each item are believed, where no other column could hold them."""
_SHOWN_NESTED = 2
"""Questions that are tried with a layout that leaves them open."""
_SHOWN = 3
"""Other readings that are shown beside the one to type."""


def with_options(settings: LabelSettings, options: str) -> LabelSettings:
    """The settings with what options say beside them, as a user would type them.

    >>> with_options(DEFAULTS, "--item 'the item' --where q=1 --repeats last").where
    (('q', '1'),)
    """
    words = shlex.split(options)
    for option, value in zip(words[::2], words[1::2], strict=True):
        name = option.removeprefix("--")
        if name in _NAMED:
            named: dict[str, Any] = {name: value}
            settings = replace(settings, **named)
        elif name == "layout":
            settings = replace(settings, layout=LabelLayout(value))
        elif name == "where":
            settings = replace(settings, where=(*settings.where, (value.partition("=")[0], value.partition("=")[2])))
        elif name == "without":
            settings = replace(settings, without=(*settings.without, value))
        elif name == "repeats":
            settings = replace(settings, labelling=replace(settings.labelling, repeats=Repeats(value)))
        else:  # an option that nothing here proposes
            raise ValueError(option)
    return settings


def options_of(settings: LabelSettings, given: Collection[str] = ()) -> str:
    """The options that say what these settings do, but for those that are given already: a line is shown as tried."""
    parts = [(name, value) for name in _NAMED if (value := getattr(settings, name)) is not None]
    parts += [("layout", settings.layout.value)] if settings.layout else []
    parts += [("where", f"{name}={value}") for name, value in settings.where]
    parts += [("without", name) for name in settings.without]
    labelling = settings.labelling
    parts += [("repeats", labelling.repeats.value)] if labelling.repeats is not Repeats.REFUSE else []
    parts += [("scale", labelling.scale.value)] if labelling.scale is not Scale.NOMINAL else []
    parts += [("classes", ",".join(labelling.classes))] if labelling.classes else []
    parts += [("missing", cell) for cell in sorted(settings.missing - DEFAULTS.missing)]
    parts += [("present", cell) for cell in sorted(settings.present)]
    parts += [("encoding", settings.encoding)] if settings.encoding else []
    parts += [("separator", settings.separator)] if settings.separator else []
    parts += [("skip-rows", str(settings.skip_rows))] if settings.skip_rows is not None else []
    single = {name for name in given if name not in ("where", "without")}
    line = " ".join(f"--{name} {shlex.quote(value)}" for name, value in parts if name not in single)
    return f"{line} --skip-bad" if settings.skip_bad else line


def sizes_of(matrix: LabelMatrix) -> Message:
    """How large a reading is, as what is measured on it says: what a user knows of their own table."""
    sizes = {"items": len(matrix.items), "classes": len(matrix.classes), "labels": matrix.size}
    if matrix.anonymous:
        return message("labels-sizes-votes", **sizes)
    return message("labels-sizes", annotators=len(matrix.annotators), **sizes)


def _measurable(matrix: LabelMatrix) -> bool:
    """Whether there is something to measure: two items, two classes, and something labelled twice."""
    used = int((matrix.votes_per_item > 0).sum())
    return used > 1 and len(matrix.classes) > 1 and int(matrix.votes_per_item.max(initial=0)) > 1


def tried_notes(
    matrix: LabelMatrix, file: LabelFile, settings: LabelSettings, open_with: Callable[[LabelSettings], LabelMatrix]
) -> list[Message]:
    """What else the file could be read as, where a note says that something was guessed: what works, and gives more.

    Each line is one sentence, however many notes it is about.
    """
    if matrix.size > _MOST_TRIED:
        return []
    said, seen = list[Message](), {matrix.fingerprint}
    for options in dict.fromkeys(each for note in matrix.notes for each in _note_options(note)):
        try:
            other = open_with(with_options(settings, options))
        except AnaphorError:
            continue
        if _measurable(other) and other.fingerprint not in seen:
            seen.add(other.fingerprint)
            typed = in_keywords(options) if file.memory else options
            said.append(message("labels-otherwise", options=typed, sizes=str(sizes_of(other))))
    return said


def _note_options(note: Message) -> list[str]:
    """The options that would undo what a note says was guessed."""
    values = dict(note.values)
    if note.code == "labels-about-people":
        return [str(values["options"])]
    if note.code in ("labels-few-labels", "labels-at-chance"):
        return [f"--without {values['name']}"]
    if note.code == "labels-no-names":
        return [" ".join(f"--{name} {value}" for name, value in note.values if name in _NAMED)]
    return [f"--layout {layout}" for layout in _OTHERWISE.get(note.code, ())]


def _with_label(
    options: str, matrix: LabelMatrix, settings: LabelSettings, open_with: Callable[[LabelSettings], LabelMatrix]
) -> str:
    """Options about repetitions with the column of labels that they read, so that a user sees a wrong one."""
    read = next((dict(note.values) for note in matrix.notes if note.code == "agreement-read-long"), None)
    if read is None or settings.label or not options.startswith(("--repeats", "--repetition")):
        return options
    with suppress(AnaphorError, SyntaxError, ValueError):  # columns without names have none to type
        named = f"--label {shlex.quote(str(literal_eval(str(read['label']))))} {options}"
        if open_with(with_options(settings, named)).fingerprint == matrix.fingerprint:
            return named
    return options


def _is_attribute(matrix: LabelMatrix) -> bool:
    """Whether the labels say one thing of each item, or of each annotator: a name or a group, and nothing chosen."""
    whose = [matrix.item] if matrix.anonymous else [matrix.item, matrix.annotator]
    pairs = [np.unique(each.astype(np.int64) * len(matrix.classes) + matrix.label).size for each in whose]
    return any(found == np.unique(each).size < matrix.size for found, each in zip(pairs, whose, strict=True))


def tried_advice(
    proposals: Sequence[str],
    file: LabelFile,
    settings: LabelSettings,
    open_with: Callable[[LabelSettings], LabelMatrix],
) -> Message:
    """What to type, of the proposals that read the file, with what each gives; else what is missing."""
    working: dict[str, tuple[str, LabelMatrix]] = {}
    waiting, further = list(proposals), list[str]()
    while waiting:
        options = waiting.pop(0)
        matrix: LabelMatrix | None = None
        try:
            matrix = open_with(with_options(settings, options))
        except UnclearError as error:
            # A layout may leave open which question is meant: the first two are tried with it, and no more.
            if options in proposals:
                more = [each for each in error.proposals if each.startswith("--question")][:_SHOWN_NESTED]
                further += [f"{options} {each.partition(' --layout')[0]}" for each in more]
        except AnaphorError:
            pass  # a reading that does not work is not shown
        if matrix is not None and _measurable(matrix):
            working.setdefault(matrix.fingerprint, (options, matrix))
        if not waiting:
            waiting, further = further, []
    # A column that was only tried may hold what is known of items or people; one that is all there is may be meant.
    guessed = {mark for mark, (options, each) in working.items() if "--label" in options and _is_attribute(each)}
    working = {
        mark: each
        for mark, each in working.items()
        if mark not in guessed or (len(working) == 1 and len(each[1].classes) < max(len(each[1].items) / 3, _FEW))
    }
    if not working:
        return message("labels-advice-none")
    (options, best), *rest = working.values()
    options = _with_label(options, best, settings, open_with)
    given = {word.removeprefix("--") for word in shlex.split(options)[::2]}
    options = f"{options} {options_of(settings, given)}".rstrip()
    line = f"anaphor agreement measure {file.typed or shlex.quote(file.name)} {options}"
    if file.memory:
        line = f"anaphor.agreement.measure({file.typed}, {in_keywords(options)})"
    others = [
        text("labels-advice-other", options=in_keywords(said) if file.memory else said, sizes=str(sizes_of(each)))
        for said, each in rest[:_SHOWN]
    ]
    code = "labels-advice-several" if others else "labels-advice"
    return message(code, command=line, sizes=str(sizes_of(best)), others=", ".join(others))
