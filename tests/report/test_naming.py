"""Names in a figure: none over another, and none outside."""

import numpy as np
import pytest

from anaphor.agreement import AnnotatorMap
from anaphor.agreement.advice.structure import Placed
from anaphor.report.figures.agreement import map_figure

pytestmark = pytest.mark.slow


def crowded(count: int) -> AnnotatorMap:
    rng = np.random.default_rng(0)
    places = tuple(
        Placed(annotator=f"annotator {n}", labels=5, across=float(x), up=float(y))
        for n, (x, y) in enumerate(rng.normal(size=(count, 2)))
    )
    return AnnotatorMap(places=places, shown=0.5)


@pytest.mark.parametrize("count", [1, 14, 60])
def test_no_name_covers_another_or_leaves_the_figure(count: int) -> None:
    drawing = map_figure(crowded(count))
    drawing.figure.draw_without_rendering()
    axes = drawing.figure.axes[0]
    boxes = [text.get_window_extent() for text in axes.texts]
    assert boxes
    assert len(drawing.rows) == count
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[number + 1 :])
        assert drawing.figure.bbox.x0 <= box.x0 < box.x1 <= drawing.figure.bbox.x1
