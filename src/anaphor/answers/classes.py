"""Fewer classes, where that is asked for: a scale cut at some points, or classes merged under new names."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from anaphor.answers.labelling import Labelling, Scale, in_order, number_of, numbered
from anaphor.answers.matrix import LabelMatrix
from anaphor.errors import InputError, UnknownNameError
from anaphor.text import message, text


def cut(matrix: LabelMatrix, points: Sequence[float]) -> LabelMatrix:
    """The matrix with numbers cut into stretches; a number equal to a point belongs above it.

    >>> from anaphor.answers.matrix import from_triples
    >>> matrix = from_triples("12345", "aaaaa", ["-2", "-1", "0", "1", "2"])
    >>> cut(matrix, [-0.5, 0.5]).classes
    ('below -0.5', '-0.5 to 0.5', 'from 0.5')
    """
    if matrix.values is None:
        bad = next((name for name in matrix.classes if number_of(name) is None), "")
        raise InputError("agreement-cannot-cut", label=repr(bad))
    ends = sorted(set(points))
    if not ends or not all(np.isfinite(ends)):
        raise InputError("agreement-no-cut")
    names = [f"below {ends[0]:g}", *(f"{low:g} to {high:g}" for low, high in pairwise(ends)), f"from {ends[-1]:g}"]
    places = np.searchsorted(ends, np.array(matrix.values), side="right").astype(np.int32)
    scale = Scale.NOMINAL if matrix.scale is Scale.NOMINAL else Scale.ORDINAL
    label = places[matrix.label]
    label.flags.writeable = False
    where = ", ".join(f"{end:g}" for end in ends)
    said = message("agreement-cut", where=where, before=len(matrix.classes), after=len(names))
    return replace(matrix, label=label, classes=tuple(names), values=None, scale=scale).noting(said)


def merge(matrix: LabelMatrix, groups: Mapping[str, Sequence[str]]) -> LabelMatrix:
    """The matrix with classes merged: new name → old names; classes that are not named stay.

    >>> from anaphor.answers.matrix import from_triples
    >>> matrix = from_triples("12345", "aaaaa", ["-2", "-1", "0", "1", "2"])
    >>> merge(matrix, {"-1": ["-2", "-1"], "1": ["1", "2"]}).classes
    ('-1', '0', '1')
    """
    target = {name: name for name in matrix.classes}
    claimed: dict[str, str] = {}
    for new, olds in groups.items():
        for old in olds:
            if old not in target:
                raise UnknownNameError(text("agreement-kind-class"), old, matrix.classes)
            if claimed.setdefault(old, new) != new:
                raise InputError("agreement-merged-twice", old=repr(old), one=repr(claimed[old]), two=repr(new))
            target[old] = new
    column = numbered(target[name] for name in matrix.classes)
    numeric = all(number_of(name) is not None for name in column.names)
    # Numbers go in their order; names in the order of the classes that they took in.
    chosen = None if numeric else column.names
    classes = in_order(column.names, Labelling(classes=chosen, scale=matrix.scale))
    label = classes.places[column.codes][matrix.label]
    label.flags.writeable = False
    said = message("agreement-merged", before=len(matrix.classes), after=len(classes.names))
    return replace(matrix, label=label, classes=classes.names, values=classes.values).noting(said)
