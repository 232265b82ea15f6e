"""Cells as labels: which are missing, numbers in one spelling, several labels in one cell."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.guessing import wording
from anaphor.agreement.labels.labelling import Column, LabelSettings, number_of, numbered, plain_number, refuse_many
from anaphor.text import Message, message

_CODES = ("-9", "-99", "-999", "99", "999", "9999")
"""Numbers that stand for no answer, unless others are like them."""
_TRUTHS = frozenset({"true", "false", "1", "0"})
_SHOWN = 6
"""Most labels that one remark lists."""
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")


def labels_in(cells: Column, settings: LabelSettings) -> tuple[Column, NDArray[np.bool_], tuple[Message, ...]]:
    """The labels in cells, any code where one is missing; where that is; and what the user should hear.

    Numbers are written alike (`1.0` and `1` are one class).
    """
    missing = np.array([name in settings.missing for name in cells.names], np.bool_)
    gone = missing[cells.codes] if cells.codes.size else np.zeros(0, np.bool_)
    present = [name for name in cells.names if name not in settings.missing]
    absent = sorted(name for name in cells.names if name and name in settings.missing)
    shown, notes = spelled_alike(present), list[Message]()
    refuse_many(shown)
    if classes := settings.labelling.classes:
        known = {spelled_number(name): name for name in classes if spelled_number(name) is not None}
        shown = [name if name in classes else known.get(spelled_number(name), name) for name in present]
    else:
        numbers = {spelled_number(name) for name in shown} - {None}
        if numbers <= {0, 1} and len(_TRUTHS & {name.casefold() for name in shown}) > 2:  # False and True beside 0, 1
            shown = [{"true": "1", "false": "0"}.get(name.casefold(), name) for name in shown]
        sets = _as_sets(shown)
        several = [name for name, each in zip(present, sets, strict=True) if "|" in each]
        if several:
            notes.append(message("labels-sets", count=len(several), example=several[0]))
        shown = sets
    order = numbered(shown)
    places = np.zeros(len(cells.names), np.int32)
    places[~missing] = order.codes
    if gone.any():
        many = int(gone.sum())
        listed = {"cells": _listed(absent)} if absent else {}
        notes.append(message("agreement-holes-cells" if absent else "agreement-holes", count=many, **listed))
    if not settings.labelling.classes:
        notes += _remarks(present, shown, order.names)
    return Column(codes=places[cells.codes], names=order.names), gone, tuple(notes)


def _as_sets(names: list[str]) -> list[str]:
    """Names that are several labels at once written as `a|b`; none is changed unless all their parts are labels.

    >>> _as_sets(["joy", "anger", "joy, anger"]), _as_sets(["yes/no", "maybe"]), _as_sets(["['joy']", "['joy', 'awe']"])
    (['joy', 'anger', 'anger|joy'], ['yes/no', 'maybe'], ['joy', 'awe|joy'])
    """
    bare = [name[1:-1] if name[:1] + name[-1:] == "[]" else name for name in names]
    for sign in "|;,+/#":
        apart = [[name] if number_of(name) is not None else name.split(sign) for name in bare]  # 1e+30 is no set
        parts = [[part.strip(" \"'") for part in each] for each in apart]
        often = Counter(part for each in parts for part in set(each))
        sets = [each for each in parts if len(each) > 1]
        alone = {each[0] for each in parts if len(each) == 1}
        listed = sign == "," and bare != names  # brackets say that commas part labels
        if sets and all(part and (listed or part in alone or often[part] > 1) for each in sets for part in each):
            return ["|".join(sorted(set(each))) for each in parts]
    return [name.strip(" \"'") for name in bare] if bare != names else names


def _remarks(present: Sequence[str], shown: Sequence[str], names: Sequence[str]) -> list[Message]:
    """Numbers that were written in several ways, classes that may mean a missing label, two that differ in capitals."""
    spellings: dict[str, list[str]] = {}
    for name, number in zip(present, shown, strict=True):
        spellings.setdefault(number, []).append(name)
    groups = [" = ".join(each) for each in spellings.values() if len(each) > 1]
    more = ", …" if len(groups) > _SHOWN else ""
    notes = [message("agreement-spelled-alike", groups=", ".join(groups[:_SHOWN]) + more)] if groups else []
    # A minus beside a plus is a class.
    found = [name for name in names if name.casefold() in wording.DOUBTFUL and not (name in "-–—" and "+" in names)]
    # Surveys write a number that no answer can be, far from all others.
    parsed = [spelled_number(name) for name in names if name not in _CODES]
    others = [each for each in parsed if each is not None]
    least, most = min(others, default=0.0), max(others, default=0.0)
    found += [name for name in names if name in _CODES and (least >= 0 if name[0] == "-" else most <= int(name) / 9)]
    notes += [message("agreement-doubtful", cells=_listed(found), first=found[0])] if found else []
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.casefold(), name)
        notes += [message("agreement-capitals", one=other, two=name)] if other != name else []
    return notes


def spelled_number(cell: str) -> float | None:
    """The number in a cell, with a decimal point or comma and whatever minus.

    >>> spelled_number("1,5"), spelled_number("−2"), spelled_number("1,2,3")
    (1.5, -2.0, None)
    """
    plain = cell.replace("\N{MINUS SIGN}", "-")
    return number_of(plain.replace(",", ".") if _DECIMAL_COMMA.fullmatch(plain) else plain)


def spelled_alike(names: Sequence[str]) -> list[str]:
    """Names with numbers in one spelling: all of them where every name is a number, else those with two spellings.

    Digits with a comma between may be a set of two codes instead of a number: they are where both stand alone, too,
    and fractions are not those of a scale (1,5).

    >>> spelled_alike(["1", "1.0", "1,5"]), spelled_alike(["1", "1.0", "?"]), spelled_alike(["1", "2", "1,2"])
    (['1', '1', '1.5'], ['1', '1', '?'], ['1', '2', '1,2'])
    """
    # An accent may be a sign of its own (Macintosh), and some blanks have no width.
    names = [unicodedata.normalize("NFC", name).strip("\u200b\u2060\ufeff") for name in names]
    pairs = [name.split(",") for name in names if _DECIMAL_COMMA.fullmatch(name)]
    fractions = {two for _, two in pairs} <= {"0", "5", "25", "50", "75"}
    known = set(names)
    sets = not fractions and all(part in known for pair in pairs for part in pair)
    numbers = [number_of(name) if sets else spelled_number(name) for name in names]
    spellings = Counter(numbers)
    return [
        plain_number(number) if number is not None and (None not in spellings or spellings[number] > 1) else name
        for name, number in zip(names, numbers, strict=True)
    ]


def whole(cell: str) -> int | None:
    """A number of votes or rows, if the cell holds one.

    >>> whole("3.0"), whole("-1"), whole("x")
    (3, None, None)
    """
    value = spelled_number(cell)
    return int(value) if value is not None and value.is_integer() and 0 <= value < 10_000_000 else None


def odd_labels(classes: Sequence[str]) -> list[Message]:
    """Some classes are numbers and one or two are not: that is seldom meant."""
    words = [name for name in classes if number_of(name) is None]
    if 0 < len(words) <= max(2, len(classes) // 10) and len(words) < len(classes) / 2:
        return [message("agreement-odd-label", label=words[0])]
    return []


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:_SHOWN])) + (", …" if len(names) > _SHOWN else "")
