"""The scores in a report: the same numbers in the figures, the tables and the records."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from anaphor.answer import Choice
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.report import calibration_figure, risk_figure, scores_figure, scoring_section
from anaphor.report.figures.drawing import svg_of
from anaphor.report.figures.scoring import short_names
from anaphor.report.markdown import markdown_of
from anaphor.report.sections.scoring import group_parts
from anaphor.scoring import Scorecard, scorecard
from anaphor.scoring.card import PAPER_2, published
from anaphor.scoring.items.outcomes import outcome_of_reply
from anaphor.scoring.systems.comparison import compare_outcomes
from anaphor.section import Drawing, Figure, Report, Section, Table, Text
from anaphor.text import speaking, text
from tests.scoring.specimens import drawn, outcomes, target

pytestmark = pytest.mark.slow


def scored_card(name: str = "scored") -> Scorecard:
    rng = np.random.default_rng(0)
    leads = rng.normal(0.5, 1, 60).tolist()
    items = [target(f"p{n}", domain="spatial" if n % 2 else "social") for n in range(60)]
    made = [
        outcome_of_reply(item, Choice(candidate=0 if lead > 0 else 1), (lead, -lead))
        for item, lead in zip(items, leads, strict=True)
    ]
    return scorecard(name, made, kinds=("domain",), signature=Signature.of(collection="c#1"))


def plain_card(name: str = "plain") -> Scorecard:
    return scorecard(name, outcomes("++ +- ?? -+ ++"))


def test_the_table_behind_the_scores_is_that_of_the_cards() -> None:
    drawing = scores_figure([plain_card(), scored_card()], published(PAPER_2))
    assert drawing.rows[0][:4] == ("plain", 10, 6, 2)
    assert drawing.rows[0][-1] == "40.00"
    assert len(drawing.rows) == 2 + 9
    assert "Sharma" in svg_of(drawing)


def test_curves_end_where_all_answers_are_taken() -> None:
    drawing = risk_figure([plain_card(), scored_card()])
    assert {row[0] for row in drawing.rows} == {"scored"}
    assert drawing.rows[-1][1] == "100.00"
    assert len(drawing.rows) <= 61
    assert calibration_figure([scored_card()]).rows[0][0] == "scored"


@pytest.mark.parametrize("draw", [risk_figure, calibration_figure], ids=["risk", "calibration"])
def test_without_scores_there_is_nothing_to_draw(draw: object) -> None:
    assert callable(draw)
    with pytest.raises(InputError, match="no run carries scores"):
        draw([plain_card()])


@pytest.mark.parametrize("interface", ["en", "fr"])
def test_a_section_shows_systems_pairs_groups_literature_and_items(interface: str) -> None:
    rng = np.random.default_rng(1)
    runs = {"a": drawn(rng, 20, 0.8), "b": drawn(rng, 20, 0.5, 0.2)}
    cards = [*(scorecard(name, made) for name, made in runs.items()), scored_card()]
    with speaking(interface):
        section = scoring_section(cards, compare_outcomes(runs), published(PAPER_2))
    tables = [part for part in section.parts if isinstance(part, Table)]
    assert [len(table.rows) for table in tables] == [3, 3, 1, 2, 9, 100, 40, 40, 60]
    text = markdown_of(Report(title="t", interface=interface, sections=(section,)))
    assert r"F1\*" in text
    assert ("abstained" if interface == "en" else "abstention") in text
    assert str(cards[0].signature) in (section.signature or "")


def test_the_grid_shows_every_system_and_people_on_every_item() -> None:
    cards = [plain_card("a"), plain_card("b")]
    first = cards[0].outcomes[0].item
    section = scoring_section(cards, credits={first: Fraction(2, 3)})
    tables = [part for part in section.parts if isinstance(part, Table)]
    grid = next(table for table in tables if "✓" in (table.caption or ""))
    assert grid.columns == ("item", "a", "b", "people")
    assert grid.rows[0][:3] == (first, "✓", "✓")
    assert grid.rows[0][3] == "66.67"
    assert [row[1] for row in grid.rows] == list("✓✓✓✗○○✗✓✓✓")
    assert grid.rows[1][3] == "–"


@pytest.mark.parametrize(("interface", "share"), [("en", "60.00"), ("fr", "60,00")])
def test_the_table_shows_percentages_as_the_language_writes_them(interface: str, share: str) -> None:
    with speaking(interface):
        table = next(part for part in scoring_section([plain_card()]).parts if isinstance(part, Table) and part.detail)
    assert table.rows[0][:4] == ("plain", "10", "6", "2")
    assert table.rows[0][7] == share.replace("60", "70")  # half of the two abstentions are guessed right
    assert table.rows[0][4] == share


def test_groups_that_were_asked_for_are_open_and_small_ones_are_marked() -> None:
    items = [target(f"p{n}", domain="rare" if n < 5 else "common") for n in range(60)]
    made = [outcome_of_reply(item, Choice(candidate=0)) for item in items]
    card = scorecard("a", made, kinds=("domain",))
    parts = scoring_section([card]).parts
    group = next(part for part in parts if isinstance(part, Table) and part.columns[0] == "domain")
    assert not group.detail
    assert [row[0] for row in group.rows] == ["common", "~rare"]
    (folded,) = group_parts(card, folded=True)  # the remark stands in the heading, not below it, unfolded
    assert isinstance(folded, Table)
    assert folded.detail
    assert folded.caption == "a by domain (~ fewer than 20 items: too few to rank)"
    assert group.columns[-1] == "p (Holm)"
    assert Text(lines=("~ fewer than 20 items: too few to rank.",), soft=True) in parts


def drawings(section: Section) -> list[Drawing]:
    """The figures of a section, drawn."""
    blocks = [part.draw() for part in section.parts if isinstance(part, Figure)]
    return [block for block in blocks if block is not None]


def test_one_point_is_not_drawn_as_a_curve() -> None:
    made = [outcome_of_reply(target(f"p{n}"), Choice(candidate=0), scores=(-1.0, -2.0)) for n in range(2)]
    alone = scorecard("a", made)
    assert alone.risk
    assert len(alone.risk.points) == 1
    assert not [drawing for drawing in drawings(scoring_section([alone])) if "Risk" in drawing.title]


@pytest.mark.parametrize(
    ("interface", "shown", "smallest"),
    [
        ("en", "No difference is shown between", "smallest: the smallest true difference"),
        ("fr", "Aucune différence n’apparaît entre", "minimum\u202f: la plus petite différence réelle"),
    ],
)
def test_the_report_says_in_words_what_the_table_of_pairs_shows(interface: str, shown: str, smallest: str) -> None:
    rng = np.random.default_rng(2)
    runs = {"a": drawn(rng, 20, 0.6), "b": drawn(rng, 20, 0.5)}
    found = compare_outcomes(runs)
    cards = [scorecard(*each) for each in runs.items()]
    with speaking(interface):
        section, many = scoring_section(cards, found), scoring_section(cards, found * 11)
    said = [line for part in section.parts if isinstance(part, Text) for line in part.lines]
    assert sum(line.startswith(shown) for line in said) == 1
    assert any(smallest in line.replace("\N{NO-BREAK SPACE}", "\u202f") for line in said)
    assert not any(line.startswith(shown) for part in many.parts if isinstance(part, Text) for line in part.lines)


def test_systems_without_confidence_have_no_calibration() -> None:
    votes = replace_scores(scored_card(), lambda number: (2.0, 1.0))
    titles = [drawing.title for drawing in drawings(scoring_section([votes]))]
    assert text("scoring-figures-calibration") not in titles


def replace_scores(card: Scorecard, scores: Callable[[int], tuple[float, ...]]) -> Scorecard:
    """The same choices with other scores."""
    made = [replace(each, scores=scores(number)) for number, each in enumerate(card.outcomes)]
    return scorecard(card.respondent, made)


def test_long_names_leave_room_for_the_points() -> None:
    names = [f"organisation/a-model-with-a-very-long-name-indeed-{size}B-instruct-4bit-quantised" for size in (7, 70)]
    short = short_names(names)
    assert len(set(short)) == 2
    assert max(map(len, short)) <= 28
