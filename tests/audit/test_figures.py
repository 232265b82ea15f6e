"""The figure of an audit draws what the record says, the same each time, in both languages."""

import pytest

from anaphor.audit import Audit, run
from anaphor.audit.association.confrontation import confront
from anaphor.report import audit_figure
from anaphor.report.cells import share_of
from anaphor.report.figures.audit import least_lead
from anaphor.report.figures.drawing import svg_of
from anaphor.text import speaking
from tests.audit.items import told
from tests.audit.naive import FixedCounts

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def record() -> Audit:
    collection = told(10)
    fit, _ = confront(collection)
    both = {pair: 1 + (7 * n + k) % 5 for n, each in enumerate(fit) for k, pair in enumerate(each.pairs)}
    return run(collection, corpus=FixedCounts(both, {word: 100 for pair in both for word in pair}))


def test_the_table_behind_the_figure_has_a_row_per_threshold(record: Audit) -> None:
    drawing = audit_figure(record)
    assert record.test
    assert [row[0] for row in drawing.rows] == [least_lead(row.threshold) for row in record.test.rows]
    assert [row[5] for row in drawing.rows] == [share_of(row.reussite) for row in record.test.rows]
    assert len(drawing.columns) == len(drawing.rows[0])


def test_the_figure_speaks_french(record: Audit) -> None:
    assert "guess-adjusted accuracy" in svg_of(audit_figure(record))
    with speaking("fr"):
        assert "hasard" in svg_of(audit_figure(record))


def test_the_same_record_gives_the_same_picture(record: Audit) -> None:
    assert svg_of(audit_figure(record)) == svg_of(audit_figure(record))


def test_one_bar_stands_for_each_scored_item(record: Audit) -> None:
    lower = audit_figure(record).figure.axes[1]
    assert len(lower.patches) == sum(each.lead is not None for each in (record.test.items if record.test else ()))
