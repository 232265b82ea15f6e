"""Cells as labels: which are missing, numbers in one spelling, several labels in one cell."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from anaphor.answers import vocabulary
from anaphor.answers.labelling import (
    Column,
    LabelSettings,
    Scale,
    number_of,
    numbered,
    plain_number,
    refuse_many,
)
from anaphor.text import Message, message

_CODES = ("-9", "-99", "-999", "99", "999", "9999")
"""Numbers that stand for no answer, unless others are like them."""
_LAST_DIGITS = ("8", "9")
_SHORT_SCALE = 5
"""Points of a scale above which 8 and 9 may be its own."""
_TRUTHS = frozenset({"true", "false", "1", "0"})
_SHOWN = 6
"""Most labels that one remark lists."""
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"))
"""Signs without width: soft hyphen, joiners, variation selectors, byte-order mark."""
_CLEAR_LETTERS = 3
"""Letters from which on two spellings that differ in capitals are one word."""
ABSTAINED = "-1"
"""What Snorkel, and many scripts, write for no label."""
_LONGEST_SCALE = 10
"""Points of a scale of whole numbers up to which a lone -1 is looked at."""
_OFTEN = 0.3
"""Share of the cells that a code for no label has at least, where each annotator votes for one class or not at all."""


def labels_in(
    cells: Column, settings: LabelSettings, annotator: Column | None = None
) -> tuple[Column, NDArray[np.bool_], tuple[Message, ...]]:
    """The labels in cells, any code where one is missing; where that is; and what the user should hear.

    Numbers are written alike (`1.0` and `1` are one class), and so are words that differ in what nobody sees, or
    clearly in capitals only. `annotator` says who filled in each cell, where that is known.
    """
    notes = list[Message]()
    none, doubtful = settings.missing, False
    if not settings.labelling.classes:
        abstained = _abstained(cells, settings, annotator)
        doubtful = abstained is None
        none = none | {ABSTAINED} if abstained else none
    missing = np.array([name in none for name in cells.names], np.bool_)
    gone = missing[cells.codes] if cells.codes.size else np.zeros(0, np.bool_)
    present = [name for name in cells.names if name not in none]
    absent = sorted(name for name in cells.names if name and name in none)
    shown = spelled_alike(present)
    refuse_many(shown)
    if classes := settings.labelling.classes:
        known = {spelled_number(name): name for name in classes if spelled_number(name) is not None}
        seen = {visible(name): name for name in classes}
        spelled = [seen.get(visible(name), name) for name in present]
        shown = [name if name in classes else known.get(spelled_number(name), name) for name in spelled]
    else:
        often = np.bincount(cells.codes, minlength=len(cells.names))[~missing]
        shown = _one_case(shown, often.tolist())
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
        if ABSTAINED in none and ABSTAINED not in settings.missing:
            notes.append(message("labels-abstained", cell=ABSTAINED))
    if not settings.labelling.classes:
        notes += _remarks(present, shown, order.names)
        notes += [message("agreement-doubtful", cells=repr(ABSTAINED), first=ABSTAINED)] if doubtful else []
    return Column(codes=places[cells.codes], names=order.names), gone, tuple(notes)


def _abstained(cells: Column, settings: LabelSettings, annotator: Column | None) -> bool | None:
    """Whether -1 stands for no label; None where it may as well be a class, as in −1, 0, 1 for bad, neutral, good.

    It does where labelling functions are the annotators, where the other labels count up from 0 or 1 to 2 and more (no
    scale begins at −1 then), and where each annotator votes for one class of 0 and 1 or not at all.
    """
    present = [name for name in cells.names if name not in settings.missing]
    if ABSTAINED not in present or ABSTAINED in settings.present:
        return False
    if settings.labelling.scale in (Scale.INTERVAL, Scale.RATIO):  # quantities, which may be negative
        return False
    others = {whole(name) for name in present if name != ABSTAINED}
    points = sorted(number for number in others if number is not None)
    if None in others or not points or points[0] > 1 or points[-1] > _LONGEST_SCALE:
        return False
    if annotator is not None and all(map(vocabulary.says_function, annotator.names)):
        return True
    if points == list(range(points[0], points[-1] + 1)) and points[-1] > 1:
        return True
    if points == [1] or annotator is None:  # -1 and 1 are two classes
        return False if points == [1] else None
    code = cells.names.index(ABSTAINED)
    given = {(who, name) for who, name in zip(annotator.codes.tolist(), cells.codes.tolist(), strict=True)}
    voted: dict[int, int] = {}
    for who, name in given:
        if cells.names[name] not in settings.missing:
            voted[who] = voted.get(who, 0) + (name != code)
    one_sided = sum((who, code) in given and votes == 1 for who, votes in voted.items())
    often = float((cells.codes == code).mean())
    return True if len(voted) > 1 and one_sided > len(voted) / 2 and often >= _OFTEN else None


def visible(name: str) -> str:
    """A name as people see it: accents composed, one blank of one kind between words, no signs without width.

    >>> visible("very\u00a0 happy\u200b"), visible("cole\u0300re")
    ('very happy', 'colère')
    """
    if name.isascii() and name.isalnum():  # most names, a million of them at times
        return name
    return " ".join(unicodedata.normalize("NFC", name).translate(_INVISIBLE).split())


def _one_case(names: Sequence[str], often: Sequence[int]) -> list[str]:
    """Names with one spelling, the most frequent one, for those that clearly differ in capitals only.

    >>> _one_case(["Yes", "yes", "a", "A"], [3, 5, 1, 1])
    ['yes', 'yes', 'a', 'A']
    """
    counted = Counter[str]()
    for name, count in zip(names, often, strict=True):
        counted[name] += count
    best: dict[str, str] = {}
    for name in dict.fromkeys(names):
        other = best.setdefault(name.casefold(), name)
        best[name.casefold()] = name if counted[name] > counted[other] else other
    clear = set(filter(_clear_word, best))
    return [best[name.casefold()] if name.casefold() in clear else name for name in names]


def one_word(name: str) -> str:
    """A label for looking it up in several columns: in small letters where capitals say nothing.

    >>> one_word("YES"), one_word("A")
    ('yes', 'A')
    """
    small = name.casefold()
    return small if _clear_word(small) else name


def _clear_word(small: str) -> bool:
    """Whether spellings that differ in capitals only are surely one word: `a` and `A`, `it` and `IT` may be two."""
    return sum(map(str.isalpha, small)) >= _CLEAR_LETTERS or bool(small and vocabulary.says_yes_no(small))


def _as_sets(names: list[str]) -> list[str]:
    """Names that are several labels at once written as `a|b`; none is changed unless all their parts are labels.

    >>> _as_sets(["joy", "anger", "joy, anger"]), _as_sets(["yes/no", "maybe"]), _as_sets(["['joy']", "['joy', 'awe']"])
    (['joy', 'anger', 'anger|joy'], ['yes/no', 'maybe'], ['joy', 'awe|joy'])
    """
    # An empty list stays what it is: without its brackets it would be a class that has no name.
    bare = [name[1:-1] if name[:1] + name[-1:] == "[]" and name[1:-1].strip() else name for name in names]
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
    found = [name for name in names if vocabulary.says_nothing(name) and not (name in "-–—" and "+" in names)]
    # A cross beside words is one, too; beside other letters it is a class.
    words = [name for name in names if len(name) > 1]
    found += [name for name in names if name in ("x", "X") and 1 < len(words) == len(names) - 1]
    # Surveys write a number that no answer can be, far from all others.
    parsed = [spelled_number(name) for name in names if name not in _CODES]
    others = [each for each in parsed if each is not None]
    least, most = min(others, default=0.0), max(others, default=0.0)
    found += [name for name in names if name in _CODES and (least >= 0 if name[0] == "-" else most <= int(name) / 9)]
    # SPSS's own habit: the last digit, above a short scale that counts up to it.
    digits = sorted(int(name) for name in names if name not in _LAST_DIGITS and name.isdecimal() and len(name) == 1)
    counted = digits and digits == list(range(digits[0], digits[-1] + 1)) and digits[0] < 2 and len(others) > 1
    if counted and digits[-1] <= _SHORT_SCALE and None not in parsed and set(others) <= {*digits, 8, 9}:
        found += [name for name in names if name in _LAST_DIGITS]
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
    # An accent may be a sign of its own (Macintosh), some blanks have no width, and others do not break.
    names = [unicodedata.normalize("NFC", name).strip("\u200b\u2060\ufeff") for name in names]
    seen = [visible(name) for name in names]
    spellings_seen = Counter(dict(zip(names, seen, strict=True)).values())
    names = [key if spellings_seen[key] > 1 and key else name for name, key in zip(names, seen, strict=True)]
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
